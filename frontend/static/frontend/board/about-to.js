// What a move is about, marked on the table that it was made from.

/** Mark the pieces of its hand that a seat is about to use, else the tile that it drew or that lies on offer. */
export function aboutTo({ aboutTo: move, last }, pieces) {
  const hand = pieces.filter((one) => one.zone === `${move.seat}.hand`);
  const found = new Set();
  for (const name of move.pieces) {
    const one = hand.findLast((held) => held.name === name && (held.count || !found.has(held)));
    if (one) found.add(one);
  }
  if (!found.size && last?.kind !== "draw") {
    const offered = pieces.findLast((one) => one.zone === `${last?.seat}.river` && one.name === last.tile);
    if (offered) found.add(offered);
  }
  if (!found.size) for (const one of hand) if (one.drawn) found.add(one);
  for (const one of found) one.mark = "bad";
}
