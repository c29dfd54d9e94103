/* One seat: its binary digits, its encoding, and what changed since the seat before. */
import { board, box, INK, knob, label, lamp, line, number, scale } from "../drawing.js";
import { row } from "../mathematics.js";

const WORTH = [1, 2, 4, 8, 16, 32, 64];
const WIDTH = 8;
const LAST = 127;
const [LEFT, STEP, RADIUS] = [36, 46, 14];
const [RAIL, BINARY, WAVE] = [20, 92, 206];

export const size = [420, 260];

const x = (lampNumber) => LEFT + 14 + lampNumber * STEP;
const along = scale([0, LAST], [104, 404]);

const digits = (seat) => WORTH.map((worth) => Math.floor(seat / worth) % 2);

const heading = (y, text) => label([LEFT - 8, y - 34], text, { anchor: "start", fill: INK.muted });

const names = WORTH.map((worth, place) =>
  label([x(place), BINARY + 27], worth, { fill: INK.muted, size: 10 }),
);
const columns = Array.from({ length: WIDTH }, (_, column) =>
  label([x(column), WAVE + 27], `${column % 2 ? "cos" : "sin"} ${Math.floor(column / 2)}`, {
    fill: column % 2 ? INK.cosine : INK.sine,
    size: 10,
  }),
);

export const backdrop = () =>
  [
    line([along(0), RAIL], [along(LAST), RAIL], { stroke: INK.line, "stroke-width": 2 }),
    heading(BINARY, "binary digits"),
    heading(WAVE, "encoding"),
    board([LEFT - 8, BINARY - 20], [x(6) + 22, BINARY + 16]),
    board([LEFT - 8, WAVE - 20], [x(7) + 22, WAVE + 16]),
    ...names,
    ...columns,
  ].join("");

/** How far each lamp has moved since the seat before, from dark to light: as a bar under it. */
const changes = (now, before, y) =>
  now.map((value, place) => {
    const change = Math.abs(value - before[place]) / 2;
    const [left, right] = [x(place) - RADIUS, x(place) + RADIUS];
    return box([left, y], [left + (right - left) * change, y + 4], { fill: INK.offset });
  });

const scaled = (values) => values.map((value) => 2 * value - 1);

export function draw({ seat }) {
  const before = Math.max(0, seat - 1);
  const [now, last] = [digits(seat), digits(before)];
  const [wave, lastWave] = [row(seat, WIDTH), row(before, WIDTH)];
  return [
    label([8, RAIL], `seat ${number(seat)}`, { anchor: "start", size: 12, "font-weight": 600 }),
    knob([along(seat), RAIL]),
    ...scaled(now).map((value, place) => lamp([x(place), BINARY - 2], RADIUS, value)),
    ...wave.map((value, column) => lamp([x(column), WAVE - 2], RADIUS, value)),
    ...changes(scaled(now), scaled(last), BINARY + 36),
    ...changes(wave, lastWave, WAVE + 36),
  ].join("");
}

export function words({ seat }) {
  const lit = WORTH.filter((_, place) => digits(seat)[place]).reverse();
  const is = [
    "In seat 0 no binary lamp is lit.",
    `In seat ${seat} one binary lamp is lit.`,
    `Seat ${seat} is ${lit.join(" + ")}.`,
  ][Math.min(2, lit.length)];
  if (seat === 0) return is;
  const flips = digits(seat).filter((digit, place) => digit !== digits(seat - 1)[place]).length;
  const wave = row(seat - 1, WIDTH);
  const largest = Math.max(
    ...row(seat, WIDTH).map((value, column) => Math.abs(value - wave[column])),
  );
  return (
    `${is} Since seat ${seat - 1}, ${flips} of its 7 binary lamps ` +
    `${flips === 1 ? "has" : "have"} gone from one end to the other; the lamp of the encoding that ` +
    `moved furthest went ${number(largest, 2)} of the way of 2.`
  );
}

export const handles = ({ seat }) => [
  { at: [along(seat), RAIL], to: ([at]) => ({ seat: along.inverse(at) }) },
];

export const pick = (_state, [at, y]) => (y < 45 ? { seat: along.inverse(at) } : {});
