// Tile faces as SVG markup, 60 by 80. A name is a rank and a suit letter; "?" is a tile's back.
import { GLYPHS } from "./glyphs.js";

export const WIDTH = 60;
export const HEIGHT = 80;
export const EDGE = 5;
const INK = "#1d2b4a",
  RED = "#b4231a",
  GREEN = "#14724a",
  BLUE = "#1f4f9c",
  IVORY = "#fdfaf0",
  GOLD = "#c9962e";
const NUMERALS = "一二三四五六七八九";
const HONOURS = ["東", "南", "西", "北", "白", "發", "中"];
const INKS = [INK, INK, INK, INK, BLUE, GREEN, RED];

const glyph = (character, x, y, size, fill) =>
  `<path transform="translate(${x} ${y}) scale(${size / 200})" fill="${fill}" d="${GLYPHS[character]}"/>`;

// -- circles ----------------------------------------------------------------------------------------------------

const petals = (x, y, radius, size, fill, count) =>
  Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count;
    return `<circle cx="${(x + radius * Math.cos(angle)).toFixed(1)}" cy="${(y + radius * Math.sin(angle)).toFixed(1)}" r="${size}" fill="${fill}"/>`;
  }).join("");

function coin(x, y, radius, fill) {
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/><circle cx="${x}" cy="${y}" r="${(radius * 0.74).toFixed(1)}" fill="none" stroke="${IVORY}" stroke-width="${(radius * 0.15).toFixed(1)}"/>` +
    petals(x, y, radius * 0.33, (radius * 0.17).toFixed(1), IVORY, 4) +
    `<circle cx="${x}" cy="${y}" r="${(radius * 0.13).toFixed(1)}" fill="${IVORY}"/>`
  );
}

function greatCoin() {
  return (
    `<circle cx="30" cy="40" r="23" fill="${GREEN}"/><circle cx="30" cy="40" r="20.4" fill="${IVORY}"/>${petals(30, 40, 16.6, 2.5, GREEN, 14)}` +
    `<circle cx="30" cy="40" r="12.4" fill="${RED}"/><circle cx="30" cy="40" r="10" fill="none" stroke="${IVORY}" stroke-width="1.3"/>${petals(30, 40, 5, 2.5, IVORY, 6)}<circle cx="30" cy="40" r="2" fill="${IVORY}"/>`
  );
}

const B = BLUE,
  G = GREEN,
  R = RED;
const COINS = {
  2: [
    [30, 21, 15, G],
    [30, 59, 15, B],
  ],
  3: [
    [15, 16, 11.6, B],
    [30, 40, 11.6, R],
    [45, 64, 11.6, G],
  ],
  4: [
    [17, 21, 11.4, B],
    [43, 21, 11.4, G],
    [17, 59, 11.4, G],
    [43, 59, 11.4, B],
  ],
  5: [
    [15, 17, 10, B],
    [45, 17, 10, G],
    [30, 40, 10, R],
    [15, 63, 10, G],
    [45, 63, 10, B],
  ],
  6: [
    [18, 16, 10, G],
    [42, 16, 10, G],
    [18, 42, 10, R],
    [42, 42, 10, R],
    [18, 65, 10, R],
    [42, 65, 10, R],
  ],
  7: [
    [13, 13, 8, G],
    [30, 20.5, 8, G],
    [47, 28, 8, G],
    [19, 48, 9.3, R],
    [41, 48, 9.3, R],
    [19, 68, 9.3, R],
    [41, 68, 9.3, R],
  ],
  8: [12.5, 31, 49.5, 68].flatMap((y) => [
    [19, y, 8.8, B],
    [41, y, 8.8, B],
  ]),
  9: [
    [15, G],
    [40, R],
    [65, B],
  ].flatMap(([y, fill]) => [12.5, 30, 47.5].map((x) => [x, y, 8.3, fill])),
};

// -- bamboo -----------------------------------------------------------------------------------------------------

/** A cane of two joints, upright about its middle, turned by some degrees. */
function cane(x, y, height, fill, turn = 0) {
  const half = height / 2,
    w = height > 24 ? 5.6 : 4.4,
    waist = w - 1.7;
  const joint = (top, bottom) =>
    `M${-w} ${top + 1.6}q0 -1.8 1.8 -1.8h${2 * w - 3.6}q1.8 0 1.8 1.8Q${waist} ${(top + bottom) / 2} ${w} ${bottom - 1.6}q0 1.8 -1.8 1.8h${3.6 - 2 * w}q-1.8 0 -1.8 -1.8Q${-waist} ${(top + bottom) / 2} ${-w} ${top + 1.6}z`;
  return `<g transform="translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}"><path fill="${fill}" d="${joint(-half, -0.6)}${joint(0.6, half)}"/><path d="M0 ${-half + 3.4}V-3M0 3V${half - 3.4}" stroke="${IVORY}" stroke-width="1.3" stroke-linecap="round"/></g>`;
}

const sparrow = () =>
  `<path fill="${GREEN}" d="M40 14c4 0 7 3 7.4 7l5 1.6-5 2c-.7 6-3.4 9.6-5.6 13.3 1.4 10.5-4.3 20.2-14.4 23.200l-3.5 1L10 72.5 8 68l5-7.600c-3.6-10 .7-20.7 9.7-24.7 4-2 7.3-3.7 9-8.400C32 19 34.5 14 40 14z"/>` +
  `<path fill="${RED}" d="M16 50c3-9 12-12 20-9-1 9-8 16.5-18 17.5-2.2-2-2.8-5-2-8.500z"/><path d="M18 51c5-5 10-6.5 15.5-7M19 55c4.5-3 8.5-4.5 12-5.3" stroke="${IVORY}" stroke-width="1.3" fill="none" stroke-linecap="round"/>` +
  `<path d="M12 67l-4 7M17 66l-1.5 8M22 64.500l2 8M28 62l4.5 9" stroke="${BLUE}" stroke-width="2.2" stroke-linecap="round"/><circle cx="41" cy="21" r="2.4" fill="${IVORY}"/><circle cx="41.4" cy="21" r="1.2" fill="${INK}"/><path d="M37 13c-1-3 0-5 2-7 0 3 1 4 3 5.5" fill="${RED}"/>`;

const rows = (heights, columns, length) =>
  heights.flatMap((y, row) => columns[row].map(([x, fill]) => [x, y, length, fill]));
const three = (fill, middle = fill) => [
  [14, fill],
  [30, middle],
  [46, fill],
];
const CANES = {
  2: [
    [30, 21, 30, B],
    [30, 59, 30, G],
  ],
  3: [
    [30, 21, 30, B],
    [17, 59, 30, G],
    [43, 59, 30, G],
  ],
  4: [
    [17, 21, 30, B],
    [43, 21, 30, G],
    [17, 59, 30, G],
    [43, 59, 30, B],
  ],
  5: [
    [14, 21, 29, G],
    [46, 21, 29, B],
    [30, 40, 29, R],
    [14, 59, 29, B],
    [46, 59, 29, G],
  ],
  6: rows([21, 59], [three(G), three(B)], 30),
  7: rows([13.5, 40, 66.5], [[[30, R]], three(G, B), three(G, B)], 22),
  8: [
    [11, 22, 28, G],
    [49, 22, 28, G],
    [23.5, 20, 25, B, 32],
    [36.5, 20, 25, B, -32],
    [11, 58, 28, G],
    [49, 58, 28, G],
    [23.5, 60, 25, B, -32],
    [36.5, 60, 25, B, 32],
  ],
  9: rows([14, 40, 66], [three(G, R), three(G, R), three(G, R)], 22),
};

// -- the rest ---------------------------------------------------------------------------------------------------

const board = () =>
  `<rect x="10" y="13" width="40" height="54" rx="3" fill="none" stroke="${BLUE}" stroke-width="4"/><rect x="16" y="19" width="28" height="42" rx="1" fill="none" stroke="${BLUE}" stroke-width="1.5"/>`;

const SUITS = {
  m: (rank) => glyph(NUMERALS[rank - 1], 30, 23, 33, INK) + glyph("萬", 30, 57, 35, RED),
  p: (rank) => (rank === 1 ? greatCoin() : COINS[rank].map((one) => coin(...one)).join("")),
  s: (rank) => (rank === 1 ? sparrow() : CANES[rank].map((one) => cane(...one)).join("")),
  z: (rank) => (rank === 5 ? board() : glyph(HONOURS[rank - 1], 30, 40, 50, INKS[rank - 1])),
};

const BACK = `<rect x="4.5" y="4.5" width="51" height="71" rx="5" fill="none" stroke="#ffffff" stroke-opacity=".28" stroke-width="1.5"/><path d="M30 22l13 18-13 18-13-18z" fill="none" stroke="#ffffff" stroke-opacity=".34" stroke-width="1.6"/><path d="M30 31l6.5 9-6.5 9-6.5-9z" fill="#ffffff" fill-opacity=".22"/>`;

/** The seal in the corner of a tile that stands for another: what it is itself. */
function seal(name) {
  const rank = Number(name[0]);
  return `<circle cx="46" cy="14" r="12.5" fill="${RED}" stroke="${IVORY}" stroke-width="2"/>${name[1] === "z" && rank !== 5 ? glyph(HONOURS[rank - 1], 46, 14, 17, IVORY) : `<rect x="41" y="8.5" width="10" height="11" fill="none" stroke="${IVORY}" stroke-width="2"/>`}`;
}

const drawn = (name) => SUITS[name[1]]?.(Number(name[0])) ?? "";

/** The tile's body; its thickness shows at the bottom however it is turned. */
function body(back, turn) {
  const [dx, dy] = { 0: [0, EDGE], 90: [EDGE, 0], 180: [0, -EDGE], 270: [-EDGE, 0] }[turn];
  const shape = (x, y, fill, more = "") =>
    `<rect x="${x}" y="${y}" width="60" height="80" rx="7" fill="${fill}"${more}/>`;
  return (
    shape(dx * 1.5, dy * 1.5, "#000000", ' fill-opacity=".22"') +
    shape(dx, dy, back ? "#d9cfb2" : "#2c7a5c") +
    (back ? "" : shape(dx * 0.55, dy * 0.55, "#d9cfb2")) +
    shape(0, 0, back ? "#2f8263" : IVORY, ` stroke="${back ? "#226349" : "#cfc5a8"}" stroke-width="1"`)
  );
}

/** A whole tile as markup. `stands`: the face that a ghost shows; `ghost`: it is one, and stands for nothing yet. */
export function tileMarkup(name, { stands = "", ghost = false, turn = 0 } = {}) {
  const back = name === "?";
  return (
    body(back, turn) +
    (back ? BACK : drawn(stands || name)) +
    (stands ? seal(name) : "") +
    (ghost
      ? `<rect x="3.5" y="3.5" width="53" height="73" rx="5" fill="none" stroke="${GOLD}" stroke-width="2.5" stroke-dasharray="7 3"/>`
      : "")
  );
}
