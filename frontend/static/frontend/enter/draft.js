// The text of a draft, changed in small steps: tags are set, moves put after the last one and taken back. Nothing here knows a rule.

const WIDTH = 72;
const escaped = (value) => value.replace(/\\/g, "\\\\").replace(/"/g, '\\"');
const tag = (name) => new RegExp(`^\\[${name.replace(".", "\\.")} "((?:[^"\\\\]|\\\\.)*)"\\]$`, "m");

/** Where rounds start; the end of the text where there is none. */
const rounds = (text) => [...text.matchAll(/^\[Round /gm)].map(({ index }) => index);
const lastRound = (text) => rounds(text).at(-1) ?? text.length;

const halves = (text, ofRound) => {
  const middle = ofRound ? lastRound(text) : (rounds(text)[0] ?? text.length);
  return ofRound ? [text.slice(0, middle), text.slice(middle), ""] : ["", text.slice(0, middle), text.slice(middle)];
};

/** The value of a tag of the match, or of the last round. */
export function read(text, name, ofRound = false) {
  const found = halves(text, ofRound)[1].match(tag(name));
  return found ? found[1].replace(/\\(.)/g, "$1") : "";
}

/** The text with a tag set, after the tags that are there; an empty value takes it out. */
export function put(text, name, value, ofRound = false) {
  const [before, part, after] = halves(text, ofRound);
  const line = value ? `[${name} "${escaped(value)}"]` : "";
  if (tag(name).test(part)) {
    const there = new RegExp(`${tag(name).source}\\n?`, "m");
    return before + part.replace(there, () => line && `${line}\n`) + after;
  }
  if (!line) return text;
  const tags = [...part.matchAll(/^\[.*\]$/gm)].at(-1);
  const at = tags ? tags.index + tags[0].length : part.length;
  return `${before}${part.slice(0, at)}\n${line}${part.slice(at) || "\n"}${after}`;
}

/** The text with one more move. */
export function addMove(text, token) {
  const body = text.replace(/\s+$/, "");
  const last = body.slice(body.lastIndexOf("\n") + 1);
  const fits = !/^\[|;/.test(last) && last.length + token.length < WIDTH;
  return `${body}${fits ? " " : "\n"}${token}\n`;
}

/** Where the header of the last round ends. */
function headEnd(text) {
  const start = lastRound(text),
    tags = [...text.slice(start).matchAll(/^\[.*\]$/gm)].at(-1);
  return tags ? start + tags.index + tags[0].length : start;
}

/** Where the moves of the last round are written, one by one. */
export function moves(text) {
  const from = headEnd(text);
  return [...text.slice(from).matchAll(/\{[^}]*\}|;.*|[^\s{;]+/g)]
    .filter(([one]) => !/^([{;]|\d+\.$)/.test(one))
    .map((one) => ({ token: one[0], from: from + one.index, to: from + one.index + one[0].length }));
}

/** How many moves are written in all rounds. */
export const countMoves = (text) =>
  rounds(text).reduce((sum, _, at, all) => sum + moves(text.slice(0, all[at + 1])).length, 0);

const NOTES = /[ \n]?\{([^}]*)\}|[ \n]?;(.*)\n?/g;

/** Where notes on a move of the last round stand, counted from 1; at 0 those before the first one. */
function notesAt(text, number) {
  const all = moves(text);
  return [number ? all[number - 1].to : headEnd(text), all[number]?.from ?? text.length];
}

/** The note at a move. */
export const noteAt = (text, number) =>
  [...text.slice(...notesAt(text, number)).matchAll(NOTES)].map(([, one, other]) => (one ?? other).trim()).join(" ");

/** The text with another note at a move; without one where there is nothing to say. A brace would end a note in braces. */
export function annotate(text, number, remark) {
  const [from, to] = notesAt(text, number),
    rest = text.slice(from, to).replace(NOTES, ""),
    gap = number ? " " : "\n";
  const inLine = /\}|\[PPN/.test(remark),
    line = remark && gap + (inLine ? `; ${remark}\n` : `{${remark}}`);
  return text.slice(0, from) + line + (inLine ? rest.trimStart() : rest || "\n") + text.slice(to);
}

/** The text up to a move of its last round, with the notes on those moves. */
export function upToMove(text, number) {
  const next = moves(text)[number];
  return next ? `${text.slice(0, next.from).replace(/\s+$/, "")}\n` : text;
}

/** The text with another token for a move, counted from 1. */
export function replaceMove(text, number, token) {
  const { from, to } = moves(text)[number - 1];
  return text.slice(0, from) + token + text.slice(to);
}

/** A new match, its first round begun. */
export function newMatch(tags) {
  const head = [["PPN", "1"], ...tags]
    .filter(([, value]) => value)
    .map(([name, value]) => `[${name} "${escaped(value)}"]`)
    .join("\n");
  return `${head}\n\n[Round "1"]\n`;
}

/** The text with the round after its last one, and who begins it where that is known. */
export function nextRound(text, tag, seat) {
  const number = Number(read(text, "Round", true) || 0) + 1;
  return `${text.replace(/\s+$/, "")}\n\n[Round "${number}"]\n${seat ? `[${tag} "${seat}"]\n` : ""}`;
}

const ORDER = "mpsz";

/** The tiles of a text, one by one, a digit and a letter that several may share; or its cards, single letters, suits left out. */
export function piecesOf(text, cards = false) {
  if (cards) return [...text.replace(/\s|[hdsc]/g, "")];
  return [...text.matchAll(/(\d+)([mpsz])/g)].flatMap(([, ranks, suit]) => [...ranks].map((rank) => rank + suit));
}

/** Tiles as a record writes them, sorted; cards as they come. */
export function piecesText(pieces) {
  const sorted = [...pieces].sort(
    (one, other) => ORDER.indexOf(one[1]) - ORDER.indexOf(other[1]) || (one[1] ? one[0] - other[0] : 0),
  );
  return sorted.map((one, at) => (one[1] && sorted[at + 1]?.[1] === one[1] ? one[0] : one)).join("");
}
