// The labels of seats at a table of tiles, each with its chips and with the tiles that it waits for.
import { chip, FAINT, GAP, GOLD, row, rows, text } from "./draw.js";
import { called, gained, marks, seatLabel } from "./seat-label.js";
import { RATIO } from "./tile-shapes.js";

const LINES = 3; // of chips below the label of a seat at the side

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

export function labelSeat(table, { seat, side, bad }) {
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
