// A table of cards as a scene: two to six seats around it, the set to beat in the middle, before each seat what it laid last.
import { aboutTo } from "./about-to.js";
import { shapeFor } from "./card-shapes.js";
import { CARD } from "./faces/cards.js";
import { chip, CREAM, DARK, FAINT, GAP, GOLD, round, row, rows, text } from "./draw.js";
import { called, flags, marks, seatLabel, TONES } from "./seat-label.js";

const RATIO = CARD.height / CARD.width;
/** The places at the table by number of seats, in order of play, from the nearest. */
const SIDES = {
  2: ["s", "n"],
  3: ["s", "ne", "nw"],
  4: ["s", "se", "n", "sw"],
  5: ["s", "se", "ne", "nw", "sw"],
  6: ["s", "se", "ne", "n", "nw", "sw"],
};
const TEAMS = ["#f0cf83", "#9fd0ea"];

/** The scene of frames[at], the seat of index `turned` nearest, for a room of this ratio. */
export function cardScene(frames, at, { turned, shape: name, ratio, words, language }) {
  const frame = frames[at],
    shape = shapeFor(name, ratio);
  const table = { frame, before: frames[at - 1], shape, words, language, pieces: [], labels: [] },
    sides = SIDES[frame.seats.length];
  middle(table);
  frame.seats.forEach((seat, index) => {
    const side = sides[(index - turned + sides.length) % sides.length];
    const place = { seat, index, bad: frame.findings.some((finding) => finding.seat === seat.seat) };
    if (side === "s") own(table, place);
    else around(table, place, shape.blocks[side]);
  });
  if (frame.aboutTo) aboutTo(frame, table.pieces);
  return { width: shape.width, height: shape.height, pieces: table.pieces, labels: table.labels };
}

/** The colour of a seat's side, where two sides play against each other. */
function teamColour({ frame }, { team }) {
  const teams = [...new Set(frame.seats.map((seat) => seat.team))];
  return teams.length === TEAMS.length ? TEAMS[teams.indexOf(team)] : "";
}

