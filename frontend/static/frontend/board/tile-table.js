// A table of tiles as a scene: the seats around it, hands and melds at its edges, rivers around the wall in the middle.
import { chip, FAINT, GAP, GOLD, round, row, rows, SERIF, text } from "./draw.js";
import { called, gained, marks, seatLabel } from "./seat-label.js";

const RATIO = 80 / 60;
const SIDES = { 3: [0, 1, 3], 4: [0, 1, 2, 3] };
const TURNS = [0, 270, 180, 90];
const LINES = 3; // of chips below the label of a seat at the side
const RIVER = 6,
  LINE = 10; // tiles of a line, and those that a third line has room for: it may go on into the corner of the table

// `three`: what is otherwise where three sit, and nobody at the top: the middle moves up and grows. Sides are 0 bottom, 1 right, 2 top, 3 left. `own` is the hand at the bottom, `other` those around; lengths in units of the scene.
const SHAPES = {
  wide: {
    width: 1000,
    height: 756,
    cx: 500,
    cy: 348,
    edges: 348,
    panel: 97,
    river: 34,
    gap: 6,
    font: 15,
    own: { tile: 45, edge: 13, from: -338, to: 484, meld: 45, raised: 13 },
    other: { tile: 31, edge: 13, from: [0, -236, -236, -236], to: [0, 326, 484, 318], meld: 31, raised: 13 },
    seatLabels: [
      { x: 405, y: 625, side: "row" },
      { x: 756, y: 348, side: "column" },
      { x: 405, y: 80, side: "row" },
      { x: 66, y: 348, side: "column" },
    ],
    seatLabel: { width: 190, height: 36 },
    wait: 23,
    waits: 7,
    three: {
      cy: 272,
      panel: 104,
      river: 36,
      seatLabels: [
        { x: 405, y: 625, side: "row" },
        { x: 756, y: 272, side: "column" },
        null,
        { x: 66, y: 272, side: "column" },
      ],
    },
  },
  tall: {
    width: 400,
    height: 544,
    cx: 200,
    cy: 243,
    edges: 243,
    panel: 64,
    river: 22,
    gap: 3,
    font: 11.5,
    own: { tile: 27, edge: 9, from: -192, to: 192, meld: 23, raised: 52 },
    other: { tile: 18, edge: 8, from: [0, -132, -132, -132], to: [0, 196, 190, 190], meld: 18, raised: 8 },
    seatLabels: [
      { x: 130, y: 417, side: "row" },
      { x: 268, y: 104, side: "column" },
      { x: 130, y: 55, side: "row" },
      { x: 36, y: 104, side: "column" },
    ],
    seatLabel: { width: 140, height: 27, narrow: 96 },
    wait: 15,
    waits: 6,
    three: {
      height: 512,
      cy: 202,
      panel: 72,
      river: 23,
      seatLabels: [
        { x: 130, y: 388, side: "row" },
        { x: 268, y: 42, side: "column" },
        null,
        { x: 36, y: 42, side: "column" },
      ],
    },
  },
};

/** The scene of frames[at], the seat of index `turned` nearest. */
export function tileScene(frames, at, { turned, shape: name, words, language }) {
  const frame = frames[at],
    sides = SIDES[frame.seats.length],
    shape = sides.length === 3 ? { ...SHAPES[name], ...SHAPES[name].three } : SHAPES[name];
  const table = { frame, frames, shape, words, language, pieces: [], labels: [] };
  middle(table, sides, turned);
  frame.seats.forEach((seat, index) => {
    const side = sides[(index - turned + sides.length) % sides.length];
    const place = {
      seat,
      index,
      side,
      count: sides.length,
      bad: frame.findings.some((finding) => finding.seat === seat.seat),
    };
    river(table, place);
    hand(table, place);
    label(table, place);
  });
  blame(table);
  return { width: shape.width, height: shape.height, pieces: table.pieces, labels: table.labels };
}

