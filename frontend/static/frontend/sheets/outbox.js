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
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The requests that wait under a `name` to be sent to an `address`. `changed` is called whenever one comes, goes or is refused,
 * `answered` with what the server says. */
export class Outbox {
  constructor(name, address, token, { changed, answered }) {
    Object.assign(this, { name, address, token, changed, answered });
    this.memory = [];
    this.kept = true;
    this.sending = false;
    this.offline = false;
    this.stale = false;
    this.delay = FIRST;
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

  async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      for (let next = this.waiting[0]; next; next = this.waiting[0]) if (!(await this.sendOne(next))) break;
    } finally {
      this.sending = false;
      this.changed();
    }
  }

  /** Send one; whether the next one's turn has come: the server has taken or refused this one, or fails on it again and again. */
  async sendOne({ key, body, tries = 0 }) {
    const answer = await fetch(this.address, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "Idempotency-Key": key, "X-CSRFToken": this.token },
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
    this.answered(answer.ok ? told : null);
    return true;
  }
}
