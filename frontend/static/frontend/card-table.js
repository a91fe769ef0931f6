// A table of cards: seats around it, the set to beat in the middle, each seat's last set before it.
import { cards } from "./cards.js";
import { badge, element, isolated, LANGUAGE } from "./parts.js";

const SIDES = ["s", "se", "ne", "n", "nw", "sw"];

function plate(seat, words) {
  const row = element("div", "plate");
  row.append(element("b", `team-${seat.team[0]}`, seat.seat), isolated(seat.name));
  if (seat.place) row.append(badge(words.places[seat.place - 1], "won"));
  if (seat.dealer) row.append(badge(words.leader));
  for (const mark of ["passed", "yielded", "burning", "opened"]) if (seat[mark]) row.append(badge(words[mark], mark));
  if (seat.declared) row.append(badge(words[seat.declared] ?? seat.declared, "told"));
  row.append(element("span", "points", `${words.count} ${seat.count}`));
  return row;
}

function laid(seat, frame) {
  const row = element("div", "laid-set");
  const set = seat.played.at(-1);
  if (!set) return row;
  const bad = frame.findings.some((finding) => finding.seat === seat.seat);
  const top = frame.top?.seat === seat.seat;
  row.classList.toggle("old", !top);
  row.append(...cards(set, top ? (bad ? "bad" : "last") : ""));
  return row;
}

function middle(frame, words) {
  const centre = element("div", "centre");
  if (frame.top) {
    const set = element("div", "top-set");
    set.append(...cards(frame.top.tiles));
    centre.append(element("small", "", frame.top.seat), set);
    for (const mark of frame.top.marks) centre.append(badge(mark[LANGUAGE], "won"));
    if (frame.top.burning) centre.append(badge(words.burning, "burning"));
  }
  if (frame.tangled) centre.append(badge(words.tangled, "told"));
  if (frame.aside.length) {
    const aside = element("div", "aside");
    aside.append(element("small", "", words.aside), ...cards(frame.aside));
    centre.append(aside);
  }
  return centre;
}

/** What to put on the board for a frame, the seat of index `turned` nearest. */
export function draw(frame, turned, words) {
  const places = frame.seats.map((seat, index) => {
    const side = SIDES[(index - turned + SIDES.length) % SIDES.length];
    const place = element("section", `seat at-${side}${seat.turn ? " turn" : ""}${seat.may_speak ? " speaks" : ""}`);
    const hand = element("div", "hand");
    hand.append(...cards(seat.hand));
    place.append(plate(seat, words), hand, laid(seat, frame));
    return place;
  });
  return [middle(frame, words), ...places];
}
