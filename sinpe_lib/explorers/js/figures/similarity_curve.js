/* The similarity of two rows over the offset between them, and its law. */
import { axes, box, envelope, INK, knob, label, line, number, path, scale } from "../drawing.js";
import { frequencies } from "../mathematics.js";

const FARTHEST = 10000;
const COSINES = 100000; // for one picture: a few milliseconds
const RISES = 100; // offsets among which the first rise is looked for
const BOX = [40, 30, 406, 206];
const STRIP = [40, 258, 406, 274];
const LEAST = 4; // per cent of the pairs that stay on, or the two knobs would lie on each other
const EULER = 0.5772156649015329;

export const size = [420, 300];

const x = scale([1, FARTHEST], [BOX[0], BOX[2]], true);
const y = scale([-1, 1], [BOX[3], BOX[1]]);
const share = scale([0, 100], [STRIP[0], STRIP[2]]);

/** The pairs that are on: without the fastest and the slowest, in per cent, but never none. */
function pairsOn({ width, base, fast_off, slow_off }) {
  const w = frequencies(width, base);
  const from = Math.min(w.length - 1, Math.floor((fast_off * w.length) / 100));
  return w.slice(from, Math.max(from + 1, w.length - Math.floor((slow_off * w.length) / 100)));
}

const mean = (offset, w) => w.reduce((sum, each) => sum + Math.cos(each * offset), 0) / w.length;

/** Integer offsets: all of them where that is cheap, else evenly on the logarithmic axis. */
function offsets(pairs) {
  const many = Math.floor(COSINES / pairs);
  if (many >= FARTHEST) return Array.from({ length: FARTHEST }, (_, place) => place + 1);
  const places = Array.from({ length: many }, (_, place) =>
    Math.round(FARTHEST ** (place / (many - 1))),
  );
  return [...new Set(places)];
}

export const backdrop = () =>
  [
    label([8, 12], "mean cosine of the pairs that are on", { anchor: "start", fill: INK.muted }),
    label([BOX[2], 236], "offset", { anchor: "end", fill: INK.muted, size: 10 }),
    line([BOX[0], y(0)], [BOX[2], y(0)], { stroke: INK.line, "stroke-width": 0.8 }),
    axes(
      x,
      y,
      [1, 10, 100, 1000].map((tick) => [tick, tick]),
      [-1, 0, 1].map((tick) => [tick, number(tick, 0)]),
      BOX,
    ),
    box(STRIP.slice(0, 2), STRIP.slice(2), { fill: INK.line, rx: 3 }),
    label([STRIP[0], 288], "fast pairs", { anchor: "start", fill: INK.muted, size: 10 }),
    label([STRIP[2], 288], "slow pairs", { anchor: "end", fill: INK.muted, size: 10 }),
  ].join("");

/** The law for all pairs of a wide row, down to 0. */
function law(base) {
  const end = Math.min(FARTHEST, base * Math.exp(-EULER));
  if (Math.round(1e6 * end) <= 1e6) return "";
  const ends = [1, end].map((k) => [x(k), y(1 - (Math.log(k) + EULER) / Math.log(base))]);
  return path(ends, { "stroke-dasharray": "5 3", "stroke-width": 1.2 });
}

export function draw(state) {
  const { width, base, offset, fast_off, slow_off } = state;
  const w = pairsOn(state);
  const points = offsets(w.length).map((each) => [x(each), y(mean(each, w))]);
  const here = [x(offset), y(mean(offset, w))];
  const [from, to] = [share(fast_off), share(100 - slow_off)];
  return [
    path(envelope(points), { stroke: INK.offset, "stroke-width": 1.4 }),
    w.length < width / 2 ? "" : law(base),
    line([here[0], BOX[1]], [here[0], BOX[3]], { stroke: INK.muted, "stroke-width": 0.8 }),
    knob(here, { fill: INK.offset }),
    box([from, STRIP[1]], [to, STRIP[3]], { fill: INK.position, rx: 3 }),
    knob([from, 266], { hollow: true }),
    knob([to, 266], { hollow: true }),
  ].join("");
}

/** The first offset at which the curve is higher than at the one before, if it comes soon. */
function firstRise(w) {
  let before = mean(1, w);
  for (let offset = 2; offset <= RISES; offset += 1) {
    const now = mean(offset, w);
    if (Math.round(1e9 * (now - before)) > 0) return offset;
    before = now;
  }
  return undefined;
}

export function words(state) {
  const { width, base, offset } = state;
  const w = pairsOn(state);
  const which =
    w.length < width / 2
      ? `${w.length} of ${width / 2} pairs`
      : width === 2
        ? "its one pair"
        : "all pairs";
  const rise = firstRise(w);
  const how = rise
    ? `The curve first rises from offset ${rise - 1} to ${rise}.`
    : `Over the first ${RISES} offsets the curve never rises.`;
  return (
    `Width ${width}, base ${number(base, 0)}, ${which}: the mean cosine is ` +
    `${number(mean(offset, w), 3)} at offset ${number(offset, 0)}. ${how}`
  );
}

export const pick = (_state, [px, py]) => (py < 230 ? { offset: x.inverse(px) } : {});

export function handles(state) {
  const { offset, fast_off, slow_off } = state;
  return [
    { at: [x(offset), y(mean(offset, pairsOn(state)))], to: ([px]) => ({ offset: x.inverse(px) }) },
    {
      at: [share(fast_off), 266],
      to: ([px]) => ({ fast_off: Math.min(share.inverse(px), 100 - LEAST - slow_off) }),
    },
    {
      at: [share(100 - slow_off), 266],
      to: ([px]) => ({ slow_off: Math.min(100 - share.inverse(px), 100 - LEAST - fast_off) }),
    },
  ];
}

export function settle(state) {
  const fast_off = Math.min(state.fast_off, 100 - LEAST);
  return { fast_off, slow_off: Math.min(state.slow_off, 100 - LEAST - fast_off) };
}
