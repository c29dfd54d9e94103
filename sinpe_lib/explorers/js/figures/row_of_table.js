/* A table as a field of lights, and the lamps of one of its rows. */
import { board, box, field, INK, knob, label, lamp, list, number } from "../drawing.js";
import { row } from "../mathematics.js";

const [N, WIDTH] = [40, 16];
const [LEFT, TOP, CELL, HEIGHT] = [46, 22, 22.5, 4.5];
const RIGHT = LEFT + WIDTH * CELL;
const BOTTOM = TOP + N * HEIGHT;
const LAMPS = BOTTOM + 38;
const PLAIN = 0.05; // a change that is seen
const TABLE = Array.from({ length: N }, (_, position) => row(position, WIDTH));

export const size = [420, 282];

const x = (column) => LEFT + (column + 0.5) * CELL;
const y = (position) => TOP + (position + 0.5) * HEIGHT;

export const backdrop = () =>
  [
    field(TABLE, [LEFT, TOP], [CELL, HEIGHT]),
    label([LEFT, 9], "one row for each position", { anchor: "start", fill: INK.muted }),
    board([LEFT - 6, LAMPS - 15], [RIGHT + 6, LAMPS + 15]),
    ...TABLE[0].map((_, column) =>
      column % 4 === 0
        ? label([x(column + 0.5), LAMPS + 29], `pair ${column / 2}`, { fill: INK.muted, size: 10 })
        : "",
    ),
  ].join("");

export function draw({ position }) {
  const [from, to] = [
    [LEFT - 1, y(position) - HEIGHT / 2 - 1],
    [RIGHT + 1, y(position) + HEIGHT / 2 + 1],
  ];
  return [
    box(from, to, { fill: "none", stroke: INK.paper, "stroke-width": 3 }),
    box(from, to, { fill: "none", stroke: INK.position, "stroke-width": 1.2 }),
    knob([LEFT - 12, y(position)]),
    label([22, LAMPS], number(position), { size: 12, "font-weight": 600 }),
    ...TABLE[position].map((value, column) => lamp([x(column), LAMPS], 8.5, value)),
  ].join("");
}

const rounded = (value) => Math.round(1e9 * value);

export function words({ position }) {
  if (position === 0) return "Position 0: every sine is 0 and every cosine is 1.";
  const changes = TABLE[position].map((value, column) =>
    Math.abs(rounded(value) - rounded(TABLE[position - 1][column])),
  );
  const seen = changes.flatMap((change, column) => (change > rounded(PLAIN) ? [column] : []));
  const most = changes.indexOf(Math.max(...changes));
  return (
    `Position ${position}: since position ${position - 1}, columns ${list(seen)} ` +
    `changed by more than ${PLAIN}, column ${most} most.`
  );
}

export const pick = (_state, [, at]) =>
  at > TOP && at < BOTTOM ? { position: Math.floor((at - TOP) / HEIGHT) } : {};

export const handles = ({ position }) => [
  {
    at: [LEFT - 12, y(position)],
    to: ([, at]) => ({ position: (at - TOP) / HEIGHT - 0.5 }),
  },
];