// -- where things are: `u` runs along an edge to the right as its player sees it, the other length away from the edge or the middle.

function fromEdge({ shape }, side, u, v) {
  const { width, height, cx, edges } = shape;
  return [
    { x: cx + u, y: height - v },
    { x: width - v, y: edges - u },
    { x: cx - u, y: v },
    { x: v, y: edges + u },
  ][side];
}

function fromMiddle({ shape }, side, u, d) {
  const { cx, cy } = shape;
  return [
    { x: cx + u, y: cy + d },
    { x: cx + d, y: cy - u },
    { x: cx - u, y: cy - d },
    { x: cx - d, y: cy + u },
  ][side];
}

const turnOf = (side, sideways = false) => (TURNS[side] + (sideways ? 270 : 0)) % 360;

function piece(table, at, width, turn, name, more) {
  const { frame } = table;
  const fresh = more.move !== undefined && more.move === frame.move && frame.move > 0;
  table.pieces.push({
    kind: "tile",
    ...at,
    width,
    turn,
    name,
    mark: fresh ? "last" : "",
    ghost: name === frame.ghost && !more.stands,
    ...more,
  });
}

// -- hands and melds --------------------------------------------------------------------------------------------------

/** A hand apart from the tile that came last to it: just drawn, or won with. */
function parted(seat) {
  const names = [...seat.hand],
    win = seat.wins.at(-1);
  if (seat.drawn) return { names, last: seat.drawn, won: false };
  if (!win || seat.state === "in") return { names, last: null, won: false };
  const at = names.lastIndexOf(win.tile);
  if (names.length % 3 === 2 && at >= 0) names.splice(at, 1);
  return { names, last: win.tile, won: true };
}

function hand(table, place) {
  const { seat, side } = place,
    { shape, frame } = table;
  const sizes = side ? shape.other : shape.own,
    width = sizes.tile,
    v = sizes.edge + (width * RATIO) / 2;
  const turn = turnOf(side),
    zone = `${seat.seat}.hand`;
  const { names, last, won } = parted(seat);
  const long = names.length * width + (last ? width * 1.35 : 0);
  const left = melds(table, place) - (sizes.raised === sizes.edge ? width * 0.5 : -1000);
  const from = side ? sizes.from[side] : sizes.from;
  const start = Math.min(from, left - long);
  const stands = [...seat.stands];
  names.forEach((name, index) => {
    const stood = name === frame.ghost ? (stands.shift() ?? "") : "";
    piece(table, fromEdge(table, side, start + (index + 0.5) * width, v), width, turn, name, {
      zone,
      seat: seat.seat,
      stands: stood,
    });
  });
  if (last) {
    const at = fromEdge(table, side, start + (names.length + 0.85) * width, v);
    const stood = last === frame.ghost ? (stands.shift() ?? "") : "";
    piece(table, at, width, turn, last, {
      zone,
      seat: seat.seat,
      stands: stood,
      mark: won ? "won" : seat.turn ? "last" : "",
      drawn: true,
      ...(won ? {} : { from: { x: shape.cx, y: shape.cy } }),
    });
  }
  if (seat.open) opened(table, side, start, long, v, width);
}

function opened(table, side, start, long, v, width) {
  const half = (width * RATIO) / 2 + 4,
    one = fromEdge(table, side, start - 4, v - half),
    other = fromEdge(table, side, start + long + 4, v + half);
  table.labels.push(
    `<rect x="${round(Math.min(one.x, other.x))}" y="${round(Math.min(one.y, other.y))}" width="${round(Math.abs(one.x - other.x))}" height="${round(Math.abs(one.y - other.y))}" rx="6" fill="${GOLD}" fill-opacity=".12" stroke="${GOLD}" stroke-width="1.5" stroke-dasharray="7 4"/>`,
  );
}

