// The screen of a hall: the clock by the server's time, the tables page by page, and who sits where next when the round is over.
import { reading, written } from "./clocks.js";
import { learn, watch } from "./state.js";

const TURN = 12000;
// Pixels of the type: the smallest from which a table is read across a hall, at the width of the screen; the largest of use.
const SMALLEST = 0.011,
  LARGEST = 0.05,
  COLUMNS = 8;
const element = (id) => document.getElementById(id);
const words = JSON.parse(element("words").textContent);
const [round, then, clock, part, list] = ["round", "then", "clock", "part", "tables"].map(element);
let state = JSON.parse(element("state").textContent),
  pages = [],
  page = 0,
  turned = Date.now();

const filled = (text, n) => text.replace(/\{\w+\}/, () => n);
const points = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

function made(tag, name, text = "") {
  const one = document.createElement(tag);
  if (name) one.className = name;
  one.textContent = text;
  return one;
}

/** The words for the seats of a table: of the first game that has them all. */
function seatWords(people) {
  return words.seats.find((game) => people.every(({ seat }) => !seat || seat in game)) ?? {};
}

/** Who sits at a table in the order of the seats; where the points are known they are sent in theirs. */
function inOrder({ people, decided }, seats) {
  const order = Object.keys(seats),
    place = ({ seat }) => (order.includes(seat) ? order.indexOf(seat) : order.length);
  return decided ? people : [...people].sort((a, b) => place(a) - place(b));
}

/** A table: its name, extra time, how far it is, and who sits where with the points so far. */
function card(table, group) {
  const { rounds, of } = table.checked ?? {},
    unchecked = rounds < of;
  const one = made("li", `table${table.done ? " done" : ""}${unchecked ? " unchecked" : ""}`);
  one.dataset.group = group;
  const head = made("p", "head");
  head.append(made("b", "", filled(list.dataset.table, table.table)));
  if (table.extra) {
    const extra = made("span", "extra", filled(list.dataset.extra, table.extra));
    extra.dataset.minutes = table.extra;
    head.append(extra);
  }
  if (table.live) one.dataset.live = table.live.id;
  if (table.done) head.append(made("span", "state", unchecked ? list.dataset.unchecked : list.dataset.done));
  else if (table.live)
    head.append(
      made(
        "span",
        "state",
        table.live.round
          ? list.dataset.playing.replace("{round}", table.live.round).replace("{move}", table.live.move)
          : list.dataset.begun,
      ),
    );
  else if (table.rounds) head.append(made("span", "state", filled(list.dataset.rounds, table.rounds)));
  one.append(head);
  const seats = seatWords(table.people);
  const rows = made("ol", "people");
  for (const { seat, name, points: got } of inOrder(table, seats)) {
    const row = made("li");
    row.append(made("span", "seat", seats[seat] ?? seat), made("bdi", "name", name));
    if (got !== null) row.append(made("b", "points", points(got)));
    rows.append(row);
  }
  one.append(rows);
  return one;
}

const named = ({ stage_name: stage, number }) =>
  [stage, filled(round.dataset.round, number)].filter(Boolean).join(" · ");

/** What comes next: the round after this one, with the time for which it is planned. */
function follows() {
  const starts = state.then?.starts_at && new Date(state.then.starts_at);
  const time = starts?.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  then.hidden = !state.round;
  then.textContent = state.then
    ? filled(then.dataset.then, [named(state.then.round), time].filter(Boolean).join(" · "))
    : then.dataset.last;
}

function draw() {
  round.textContent = state.round ? named(state.round) : round.dataset.none;
  follows();
  clock.hidden = !state.clock;
  const cards = state.tables.map((table) => card(table, "tables"));
  if (state.next) cards.push(...state.next.tables.map((table) => card(table, "next")));
  list.replaceChildren(...cards);
  element("empty").hidden = !state.round || cards.length > 0;
  paginate();
  tick();
}

/** Set the cards in so many columns and in type of this size, in pixels. Returns whether no name and no card is cut and each group of
 * cards stands on one page. */
function holds(columns, size) {
  list.style.setProperty("--columns", columns);
  list.style.setProperty("--size", `${size}px`);
  pages = ["tables", "next"].flatMap((group) => pagesOf(group, false));
  if (new Set(pages.map((one) => one.group)).size < pages.length) return false;
  for (const one of list.children) one.hidden = false;
  if ([...list.children].some((one) => one.offsetHeight > list.clientHeight)) return false;
  return [...list.querySelectorAll(".name, .head b")].every(
    (one) => one.scrollHeight < one.clientHeight + size / 2 && one.scrollWidth <= one.clientWidth + 1, // a line is more
  );
}

