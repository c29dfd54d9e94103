/* How often trained models are right as all positions shift, and where the hand of pair 1 is. */
import { axes, face, INK, knob, label, line, number, path, scale, tip, turn } from "../drawing.js";

const BOX = [44, 30, 300, 210];
const CENTRE = [362, 108];
const RADIUS = 44;

export const size = [420, 254];

const y = scale([0, 1], [BOX[3], BOX[1]]);
const across = ({ shifts }) => scale([shifts[0], shifts[shifts.length - 1]], [BOX[0], BOX[2]]);

const spread = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
  return [sorted[0], median, sorted[sorted.length - 1]];
};

const medians = (seeds) => seeds[0].map((_, at) => spread(seeds.map((each) => each[at]))[1]);

export function backdrop(data) {
  const x = across(data);
  const last = data.shifts[data.shifts.length - 1];
  const ticks = [0, 10, 20, 30, 40, 50, 60].filter(
    (tick) => tick >= data.shifts[0] && tick <= last,
  );
  const curve = (seeds) => medians(seeds).map((value, at) => [x(data.shifts[at]), y(value)]);
  return [
    label([8, 12], "share of right answers", { anchor: "start", fill: INK.muted }),
    label([BOX[2], 244], "position of the first token", {
      anchor: "end",
      fill: INK.muted,
      size: 10,
    }),
    line([BOX[0], y(0.5)], [BOX[2], y(0.5)], { stroke: INK.muted, "stroke-dasharray": "1 4" }),
    axes(
      x,
      y,
      ticks.filter((_, at) => at % 2 === 0).map((tick) => [tick, tick]),
      [
        [0, "0"],
        [0.5, "0.5"],
        [1, "1"],
      ],
      BOX,
    ),
    ...data.shares.map((seeds) => path(curve(seeds), { stroke: INK.line, "stroke-width": 1.2 })),
  ].join("");
}

const placeOf = ({ shift }, { shifts }) => {
  const apart = shifts.map((each) => Math.abs(each - shift));
  return apart.indexOf(Math.min(...apart));
};

const clockOf = ({ scheme }, { names, clocks }) => clocks[names.indexOf(scheme)];

const turns = (position, { frequency }) => (frequency * position) / (2 * Math.PI);

/** The clock of pair 1: grey the arc of training, purple that of the tokens. */
function drawClock(shift, clock, { tokens }) {
  if (!clock) return label(CENTRE, "no pairs", { fill: INK.muted, size: 10 });
  const [trained, first, last] = [clock.trained, shift, shift + tokens - 1].map(
    (position) => clock.frequency * position,
  );
  return [
    face(CENTRE, RADIUS),
    label([CENTRE[0], 50], "pair 1", { fill: INK.muted, size: 10 }),
    turn(CENTRE, 0.8 * RADIUS, 0, trained, {
      stroke: INK.muted,
      "stroke-width": 7,
      "stroke-opacity": "0.4",
      "stroke-linecap": "butt",
    }),
    turn(CENTRE, 0.55 * RADIUS, first, last),
    line(CENTRE, tip(CENTRE, RADIUS, first), { "stroke-width": 2.4 }),
    label([CENTRE[0], 176], `${number(turns(shift, clock), 2)} turns`, { size: 10 }),
  ].join("");
}

/** At how many tokens the hand is where it was in training, counted in millionths of a turn. */
function countKnown(shift, clock, { tokens }) {
  const whole = 1e6;
  const part = (position) => Math.round(whole * turns(position, clock));
  const known = Array.from({ length: tokens }, (_, token) => part(shift + token) % whole);
  return known.filter((each) => each <= part(clock.trained)).length;
}

export function draw(state, data) {
  const x = across(data);
  const seeds = data.shares[data.names.indexOf(state.scheme)];
  const at = placeOf(state, data);
  const shift = data.shifts[at];
  const curve = (values) => values.map((value, place) => [x(data.shifts[place]), y(value)]);
  const middle = medians(seeds);
  return [
    ...seeds.map((each) =>
      path(curve(each), { stroke: INK.offset, "stroke-width": 0.8, "stroke-opacity": "0.55" }),
    ),
    path(curve(middle), { stroke: INK.position, "stroke-width": 2.4 }),
    line([x(shift), BOX[1]], [x(shift), BOX[3]], { stroke: INK.muted, "stroke-width": 0.8 }),
    knob([x(shift), y(middle[at])]),
    drawClock(shift, clockOf(state, data), data),
  ].join("");
}

export function words(state, data) {
  const at = placeOf(state, data);
  const seeds = data.shares[data.names.indexOf(state.scheme)];
  const [low, middle, high] = spread(seeds.map((each) => each[at])).map((each) => number(each, 2));
  const range = low === high ? middle : `${middle} in the median, from ${low} to ${high}`;
  const shift = data.shifts[at];
  const said = `Scheme ${state.scheme}, first token at ${shift}: the share of right answers is ${range}.`;
  const clock = clockOf(state, data);
  if (!clock) return said;
  const known = countKnown(shift, clock, data);
  const where = known === data.tokens ? `all ${known}` : `${known || "none"} of the ${data.tokens}`;
  return (
    `${said} Since position 0 the hand of pair 1 has turned ${number(turns(shift, clock), 2)} ` +
    `times; it is within the arc of training at ${where} tokens.`
  );
}

export function handles(state, data) {
  const x = across(data);
  const at = placeOf(state, data);
  const middle = medians(data.shares[data.names.indexOf(state.scheme)])[at];
  return [{ at: [x(data.shifts[at]), y(middle)], to: ([px]) => ({ shift: x.inverse(px) }) }];
}

export const pick = (_state, [px], data) =>
  px < BOX[2] + 8 ? { shift: across(data).inverse(px) } : {};

/** Only what was measured is shown. */
export const settle = (state, data) => ({ shift: data.shifts[placeOf(state, data)] });