/** Which tile of a meld lies sideways: at the side of the player whom it was claimed from. */
function pointing(meld, { index, count }, frame) {
  if (!meld.from) return -1;
  const from = frame.seats.findIndex((seat) => seat.seat === meld.from),
    away = (from - index + count) % count;
  const tiles = meld.kind === "direct" ? 4 : 3;
  return away === 1 ? tiles - 1 : away === count - 1 ? 0 : 1;
}

/** The tiles of a meld from left to right: { name, stands, sideways, stacked, down }. */
function laidOut(table, meld, place) {
  const { frame, frames } = table,
    side = pointing(meld, place, frame);
  const offered = frames[meld.move - 1]?.last?.tile;
  const claimed = meld.kind === "chi" && meld.tiles.includes(offered) ? offered : meld.tile;
  const rest = [...meld.tiles],
    stood = (name) => (name === frame.ghost && meld.kind !== "chi" ? meld.tile : "");
  const made = (name, more = {}) => ({ name, stands: name === meld.tile ? "" : stood(name), ...more });
  if (side < 0) {
    const order = meld.kind === "concealed" && rest.length === 4 ? [0, 2, 3, 1] : rest.map((_, at) => at);
    return order.map((from, at) =>
      made(rest[from], {
        down: meld.kind === "concealed" && rest.length === 4 && at % 3 === 0 && rest[from] === meld.tile,
      }),
    );
  }
  rest.splice(rest.indexOf(claimed), 1);
  const added = meld.kind === "added" ? made(rest.pop(), { sideways: true, stacked: true }) : null;
  const order = rest.map((name) => made(name));
  order.splice(side, 0, ...[made(claimed, { sideways: true }), ...(added ? [added] : [])]);
  return order;
}

/** Lay the melds from the player's right to the left; answers where they end. */
function melds(table, place) {
  const { seat, side } = place,
    sizes = side ? table.shape.other : table.shape.own,
    width = sizes.meld,
    high = width * RATIO;
  let u = side ? sizes.to[side] : sizes.to;
  for (const meld of seat.melds) {
    const tiles = laidOut(table, meld, place).reverse();
    for (const one of tiles) {
      const more = { zone: `${seat.seat}.meld`, seat: seat.seat, move: meld.move, stands: one.stands };
      const name = one.down ? "?" : one.name,
        long = one.sideways ? high : width;
      const v = sizes.raised + (one.sideways ? width * (one.stacked ? 1.5 : 0.5) : high / 2);
      if (one.stacked) {
        piece(table, fromEdge(table, side, u - long / 2, v), width, turnOf(side, true), name, more);
        continue; // the claimed one below it comes next and takes the room
      }
      piece(table, fromEdge(table, side, u - long / 2, v), width, turnOf(side, one.sideways), name, {
        ...more,
        hides: one.down ? one.name : "",
      });
      u -= long;
    }
    u -= width * 0.22;
  }
  return u;
}

// -- rivers and the middle ----------------------------------------------------------------------------------------------

function river(table, { seat, side }) {
  const { shape } = table,
    width = shape.river,
    high = width * RATIO,
    third = seat.river.length - 2 * RIVER;
  const step = Math.min(1, (LINE - 1) / Math.max(1, third - 1)); // closed up where even the corner is full
  seat.river.forEach((laid, index) => {
    const line = Math.min(2, Math.floor(index / RIVER)),
      column = (index - line * RIVER) * (line === 2 ? step : 1);
    const at = fromMiddle(
      table,
      side,
      (column - RIVER / 2 + 0.5) * width,
      shape.panel + shape.gap + (line + 0.5) * high,
    );
    piece(table, at, width, turnOf(side), laid.tile, {
      zone: `${seat.seat}.river`,
      seat: seat.seat,
      move: laid.move,
      ...(laid.mark ? { mark: "won" } : {}),
    });
  });
}

