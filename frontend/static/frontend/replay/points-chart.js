// The chart of the points over a match.
import { chart } from "./chart.js";

/** The points of every seat over the match, null before there are two rounds. */
export function pointsChart({ words, seat, seatName }, review) {
  const seats = Object.keys(review.points[0]?.totals ?? {});
  if (review.points.length < 2) return null;
  const series = seats.map((letter) => ({
    name: seat(letter),
    short: seatName(letter),
    points: [[0, 0], ...review.points.map(({ totals }, index) => [index + 1, totals[letter]])],
  }));
  return chart({
    title: words.points,
    x: words.rounds,
    series,
    from: 0,
    to: review.points.length,
    figures: words.figures,
    cursor: review.points.findIndex(({ round }) => round === review.round) + 1,
    labels: review.points.map(({ round }) => round),
  });
}
