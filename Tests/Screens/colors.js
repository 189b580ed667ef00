// Colors as they are painted, whatever the notation (WCAG 2.2, 1.4.3 and 1.4.11). Evaluated before the checks.
var pixel = pixel || Object.assign(document.createElementNS("http://www.w3.org/1999/xhtml", "canvas"),
  { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
// What is seen of colors laid over one another, the lowest first: [r, g, b, a].
var painted = (color, ...below) => {
  pixel.clearRect(0, 0, 1, 1);
  for (const layer of [...below, color]) {
    pixel.fillStyle = Array.isArray(layer) ? `rgb(${layer.slice(0, 3)} / ${layer[3] / 255})` : layer;
    pixel.fillRect(0, 0, 1, 1);
  }
  return [...pixel.getImageData(0, 0, 1, 1).data];
};
var luminance = (color) => {
  const [r, g, b] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
var contrast = (one, other) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};
// The page's color behind an element.
var background = (element) => {
  for (let around = element; around; around = around.parentElement) {
    const color = painted(getComputedStyle(around).backgroundColor);
    if (color[3] !== 0) return color;
  }
  return [255, 255, 255, 255];
};
// Marks that a picture is read by: not its grid, the track of a bar, the band beside a curve, or a square without a value.
var decoration = ".grid, .track, .band, .page, .l0, .l1, .l2, .l3, .off, .dot.donated";
var faintMarks = (root, behind) => {
  const faults = [];
  for (const mark of root.querySelectorAll("rect, circle, line, polyline, path")) {
    if (mark.matches(decoration)) continue;
    const style = getComputedStyle(mark);
    const colors = [];
    if (style.fill !== "none" && !mark.matches("line, polyline")) colors.push(painted(style.fill, behind));
    if (style.stroke !== "none") colors.push(painted(style.stroke, behind));
    const best = Math.max(0, ...colors.map((color) => contrast(color, behind)));
    if (best < 3) {
      const name = mark.getAttribute("class") || mark.parentElement.getAttribute("class");
      faults.push(`a ${mark.tagName} of “${name}” has a contrast of ${best.toFixed(2)}`);
    }
  }
  return [...new Set(faults)];
};
