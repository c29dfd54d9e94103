/* One position and its look-alikes, on more and more waves. */
import { axes, INK, knob, label, line, number, path, scale } from "../drawing.js";
import { frequencies, row } from "../mathematics.js";

const WIDTH = 8;
const LAST = 130;
const CLOSE = 0.2;
const LISTED = 6;
const BOX = [64, 12, 408, 226];
const BAND = 52;
const ALIKE = 214;

export const size = [420, 266];

const x = scale([0, LAST], [BOX[0], BOX[2]]);
const middle = (pair) => 34 + BAND * pair * 0.88;
const TABLE = Array.from({ length: LAST + 1 }, (_, position) => row(position, WIDTH));
const TICKS = [0, 50, 100].map((tick) => [tick, tick]);

/** One wave over the line, in steps that are short beside its length. */
const WAVES = frequencies(WIDTH).flatMap((w, pair) => {
  const steps = Math.max(16, Math.round(LAST * w * 3));
  const at = Array.from({ length: steps + 1 }, (_, step) => (LAST * step) / steps);
  return [Math.sin, Math.cos].map((wave, kind) =>
    path(
      at.map((position) => [x(position), middle(pair) - 17 * wave(w * position)]),
      {
        stroke: kind ? INK.cosine : INK.sine,
        "stroke-width": 1.6,
        "stroke-dasharray": kind ? "5 3" : undefined,
      },
    ),
  );
});

export const backdrop = () =>
  [
    axes(x, () => 0, TICKS, [], BOX),
    label([BOX[2], 256], "position", { anchor: "end", fill: INK.muted, size: 10 }),
    ...[0, 1, 2, 3].map((pair) =>
      label([6, middle(pair)], `pair ${pair}`, { anchor: "start", fill: INK.muted, size: 10 }),
    ),
    label([6, ALIKE], "alike", { anchor: "start", fill: INK.muted, size: 10 }),
  ].join("");

/** Positions that are closer than 0.2 to this one, on the waves that are on. */
function alike({ position, waves }) {
  const near = (other) => {
    const squares = TABLE[other]
      .slice(0, waves)
      .map((value, column) => (value - TABLE[position][column]) ** 2);
    return Math.round(1e9 * Math.sqrt(squares.reduce((a, b) => a + b, 0))) < 1e9 * CLOSE;
  };
  return TABLE.map((_, other) => other).filter((other) => other !== position && near(other));
}

export function draw(state) {
  const { position, waves } = state;
  const here = x(position);
  const dots = TABLE[position].slice(0, waves).map((value, column) => {
    const at = [here, middle(Math.floor(column / 2)) - 17 * value];
    return knob(at, { fill: column % 2 ? INK.cosine : INK.sine, radius: 3 });
  });
  return [
    ...WAVES.slice(0, waves),
    line([here, BOX[1]], [here, BOX[3]], { stroke: INK.position, "stroke-width": 1.2 }),
    ...dots,
    ...alike(state).map((other) => {
      const [cx, cy] = [x(other), ALIKE];
      const corners = [
        [cx, cy - 4],
        [cx + 4, cy],
        [cx, cy + 4],
        [cx - 4, cy],
        [cx, cy - 4],
      ];
      return path(corners, { fill: INK.offset, stroke: "none" });
    }),
    knob([here, BOX[3]]),
  ].join("");
}

const NAMES = [
  "one sine",
  "pair 0",
  "pair 0 and a sine",
  "two pairs",
  "two pairs and a sine",
  "three pairs",
  "three pairs and a sine",
  "all four pairs",
];

export function words(state) {
  const found = alike(state);
  const more = found.length > LISTED ? ` and ${found.length - LISTED} more` : "";
  const listed = found.slice(0, LISTED).map((other) => number(other));
  return (
    `Of the positions up to ${LAST}, closer than ${CLOSE} to position ${state.position} on ` +
    `${NAMES[state.waves - 1]}: ` +
    `${listed.join(", ") || "none"}${more}.`
  );
}

export const pick = (_state, [at]) => (at < BOX[0] - 8 ? {} : { position: x.inverse(at) });

export const handles = ({ position }) => [
  { at: [x(position), BOX[3]], to: ([at]) => ({ position: x.inverse(at) }) },
];
