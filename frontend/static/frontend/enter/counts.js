// The cards of a hand: how many of each rank, by one press on the number or, where there are more, in a field.
import { element, filled } from "../site/parts.js";
import { face, group, labelled } from "./controls.js";

const AT_ONCE = 7;

/** A row for each rank, counted from the hand as it then is; `afterPress` puts off drawing until a press has ended. */
export function counts(words, ranks, afterPress, draw) {
  const box = group("counter", words.pieces);
  for (const rank of ranks) {
    const line = element("div", "count"),
      input = element("input");
    Object.assign(input, {
      type: "number",
      inputMode: "numeric",
      min: 0,
      max: rank.most(),
      value: rank.number() || "",
    });
    Object.assign(input.dataset, { tile: rank.piece, key: rank.piece });
    input.setAttribute("aria-label", filled(words.left, { tile: rank.name, n: rank.left }));
    input.addEventListener("focus", () => input.select());
    input.addEventListener("change", () => {
      rank.put(Number(input.value));
      setTimeout(afterPress, 0, draw); // when the focus has gone on
    });
    line.append(face(rank.piece), input);
    for (let count = 1; count <= AT_ONCE; count += 1) {
      const one = labelled("step", String(count), () => {
        rank.put(rank.number() === count ? 0 : count);
        afterPress(draw);
      });
      one.setAttribute("aria-label", `${rank.name}: ${count}`);
      one.setAttribute("aria-pressed", String(rank.number() === count));
      Object.assign(one.dataset, { key: `${rank.piece} ${count}` });
      one.disabled = count > rank.most();
      line.append(one);
    }
    box.append(line);
  }
  return box;
}
