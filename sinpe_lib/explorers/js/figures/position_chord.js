/* A row as a chord: one note for each column, as loud as the column is large. */
import { box, glow, INK, knob, label, line, number, scale } from "../drawing.js";
import { row } from "../mathematics.js";

const WIDTH = 8;
const LAST = 800;
const RAIL = 30;
const [KEYS, TALL, LEFT, STEP] = [196, 120, 14, 49];
const SEMITONES = [0, 2, 4, 7, 9]; // of a major pentatonic scale: any of its notes sound well together
const LOWEST = 220; // hertz
const LOUDEST = 0.12; // of full scale, for each note

export const size = [420, 232];

const along = scale([0, LAST], [110, 406]);
const x = (column) => LEFT + column * STEP;
const pitch = (note) => LOWEST * 2 ** (Math.floor(note / 5) + SEMITONES[note % 5] / 12);

export const backdrop = () =>
  [
    line([along(0), RAIL], [along(LAST), RAIL], { stroke: INK.line, "stroke-width": 2 }),
    ...Array.from({ length: WIDTH }, (_, column) =>
      label(
        [x(column) + 21, KEYS + 22],
        `${column % 2 ? "cos" : "sin"} ${Math.floor(column / 2)}`,
        {
          fill: column % 2 ? INK.cosine : INK.sine,
          size: 10,
        },
      ),
    ),
  ].join("");

const loudness = (value) => (value + 1) / 2;

export function draw({ position, columns }) {
  const keys = row(position, WIDTH).map((value, column) => {
    const [from, to] = [x(column), x(column) + 42];
    const level = KEYS - TALL * loudness(value);
    const on = column < columns;
    const frame = { fill: INK.board, stroke: INK.ring, "stroke-width": 1, rx: 4 };
    return (
      box([from, KEYS - TALL], [to, KEYS], frame) +
      (on ? box([from + 3, level], [to - 3, KEYS], { fill: glow(value), rx: 2 }) : "")
    );
  });
  return [
    label([6, RAIL], `position ${number(position)}`, { anchor: "start", "font-weight": 600 }),
    knob([along(position), RAIL]),
    ...keys,
  ].join("");
}

export function words({ position, columns }) {
  const loud = row(position, WIDTH)
    .slice(0, columns)
    .map((value) => number(100 * loudness(value), 0));
  return (
    `Position ${number(position)}: ${columns === 1 ? "the loudness of its lowest note" : `the loudness of its ${columns} notes, from low to high,`} is ` +
    `${loud.join(", ")} per cent.`
  );
}

export const tones = ({ position, columns }) =>
  row(position, WIDTH)
    .slice(0, columns)
    .map((value, note) => ({ frequency: pitch(note), gain: LOUDEST * loudness(value) }));

export const handles = ({ position }) => [
  { at: [along(position), RAIL], to: ([at]) => ({ position: along.inverse(at) }) },
];

export const pick = (_state, [at, y]) => (y < 60 ? { position: along.inverse(at) } : {});
