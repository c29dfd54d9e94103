/* One row: a clock for each pair, one of them large. */
import {
  bearing,
  board,
  face,
  hand,
  INK,
  label,
  lamp,
  line,
  number,
  precise,
  tip,
  wrapped,
} from "../drawing.js";
import { frequencies, row } from "../mathematics.js";

const LAST = 1000; // of the range of positions
const CENTRE = [96, 112];
const RADIUS = 66;
const [LEFT, RIGHT, SMALL, LAMPS] = [12, 408, 246, 296];

export const size = [420, 322];

/** Where each pair is, and how much room it has: up to 32 pairs in one line. */
function places(pairs) {
  const step = Math.min(48, (RIGHT - LEFT) / pairs);
  const from = (LEFT + RIGHT - pairs * step) / 2;
  return { at: (pair) => from + (pair + 0.5) * step, step, from };
}

export const backdrop = () =>
  [
    face(CENTRE, RADIUS),
    label([LEFT, 218], "every pair; press one", { anchor: "start", fill: INK.muted, size: 10 }),
  ].join("");

/** A radian, a turn: how fast a pair goes, in words that fit its size. */
const wavelength = (w) => number((2 * Math.PI) / w, (2 * Math.PI) / w < 100 ? 1 : 0);

export function draw({ position, width, pair }) {
  const w = frequencies(width);
  const values = row(position, width);
  const [sine, cosine] = [values[2 * pair], values[2 * pair + 1]];
  const [x, y] = CENTRE;
  const end = tip(CENTRE, RADIUS, w[pair] * position);
  const thick = { "stroke-width": 4 };
  const { at, step, from } = places(w.length);
  const r = Math.min(17, step / 2 - 1);
  const text = { anchor: "start", size: 12 };
  const clocks = w.map((each, place) => {
    const centre = [at(place), SMALL];
    const chosen = place === pair;
    return (
      (chosen ? face(centre, r + 1, { stroke: INK.position }) : face(centre, r)) +
      line(centre, tip(centre, r, each * position), { "stroke-width": chosen ? 2.4 : 1.4 })
    );
  });
  const lamps = values.map((value, column) =>
    lamp(
      [at(Math.floor(column / 2)) + ((column % 2) - 0.5) * (step / 2), LAMPS],
      Math.min(9, step / 4 - 0.3),
      value,
    ),
  );
  return [
    line(CENTRE, [end[0], y], { stroke: INK.sine, ...thick }),
    line([end[0], y], end, { stroke: INK.cosine, ...thick }),
    hand(CENTRE, RADIUS, w[pair] * position),
    label([x, 24], `pair ${pair}`, { size: 12, "font-weight": 600 }),
    label([212, 72], `sine ${number(sine, 3)}`, { ...text, fill: INK.sine }),
    label([212, 104], `cosine ${number(cosine, 3)}`, { ...text, fill: INK.cosine }),
    label([212, 136], `one turn: ${wavelength(w[pair])}`, text),
    label([212, 160], "positions", text),
    ...clocks,
    board([from - 3, LAMPS - 14], [from + w.length * step + 3, LAMPS + 14]),
    ...lamps,
  ].join("");
}

export function words({ position, width, pair }) {
  const values = row(position, width).map((value) => number(value, 3));
  const w = frequencies(width);
  const [slowest, last] = [w[w.length - 1], w.length - 1];
  const is = (each) => `(${values[2 * each]}, ${values[2 * each + 1]})`;
  const turns = `turns by ${Number(slowest.toPrecision(2))} radian${slowest === 1 ? "" : "s"} per position`;
  const where = `Position ${precise(position)} at width ${width}`;
  if (width === 2) return `${where}: its only pair is ${is(0)} and ${turns}.`;
  if (pair === last) return `${where}: pair ${pair}, the slowest, is ${is(pair)} and ${turns}.`;
  return `${where}: pair ${pair} is ${is(pair)}. The slowest pair, ${last}, ${turns} and is ${is(last)}.`;
}

/** The large hand: turning a slow one goes far. */
export function handles({ position, width, pair }) {
  const w = frequencies(width)[pair];
  return [
    {
      at: tip(CENTRE, RADIUS, w * position),
      to: (point) => {
        const way = wrapped(bearing(CENTRE, point) - w * position);
        // Held at an end of the range, it waits there until the pointer comes back.
        if ((position === 0 || position === LAST) && Math.abs(way) > Math.PI / 2) return {};
        return { position: position + way / w };
      },
    },
  ];
}

export function pick({ width }, [px, py]) {
  if (py < 222) return {};
  const { step, from } = places(width / 2);
  return { pair: Math.floor((px - from) / step) };
}

export const settle = ({ pair, width }) => ({ pair: Math.min(pair, width / 2 - 1) });
