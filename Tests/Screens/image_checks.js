// What is wrong with a picture of the API that fills the browser's window. Evaluated by visit.py.
(() => {
  const faults = [];
  const root = document.documentElement;
  const behind = painted(getComputedStyle(root.querySelector(".page")).fill);
  const edge = root.querySelector(".page").getBoundingClientRect();
  faults.push(...faintMarks(root, behind));
  const words = [...root.querySelectorAll("text")];
  const boxes = words.map((element) => element.getBoundingClientRect());
  words.forEach((element, index) => {
    const [box, name] = [boxes[index], `“${element.textContent}”`];
    const difference = contrast(painted(getComputedStyle(element).fill, behind), behind);
    if (difference < 4.5) faults.push(`${name} has a contrast of ${difference.toFixed(2)}`);
    if (box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom) {
      faults.push(`${name} is cut off`);
    }
    boxes.slice(index + 1).forEach((other, later) => {
      if (Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
        Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 3) {
        faults.push(`${name} overlaps “${words[index + 1 + later].textContent}”`);
      }
    });
  });
  if (!root.querySelector("title") || !root.querySelector("desc")) faults.push("the picture has no name");
  if (root.getAttribute("role") !== "img") faults.push("the picture does not say that it is one");
  return faults;
})()
