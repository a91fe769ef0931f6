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
    every change, where the referee cannot be reached, to go on from here, and at the end. By a table's link nothing more than writing
    is offered. */
function liveTable(address, token, draft, say) {
  let known = draft.aside.live?.lines ?? 0, // how many lines the table had when it was last written at from here
    there = 0, // and how many with those of another device
    sent = null, // the last draft that was answered
    unanswered = null, // and one that was not
    waiting = 0,
    sending = null,
    wait = PAUSE;
  const byLink = new URL(address, location.href).searchParams.has("seat"),
    table = () => draft.aside.live?.table,
    watch = () => (byLink || !table() ? undefined : `/tables/${table()}/`);

  async function asked(method, to, type, body) {
    const answer = await fetch(to, { method, body, headers: { "Content-Type": type, "X-CSRFToken": token } });
    const told = await answer.json().catch(() => ({}));
    if (answer.ok || answer.status === 422 || FINAL.includes(answer.status)) return { status: answer.status, told };
    const pause = Number(answer.headers.get("Retry-After"));
    throw Object.assign(new Error(told.detail ?? ""), { told: true, pause: pause * 1000 });
  }

  async function written(text) {
    const to = new URL(address, location.href);
    if (table()) to.searchParams.set("live", table());
    to.searchParams.set("known", known);
    const answer = await asked("PUT", to, "text/x-ppn", text);
    if (answer.status !== 200) return answer;
    known = answer.told.lines;
    draft.aside.live = { table: answer.told.live, lines: known };
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
      if (status === 200) say("written", "", watch());
      else if (status !== 422) say("refused", told.detail ?? "", watch(), told.code);
      if (status === 409 && told.lines !== undefined) there = told.lines;
      sent = text; // what cannot be read yet, or is not taken, is sent with the next change
      unanswered = null;
      wait = PAUSE;
    } catch (error) {
      say("waits", error.told ? error.message : "", watch());
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
    if (draft.text !== sent || byLink || !table()) return null;
    try {
      const { status, told } = await asked("POST", `/api/v1/tables/${table()}/match`, "application/json", "{}");
      if (status !== 200) say("refused", told.detail, watch());
      return status === 200 ? `/matches/${told.id}/` : null;
    } catch {
      say("waits", "", watch());
      return null;
    }
  }

  addEventListener("online", () => {
    wait = PAUSE;
    if (draft.text !== sent) soon();
  });
  return { changed, away: () => say("waits", "", watch()), goOn, end };
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
