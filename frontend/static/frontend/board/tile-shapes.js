// Where everything lies on a table of tiles, on a wide board, a low one and a tall one. Lengths in units of the scene.
import { stretched } from "./stretched.js";

/** Height of a tile by its width. */
export const RATIO = 80 / 60;
/** Tiles in a line of a river; the third line may be longer. */
export const RIVER = 6;

// The least that a table needs; it is stretched to fill its room, and hands and rivers grow as far as it lets them.
// Sides are 0 bottom, 1 right, 2 top, 3 left. `own` is the hand at the bottom, `other` are the other hands, `over` is left free
// below the top hand and `under` above the bottom hand for the labels of these seats, `beside` next to the rivers for the others'.
const SHAPES = {
  wide: {
    width: 960,
    height: 740,
    widest: 1330,
    tallest: 800,
    gap: 6,
    font: 15,
    river: 40,
    own: { tile: 54, edge: 12 },
    other: { tile: 39, edge: 12 },
    over: 62,
    under: 80,
    beside: 190,
    seatLabel: { width: 190, height: 36 },
    wait: 23,
    waits: 7,
    winLines: 4,
  },
  low: {
    width: 600,
    height: 392,
    widest: 860,
    tallest: 480,
    gap: 3,
    font: 13,
    river: 27,
    own: { tile: 34, edge: 8 },
    other: { tile: 24, edge: 8 },
    over: 6,
    under: 8,
    beside: 118,
    seatLabel: { width: 112, height: 27 },
    wait: 16,
    waits: 6,
    winLines: 0,
  },
  tall: {
    width: 400,
    height: 544,
    widest: 620,
    tallest: 640,
    gap: 3,
    font: 11.5,
    river: 30,
    own: { tile: 27, edge: 9, raised: 52, meld: 23 },
    other: { tile: 21, edge: 7 },
    over: 40,
    under: 94,
    beside: 2,
    labels: 69,
    seatLabel: { width: 140, height: 27 },
    wait: 15,
    waits: 6,
    winLines: 4,
  },
};

const lengths = new WeakMap();

/** Of the frames' hands by the width of a tile: how long the longest is with its melds and how long without, and how far a
    tile that lies on another reaches beyond the hand. */
function longest(frames) {
  if (lengths.has(frames)) return lengths.get(frames);
  const found = { hand: 14.4, whole: 14.4, beyond: 0 };
  for (const { seats } of frames)
    for (const { hand, drawn, wins, melds } of seats) {
      const held = hand.length + (drawn || wins.length ? 1.4 : 0.1);
      const laid = melds.reduce(
        (sum, { kind, from, tiles }) => sum + tiles.length - (kind === "added") + (from ? RATIO - 1 : 0) + 0.22,
        melds.length ? 0.5 : 0,
      );
      found.hand = Math.max(found.hand, held);
      found.whole = Math.max(found.whole, held + laid);
      if (melds.some(({ kind }) => kind === "added")) found.beyond = 2 - RATIO;
    }
  lengths.set(frames, found);
  return found;
}

/** The places of a table in a room of this ratio (without one: as small as it may be), for what these frames hold. */
export function shapeFor(frames, name, ratio) {
  const form = SHAPES[name],
    { width, height } = stretched(form, ratio),
    long = longest(frames),
    across = frames[0].seats.length !== 3,
    space = form.gap * 2;
  const thick = ({ tile, edge }) => edge + tile * RATIO;
  const other = { ...form.other },
    own = { raised: form.own.edge, ...form.own };
  // Every hand begins beside the hand on its left, and its melds end in the corner.
  other.tile = Math.min(
    other.tile,
    (height - thick(own) - space - other.edge) / long.whole,
    (width - space - 2 * other.edge) / (long.whole + RATIO),
  );
  const band = thick(other);
  const ownRoom = width - (form.own.raised ? own.edge : band + space) - own.edge;
  own.tile = Math.min(own.tile, ownRoom / (form.own.raised ? long.hand : long.whole));
  own.meld ??= own.tile;
  Object.assign(other, { meld: other.tile, raised: other.edge });
  const inner = band + long.beyond * other.tile,
    top = across ? inner + form.over : space,
    bottom = height - thick(own) - Math.max(form.under, form.gap + long.beyond * own.tile),
    cx = width / 2,
    cy = (top + bottom) / 2,
    edges = height / 2,
    labels = across ? inner + form.labels : form.labels * 0.64;
  const reach = Math.min((bottom - top) / 2, cx - inner - form.beside);
  const river = Math.min(form.river, reach / (RIVER / 2 + 3 * RATIO), form.labels ? (cy - labels - 70) / 3 : Infinity),
    panel = (river * RIVER) / 2 - form.gap;
  const low = edges - (form.own.raised ? own.raised + own.meld * RATIO : thick(own)) - space;
  const ends = [
    { from: form.own.raised ? own.edge - cx : band + space - cx, to: cx - own.edge },
    { from: -low, to: edges - other.edge },
    { from: band + space - cx, to: cx - other.edge },
    { from: band + space - edges, to: form.own.raised ? low : edges - other.edge },
  ];
  const shape = { ...form, width, height, cx, cy, edges, panel, river, own, other, ends };
  // The line below the label of the top seat: beside its river where that comes up to it, else above it.
  const free = cx - 3 * river - 2 * form.gap;
  shape.topLine = form.labels
    ? { x: cx, width: width / 2, anchor: "middle" }
    : { x: free, width: free - band - form.gap, anchor: "end" };
  if (form.labels) {
    shape.seatLabel = { ...form.seatLabel, narrow: Math.min(96, cx - 3 * river - inner - 8) };
    shape.winsFrom = cy + 3 * river + 14; // of the seats at the sides, in the corners that their rivers leave free
  }
  return { ...shape, seatLabels: SEAT_LABELS[name](shape, { band, inner, labels }, thick(own)) };
}

const middleOf = (one, other) => (one + other) / 2;

/** Where the labels of seats stand, by the side of the table: their left edge, their middle, and where their chips go. */
const SEAT_LABELS = {
  wide({ width, height, cx, cy, panel, gap, river, seatLabel }, { inner }, own) {
    const beside = seatLabel.width - 14,
      right = middleOf(cx + panel + gap + 3 * river * RATIO, width - inner) - beside / 2;
    return [
      { x: cx - seatLabel.width / 2, y: height - own - 58, side: "row" },
      { x: right, y: cy, side: "column" },
      { x: cx - seatLabel.width / 2, y: inner + 25, side: "row" },
      { x: width - right - beside, y: cy, side: "column" },
    ];
  },
  low({ width, height, cx, cy, panel, gap, river, seatLabel, font }, { band, inner }, own) {
    const beside = seatLabel.width - 14,
      right = middleOf(cx + panel + gap + 3 * river * RATIO, width - inner) - beside / 2,
      left = width - right - beside;
    // Above a label there is room for what its seat calls, below it for its chips and waits.
    const called = font * 2.9,
      waits = font * 6;
    return [
      { x: left, y: height - own - waits, side: "column" },
      { x: right, y: cy + called * 0.7, side: "column" },
      { x: right, y: band + called, side: "column" },
      { x: left, y: cy - called * 1.4, side: "column" },
    ];
  },
  tall({ width, height, cx, seatLabel }, { inner, labels }, own) {
    return [
      { x: cx - seatLabel.width / 2, y: height - own - 82, side: "row" },
      { x: width - inner - 4 - seatLabel.narrow, y: labels, side: "column" },
      { x: cx - seatLabel.width / 2, y: inner + 20, side: "row" },
      { x: inner + 4, y: labels, side: "column" },
    ];
  },
};
