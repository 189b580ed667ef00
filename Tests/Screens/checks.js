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
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = (color) => {
    const [r, g, b] = numbers(color).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    for (let around = element; around; around = around.parentElement) {
      const color = getComputedStyle(around).backgroundColor;
      if (numbers(color)[3] !== 0) return color;
    }
    return "rgb(255, 255, 255)";
  };
  for (const element of all.filter(hasWords)) {
    if (element.closest("title")) continue;
    const style = getComputedStyle(element);
    const color = element.closest("svg") ? style.fill : style.color;
    const [dark, light] = [luminance(color), luminance(background(element))].sort((a, b) => a - b);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < 4.5) faults.push(`${name(element)} has a contrast of ${contrast.toFixed(2)}`);
    const size = parseFloat(style.fontSize);
    const picture = element.closest("svg[viewBox]");
    const scale = picture ? picture.getBoundingClientRect().width / picture.viewBox.baseVal.width : 1;
    if (size * scale < 8.5) faults.push(`${name(element)} has letters of ${(size * scale).toFixed(1)} pixels`);
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
