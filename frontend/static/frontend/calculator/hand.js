// A hand as the calculator holds it: { hand, melds, win }, tiles by name. How tiles are written, counted, put in and laid down.
// It knows no game: the tiles in play and their numbers, the size of a hand, the melds and the ghost are given to it.
export const SUITS = "mpsz";

const order = (name) => SUITS.indexOf(name[1]) * 10 + Number(name[0]);
export const sorted = (names) => [...names].sort((one, other) => order(one) - order(other));
export const split = (text) =>
  [...text.matchAll(/([1-9]+)([mpsz])/g)].flatMap(([, ranks, suit]) => [...ranks].map((rank) => rank + suit));
export const tilesText = (names) =>
  sorted(names)
    .join("")
    .replace(/([mpsz])(?=[1-9]\1)/g, "");
export const count = (names, name) => names.filter((one) => one === name).length;
const meldOf = (text) => ({ word: text.split(":")[0], tiles: split(text.split(":")[1] ?? "") });

/** The hand that three texts write. */
export function read({ hand, melds, win }) {
  return { hand: split(hand), melds: melds.split(/\s+/).filter(Boolean).map(meldOf), win: split(win)[0] ?? "" };
}

/** The three texts of a hand. */
export function textsOf(now) {
  return {
    hand: tilesText(now.hand),
    melds: now.melds.map((meld) => `${meld.word}:${tilesText(meld.tiles)}`).join(" "),
    win: now.win,
  };
}

export const room = (table, now) => Math.max(0, table.size - 3 * now.melds.length);
const used = (now, name) => count([...now.hand, ...now.melds.flatMap((meld) => meld.tiles), now.win], name);
/** How many of a tile are left outside the hand; negative where the hand has more than there are. */
export const left = (table, now, name) => (table.tiles[name] ?? 0) - used(now, name);

/** The hand with one more tile: in the hand while there is room, then as the winning one. Null: there is no more of it. */
export function withTile(table, now, name) {
  const next = now.hand.length < room(table, now) ? { ...now, hand: [...now.hand, name] } : { ...now, win: name };
  return left(table, next, name) < 0 ? null : next;
}

/** The hand with a meld on this tile, taking tiles from the hand where too few are left. Null: it does not fit. */
export function withMeld(table, now, word, name) {
  const { steps } = table.melds.find((meld) => meld.word === word);
  const tiles = steps.map((step) => `${Number(name[0]) + step}${name[1]}`);
  const run = new Set(steps).size > 1;
  if (name === table.ghost || tiles.some((one) => !(one in table.tiles)) || (name[1] === "z" && run)) return null;
  const next = { ...now, hand: [...now.hand], melds: [...now.melds, { word, tiles }] };
  for (const one of tiles) {
    const at = next.hand.lastIndexOf(one);
    if (at >= 0 && (next.hand.length > room(table, next) || left(table, next, one) < 0)) next.hand.splice(at, 1);
  }
  return tiles.every((one) => left(table, next, one) >= 0) && 3 * next.melds.length < table.size ? next : null;
}

/** The hand with one more ghost in a meld; after all tiles but one, none again. */
export function withGhost(table, now, index) {
  const meld = now.melds[index];
  const natural = meld.tiles.find((one) => one !== table.ghost),
    held = count(meld.tiles, table.ghost);
  const ghosts = left(table, now, table.ghost) > 0 && held + 1 < meld.tiles.length ? held + 1 : 0;
  const tiles = meld.tiles.map((_, at) => (at < meld.tiles.length - ghosts ? natural : table.ghost));
  return { ...now, melds: now.melds.map((one, at) => (at === index ? { ...one, tiles } : one)) };
}

/** The hand without its last tile or meld. */
export function withoutLast(now) {
  if (now.win) return { ...now, win: "" };
  return now.hand.length ? { ...now, hand: now.hand.slice(0, -1) } : { ...now, melds: now.melds.slice(0, -1) };
}

const any = (choices) => choices[Math.floor(Math.random() * choices.length)];

/** A sample hand that any game takes: groups of two suits and a pair. */
export function sampleHand(table) {
  const suits = [...SUITS]
    .filter((suit) => `9${suit}` in table.tiles)
    .sort(() => Math.random() - 0.5)
    .slice(0, 2);
  for (;;) {
    const hand = [];
    for (let groups = (table.size - 1) / 3; groups > 0; groups -= 1) {
      const run = Math.random() < 0.6,
        rank = 1 + Math.floor(Math.random() * (run ? 7 : 9)),
        suit = any(suits);
      for (const step of run ? [0, 1, 2] : [0, 0, 0]) hand.push(`${rank + step}${suit}`);
    }
    const pair = `${any([2, 5, 8])}${any(suits)}`;
    const next = { hand: [...hand, pair, pair], melds: [], win: "" };
    const win = next.hand.splice(Math.floor(Math.random() * next.hand.length), 1)[0];
    if (next.hand.every((name) => left(table, { ...next, win }, name) >= 0)) return { ...next, win };
  }
}
