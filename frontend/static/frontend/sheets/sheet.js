// The score sheet of a table: entered round by round, sent when there is a network, kept level with what others enter.
import { labelled, moveFocus, redraw } from "../enter/controls.js";
import { Outbox } from "../site/outbox.js";
import { element, filled } from "../site/parts.js";
import { draftOf, emptyDraft } from "./draft.js";
import { RoundForm } from "./form.js";
import { Stored } from "../site/stored.js";
import { conflictCard, drawRounds, firstOf, namesOf, refusedCard } from "./rounds.js";

const EVERY = 5000,
  TIMEOUT = 10_000;
const root = document.getElementById("sheet"),
  page = JSON.parse(document.getElementById("sheet-page").textContent);
const { form, words, addresses } = page,
  token = root.dataset.token;
const find = (id) => document.getElementById(id);

let state = page.state,
  refereed = null,
  etag = "",
  polling = false,
  gone = false;

const names = () => namesOf(form, state.names);
const storedDraft = new Stored(`${page.queue} draft`);

const outbox = new Outbox(page.queue, token, {
  request: ({ key, body }) => ({
    address: addresses.sheet,
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
  }),
  changed: draw,
  answered,
});
const entering = new RoundForm(find("sheet-form"), {
  form,
  words,
  ask,
  keep: (draft) => storedDraft.set(draft),
  save(body) {
    for (const { key, body: other, status } of outbox.items)
      if (other.do === "enter" && other.round === body.round && status !== "conflict" && !outbox.sending)
        outbox.drop(key);
    entering.hide();
    outbox.put(body);
    find("sheet-status").scrollIntoView({ block: "nearest" });
  },
  cancel() {
    entering.hide();
    draw();
  },
});

