// Card faces as SVG markup, 60 by 84. A name is one character: a rank, `x` and `X` the small and big joker; "?" is a back.
export const CARD = { width: 60, height: 84 };
const INK = "#1d2b4a",
  RED = "#b4231a",
  GREY = "#5b6170",
  GOLD = "#9a6a10",
  PAPER = "#fffdf7";
const FONT = "Georgia, 'Times New Roman', 'Noto Serif', serif";
const FILLS = { 2: GOLD, 3: RED, x: GREY, X: RED };

const text = (content, x, y, size, fill, more = "") =>
  `<text x="${x}" y="${y}" font-family="${FONT}" font-size="${size}" font-weight="700" fill="${fill}" text-anchor="middle"${more}>${content}</text>`;

/** A star with a cap's three points: the jokers. */
const jester = (fill) =>
  `<path fill="${fill}" d="M31 30l4.7 11.3 12.3-7.8-5 17.500H19l-5-17.5 12.3 7.800z"/><circle cx="14" cy="31.5" r="3" fill="${fill}"/><circle cx="31" cy="27" r="3" fill="${fill}"/><circle cx="48" cy="31.5" r="3" fill="${fill}"/><rect x="19" y="53.5" width="24" height="5" rx="2" fill="${fill}"/>`;

function face(name) {
  const fill = FILLS[name] ?? INK,
    rank = name === "T" ? "10" : name;
  if (name === "x" || name === "X") {
    return (
      `<path fill="${fill}" d="M11 6.500l1.7 3.6 3.9.5-2.9 2.7.8 3.9-3.5-1.9-3.5 1.9.8-3.9-2.9-2.7 3.9-.5z"/>` +
      [..."JOKER"].map((letter, at) => text(letter, 11, 30 + at * 10.5, 9.5, fill)).join("") +
      `<g transform="translate(5 2)">${jester(fill)}</g>`
    );
  }
  const narrow = rank.length > 1 ? ' textLength="17" lengthAdjust="spacingAndGlyphs"' : "";
  const wide = rank.length > 1 ? ' textLength="35" lengthAdjust="spacingAndGlyphs"' : "";
  return text(rank, 12, 21.5, 21, fill, narrow) + text(rank, 35, 63, 46, fill, wide);
}

const BACK = `<rect x="5" y="5" width="50" height="74" rx="5" fill="none" stroke="#ffffff" stroke-opacity=".4" stroke-width="1.5"/><path d="M5 30L30 5M5 55L55 5M5 79L55 29M30 79L55 54M55 30L30 5M55 55L5 5M55 79L5 29M30 79L5 54" stroke="#ffffff" stroke-opacity=".16" stroke-width="2"/><circle cx="30" cy="42" r="10" fill="#7d2f33" stroke="#ffffff" stroke-opacity=".4" stroke-width="1.5"/>`;

/** A whole card as markup, with how many of it there are in its corner. */
export function cardMarkup(name, count = 1) {
  const back = name === "?";
  return (
    `<rect x="1.5" y="2.5" width="60" height="84" rx="7" fill="#000000" fill-opacity=".2"/><rect width="60" height="84" rx="7" fill="${back ? "#7d2f33" : PAPER}" stroke="${back ? "#5e2226" : "#c9c0a6"}" stroke-width="1"/>` +
    (back ? BACK : face(name)) +
    (count > 1
      ? `<rect x="1" y="64" width="${count > 9 ? 34 : 27}" height="19" rx="6" fill="#1f4d42"/><text x="${count > 9 ? 18 : 14.5}" y="79" font-family="system-ui, sans-serif" font-size="16" font-weight="700" fill="#ffffff" text-anchor="middle">×${count}</text>`
      : "")
  );
}
