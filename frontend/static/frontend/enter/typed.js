// What typed words mean: pieces of a hand, or one of the moves that are offered. What may come the referee has said; here it is only found.

const WHOLE = /^[A-Z][-+:.?]./;

/** The text with numbers of copies written out: `3x4` as `3333`. */
const spread = (text) => text.replace(/(\S)[x×*](\d{1,2})(?!\d)/g, (_, one, number) => one.repeat(Number(number)));

/**
 * The pieces at the start of a text, and what is left of it: single cards, each with or without a number of copies (`3x4`), or tiles,
 * a letter after one digit or several (`123m`).
 */
export function piecesAt(text, names) {
  const found = [];
  let rest = text.trimStart();
  const single = names.every((name) => name.length === 1);
  for (let more = true; more && rest; rest = rest.trimStart()) {
    const [all = "", heads = "", tail = ""] = single
      ? (rest.match(/^(\S)[x×*](\d{1,2})(?!\d)/) ?? rest.match(/^(\S)(?![x×*]$)/) ?? [])
      : (rest.match(/^(\d+)([a-z])/i) ?? []);
    const pieces = single
      ? Array(tail ? Number(tail) : all.length).fill(names.includes(heads) ? heads : heads.toUpperCase())
      : [...heads].map((head) => head + tail.toLowerCase());
    more = pieces.length > 0 && pieces.every((piece) => names.includes(piece));
    if (!more) break;
    found.push(...pieces);
    rest = rest.slice(all.length);
  }
  return { pieces: found, rest };
}

/** The offers that a word means: as it stands, with the seat before it, or in other letters where these cannot mean another piece. */
function among(offers, word) {
  const own = word[0].toUpperCase() + word.slice(1),
    spoken = offers.filter((one) => one.faces.every((name) => name.length > 1)),
    ways = [
      [word, offers],
      [spread(word), offers],
      [own, offers],
      [word.toLowerCase(), spoken],
      ...(/x/i.test(word) ? [] : [[word.toUpperCase(), offers]]),
    ];
  const by = (text, some) =>
    some.filter((one) => one.typed.includes(text) || (one.seat === text[0] && one.typed.includes(text.slice(1))));
  return ways.map(([text, some]) => by(text, some)).find((found) => found.length) ?? [];
}

/**
 * The move that a word makes of a template: what is done, then pieces of it, as many as belong to it. What only might have been made
 * is meant only where the seat is written.
 */
function made(template, word) {
  const names = template.pieces.map((one) => one.piece).sort((one, other) => other.length - one.length);
  const own = word[0] === template.head[0] ? [word.slice(1)] : [];
  for (const text of template.usual ? [word, ...own] : own)
    for (const head of template.typed) {
      if (!text.startsWith(head)) continue;
      let rest = spread(text.slice(head.length).replace(/^:/, ""));
      if (names.some((name) => /^\d[a-z]$/.test(name))) rest = piecesAt(rest, names).pieces.join("") || rest;
      const picked = [];
      for (let next; (next = names.find((name) => rest.startsWith(name))); rest = rest.slice(next.length))
        picked.push(next);
      const fits = template.pieces.every((one) => picked.filter((piece) => piece === one.piece).length <= one.n),
        number = picked.filter((piece) => piece !== "/").length;
      if (!rest && fits && number >= template.least && number <= template.most)
        return (template.before ? `${template.before} ` : "") + template.head + picked.join("");
    }
  return "";
}

/**
 * What a word means: `token` to be written and the offer that it is, or several offers, or one `against` the rules. A whole move is
 * written as it stands: a record says what was played.
 */
export function meaning(word, view, answer) {
  for (const offers of [[...view.offers, ...answer.runs], answer.offers]) {
    const exact = offers.filter((one) => one.token === word),
      found = exact.length ? exact : among(offers, word);
    if (found.length === 1) return { token: found[0].token, offer: found[0] };
    if (found.length) return { several: found };
  }
  const [token] = view.templates.map((template) => made(template, word)).filter(Boolean);
  if (token) return { token };
  const [against] = among(view.against, word);
  if (against && !WHOLE.test(word)) return { against };
  if (WHOLE.test(word) && answer.seats.includes(word[0])) return { token: against?.token ?? word };
  return {};
}
