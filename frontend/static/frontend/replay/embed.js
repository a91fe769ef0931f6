// The embedded board, in another site's frame: fetches its frames without cookies, by the link that opens the match, and steps
// through them.
import { mountBoard, offender } from "../board/mount.js";
import { createStepper, keyed, touched } from "../board/stepper.js";

const page = document.getElementById("embed"),
  { dataset } = page;
const find = (id) => document.getElementById(id);
const svg = find("board"),
  scrub = find("scrub"),
  play = find("play");
let doc = null,
  board = null,
  turned = 0;

function draw(smooth) {
  const { at } = stepper,
    frame = doc.frames[at];
  board.draw(doc, at, { turned, smooth });
  find("now").textContent = at ? `${at}. ${frame.said}` : frame.said;
  svg.setAttribute("aria-label", [frame.said, ...frame.findings.map((one) => one.said)].join(". "));
  scrub.value = at;
  scrub.setAttribute("aria-valuetext", `${at} / ${stepper.last()}: ${frame.said}`);
  find("whole").href = `${dataset.home}${at ? `${at}/` : ""}`;
}

function showPlaying(yes) {
  page.classList.toggle("playing", yes);
  play.setAttribute("aria-label", yes ? play.dataset.pause : play.dataset.play);
}

const stepper = createStepper(() => doc.frames, {
  at: Number(dataset.move),
  onMove: (_, smooth) => draw(smooth),
  onPlaying: showPlaying,
});

async function load() {
  const headers = {
    "Accept-Language": document.documentElement.lang,
    ...(dataset.key && { Authorization: `Link ${dataset.key}` }),
  };
  const answer = await fetch(dataset.frames, { credentials: "omit", headers }).catch(() => null);
  if (!answer?.ok) {
    find("missing").hidden = false;
    return;
  }
  doc = await answer.json();
  board = mountBoard(svg, dataset.lang, { fills: true });
  scrub.max = stepper.last();
  stepper.at = Math.min(stepper.at, stepper.last());
  turned = stepper.at ? offender(doc.frames[stepper.at]) : 0; // opened at a finding: who broke the rule sits at the bottom
  draw(false);
  for (const button of document.querySelectorAll("[data-step]"))
    button.addEventListener("click", () => stepper.step(button.dataset.step));
  play.addEventListener("click", stepper.play);
  scrub.addEventListener("input", () => stepper.to(Number(scrub.value), false));
  keyed(stepper);
  touched(svg, stepper);
  page.dataset.ready = "yes";
}
load();
