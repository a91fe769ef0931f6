// Where the match is uploaded: by whoever enters it, into a club, to an event and a table of it; or saved as a file.
import { put, read } from "./draft.js";
import { choice } from "./controls.js";
import { element } from "../site/parts.js";
import { newKey } from "../site/outbox.js";
import { ask, go } from "../site/service.js";

const TAGS = ["Event", "Stage", "Table"];
const find = (id) => document.getElementById(id);

/** The name of a file for a match: its event's, or its game's. */
export const named = (text, ending = "ppn") =>
  `${read(text, "Event") || read(text, "Game") || "match"}.${ending}`.replace(/[\\/:*?"<>|\s]+/g, "-");

/** Give the reader a file to save. */
export function saveAs(blob, name) {
  const link = element("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * The lists to choose from, and the buttons. `token` is the page's against forgery; `planned` is the table of an event for which
 * the match is entered, null where it is for none; `live` is the table at which it is written as it is played, where that is
 * chosen; `done` is called when an answer is there.
 */
export function uploading(root, at, token, planned, live, done) {
  const { words } = at,
    clubs = JSON.parse(find("targets").textContent),
    box = find("into");
  let uploaded = { text: "", key: "" }; // what was sent to its table last: its answer may have been lost
  const chosen = () => at.aside.into ?? {};
  const club = () => clubs.find((one) => one.into === chosen().club);
  const eventsOf = (one) => one.events.filter(({ game }) => !game || game === read(at.text, "Game"));
  const event = () => club()?.events.find((one) => one.tag === chosen().event);

  /** Write the tags by which the match finds its event and its table. */
  function choose(club, event, table) {
    at.aside.into = { club, event };
    at.keep();
    const values = [event, table?.stage ?? "", table?.name ?? ""];
    if (at.text.trim() && event)
      at.change(TAGS.reduce((text, tag, index) => (values[index] ? put(text, tag, values[index]) : text), at.text));
    draw();
  }

  function draw() {
    if (!clubs.length) return;
    const places = clubs.flatMap((one, index) => [
      [`${index}`, one.name],
      ...eventsOf(one).map((event) => [`${index} ${event.tag}`, `${one.name} · ${event.name}`]),
    ]);
    const number = clubs.indexOf(club()),
      value = number < 0 ? "" : `${number} ${event()?.tag ?? ""}`.trim();
    const lists = [
      choice(words.into, [["", words.mine], ...places], value, (picked) => {
        const [index, ...tag] = picked.split(" ");
        choose(clubs[index]?.into ?? "", tag.join(" "));
      }),
    ];
    const tables = event()?.tables ?? [],
      there = tables.findIndex(
        ({ name, stage }) => name === read(at.text, "Table") && stage === read(at.text, "Stage"),
      );
    if (tables.length)
      lists.push(
        choice(
          words.table,
          [["", words.notRecorded], ...tables.map(({ name }, index) => [`${index}`, name])],
          there < 0 ? "" : `${there}`,
          (index) => choose(chosen().club, chosen().event, tables[index]),
        ),
      );
    box.replaceChildren(...lists);
  }

  find("download").addEventListener("click", () => saveAs(new Blob([at.text], { type: "text/x-ppn" }), named(at.text)));

  find("upload").addEventListener("click", async ({ currentTarget: button }) => {
    const form = new FormData();
    form.append("file", new File([at.text], named(at.text), { type: "text/x-ppn" }));
    button.disabled = true;
    const ended = await live.end();
    if (ended !== undefined) {
      done(Boolean(ended));
      if (!ended) return;
      localStorage.removeItem(planned.key);
      location.assign(`${ended}#verdict`);
      return;
    }
    if (uploaded.text !== at.text) uploaded = { text: at.text, key: newKey() };
    const answer = await ask(planned?.into ?? club()?.into ?? root.dataset.upload, {
      method: "POST",
      body: form,
      headers: { "X-CSRFToken": token, ...(planned && { "Idempotency-Key": uploaded.key }) },
    }).catch(() => null);
    const told = planned && (await answer?.json().catch(() => null));
    done(Boolean(answer?.ok || told?.detail));
    if (told?.detail) {
      find("results").replaceChildren(element("p", "banner failed", told.detail));
      return;
    }
    if (!answer?.ok) return;
    if (planned) {
      localStorage.removeItem(planned.key); // it is at its table
      location.assign(`/matches/${told.match}/#verdict`);
      return;
    }
    if (answer.redirected) {
      go(`${answer.url}#verdict`); // what is fetched has lost it
      return;
    }
    find("results").innerHTML = await answer.text();
    window.htmx?.process(find("results"));
    find("results").scrollIntoView({ block: "nearest" });
  });

  return { draw };
}
