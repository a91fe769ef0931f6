// Playing cards, drawn here as SVG. A name is one character: a rank, `x` and `X` the small and big joker; "?" is a card's back.
const SVG = "http://www.w3.org/2000/svg";
const INK = "#1f2a44", RED = "#b3261e", GREY = "#6b6f7a";

function part(parent, name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  parent.append(made);
}

/** A card as an SVG element, with how many of it there are in its corner; `state` adds a class: last, bad. */
export function card(name, count = 1, state = "") {
  const face = document.createElementNS(SVG, "svg");
  face.setAttribute("viewBox", "0 0 40 56");
  face.setAttribute("class", `card ${state}`);
  face.setAttribute("role", "img");
  face.setAttribute("aria-label", count > 1 ? `${name} × ${count}` : name);
  const back = name === "?";
  part(face, "rect", { x: 1, y: 1, width: 38, height: 54, rx: 5, fill: back ? "#7a3b3b" : "#fdfbf3", stroke: "#b9af96", "stroke-width": 0.8 });
  if (back) part(face, "rect", { x: 5, y: 5, width: 30, height: 46, rx: 3, fill: "none", stroke: "#ffffff55" });
  else if (name === "x" || name === "X") joker(face, name === "X" ? RED : GREY);
  else {
    const fill = name === "2" || name === "3" ? RED : INK;
    part(face, "text", { x: 20, y: 37, "font-size": name === "T" ? 22 : 27, fill, "text-anchor": "middle", "font-family": "var(--serif, serif)", "font-weight": 700 }, name === "T" ? "10" : name);
  }
  if (count > 1) {
    part(face, "rect", { x: 21, y: 41, width: 18, height: 14, rx: 4, fill: "#274d43" });
    part(face, "text", { x: 30, y: 52, "font-size": 11, fill: "#fff", "text-anchor": "middle", "font-weight": 600 }, `×${count}`);
  }
  return face;
}

function joker(face, fill) {
  part(face, "path", { d: "M20 10l4.6 9.6 10.4 1.3-7.7 7.2 2 10.4-9.3-5.2-9.3 5.2 2-10.4L5 20.9l10.4-1.3z", fill });
}

/** Cards of one set or hand, each rank once with its number. */
export function cards(names, state = "") {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => card(name, count, state));
}
