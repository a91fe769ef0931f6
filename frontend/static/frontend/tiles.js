// Tile faces, drawn here as SVG. A name is a rank and a suit letter; "?" is a tile's back.
const SVG = "http://www.w3.org/2000/svg";
const INK = "#1f2a44", RED = "#b3261e", GREEN = "#1f7a4d", BLUE = "#23529a";
const NUMERALS = "一二三四五六七八九";
const HONOURS = [["東", INK], ["南", INK], ["西", INK], ["北", INK], ["白", BLUE], ["發", GREEN], ["中", RED]];

// Where the marks of a rank stand, in thirds of the face: column, row.
const PLACES = {
  1: [[1, 1]], 2: [[1, 0], [1, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]], 6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
  7: [[0, 0], [1, 0.25], [2, 0.5], [0, 1.3], [2, 1.3], [0, 2.1], [2, 2.1]],
  8: [[0, -0.1], [2, -0.1], [0, 0.65], [2, 0.65], [0, 1.4], [2, 1.4], [0, 2.15], [2, 2.15]],
  9: [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2], [2, 2]],
};

function part(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  parent.append(element);
  return element;
}

function glyph(parent, text, x, y, size, fill) {
  part(parent, "text", { x, y, "font-size": size, fill, "text-anchor": "middle", "font-family": "'Noto Serif CJK TC','Songti TC',serif", "font-weight": 700 }, text);
}

function dot(parent, x, y, radius, fill) {
  part(parent, "circle", { cx: x, cy: y, r: radius, fill: "none", stroke: fill, "stroke-width": radius * 0.42 });
  part(parent, "circle", { cx: x, cy: y, r: radius * 0.36, fill });
}

function cane(parent, x, y, height, fill) {
  const width = 4.2, half = height / 2;
  for (const top of [y - half, y + 0.4]) {
    part(parent, "rect", { x: x - width / 2, y: top, width, height: half - 0.4, rx: 2, fill });
  }
}

function sparrow(parent) {
  part(parent, "path", { d: "M12 34c0-9 5-15 10-16 2-6 8-5 9 0 1 3-1 5-3 6 1 8-3 14-9 15l-9 6 3-8z", fill: GREEN });
  part(parent, "circle", { cx: 27, cy: 17.5, r: 1.3, fill: "#fff" });
  part(parent, "path", { d: "M31 17l5 1-5 2z", fill: RED });
}

function seal(parent, name) {
  part(parent, "circle", { cx: 31, cy: 10, r: 8, fill: RED, stroke: "#fdfbf3", "stroke-width": 1.2 });
  glyph(parent, HONOURS[Number(name[0]) - 1][0], 31, 14, 11, "#fdfbf3");
}

const SUITS = {
  m: (face, rank) => { glyph(face, NUMERALS[rank - 1], 20, 24, 19, INK); glyph(face, "萬", 20, 46, 20, RED); },
  p: (face, rank) => {
    if (rank === 1) return dot(face, 20, 27, 11, RED);
    const radius = rank < 4 ? 6 : rank < 7 ? 5.4 : 4.6;
    PLACES[rank].forEach(([x, y], index) => dot(face, 9.5 + x * 10.5, 12.5 + y * 14.5, radius, rank === 5 && index === 2 ? RED : rank > 5 && index > (rank === 7 ? 2 : 1) ? RED : rank % 2 ? GREEN : BLUE));
  },
  s: (face, rank) => {
    if (rank === 1) return sparrow(face);
    PLACES[rank].forEach(([x, y], index) => cane(face, 9.5 + x * 10.5, 12.5 + y * 14.5, rank > 7 ? 10 : 12.5, (rank === 5 && index === 2) || (rank === 7 && index < 1) || (rank === 9 && index % 3 === 1) ? RED : GREEN));
  },
  z: (face, rank) => glyph(face, HONOURS[rank - 1][0], 20, 38, 28, HONOURS[rank - 1][1]),
};

/** A tile as an SVG element; `state` adds a class: last, bad, taken. A tile that `stands` for another shows that one's face,
 * with its own as a seal in the corner. */
export function tile(name, state = "", stands = "") {
  const face = document.createElementNS(SVG, "svg");
  face.setAttribute("viewBox", "0 0 40 56");
  face.setAttribute("class", `tile ${state}`);
  face.setAttribute("role", "img");
  face.setAttribute("aria-label", stands ? `${name} = ${stands}` : name);
  const back = name === "?";
  part(face, "rect", { x: 1, y: 3, width: 38, height: 52, rx: 5, fill: "#8f866b" });
  part(face, "rect", { x: 1, y: 1, width: 38, height: 51, rx: 5, fill: back ? "#3d7f6b" : "#fdfbf3", stroke: "#b9af96", "stroke-width": 0.8 });
  if (back) part(face, "rect", { x: 5, y: 5, width: 30, height: 43, rx: 3, fill: "none", stroke: "#ffffff55" });
  else SUITS[(stands || name)[1]]?.(face, Number((stands || name)[0]));
  if (stands) seal(face, name);
  return face;
}
