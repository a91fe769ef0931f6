// What happened in a round, one card each: a win, a kong, a call, moves as they are typed.
import { drawHand } from "../calculator/hand-bar.js";
import { left, read, tilesText, withMeld, withTile } from "../calculator/hand.js";
import { labelled } from "../enter/controls.js";
import { element, filled } from "../site/parts.js";
import { newKong, plain } from "./draft.js";
import { chips, line, many, picker } from "./fields.js";

const KONG = 4;

/** The card of an item. `at` has the draft, the form and the words; `change` draws anew, `noted` after a letter was typed. */
export function card(at, item, index) {
  const box = element("section", "sheet-item"),
    { draft, words, change } = at;
  const fields = { win, kong, call, typed }[item.what](at, item, index);
  box.append(...fields);
  if (index > 0 || item.what !== "win") {
    const tools = element("p", "sheet-tools");
    if (index > 0)
      tools.append(
        labelled("link", words.earlier, () =>
          change(() => draft.items.splice(index - 1, 2, draft.items[index], draft.items[index - 1])),
        ),
      );
    tools.append(labelled("link", words.remove, () => change(() => draft.items.splice(index, 1))));
    box.append(tools);
  }
  return box;
}

const seats = ({ seatNames, form }, but = "") =>
  form.seats.filter(({ seat }) => seat !== but).map(({ seat }) => [seat, seatNames[seat]]);

function who(at, item, legend) {
  return chips(legend, seats(at), item.seat, (seat) =>
    at.change(() => {
      if (item.what === "win" && seat) moveHand(at.draft, item, seat);
      Object.assign(item, { seat, from: item.from === seat ? "" : item.from });
    }),
  );
}

/** What was noted as the hand of a winner is that of another seat, where it turns out that this one has won. */
function moveHand({ items, shown, melds }, item, seat) {
  if (items.some((other) => other !== item && other.what === "win" && other.seat === item.seat)) return;
  for (const noted of [shown, melds]) {
    if (!noted[item.seat] || noted[seat]) continue;
    noted[seat] = noted[item.seat];
    delete noted[item.seat];
  }
}

function from(at, item) {
  return chips(at.words.from, seats(at, item.seat), item.from, (seat) => at.change(() => (item.from = seat)));
}

/** The tiles of a seat's hand: what it shows, its melds, the kongs that are noted, and the tile that it won with. Where winners
 *  stay in it is shown as it first won, without later kongs. */
function handOf({ draft, form }, seat, tile) {
  const now = read({ hand: draft.shown[seat] ?? "", melds: draft.melds[seat] ?? "", win: tile });
  const won = form.stay ? draft.items.findIndex((item) => item.what === "win" && item.seat === seat) : -1;
  const kongs = draft.items
    .slice(0, won < 0 ? undefined : won)
    .filter((item) => item.what === "kong" && item.seat === seat);
  return {
    ...now,
    melds: [
      ...now.melds,
      ...kongs.map((item) => ({ word: item.word, tiles: item.tile ? Array(KONG).fill(item.tile) : [], item })),
    ],
  };
}

/** Note a hand as it is to be. Its kongs are items of their own, for they are paid. */
function note({ draft, form, change }, item, now, next) {
  const isKong = ({ word }) => form.kongs.some((kong) => kong.word === word),
    begun = next.melds.filter((meld) => !now.melds.includes(meld) && isKong(meld)),
    gone = now.melds.filter((meld) => meld.item && !next.melds.includes(meld)).map((meld) => meld.item),
    melds = next.melds.filter((meld) => !meld.item && !begun.includes(meld));
  change(() => {
    if (tilesText(next.hand) !== tilesText(now.hand)) draft.shown[item.seat] = tilesText(next.hand);
    if (
      melds.some((meld) => !now.melds.includes(meld)) ||
      melds.length !== now.melds.filter((meld) => !meld.item).length
    )
      draft.melds[item.seat] = melds.map(({ word, tiles }) => `${word}:${tilesText(tiles)}`).join(" ");
    if (next.win !== now.win && item.by !== "also") item.tile = next.win;
    draft.items = draft.items.filter((one) => !gone.includes(one));
    const kongs = begun.map(({ word, tiles: [tile] }) => ({ ...newKong(), seat: item.seat, word, tile }));
    draft.items.splice(draft.items.indexOf(item), 0, ...kongs);
  });
}

function win(at, item, index) {
  const { draft, form, words, change, noted } = at,
    before = draft.items[index - 1];
  const ways = form.by.map(({ word, text }) => [word, text]);
  if (before?.what === "win" && before.by !== "draw") ways.push(["also", words.also]);
  const fields = [who(at, item, words.winner), chips(words.by, ways, item.by, (by) => change(() => (item.by = by)))];
  if (["discard", "rob"].includes(item.by)) fields.push(from(at, item));
  fields.push(
    line(words.value, item.value, (text) => noted(() => (item.value = text)), {
      inputMode: "numeric",
      maxLength: 6,
    }),
  );
  const again = draft.items.slice(0, index).some(({ what, seat }) => what === "win" && seat === item.seat);
  if (item.seat)
    fields.push(form.stay && again ? oneTile(at, item, words.tile) : hand(at, item), circumstances(at, item));
  return fields;
}

