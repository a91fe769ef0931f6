// A score sheet that one device keeps: entered round by round, refereed by the engine of this page, taken away as a record. Nobody
// confirms its rounds here: that needs the seats' links, and a server behind them.
import { labelled, moveFocus, redraw } from "../enter/controls.js";
import { newMatch } from "../enter/draft.js";
import { match } from "../enter/match.js";
import { named, saveAs } from "../enter/upload.js";
import { filled } from "../site/parts.js";
import { ask as askEngine, go } from "../site/service.js";
import { draftOf, emptyDraft } from "./draft.js";
import { findings } from "./fields.js";
import { RoundForm } from "./form.js";
import { drawOthers } from "./others.js";
import { Stored } from "../site/stored.js";
import { drawRounds, firstOf, namesOf } from "./rounds.js";

const KEY = "referee.core.sheet";
const TERMS = ["Game", "Rules", "Base"],
  SEAT = "Seat.",
  MOST = 50; // sheets that are kept beside the one on the page
const find = (id) => document.getElementById(id);
const { words, tables, addresses } = JSON.parse(find("sheet-page").textContent);
const stored = new Stored(KEY),
  storedDraft = new Stored(`${KEY} draft`),
  others = new Stored(`${KEY}s`);
const head = find("head");

let { header, more, rounds } = kept(),
  form = null,
  refereed = null,
  entering = null;

function kept() {
  return { header: "", more: {}, rounds: [], ...stored.get() };
}

const at = {
  words,
  tables,
  answer: {},
  text: "", // the header stays beside the text for as long as there is none
  aside: { header },
  keep() {
    header = at.aside.header;
    keepAll();
    prepare();
  },
  change() {},
};
const matchForm = match(head, at);

function keepAll() {
  stored.set({ header, more, rounds });
}

// -- asking the engine -------------------------------------------------------------------------------------------------

/** The sheet as the engine is told it. */
function sheet() {
  const said = matchForm.tags().filter(([, value]) => value),
    tags = Object.fromEntries(said.filter(([name]) => !TERMS.includes(name) && !name.startsWith(SEAT))),
    seats = said.filter(([name]) => name.startsWith(SEAT)).map(([name, value]) => [name.slice(SEAT.length), value]),
    terms = Object.fromEntries(said);
  return {
    game: terms.Game,
    rules: terms.Rules ?? "",
    base: terms.Base ? Number(terms.Base) : null,
    tags: { ...more, ...tags },
    seats: Object.fromEntries(seats),
    rounds: rounds.filter(({ entry }) => entry),
  };
}

/** The answer to a question about the sheet; nothing where there is none. */
async function question(name, more = {}) {
  try {
    return await askEngine(`${addresses.sheet}?ask=${name}`, { body: JSON.stringify({ sheet: sheet(), ...more }) });
  } catch {
    return undefined;
  }
}

const ask = async (round, entry) => (await question("check", { round, entry }))?.json();

/** The form of a round by the rules that are chosen, and what the referee says of the rounds that are there. */
async function prepare() {
  const asked = sheet(),
    found = await (await question("form"))?.json();
  if (asked.game !== sheet().game || asked.rules !== sheet().rules) return;
  if (!found?.form) {
    tell(found?.line ?? words.unreachable);
    return;
  }
  form = found.form;
  begin(entering?.draft ?? storedDraft.get());
  await refereeAll();
}

async function refereeAll() {
  const found = rounds.some(({ entry }) => entry) ? await ask(0, null) : null;
  if (found !== undefined) refereed = found;
  draw();
}

// -- entering a round --------------------------------------------------------------------------------------------------

const last = () => rounds.findLast(({ entry }) => entry);
const next = () => firstOf(last(), form, refereed);
const emptyNow = (number, version = 0) => emptyDraft(number, version, form, next(), last()?.entry);
const newNumber = () => Math.max(0, ...rounds.map(({ number }) => number)) + 1;
const names = () => namesOf(form, sheet().seats);

/** Show the form with a draft; without one, none. */
function begin(draft) {
  if (entering) entering.draft = null; // what it still asks is about other rules
  entering = new RoundForm(find("sheet-form"), {
    form,
    words,
    ask,
    open: entering?.open,
    keep: (one) => storedDraft.set(one),
    save,
    cancel() {
      entering.hide();
      draw();
    },
  });
  if (draft) entering.show({ ...emptyDraft(draft.number, draft.version, form, draft.first), ...draft }, names());
}

function enter(draft) {
  begin(draft);
  draw();
  find("sheet-form").scrollIntoView({ block: "start" });
}

/** Put a round on the sheet, unless it is none. */
async function save({ round, version, entry }) {
  const found = await ask(round, entry);
  if (found?.line) {
    entering.answer = found;
    entering.drawAnswer();
    return;
  }
  put({ number: round, version: version + 1, entry });
  entering.hide();
  if (found) refereed = found;
  draw();
  find("sheet-totals").scrollIntoView({ block: "nearest" });
}

