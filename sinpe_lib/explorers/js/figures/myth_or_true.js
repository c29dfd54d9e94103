/* A statement, a guess, and then the picture that settles it. */
import { axes, box, INK, knob, label, number, path, scale } from "../drawing.js";
import { dot, pairDistances, row, similarity } from "../mathematics.js";

const BOX = [48, 62, 398, 206];
const length = (vector) => Math.sqrt(dot(vector, vector));
const apart = (offset, width) => length(pairDistances(offset, width));

export const size = [420, 250];

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, step) => from + step);

/** A curve over whole numbers with the axes that it needs. */
function curve(from, to, [low, high], value, xTicks, name, marks = []) {
  const x = scale([from, to], [BOX[0], BOX[2]]);
  const y = scale([low, high], [BOX[3], BOX[1]]);
  return [
    axes(
      x,
      y,
      xTicks.map((tick) => [tick, tick]),
      [low, high].map((tick) => [tick, number(tick)]),
      BOX,
    ),
    label([BOX[2], 240], name, { anchor: "end", fill: INK.muted, size: 10 }),
    path(
      range(from, to).map((each) => [x(each), y(value(each))]),
      { stroke: INK.offset, "stroke-width": 1.8 },
    ),
    ...marks.map((mark) => knob([x(mark), y(value(mark))])),
  ].join("");
}

/** Bars for each pair, up to `high`. */
function bars(values, high, name) {
  const step = (BOX[2] - BOX[0]) / values.length;
  const y = scale([0, high], [BOX[3], BOX[1]]);
  return [
    axes(
      (v) => v,
      y,
      [],
      [0, high].map((tick) => [tick, number(tick)]),
      BOX,
    ),
    ...values.map((value, pair) =>
      box([BOX[0] + step * (pair + 0.15), BOX[3]], [BOX[0] + step * (pair + 0.85), y(value)], {
        fill: INK.offset,
      }),
    ),
    label([BOX[2], 240], name, { anchor: "end", fill: INK.muted, size: 10 }),
  ].join("");
}

const STATEMENTS = {
  "The row repeats after 62832 positions.": {
    isTrue: false,
    why: () =>
      `at width 512 the row of 62832 is ${number(apart(62832, 512), 2)} away from the row of 0, ` +
      `and a neighbour ${number(apart(1, 512), 2)}`,
    draw: () =>
      curve(
        62812,
        62852,
        [0, 32],
        (p) => apart(p, 512),
        [62822, 62842],
        "position; distance to row 0",
        [62832],
      ),
  },
  "Similarity falls with every step.": {
    isTrue: false,
    why: () => {
      const up = range(2, 100).find(
        (k) => Math.round(1e9 * (similarity(k, 16) - similarity(k - 1, 16))) > 0,
      );
      return `at width 16 it rises from offset ${up - 1} to ${up}`;
    },
    draw: () =>
      curve(0, 20, [0, 1], (k) => similarity(k, 16) / 8, [0, 10, 20], "offset; similarity", [3, 4]),
  },
  "Positions 1 and 10001 share a row.": {
    isTrue: false,
    why: () =>
      `at width 32 the two rows are ${number(apart(10000, 32), 2)} apart, and the base is no period`,
    draw: () => bars(pairDistances(10000, 32), 2, "pairs 0 to 15; distance"),
  },
  "All rows of a table are equally long.": {
    isTrue: true,
    why: () =>
      `each pair adds 1 to the square, so at width 32 every row has length ${number(length(row(7, 32)), 0)}`,
    draw: () => curve(0, 100, [0, 5], (p) => length(row(p, 32)), [0, 50, 100], "position; length"),
  },
  "The dot product of two rows depends on the offset alone.": {
    isTrue: true,
    why: () =>
      "each pair adds the cosine of its turn over the offset, wherever the rows are; at width 32 " +
      `rows 5 and 8 have ${number(dot(row(5, 32), row(8, 32)), 3)}, and so have rows 50 and 53: ` +
      `${number(dot(row(50, 32), row(53, 32)), 3)}`,
    draw: () =>
      curve(
        0,
        100,
        [0, 16],
        (p) => dot(row(p, 32), row(p + 3, 32)),
        [0, 50, 100],
        "p; row p times row p + 3",
        [5, 50],
      ),
  },
  "A shift by 3 adds the same vector everywhere.": {
    isTrue: false,
    why: () => {
      const [near, far] = [5, 50].map((p) => number(row(p + 3, 4)[0] - row(p, 4)[0], 3));
      return `the first entry grows by ${near} from 5 to 8 and by ${far} from 50 to 53`;
    },
    draw: () =>
      curve(
        0,
        60,
        [-2, 2],
        (p) => row(p + 3, 4)[0] - row(p, 4)[0],
        [0, 20, 40, 60],
        "p; first entry of row p + 3 minus row p",
        [5, 50],
      ),
  },
};

export function draw({ statement, guess }) {
  const { draw: picture } = STATEMENTS[statement];
  if (guess !== "not yet") return picture();
  return [
    box([BOX[0], BOX[1]], [BOX[2], BOX[3]], { fill: "none", stroke: INK.line, rx: 8 }),
    label([223, 134], "true or false?", { size: 12, fill: INK.muted }),
  ].join("");
}

export function words({ statement, guess }) {
  if (guess === "not yet") return `${statement} True or false? Choose first, then look.`;
  const { isTrue, why } = STATEMENTS[statement];
  const verdict = isTrue ? "true" : "false";
  return `You said ${guess}${guess === verdict ? ", and" : ", but"} it is ${verdict}: ${why()}.`;
}

/** Another statement is another question. */
export const settle = ({ statement }, _data, before) =>
  before && before.statement !== statement ? { guess: "not yet" } : {};
