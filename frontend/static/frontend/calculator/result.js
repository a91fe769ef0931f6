// The value of the hand, which the server answers, and the hint where it lacks tiles.
import { handIn, question, textsIn } from "./form.js";
import { room } from "./hand.js";
import { face, tileName } from "./tiles.js";
import { filled } from "../site/parts.js";
import { ask } from "../site/service.js";

const PAUSE = 60;
const MOST = 13; // tiles of a long wait that the felt has room for
let timer = 0;

/** Let the answer that is awaited go, where the page has changed. */
export function forgetQuestion() {
  timer = 0;
}

/** The hint for a hand with too few or too many tiles; empty where the hand is complete or its text is not only tiles. */
function sizeHint({ table, words, form }) {
  const now = handIn(form);
  const short = room(table, now) - now.hand.length;
  const { hand, melds } = textsIn(form);
  const strange = `${hand} ${melds}`.replace(/(\w+:)?([1-9]+[mpsz])+/g, "").trim();
  if (!short || strange || (!now.hand.length && !now.melds.length)) return "";
  return filled(short > 0 ? words.short : words.over, { n: Math.abs(short) });
}

/** Put the question into the address, and ask it unless the hand lacks tiles. The latest question is the one answered. */
export function requestResult(calculator) {
  const parameters = question(calculator.form),
    lacks = sizeHint(calculator),
    url = `${calculator.page.dataset.home}?${parameters}`;
  if (url !== location.pathname + location.search) history[lacks ? "replaceState" : "pushState"](null, "", url);
  clearTimeout(timer);
  timer = lacks ? 0 : setTimeout(() => fetchResult(calculator, parameters), PAUSE);
  if (lacks) showResult(calculator);
}

async function fetchResult(calculator, parameters) {
  const mine = timer;
  let text = null;
  try {
    const answer = await ask(`${calculator.page.dataset.home}?part=answer&${parameters}`);
    if (answer.ok) text = await answer.text();
  } catch {
    /* no connection: said below */
  }
  if (mine !== timer) return;
  const result = document.getElementById("result");
  if (text === null) result.textContent = calculator.words.unavailable;
  else result.innerHTML = text;
  showResult(calculator);
}

function hint(text) {
  const answer = document.createElement("div"),
    line = document.createElement("p");
  answer.className = "answer";
  answer.dataset.state = "lacking";
  line.className = "hint";
  line.textContent = text;
  answer.append(line);
  return answer;
}

/** Draw the tiles of the answer, and its line below the hand; a hand that lacks tiles has a hint for an answer. */
export function showResult(calculator) {
  const { table } = calculator;
  const result = document.getElementById("result"),
    lacks = sizeHint(calculator);
  const line = document.getElementById("line");
  if (lacks) result.replaceChildren(hint(lacks));
  const answer = result.querySelector(".answer");
  for (const one of result.querySelectorAll(".face")) {
    one.replaceChildren(face(one.dataset.tile, one.classList.contains("won") ? "last" : "", one.dataset.stands));
  }
  line.replaceChildren();
  line.dataset.state = answer?.dataset.state ?? "";
  if (lacks || answer?.dataset.state === "blank") line.textContent = lacks;
  else if (answer?.dataset.state === "waits") {
    const waits = [...result.querySelectorAll("tbody .face")],
      names = document.createElement("span");
    names.className = "unseen";
    names.textContent = waits.map((one) => tileName(table, one.dataset.tile)).join(" ");
    line.append(answer.dataset.line, names, ...waits.slice(0, MOST).map((one) => face(one.dataset.tile)));
  } else line.textContent = answer?.dataset.line ?? "";
}
