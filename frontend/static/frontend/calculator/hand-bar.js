// The hand of the calculator: its melds, its tiles and the winning tile, as buttons that remove themselves.
import { count, withGhost, left, room, sorted } from "./hand.js";
import { filled } from "../site/parts.js";
import { button, face, tileName } from "./tiles.js";

function heldTile({ table, words }, name, bad, onClick) {
  const made = button("held", filled(words.take, { tile: tileName(table, name) }), onClick);
  made.append(face(name, bad ? "bad" : ""));
  return made;
}

function laidMeld(at, meld, index, now) {
  const { table, words, change } = at;
  const group = document.createElement("span");
  group.className = `laid-meld ${meld.word}`;
  const { text: word } = table.melds.find((one) => one.word === meld.word) ?? { text: meld.word };
  const name = `${word} ${meld.tiles.map((one) => tileName(table, one)).join(" ")}`;
  const out = button("held", filled(words.take, { tile: name }), () =>
    change({ ...now, melds: now.melds.filter((_, other) => other !== index) }),
  );
  meld.tiles.forEach((one, place) => {
    const bad = left(table, now, one) < 0;
    out.append(face(meld.word === "angang" && place % 3 === 0 && !bad ? "?" : one, bad ? "bad" : ""));
  });
  group.append(out);
  const under = labelled(word);
  if (table.ghost && new Set(meld.tiles).size <= 2 && meld.word !== "chi") {
    const ghosts = count(meld.tiles, table.ghost);
    const turn = button("ghosts", filled(words.ghost, { n: ghosts }), () => change(withGhost(table, now, index)));
    turn.append(face(table.ghost), `× ${ghosts}`);
    under.append(turn);
  }
  group.append(under);
  return group;
}

function labelled(text) {
  const under = document.createElement("span");
  under.className = "under";
  under.append(text);
  return under;
}

function slot() {
  const made = document.createElement("span");
  made.className = "slot";
  return made;
}

/** Draw a hand into the bar. `at` gives the table, the words, and `change`, which is called with the hand as it is to be. */
export function drawHand(bar, at, now) {
  const { table, words, change } = at,
    names = sorted(now.hand),
    size = room(table, now);
  const focused = [...bar.querySelectorAll("button")].indexOf(document.activeElement);
  const hand = document.createElement("span"),
    win = document.createElement("span");
  hand.className = "concealed";
  names.forEach((name, index) => {
    const bad = left(table, now, name) < 0 || index >= size;
    hand.append(heldTile(at, name, bad, () => change({ ...now, hand: names.filter((_, other) => other !== index) })));
  });
  for (let empty = names.length; empty < size; empty += 1) hand.append(slot());
  win.className = "winning";
  win.append(
    now.win ? heldTile(at, now.win, left(table, now, now.win) < 0, () => change({ ...now, win: "" })) : slot(),
    labelled(words.win),
  );
  hand.append(win);
  bar.replaceChildren(...now.melds.map((meld, index) => laidMeld(at, meld, index, now)), hand);
  const buttons = bar.querySelectorAll("button");
  if (focused >= 0)
    (buttons[Math.min(focused, buttons.length - 1)] ?? document.querySelector("#picker [tabindex='0']"))?.focus();
}
