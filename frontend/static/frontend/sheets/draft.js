// A round while it is entered, and the round of a record that it stands for. Nothing here knows a rule: seats, ways to win and calls
// are the form's, the moves are written as the notation of score sheets has them.
import { split, tilesText } from "../calculator/hand.js";

const TILE = "(\\?|\\d[a-z])";
const pattern = (text) => new RegExp(`^${text}$`);
const DISCARD = pattern(`(\\w)-${TILE}`),
  DRAW = pattern(`(\\w)\\+${TILE}`),
  HU = pattern("(\\w)\\.hu(?::(\\d+))?"),
  GANG = pattern("(\\w)\\.gang"),
  ADDED = pattern(`(\\w)\\.bugang:${TILE}`),
  HIDDEN = pattern("(\\w)\\.angang:(\\?|(\\d)\\3{3}[a-z])"),
  CALL = pattern("(\\w)\\.(\\w+)(?:>(\\w))?(?::(\\S+))?"),
  KONG = pattern("(\\w)\\.(?:gang|angang|bugang)(?::.*)?"),
  RULING = pattern("(\\w)\\.fa:.*");
const PREFIXES = { shown: "Shown.", melds: "Melds.", ready: "Ready." };
const NEXT_WIN = " / ",
  NO_FLAGS = "-";
const OWN_KEYS = ["round", "dealer", "leader", "scores", "places", "moves", "tags"];

export const newWin = () => ({ what: "win", seat: "", by: "", from: "", tile: "", value: "", flags: [] });
export const newKong = () => ({ what: "kong", seat: "", word: "", from: "", tile: "", times: "" });

/** A round that nothing is said of yet; where of the round `before` only the numbers were noted, so they are asked for again. */
export function emptyDraft(number, version, form, first, before = null) {
  const places = form.places.length > 0,
    onlyNumbers = before?.tags?.Kind === "scores" || !(places || form.by.length);
  return {
    number,
    version,
    kind: onlyNumbers ? "scores" : places ? "places" : "win",
    first,
    items: onlyNumbers || places ? [] : [newWin()],
    ...{
      shown: {},
      melds: {},
      ready: {},
      places: [],
      notes: {},
      figures: {},
      scores: {},
      touched: false,
      rest: {},
      more: {},
    },
  };
}

function winTokens(item) {
  const { seat, by, from, tile } = item,
    value = plain(item.value),
    called = `${seat}.hu${value ? `:${value}` : ""}`;
  if (by === "also") return [called];
  if (by === "draw") return [`${seat}+${tile || "?"}`, called];
  return [by === "rob" ? `${from}.bugang:${tile || "?"}` : `${from}-${tile || "?"}`, called];
}

function kongTokens({ seat, word, from, tile }) {
  if (word === "gang") return [`${from}-${tile || "?"}`, `${seat}.gang`];
  if (word === "angang") return [`${seat}.angang:${tile ? tile[0].repeat(4) + tile[1] : "?"}`];
  return [`${seat}.${word}:${tile || "?"}`];
}

const callTokens = ({ seat, verb, other, text }) => [
  `${seat}.${verb}${other ? `>${other}` : ""}${text ? `:${text}` : ""}`,
];

const TOKENS = {
  win: winTokens,
  kong: kongTokens,
  call: callTokens,
  typed: ({ text }) => text.split(/\s+/).filter(Boolean),
};

/** Whether what is noted of an item suffices to write it. */
export function isWhole(item) {
  if (item.what === "typed") return Boolean(item.text.trim());
  if (!item.seat) return false;
  if (item.what === "win") return Boolean(item.by) && (["draw", "also"].includes(item.by) || Boolean(item.from));
  if (item.what === "kong") return Boolean(item.word) && (item.word !== "gang" || Boolean(item.from));
  return Boolean(item.verb);
}

const tokensOf = (item) => TOKENS[item.what](item);

/** How many times the fee of each kong of a seat is paid, in the order of the moves: its item's where it has one of its own. */
const kongsOf = (items, seat) =>
  items.flatMap((item) =>
    tokensOf(item)
      .filter((token) => token.match(KONG)?.[1] === seat)
      .map(() => (item.what === "kong" ? item : null)),
  );

const counts = (draft, item) => isWhole(item) && (draft.kind !== "drawn" || item.what !== "win");

