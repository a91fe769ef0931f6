// What was done on a page and is not sent yet: kept in this browser, sent once each, in order, with a key by which the server knows a
// request again. Nothing here knows what is sent.
const WAITING = "waiting",
  FIRST = 1000,
  LONGEST = 30_000,
  PATIENCE = 60,
  TRIES = 3,
  TIMEOUT = 20_000;
// What the server says to a request that it cannot take, now or later; where it is away or full it says something else.
const FAULTS = [400, 413, 500];

/** A key that no other request has. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The requests that wait under a `name`. `request` gives of one its `address` and what else `fetch` is told; `changed` is called
 * whenever one comes, goes or is refused, `answered` with what the server says (null: it refuses), and with the one it is about. */
export class Outbox {
  constructor(name, token, { request, changed, answered }) {
    Object.assign(this, { name, token, request, changed, answered });
    this.memory = [];
    this.kept = true;
    this.sending = null;
    this.offline = false;
    this.stale = false;
    this.delayed = false;
    this.delay = FIRST;
    this.tried = new Set(this.items.map(({ key }) => key)); // which of them the server may have
    addEventListener("online", () => this.retry());
    addEventListener("storage", (event) => event.key === name && this.changed());
    document.addEventListener("visibilitychange", () => !document.hidden && this.retry());
  }

  /** All that waits or was refused, oldest first. */
  get items() {
    if (!this.kept) return this.memory;
    try {
      return JSON.parse(localStorage.getItem(this.name) ?? "[]");
    } catch {
      return this.memory;
    }
  }

  get waiting() {
    return this.items.filter(({ status }) => status === WAITING);
  }

  change(step) {
    const items = step(this.items);
    this.memory = items;
    try {
      localStorage.setItem(this.name, JSON.stringify(items));
    } catch {
      this.kept = false;
    }
    this.changed();
  }

  /** Put a request in, to be sent as soon as it can be. */
  put(body) {
    this.change((items) => [...items, { key: newKey(), body, status: WAITING }]);
    this.retry();
  }

  /** Put a request in, in the place of all that the server cannot have yet. */
  replace(body) {
    this.change((items) => [
      ...items.filter(({ key, status }) => status === WAITING && this.tried.has(key)),
      { key: newKey(), body, status: WAITING },
    ]);
    this.retry();
  }

  /** Take one out, sent or given up. */
  drop(key) {
    this.change((items) => items.filter((one) => one.key !== key));
  }

  mark(key, told) {
    this.change((items) => items.map((one) => (one.key === key ? { ...one, ...told } : one)));
  }

  /** Send one again that was refused or set aside, before what came after it. */
  resend(key) {
    this.mark(key, { status: WAITING, line: undefined, tries: 0 });
    this.retry();
  }

  /** Send what waits now. */
  retry() {
    clearTimeout(this.timer);
    this.delay = FIRST;
    return this.send();
  }

  /** Send one after the other; the promise is kept when there is none left, or the network is away. */
  send() {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
      this.changed();
    });
    return this.sending;
  }

  async sendAll() {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) if (!(await this.sendOne(next))) break;
  }

  /** Send one; whether the next one's turn has come: the server has taken or refused this one, or fails on it again and again. */
  async sendOne(item) {
    const { key, tries = 0 } = item,
      { address, headers, ...more } = this.request(item);
    this.tried.add(key);
    const answer = await fetch(address, {
      ...more,
      headers: { ...headers, "X-CSRFToken": this.token },
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    const seconds = Number(answer?.headers.get("Retry-After"));
    this.offline = !answer;
    // The session or the token of this page has ended.
    this.stale = Boolean(answer && (answer.status === 401 || told?.code === "csrf-failed"));
    const fault = FAULTS.includes(answer?.status) && (!told || answer.status === 500);
    if (fault) this.mark(key, { tries: tries + 1, status: tries + 1 < TRIES ? WAITING : "refused" });
    if (fault && tries + 1 >= TRIES) return true;
    const busy =
      this.stale ||
      answer?.status >= 500 ||
      told?.code === "request-in-progress" ||
      (answer?.status === 429 && seconds <= PATIENCE);
    this.delayed = Boolean(answer) && (!told || busy);
    if (!answer || !told || busy) {
      this.timer = setTimeout(() => this.send(), seconds * 1000 || this.delay);
      this.delay = Math.min(2 * this.delay, LONGEST);
      return false;
    }
    this.delay = FIRST;
    if (answer.ok) this.drop(key);
    else
      this.mark(key, {
        status: told.code === "stale" ? "conflict" : "refused",
        line: told.detail,
        current: told.current,
      });
    this.answered(answer.ok ? told : null, { ...item, refusal: told, answer: answer.status });
    return true;
  }
}
