/* A head of attention that looks a fixed number of positions back. */
import { axes, INK, knob, label, line, number, path, scale } from "../drawing.js";
import { frequencies, softmax } from "../mathematics.js";

const [N, WIDTH] = [100, 64];
const BOX = [40, 60, 406, 226];
const W = frequencies(WIDTH);

export const size = [420, 268];

const x = scale([0, N - 1], [BOX[0] + 6, BOX[2] - 6]);
const y = scale([0, 1], [BOX[3], BOX[1]]);
const inside = (key) => Math.min(N - 1, Math.max(0, key));

/** The weights of a query whose scores are gain * (M_k row of the query) . (row of the key). */
function weights({ query, back, gain }) {
  const score = (key) => W.reduce((sum, w) => sum + Math.cos(w * (query - back - key)), 0);
  return softmax(Array.from({ length: N }, (_, key) => (gain * score(key)) / Math.sqrt(WIDTH)));
}

export const backdrop = () =>
  [
    axes(
      x,
      y,
      [0, 25, 50, 75, 99].map((tick) => [tick, tick]),
      [
        [0, "0"],
        [0.5, "0.5"],
        [1, "1"],
      ],
      BOX,
    ),
    label([8, 40], "weight", { anchor: "start", fill: INK.muted, size: 10 }),
    label([BOX[2], 258], "key", { anchor: "end", fill: INK.muted, size: 10 }),
  ].join("");

export function draw(state) {
  const { query, back } = state;
  const target = query - back;
  const curve = weights(state).map((weight, key) => [x(key), y(weight)]);
  const dashes = { stroke: INK.position, "stroke-width": 1.4, "stroke-dasharray": "5 3" };
  const there = target === inside(target);
  return [
    line([x(query), BOX[1] - 4], [x(query), BOX[3]], { "stroke-width": 1.4 }),
    there ? line([x(target), BOX[1] - 40], [x(target), BOX[3]], dashes) : "",
    path(curve, { stroke: INK.offset, "stroke-width": 1.8 }),
    knob([x(query), BOX[3]]),
    knob([x(inside(target)), BOX[1] - 44], { hollow: true }),
    label(
      [x(inside(target)) + (target > 60 ? -12 : 12), BOX[1] - 46],
      there ? "looks here" : "looks beyond",
      {
        anchor: target > 60 ? "end" : "start",
        size: 10,
      },
    ),
  ].join("");
}

export function words(state) {
  const { query, back, gain } = state;
  const given = weights(state);
  const rounded = given.map((weight) => Math.round(1e9 * weight));
  const largest = rounded.indexOf(Math.max(...rounded));
  const way = back === 0 ? "at itself" : `${Math.abs(back)} ${back > 0 ? "back" : "ahead"}`;
  const key = query - back;
  if (key !== inside(key))
    return (
      `At gain ${number(gain)}, query ${query} looks ${way}, but there is no key ${number(key)}: the largest weight, ` +
      `${number(given[largest], 2)}, is on key ${largest}.`
    );
  return (
    `At gain ${number(gain)}, query ${query} looks ${way}: weight ${number(given[key], 2)} on key ${key}, and the largest ` +
    `weight is ${largest === key ? "there" : `on key ${largest}`}.`
  );
}

export const handles = ({ query, back }) => [
  { at: [x(query), BOX[3]], to: ([px]) => ({ query: x.inverse(px) }) },
  {
    at: [x(inside(query - back)), BOX[1] - 44],
    to: ([px]) => ({
      // A target beyond the ends is held there until the hand has moved it inside.
      back:
        query - back === inside(query - back)
          ? query - x.inverse(px)
          : back + inside(query - back) - x.inverse(px),
    }),
  },
];
