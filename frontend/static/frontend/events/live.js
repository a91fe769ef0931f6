// The page of an event follows the event: it learns of a new version by server-sent events, or where there are none by asking
// now and then, and then fetches its own parts anew. While nobody looks at it, it asks for nothing.
import { filled, LANGUAGE } from "../site/parts.js";
import { followTables } from "./playing.js";
import { marksSince, noteParts, replaceParts } from "./replacing.js";

const ASK = 15000,
  TRY_STREAM = 300000,
  SETTLE = 1500;
const sign = document.getElementById("following"),
  told = document.getElementById("told"),
  parts = document.getElementById("parts");
let shown = Number(sign.dataset.version),
  newest = shown,
  stream,
  asking,
  fetching,
  ended = false;

/** Say how the event is followed: `followed`, `asking`, `away` or `ended`. */
function say(state) {
  sign.hidden = false;
  sign.dataset.state = state;
  sign.querySelector(".state").textContent = sign.dataset[state];
}

function stop() {
  stream?.close();
  stream = undefined;
  clearTimeout(asking);
}

function end() {
  ended = true;
  stop();
  say("ended");
}

/** Follow by a stream; where none is given, by asking. */
function follow() {
  stop();
  if (ended || document.hidden) return;
  const elsewhere = new URL(sign.dataset.live, location.href).origin !== location.origin;
  const opened = new EventSource(sign.dataset.live, { withCredentials: elsewhere });
  stream = opened;
  opened.addEventListener("open", () => say("followed"));
  opened.addEventListener("version", ({ data }) => isNew(Number(data)));
  opened.addEventListener("error", () => {
    if (opened !== stream) return;
    if (opened.readyState !== EventSource.CLOSED) return; // the browser connects again by itself
    stream = undefined;
    ask(Date.now() + TRY_STREAM);
  });
}

/** Ask for the version now and then, until it is time to try a stream again. */
async function ask(until) {
  if (ended || document.hidden) return;
  if (Date.now() > until) return follow();
  try {
    const answer = await fetch(sign.dataset.asked);
    if (stream || document.hidden) return;
    if (answer.status === 404 || answer.status === 403) return end();
    if (answer.ok) {
      say("asking");
      isNew((await answer.json()).version);
    }
  } catch {
    say("away");
  }
  asking = setTimeout(ask, ASK * (0.9 + 0.2 * Math.random()), until);
}

/** Fetch the parts of a newer version: after a moment, in which more may come, and not all readers at once. */
function isNew(version) {
  newest = Math.max(newest, version);
  fetchIn(SETTLE);
}

function fetchIn(most) {
  if (newest > shown && !fetching && !ended) fetching = setTimeout(update, most * Math.random());
}

async function update() {
  const version = newest;
  let again = ASK;
  try {
    const answer = await fetch(sign.dataset.parts);
    if (answer.status === 404) return end();
    if (!answer.ok) return;
    const changed = replaceParts(parts, await answer.text());
    shown = version;
    again = SETTLE;
    if (!changed) return;
    drawnAnew();
    const time = new Date().toLocaleTimeString(LANGUAGE === "zh" ? "zh-Hant" : LANGUAGE, {
      hour: "2-digit",
      minute: "2-digit",
    });
    told.textContent = filled(sign.dataset.told, { time });
    marksSince(parts, sign.dataset.key);
  } catch {
    say("away");
  } finally {
    fetching = undefined;
    // What came meanwhile, or could not be fetched; whoever looks at the page again is told of it again.
    if (!document.hidden) fetchIn(again);
  }
}

document.addEventListener("visibilitychange", () => (document.hidden ? stop() : follow()));
addEventListener("pagehide", stop);
addEventListener("pageshow", ({ persisted }) => persisted && follow());

noteParts(parts);
const drawnAnew = followTables(parts, sign.dataset.playing);
const since = marksSince(parts, sign.dataset.key);
const changed = ["tables", "places"].filter((kind) => since[kind]);
if (changed.length) {
  const news = document.getElementById("news"),
    what = changed.map((kind) => filled(sign.dataset[kind], { n: since[kind] })).join(" · ");
  news.textContent = filled(sign.dataset.news, { what });
  news.hidden = false;
}
follow();
