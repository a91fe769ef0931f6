// A table of tiles as a scene: the seats around it, hands and melds at its edges, rivers around the wall in the middle.
import { aboutTo } from "./about-to.js";
import { FAINT, GOLD, round, SERIF, text } from "./draw.js";
import { labelSeat } from "./tile-labels.js";
import { RATIO, RIVER, shapeFor } from "./tile-shapes.js";

const SIDES = { 2: [0, 2], 3: [0, 1, 3], 4: [0, 1, 2, 3] };
const TURNS = [0, 270, 180, 90];
const SET_OFF = 0.25; // how far a tile that has to go lies apart from the hand, by its width
const LINE = 10; // tiles that the third line of a river has room for: it may go on into the corner of the table

/** The scene of frames[at], the seat of index `turned` nearest, for a room of this ratio. */
export function tileScene(frames, at, { turned, shape: name, ratio, words, language }) {
  const frame = frames[at],
    sides = SIDES[frame.seats.length],
    shape = shapeFor(frames, name, ratio);
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
    labelSeat(table, place);
  });
  if (frame.aboutTo) aboutTo(frame, table.pieces);
  else blame(table);
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
  const at = names.lastIndexOf(names.includes(win.tile) ? win.tile : "?");
  if (names.length % 3 === 2 && win.tile && at >= 0) names.splice(at, 1);
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
  const { from, to } = shape.ends[side];
  const start = Math.min((from + to - 14.35 * width) / 2, left - long);
  const stands = [...seat.stands];
  const offset = (name) => v + (seat.barred?.includes(name.at(-1)) ? width * SET_OFF : 0);
  names.forEach((name, index) => {
    const standsFor = name === frame.ghost ? (stands.shift() ?? "") : "";
    piece(table, fromEdge(table, side, start + (index + 0.5) * width, offset(name)), width, turn, name, {
      zone,
      seat: seat.seat,
      stands: standsFor,
    });
  });
  if (last) {
    const at = fromEdge(table, side, start + (names.length + 0.85) * width, offset(last));
    const standsFor = last === frame.ghost ? (stands.shift() ?? "") : "";
    piece(table, at, width, turn, last, {
      zone,
      seat: seat.seat,
      stands: standsFor,
      mark: won ? "won" : seat.turn ? "last" : "",
      drawn: true,
      ...(won ? {} : { from: { x: shape.cx, y: shape.cy } }),
    });
  }
  if (seat.open) framed(table, side, [start, start + long], v, width, "7 4");
  else if (seat.locked && seat.state === "in") locked(table, side, [start, start + names.length * width], v, width);
}

/** A frame around a part of a hand. */
function framed(table, side, [from, to], v, width, dashes = "none") {
  const half = (width * RATIO) / 2 + 4,
    one = fromEdge(table, side, from - 4, v - half),
    other = fromEdge(table, side, to + 4, v + half);
  table.labels.push(
    `<rect x="${round(Math.min(one.x, other.x))}" y="${round(Math.min(one.y, other.y))}" width="${round(Math.abs(one.x - other.x))}" height="${round(Math.abs(one.y - other.y))}" rx="6" fill="${GOLD}" fill-opacity=".12" stroke="${GOLD}" stroke-width="1.5" stroke-dasharray="${dashes}"/>`,
  );
}

/** A locked hand: a frame that is closed, and a padlock on its edge towards the table. */
function locked(table, side, ends, v, width) {
  framed(table, side, ends, v, width);
  const { x, y } = fromEdge(table, side, ends[0] + width * 0.3, v + (width * RATIO) / 2 + 5);
  table.labels.push(
    `<g data-locked="" transform="translate(${round(x)} ${round(y)})"><path d="M-3.5 -1v-3a3.5 3.5 0 0 1 7 0v3" fill="none" stroke="${GOLD}" stroke-width="2"/><rect x="-6" y="-2" width="12" height="9" rx="2" fill="${GOLD}"/></g>`,
  );
}

/** Which tile of a meld lies sideways: at the side of the player whom it was claimed from. */
function pointing(meld, { index, count }, frame) {
  if (!meld.from) return -1;
  const from = frame.seats.findIndex((seat) => seat.seat === meld.from),
    away = (from - index + count) % count;
  const tiles = meld.kind === "direct" ? 4 : 3;
  if (count === 2) return 1; // the other sits across
  return away === 1 ? tiles - 1 : away === count - 1 ? 0 : 1;
}

/** The tiles of a meld from left to right: { name, stands, sideways, stacked, down }. */
function laidOut(table, meld, place) {
  const { frame, frames } = table,
    side = pointing(meld, place, frame);
  const offered = frames[meld.move - 1]?.last?.tile;
  const claimed = meld.kind === "chi" && meld.tiles.includes(offered) ? offered : meld.tile;
  const rest = [...meld.tiles],
    standsFor = (name) => (name === frame.ghost && meld.kind !== "chi" ? meld.tile : "");
  const made = (name, more = {}) => ({ name, stands: name === meld.tile ? "" : standsFor(name), ...more });
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
  let u = table.shape.ends[side].to;
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
  );
  if (frame.wall) table.labels.push(ring(table, (4 - side) % 4));
  frame.seats.forEach((seat, index) => {
    if (!seat.turn) return;
    const at = fromMiddle(table, sides[(index - turned + sides.length) % sides.length], 0, panel - 19);
    const turn = TURNS[sides[(index - turned + sides.length) % sides.length]];
    table.labels.push(
      `<path d="M-${round(panel * 0.2)} -4h${round(panel * 0.4)}l-${round(panel * 0.2)} 9z" fill="${GOLD}" transform="translate(${at.x} ${at.y}) rotate(${turn})"/>`,
    );
  });
  if (frame.wall)
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
