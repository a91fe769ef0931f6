// A line chart as SVG: a line for every series, told apart by dash and by name at its end, with its figures as a table beside it.
import { element, written } from "../site/parts.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 380;
const HEIGHT = 220;
const PAD = { top: 12, right: 62, bottom: 30, left: 42 };
const LINE = 15;

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** About so many round numbers from one to another. */
function ticks(from, to, about) {
  const raw = Math.max(1, (to - from) / about);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((times) => times * power).find((size) => size >= raw),
  );
  const found = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) found.push(at);
  return found;
}

const path = (points, x, y) => points.map(([at, value], index) => `${index ? "L" : "M"}${x(at)} ${y(value)}`).join("");

/** Names at the ends of lines, pushed apart so that none covers another. */
function spread(ends) {
  const sorted = ends.sort((one, other) => one.y - other.y);
  sorted.forEach((end, index) => {
    if (index) end.y = Math.max(end.y, sorted[index - 1].y + LINE);
  });
  let lowest = HEIGHT - PAD.bottom;
  for (const end of [...sorted].reverse()) {
    end.y = Math.min(end.y, lowest);
    lowest = end.y - LINE;
  }
  return sorted;
}

/** The figures of a chart in words, folded. */
export function figures(spec, series) {
  const details = element("details", "figures");
  details.append(element("summary", "", spec.figures));
  const list = element("dl");
  for (const { name, points } of series) {
    list.append(
      element("dt", "", name),
      element(
        "dd",
        "",
        points.map(([at, value]) => `${spec.labels?.[at - 1] ?? at}: ${written(value) ?? "–"}`).join(", "),
      ),
    );
  }
  details.append(list);
  return details;
}

/** The chart as a figure; `labels` names places on the x axis, at `cursor` stands a line. */
export function chart(spec) {
  const every = spec.series.flatMap(({ points }) => points.map(([, value]) => value));
  const low = Math.min(0, ...every);
  const high = Math.max(1, ...every);
  const x = (at) => PAD.left + ((at - spec.from) / Math.max(1, spec.to - spec.from)) * (WIDTH - PAD.left - PAD.right);
  const y = (value) => HEIGHT - PAD.bottom - ((value - low) / (high - low)) * (HEIGHT - PAD.top - PAD.bottom);
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img" });
  const spoken = spec.series.map(({ name, points }) => `${name} ${written(points.at(-1)?.[1]) ?? "–"}`).join(", ");
  svg.setAttribute("aria-label", `${spec.title}. ${spoken}`);
  for (const value of ticks(low, high, 5)) {
    svg.append(
      shape("line", {
        class: value ? "grid-line" : "grid-line zero",
        x1: PAD.left,
        x2: WIDTH - PAD.right,
        y1: y(value),
        y2: y(value),
      }),
    );
    svg.append(
      shape("text", { class: "tick", x: PAD.left - 6, y: y(value) + 4, "text-anchor": "end" }, written(value)),
    );
  }
  for (const at of ticks(spec.from, spec.to, 8)) {
    const label = spec.labels ? spec.labels[at - 1] : at;
    if (label !== undefined)
      svg.append(shape("text", { class: "tick", x: x(at), y: HEIGHT - 10, "text-anchor": "middle" }, label));
  }
  svg.append(shape("text", { class: "tick", x: WIDTH - 2, y: HEIGHT - 10, "text-anchor": "end" }, spec.x));
  const place = x(spec.cursor);
  svg.append(shape("line", { class: "cursor", x1: place, x2: place, y1: PAD.top, y2: HEIGHT - PAD.bottom }));
  const ends = [];
  spec.series.forEach(({ short, points }, index) => {
    if (!points.length) return;
    const [at, value] = points.at(-1);
    svg.append(shape("path", { class: `series n${index}`, d: path(points, x, y) }));
    svg.append(shape("circle", { class: `end n${index}`, cx: x(at), cy: y(value), r: 3.5 }));
    ends.push({ name: short, index, y: y(value) });
  });
  for (const end of spread(ends))
    svg.append(shape("text", { class: `name n${end.index}`, x: WIDTH - PAD.right + 8, y: end.y + 4 }, end.name));
  const figure = element("figure");
  figure.append(element("figcaption", "", spec.title), svg, figures(spec, spec.series));
  return figure;
}