function put(row) {
  rounds = [...rounds.filter(({ number }) => number !== row.number), row].sort(
    (one, other) => one.number - other.number,
  );
  keepAll();
}

const actions = {
  change: ({ number, version, entry }) =>
    enter(entry ? draftOf(number, version, entry, form) : emptyNow(number, version)),
  strike({ number, version }) {
    put({ number, version: version + 1, entry: null });
    refereeAll();
  },
};

// -- taking it away ----------------------------------------------------------------------------------------------------

/** The record of the sheet as a file; nothing where there is none, and the page then says why. */
async function record(kind) {
  const found = await question("record", { form: kind });
  if (!found?.ok) {
    tell((await found?.json())?.line ?? words.unreachable);
    return null;
  }
  return new File([await found.blob()], named(newMatch(matchForm.tags()), kind), {
    type: found.headers.get("Content-Type"),
  });
}

async function download(kind) {
  const file = await record(kind);
  if (file) saveAs(file, file.name);
}

async function verify() {
  const file = await record("ppn");
  if (!file) return;
  const body = new FormData();
  body.append("file", file);
  try {
    const { url, hash } = await askEngine(addresses.upload, { body });
    go(url + hash);
  } catch {
    tell(words.unreachable);
  }
}

// -- other sheets ------------------------------------------------------------------------------------------------------

/** Put the sheet aside, where anything is on it, and take up another one, which is then among the others no more. */
function takeUp(next) {
  const draft = entering?.draft ?? null,
    aside = last() || draft ? [{ header: newMatch(matchForm.tags()), more, rounds, draft }] : [];
  others.set([...aside, ...(others.get() ?? []).filter((one) => !isSame(one, next))].slice(0, MOST));
  entering?.hide();
  ({ header, more = {}, rounds } = next);
  refereed = null;
  storedDraft.set(next.draft ?? null);
  at.aside.header = header;
  keepAll();
  matchForm.reflect();
  find("setup").open = !rounds.length && !next.draft;
  prepare();
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const startAgain = () => takeUp({ header: newMatch(matchForm.tags()), rounds: [] });

/** Take up a sheet that was saved as a file; its page says why where it is none. */
async function openSaved({ target }) {
  const [file] = target.files;
  const found = await askEngine(`${addresses.sheet}?ask=saved`, { body: await file.text() }).catch(() => null),
    told = await found?.json();
  target.value = "";
  if (!found?.ok) {
    tell(told?.line ?? words.unreachable);
    find("sheet-status").scrollIntoView({ block: "nearest" });
    return;
  }
  const tags = Object.entries(told.tags).filter(([name]) => !head.elements[name]); // what the form has no field for
  takeUp({ header: told.header, more: Object.fromEntries(tags), rounds: told.rounds });
}

function remove(sheet) {
  if (!confirm(words.deleteAsk)) return;
  others.set(others.get().filter((one) => !isSame(one, sheet)));
  draw();
}

// -- drawing -----------------------------------------------------------------------------------------------------------

function tell(text) {
  find("sheet-status").textContent = text;
}

function draw() {
  if (!form) return;
  const begun = rounds.length > 0 || Boolean(entering.draft);
  tell(stored.keeps ? words.kept : words.notKept);
  head.elements.game.disabled = begun; // its rounds are rounds of this game
  find("start").hidden = begun;
  const drawn = { form, words, actions, refereed, names: names(), me: {}, open: true, next: newNumber() };
  find("sheet-totals").hidden = find("sheet-rounds").hidden = !begun;
  drawRounds(find("sheet-totals"), find("sheet-rounds"), rounds, drawn);
  const buttons = [];
  if (begun && !entering.draft)
    buttons.push(labelled("", filled(words.newRound, { n: newNumber() }), () => enter(emptyNow(newNumber()))));
  if (last() && !entering.draft)
    buttons.push(
      labelled("", words.verify, verify),
      labelled("link", words.savePPN, () => download("ppn")),
      labelled("link", words.saveJSON, () => download("json")),
    );
  if (begun) buttons.push(labelled("link", words.startAgain, startAgain));
  const wrong = refereed?.findings?.length ? [findings(refereed.findings)] : [];
  redraw(find("sheet-buttons"), ...wrong, ...buttons);
  drawOthers(find("others"), others.get() ?? [], { words, games: head.elements.game, takeUp, remove });
  find("sheet").dataset.ready = "yes";
}

find("sheet").addEventListener("keydown", moveFocus);
find("saved").addEventListener("change", openSaved);
find("start").addEventListener("click", () => {
  find("setup").open = false;
  enter(emptyNow(newNumber()));
});
window.addEventListener("storage", ({ key }) => {
  if (key !== KEY) return;
  ({ header, more, rounds } = kept()); // another tab has written on it
  at.aside.header = header;
  matchForm.reflect();
  prepare();
});

matchForm.reflect();
find("setup").open = !rounds.length && !storedDraft.get();
prepare();
