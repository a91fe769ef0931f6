// What is offered while nobody can check the draft: what was said of it last, the moves that were written since, and every move that
// the game knows. Nothing here knows a rule: whose turn it is goes by the order of the seats.
import { moves, piecesOf, read } from "./draft.js";
import { isCard } from "./controls.js";

const UNSEEN = "?",
  PASS = "guo",
  NEXT = "-:";

/**
 * The answer in the place of the referee's on `text`. `good` is the last one that the referee has given, on the draft `before`;
 * `dealt` tells whether all hands are dealt. Null where it has said nothing yet.
 */
export function unchecked(good, before, text, { table, words, aside, dealt }) {
  const same = (tag) => read(text, tag) === read(before, tag);
  if (!good?.round_form || !read(text, "Round", true) || !["Game", "Rules"].every(same)) return null;
  const made = moves(text).map(({ token }) => token),
    round = Number(read(text, "Round", true)),
    known = good.round === round ? moves(before).map(({ token }) => token) : [],
    differs = made.findIndex((token, at) => token !== known[at]),
    checked = Math.min(differs < 0 ? made.length : differs, good.list?.length ?? 0);
  const told = { ...good, findings: [], line: words.unchecked, checked };
  if (known.length && made.length === known.length && checked === made.length) return told; // of its moves none has changed
  const say = sentences(table, words, good.round_form),
    state = made.length || dealt ? "unchecked" : "deal";
  return {
    ...told,
    ...{ state, round, moves: made.length, board: good.round === round ? good.board : undefined },
    list: made.map((token, at) => (at < checked ? good.list[at] : say(token))),
    ...{ next_dealer: undefined, scores: [], wins: [], places: [], against: [], implied: null, runs: [] },
    ...everything(good, made, text, { table, words, aside, say }),
  };
}

/** How a move reads, as well as it can be said without the rulebook. */
function sentences(table, words, { kinds }) {
  return (token) => {
    const [, letter, sign, rest] = token.match(/^(.)(.)(.*)$/),
      [verb, behind = ""] = ".?".includes(sign) ? rest.split(":") : ["", rest],
      said = verb ? (table.calls.find((one) => one.verb === verb)?.call ?? verb) : words.kinds[sign];
    const pieces = piecesOf(behind, isCard(kinds[0])).map((piece) => table.names[piece] ?? piece);
    return [table.seats[letter] ?? letter, said, ...pieces].filter(Boolean).join(" ");
  };
}

/** Every move of the seat that comes next, and the calls of all. */
function everything({ seats, round_form: form }, made, text, at) {
  const order = [...seats],
    last = made.at(-1) ?? "",
    called = at.table.calls.find(({ verb }) => last.slice(1) === `.${verb}` || last.slice(1).startsWith(`.${verb}:`)),
    goesOn = NEXT.includes(last[1]) || last.endsWith(`.${PASS}`),
    next = last
      ? order[(order.indexOf(last[0]) + (goesOn ? 1 : 0)) % order.length]
      : read(text, form.first, true) || order[0],
    draws = Boolean(form.wall && last && (goesOn || called?.kong));
  const turn = form.wall ? tiles(next, draws, form, at) : cards(next, form, at),
    calls = at.table.calls.filter(({ bare, verb }) => bare && !(form.wall && verb === PASS));
  const turned = [next, ...order.filter((seat) => seat !== next)];
  return {
    offers: [...turn.offers, ...turned.flatMap((seat) => calls.map((one) => call(seat, one, at)))],
    templates: [...turn.templates, ...turned.flatMap((seat) => forms(seat, form, at))],
  };
}

const offer = (token, seat, more, { say }) => ({
  token,
  seat,
  text: say(token.split(" ").at(-1)),
  rare: false,
  call: "",
  faces: [],
  ...more,
});

/** A tile drawn where the draws are known; else one discarded, after a draw that nobody saw where one is due. */
function tiles(seat, draws, form, at) {
  const known = draws && at.aside.draws,
    sign = known ? "+" : "-",
    before = draws && !known ? `${seat}+${UNSEEN} ` : "";
  const made = (piece) =>
    offer(`${before}${seat}${sign}${piece}`, seat, { faces: [piece], typed: [piece, sign + piece] }, at);
  const unseen = draws ? [offer(`${seat}+${UNSEEN}`, seat, { faces: [UNSEEN], typed: [`+${UNSEEN}`] }, at)] : [];
  return { offers: [...form.kinds.map(made), ...unseen], templates: [] };
}

function cards(seat, form, at) {
  return { offers: [], templates: [template(`${seat}:`, at.words.kinds[":"], dealt(form), form.size, at)] };
}

const call = (seat, { verb, call: said }, at) =>
  offer(`${seat}.${verb}`, seat, { call: said, typed: [verb, said.toLowerCase()] }, at);

/** The calls behind which pieces have to stand, each as a form that opens. */
function forms(seat, form, at) {
  return at.table.calls
    .filter(({ bare }) => !bare)
    .map((one) => ({
      ...template(`${seat}.${one.verb}:`, one.call, one.words ? Object.entries(one.words) : dealt(form), one.most, at),
      ...{ call: one.call, folded: true, typed: [one.verb, one.call.toLowerCase()] },
    }));
}

/** The pieces of the game in their order, each with its number. */
const dealt = ({ kinds, pieces }) => kinds.map((kind) => [kind, pieces[kind]]);

function template(head, said, pieces, most, { table }) {
  const named = pieces.map(([piece, n]) =>
    typeof n === "number"
      ? { piece, n, text: table.names[piece] ?? piece, face: piece }
      : { piece, n: 1, text: n, face: "" },
  );
  return {
    ...{ head, before: "", call: "", least: 1, most, usual: true, alike: false, typed: [head[1], ""] },
    text: `${table.seats[head[0]] ?? head[0]} ${said}`,
    pieces: named,
  };
}
