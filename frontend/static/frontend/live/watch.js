// A table as it is played: frames come by server-sent events, or where there is no stream by asking now and then. Who comes later
// steps back to the deal, and asks for earlier rounds; who looks at the last move is taken along by the next one.
import { mountBoard } from "../board/mount.js";
import { createStepper, keyed, touched } from "../board/stepper.js";
import { filled, LANGUAGE, element } from "../site/parts.js";

const ASK = 4000,
  SOON = 200,
  TRY_STREAM = 60000;
const root = document.getElementById("watch"),
  { dataset } = root;
const find = (id) => document.getElementById(id);
const svg = find("board"),
  rounds = find("rounds"),
  board = mountBoard(svg, LANGUAGE),
  words = JSON.parse(dataset.words);
const played = new Map(); // the frames of every round that is known, by its number
let last = 0, // the number of the last line that came
  first = Infinity, // and of the first
  shown = 0, // the round that is looked at
  stream,
  over = false;

const frames = () => played.get(shown) ?? [];
const doc = () => ({ frames: frames(), words });
const address = (path, after) =>
  `${path}?words=1&view=${encodeURIComponent(dataset.view)}${after === null ? "" : `&after=${after}`}`;

function draw(smooth = true) {
  const { at } = stepper,
    frame = frames()[at];
  find("bar").hidden = !frame;
  if (!frame) return;
  board.draw(doc(), at, {
    turned: Math.max(
      0,
      frame.seats.findIndex(({ seat }) => seat === dataset.view),
    ),
    smooth,
  });
  find("said").textContent = over && at === stepper.last() ? `${frame.said} · ${dataset.over}` : frame.said;
  find("at").textContent = `${at} / ${stepper.last()}`;
  root.dataset.move = at;
  root.dataset.last = stepper.last();
  root.dataset.ready = "yes";
}

const stepper = createStepper(frames, { onMove: (_, smooth) => draw(smooth) });

/** Take a frame: it follows those of its round that are known, or takes the place of those that were taken back. */
function take({ number, round, move, frame }) {
  if (number <= last && number >= first) return;
  const atEnd = shown === Math.max(0, ...played.keys()) && stepper.at >= stepper.last();
  const list = played.get(round) ?? [];
  if (frame) {
    list.length = Math.min(list.length, move);
    list[move] = frame;
    played.set(round, list);
  }
  last = Math.max(last, number);
  first = Math.min(first, number);
  if (!atEnd || !frame) return;
  shown = round;
  stepper.at = list.length - 1;
}

function takeAll(some) {
  for (const one of some) take(one);
  const numbers = [...played.keys()].sort((one, other) => one - other);
  rounds.replaceChildren(
    ...numbers.map((number) => {
      const option = element("option", "", filled(dataset.round, { n: number }));
      option.value = number;
      option.selected = number === shown;
      return option;
    }),
  );
  find("earlier").hidden = first <= 1 || !played.size;
  draw();
  root.dataset.lines = last;
}

function end() {
  over = true;
  stream?.close();
  draw(false);
}

/** Follow by a stream; where none is given, by asking. */
function follow() {
  const elsewhere = new URL(dataset.events, location.href).origin !== location.origin;
  stream = new EventSource(address(dataset.events, last || null), { withCredentials: elsewhere });
  stream.addEventListener("frame", ({ data }) => takeAll([JSON.parse(data)]));
  stream.addEventListener("end", end);
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED && !over) ask(Date.now() + TRY_STREAM);
  });
}

async function ask(until) {
  if (over) return;
  if (Date.now() > until) {
    follow();
    return;
  }
  let more = false;
  try {
    const answer = await fetch(address(dataset.frames, last || null));
    if (answer.status === 404) return;
    if (answer.ok) {
      const told = await answer.json();
      takeAll(told.frames);
      more = told.next !== null;
      if (told.state !== "open" && last >= told.last) end();
    }
  } catch {
    find("said").textContent = dataset.lost;
  }
  setTimeout(ask, more ? SOON : document.hidden ? 5 * ASK : ASK, until);
}

/** The rounds before the first that is known, from the start. */
find("earlier").addEventListener("click", async () => {
  const until = first,
    before = [];
  for (let after = 0; after < until - 1;) {
    const answer = await fetch(address(dataset.frames, after)).catch(() => null);
    if (!answer?.ok) return; // it is asked for again by another click
    const { frames: some } = await answer.json();
    if (!some.length) break;
    before.push(...some.filter(({ number }) => number < until));
    after = some.at(-1).number;
  }
  const at = stepper.at;
  for (const { round, move, frame } of before) {
    if (!frame) continue;
    const list = played.get(round) ?? [];
    list.length = Math.min(list.length, move);
    list[move] = frame;
    played.set(round, list);
  }
  first = 1;
  stepper.at = at;
  takeAll([]);
});

rounds.addEventListener("change", () => {
  shown = Number(rounds.value);
  stepper.at = 0;
  draw(false);
});
find("end")?.addEventListener("click", async ({ currentTarget: button }) => {
  button.disabled = true;
  const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  const answer = await fetch(button.dataset.end, {
    method: "POST",
    body: "{}",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
  }).catch(() => null);
  const told = (await answer?.json().catch(() => null)) ?? {};
  if (answer?.ok) location.assign(`/matches/${told.id}/#verdict`);
  else find("said").textContent = told.detail ?? dataset.lost;
  button.disabled = false;
});
find("view").addEventListener("change", ({ target }) => target.form.submit());
for (const button of root.querySelectorAll("[data-step]"))
  button.addEventListener("click", () => stepper.step(button.dataset.step));
keyed(stepper);
touched(svg, stepper);
follow();
