// Asks an address again and again, and less often while it does not answer. What came before stays until something else comes.
// Beside that it learns what time it is on the server: clocks in the hall go by that, whatever this machine's says.
//
// Where the live process gives a stream of the event, it asks when that tells of something new, and seldom else.
const EVERY = 4000;
const BESIDE_STREAM = 20000;
const TRY_STREAM = 300000;
const SLOWEST = 30000;
const PATIENCE = 8000;
let best = null;

/** What time it is on the server, in milliseconds. */
export function serverNow() {
  return Date.now() + (best ? best.offset : 0);
}

/** Learn the server's time from an answer: it was made somewhere between sending and getting it. The answer that took least is
 * the surest, until one says something that it cannot agree with: then a clock was set. */
export function learn(time, sent, got) {
  const took = got - sent,
    offset = time - (sent + got) / 2;
  if (!best || took <= best.took + 50 || Math.abs(offset - best.offset) > (took + best.took) / 2 + 1000)
    best = { took, offset };
}

/** Follow the stream at `live` while somebody looks: `told()` is called at what is new, and when the stream breaks. Returns a
 * function that says whether it is followed. */
function follow(live, told) {
  let stream = null,
    timer = 0;

  function open() {
    clearTimeout(timer);
    stream?.close();
    stream = null;
    if (document.hidden) return;
    const elsewhere = new URL(live, location.href).origin !== location.origin;
    const opened = new EventSource(live, { withCredentials: elsewhere });
    stream = opened;
    opened.addEventListener("version", told);
    opened.addEventListener("error", () => {
      if (opened !== stream) return;
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, TRY_STREAM);
      told();
    });
  }

  if (live) {
    document.addEventListener("visibilitychange", open);
    open();
  }
  return () => stream?.readyState === EventSource.OPEN;
}

/** Ask `address`: `changed(answer)` is awaited with what is new, `lost(since)` is told when it does not answer, and null when it
 * does again. `live` is the stream that tells when to ask; without one, and while `isBusy()` says that more happens than the stream
 * tells of, it is asked every few seconds. */
export function watch(address, { headers = {}, live = "", isBusy = () => false, changed, lost = () => {} }) {
  let etag = "",
    timer = 0,
    fails = 0,
    since = null,
    asking = false,
    again = false,
    undrawn = false;

  async function ask() {
    clearTimeout(timer);
    again = asking;
    if (asking) return;
    asking = true;
    try {
      await answered();
      fails = 0;
      if (since) lost((since = null));
    } catch {
      fails += 1;
      since ??= new Date();
      lost(since);
    }
    asking = false;
    timer = setTimeout(ask, pause());
  }

  function pause() {
    if (again) return 0;
    if (fails) return Math.min(EVERY * 2 ** (fails - 1), SLOWEST);
    return isFollowed() && !undrawn && !isBusy() ? BESIDE_STREAM : EVERY;
  }

  async function answered() {
    const sent = Date.now();
    const answer = await fetch(address, {
      headers: etag ? { ...headers, "If-None-Match": etag } : headers,
      cache: "no-store",
      redirect: "error", // who is signed out would get the page to sign in
      signal: AbortSignal.timeout(PATIENCE),
    });
    const time = Number(answer.headers.get("Server-Time"));
    if (time) learn(time, sent, Date.now());
    if (answer.status === 304) return;
    if (!answer.ok) throw new Error(String(answer.status));
    // What could not be drawn yet is asked for again.
    undrawn = (await changed(answer)) === false;
    if (!undrawn) etag = answer.headers.get("ETag") ?? "";
  }

  const isFollowed = follow(live, ask);
  addEventListener("online", ask);
  document.addEventListener("visibilitychange", () => document.hidden || ask());
  ask();
}
