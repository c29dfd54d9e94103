/* How long a word and its position are at the input, and how large a learned table would be. */
import { axes, box, INK, knob, label, line, number, scale } from "../drawing.js";

const CORNER = [30, 206];
const ROOM = 150; // for the longer of the two
const BOX = [250, 40, 406, 206];
const WIDTHS = [8, 4096];
const LENGTHS = [16, 131072];

export const size = [420, 254];

const x = scale(WIDTHS, [BOX[0], BOX[2]], true);
const y = scale(LENGTHS, [BOX[3], BOX[1]], true);

/** Lengths of a word as it starts, and of a row of the encoding. */
function lengths({ width, start, scaled }) {
  const word = (start === "1" ? Math.sqrt(width) : 1) * (scaled ? Math.sqrt(width) : 1);
  return [word, Math.sqrt(width / 2)];
}

export const backdrop = () =>
  [
    label([8, 14], "at the input", { anchor: "start", fill: INK.muted }),
    label([BOX[0] - 30, 14], "a learned table", { anchor: "start", fill: INK.muted }),
    axes(
      x,
      y,
      [16, 128, 1024].map((tick) => [tick, tick]),
      [
        [64, "64"],
        [1024, "1024"],
        [16384, "16384"],
      ],
      BOX,
    ),
    label([BOX[2], 240], "width", { anchor: "end", fill: INK.muted, size: 10 }),
    label([BOX[0] + 4, 30], "positions", { anchor: "start", fill: INK.muted, size: 10 }),
  ].join("");

export function draw(state) {
  const { width, positions } = state;
  const [word, row] = lengths(state);
  const unit = ROOM / Math.max(word, row);
  const [right, top] = [CORNER[0] + unit * word, CORNER[1] - unit * row];
  return [
    line(CORNER, [right, CORNER[1]], { "stroke-width": 4, stroke: INK.muted }),
    line([right, CORNER[1]], [right, top], { "stroke-width": 4, stroke: INK.position }),
    line(CORNER, [right, top], {
      "stroke-width": 1.4,
      stroke: INK.muted,
      "stroke-dasharray": "5 3",
    }),
    label([CORNER[0], 222], `word ${number(word, 1)}`, {
      anchor: "start",
      fill: INK.muted,
      size: 10,
    }),
    label([CORNER[0], 240], `position ${number(row, 1)}`, { anchor: "start", size: 10 }),
    box([BOX[0], BOX[3]], [x(width), y(positions)], { fill: INK.offset, "fill-opacity": "0.25" }),
    knob([x(width), y(positions)], { fill: INK.offset }),
  ].join("");
}

const bytes = (many) => {
  const [unit, name] = many < 999950 ? [1e3, "kB"] : many < 999.95e6 ? [1e6, "MB"] : [1e9, "GB"];
  return `${number(many / unit, 1)} ${name}`;
};

export function words(state) {
  const { width, positions } = state;
  const [word, row] = lengths(state);
  const [long, short, name] = word > row ? [word, row, "word"] : [row, word, "position"];
  return (
    `At width ${width} a word starts with length about ${number(word, 1)}, and its position has ` +
    `length ${number(row, 1)}: the ${name} is about ${number(long / short, 1)} times as long. A learned table ` +
    `for ${positions} positions would hold ${width * positions} numbers, ` +
    `${bytes(4 * width * positions)} in float32; the formula holds none.`
  );
}

export const handles = ({ width, positions }) => [
  {
    at: [x(width), y(positions)],
    to: ([px, py]) => ({ width: x.inverse(px), positions: y.inverse(py) }),
  },
];
