// Writing a draft at a live table: the whole draft is sent after every change, and of it only what is new is written there. What
// cannot be sent waits, and a later draft takes its place: nothing is lost, for the draft itself is kept in the browser.
//
// A draft that got no answer may have come or not: it is sent again as it was before a later one is, so that what the table has is
// known. Moves that another device has written since are not taken back unless somebody here says so.
const PAUSE = 400,
  LONGEST = 30000;
const FINAL = [403, 404, 409, 413];
const find = (id) => document.getElementById(id);

/** Begin to write live at `address`; `draft` has the text and keeps `aside`, `say` shows how it stands. Returns what to call after
    every change, where the referee cannot be reached, to go on from here, and at the end. */
function liveTable(address, token, draft, say) {
  let table = null,
    known = 0, // how many lines the table had when it was last written at from here
    there = 0, // and how many with those of another device
    sent = null, // the last draft that was answered
    unanswered = null, // and one that was not
    waiting = 0,
    sending = null,
    wait = PAUSE;

  async function post(to, body) {
    const answer = await fetch(to, { method: "POST", body, headers: { "X-CSRFToken": token } });
    const told = await answer.json().catch(() => ({}));
    if (answer.ok || answer.status === 422 || FINAL.includes(answer.status)) return { status: answer.status, told };
    const pause = Number(answer.headers.get("Retry-After"));
    throw Object.assign(new Error(told.line ?? ""), { told: true, pause: pause * 1000 });
  }

  /** Open the table, unless it is open; what is said where it is refused. */
  async function opened(text) {
    if (table) return null;
    const { status, told } = await post(address, text);
    if (status !== 200) return { status, told };
    table = told;
    known = draft.aside.live?.draft === told.draft ? draft.aside.live.lines : 0;
    return null;
  }

  /** The address of the draft, which says how many lines are known. */
  function draftAddress() {
    const to = new URL(table.draft, location.href);
    to.searchParams.set("known", known);
    return to;
  }

  async function written(text) {
    const answer = (await opened(text)) ?? (await post(draftAddress(), text));
    if (answer.status !== 200) return answer;
    known = answer.told.lines;
    draft.aside.live = { draft: table.draft, lines: known };
    draft.keep();
    return answer;
  }

  async function send() {
    clearTimeout(waiting);
    waiting = 0;
    const text = unanswered ?? draft.text;
    if (text === sent) return;
    unanswered = text;
    try {
      const { status, told } = await written(text);
      if (status === 200) say("written", "", table.watch);
      else if (status !== 422) say("refused", told.line ?? "", table?.watch, told.code);
      if (status === 409 && told.lines !== undefined) there = told.lines;
      sent = text; // what cannot be read yet, or is not taken, is sent with the next change
      unanswered = null;
      wait = PAUSE;
    } catch (error) {
      say("waits", error.told ? error.message : "", table?.watch);
      wait = Math.max(error.pause || 0, Math.min(LONGEST, 2 * wait));
    }
  }

  /** Send, one after the other. */
  function soon() {
    sending ??= send().finally(() => {
      sending = null;
      changed();
    });
    return sending;
  }

  function changed() {
    if (!waiting && !sending && draft.text !== sent) waiting = setTimeout(soon, wait);
  }

  function goOn() {
    known = there;
    sent = null;
    soon();
  }

  async function end() {
    await sending;
    for (let tries = 0; tries < 2 && draft.text !== sent; tries++) await soon();
    clearTimeout(waiting);
    waiting = 0;
    if (draft.text !== sent || !table) return null;
    try {
      const { status, told } = await post(table.end);
      if (status !== 200) say("refused", told.line, table.watch);
      return status === 200 ? told.match : null;
    } catch {
      say("waits", "", table.watch);
      return null;
    }
  }

  addEventListener("online", () => {
    wait = PAUSE;
    if (draft.text !== sent) soon();
  });
  return { changed, away: () => say("waits", "", table?.watch), goOn, end };
}

/** The choice to write live, where the page has one: what to call after every change, where the referee cannot be reached, and at the
    end (undefined: it is not chosen). */
export function liveChoice(address, token, draft) {
  const box = find("live"),
    state = find("live-state"),
    link = find("live-watch"),
    take = find("live-take");
  if (!box) return { changed: () => {}, away: () => {}, end: async () => undefined };
  let table = null;
  const say = (how, why, watch, code) => {
    state.textContent = [state.dataset[how], why].filter(Boolean).join(" ");
    state.dataset.how = how;
    link.hidden = !watch;
    if (watch) link.href = watch;
    take.hidden = code !== "written-elsewhere";
  };
  const chosen = () => {
    if (!box.checked || !draft.text.trim()) return null;
    return (table ??= liveTable(address, token, draft, say));
  };
  const changed = () => chosen()?.changed();
  box.addEventListener("change", changed);
  take.addEventListener("click", () => table.goOn());
  return {
    changed,
    away: () => chosen()?.away(),
    end: async () => (box.checked && table ? table.end() : undefined),
  };
}