/** The wall as a ring of stacks that grows shorter, from the dealer on. */
function ring({ frame, frames, shape }, start) {
  const whole = Math.ceil(frames[0].wall.count / 2),
    left = Math.ceil(frame.wall.count / 2),
    half = shape.panel - 7;
  const long = half * 2,
    stack = (long * 4) / Math.max(whole, 1),
    made = [];
  for (let index = whole - left; index < whole; index += 1) {
    const along = ((index + 0.5) * stack + start * long) % (4 * long),
      edge = Math.floor(along / long),
      u = (along % long) - half;
    const [x, y] = [
      [-u, half],
      [-half, -u],
      [u, -half],
      [half, u],
    ][edge];
    const [w, h] = edge % 2 ? [7, Math.min(9, stack * 0.8)] : [Math.min(9, stack * 0.8), 7];
    made.push(
      `<rect x="${round(shape.cx + x - w / 2)}" y="${round(shape.cy + y - h / 2)}" width="${round(w)}" height="${round(h)}" rx="1.5"/>`,
    );
  }
  return `<g fill="#4fa383" stroke="#123027" stroke-width=".8">${made.join("")}</g>`;
}

function middle(table, sides, turned) {
  const { frame, shape, words } = table,
    { cx, cy, panel, font } = shape,
    big = panel * 0.42;
  const dealer = frame.seats.findIndex((seat) => seat.dealer),
    side = sides[(dealer - turned + sides.length) % sides.length] ?? 0;
  const raised = frame.birds.length ? panel * 0.27 : 0;
  table.labels.push(
    `<rect x="${cx - panel}" y="${cy - panel}" width="${panel * 2}" height="${panel * 2}" rx="${round(panel * 0.14)}" fill="#0c1f19" fill-opacity=".42"/>`,
    ring(table, (4 - side) % 4),
  );
  frame.seats.forEach((seat, index) => {
    if (!seat.turn) return;
    const at = fromMiddle(table, sides[(index - turned + sides.length) % sides.length], 0, panel - 19);
    const turn = TURNS[sides[(index - turned + sides.length) % sides.length]];
    table.labels.push(
      `<path d="M-${round(panel * 0.2)} -4h${round(panel * 0.4)}l-${round(panel * 0.2)} 9z" fill="${GOLD}" transform="translate(${at.x} ${at.y}) rotate(${turn})"/>`,
    );
  });
  table.labels.push(
    text(frame.wall.count, cx, cy + big * 0.36 - raised + font * 0.4, big, { weight: 700, font: SERIF }),
    text(words.wall, cx, cy - big * 0.52 - raised + font * 0.3, font * 0.92, { fill: FAINT }),
  );
  const width = Math.min(shape.river, (panel * 2 - 34) / Math.max(1, frame.birds.length)) * 0.92;
  frame.birds.forEach((bird, index) => {
    const x = cx + (index - (frame.birds.length - 1) / 2) * (width + 2);
    piece(table, { x, y: cy + panel * 0.34 }, width, 0, bird.tile, { zone: "birds", mark: bird.seat ? "won" : "" });
    if (bird.seat)
      table.labels.push(
        text(
          words.seats[bird.seat]?.short ?? bird.seat,
          x,
          cy + panel * 0.34 + (width * RATIO) / 2 + font,
          font * 0.85,
          { fill: GOLD },
        ),
      );
  });
}

// -- labels of seats -----------------------------------------------------------------------------------------------

/** A tile that would win, with what it would be worth and how many may still come. */
function wait(table, one, width) {
  const size = Math.max(9, width * 0.46);
  return {
    width: width + 2,
    at: (x, middle) => {
      table.pieces.push({
        kind: "tile",
        zone: "waits",
        x: x + width / 2,
        y: middle - size * 0.62,
        width,
        turn: 0,
        name: one.tile,
        mark: one.left ? "" : "spent",
        still: true,
      });
      return text(one.value ?? "", x + width / 2, middle + (width * RATIO) / 2 + size * 0.5, size, {
        fill: one.left ? GOLD : FAINT,
        weight: 700,
      });
    },
  };
}

