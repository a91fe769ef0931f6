// The lines of a round under its board, as long as the slider that lies over them: a click on them is one on the slider.
const svg = document.getElementById("lines");
const names = document.getElementById("line-names");
const LINE = 10; // pixels that a name needs

/** The value of a line at a move. */
const valueAt = (points, move) => points.findLast(([at]) => at <= move)?.[1] ?? points[0]?.[1] ?? 0;

/** Draw the line of every seat over so many moves, and a dot where `dots` says that a seat chose something else than the best. */
export function drawTimeline({ short }, { lines, measure }, last, dots) {
  const seats = Object.keys(lines),
    series = seats.map((seat) => lines[seat].filter(([, value]) => value !== null)),
    values = series.flatMap((points) => points.map(([, value]) => value)),
    low = Math.min(0, ...values),
    high = Math.max(1, ...values);
  const x = (move) => ((move / Math.max(1, last)) * 1000).toFixed(1),
    y = (value) => 95 - ((value - low) / (high - low)) * 90;
  const drawn = series.map((points, index) => {
    const way = points.map(([move, value], at) => (at ? `H${x(move)}V${y(value)}` : `M${x(move)} ${y(value)}`));
    return way.length ? `<path class="series n${index}" d="${way.join("")}H1000"/>` : "";
  });
  const ready = measure === "distance" ? `<path class="grid-line" d="M0 ${y(0)}H1000"/>` : "";
  const dotted = dots.map(
    ({ at, seat }) => `<path class="dot" d="M${x(at)} ${y(valueAt(series[seats.indexOf(seat)] ?? [], at))}h.01"/>`,
  );
  svg.innerHTML = ready + drawn.join("") + dotted.join("");
  name(seats.map((seat, index) => ({ text: short(seat), index, y: y(valueAt(series[index], last)) })));
}

/** Names at the ends of the lines, pushed apart as far as there is room. */
function name(ends) {
  const gap = Math.min((LINE / Math.max(1, names.clientHeight)) * 100, 100 / ends.length);
  let lowest = 100 - gap / 2;
  const sorted = ends.sort((one, other) => other.y - one.y);
  for (const end of sorted) {
    end.y = Math.min(end.y, lowest);
    lowest = end.y - gap;
  }
  const beyond = Math.max(0, gap / 2 - (sorted.at(-1)?.y ?? 50));
  names.replaceChildren(
    ...sorted.map(({ text, index, y }) => {
      const made = document.createElement("span");
      made.className = `n${index}`;
      made.textContent = text;
      made.style.top = `${y + beyond}%`;
      return made;
    }),
  );
}
