// The tabs beside the board, after the pattern of WAI-ARIA. Which one is open stands on the page (`data-tab`), for styles and scripts.
const page = document.getElementById("replay");
const list = document.getElementById("tabs");
const tabs = [...list.querySelectorAll("[role=tab]")];
const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
const ROOM = 0.4; // share of the window that a panel has at least once it was opened: on a telephone it lies below the board
let pointed = false;

function open(tab) {
  for (const one of tabs) {
    one.setAttribute("aria-selected", one === tab);
    one.tabIndex = one === tab ? 0 : -1;
    panelOf(one).hidden = one !== tab;
  }
  page.dataset.tab = tab.id.replace("tab-", "");
  document.dispatchEvent(new CustomEvent("replay-tab"));
}

/** Open a tab by its name. */
export const openTab = (name) => open(tabs.find((tab) => tab.id === `tab-${name}`));

list.addEventListener("click", ({ target, detail }) => {
  const tab = target.closest("[role=tab]");
  if (!tab) return;
  pointed = detail > 0;
  open(tab);
  // What a review says first is pinned below the board; the other panels are scrolled to where they lie below the window.
  if (page.dataset.tab !== "review")
    scrollBy({ top: Math.max(0, panelOf(tab).getBoundingClientRect().top - innerHeight * (1 - ROOM)) });
});
// Arrow keys go from tab to tab for whoever came to them by the keyboard; after a click they step the board, as everywhere else.
list.addEventListener("focusout", () => {
  pointed = false;
});
list.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!way || pointed) return;
  event.preventDefault();
  event.stopPropagation();
  const next = tabs.at((tabs.indexOf(event.target) + way) % tabs.length);
  open(next);
  next.focus();
});