/** One tile to be picked: that of a kong, or of a further win, whose hand is that of the first. */
function oneTile({ draft, form, words, change, open }, item, legend) {
  const box = element("details", "sheet-hand"),
    key = `tile ${draft.items.indexOf(item)}`;
  box.open = open.has(key);
  box.addEventListener("toggle", () => open[box.open ? "add" : "delete"](key));
  box.append(
    element("summary", "", item.tile ? (form.names[item.tile] ?? item.tile) : `${legend}: ${words.unseen}`),
    picker(legend, form, (name) => change(() => (item.tile = name === item.tile ? "" : name))),
  );
  return box;
}

/** The hand of a winner: laid out, each tile to be taken out again by a tap, the tiles to tap, and the same as text. */
function hand(at, item) {
  const { draft, form, words, laying, change } = at,
    box = folded(at, "hand", words.hand, Boolean(draft.shown[item.seat] || draft.melds[item.seat])),
    now = handOf(at, item.seat, item.tile),
    bar = element("div", "hand-row"),
    word = laying[item.seat] ?? "",
    full = now.hand.length >= form.size - 3 * now.melds.length;
  const next = (name) => (word ? withMeld(form, now, word, name) : withTile(form, now, name)),
    about = (name) => ({
      text: filled(words.left, { tile: form.names[name] ?? name, n: Math.max(0, left(form, now, name)) }),
      fits: next(name) !== null,
    });
  const table = { ...form, ghost: now.melds.some((meld) => meld.item) ? "" : form.ghost };
  drawHand(bar, { table, words, change: (to) => note(at, item, now, to) }, now);
  box.append(bar);
  if (form.melds.length)
    box.append(
      chips(
        words.melds,
        form.melds.map((meld) => [meld.word, meld.text]),
        word,
        (picked) => change(() => (laying[item.seat] = picked)),
      ),
    );
  box.append(
    element("p", "small", full && !word ? words.tapWin : words.tap),
    picker(
      words.tap,
      form,
      (name) => {
        const to = next(name);
        laying[item.seat] = "";
        if (to) note(at, item, now, to);
      },
      about,
    ),
    asText(at, item),
  );
  return box;
}

/** A part that is open once it was opened in this round or one before, or where there is something in it. */
function folded({ open }, key, title, filledIn = false) {
  const box = element("details", `sheet-${key}`);
  box.open = open.has(key) || filledIn;
  box.addEventListener("toggle", () => open[box.open ? "add" : "delete"](key));
  box.append(element("summary", "", title));
  return box;
}

function asText(at, item) {
  const { draft, words, noted } = at,
    { seat } = item,
    box = folded(at, "text", words.asText);
  box.append(
    line(words.hand, draft.shown[seat], (text) => noted(() => (draft.shown[seat] = text)), { placeholder: "123m55p" }),
    line(words.melds, draft.melds[seat], (text) => noted(() => (draft.melds[seat] = text)), {
      placeholder: "peng:555p",
    }),
    line(words.tile, item.tile, (text) => noted(() => (item.tile = plain(text))), { placeholder: "7p", maxLength: 2 }),
  );
  return box;
}

function circumstances({ form, words, change }, item) {
  const by = item.by === "also" ? "discard" : item.by;
  const known = form.flags.filter(({ ways }) => !by || ways.includes(by)).map(({ word, text }) => [word, text]);
  if (!known.length) return "";
  return many(words.flags, known, item.flags ?? [], (picked) => change(() => (item.flags = picked)));
}

function kong(at, item) {
  const { form, words, change } = at;
  const fields = [
    who(at, item, `${words.kong}: ${words.who}`),
    chips(
      words.kongKind,
      form.kongs.map(({ word, text }) => [word, text]),
      item.word,
      (word) => change(() => (item.word = word)),
    ),
  ];
  if (item.word === "gang") fields.push(from(at, item));
  if (form.times.length)
    fields.push(
      chips(
        words.times,
        form.times.map((times) => [String(times), `×${times}`]),
        item.times || "1",
        (times) => change(() => (item.times = times === "1" ? "" : times)),
      ),
    );
  return [...fields, oneTile(at, item, words.with)];
}

function call(at, item) {
  const { form, words, change, noted } = at,
    known = form.calls.find(({ verb }) => verb === item.verb);
  const fields = [
    who(at, item, words.who),
    chips(
      words.call,
      form.calls.map(({ verb, text }) => [verb, text]),
      item.verb,
      (verb) => change(() => Object.assign(item, { verb, other: "", text: "" })),
    ),
  ];
  if (known?.to)
    fields.push(chips(words.to, seats(at, item.seat), item.other, (seat) => change(() => (item.other = seat))));
  if (known?.choices.length)
    fields.push(
      chips(
        words.with,
        known.choices.map(({ word, text }) => [word, text]),
        item.text,
        (text) => change(() => (item.text = text)),
      ),
    );
  else if (known?.more)
    fields.push(
      line(words.with, item.text, (text) => noted(() => (item.text = text.replace(/\s/g, ""))), {
        maxLength: 60,
        inputMode: known.figures ? "numeric" : "text",
      }),
    );
  return fields;
}

const typed = ({ words, noted }, item) => [
  line(words.typed, item.text, (text) => noted(() => (item.text = text)), {
    maxLength: 400,
    placeholder: "W-5p S.peng",
  }),
];
