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

/** The text without its last move and what is said of it. */
export function back(text) {
  const start = lastRound(text);
  const body = text.slice(start);
  const tags = [...body.matchAll(/^\[.*\]$/gm)].at(-1);
  const from = tags ? tags.index + tags[0].length : 0;
  const moves = body.slice(from).replace(/\s+$/, "").replace(/(\s*(\{[^}]*\}|;.*$))+$/, "");
  return `${text.slice(0, start)}${body.slice(0, from)}${moves.replace(/\s*\S+$/, "")}\n`;
}

/** A new match. */
export function begin({ game, preset, tags, dealer, first }) {
  const lines = [["PPN", "1"], ["Game", game], ["Rules", preset], ...tags.filter(([, value]) => value)];
  const head = lines.map(([name, value]) => `[${name} "${escaped(value)}"]`).join("\n");
  return `${head}\n\n[Round "1"]\n[${first} "${dealer}"]\n`;
}

/** The text with the round after its last one. */
export function nextRound(text, dealer, first) {
  const number = Number(read(text, "Round", true) || 0) + 1;
  return `${text.replace(/\s+$/, "")}\n\n[Round "${number}"]\n[${first} "${dealer}"]\n`;
}

const ORDER = "mpsz";

/** The tiles of a text, one by one; none of a text that is not of tiles. */
export function tilesOf(text) {
  const found = [];
  for (const [, ranks, suit] of text.matchAll(/([0-9]+)([mpsz])/g)) for (const rank of ranks) found.push(rank + suit);
  return found;
}

/** Tiles as a record writes them, sorted. */
export function written(tiles) {
  const sorted = [...tiles].sort((one, other) => ORDER.indexOf(one[1]) - ORDER.indexOf(other[1]) || one[0] - other[0]);
  return sorted.map((one, at) => (sorted[at + 1]?.[1] === one[1] ? one[0] : one)).join("");
}
