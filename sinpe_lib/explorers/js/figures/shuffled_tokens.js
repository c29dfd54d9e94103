/* Tokens that change places in a layer of attention, with and without positions. */
import { box, INK, label, line, list } from "../drawing.js";
import { attend, row } from "../mathematics.js";

const [TOP, CHIP, ZERO, TALL] = [44, 34, 186, 54];
const [LEFT, RIGHT] = [10, 410];
const SAME = 1e-6;

export const size = [420, 262];

const slot = (n, place) => LEFT + ((RIGHT - LEFT) * (place + 0.5)) / n;
const permutation = ({ order }, { tokens }) => order.split(" ").map((word) => tokens.indexOf(word));

/** The outputs of attention for the tokens in some order, one at each place. */
function outputs(order, { x, query, key, value }, withPositions) {
  const rows = order.map((token, place) => {
    const added = withPositions ? row(place, x[token].length) : [];
    return x[token].map((entry, column) => entry + (added[column] ?? 0));
  });
  return attend(rows, query, key, value);
}

/** At each place: the output there, what the same token had before, and whether they agree. */
function compared(state, data) {
  const order = permutation(state, data);
  const before = outputs(
    data.tokens.map((_, token) => token),
    data,
    state.positions,
  );
  return outputs(order, data, state.positions).map((now, place) => {
    const old = before[order[place]];
    return { now, old, same: now.every((each, column) => Math.abs(each - old[column]) < SAME) };
  });
}

export const backdrop = () =>
  [
    label([LEFT, 10], "drag a word to another place", { anchor: "start", fill: INK.muted }),
    label([LEFT, 110], "outputs of attention, outlined: before", {
      anchor: "start",
      fill: INK.muted,
    }),
    line([LEFT, ZERO], [RIGHT, ZERO], { stroke: INK.line, "stroke-width": 1 }),
  ].join("");

export function draw(state, data) {
  const order = permutation(state, data);
  const n = order.length;
  const half = Math.min(52, (RIGHT - LEFT) / n / 2 - 5);
  const chips = order.map((token, place) => {
    const at = slot(n, place);
    return (
      box([at - half, TOP - CHIP / 2], [at + half, TOP + CHIP / 2], {
        rx: 8,
        fill: INK.paper,
        stroke: INK.ink,
        "stroke-width": 1.6,
      }) + label([at, TOP], data.tokens[token], { size: 12 })
    );
  });
  const bars = compared(state, data).flatMap(({ now, old, same }, place) => {
    const wide = Math.min(15, (2 * half) / now.length - 2);
    const left = slot(n, place) - (now.length * (wide + 2)) / 2;
    const name = state.positions ? label([slot(n, place), 76], `place ${place}`, { size: 10 }) : "";
    const each = now.map((value, column) => {
      const at = left + column * (wide + 2);
      const [height, was] = [value, old[column]].map((v) => (TALL * v) / data.largest);
      return (
        box([at, ZERO], [at + wide, ZERO - height], { fill: same ? INK.muted : INK.offset }) +
        box([at, ZERO], [at + wide, ZERO - was], {
          fill: "none",
          stroke: INK.ink,
          "stroke-width": 1,
        })
      );
    });
    const said = label([slot(n, place), 252], same ? "the same" : "changed", {
      size: 10,
      fill: same ? INK.muted : INK.offset,
    });
    return [name, ...each, said];
  });
  return [...chips, ...bars].join("");
}

export function words(state, data) {
  const order = permutation(state, data);
  const kept = compared(state, data).flatMap(({ same }, place) =>
    same ? [data.tokens[order[place]]] : [],
  );
  const who =
    kept.length === order.length ? "every word" : kept.length ? `only ${list(kept)}` : "no word";
  const how = state.positions ? "With positions" : "Without positions";
  if (order.every((token, place) => token === place))
    return `${how}, in the first order, ${state.order}: drag a word to see whether outputs change.`;
  const keep =
    kept.length > 1 && kept.length < order.length ? "keep their outputs" : "keeps its output";
  return `${how}, in the order ${state.order}: ${who} ${keep}.`;
}

/** One for each token, whatever its place: it stays in the hand while the others make room. */
export function handles(state, data) {
  const order = permutation(state, data);
  return data.tokens.map((word, token) => ({
    at: [slot(order.length, order.indexOf(token)), TOP],
    to: ([at]) => {
      const place = Math.floor(((at - LEFT) / (RIGHT - LEFT)) * order.length);
      const others = order.filter((other) => other !== token).map((other) => data.tokens[other]);
      others.splice(Math.min(order.length - 1, Math.max(0, place)), 0, word);
      return { order: others.join(" ") };
    },
  }));
}
