// What happened in a round, one card each: a win, a kong, a call, moves as they are typed.
import { read, split, tilesText, withTile } from "../calculator/hand.js";
import { labelled } from "../enter/controls.js";
import { element } from "../site/parts.js";
import { chips, laid, line, many, picker } from "./fields.js";

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
    at.change(() => Object.assign(item, { seat, from: item.from === seat ? "" : item.from })),
  );
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
    melds: [...now.melds, ...kongs.map(({ word, tile }) => ({ word, tiles: tile ? Array(KONG).fill(tile) : [] }))],
  };
}

function tap(at, item, name) {
  const { draft, form, change } = at,
    now = handOf(at, item.seat, item.tile),
    next = withTile(form, now, name);
  if (next)
    change(() => {
      draft.shown[item.seat] = tilesText(next.hand);
      if (item.by !== "also") item.tile = next.win;
    });
}

function takeOut(at, item) {
  const { draft, change } = at;
  change(() => {
    if (item.tile) item.tile = "";
    else draft.shown[item.seat] = tilesText(split(draft.shown[item.seat] ?? "").slice(0, -1));
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
    line(words.value, item.value, (text) => noted(() => (item.value = text.replace(/\D/g, ""))), {
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
    element("summary", "", item.tile ? form.names[item.tile] : `${legend}: ${words.unseen}`),
    picker(legend, form, (name) => change(() => (item.tile = name === item.tile ? "" : name))),
  );
  return box;
}

function hand(at, item) {
  const { draft, form, words, noted } = at,
    box = element("details", "sheet-hand"),
    now = handOf(at, item.seat, item.tile),
    shown = draft.shown[item.seat] ?? "";
  box.open = at.open.has(`hand ${item.seat}`) || Boolean(shown || draft.melds[item.seat]);
  box.addEventListener("toggle", () => at.open[box.open ? "add" : "delete"](`hand ${item.seat}`));
  const taps = element("p", "small", now.hand.length >= form.size - 3 * now.melds.length ? words.tapWin : words.tap),
    back = labelled("link", words.takeOut, () => takeOut(at, item));
  back.dataset.key = `back ${item.seat}`;
  taps.append(" ", back);
  box.append(
    element("summary", "", words.hand),
    laid([...now.hand, ...(item.tile ? [item.tile] : [])]),
    taps,
    picker(words.tap, form, (name) => tap(at, item, name)),
    line(words.hand, shown, (text) => noted(() => (draft.shown[item.seat] = text)), { placeholder: "123m55p" }),
    line(words.melds, draft.melds[item.seat], (text) => noted(() => (draft.melds[item.seat] = text)), {
      placeholder: "peng:555p",
    }),
    line(words.tile, item.tile, (text) => noted(() => (item.tile = split(text)[0] ?? "")), {
      placeholder: "7p",
      maxLength: 2,
    }),
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
