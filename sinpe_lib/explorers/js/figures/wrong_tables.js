/* A table of some program beside the right one, and where they differ. */
import { box, field, glow, INK, label, number } from "../drawing.js";

const [N, WIDTH] = [24, 16];
const [CELL, HEIGHT, TOP] = [7.8, 7, 32];
const LEFTS = [10, 148, 286];
const DIFFERENT = 0.001;

export const size = [420, 222];

const pairs = WIDTH / 2;
const kindOf = (column) => (column % 2 ? Math.cos : Math.sin);
const pairOf = (column) => Math.floor(column / 2);
const angle = (position, share, base = 10000) => position * base ** -share;

export const right = (position, column) => kindOf(column)(angle(position, pairOf(column) / pairs));

/** The entry of each table; one of them is right. */
const TABLES = [
  [
    "it puts all sines before all cosines",
    (p, c) => right(p, c < pairs ? 2 * c : 2 * (c - pairs) + 1),
  ],
  ["its base is 1000", (p, c) => kindOf(c)(angle(p, pairOf(c) / pairs, 1000))],
  ["each column has a frequency of its own", (p, c) => kindOf(c)(angle(p, c / pairs))],
  ["it begins with position 1", (p, c) => right(p + 1, c)],
  ["", right],
  ["it multiplies by the power", (p, c) => kindOf(c)(angle(p, -pairOf(c) / pairs))],
  [
    "its frequencies end exactly at 1/10000",
    (p, c) => kindOf(c)(angle(p, pairOf(c) / (pairs - 1))),
  ],
];

const whole = (entry) =>
  Array.from({ length: N }, (_, position) =>
    Array.from({ length: WIDTH }, (_, column) => entry(position, column)),
  );

const RIGHT = whole(right);
const ALL = TABLES.map(([, entry]) => whole(entry));
const billionths = (value) => Math.round(1e9 * value);

const isOff = (table, position, column) =>
  billionths(Math.abs(table[position][column] - RIGHT[position][column])) > billionths(DIFFERENT);

const chosen = ({ table }) => Number(table.split(" ")[1]) - 1;

export const backdrop = () =>
  [
    field(RIGHT, [LEFTS[0], TOP], [CELL, HEIGHT]),
    ...["the formula", "this table", "difference"].map((name, place) =>
      label([LEFTS[place], 14], name, { anchor: "start", fill: INK.muted }),
    ),
  ].join("");

export function draw(state) {
  const table = ALL[chosen(state)];
  const apart = table.map((line, p) => line.map((value, c) => Math.abs(value - RIGHT[p][c]) - 1));
  const { position, column } = state;
  return [
    field(table, [LEFTS[1], TOP], [CELL, HEIGHT]),
    field(apart, [LEFTS[2], TOP], [CELL, HEIGHT], (value) => glow(Math.min(1, value))),
    ...LEFTS.map((left) => {
      const [x, y] = [left + column * CELL, TOP + position * HEIGHT];
      const look = { fill: "none", "stroke-width": 1.6 };
      return (
        box([x - 2.5, y - 2.5], [x + CELL + 2.5, y + HEIGHT + 2.5], {
          ...look,
          stroke: INK.paper,
        }) +
        box([x - 1.5, y - 1.5], [x + CELL + 1.5, y + HEIGHT + 1.5], {
          ...look,
          stroke: INK.position,
        })
      );
    }),
    label([LEFTS[0], 212], `position ${position}, column ${column}`, { anchor: "start", size: 10 }),
  ].join("");
}

export function words(state) {
  const { position, column, named } = state;
  const table = ALL[chosen(state)];
  const places = table.flatMap((line, p) =>
    line.flatMap((_, c) => (isOff(table, p, c) ? [[p, c]] : [])),
  );
  const [here, wanted] = [table, RIGHT].map((each) => number(each[position][column], 3));
  const count = places.length
    ? `${places.length} of ${N * WIDTH} entries are off by more than ${DIFFERENT}, the first at ` +
      `position ${places[0][0]}, column ${places[0][1]}`
    : `No entry is off by more than ${DIFFERENT}`;
  const [name] = TABLES[chosen(state)];
  const fault = named ? (name ? ` How it differs: ${name}.` : " It is that of the formula.") : "";
  return (
    `At position ${position}, column ${column}, ${state.table} has ${here} and the formula ` +
    `${wanted}. ${count}.${fault}`
  );
}

export function pick(_state, [px, py]) {
  const left = LEFTS.find((each) => px >= each && px <= each + WIDTH * CELL);
  return left === undefined || py < TOP || py > TOP + N * HEIGHT
    ? {}
    : {
        column: Math.floor((px - left) / CELL),
        position: Math.floor((py - TOP) / HEIGHT),
      };
}