/** Whether anything is noted of a round, beside who began it. */
export const isNoted = (draft) =>
  draft.kind === "drawn" || draft.touched || draft.places.length > 0 || draft.items.some(isWhole);

/** The round of a record that a draft stands for, without points that are not said yet. */
export function entryOf(draft, form) {
  const entry = {
    ...draft.more,
    moves: [],
    tags: { ...draft.rest, Kind: draft.kind === "scores" ? "scores" : "sheet" },
  };
  if (draft.first && form.first) entry[form.first.toLowerCase()] = draft.first;
  const scores = Object.entries(draft.scores).filter(([, text]) => isPoints(text));
  if (scores.length === form.sides.length)
    entry.scores = Object.fromEntries(scores.map(([side, text]) => [side, points(text)]));
  if (draft.kind === "scores") {
    entry.moves = draft.items
      .filter(isWhole)
      .flatMap(tokensOf)
      .filter((token) => RULING.test(token));
    return entry;
  }
  const noted = draft.items.filter((item) => counts(draft, item));
  entry.moves = noted.flatMap(tokensOf);
  if (draft.kind === "places" && draft.places.length) entry.places = draft.places.join(" ");
  for (const { tag } of form.notes) if (draft.notes[tag]?.length) entry.tags[tag] = draft.notes[tag].join(" ");
  for (const { tag } of figuresOf(form)) if (draft.figures[tag]) entry.tags[tag] = plain(draft.figures[tag]);
  const winners = new Set(noted.filter(({ what }) => what === "win").map(({ seat }) => seat));
  for (const { seat } of form.seats) {
    const tags = { shown: tilesWritten(draft.shown[seat]), melds: draft.melds[seat]?.trim() };
    if (form.stay || !winners.has(seat)) tags.ready = plain(draft.ready[seat]);
    const flags = flagsOf(noted.filter((item) => item.what === "win" && item.seat === seat));
    if (flags) entry.tags[`Flags.${seat}`] = flags;
    for (const [name, value] of Object.entries(tags)) if (value) entry.tags[PREFIXES[name] + seat] = value;
    const times = kongsOf(noted, seat).map((kong) => kong?.times || "1");
    if (times.some((one) => one !== "1")) entry.tags[`Kongs.${seat}`] = times.join(" ");
  }
  return entry;
}

/** The circumstances of a seat's wins, up to the last one that has any. */
function flagsOf(wins) {
  const last = wins.findLastIndex(({ flags }) => flags?.length);
  return wins
    .slice(0, last + 1)
    .map(({ flags }) => flags?.join(" ") || NO_FLAGS)
    .join(NEXT_WIN);
}

/** The figures of a round, each by its tag: those of every seat one by one. */
export const figuresOf = ({ figures, seats }) =>
  figures.flatMap(({ tag, each, ...more }) =>
    each ? seats.map(({ seat }) => ({ ...more, tag: `${tag}.${seat}`, seat })) : [{ ...more, tag, seat: "" }],
  );

const tilesWritten = (text = "") =>
  /^[\s\dmpsz]*$/.test(text) && split(text).length ? tilesText(split(text)) : text.trim();

/** A figure as it is typed, with the digits of any keyboard. It stays in its field as it is; the referee says where it is none. */
export const plain = (text) =>
  String(text ?? "")
    .normalize("NFKC")
    .trim();
/** Points as people type them, with either minus sign. */
export const points = (text) => Number(plain(text).replace(/[−–]/, "-"));
export const isPoints = (text) => /^[-−–+]?\d{1,15}$/.test(plain(text));

