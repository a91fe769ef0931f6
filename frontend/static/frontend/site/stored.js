// What a page keeps in this browser under a name.

export class Stored {
  constructor(name) {
    this.name = name;
    /** Whether the browser keeps anything. */
    this.keeps = true;
  }

  /** What was kept; null where there is nothing. */
  get() {
    try {
      return JSON.parse(localStorage.getItem(this.name));
    } catch {
      return null;
    }
  }

  /** Keep this; null: forget what was kept. */
  set(value) {
    try {
      if (value === null) localStorage.removeItem(this.name);
      else localStorage.setItem(this.name, JSON.stringify(value));
      this.keeps = true;
    } catch {
      this.keeps = false; // it stays on the page
    }
  }
}
