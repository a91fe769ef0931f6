// Writing a draft at a live table: the whole draft is sent after every change, and of it only what is new is written there. What
// cannot be sent waits, and a later draft takes its place: nothing is lost, for the draft itself is kept in the browser.
//
// A draft that got no answer may have come or not: it is sent again as it was before a later one is, so that what the table has is
// known. Moves that another device has written since are not taken back unless somebody here says so.
import { Outbox } from "../site/outbox.js";
import { filled } from "../site/parts.js";
import { countMoves } from "./draft.js";

const find = (id) => document.getElementById(id);

/** Begin to write live at `address`; `draft` has the text and keeps `aside` under its `key`, `say` shows how it stands. By a table's
    link nothing more than writing is offered. */
function liveTable(address, token, draft, key, say) {
  let latest = null, // the draft that was put into the outbox last
    refused = null; // why the last one was not taken
  const byLink = new URL(address, location.href).searchParams.has("seat"),
    /** The table, how many lines it had when it was last written at from here, and how many moves that draft had. */
    known = () => draft.aside.live ?? { table: "", lines: 0, moves: 0 },
    watch = () => (byLink || !known().table ? undefined : `/tables/${known().table}/`),
    outbox = new Outbox(`${key} live`, token, { request, changed: tell, answered });

  function request({ body }) {
    const to = new URL(address, location.href),
      { table, lines } = known();
    if (table) to.searchParams.set("live", table);
    to.searchParams.set("known", lines);
    return { address: to, method: "PUT", body: body.text, headers: { "Content-Type": "text/x-ppn" } };
  }

  function keep(live) {
    draft.aside.live = live;
    draft.keep();
  }

  function answered(told, { key: sent, body, refusal, answer }) {
    if (told) keep({ table: told.live, lines: told.lines, moves: countMoves(body.text) });
    else {
      // What cannot be read yet, or is not taken, is sent with the next change.
      refused = answer === 422 ? null : refusal;
      outbox.drop(sent);
    }
  }

  function tell() {
    const n = Math.max(0, countMoves(draft.text) - (known().moves ?? 0));
    if (outbox.stale) say("stale", "", watch());
    else if (refused) say("refused", refused.detail, watch(), refused.code);
    else if (outbox.waiting.length && (outbox.offline || outbox.delayed || !navigator.onLine))
      say("waits", "", watch(), "", n);
    else if (!outbox.waiting.length && known().table) say("written", "", watch());
  }

  function changed() {
    if (draft.text === latest) return;
    latest = draft.text;
    refused = null;
    outbox.replace({ text: latest });
  }

  /** Write this draft, whatever another device has written since. */
  function goOn() {
    keep({ ...known(), lines: refused.lines ?? known().lines });
    latest = null;
    changed();
  }

  /** Make the table a match; gives its address, or null where that could not be done. */
  async function end() {
    changed();
    await outbox.retry();
    if (outbox.waiting.length || refused || byLink || !known().table) return null;
    const answer = await fetch(`/api/v1/tables/${known().table}/match`, {
        method: "POST",
        body: "{}",
        headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      }).catch(() => null),
      told = await answer?.json().catch(() => null);
    if (answer?.ok) return `/matches/${told.id}/`;
    if (told) say("refused", told.detail, watch());
    else say("waits", "", watch(), "", 0);
    return null;
  }

  addEventListener("offline", tell);
  return { changed, goOn, end };
}

/** The choice to write live, where the page has one: what to call after every change, and at the end (undefined: it is not
    chosen). */
export function liveChoice(planned, token, draft) {
  const box = find("live"),
    state = find("live-state"),
    link = find("live-watch"),
    take = find("live-take");
  if (!box) return { changed: () => {}, end: async () => undefined };
  let table = null;
  const say = (how, why, watch, code, n) => {
    state.textContent = [filled(state.dataset[how], { n }), why].filter(Boolean).join(" ");
    state.dataset.how = how;
    link.hidden = !watch;
    if (watch) link.href = watch;
    take.hidden = code !== "written-elsewhere";
  };
  const chosen = () => {
    if (!box.checked || !draft.text.trim()) return null;
    return (table ??= liveTable(planned.live, token, draft, planned.key, say));
  };
  const changed = () => chosen()?.changed();
  box.addEventListener("change", changed);
  take.addEventListener("click", () => table.goOn());
  return { changed, end: async () => (box.checked && table ? table.end() : undefined) };
}
