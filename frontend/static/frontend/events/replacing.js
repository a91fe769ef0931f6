// The parts of an event's page: replaced one by one without a jump, and what is new in them since somebody looked last.

const MOST = 12,
  NAME = "referee.events";
const sources = new WeakMap();

/** Note how the parts of the page came, before anything is marked or unfolded in them. */
export function noteParts(parts) {
  for (const part of parts.querySelectorAll("[data-part]")) sources.set(part, part.innerHTML);
}

/** Put the parts of a fetched page into the place of those that came otherwise; what is unfolded and has the focus stays so;
 * a part in whose form somebody writes stays for now. Returns whether any did. */
export function replaceParts(parts, text) {
  const fetched = new DOMParser().parseFromString(text, "text/html");
  let changed = false;
  for (const fresh of fetched.querySelectorAll("[data-part]")) {
    const old = document.getElementById(fresh.id);
    if (!old || sources.get(old) === fresh.innerHTML || old.querySelector("form :focus")) continue;
    sources.set(old, fresh.innerHTML);
    replace(old, fresh);
    changed = true;
  }
  return changed;
}

function replace(old, fresh) {
  const folded = new Map([...old.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
  const focused = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
  old.replaceChildren(...document.importNode(fresh, true).childNodes);
  for (const one of old.querySelectorAll("details[id]")) {
    if (folded.has(one.id)) one.open = folded.get(one.id);
  }
  if (focused) old.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/** Mark the tables and places that differ from when this browser showed the event last, and keep how they are now. A row says in
 * `data-now` what is compared. Returns how many of each kind were marked; none on the first visit. */
export function marksSince(parts, key) {
  const all = kept(),
    before = all[key]?.rows,
    rows = {},
    counts = { tables: 0, places: 0 };
  for (const row of parts.querySelectorAll("[data-row]")) {
    const name = row.dataset.row,
      now = row.dataset.now;
    rows[name] = now;
    if (!before || !now || before[name] === now) continue;
    row.classList.add("fresh");
    counts[row.dataset.kind] += 1;
  }
  delete all[key];
  keep({ ...all, [key]: { rows } });
  return counts;
}

/** How the events were that this browser showed lately, the last one last. */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
}

function keep(all) {
  try {
    localStorage.setItem(NAME, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MOST))));
  } catch {
    /* a browser that keeps nothing marks nothing */
  }
}
