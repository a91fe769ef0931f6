// A match entered by hand. The text is the draft; every click changes it, and what the referee says of it comes back: findings,
// the table as it stands, the moves that may come next. The draft is kept in the browser and sent nowhere else until it is uploaded.
import { mountBoard } from "../board/mount.js";
import { newMatch, nextRound, put } from "./draft.js";
import { asking } from "./asking.js";
import { deal } from "./deal.js";
import { end } from "./end.js";
import { liveChoice } from "./live.js";
import { match } from "./match.js";
import { Near } from "./near.js";
import { note } from "./note.js";
import { presses } from "./press.js";
import { undoHistory } from "./undo-history.js";
import { unchecked } from "./unchecked.js";
import { uploading } from "./upload.js";
import { labelled, moveFocus } from "./controls.js";
import { play, played } from "./play.js";
import { typing } from "./typing.js";
import { LANGUAGE, element, filled } from "../site/parts.js";

const PAUSE = 250;
const TOGETHER = 1000;
const find = (id) => document.getElementById(id);
const root = find("enter");
const area = find("text");
const words = JSON.parse(root.dataset.words);
const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
// A table of an event has a draft of its own, which begins with what is known of it.
const planned = JSON.parse(find("planned")?.textContent ?? "null");
const KEY = planned?.key ?? "referee.draft";
const draft = undoHistory(KEY);
if (planned && !draft.text.trim()) draft.aside.header ??= newMatch(planned.tags);
// An address may say the game and the rules of a new match.
const asked = new URLSearchParams(location.search);
if (asked.get("rules") && !draft.text.trim())
  draft.aside.header = newMatch([
    ["Game", asked.get("game") ?? ""],
    ["Rules", asked.get("rules")],
  ]);
const press = presses(() => "ready" in root.dataset);
let typedAt = 0;
let board = null;
let good = null; // the last answer of the referee on a draft that could be read
let goodText = ""; // and that draft
let moved;

/** What the parts of the page share: the draft, the last answer on it, and the way to change it. */
const at = {
  words,
  answer: {},
  tables: JSON.parse(root.dataset.tables),
  get text() {
    return draft.text;
  },
  get aside() {
    return draft.aside;
  },
  keep: draft.keep,
  table: () => header.table(),
  afterPress: press.after,
  change,
  follow,
  written: () => field.clear(),
  nextRound: () => follow(nextRound(draft.text, at.answer.round_form.first, at.answer.next_dealer)),
};
const header = match(find("head"), at);
const dealing = deal(find("dealing"), at);
const field = typing(find("typing"), at, dealing, () => "ready" in root.dataset);
const noting = note(find("noting"), find("note"), at);
const live = liveChoice(planned, token, draft);
const near = new Near(find("near"));
const sending = uploading(root, at, token, planned, live, (sent) => {
  steps();
  if (!sent) tell(words.unreachable);
});
const parts = [
  header.follow,
  dealing.draw,
  play(find("offers"), at).draw,
  played(find("moves"), at, noting),
  end(find("end"), at).draw,
  noting.draw,
  field.draw,
  sending.draw,
];

// -- the answer --------------------------------------------------------------------------------------------------------

function goTo(line, column) {
  const lines = area.value.split("\n");
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  find("record").open = true;
  area.focus();
  area.setSelectionRange(from, area.value.slice(from).search(/\s|$/) + from);
}

function findings() {
  find("findings").replaceChildren(
    ...(at.answer.findings ?? []).map((finding) => {
      const item = element("li", `finding ${finding.severity}`),
        line = element("p", "message"),
        place = element("p", "place");
      line.append(element("span", "tag", finding.severity_text), ` ${finding.text}`);
      if (finding.line)
        place.append(labelled("link", filled(words.line, finding), () => goTo(finding.line, finding.column)));
      const clause = element(finding.link ? "a" : "span", "id", finding.clause);
      if (finding.link) clause.href = finding.link;
      clause.title = finding.law ?? "";
      place.append(" ", clause);
      item.append(line, place);
      return item;
    }),
  );
}

function draw() {
  const line = find("status"),
    { answer } = at;
  line.textContent = [answer.line, answer.here && words.here].filter(Boolean).join(" ");
  line.className = `status ${answer.state === "over" ? "clean" : ""}`;
  line.hidden = Boolean(answer.findings?.length);
  findings();
  for (const part of parts) part();
  find("table").hidden = !answer.board;
  if (answer.board) {
    board ??= mountBoard(find("board"), LANGUAGE);
    board.draw(answer.board, answer.board.frames.length - 1, { turned: 0 });
  }
  find("redeal").hidden = !answer.board;
  steps();
}

function steps() {
  find("undo").disabled = !draft.canUndo;
  find("redo").disabled = !draft.canRedo;
  find("upload").disabled = find("download").disabled = !draft.text.trim();
  find("kept").textContent = draft.kept ? words.kept : words.notKept;
}

// -- requests --------------------------------------------------------------------------------------------------------------

