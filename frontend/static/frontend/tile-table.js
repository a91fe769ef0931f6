// A table of tiles: the seats around the wall, their hands and melds, the rivers between them.
import { badge, element, isolated, LANGUAGE } from "./parts.js";
import { tile } from "./tiles.js";

const SIDES = { 3: ["south", "east", "west"], 4: ["south", "east", "north", "west"] };

function plate(seat, words) {
  const row = element("div", "plate");
  row.append(element("b", "", seat.seat), isolated(seat.name));
  if (seat.dealer) row.append(badge(words.dealer));
  if (seat.state !== "in") row.append(badge(words[seat.state], seat.state));
  for (const mark of seat.marks) row.append(badge(mark[LANGUAGE], "told"));
  row.append(element("span", "points", (seat.score > 0 ? "+" : "") + seat.score));
  return row;
}

function held(seat, frame) {
  const bad = frame.findings.some((finding) => finding.seat === seat.seat);
  const row = element("div", seat.open ? "tiles open" : "tiles");
  const stands = [...seat.stands];
  row.append(...seat.hand.map((name) => tile(name, "", name === frame.ghost ? stands.shift() : "")));
  if (seat.drawn) {
    row.append(element("span", "gap"), tile(seat.drawn, bad ? "bad" : "last"));
  }
  for (const meld of seat.melds) {
    const group = element("span", "meld");
    group.title = [meld.kind, meld.from].filter(Boolean).join(" ← ");
    const fresh = meld.move === frame.move ? (bad ? "bad" : "last") : "";
    for (const name of meld.tiles) group.append(tile(name, fresh, name === frame.ghost ? meld.tile : ""));
    row.append(element("span", "gap"), group);
  }
  return row;
}

function birds(frame) {
  const row = element("div", "tiles birds");
  for (const bird of frame.birds) {
    const group = element("span", "bird");
    group.append(tile(bird.tile), element("small", "", bird.seat ?? ""));
    row.append(group);
  }
  return row;
}

function river(seat, side, frame) {
  const row = element("div", `river of-${side}`);
  for (const laid of seat.river) {
    const bad = laid.move === frame.move && frame.findings.length;
    row.append(tile(laid.tile, bad ? "bad" : laid.move === frame.move ? "last" : laid.mark ? "taken" : ""));
  }
  return row;
}

/** What to put on the board for a frame, the seat of index `turned` nearest. */
export function draw(frame, turned, words) {
  const middle = element("div", "middle");
  const centre = element("div", "centre", String(frame.wall.count));
  centre.prepend(element("small", "", words.wall));
  if (frame.birds.length) centre.append(birds(frame));
  middle.append(centre);
  const places = frame.seats.map((seat, index) => {
    const side = SIDES[frame.seats.length][(index - turned + frame.seats.length) % frame.seats.length];
    const place = element("section", `seat ${side}${seat.turn ? " turn" : ""}`);
    place.append(plate(seat, words), held(seat, frame));
    middle.append(river(seat, side, frame));
    return place;
  });
  return [middle, ...places];
}
