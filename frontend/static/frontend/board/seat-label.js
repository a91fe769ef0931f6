// The label of a seat beside its hand: letter, name, score, marks; the same at every table.
import { chip, CREAM, DARK, fitting, GOLD, measured, ROSE, round, SERIF, signed, text } from "./draw.js";

/** How a mark is drawn that has a tone. */
export const TONES = {
  notice: { fill: "#f8efd9", ink: "#8f1d16" },
  success: { ink: GOLD, line: GOLD },
  danger: { fill: "#c5402a", ink: "#fff" },
};
/** How a chip of a call or a win is drawn. */
export const WON = { fill: GOLD, ink: DARK };

/** The points that this move gives a seat, as a chip; none where it gives none. */
export function gained(frame, seat, size) {
  const points = frame.ledger.reduce(
    (sum, line) => sum + (line.to === seat.seat ? line.points : 0) - (line.from === seat.seat ? line.points : 0),
    0,
  );
  return points
    ? [
        chip(
          signed(points),
          size,
          points > 0 ? { fill: "#d8f0c8", ink: "#1e4d17" } : { fill: "#ffd9d2", ink: "#8a1c12" },
        ),
      ]
    : [];
}

/** What a seat has just called. */
export const called = (frame, seat, size) =>
  frame.call?.seat === seat.seat ? [chip(frame.call.said, size, { ...WON, weight: 700, font: SERIF })] : [];

/** A chip for every flag that the game has a word for: of a seat, of the round or of the set to beat. With `before`, the same
    thing one move ago, only flags that were set then too. */
export const flags = (thing, words, size, before = thing) =>
  Object.keys(words.marks)
    .filter((mark) => thing[mark] === true && before[mark] === true)
    .map((mark) => chip(words.marks[mark], size, TONES[words.tones[mark]]));

/** Marks of a seat that last. */
export function marks(seat, words, language, size) {
  const found = seat.marks?.map((mark) => chip(mark[language], size, TONES.notice)) ?? [];
  if (seat.dealer && !seat.team) found.push(chip(words.dealer, size, { ink: GOLD, line: GOLD }));
  found.push(...won(seat, words, size));
  if (seat.state === "left") found.push(chip(words.marks.left, size));
  return found;
}

/** A chip for every win of a seat that is out of the play; wins of one value are one chip with their number. */
function won({ state, wins }, words, size) {
  if (state === "in") return [];
  const counts = new Map();
  for (const { value } of wins) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) =>
    chip([words.marks.won, value, count > 1 ? `×${count}` : null].filter((part) => part !== null).join(" "), size, WON),
  );
}

/** The label of a seat, its left edge at x, its middle at y. `disc` colours the letter's disc. */
export function seatLabel(
  seat,
  words,
  { x, y, width, height, size, disc = "", score = signed(seat.score), bad = false },
) {
  const top = y - height / 2,
    radius = height * 0.37,
    cx = x + height / 2;
  const ring = seat.dealer
    ? `<circle cx="${round(cx)}" cy="${round(y)}" r="${round(radius + 2.5)}" fill="none" stroke="${GOLD}" stroke-width="2"/>`
    : "";
  const fill = disc || (seat.dealer ? "#a52a20" : "#10271fb0"),
    out = seat.state !== "in" ? ' opacity=".82"' : "";
  const points = measured(score, size) + 8,
    name = fitting(seat.name, size, width - height - points - 10);
  const stroke = bad ? "#ff7d6e" : seat.turn ? GOLD : "#ffffff24";
  return (
    `<g data-label="${seat.seat}"${out}><rect x="${round(x)}" y="${round(top)}" width="${width}" height="${height}" rx="${height / 2}" fill="#0c1f19" fill-opacity="${seat.turn ? ".62" : ".4"}" stroke="${stroke}" stroke-width="${seat.turn || bad ? 2 : 1}"/>` +
    `<circle cx="${round(cx)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>${ring}${text(words.seats[seat.seat]?.short ?? seat.seat, cx, y + size * 0.38, size * 1.05, { weight: 700, font: SERIF, fill: disc ? DARK : CREAM })}` +
    text(name, x + height + 4, y + size * 0.36, size, { anchor: "start" }) +
    text(score, x + width - size * 0.8, y + size * 0.36, size, {
      anchor: "end",
      weight: 700,
      fill: seat.score > 0 ? GOLD : seat.score < 0 ? ROSE : CREAM,
    }) +
    "</g>"
  );
}
