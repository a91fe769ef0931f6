// Where everything lies on a table of tiles, on a wide board and on a tall one. Lengths in units of the scene.

/** Height of a tile by its width. */
export const RATIO = 80 / 60;

// `three`: what differs at a table of three, where nobody sits at the top: the middle moves up and grows.
// Sides are 0 bottom, 1 right, 2 top, 3 left. `own` is the hand at the bottom, `other` are the other hands.
export const SHAPES = {
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
