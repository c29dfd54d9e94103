/* One offset at two starts: everywhere the same turn. */
import { bearing, face, hand, label, number, precise, tip, turn, wrapped } from "../drawing.js";
import { frequencies, similarity } from "../mathematics.js";

const WIDTH = 4;
const RADIUS = 62;
const INNER = 46; // of the dashed hands, or a small turn would hide one behind the other
const ROWS = { first: 96, second: 244 };
const COLUMNS = [196, 346];
const W = frequencies(WIDTH);

export const size = [420, 316];

const clocks = Object.entries(ROWS).flatMap(([start, y]) =>
  COLUMNS.map((x, pair) => ({ start, centre: [x, y], w: W[pair] })),
);

export const backdrop = () =>
  [
    ...COLUMNS.map((x, pair) => label([x, 14], `pair ${pair}`)),
    ...clocks.map(({ centre }) => face(centre, RADIUS)),
  ].join("");

export function draw({ offset, ...starts }) {
  const names = Object.entries(ROWS).map(([start, y]) =>
    label([8, y], `${number(starts[start])} \u2192 ${number(starts[start] + offset)}`, {
      anchor: "start",
    }),
  );
  const turns = clocks.map(({ start, centre, w }) => {
    const [from, to] = [w * starts[start], w * (starts[start] + offset)];
    return (
      turn(centre, 0.5 * RADIUS, from, to) +
      hand(centre, INNER, to, { dashed: true }) +
      hand(centre, RADIUS, from)
    );
  });
  return [...names, ...turns].join("");
}

export function words({ offset, first, second }) {
  const [fast, slow] = W.map((w) => {
    const turns = (w * offset) / (2 * Math.PI);
    const whole = Math.abs(turns) > 1 ? ` (${number(turns, 2)} turns)` : "";
    return [number(w * offset, 2), whole];
  });
  const way = `${precise(Math.abs(offset))} ${offset < 0 ? "back" : "further"}`;
  return (
    `From ${precise(first)} and from ${precise(second)}, ${way}: both times pair 0 turns by ` +
    `${fast[0]} radians${fast[1]} and pair 1 by ${slow.join("")}, and the dot product of the two rows ` +
    `is ${number(similarity(offset, WIDTH), 3)}.`
  );
}

/** A solid hand sets its start, a dashed one the offset. A slow hand goes far. */
export function handles({ offset, ...starts }) {
  return clocks.flatMap(({ start, centre, w }) => {
    const grip = (control, value, position, radius) => ({
      at: tip(centre, radius, w * position),
      to: (point) => ({
        [control]: value + wrapped(bearing(centre, point) - w * position) / w,
      }),
    });
    const from = starts[start];
    return [grip(start, from, from, RADIUS), grip("offset", offset, from + offset, INNER)];
  });
}

export const settle = (state) =>
  state.whole
    ? {
        offset: Math.round(state.offset),
        first: Math.round(state.first),
        second: Math.round(state.second),
      }
    : {};
