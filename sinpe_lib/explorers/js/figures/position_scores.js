/* What each scheme adds to the scores of twelve equal tokens, at any first position. */
import { box, field, heat, INK, knob, label, line, number, scale } from "../drawing.js";
import { dot, frequencies, row, times } from "../mathematics.js";

const [N, LAST] = [12, 48];
const [CELL, PANEL, LEFT, TOP] = [8, 136, 14, 66];
const HIDDEN = "#8a8f98";
const RAIL = 22;

export const size = [420, 452];

const along = scale([0, LAST], [150, 400]);
const corner = (place) => [LEFT + (place % 3) * PANEL, TOP + Math.floor(place / 3) * 120];

/** Queries or keys, each pair turned by the position of its row. */
const rotate = (vector, position) =>
  frequencies(vector.length).flatMap((w, pair) => {
    const [x, y] = vector.slice(2 * pair, 2 * pair + 2);
    const [sine, cosine] = [Math.sin(w * position), Math.cos(w * position)];
    return [x * cosine - y * sine, x * sine + y * cosine];
  });

/** Scores (n, n) of a scheme that changes tokens, queries or keys, without those of equal tokens. */
function scoresOf(name, first, { token, table, query, key }) {
  const positions = Array.from({ length: N }, (_, place) => first + place);
  const width = token.length;
  const added = { sinusoidal: (p) => row(p, width), learned: (p) => table[p] }[name];
  const rows = positions.map((p) => token.map((each, column) => each + (added?.(p)[column] ?? 0)));
  const turned = (vectors) =>
    name === "rotary" ? vectors.map((v, i) => rotate(v, positions[i])) : vectors;
  const [q, k] = [query, key].map((matrix) => turned(times(rows, matrix)));
  const plain = dot(...[query, key].map((matrix) => times([token], matrix)[0]));
  return q.map((one) => k.map((other) => (dot(one, other) - plain) / Math.sqrt(width)));
}

/** Scores of a scheme in which the offset alone says what is added; null is a hidden key. */
const scoresByOffset = (values) =>
  Array.from({ length: N }, (_, query) =>
    Array.from({ length: N }, (_, key) => values[key - query + N - 1]),
  );

const scores = (name, first, data) =>
  data.by_offset[name] ? scoresByOffset(data.by_offset[name]) : scoresOf(name, first, data);

const panel = (name, place, first, data) =>
  field(scores(name, first, data), corner(place), [CELL, CELL], (score) =>
    score === null ? HIDDEN : heat(score / (data.largest[name] || 1)),
  );

export const backdrop = (data) =>
  [
    line([along(0), RAIL], [along(LAST), RAIL], { stroke: INK.line, "stroke-width": 2 }),
    ...data.names.flatMap((name, place) => {
      const [x, y] = corner(place);
      return [
        label([x, y - 11], name.replace("causal mask", "mask"), { anchor: "start", size: 10 }),
        box([x - 0.5, y - 0.5], [x + N * CELL + 0.5, y + N * CELL + 0.5], {
          fill: "none",
          stroke: INK.line,
          "stroke-width": 1,
        }),
        data.by_offset[name] ? panel(name, place, 0, data) : "",
      ];
    }),
    ...[-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map((share, place) =>
      box([90 + 16 * place, 426], [106 + 16 * place, 442], { fill: heat(share) }),
    ),
    box([322, 426], [338, 442], { fill: HIDDEN }),
    label([344, 434], "hidden", { anchor: "start", fill: INK.muted, size: 10 }),
  ].join("");

export function draw({ scheme, first }, data) {
  const [x, y] = corner(data.names.indexOf(scheme));
  const edge = N * CELL + 3;
  const most = data.largest[scheme];
  const ends = most ? [number(-most, 2), number(most, 2)] : ["below 0", "above 0"];
  return [
    label([84, 434], ends[0], { anchor: "end", fill: INK.muted, size: 10 }),
    label([242, 434], ends[1], { anchor: "start", fill: INK.muted, size: 10 }),
    label([8, RAIL], `positions ${first} to ${first + N - 1}`, { anchor: "start", size: 10 }),
    knob([along(first), RAIL]),
    ...data.names.map((name, place) =>
      data.by_offset[name] ? "" : panel(name, place, first, data),
    ),
    box([x - 3, y - 3], [x + edge, y + edge], {
      fill: "none",
      stroke: INK.position,
      "stroke-width": 2.5,
      rx: 3,
    }),
  ].join("");
}

const rounded = (score) => (score === null ? null : Math.round(1e6 * score));

const same = (a, b) =>
  a.every((line, q) => line.every((each, k) => rounded(each) === rounded(b[q][k])));

export function words({ scheme, first }, data) {
  const now = scores(scheme, first, data);
  const are = same(now, scores(scheme, 0, data)) ? "are" : "are not";
  const shifted =
    first === 0
      ? "move the first position to see whether the scores change"
      : `the scores ${are} those of 0 to ${N - 1}`;
  const most = data.largest[scheme];
  const mirrored = now.map((line, q) => line.map((_, k) => now[k][q]));
  const sides = same(now, mirrored) ? "agree" : "differ";
  return (
    `Scheme ${scheme}, positions ${first} to ${first + N - 1}: ${shifted}. ` +
    `The sides of the diagonal ${sides}.${most ? ` In its square full red means ${number(most, 2)}, and full blue ${number(-most, 2)}.` : ""}`
  );
}

export const handles = ({ first }) => [
  { at: [along(first), RAIL], to: ([px]) => ({ first: along.inverse(px) }) },
];

export function pick(_state, [px, py], { names }) {
  if (py < 44) return { first: along.inverse(px) };
  const found = names.find((_, place) => {
    const [x, y] = corner(place);
    return px >= x - 3 && px <= x + PANEL - 20 && py >= y - 20 && py <= y + N * CELL + 3;
  });
  return found ? { scheme: found } : {};
}