/** What the referee says of the sheet with a round in its place; undefined where it cannot be reached. */
async function ask(round, entry) {
  try {
    const answer = await fetch(addresses.check, {
      method: "POST",
      body: JSON.stringify({ round, entry }),
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (answer.status >= 500 || answer.status === 429) return undefined;
    const told = await answer.json();
    return answer.ok ? told.said : { line: told.detail, unfit: answer.status === 422 };
  } catch {
    return undefined;
  }
}

async function askAll() {
  const found = state.rounds.length ? await ask(0, null) : { rounds: {}, next: "" };
  if (found?.rounds) refereed = found;
  entering.propose(next());
  draw();
}

function answered(told) {
  etag = ""; // a request that is repeated is told the sheet as it stood then: the next question is answered with that of now
  if (told?.answer.links) location.reload();
  else if (told) take(told.sheet);
  else poll();
}

/** Take a new state of the sheet over. */
function take(next) {
  const before = JSON.stringify(state.rounds);
  state = next;
  if (JSON.stringify(state.rounds) !== before) askAll();
  draw();
}

async function poll() {
  if (document.hidden || polling) return;
  polling = true;
  const answer = await fetch(addresses.sheet, {
    cache: "no-store",
    headers: etag ? { "If-None-Match": etag } : {},
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(() => null);
  polling = false;
  gone = [403, 404].includes(answer?.status);
  if (answer?.status === 401) outbox.stale = true;
  else if (answer?.ok) {
    etag = answer.headers.get("ETag") ?? "";
    take(await answer.json());
  } else if (gone) draw();
  if (outbox.waiting.length && answer) outbox.send();
}

/** The rounds as the server has them, and in their place what waits to be sent. */
function rows() {
  const found = new Map(state.rounds.map((row) => [row.number, row]));
  for (const { body } of outbox.waiting)
    if (body.do === "enter")
      found.set(body.round, {
        ...found.get(body.round),
        number: body.round,
        entry: body.entry,
        waits: true,
        objected: {},
        confirmed: [],
      });
    else if (body.round && found.has(body.round)) found.set(body.round, { ...found.get(body.round), waits: true });
  return [...found.values()].sort((one, other) => one.number - other.number);
}

const actions = {
  confirm: (row) => outbox.put({ do: "confirm", round: row.number, version: row.version }),
  strike: (row) => outbox.put({ do: "strike", round: row.number, version: row.version }),
  change(row) {
    const draft = row.entry
      ? draftOf(row.number, row.version, row.entry, form)
      : emptyDraft(row.number, row.version, form, next(), last());
    begin(draft);
  },
  /** Ask for a sentence, then say it. */
  say(what, row, question) {
    const box = find(`round-${row.number}`),
      asked = element("form", "sheet-say"),
      label = element("label", "", question),
      field = element("textarea");
    Object.assign(field, { required: true, maxLength: 500, rows: 2 });
    label.append(field);
    asked.append(
      label,
      labelled("", words.send, () => asked.requestSubmit()),
    );
    asked.addEventListener("submit", (event) => {
      event.preventDefault();
      asked.remove();
      if (field.value.trim())
        outbox.put({ do: what, round: row.number, version: row.version, text: field.value.trim() });
    });
    box.querySelector(".sheet-say")?.remove();
    box.append(asked);
    field.focus();
  },
  drop: (item) => outbox.drop(item.key),
  resend: (item) => outbox.resend(item.key),
  again(item) {
    outbox.drop(item.key);
    begin(draftOf(item.body.round, item.body.version, item.body.entry, form));
  },
  /** Enter in its place what was sent too late, or as a round of its own. */
  insist(item, number = 0) {
    outbox.drop(item.key);
    if (number) outbox.put({ ...item.body, round: number, version: 0 });
    else outbox.put({ ...item.body, version: item.current?.version ?? 0 });
  },
};

/** The last round that stands. */
const lastRow = () => rows().findLast(({ entry }) => entry);
const last = () => lastRow()?.entry;

/** Who begins the next round, as far as it is known. */
const next = () => firstOf(lastRow(), form, refereed);

function begin(draft) {
  entering.show(draft, names());
  draw();
  find("sheet-form").scrollIntoView({ block: "start" });
}

function draw() {
  drawStatus();
  const at = {
    form,
    words,
    actions,
    refereed,
    me: page.me,
    names: names(),
    open: state.state === "open" && !state.taken && !gone,
    next: Math.max(0, ...rows().map(({ number }) => number)) + 1,
  };
  const all = rows(),
    counting = all.filter(({ entry }) => entry);
  drawRounds(find("sheet-totals"), find("sheet-rounds"), all, at);
  find("sheet-conflicts").replaceChildren(
    ...outbox.items.filter(({ status }) => status === "conflict").map((item) => conflictCard(item, at)),
    ...outbox.items.filter(({ status }) => status === "refused").map((item) => refusedCard(item, at)),
  );
  drawButtons(at, all, counting);
}

function drawStatus() {
  const waiting = outbox.waiting.length,
    line = find("sheet-status");
  line.className = `sheet-status ${waiting ? "waits" : "sent"}`;
  let text = rows().length ? words.allSent : "";
  if (gone) text = `${words.gone} ${waiting ? filled(words.unsent, { n: waiting }) : ""}`;
  else if (outbox.stale) text = words.stale;
  else if (outbox.offline || !navigator.onLine)
    text = `${words.offline} ${waiting ? filled(words.waiting, { n: waiting }) : ""}`;
  else if (outbox.sending) text = words.sending;
  else if (waiting) text = filled(words.waiting, { n: waiting });
  else if (state.taken) text = words.taken;
  if (!outbox.kept && waiting) text = words.notKept;
  if (line.textContent !== text) line.textContent = text;
  line.dataset.waiting = waiting;
}

function drawButtons(at, all, counting) {
  const buttons = [];
  if (at.open && !entering.draft) {
    const begins = labelled("", filled(words.newRound, { n: at.next }), () =>
      begin(emptyDraft(at.next, 0, form, next(), last())),
    );
    begins.id = "sheet-new";
    buttons.push(begins);
  }
  const mayFinish = at.open && at.me.account && !state.corrected;
  if (mayFinish && counting.length && counting.every(({ closed, waits }) => closed && !waits))
    buttons.push(labelled("", words.finish, () => confirm(words.finishAsk) && outbox.put({ do: "finish" })));
  if (state.state === "finished") {
    buttons.push(element("p", "banner", words.finished));
    if (state.match) {
      const link = element("a", "", words.toMatch);
      link.href = `${addresses.matches}${state.match}/`;
      buttons.push(link);
    }
    if (at.me.account && !state.corrected)
      buttons.push(labelled("link", words.reopen, () => outbox.put({ do: "reopen" })));
  }
  if (state.corrected) buttons.push(element("p", "small", words.corrected));
  redraw(find("sheet-buttons"), ...buttons);
}

root.addEventListener("keydown", moveFocus);
find("sheet-renew")?.addEventListener("click", () => confirm(words.renewAsk) && outbox.put({ do: "links" }));
const kept = storedDraft.get();
if (kept && state.state === "open")
  entering.show({ ...emptyDraft(kept.number, kept.version, form, kept.first), ...kept }, names());
draw();
askAll();
outbox.retry();
setInterval(poll, EVERY);
addEventListener("online", poll);
addEventListener("offline", drawStatus);
document.addEventListener("visibilitychange", poll);
