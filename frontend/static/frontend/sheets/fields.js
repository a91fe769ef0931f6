// Parts of the sheet's page: rows of chips to tap, lines to type in, figures with a sign, tiles to tap, the findings on a round.
import { sorted } from "../calculator/hand.js";
import { button, face } from "../calculator/tiles.js";
import { grid, group, labelled } from "../enter/controls.js";
import { element, filled } from "../site/parts.js";

/** A row of chips, of which one is on; `options` are pairs of value and text. Pressing the one that is on takes it back. */
export function chips(legend, options, value, onPick) {
  return many(legend, options, value === "" || value === undefined ? [] : [value], (picked) =>
    onPick(picked.find((one) => one !== value) ?? ""),
  );
}

/** A row of chips, of which some are on. */
export function many(legend, options, values, onPick) {
  const box = element("div", "sheet-field"),
    row = group("sheet-chips", legend);
  for (const [value, text] of options) {
    const on = values.includes(value);
    const chip = labelled("chip-button", text, () =>
      onPick(on ? values.filter((one) => one !== value) : [...values, value]),
    );
    chip.setAttribute("aria-pressed", String(on));
    chip.dataset.key = `${legend} ${value}`;
    chip.dataset.value = value;
    row.append(chip);
  }
  box.append(element("span", "sheet-legend", legend), row);
  return box;
}

/** A line to type in; `onInput` is called with every letter. */
export function line(legend, value, onInput, more = {}) {
  const label = element("label", "sheet-field"),
    input = element("input");
  Object.assign(input, {
    type: "text",
    value: value ?? "",
    autocomplete: "off",
    spellcheck: false,
    autocapitalize: "off",
    ...more,
  });
  input.dataset.key = legend;
  input.addEventListener("input", () => onInput(input.value));
  label.append(element("span", "sheet-legend", legend), input);
  return label;
}

/** A figure that may be below nought: telephones have no minus on their figures, so there is a button for it. */
export function figure(name, value, words, onInput) {
  const box = element("div", "sheet-figure"),
    label = element("label"),
    input = element("input");
  Object.assign(input, { type: "text", inputMode: "numeric", value: value ?? "", autocomplete: "off" });
  input.dataset.key = `figure ${name}`;
  input.addEventListener("input", () => onInput(input.value));
  const sign = button("chip-button", `${name}: ${words.sign}`, () => {
    input.value = /^[-−–]/.test(input.value) ? input.value.slice(1) : `-${input.value.replace("+", "")}`;
    onInput(input.value);
  });
  sign.textContent = "±";
  sign.dataset.key = `sign ${name}`;
  label.append(element("span", "", name), input);
  box.append(label, sign);
  return box;
}

/** The tiles in play to tap; `about` gives the name of one in full, and whether it `fits` now. */
export function picker(legend, form, onTap, about = (name) => ({ text: form.names[name] ?? name, fits: true })) {
  return grid(legend, sorted(Object.keys(form.tiles)), (name) => {
    const { text, fits } = about(name),
      key = button("key", text, () => onTap(name));
    key.dataset.key = `tile ${name}`;
    key.setAttribute("aria-disabled", String(!fits));
    key.append(face(name));
    return key;
  });
}

/** What the referee says of a round: its findings, what could not be checked, and where there is neither that nothing is wrong. */
export function judged({ findings: found, unchecked }, words) {
  const said = found.length ? [findings(found)] : [];
  if (unchecked.length)
    said.push(element("p", "small", filled(words.unchecked, { what: unchecked.join(words.comma) })));
  return said.length ? said : [element("p", "small sheet-clean", words.clean)];
}

/** The findings on a round, each with its clause. */
export function findings(found) {
  const list = element("ul", "sheet-findings");
  for (const { text, clause, link, severity } of found) {
    const row = element("li", severity, `${text} `),
      law = element("a", "id", clause);
    law.href = link;
    law.target = "_blank";
    row.append(law);
    list.append(row);
  }
  return list;
}
