// Pieces of markup that tables are drawn with: text, chips and rows of them. Whatever people wrote is escaped here.
import { LANGUAGE } from "../site/parts.js";

const SIMPLIFIED = LANGUAGE === "zh-Hans";
export const SANS = SIMPLIFIED
  ? "'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',system-ui,sans-serif"
  : "'Noto Sans CJK TC','PingFang TC','Microsoft JhengHei',system-ui,sans-serif";
export const SERIF = SIMPLIFIED
  ? "'Noto Serif CJK SC','Songti SC','Source Han Serif SC',Georgia,serif"
  : "'Noto Serif CJK TC','Songti TC','Source Han Serif TC',Georgia,serif";
export const CREAM = "#f6f1e2";
export const GOLD = "#f3cd6b";
export const DARK = "#2a2410";
export const ROSE = "#ffb9ad";
export const FAINT = "#f6f1e2b8";

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escaped = (text) => String(text).replace(/[&<>"']/g, (one) => ESCAPES[one]);

const FULL = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\ud83c-\udbff]/;
/** About how wide a text is: fonts differ, so this is on the generous side. */
export const measured = (text, size) =>
  [...String(text)].reduce(
    (sum, one) => sum + (FULL.test(one) ? 1 : /[iljtfrI.,:' |]/.test(one) ? 0.36 : /[mwMW@%]/.test(one) ? 0.92 : 0.6),
    0,
  ) * size;

/** As much of a text as fits. */
export function fitting(text, size, room) {
  const letters = [...String(text)];
  if (measured(text, size) <= room) return letters.join("");
  while (letters.length && measured(letters.join("") + "…", size) > room) letters.pop();
  return letters.length ? letters.join("") + "…" : "";
}

export function text(
  content,
  x,
  y,
  size,
  { fill = CREAM, anchor = "middle", weight = 400, font = SANS, more = "" } = {},
) {
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" font-weight="${weight}" font-family="${font}"${more}>${escaped(content)}</text>`;
}

export const round = (value) => Math.round(value * 10) / 10;
export const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

/** A word on a coloured ground, as { width, at(x, middle), ground(x, middle, rim) }; room for a tile `before` it. */
export function chip(
  content,
  size,
  { fill = "none", ink = CREAM, line = "#f6f1e280", weight = 600, font = SANS, before = 0 } = {},
) {
  const width = measured(content, size) + size * 0.9 + before,
    height = size * 1.55;
  const ground = (x, middle, rim = fill === "none" ? line : "none") =>
    `<rect x="${round(x)}" y="${round(middle - height / 2)}" width="${round(width)}" height="${round(height)}" rx="${round(size * 0.4)}" fill="${fill}" stroke="${rim}"/>`;
  return {
    width,
    ground,
    at: (x, middle) =>
      ground(x, middle) +
      text(content, x + (width + before) / 2, middle + size * 0.36, size, { fill: ink, weight, font }),
  };
}

export const GAP = 5;

/** Things side by side from x on: to the right, or with `anchor` end to the left, or about it. */
export function row(things, x, middle, anchor = "start", gap = GAP) {
  const whole = widthOf(things, gap);
  let at = anchor === "end" ? x - whole : anchor === "middle" ? x - whole / 2 : x;
  return things
    .map((one) => {
      const made = one.at(at, middle);
      at += one.width + gap;
      return made;
    })
    .join("");
}

/** The width of things side by side. */
export const widthOf = (things, gap = GAP) => things.reduce((sum, one) => sum + one.width + gap, -gap);

/** Things in order into rows of these widths, as many in each as fit; those that fit nowhere are counted by a chip in the last. */
export function rows(things, widths, size, gap = GAP) {
  const made = widths.map(() => []);
  let at = 0,
    rest = 0;
  for (const one of things) {
    while (at < made.length && widthOf([...made[at], one], gap) > widths[at]) at += 1;
    if (at < made.length) made[at].push(one);
    else rest += 1;
  }
  const last = made.at(-1),
    counted = () => chip(`+${rest}`, size);
  while (rest && last.length && widthOf([...last, counted()], gap) > widths.at(-1)) {
    last.pop();
    rest += 1;
  }
  if (rest) last.push(counted());
  return made;
}

/** The felt under a table, with a rim. */
export function felt(width, height, dark) {
  const [inner, outer, rim] = dark ? ["#2c574a", "#183a31", "#10271f"] : ["#3f7c69", "#275247", "#1d4036"];
  return (
    `<defs><radialGradient id="felt" cx="50%" cy="46%" r="72%"><stop offset="0" stop-color="${inner}"/><stop offset="1" stop-color="${outer}"/></radialGradient></defs>` +
    `<rect width="${width}" height="${height}" rx="18" fill="${rim}"/><rect x="5" y="5" width="${width - 10}" height="${height - 10}" rx="14" fill="url(#felt)"/><rect x="5.5" y="5.5" width="${width - 11}" height="${height - 11}" rx="13.5" fill="none" stroke="#ffffff" stroke-opacity=".09"/>`
  );
}
