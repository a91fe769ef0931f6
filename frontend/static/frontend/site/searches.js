// The searches that a reader has saved on a list: names and addresses, kept in this browser alone.
import { element } from "./parts.js";

const MOST = 20;
const list = document.getElementById("searches");
const key = `referee.searches${location.pathname}`;

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(key));
    return Array.isArray(found) ? found.filter(({ query, name }) => typeof query === "string" && name) : [];
  } catch {
    return [];
  }
}

function keep(searches) {
  try {
    localStorage.setItem(key, JSON.stringify(searches.slice(-MOST)));
  } catch {
    /* a browser that keeps nothing shows that nothing was kept */
  }
  show();
}

function show() {
  const searches = kept(),
    { query, name } = list.dataset;
  list.querySelector("ul").replaceChildren(
    ...searches.map((one) => {
      const item = element("li"),
        link = element("a", "", one.name),
        remove = element("button", "link", "×");
      link.href = `?${one.query}`;
      if (one.query === query) link.setAttribute("aria-current", "page");
      remove.type = "button";
      remove.setAttribute("aria-label", list.dataset.remove.replace("{name}", one.name));
      remove.addEventListener("click", () => keep(kept().filter((other) => other.query !== one.query)));
      item.append(link, remove);
      return item;
    }),
  );
  const save = list.querySelector("[data-save-search]");
  save.hidden = !name || searches.some((one) => one.query === query);
  list.hidden = save.hidden && !searches.length;
}

if (list) {
  list
    .querySelector("[data-save-search]")
    .addEventListener("click", () => keep([...kept(), { query: list.dataset.query, name: list.dataset.name }]));
  show();
}