function label(table, { seat, side, bad }) {
  const { frame, shape, words, language } = table,
    { font } = shape,
    at = shape.seatLabels[side],
    column = at.side === "column";
  const width = column ? (shape.seatLabel.narrow ?? shape.seatLabel.width - 14) : shape.seatLabel.width,
    { height } = shape.seatLabel;
  const now = [...called(frame, seat, font * 1.15), ...gained(frame, seat, font)],
    lasting = marks(seat, words, language, font * 0.86);
  const ready = seat.waits?.length ? [chip(words.ready, font * 0.86, { fill: "#cfe9dc", ink: "#14493a" })] : [];
  const chips = [...ready, ...lasting],
    waits = (seat.waits ?? []).map((one) => wait(table, one, shape.wait)),
    waitsLong = shape.waits * (shape.wait + 2);
  table.labels.push(seatLabel(seat, words, { x: at.x, y: at.y, width, height, size: font, bad }));
  (column ? around : beside)(table, { at, width, height }, { now, chips, waits, waitsLong });
}

/** The chips of a seat in rows above and below its label, its waits below those. */
function around({ shape, labels }, { at, width, height }, { now, chips, waits, waitsLong }) {
  const { font } = shape,
    middle = at.x + width / 2,
    under = at.y + height / 2,
    widths = Array(waits.length ? 1 : LINES).fill(width + GAP);
  labels.push(
    row(now, middle, at.y - height / 2 - font * 1.1, "middle"),
    ...rows(chips, widths, font * 0.86).map((line, index) =>
      row(line, middle, under + font * (1.1 + 1.6 * index), "middle"),
    ),
  );
  const [shown] = rows(waits, [waitsLong], font * 0.8, 0);
  if (waits.length) labels.push(row(shown, middle, under + font * 2.3 + shape.wait * 0.9, "middle", 0));
}

/** The chips of a seat to the right and the left of its label and below it; its waits to the right, in the place of chips. */
function beside({ shape, labels }, { at, width, height }, { now, chips, waits, waitsLong }) {
  const { font, other } = shape,
    edge = other.edge + other.tile * RATIO + GAP,
    right = shape.width - at.x - width - GAP - edge,
    left = at.x - GAP - edge - now.reduce((sum, one) => sum + one.width + GAP, 0);
  const [onRight, onLeft, below] = rows(chips, [waits.length ? 0 : right, left, shape.width / 2], font * 0.86);
  const [shown] = rows(waits, [Math.min(right, waitsLong)], font * 0.8, 0);
  labels.push(
    row([...onLeft, ...now], at.x - GAP, at.y, "end"),
    waits.length ? row(shown, at.x + width + GAP, at.y, "start", 0) : row(onRight, at.x + width + GAP, at.y),
    row(below, at.x + width / 2, at.y + height / 2 + font * 1.1, "middle"),
  );
}

// -- findings -------------------------------------------------------------------------------------------------------------

/** Mark what the findings of this move are about: what it laid down, else what it names of that seat's hand, else what is on offer. */
function blame({ frame, pieces }) {
  for (const finding of frame.findings) {
    const laid = pieces.filter((one) => one.move === frame.move && frame.move && one.seat === finding.seat);
    const [named] = (frame.token ?? "").match(/[1-9][mpsz]$/) ?? [""];
    const held = pieces.filter(
      (one) => one.seat === finding.seat && one.zone.endsWith(".hand") && (one.drawn || one.name === named),
    );
    const offered = pieces.filter((one) => one.zone === `${frame.last?.seat}.river` && one.name === frame.last.tile);
    for (const one of [laid, held.slice(-1), offered.slice(-1)].find((some) => some.length) ?? []) one.mark = "bad";
  }
}