/** Each rank once, with its number. */
function counted(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** Cards side by side within a width, overlapping where they must; `more` is added to each piece. */
function fan(table, cards, { x, y, width, card, align = "middle" }, more) {
  const step = Math.min(card * 1.06, cards.length > 1 ? (width - card) / (cards.length - 1) : 0),
    long = card + step * Math.max(0, cards.length - 1);
  const from = align === "start" ? x : align === "end" ? x + width - long : x + (width - long) / 2;
  cards.forEach((one, at) =>
    table.pieces.push({ kind: "card", ...one, x: from + card / 2 + at * step, y, width: card, turn: 0, ...more }),
  );
}

/** A hand in as many lines as its ranks need, centred. */
function lines(table, cards, at, more) {
  const rows = cards.length > 8 ? at.rows : 1,
    each = Math.ceil(cards.length / rows),
    high = at.card * RATIO + 2;
  for (let index = 0; index < rows; index += 1) {
    fan(
      table,
      cards.slice(index * each, (index + 1) * each),
      { ...at, y: at.y + (index - (rows - 1) / 2) * high },
      more,
    );
  }
}

function middle(table) {
  const { frame, shape, words, language } = table,
    { x, y, half, card, width } = shape.middle,
    { font } = shape;
  table.labels.push(
    `<ellipse cx="${x}" cy="${y}" rx="${round(half * 1.62)}" ry="${half}" fill="#0c1f19" fill-opacity=".3" stroke="#ffffff" stroke-opacity=".1"/>`,
  );
  const notes = [];
  if (frame.top) {
    const owner = frame.seats.find((seat) => seat.seat === frame.top.seat),
      bad = frame.findings.some((finding) => finding.seat === frame.top.seat);
    const fresh = owner.melds.some((meld) => meld.move === frame.move);
    fan(
      table,
      [...frame.top.tiles].map((name) => ({ name })),
      { x: x - width / 2, y, width, card },
      { zone: "top", seat: owner.seat, mark: fresh ? (bad ? "bad" : "last") : "", from: home(table, owner) },
    );
    table.labels.push(
      text(
        `${words.seats[owner.seat]?.short ?? owner.seat} ${owner.name}`.trim(),
        x,
        y - (card * RATIO) / 2 - font * 0.8,
        font,
        { fill: teamColour(table, owner) || CREAM, weight: 700 },
      ),
    );
    for (const mark of frame.top.marks) notes.push(chip(mark[language], font, { fill: GOLD, ink: DARK }));
    notes.push(...flags(frame.top, words, font));
  }
  notes.push(...flags(frame, words, font * 0.9));
  for (const debt of frame.owed.slice(0, 6))
    notes.push(
      chip(
        `${words.seats[debt.from]?.short ?? debt.from} → ${words.seats[debt.to]?.short ?? debt.to} ${debt.count}`,
        font * 0.86,
      ),
    );
  table.labels.push(
    row(notes.slice(0, 3), x, y + (card * RATIO) / 2 + font * 1.3, "middle"),
    row(notes.slice(3), x, y + (card * RATIO) / 2 + font * 3.1, "middle"),
  );
  if (frame.aside.length) {
    const { x: ax, y: ay, card: small } = shape.aside;
    table.labels.push(text(words.marks.aside ?? "", ax, ay - (small * RATIO) / 2 - 4, font * 0.8, { fill: FAINT }));
    fan(table, counted(frame.aside), { x: ax - 110, y: ay, width: 220, card: small }, { zone: "aside", dim: true });
  }
}

/** Where a seat's cards come from. */
function home({ frame, shape }, seat) {
  const at = shape.homes?.[seat.seat] ?? shape.middle;
  return { x: at.x, y: at.y, frame: frame.move };
}

function seatChips(table, seat) {
  const { frame, before, words, language } = table,
    size = table.shape.font * 0.86,
    found = called(frame, seat, table.shape.font);
  // What a seat has just called need not be said twice.
  const known = found.length ? before?.seats.find((one) => one.seat === seat.seat) : undefined;
  if (seat.place) found.push(chip(words.places[seat.place - 1], size, { fill: GOLD, ink: DARK }));
  found.push(...flags(seat, words, size, known));
  if (seat.declared) found.push(chip(words.marks[seat.declared] ?? seat.declared, size, TONES.notice));
  if (seat.dealer && frame.move === 0) found.push(chip(words.leader, size));
  return [...found, ...marks(seat, words, language, size)];
}

const badges = (seat, chips) => (chips ? `<g data-badges="${seat.seat}">${chips}</g>` : "");

const labelOf = (table, { seat, bad }, x, y) =>
  seatLabel(seat, table.words, {
    x,
    y,
    ...table.shape.seatLabel,
    size: table.shape.font,
    bad,
    disc: teamColour(table, seat),
    score: table.words.cards.replace("{n}", seat.count),
  });

/** The cards that a seat laid last, unless they lie in the middle; before the play, those that it gives or shows. */
function laid(table, { seat }, at) {
  const { frame } = table,
    given = seat.melds.find((meld) => meld.kind !== "set"),
    last = seat.played.at(-1);
  if (given)
    fan(table, counted(given.tiles), at, {
      zone: `${seat.seat}.laid`,
      seat: seat.seat,
      mark: given.move === frame.move ? "last" : "",
    });
  else if (last && frame.top?.seat !== seat.seat)
    fan(table, counted(last), at, { zone: `${seat.seat}.laid`, seat: seat.seat, dim: true });
}

function around(table, place, at) {
  const { shape } = table,
    { seat } = place,
    { seatLabel: size, hand, line, chips, font } = shape;
  const x =
    at.align === "start"
      ? at.x
      : at.align === "end"
        ? at.x + at.width - size.width
        : at.x + (at.width - size.width) / 2;
  const tall = hand * RATIO * (shape.rows > 1 && at.align !== "middle" && counted(seat.hand).length > 8 ? 2 : 1);
  const middleOf = at.y + size.height / 2,
    cards = at.y + size.height + chips + tall / 2;
  const [notes] = rows(seatChips(table, seat), [at.width], font * 0.86),
    below = cards + tall / 2 + line + (shape.laid * RATIO) / 2;
  table.labels.push(labelOf(table, place, x, middleOf));
  (shape.homes ??= {})[seat.seat] = { x: at.x + at.width / 2, y: cards };
  lines(
    table,
    counted(seat.hand),
    { x: at.x, y: cards, width: at.width, card: hand, align: at.align, rows: at.align === "middle" ? 1 : shape.rows },
    { zone: `${seat.seat}.hand`, seat: seat.seat },
  );
  laid(table, place, {
    x: at.x,
    y: below,
    width: at.width * 0.62,
    card: shape.laid,
    align: "start",
    ...(at.align === "end"
      ? { x: at.x + at.width * 0.38, align: "end" }
      : at.align === "middle"
        ? { x: at.x + at.width * 0.19, align: "middle" }
        : {}),
  });
  const edge = { start: at.x, middle: at.x + at.width / 2, end: at.x + at.width }[at.align];
  table.labels.push(badges(seat, row(notes, edge, at.y + size.height + chips / 2, at.align)));
}

function own(table, place) {
  const { shape } = table,
    { seat } = place,
    { x, y, width, card, rows: lined, each, seatLabel: at } = shape.own,
    right = at.x + shape.seatLabel.width + GAP,
    [after, before] = rows(seatChips(table, seat), [shape.width - right - GAP, at.x - 2 * GAP], shape.font * 0.86);
  (shape.homes ??= {})[seat.seat] = { x, y };
  table.labels.push(
    labelOf(table, place, at.x, at.y),
    badges(seat, row(after, right, at.y) + row(before, at.x - GAP, at.y, "end")),
  );
  const more = { zone: `${seat.seat}.hand`, seat: seat.seat };
  if (each)
    fan(
      table,
      [...seat.hand].map((name) => ({ name })),
      { x: x - width / 2, y, width, card },
      more,
    );
  else lines(table, counted(seat.hand), { x: x - width / 2, y, width, card, rows: lined }, more);
  laid(table, place, { x: x - width * 0.2, y: shape.own.laid, width: width * 0.4, card: shape.laid });
}
