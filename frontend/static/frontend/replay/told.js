// What is told of a move beside the board: its findings, and what was paid.
import { paid } from "../board/text-table.js";
import { element } from "../site/parts.js";

const find = (id) => document.getElementById(id);

/** Give the focus to the board before the element that has it is replaced. */
function replaced(list, ...children) {
  const focused = list.contains(document.activeElement);
  list.replaceChildren(...children);
  if (focused) find("board").focus({ preventScroll: true });
}

/** Show the findings of a move, what the rules allowed in its place, and what was paid. */
export function tell(words, frame) {
  const template = find("finding");
  replaced(
    find("here"),
    ...frame.findings.map((finding) => {
      const item = template.content.cloneNode(true).firstElementChild,
        link = item.querySelector(".id");
      item.classList.add(finding.severity);
      item.querySelector(".tag").textContent = finding.severity_said;
      item.querySelector(".message").append(finding.said);
      item.querySelector(".law").textContent = finding.law;
      link.textContent = finding.clause;
      if (finding.link) link.href = finding.link;
      return item;
    }),
    ...(frame.allowed ? [element("li", "allowed small", frame.allowed)] : []),
  );
  replaced(
    find("ledger"),
    ...frame.ledger.map((line) => {
      const item = element("li", "", paid(words, line));
      const link = element("a", "id", line.clause);
      if (line.link) link.href = line.link;
      item.append(element("span", "why-paid", line.reason_said), link);
      return item;
    }),
  );
}

/** Say of the text of the move whether more of it lies below its edge. */
export function cut() {
  const told = find("told"),
    below = told.scrollHeight - told.clientHeight;
  told.classList.toggle("more", below - told.scrollTop > 4);
  if (below > 4) told.tabIndex = 0;
  else told.removeAttribute("tabindex");
}
