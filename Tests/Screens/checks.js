// What is wrong with the page as it is laid out, as a list of sentences. Evaluated in the page by screens.py.
(() => {
  const faults = [];
  const name = (element) => {
    const text = (element.textContent || "").trim().slice(0, 40);
    return `<${element.tagName.toLowerCase()} ${element.getAttribute("class") || element.id}> “${text}”`;
  };
  const isShown = (element) => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return style.visibility !== "hidden" && style.display !== "none" && box.width > 0 && box.height > 0 &&
      !element.closest(".spoken, .skip, details:not([open]) > :not(summary)");
  };
  const all = [...document.body.querySelectorAll("*")].filter(isShown);
  const width = document.documentElement.clientWidth;

  // Nothing is wider than the screen, or than what it stands in, but what scrolls by itself.
  if (document.scrollingElement.scrollWidth > width) {
    faults.push(`the page is ${document.scrollingElement.scrollWidth} wide on a screen of ${width}`);
  }
  for (const element of all) {
    if (element.closest(".scroll table, title")) continue;
    const box = element.getBoundingClientRect();
    if (box.left < -1 || box.right > width + 1) faults.push(`${name(element)} is outside the screen`);
    const card = element.closest(".card");
    if (card && card !== element) {
      const around = card.getBoundingClientRect();
      if (box.left < around.left || box.right > around.right || box.top < around.top || box.bottom > around.bottom + 0.5) {
        faults.push(`${name(element)} is outside its card`);
      }
    }
    if (element.closest("svg") || element.matches(".scroll, input")) continue;
    if (getComputedStyle(element).display !== "inline" && element.scrollWidth > element.clientWidth + 1) {
      faults.push(`${name(element)} is wider than its box`);
    }
  }

  // No words over others: of elements with words of their own, in the page outside tables and in each picture.
  const ownWords = (element) =>
    [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
  const hasWords = (element) => ownWords(element).length > 0;
  const words = all.filter((element) => hasWords(element) && !element.closest("table, title, .scroll"));
  const boxes = words.map((element) => {
    if (element.closest("svg")) return [element.getBoundingClientRect()];
    return ownWords(element).flatMap((node) => {
      const range = document.createRange();
      range.selectNode(node);
      return [...range.getClientRects()];
    });
  });
  const overlaps = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3;
  for (let i = 0; i < words.length; i++) {
    for (let j = i + 1; j < words.length; j++) {
      if (words[i].contains(words[j]) || words[j].contains(words[i])) continue;
      if (boxes[i].some((one) => boxes[j].some((other) => overlaps(one, other)))) {
        faults.push(`${name(words[i])} overlaps ${name(words[j])}`);
      }
    }
  }

  // Words can be read: WCAG 2.2, 1.4.3.
  for (const element of all.filter(hasWords)) {
    if (element.closest("title")) continue;
    const style = getComputedStyle(element);
    const color = element.closest("svg") ? style.fill : style.color;
    const behind = background(element);
    const difference = contrast(painted(color, behind), behind);
    if (difference < 4.5) faults.push(`${name(element)} has a contrast of ${difference.toFixed(2)}`);
    const size = parseFloat(style.fontSize);
    const picture = element.closest("svg[viewBox]");
    const scale = picture ? picture.getBoundingClientRect().width / picture.viewBox.baseVal.width : 1;
    const least = !element.closest("svg") ? 13 : width < 360 ? 8.5 : 10;
    if (size * scale < least) faults.push(`${name(element)} has letters of ${(size * scale).toFixed(1)} pixels`);
  }
  // Marks of pictures too (1.4.11), and none is cut off at a picture's edge.
  for (const picture of document.querySelectorAll("svg:not(svg svg)")) {
    if (!isShown(picture)) continue;
    faults.push(...faintMarks(picture, background(picture)));
    const around = picture.getBoundingClientRect();
    if (getComputedStyle(picture).overflow === "visible") continue;
    for (const words of picture.querySelectorAll("text")) {
      const box = words.getBoundingClientRect();
      if (box.left < around.left - 0.5 || box.right > around.right + 0.5 || box.bottom > around.bottom + 1) {
        faults.push(`${name(words)} is cut off`);
      }
    }
  }

  // What is pressed is as large as a finger (2.5.5).
  for (const target of all.filter((element) => element.matches("a, button, input, summary"))) {
    const box = target.getBoundingClientRect();
    if (box.height < 44 || box.width < 44) {
      faults.push(`${name(target)} is ${box.width.toFixed(1)} by ${box.height.toFixed(1)} to press`);
    }
  }

  // Numbers and days are not broken in two, nothing is hidden by its box, and a wide table keeps its first column in sight.
  for (const value of all.filter((element) => element.matches("td.number, td time, .legend-value, .facts data"))) {
    const range = document.createRange();
    range.selectNodeContents(value);
    if (range.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(value).lineHeight)) {
      faults.push(`${name(value)} is broken in two`);
    }
  }
  for (const element of all.filter((element) => element instanceof HTMLElement && !element.matches(".scroll"))) {
    const style = getComputedStyle(element);
    if (style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1 && !element.matches("input")) {
      faults.push(`${name(element)} hides a part of itself`);
    }
  }
  for (const table of all.filter((element) => element.matches(".scroll"))) {
    const [edge, first] = [table.getBoundingClientRect(), table.querySelector("tbody th")];
    table.scrollLeft = 10_000;
    const box = first.getBoundingClientRect();
    if (box.left < edge.left || box.left > edge.left + 2) faults.push(`the first column of ${name(table)} scrolls away`);
    if (table.scrollWidth > table.clientWidth && box.width > 0.62 * edge.width) {
      faults.push(`the first column of ${name(table)} leaves no room for the others`);
    }
    table.scrollLeft = 0;
  }

  // What a person wrote may look like markup; nothing else does.
  for (const element of all.filter(hasWords)) {
    if (element.closest("bdi, caption, summary")) continue;
    if (/<\/?[a-z]/.test(ownWords(element).map((node) => node.data).join(""))) faults.push(`${name(element)} shows markup`);
  }

  for (const element of document.querySelectorAll("*")) {
    for (const attribute of element.attributes) {
      if (attribute.value.startsWith("\"")) faults.push(`${name(element)} has a broken ${attribute.name}`);
    }
  }

  // Japanese has its own marks.
  if (document.documentElement.lang === "ja") {
    for (const element of all.filter(hasWords)) {
      if (element.closest("bdi, code")) continue;
      const found = ownWords(element).map((node) => node.data).find((text) => /[ぁ-んァ-ヶ一-龠][:,;!?]/.test(text));
      if (found) faults.push(`“${found.trim()}” has marks of English`);
    }
  }

  // Headings without a gap, one main heading, pictures and fields with a name, a table behind each picture.
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].map((heading) => Number(heading.tagName[1]));
  levels.forEach((level, index) => {
    if (level > (levels[index - 1] || 0) + 1) faults.push(`a heading of level ${level} follows one of ${levels[index - 1]}`);
  });
  if (levels.filter((level) => level === 1).length !== 1) faults.push("there is not one main heading");
  for (const picture of document.querySelectorAll("svg")) {
    const isPart = picture.parentElement.closest("svg");
    if (!isPart && picture.getAttribute("aria-hidden") !== "true" && !picture.getAttribute("aria-label")) {
      faults.push(`${name(picture)} has no name`);
    }
    if (picture.getAttribute("role") === "img" && !picture.closest("section, article").querySelector("table")) {
      faults.push(`${name(picture)} has no table behind it`);
    }
  }
  for (const field of document.querySelectorAll("input:not([hidden])")) {
    if (!field.labels.length) faults.push(`${name(field)} has no label`);
  }
  if (document.scripts.length) faults.push("there is a script");
  if (!document.documentElement.lang) faults.push("the page has no language");
  return faults;
})()
