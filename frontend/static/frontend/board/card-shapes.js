// Where everything lies on a table of cards, on a wide board, a low one and a tall one. Lengths in units of the scene.
import { stretched } from "./stretched.js";

// A block is a seat's label, its chips below, its hand below these, what it laid below that; `width` is its room. The least that a
// table needs: it is stretched to fill its room. `own` stands at its bottom.
const block = (x, y, width, align = "start") => ({ x, y, width, align });
const SHAPES = {
  wide: {
    width: 1000,
    height: 748,
    widest: 1330,
    tallest: 820,
    font: 15,
    rows: 1,
    hand: 37,
    laid: 35,
    seatLabel: { width: 210, height: 34 },
    chips: 24,
    line: 10,
    margin: 18,
    side: 196,
    heights: { n: 12, far: 108, near: 372 },
    top: 340,
    middle: { y: 332, width: 300, card: 62, half: 100 },
    aside: { y: 476, card: 22 },
    own: { y: 56, card: 52, rows: 1, each: true, label: 126, laid: 186 },
  },
  low: {
    width: 700,
    height: 424,
    widest: 1000,
    tallest: 480,
    font: 12.5,
    rows: 1,
    hand: 25,
    laid: 23,
    seatLabel: { width: 142, height: 25 },
    chips: 18,
    line: 4,
    margin: 10,
    side: 122,
    heights: { n: 8, far: 34, near: 188 },
    top: 230,
    middle: { y: 206, width: 200, card: 40, half: 66 },
    aside: { y: 290, card: 14 },
    own: { y: 42, card: 45, rows: 1, label: 98, laid: 132 },
  },
  // On a short telephone: narrow as it is, the table is wider than this, and the own hand has room in one line.
  short: {
    width: 400,
    height: 604,
    widest: 620,
    tallest: 730,
    font: 11.5,
    rows: 2,
    hand: 26,
    laid: 24,
    seatLabel: { width: 150, height: 26 },
    chips: 18,
    line: 5,
    margin: 8,
    side: 6,
    heights: { n: 8, far: 92, near: 324 },
    top: 280,
    middle: { y: 268, width: 200, card: 40, half: 54 },
    aside: { y: 336, card: 14 },
    own: { y: 42, card: 44, rows: 1, label: 104, laid: 139 },
  },
  tall: {
    width: 400,
    height: 730,
    widest: 680,
    tallest: 780,
    font: 11.5,
    rows: 2,
    hand: 26,
    laid: 24,
    seatLabel: { width: 150, height: 26 },
    chips: 18,
    line: 5,
    margin: 8,
    side: 6,
    heights: { n: 8, far: 126, near: 372 },
    top: 280,
    middle: { y: 310, width: 220, card: 42, half: 62 },
    aside: { y: 386, card: 14 },
    own: { y: 73, card: 44, rows: 2, label: 167, laid: 202 },
  },
};

const SHORT = 0.72; // the ratio from which a tall table is a short one

/** The places of a table in a room of this ratio. */
export function shapeFor(name, ratio) {
  const form = SHAPES[name === "tall" && ratio > SHORT ? "short" : name],
    { margin, heights, own } = form,
    { width, height } = stretched(form, ratio),
    x = width / 2,
    long = x - form.side - margin,
    down = (height - form.height) / 2;
  const far = heights.far + down * 0.4,
    near = heights.near + down;
  return {
    ...form,
    width,
    height,
    blocks: {
      n: block(x - form.top / 2, heights.n, form.top, "middle"),
      nw: block(margin, far, long),
      ne: block(width - margin - long, far, long, "end"),
      sw: block(margin, near, long),
      se: block(width - margin - long, near, long, "end"),
    },
    middle: { ...form.middle, x, y: form.middle.y + down },
    aside: { ...form.aside, x, y: form.aside.y + down },
    own: {
      ...own,
      x,
      y: height - own.y,
      width: width - 2 * margin,
      laid: height - own.laid,
      seatLabel: { x: x - form.seatLabel.width / 2, y: height - own.label },
    },
  };
}
