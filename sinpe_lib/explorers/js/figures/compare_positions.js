/* Two positions at width 4: their hands on both clocks, and how far apart they are. */
import {
  bearing,
  box,
  face,
  hand,
  INK,
  knob,
  label,
  line,
  number,
  precise,
  scale,
  tip,
  wrapped,
} from "../drawing.js";
import { frequencies, pairDistances } from "../mathematics.js";

const WIDTH = 4;
const LAST = 800;
const W = frequencies(WIDTH);
const RAILS = { first: 30, second: 58 };
const CENTRES = [
  [72, 158],
  [204, 158],
];
const RADII = { first: 58, second: 42 };
const BARS = [288, 400];

export const size = [420, 228];

const along = scale([0, LAST], [84, 408]);
const long = scale([0, 3], BARS);
const bar = (place) => 112 + 38 * place;

export const backdrop = () =>
  [
    ...Object.values(RAILS).map((y) =>
      line([along(0), y], [along(LAST), y], { stroke: INK.line, "stroke-width": 2 }),
    ),
    ...CENTRES.flatMap((centre, pair) => [
      face(centre, RADII.first),
      label([centre[0], 86], `pair ${pair}`, { fill: INK.muted }),
    ]),
    label([BARS[0], 86], "distance", { anchor: "start", fill: INK.muted }),
  ].join("");

const grown = (value) => number(value, 3);

export function draw({ first, second }) {
  const pairs = pairDistances(second - first, WIDTH);
  const distances = [...pairs, Math.hypot(...pairs)];
  const names = ["pair 0", "pair 1", "row"];
  return [
    label([6, RAILS.first], number(first), { anchor: "start", size: 12, "font-weight": 600 }),
    label([6, RAILS.second], number(second), { anchor: "start", size: 12, "font-weight": 600 }),
    knob([along(first), RAILS.first]),
    knob([along(second), RAILS.second], { hollow: true }),
    ...CENTRES.flatMap((centre, pair) => [
      hand(centre, RADII.first, W[pair] * first),
      hand(centre, RADII.second, W[pair] * second, { dashed: true }),
    ]),
    ...distances.flatMap((distance, place) => [
      box([BARS[0], bar(place) + 9], [long(distance), bar(place) + 17], { fill: INK.offset }),
      label([BARS[0], bar(place)], names[place], { anchor: "start", size: 10 }),
      label([412, bar(place)], grown(distance), { anchor: "end", size: 10 }),
    ]),
  ].join("");
}

export function words({ first, second }) {
  const pairs = pairDistances(second - first, WIDTH);
  const [fast, slow, whole] = [...pairs, Math.hypot(...pairs)].map((each) => number(each, 5));
  return (
    `Positions ${precise(first)} (solid) and ${precise(second)} (dashed) are ` +
    `${precise(Math.abs(second - first))} apart: distance ${fast} on pair 0, ${slow} on pair 1, ` +
    `${whole} for the row.`
  );
}

export function handles(state) {
  return ["first", "second"].flatMap((name) => {
    const position = state[name];
    const hands = CENTRES.map((centre, pair) => ({
      at: tip(centre, RADII[name], W[pair] * position),
      to: (point) => ({
        [name]: position + wrapped(bearing(centre, point) - W[pair] * position) / W[pair],
      }),
    }));
    const onLine = {
      at: [along(position), RAILS[name]],
      to: ([x]) => ({ [name]: along.inverse(x) }),
    };
    return [onLine, ...hands];
  });
}

export const settle = ({ whole, first, second }) =>
  whole ? { first: Math.round(first), second: Math.round(second) } : {};
