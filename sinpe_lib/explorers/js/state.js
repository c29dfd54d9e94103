/* What a reader can set. Pure: the engine, QuickJS and the tests use it alike.

   A range is {label, min, max, value, step, page, grid, log}: `grid` 0 means real values, and for a
   logarithmic range `step` and `page` are factors. A switch is {label, value: boolean}. A choice is
   {label, value, options: [text, ...]}. */
import { number } from "./drawing.js";

export const kind = ({ options, value }) =>
  options ? "choice" : typeof value === "boolean" ? "switch" : "range";

/** The nearest value that a control can have, or undefined if there is none. */
export function nearest(control, value) {
  if (kind(control) === "switch") return { true: true, false: false }[value];
  if (kind(control) === "choice") return control.options.includes(value) ? value : undefined;
  const { min, max, grid } = control;
  const given = Number(value);
  if (!/\d/.test(value) || !Number.isFinite(given)) return undefined;
  const kept = grid ? Math.round(given / grid) * grid : given;
  return Math.min(max, Math.max(min, Math.round(kept * 1e6) / 1e6));
}

export const start = (controls) =>
  Object.fromEntries(Object.entries(controls).map(([name, { value }]) => [name, value]));

/** A state after a change; names without a control and impossible values are ignored. */
export function changed(controls, state, patch) {
  const allowed = Object.entries(patch)
    .filter(([name]) => Object.hasOwn(controls, name))
    .map(([name, value]) => [name, nearest(controls[name], value)])
    .filter(([, value]) => value !== undefined);
  return { ...state, ...Object.fromEntries(allowed) };
}

/** One key further: by `step` or `page`, at least by the grid. */
export function stepped(control, value, by, forward) {
  const way = forward ? 1 : -1;
  const next = control.log ? value * control[by] ** way : value + way * control[by];
  const least = value + way * control.grid;
  return nearest(control, forward ? Math.max(next, least) : Math.min(next, least));
}

/** The share of its range at which a value is, from 0 to 1, and back. */
export const share = ({ min, max, log }, value) =>
  log ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);

export const valueAt = ({ min, max, log }, part) =>
  log ? min * (max / min) ** part : min + part * (max - min);

/** The state a part of the way from one to another; what is no number changes at once. */
export function between(controls, from, to, part) {
  const at = (name) => {
    const control = controls[name];
    if (kind(control) !== "range" || part === 1) return to[name];
    const [a, b] = [share(control, from[name]), share(control, to[name])];
    return valueAt(control, a + part * (b - a));
  };
  return Object.fromEntries(Object.keys(to).map((name) => [name, at(name)]));
}

export const shown = (control, value) =>
  kind(control) === "range" ? number(value, control.grid >= 1 ? 0 : undefined) : String(value);

/** The part of an address behind #: "name?offset=314&whole=true". Only what differs from the start. */
export function written(id, controls, state) {
  const parts = Object.entries(state)
    .filter(([name, value]) => value !== controls[name].value)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${id}?${parts.join("&")}`;
}

/** The change that an address asks of the explorer `id`, or undefined if it asks none. */
export function read(id, hash) {
  const [name, query] = hash.replace(/^#/, "").split("?");
  return name === id && query !== undefined
    ? Object.fromEntries(new URLSearchParams(query))
    : undefined;
}
