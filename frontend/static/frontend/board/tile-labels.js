// The labels of seats at a table of tiles, each with its chips and with the tiles that it waits for.
import { chip, DARK, FAINT, GAP, GOLD, row, rows, text, widthOf } from "./draw.js";
import { called, gained, marks, seatLabel, WON } from "./seat-label.js";
import { RATIO } from "./tile-shapes.js";

const LINES = 3; // of chips below the label of a seat at the side
const DEEP = 3; // tiles that are seen below the uppermost of a stack

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

/** The wins of a seat that stays in: how many, then the tiles with what each was worth; equal ones are a stack with their number. */
function stacks({ pieces, words }, { state, wins }, size) {
  if (state !== "in" || !wins.length) return [];
  const found = new Map();
  for (const { tile, value } of wins) {
    const key = `${tile} ${value}`;
    found.set(key, { tile, value, count: (found.get(key)?.count ?? 0) + 1 });
  }
  const all = chip([words.marks.won, ...(wins.length > 1 ? [`×${wins.length}`] : [])].join(" "), size, WON);
  return [all, ...[...found.values()].map((one) => stack(pieces, one, size))];
}

/** A chip with a tile on it, those below it seen at its edge. */
function stack(pieces, { tile, value, count }, size) {
  const width = size * 1.05,
    under = Math.min(count - 1, DEEP) * 2.5,
    said = [value, ...(count > 1 ? [`×${count}`] : [])].filter((part) => part !== null).join(" "),
    face = chip(said, size, { ...WON, before: width + 4 });
  return {
    width: face.width + under,
    at: (x, middle) => {
      pieces.push({
        kind: "tile",
        zone: "wins",
        x: x + width / 2 + 4,
        y: middle,
        width,
        turn: 0,
        name: tile,
        still: true,
      });
      const below = Array.from({ length: under / 2.5 }, (_, index) =>
        face.ground(x + under - index * 2.5, middle, DARK),
      );
      return below.join("") + (under ? face.ground(x, middle, DARK) : "") + face.at(x, middle);
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
  const wins = stacks(table, seat, font * 0.86);
  // Where there is no line for its wins, a seat at the side tells how many they are.
  const chips = column && !shape.winLines ? [...wins.slice(0, 1), ...lasting] : lasting,
    waits = (seat.waits ?? []).map((one) => wait(table, one, shape.wait)),
    waitsLong = shape.waits * (shape.wait + 2);
  table.labels.push(seatLabel(seat, words, { x: at.x, y: at.y, width, height, size: font, bad }));
  (column ? around : beside)(table, { at, width, height }, { now, ready, chips, waits, waitsLong, wins });
}

/** The chips of a seat in rows above and below its label, its waits below those, its wins below those or where the table is free. */
function around({ shape, labels }, { at, width, height }, { now, ready, chips, waits, waitsLong, wins }) {
  const { font } = shape,
    middle = at.x + width / 2,
    under = at.y + height / 2,
    widths = Array(waits.length ? 1 : LINES).fill(width + GAP),
    all = [...ready, ...chips]; // where they have no room, the waits tell that it is ready
  labels.push(
    row(now, middle, at.y - height / 2 - font * 1.1, "middle"),
    ...rows(widthOf(all) > width ? chips : all, widths, font * 0.86).map((line, index) =>
      row(line, middle, under + font * (1.1 + 1.6 * index), "middle"),
    ),
  );
  const [shown] = rows(waits, [waitsLong], font * 0.8, 0);
  if (waits.length) labels.push(row(shown, middle, under + font * 2.3 + shape.wait * 0.9, "middle", 0));
  if (!shape.winLines) return;
  const from = shape.winsFrom ?? under + font * 2.6 + shape.wait * 2.2;
  labels.push(
    ...rows(wins, Array(shape.winLines).fill(width + GAP), font * 0.86).map((line, index) =>
      row(line, middle, from + font * 1.6 * index, "middle"),
    ),
  );
}

/** The chips and wins of a seat to the right and the left of its label and below it; its waits to the right, in the place of chips. */
function beside({ shape, labels }, { at, width, height }, { now, ready, chips, waits, waitsLong, wins }) {
  const { font, other } = shape,
    top = at.y < shape.cy,
    under = at.y + height / 2 + font * (top ? 0.85 : 1.1), // the top seat's river may come up to it
    edge = other.edge + other.tile * RATIO + GAP,
    right = shape.width - at.x - width - GAP - edge,
    left = at.x - GAP - edge - now.reduce((sum, one) => sum + one.width + GAP, 0);
  const [onRight, onLeft, below] = rows(
    [...ready, ...chips, ...wins],
    [waits.length ? 0 : right, left, top ? shape.topLine.width : shape.width - 2 * edge - 2 * GAP],
    font * 0.86,
  );
  const [shown] = rows(waits, [Math.min(right, waitsLong)], font * 0.8, 0);
  labels.push(
    row([...onLeft, ...now], at.x - GAP, at.y, "end"),
    waits.length ? row(shown, at.x + width + GAP, at.y, "start", 0) : row(onRight, at.x + width + GAP, at.y),
    top ? row(below, shape.topLine.x, under, shape.topLine.anchor) : row(below, at.x + width / 2, under, "middle"),
  );
}
