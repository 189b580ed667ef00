// The numbers of a page's tables as machines read them: {section id: {address, tables: [[[cell, …], …], …]}}; a cell is the
// list of its values. Evaluated in the page by screens.py.
(() => {
  const sections = {};
  for (const section of document.querySelectorAll("section.card, article.card")) {
    const key = section.id || section.getAttribute("aria-labelledby");
    sections[key] = {
      address: section.querySelector(".address code")?.textContent,
      facts: [...section.querySelectorAll(".facts dd")].map((fact) =>
        [...fact.querySelectorAll("data, time")].map((value) => value.getAttribute("value") ?? value.dateTime)),
      tables: [...section.querySelectorAll("table")].map((table) =>
        [...table.tBodies[0].rows].map((row) =>
          [...row.cells].map((cell) => {
            const values = [...cell.querySelectorAll("data, time")];
            return values.length
              ? values.map((value) => value.getAttribute("value") ?? value.dateTime)
              : [cell.textContent];
          }))),
    };
  }
  return sections;
})()
