// The match: its game, by which rules, where and when, and who plays.
import { newMatch, put, read } from "./draft.js";
import { element } from "../site/parts.js";
import { choice } from "./controls.js";

const TAGS = ["Base", "Event", "Site", "Date", "Table"];

/** The form above everything else. `at` gives the tables of all games, the words, the text and `change`. */
export function match(head, at) {
  const { tables, words } = at;
  const kept = JSON.parse(document.getElementById("kept-rules")?.textContent ?? "{}");
  const table = () => tables[head.game.value];
  const preset = () => table().presets[head.preset.value] ?? Object.values(table().presets)[0];
  const seats = () => at.answer.seats ?? preset().seats;
  const started = () => Boolean(at.text.trim());
  const written = () => at.text.split(/^\[Round /m)[0];
  let shown = "";

  /** The rules in the form: the preset, every option that differs from it, and what the table adds. */
  function rules() {
    const chosen = [...head.querySelectorAll("[data-option]")].filter((select) => select.value);
    const more = head.querySelector("#more")?.value.split(/\s+/).filter(Boolean) ?? [];
    return [head.preset.value, ...chosen.map((select) => `${select.dataset.option}=${select.value}`), ...more].join(
      " ",
    );
  }

  /** The presets of the game, and the rules that the reader's clubs keep. */
  function presets(value) {
    head.preset.replaceChildren(...Object.entries(table().presets).map(([name, { text }]) => new Option(text, name)));
    const own = kept[head.game.value] ?? [];
    if (own.length) {
      const group = element("optgroup");
      group.label = words.clubRules;
      group.append(...own.map(({ name, rules: line }) => new Option(name, `=${line}`)));
      head.preset.append(group);
    }
    if (value && table().presets[value]) head.preset.value = value;
  }

  /** Fill in a line of rules: its preset, its options, and what is none of the game's options. */
  function fill(line) {
    const [first, ...others] = line.split(" ").filter(Boolean),
      chosen = first?.includes("=") ? [first, ...others] : others;
    presets(first);
    const named = new Set(table().options.map((option) => option.name.replace(/^option\./, ""))),
      parts = chosen.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]);
    options(
      Object.fromEntries(parts.filter(([option]) => named.has(option))),
      parts
        .filter(([option]) => !named.has(option))
        .map((one) => one.join("="))
        .join(" "),
    );
  }

  function options(chosen, more = "") {
    head.querySelector("#options").replaceChildren(
      ...table().options.map((option) => {
        const name = option.name.replace(/^option\./, ""),
          usual = preset().usual[name];
        const values = option.values.map(({ value, text }) => [value, text]);
        if (option.free)
          for (let number = 0; number <= 12; number += 1)
            if (!values.some(([value]) => value === String(number))) values.push([String(number), String(number)]);
        const meant = values.find(([value]) => value === usual)?.[1] ?? usual;
        const label = choice(
          option.text,
          [["", `${words.usual} ${meant}`], ...values.filter(([value]) => value !== usual)],
          chosen[name] ?? "",
          () => started() && at.change(put(at.text, "Rules", rules())),
        );
        label.querySelector("select").dataset.option = name;
        label.append(element("span", "id", option.clause));
        return label;
      }),
      additions(more),
    );
  }

  function additions(more) {
    const label = element("label", "", words.tableAdds),
      input = element("input");
    Object.assign(input, { id: "more", value: more, autocapitalize: "off", spellcheck: false, maxLength: 1000 });
    input.addEventListener("change", () => started() && at.change(put(at.text, "Rules", rules())));
    label.append(input);
    return label;
  }

  function names() {
    const box = head.querySelector("#names"),
      now = [...box.querySelectorAll("input")].map((input) => input.name).join();
    if (now === [...seats()].map((letter) => `Seat.${letter}`).join()) return;
    box.replaceChildren(
      ...[...seats()].map((letter) => {
        const label = element("label", "", table().seats[letter] ?? letter),
          input = element("input");
        input.name = `Seat.${letter}`;
        input.value = read(at.text, input.name);
        label.append(input);
        return label;
      }),
    );
  }

  const fields = () =>
    [...head.querySelectorAll("input")].filter((input) => TAGS.includes(input.name) || input.name.startsWith("Seat."));

  /** Fill the form from the text; without a text, keep what was filled in. */
  function reflect() {
    shown = written();
    const text = started() ? at.text : (at.aside.header ?? ""),
      game = read(text, "Game");
    if (tables[game]) head.game.value = game;
    fill(read(text, "Rules"));
    names();
    for (const input of fields()) input.value = read(text, input.name);
    unit();
  }

  /** Copy a typed header into the form, unless the form is being filled in. */
  function follow() {
    if (started() && written() !== shown && !head.contains(document.activeElement)) reflect();
    names();
  }

  const unit = () => {
    head.elements.Base.placeholder = table().base;
  };

  head.addEventListener("submit", (event) => event.preventDefault());
  head.addEventListener("change", ({ target }) => {
    if (target.name === "game") presets();
    if (target.name === "game" || target.name === "preset") {
      if (head.preset.value.startsWith("=")) fill(head.preset.value.slice(1));
      else options({});
      unit();
      at.answer = {};
      names();
      if (started()) at.change(put(put(at.text, "Game", head.game.value), "Rules", rules()));
    } else if (started() && fields().includes(target)) at.change(put(at.text, target.name, target.value.trim()));
    if (started()) return;
    at.aside.header = newMatch(tags());
    at.keep();
  });
  const tags = () => [
    ["Game", head.game.value],
    ["Rules", rules()],
    ...fields().map((input) => [input.name, input.value.trim()]),
  ];
  return { follow, reflect, tags, table };
}
