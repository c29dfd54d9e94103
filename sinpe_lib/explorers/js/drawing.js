/* SVG as text. Nothing here knows the page: QuickJS runs it as well as a browser. */

const colour = (name, light) => `var(--sinpe-${name}, ${light})`;

/** Colours by role. On the site they follow the theme; in a still they are the light ones. */
export const INK = {
  ink: colour("ink", "#24272c"),
  paper: colour("paper", "#fdfdfb"),
  muted: colour("muted", "#5c6069"),
  line: colour("line", "#b9bcc2"),
  sine: colour("sine", "#0072b2"),
  cosine: colour("cosine", "#b84a00"),
  position: colour("position", "#24272c"),
  offset: colour("offset", "#a3457a"),
  board: "#1b2233",
  ring: "#8592ad",
};

/** A coordinate with two decimals: a hundredth of a point is not seen. */
export function coordinate(value) {
  const text = value.toFixed(2).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}

/** A number as it is read: with a minus sign, and zero without one. */
export function number(value, digits = Number.isInteger(value) ? 0 : 1) {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "\u2212");
}

/** A real position as a sentence gives it, exact enough for what is computed from it. */
export const precise = (value) => number(value, Number.isInteger(value) ? 0 : 3);

/** "a, b and c". */
export const list = (words) =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((part) => part !== "").join(" and ");

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** An element; numbers among the attributes are coordinates, and undefined ones are left out. */
export function tag(name, attributes, inside = "") {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        ` ${key}="${typeof value === "number" ? coordinate(value) : escaped(value)}"`,
    )
    .join("");
  return inside === "" ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`;
}

export const circle = ([cx, cy], r, look) => tag("circle", { cx, cy, r, fill: "none", ...look });

export const line = ([x1, y1], [x2, y2], look) =>
  tag("line", { x1, y1, x2, y2, stroke: INK.ink, ...look });

/** A rectangle between two opposite corners. */
export const box = ([x1, y1], [x2, y2], look) =>
  tag("rect", {
    x: Math.min(x1, x2),
    y: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
    ...look,
  });

export const path = (points, look) =>
  points.length === 0
    ? ""
    : tag("path", {
        d: `M${points.map((point) => point.map(coordinate).join(" ")).join("L")}`,
        fill: "none",
        stroke: INK.ink,
        ...look,
      });

/** Words at a place; `anchor` is start, middle or end. On a phone they are up to 1.6 times as large. */
export function label(
  [x, y],
  text,
  { anchor = "middle", fill = INK.ink, size = 11, ...look } = {},
) {
  const style = `font-size: calc(${size} * var(--sinpe-letter, 1px))`;
  return tag(
    "text",
    { x, y, fill, style, "text-anchor": anchor, "dominant-baseline": "central", ...look },
    escaped(text),
  );
}

/** A linear or logarithmic scale from an interval to another, with its inverse. */
export function scale([from, to], [start, end], logarithmic = false) {
  const f = logarithmic ? Math.log : (value) => value;
  const g = logarithmic ? Math.exp : (value) => value;
  const at = (value) => start + ((f(value) - f(from)) / (f(to) - f(from))) * (end - start);
  at.inverse = (place) => g(f(from) + ((place - start) / (end - start)) * (f(to) - f(from)));
  return at;
}

/** Axes at the left and at the bottom of [left, top, right, bottom], with ticks [value, text]. */
export function axes(x, y, xTicks, yTicks, [left, top, right, bottom]) {
  const look = { stroke: INK.muted, "stroke-width": 0.8 };
  const text = { fill: INK.muted, size: 10 };
  return [
    line([left, bottom], [right, bottom], look),
    line([left, top], [left, bottom], look),
    ...xTicks.flatMap(([value, name]) => [
      line([x(value), bottom], [x(value), bottom + 4], look),
      label([x(value), bottom + 14], name, text),
    ]),
    ...yTicks.flatMap(([value, name]) => [
      line([left - 4, y(value)], [left, y(value)], look),
      label([left - 7, y(value)], name, { ...text, anchor: "end" }),
    ]),
  ].join("");
}

/** Where the hand of a clock ends: angle 0 is up, and angles grow clockwise. */
export const tip = ([x, y], radius, angle) => [
  x + radius * Math.sin(angle),
  y - radius * Math.cos(angle),
];

/** The angle under which a clock sees a point. */
export const bearing = ([x, y], [px, py]) => Math.atan2(px - x, y - py);

/** The same angle up to whole turns, between minus and plus half a turn. */
export const wrapped = (angle) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

export const face = (centre, radius, look) =>
  circle(centre, radius, { stroke: INK.line, "stroke-width": 1, ...look });

/** A hand with a knob at its end; a dashed one has a hollow knob. */
export function hand(centre, radius, angle, { dashed = false } = {}) {
  const end = tip(centre, radius, angle);
  const look = { "stroke-width": 2.2, "stroke-dasharray": dashed ? "5 3" : undefined };
  return line(centre, end, look) + knob(end, { hollow: dashed });
}

/** What can be grabbed looks like this everywhere. */
export const knob = (place, { hollow = false, fill = INK.ink, radius = 5 } = {}) =>
  circle(place, radius, { stroke: fill, "stroke-width": 1.8, fill: hollow ? INK.paper : fill });

/** The way from one angle to another; beyond a whole turn it is a ring. */
export function turn(centre, radius, start, end, look = {}) {
  const most = 2 * Math.PI;
  const angle = Math.max(-most, Math.min(most, end - start));
  const steps = Math.max(2, Math.ceil(Math.round(Math.abs(angle) * 1200) / 100));
  const points = Array.from({ length: steps + 1 }, (_, step) =>
    tip(centre, radius, end - angle + (angle * step) / steps),
  );
  return path(points, { stroke: INK.offset, "stroke-width": 2.6, ...look });
}

const hexadecimal = (share, from, to) =>
  `#${[1, 3, 5]
    .map((at) => [from, to].map((text) => Number.parseInt(text.slice(at, at + 2), 16)))
    .map(([a, b]) =>
      Math.round(a + share * (b - a))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

const hundredths = (value) => Math.round(100 * value) / 100;

/** The colour of a value from -1 to 1 in every figure: dark to lamp yellow, in steps of 1/100. */
export const glow = (value) => hexadecimal(hundredths(value / 2 + 0.5), INK.board, "#ffd24a");

/** The colour of a score from -1 to 1, as a share of the largest: blue below zero, red above. */
export const heat = (share) =>
  hexadecimal(Math.abs(hundredths(share)), "#f7f7f7", share < 0 ? "#2166ac" : "#b2182b");

/** A field of coloured cells, the first row at the top; cells of one colour are one path. */
export function field(rows, [left, top], [width, height], colour = glow) {
  const cells = {};
  rows.forEach((values, row) => {
    values.forEach((value, column) => {
      const at = [left + column * width, top + row * height].map(coordinate).join(" ");
      cells[colour(value)] ??= [];
      cells[colour(value)].push(`M${at}h${width}v${height}h-${width}z`);
    });
  });
  return Object.entries(cells)
    .map(([fill, parts]) =>
      tag("path", { d: parts.join(""), fill, "shape-rendering": "crispEdges" }),
    )
    .join("");
}

/** A lamp: a disc as bright as its value. */
export const lamp = (centre, radius, value) =>
  circle(centre, radius, { fill: glow(value), stroke: INK.ring, "stroke-width": 1 });

/** The dark board behind a row of lamps. */
export const board = (from, to) =>
  box(from, to, { fill: INK.board, stroke: INK.ring, "stroke-width": 1, rx: 8 });

/** Lowest and highest point of each half unit across: what is seen of a dense curve.

    It compares coordinates as they are written, so that no last bit decides which point is kept. */
export function envelope(points) {
  const kept = [];
  let column = [];
  const flush = () => {
    if (column.length < 4) kept.push(...column);
    else {
      const heights = column.map(([, height]) => height);
      const marks = [
        0,
        heights.indexOf(Math.min(...heights)),
        heights.indexOf(Math.max(...heights)),
        column.length - 1,
      ];
      kept.push(...[...new Set(marks)].sort((a, b) => a - b).map((mark) => column[mark]));
    }
    column = [];
  };
  for (const point of points.map((each) => each.map(hundredths))) {
    if (column.length && Math.floor(2 * point[0]) !== Math.floor(2 * column[0][0])) flush();
    column.push(point);
  }
  flush();
  return kept;
}
