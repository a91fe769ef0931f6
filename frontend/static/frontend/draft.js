// The text of a draft, changed in small steps: tags are set, moves put after the last one and taken back. Nothing here knows a rule.

const WIDTH = 72;
const escaped = (value) => value.replace(/\\/g, "\\\\").replace(/"/g, '\\"');
const tag = (name) => new RegExp(`^\\[${name.replace(".", "\\.")} "((?:[^"\\\\]|\\\\.)*)"\\]$`, "m");

/** Where the last round starts; the end of the text where there is none. */
function lastRound(text) {
  const at = text.lastIndexOf("[Round ");
  return at < 0 ? text.length : at;
}

const halves = (text, ofRound) => {
  const first = text.indexOf("[Round ");
  const cut = ofRound ? lastRound(text) : first < 0 ? text.length : first;
  return ofRound ? [text.slice(0, cut), text.slice(cut), ""] : ["", text.slice(0, cut), text.slice(cut)];
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
export function add(text, token) {
  const body = text.replace(/\s+$/, "");
  const last = body.slice(body.lastIndexOf("\n") + 1);
  const fits = !last.startsWith("[") && last.length + token.length < WIDTH;
  return `${body}${fits ? " " : "\n"}${token}\n`;
}

/** Where the moves of the last round are written, one by one. */
export function moves(text) {
  const start = lastRound(text), tags = [...text.slice(start).matchAll(/^\[.*\]$/gm)].at(-1);
  const from = tags ? start + tags.index + tags[0].length : start;
  return [...text.slice(from).matchAll(/\{[^}]*\}|;.*|\S+/g)].filter(([one]) => !/^([{;]|\d+\.$)/.test(one))
    .map((one) => ({ token: one[0], from: from + one.index, to: from + one.index + one[0].length }));
}

/** The text with so many moves of its last round, and what is said of them. */
export function cut(text, number) {
  const next = moves(text)[number];
  return next ? `${text.slice(0, next.from).replace(/\s+$/, "")}\n` : text;
}

/** The text with another token for a move, counted from 1. */
export function instead(text, number, token) {
  const { from, to } = moves(text)[number - 1];
  return text.slice(0, from) + token + text.slice(to);
}

/** A new match, its first round begun. */
export function begin(tags) {
  const head = [["PPN", "1"], ...tags].filter(([, value]) => value).map(([name, value]) => `[${name} "${escaped(value)}"]`).join("\n");
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
export function written(pieces) {
  const sorted = [...pieces].sort((one, other) => ORDER.indexOf(one[1]) - ORDER.indexOf(other[1]) || (one[1] ? one[0] - other[0] : 0));
  return sorted.map((one, at) => (one[1] && sorted[at + 1]?.[1] === one[1] ? one[0] : one)).join("");
}