/** What cannot be read, at its line; until it can, the last state that could is shown, and nothing in it is to be pressed. */
function slip(unreadable) {
  const finding = unreadable && at.answer.findings.find((one) => one.line);
  document.querySelector(".clicked").inert = unreadable;
  find("slip").hidden = !finding;
  if (!finding) return;
  const line = area.value.split("\n")[finding.line - 1] ?? "",
    quoted = element("code", "", line.slice(0, finding.column - 1));
  quoted.append(element("mark", "", line.slice(finding.column - 1) || " "));
  find("slip").replaceChildren(finding.text, " ", quoted);
}

function take(answer, checked = true) {
  const unreadable = answer.state === "unreadable";
  if (!unreadable) {
    if (checked) [good, goodText] = [answer, draft.text];
    live.changed();
  }
  at.answer = unreadable && good ? { ...good, findings: answer.findings, line: answer.line, unreadable } : answer;
  root.dataset.state = answer.state ?? "";
  root.dataset.checked = checked ? "yes" : "no";
  draw();
  slip(unreadable);
  if (moved !== at.answer.moves) toNextMover();
  moved = at.answer.moves;
  root.dataset.ready = "yes";
  field.next();
  if (checked) near.offer();
}

/** Go on where nobody can check the draft: what is written is listed all the same, and sent when it can be. */
function goOn() {
  const told = unchecked(good, goodText, draft.text, {
    words,
    aside: draft.aside,
    table: header.table(),
    dealt: good?.round_form && dealing.done(),
  });
  if (!told) return tell(words.unreachable);
  take(told, false);
}

/** Have what comes next in view, below the bar, wherever it was gone on from. */
function toNextMover() {
  const part = document.querySelector(".clicked > section:not([hidden])");
  if (!part || part.contains(document.activeElement?.closest("input, select")) || document.activeElement === area)
    return;
  const { top } = part.getBoundingClientRect(),
    edge = document.querySelector(".bar").getBoundingClientRect().bottom;
  if (moved !== undefined && (top < edge || top > innerHeight / 2)) window.scrollBy(0, top - edge - 8);
}

/** What the page itself says where no answer has come. */
function tell(line) {
  press.after(() => {
    find("status").textContent = line;
    find("status").hidden = false;
  });
}

/** Do something about the draft that was asked about, unless it has changed meanwhile. */
const unlessAborted = (signal, act) =>
  press.after(() => {
    if (!signal.aborted) act();
  });

const ask = asking(root.dataset.check, token, {
  near,
  text: () => area.value,
  take: (answer, signal, here) => unlessAborted(signal, () => take(here ? { ...answer, here } : answer)),
  unchecked: (signal) => unlessAborted(signal, goOn),
  tell: (line) => tell(line ?? words.unreachable),
});

/** Ask about the draft; what is offered is not to be pressed until there is an answer, or nobody can give one. */
function soon(pause) {
  steps();
  delete root.dataset.ready;
  ask(pause);
}

// -- changing and undoing ------------------------------------------------------------------------------------------

function show() {
  area.value = draft.text;
  area.scrollTop = area.scrollHeight;
  soon(0);
}

function change(text) {
  if (text === draft.text) return;
  draft.to(text);
  show();
}

/**
 * Offers belong to the draft that was answered last, so a second click before the next answer is ignored. A press that began on
 * offers which were up to date counts even where it has itself ended the writing of a field, and so changed the draft.
 */
function follow(text) {
  if (press.begun || "ready" in root.dataset) change(text);
}

function typed() {
  draft.to(area.value, Date.now() - typedAt < TOGETHER);
  typedAt = Date.now();
  soon(PAUSE);
}

/** Undo, redo, or take over the draft of another tab. */
function turn(way) {
  way();
  show();
  header.reflect();
}
const undo = () => turn(draft.undo);
const redo = () => turn(draft.redo);

function keys(event) {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("textarea, input")) return;
  const key = event.key.toLowerCase(),
    again = key === "y" || (key === "z" && event.shiftKey);
  if (!again && key !== "z") return;
  event.preventDefault();
  (again ? redo : undo)();
}

// -- buttons -----------------------------------------------------------------------------------------------------

find("start").addEventListener("click", () => {
  at.answer = {};
  const stage = planned?.tags.find(([name]) => name === "Stage")?.[1] ?? "";
  change(put(newMatch(header.tags()), "Stage", stage));
  find("setup").open = false;
});
find("undo").addEventListener("click", undo);
find("redo").addEventListener("click", redo);
find("redeal").addEventListener("click", () => dealing.edit());
area.addEventListener("input", typed);
root.addEventListener("keydown", moveFocus);
document.addEventListener("keydown", keys);

window.addEventListener("storage", ({ key }) => {
  if (key === KEY) turn(draft.load);
});

area.value = draft.text;
find("setup").open = !draft.text.trim();
find("record").open = matchMedia("(min-width: 64rem)").matches;
header.reflect();
soon(0);
