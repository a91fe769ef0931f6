// The tiles to pick from: a key for each tile in play, with the number that is left.
import { SUITS, left } from "./hand.js";
import { button, face, tileName } from "./tiles.js";
import { filled } from "../site/parts.js";

const picker = () => document.getElementById("picker");

/** Draw the tiles in play, a row for each suit; `add` is called with the tile that is pressed. */
export function drawPicker(table, add) {
  const suits = tilesBySuit(table);
  picker().replaceChildren(
    ...[...SUITS]
      .filter((suit) => suits[suit])
      .map((suit) => {
        const row = document.createElement("div");
        row.className = "suit";
        for (const name of suits[suit]) {
          const key = button("key", "", () => add(name));
          key.dataset.tile = name;
          key.tabIndex = -1;
          const more = document.createElement("span");
          more.className = "more";
          key.append(face(name), more);
          row.append(key);
        }
        return row;
      }),
  );
  picker().querySelector("button").tabIndex = 0;
  picker().addEventListener("keydown", moveFocus);
}

function tilesBySuit(table) {
  const found = {};
  for (const name of Object.keys(table.tiles)) (found[name[1]] ??= []).push(name);
  return found;
}

/** Say of every tile how many are left outside the hand; those that do not `fit` are disabled. */
export function updatePicker({ table, words }, now, fits) {
  for (const key of picker().querySelectorAll(".key")) {
    const name = key.dataset.tile,
      rest = Math.max(0, left(table, now, name));
    key.setAttribute("aria-label", filled(words.add, { tile: tileName(table, name), n: rest }));
    key.setAttribute("aria-disabled", String(!fits(name)));
    key.lastElementChild.textContent = rest;
  }
}

/** Arrow keys among the tiles of the picker. */
function moveFocus(event) {
  const rows = [...picker().children].map((row) => [...row.children]);
  const row = rows.findIndex((one) => one.includes(document.activeElement));
  if (row < 0) return;
  const column = rows[row].indexOf(document.activeElement);
  const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [
    0, 0,
  ];
  const there = rows[row + down];
  const next = there?.[Math.min(column + right, there.length - 1)];
  if (!next || !(down || right)) return;
  event.preventDefault();
  document.activeElement.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
