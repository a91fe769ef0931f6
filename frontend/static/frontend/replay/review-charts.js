// The charts of a review: over the moves of a round, and over the rounds of a match.
import { chart } from "./chart.js";

/** How far every seat was from ready, or how many cards it held, over the moves of the round; `pick` is called with a move. */
export function roundChart({ words, seat, seatName }, review, pick) {
  const distance = review.measure === "distance";
  const series = Object.entries(review.lines).map(([letter, points]) => ({
    name: seat(letter),
    short: seatName(letter),
    points: points.filter(([, y]) => y !== null),
  }));
  const last = Math.max(1, ...series.flatMap(({ points }) => points.map(([x]) => x)));
  const marks = distance ? { 0: words.ready, "-1": words.winLevel } : {};
  return chart({
    title: distance ? words.distance : words.cards,
    x: words.moves,
    series,
    from: 0,
    to: last,
    stepped: true,
    marks,
    figures: words.figures,
    pick,
  });
}

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
