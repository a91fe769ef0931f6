// A table of cards as a scene: two to six seats around it, the set to beat in the middle, before each seat what it laid last.
import { CARD } from "./faces/cards.js";
import { chip, CREAM, DARK, FAINT, GOLD, round, row, text } from "./draw.js";
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

// A block is a seat's label, its hand below, what it laid below that; `width` is its room. Lengths in units of the scene.
const block = (x, y, width, align = "start") => ({ x, y, width, align });
const SHAPES = {
  wide: {
    width: 1000,
    height: 756,
    font: 15,
    rows: 1,
    hand: 33,
    laid: 34,
    seatLabel: { width: 210, height: 34 },
    line: 12,
    blocks: {
      n: block(330, 12, 340, "middle"),
      nw: block(18, 110, 300),
      ne: block(682, 110, 300, "end"),
      sw: block(18, 386, 300),
      se: block(682, 386, 300, "end"),
    },
    middle: { x: 500, y: 345, width: 300, card: 62, half: 104 },
    aside: { x: 500, y: 490, card: 22 },
    own: { x: 500, y: 697, width: 956, card: 50, rows: 1, seatLabel: { x: 395, y: 628 }, laid: 566 },
  },
  tall: {
    width: 400,
    height: 716,
    font: 11.5,
    rows: 2,
    hand: 25,
    laid: 24,
    seatLabel: { width: 150, height: 26 },
    line: 6,
    blocks: {
      n: block(60, 8, 280, "middle"),
      nw: block(8, 112, 186),
      ne: block(206, 112, 186, "end"),
      sw: block(8, 356, 186),
      se: block(206, 356, 186, "end"),
    },
    middle: { x: 200, y: 294, width: 220, card: 42, half: 64 },
    aside: { x: 200, y: 370, card: 14 },
    own: { x: 200, y: 643, width: 386, card: 44, rows: 2, seatLabel: { x: 125, y: 549 }, laid: 514 },
  },
};

/** The scene of frames[at], the seat of index `turned` nearest. */
export function cardScene(frames, at, { turned, shape: name, words, language }) {
  const frame = frames[at],
    shape = SHAPES[name];
  const table = { frame, before: frames[at - 1], shape, words, language, pieces: [], labels: [] },
    sides = SIDES[frame.seats.length];
  middle(table);
  frame.seats.forEach((seat, index) => {
    const side = sides[(index - turned + sides.length) % sides.length];
    const place = { seat, index, bad: frame.findings.some((finding) => finding.seat === seat.seat) };
    if (side === "s") own(table, place);
    else around(table, place, shape.blocks[side]);
  });
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
    { seatLabel: size, hand, line } = shape;
  const x =
    at.align === "start"
      ? at.x
      : at.align === "end"
        ? at.x + at.width - size.width
        : at.x + (at.width - size.width) / 2;
  const tall = hand * RATIO * (shape.rows > 1 && at.align !== "middle" && counted(seat.hand).length > 8 ? 2 : 1);
  const middleOf = at.y + size.height / 2,
    cards = at.y + size.height + line + tall / 2;
  const notes = seatChips(table, seat),
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
  if (at.align === "middle")
    table.labels.push(
      row(notes.slice(0, 2), x + size.width + 7, middleOf),
      row(notes.slice(2), x - 7, middleOf, "end"),
    );
  else if (size.width + notes.reduce((sum, one) => sum + one.width + 5, 2) < at.width)
    table.labels.push(
      at.align === "start" ? row(notes, x + size.width + 7, middleOf) : row(notes, x - 7, middleOf, "end"),
    );
  else table.labels.push(at.align === "start" ? row(notes, at.x + at.width, below, "end") : row(notes, at.x, below));
}

function own(table, place) {
  const { shape } = table,
    { seat } = place,
    { x, y, width, card, rows, seatLabel: at } = shape.own;
  (shape.homes ??= {})[seat.seat] = { x, y };
  table.labels.push(
    labelOf(table, place, at.x, at.y),
    row(seatChips(table, seat), at.x + shape.seatLabel.width + 8, at.y),
  );
  const more = { zone: `${seat.seat}.hand`, seat: seat.seat };
  if (rows === 1)
    fan(
      table,
      [...seat.hand].map((name) => ({ name })),
      { x: x - width / 2, y, width, card },
      more,
    );
  else lines(table, counted(seat.hand), { x: x - width / 2, y, width, card, rows }, more);
  laid(table, place, { x: x - width * 0.2, y: shape.own.laid, width: width * 0.4, card: shape.laid });
}