/** The largest type in which so many columns hold, in pixels; 0 where none does. */
function largest(columns, smallest, most) {
  if (!holds(columns, smallest)) return 0;
  let [low, high] = [smallest, most];
  while (high - low > 0.5) {
    const size = (low + high) / 2;
    if (holds(columns, size)) low = size;
    else high = size;
  }
  return low;
}

/** Lay the cards out: in as many columns as give the largest type in which all tables of a round fit on one page; where none
 * does in the smallest, page by page. On a narrow page one scrolls. */
function paginate() {
  const scrolls = matchMedia("(width <= 46rem)").matches;
  const [smallest, most] = [SMALLEST, LARGEST].map((part) => part * Math.max(innerWidth, innerHeight));
  let best = { columns: 0, size: 0 };
  list.dataset.laid = list.dataset.filled = "";
  for (let columns = 1; columns <= COLUMNS && !scrolls; columns += 1) {
    const size = largest(columns, Math.max(smallest, best.size), most);
    if (size > best.size) best = { columns, size };
  }
  list.style.setProperty("--columns", best.columns || Math.max(1, Math.floor(list.clientWidth / (smallest * 15))));
  list.style.setProperty("--size", `${best.size || smallest}px`);
  if (!best.size) list.dataset.laid = "paged";
  pages = ["tables", "next"].flatMap((group) => pagesOf(group, scrolls));
  list.dataset.filled = !scrolls;
  show(Math.min(page, Math.max(pages.length - 1, 0)));
}

/** The pages of a group of cards: whole rows that fit below each other. */
function pagesOf(group, scrolls) {
  const found = [],
    room = list.clientHeight;
  let top = 0;
  for (const one of list.children) one.hidden = one.dataset.group !== group;
  for (const [place, one] of [...list.children].filter((card) => !card.hidden).entries()) {
    const row = found.at(-1)?.cards.at(-1)?.offsetTop === one.offsetTop ? found.at(-1) : null;
    if (place === 0 || (!scrolls && !row && one.offsetTop + one.offsetHeight - top > room)) {
      top = one.offsetTop;
      found.push({ group, cards: [] });
    }
    found.at(-1).cards.push(one);
  }
  return found;
}

function show(number) {
  page = number;
  turned = Date.now();
  const shown = pages[page],
    all = pages.filter((one) => one.group === shown?.group);
  for (const one of list.children) one.hidden = !shown?.cards.includes(one);
  part.hidden = !shown;
  if (!shown) return;
  const next = shown.group === "next" && state.next.round.number;
  part.querySelector("span").textContent = next ? filled(part.dataset.next, next) : part.dataset.tables;
  element("page").textContent = all.length > 1 ? `${all.indexOf(shown) + 1} / ${all.length}` : "";
  list.dataset.group = shown.group;
}

function tick() {
  if (state.clock) {
    const { left, phase } = reading(state.clock);
    clock.dataset.phase = phase;
    clock.querySelector(".left").textContent = written(left);
    clock.querySelector(".phase").textContent = words.phases[phase];
    for (const extra of list.querySelectorAll("[data-minutes]")) {
      const minutes = Number(extra.dataset.minutes),
        own = reading(state.clock, minutes);
      // When all others are over a table with extra time shows what it has left itself.
      const alone = phase === "over" && own.phase !== "over";
      extra.textContent = alone ? written(own.left) : filled(list.dataset.extra, minutes);
      extra.dataset.phase = own.phase;
    }
  }
  if (pages.length > 1 && Date.now() - turned > TURN) show((page + 1) % pages.length);
}

function lost(since) {
  const line = element("lost");
  line.hidden = !since;
  if (since) line.querySelector("time").textContent = since.toTimeString().slice(0, 5);
}

/** Keep the machine's screen on, where the browser can. */
function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

// What the page itself says of the time holds until an answer says it better.
learn(Number(element("now").value), Date.now() - 2000, Date.now());
watch(list.dataset.asked, {
  live: list.dataset.live,
  isBusy: () => state.tables.some(({ live }) => live),
  lost,
  changed: async (answer) => {
    state = await answer.json();
    draw();
  },
});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
let width = 0;
new ResizeObserver(() => {
  const size = innerWidth * 10000 + innerHeight;
  if (size !== width) paginate();
  width = size;
}).observe(document.documentElement);
document.fonts.ready.then(paginate);
draw();
setInterval(tick, 250);
