// Search within a rulebook: hides presets, options, fans and clauses that lack a word, marks the words found, keeps the search in the address.
const form = document.getElementById("find");
const found = document.getElementById("found");
const rules = [...document.querySelectorAll("[data-mark]")];
const texts = rules.map((rule) => rule.textContent.toLowerCase());

/** The ranges of the words within an element. */
function places(element, words) {
  const ranges = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.toLowerCase();
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + word.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}

function search() {
  const words = form.q.value.toLowerCase().split(/\s+/).filter(Boolean);
  const read = form.read.checked;
  const ranges = [];
  let number = 0;
  rules.forEach((rule, index) => {
    const fits = words.every((word) => texts[index].includes(word)) && (!read || rule.dataset.mark.includes("I"));
    rule.hidden = !fits;
    number += fits;
    if (fits && words.length) ranges.push(...places(rule, words));
  });
  for (const part of document.querySelectorAll(".part")) part.hidden = !part.querySelector("[data-mark]:not([hidden])");
  const searching = words.length > 0 || read;
  found.textContent = searching ? (number ? found.dataset.some.replace("{n}", number) : found.dataset.none) : "";
  document.getElementById("rulebook").classList.toggle("searching", words.length > 0);
  if (window.Highlight) CSS.highlights.set("found", new Highlight(...ranges));
}

/** Keep the search in the address, so that it can be sent to somebody. */
function keep() {
  const query = new URLSearchParams();
  if (form.q.value) query.set("q", form.q.value);
  if (form.read.checked) query.set("read", "1");
  history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}${location.hash}`);
}

/** Unfold the clause that the address points at. */
function show() {
  const rule = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!rule?.hidden && !rule?.closest("[hidden]")) return;
  form.reset();
  search();
  rule.scrollIntoView();
}

const asked = new URLSearchParams(location.search);
form.q.value = asked.get("q") ?? "";
form.read.checked = asked.has("read");
form.addEventListener("input", () => {
  search();
  keep();
});
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", show);
search();
show();
form.dataset.ready = "yes";
