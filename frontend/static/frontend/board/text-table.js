// The table as text for screen readers: seat by seat, equal tiles counted; and the sentence for a step.
import { element, filled, LANGUAGE } from "../site/parts.js";

const AND = LANGUAGE === "en" ? ", " : "、";
const END = LANGUAGE === "en" ? ". " : "。";

export const seatText = (words, seat) => (seat === "BANK" ? words.bank : (words.seats[seat]?.said ?? seat));

/** Tiles or cards by name, several alike as one with their number. */
export function named(words, names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(
      ([name, count]) => `${words.tiles[name] ?? (name === "?" ? words.unseen : name)}${count > 1 ? ` ×${count}` : ""}`,
    )
    .join(AND);
}

const melded = (words, { kind, tiles }) => `${words.melds[kind] ?? ""} ${named(words, tiles)}`.trim();

/** What a seat holds and has laid, line by line; empty parts are left out. */
function lines(words, seat) {
  const lineOf = (text, tiles) => (tiles ? filled(text, { tiles }) : "");
  return [
    lineOf(words.held, named(words, seat.hand)),
    lineOf(words.took, seat.drawn && named(words, [seat.drawn])),
    seat.open ? words.shown : seat.locked ? words.locked : "",
    ...(seat.marks ?? []).map((mark) => mark[LANGUAGE]),
    lineOf(words.laid, seat.melds.map((meld) => melded(words, meld)).join(AND)),
    lineOf(
      words.threw,
      named(
        words,
        seat.river.map(({ tile }) => tile),
      ),
    ),
    lineOf(
      words.readyFor,
      named(
        words,
        (seat.waits ?? []).map(({ tile }) => tile),
      ),
    ),
    lineOf(
      words.wonOn,
      named(
        words,
        seat.wins.map(({ tile }) => tile ?? "?"),
      ),
    ),
    seat.turn ? words.inTurn : "",
  ].filter(Boolean);
}

/** The parts of a list of terms: what is in the middle, then every seat. */
export function table(words, frame) {
  const middle = [];
  if (frame.wall) middle.push(filled(words.wallCount, { n: frame.wall.count }));
  if (frame.top)
    middle.push(filled(words.toBeat, { seat: seatText(words, frame.top.seat), tiles: named(words, frame.top.tiles) }));
  const seats = frame.seats.flatMap((seat) => [
    element(
      "dt",
      "",
      filled(words.score, {
        seat: [seatText(words, seat.seat), seat.name].filter(Boolean).join(" "),
        points: seat.score,
      }),
    ),
    ...lines(words, seat).map((line) => element("dd", "", line)),
  ]);
  return middle.length
    ? [element("dt", "", words.middle), ...middle.map((line) => element("dd", "", line)), ...seats]
    : seats;
}

export const paid = (words, { from, to, points }) =>
  filled(words.pays, { from: seatText(words, from), to: seatText(words, to), points });

/** One step, with what is wrong in it and who pays whom. */
export function step(words, frame) {
  return [
    frame.move ? `${frame.move}. ${frame.said}` : frame.said,
    ...frame.findings.map(({ said }) => said.replace(/[.。]$/, "")),
    ...frame.ledger.map((line) => paid(words, line)),
  ].join(END);
}
