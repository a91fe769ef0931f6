// The files that were opened on these pages: the engine holds them too, but is ended where it takes too much. They are gone with
// the tab, also where it is drawn anew; those that are text survive that.

const KEY = "offline-files";

export class Kept {
  constructor() {
    this.files = [];
    try {
      this.files = JSON.parse(sessionStorage.getItem(KEY)) ?? [];
    } catch {
      /* a browser that keeps nothing begins with nothing */
    }
  }

  /** A number that no file has. */
  next() {
    return 1 + Math.max(0, ...this.files.map(({ number }) => number));
  }

  /** Keep a file. */
  async keep(file) {
    this.files.push({ ...file, data: await textOf(file.data) });
    this.#store();
  }

  drop(file) {
    this.files = this.files.filter((one) => one !== file);
    this.#store();
  }

  #store() {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.files.filter(({ data }) => typeof data === "string")));
    } catch {
      sessionStorage.removeItem(KEY); // too large: they last until the tab is drawn anew
    }
  }
}

/** A file as text, where that says every byte of it; else the file itself. */
async function textOf(data) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await data.arrayBuffer());
  } catch {
    return data;
  }
}