/** The draft of a round that is on the sheet already. */
export function draftOf(number, version, entry, form) {
  const tags = { ...entry.tags },
    draft = { ...emptyDraft(number, version, form, entry[form.first.toLowerCase()] ?? ""), items: [], touched: true };
  for (const [name, prefix] of Object.entries(PREFIXES))
    for (const { seat } of form.seats) {
      if (tags[prefix + seat] === undefined) continue;
      draft[name][seat] = tags[prefix + seat];
      delete tags[prefix + seat];
    }
  draft.items = itemsOf(entry.moves ?? [], form);
  draft.kind = kindOf(tags.Kind, draft.items, form);
  delete tags.Kind;
  for (const { tag } of form.notes) {
    if (tags[tag]) draft.notes[tag] = tags[tag].split(/\s+/);
    delete tags[tag];
  }
  for (const { tag } of figuresOf(form)) {
    if (tags[tag]) draft.figures[tag] = tags[tag];
    delete tags[tag];
  }
  for (const { seat } of form.seats) {
    if (takeTimes(draft.items, seat, tags[`Kongs.${seat}`])) delete tags[`Kongs.${seat}`];
    if (takeFlags(draft.items, seat, tags[`Flags.${seat}`])) delete tags[`Flags.${seat}`];
  }
  draft.rest = tags;
  draft.more = Object.fromEntries(Object.entries(entry).filter(([key]) => !OWN_KEYS.includes(key)));
  draft.places = (entry.places ?? "").split(/\s+/).filter(Boolean);
  draft.scores = Object.fromEntries(Object.entries(entry.scores ?? {}).map(([side, figure]) => [side, String(figure)]));
  return draft;
}

/** Give the kongs of a seat the times that a tag says; false where it says them of what is no item of ours. */
function takeTimes(items, seat, said = "") {
  const kongs = kongsOf(items, seat),
    times = said.split(/\s+/).filter(Boolean);
  if (times.length !== kongs.length || times.some((one, at) => one !== "1" && !kongs[at])) return false;
  times.forEach((one, at) => kongs[at] && Object.assign(kongs[at], { times: one === "1" ? "" : one }));
  return true;
}

/** Give the wins of a seat the circumstances that a tag says; false where it says them of what is no item of ours. */
function takeFlags(items, seat, said = "") {
  const wins = items.filter((item) => item.what === "win" && item.seat === seat),
    flags = said ? said.split(NEXT_WIN) : [];
  if (flags.length > wins.length) return false;
  flags.forEach((one, at) => Object.assign(wins[at], { flags: one === NO_FLAGS ? [] : one.split(/\s+/) }));
  return true;
}

function kindOf(kind, items, form) {
  if (kind === "scores") return "scores";
  if (form.places.length) return "places";
  return items.some((item) => tokensOf(item).some((token) => HU.test(token))) ? "win" : "drawn";
}

/** What moves say, one item after another; what is none of ours stays as it is written. */
export function itemsOf(moves, form) {
  const items = [];
  for (let at = 0; at < moves.length;) {
    const [item, taken] = itemAt(moves, at, items.at(-1), form);
    items.push(item);
    at += taken;
  }
  return items;
}

function itemAt(moves, at, before, form) {
  const [one, next = ""] = moves.slice(at, at + 2),
    hu = next.match(HU);
  const tile = (text) => (text === "?" ? "" : text);
  const won = (found, by, from) => [
    { ...newWin(), seat: hu[1], by, from, tile: tile(found[2]), value: hu[2] ?? "" },
    2,
  ];
  const [discard, draw, added] = [DISCARD, DRAW, ADDED].map((kind) => one.match(kind));
  if (draw && hu?.[1] === draw[1]) return won(draw, "draw", "");
  if (discard && hu && hu[1] !== discard[1]) return won(discard, "discard", discard[1]);
  if (added && hu && hu[1] !== added[1]) return won(added, "rob", added[1]);
  const gang = next.match(GANG);
  if (discard && gang)
    return [{ ...newKong(), seat: gang[1], word: "gang", from: discard[1], tile: tile(discard[2]) }, 2];
  if (added) return [{ ...newKong(), seat: added[1], word: "bugang", tile: tile(added[2]) }, 1];
  const hidden = one.match(HIDDEN);
  if (hidden)
    return [{ ...newKong(), seat: hidden[1], word: "angang", tile: hidden[3] ? hidden[3] + hidden[2].at(-1) : "" }, 1];
  const also = one.match(HU);
  if (also && (!before || before.what === "win")) {
    const by = before && before.by !== "draw" ? "also" : "draw";
    return [{ ...newWin(), seat: also[1], by, value: also[2] ?? "" }, 1];
  }
  const call = one.match(CALL);
  if (call && form.calls.some(({ verb }) => verb === call[2]))
    return [{ what: "call", seat: call[1], verb: call[2], other: call[3] ?? "", text: call[4] ?? "" }, 1];
  return [{ what: "typed", text: one }, 1];
}
