// The moments of findings: each as a small board, drawn when it comes into view; the frames of a round are fetched once.
import { sceneAt } from "../board/mount.js";
import { still } from "../board/paint.js";
import { element, filled, LANGUAGE } from "../site/parts.js";
import { ask } from "../site/service.js";

const NARROW = 520; // pixels of the width below which a board is tall
const rounds = new Map(),
  night = matchMedia("(prefers-color-scheme: dark)"),
  drawn = new Set();
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) {
        near.unobserve(target);
        show(target);
      }
  },
  { rootMargin: "200px" },
);

function frames(url) {
  if (!rounds.has(url))
    rounds.set(
      url,
      ask(url)
        .then((answer) => (answer.ok ? answer.json() : null))
        .catch(() => null),
    );
  return rounds.get(url);
}

/** The table that a finding is about: before its move with the pieces marked that this is about, or after it. */
function tableOf(doc, { move, seat, before }) {
  const at = doc.frames.findIndex((frame) => frame.move === Number(move)),
    frame = doc.frames[at];
  if (!frame || before === undefined || !at) return { frame, scene: [doc, at] };
  const short = frame.short ?? { pieces: [] };
  const made = {
    ...doc.frames[at - 1],
    findings: [{ seat }],
    aboutTo: { seat, pieces: short.seat === seat ? short.pieces : [] },
  };
  return { frame, scene: [{ ...doc, frames: doc.frames.with(at - 1, made) }, at - 1] };
}

async function show(box) {
  const details = box.parentElement,
    { dataset } = details,
    doc = await frames(dataset.roundFrames);
  const { frame, scene } = doc ? tableOf(doc, dataset) : {};
  if (!frame) {
    details.hidden = true; // a round whose deal is wrong has no table
    return;
  }
  const turned = Math.max(
    0,
    frame.seats.findIndex(({ seat }) => seat === dataset.seat),
  );
  const image = new Image(),
    caption = filled(doc.words[dataset.before === undefined ? "after" : "before"], { n: frame.move }),
    told = [caption, frame.said, ...frame.findings.map(({ said }) => said)];
  image.alt = told.join(". ");
  const draw = () => {
    const room = { shape: box.clientWidth < NARROW ? "tall" : "low" };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(still(sceneAt(...scene, turned, LANGUAGE, room), night.matches))}`;
  };
  draw();
  drawn.add(draw);
  box.replaceChildren(image, element("figcaption", "small", frame.move ? caption : doc.words.deal));
  box.classList.add("shown");
  if (frame.allowed) box.after(element("p", "allowed", frame.allowed));
}

/** Watch every moment of the page that is not watched yet. */
export function watchMoments() {
  for (const details of document.querySelectorAll(".moment:not(:has(figure))")) {
    details.append(element("figure"));
    near.observe(details.lastChild);
  }
}

night.addEventListener("change", () => drawn.forEach((draw) => draw()));
