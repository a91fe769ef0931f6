// The referee of this page: the engine of the offline pages, loaded beforehand on a good network, so that moves are checked on a bad
// one too. A browser that has loaded it once loads it again with the page.
import { Stored } from "../site/stored.js";
import { filled } from "../site/parts.js";

const MEGA = 1_000_000;
const wanted = new Stored("referee.near");

export class Near {
  /** `box` has the button that loads the engine, and says how far it is; without one there is none. */
  constructor(box) {
    this.box = box;
    this.engine = null;
    this.offered = false;
    this.asked = 0;
    this.last = Promise.resolve();
  }

  /** Offer to load the engine, with its size; load it where this browser has done so before. */
  async offer() {
    const { box } = this,
      button = box?.querySelector("button");
    if (!box || this.offered || typeof WebAssembly !== "object") return;
    this.offered = true;
    const list = await fetch(box.dataset.parts)
      .then((answer) => answer.json())
      .catch(() => null);
    this.offered = Boolean(list);
    if (!list) return;
    const bytes = list.parts.reduce((sum, part) => sum + part.bytes, 0);
    button.textContent = filled(box.dataset.offer, { n: Math.ceil(bytes / MEGA) });
    button.addEventListener("click", () => this.load());
    button.hidden = false;
    if (wanted.get()) this.load();
  }

  async load() {
    const { box } = this,
      [button, told] = box.children;
    button.hidden = true;
    const { Engine } = await import("../offline/engine.js");
    this.engine ??= new Engine(box.dataset.parts, { held: Infinity });
    this.engine.addEventListener("progress", ({ detail: { state, loaded, total } }) => {
      const megas = (of) => (of / MEGA).toFixed(1);
      told.textContent = filled(box.dataset[state] ?? "", { n: megas(loaded), of: megas(total) });
      box.dataset.state = state;
    });
    const { error } = await this.engine.start();
    button.hidden = !error;
    wanted.set(error ? null : true);
  }

  /** The answer on a draft, as the service gives it; null where the engine is not there, fails, or was asked of a later draft since. */
  async check(draft) {
    const mine = ++this.asked;
    if (this.engine?.progress.state !== "ready") return null;
    await this.last;
    if (mine !== this.asked) return null;
    const options = {
      method: "POST",
      address: "/verify?words=1",
      home: "/",
      language: document.documentElement.lang.toLowerCase(),
      static: {},
      service: "",
      number: 0,
      files: [],
      fields: "",
    };
    this.last = this.engine.call("page", [draft], options);
    const { answer, told, error } = await this.last;
    return error || told.status !== 200 ? null : answer;
  }
}
