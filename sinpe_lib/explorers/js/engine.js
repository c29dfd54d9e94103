/* Makes a definition live: in an element, with what its spec says can be set. */
import { startSound } from "./sound.js";
import * as states from "./state.js";

/** The definitions by name; each file of figures/ becomes one of them. */
export const explorers = {};

const SVG = "http://www.w3.org/2000/svg";
const GLIDE = 0.6; // seconds
const REST = 400; // milliseconds
const REACH = 22; // pixels around what can be grabbed: a fingertip
const FEW = 6; // options that are all in view
const KEYS = {
  ArrowRight: ["step", true],
  ArrowUp: ["step", true],
  ArrowLeft: ["step", false],
  ArrowDown: ["step", false],
  PageUp: ["page", true],
  PageDown: ["page", false],
};

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function vector(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** A state after what else must change with it; `before` is the state that was changed. */
const settled = ({ settle = () => ({}) }, state, data, before) => ({
  ...state,
  ...settle(state, data, before),
});

/** The state of an explorer after a change to one of its states. */
export function applyChange(name, { controls, data }, state, patch) {
  const next = states.changed(controls, state, patch);
  return states.changed(controls, next, settled(explorers[name], next, data, state));
}

/** The sentence about a state. */
export const tell = (name, state, data) =>
  explorers[name].words(settled(explorers[name], state, data), data);

/** The picture as a file, on paper of its own. */
export function still(name, given, data) {
  const { size, backdrop = () => "", draw } = explorers[name];
  const state = settled(explorers[name], given, data);
  const [width, height] = size;
  return (
    `<svg xmlns="${SVG}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `font-family="system-ui, sans-serif"><rect width="${width}" height="${height}" fill="#fdfdfb"/>` +
    `${backdrop(data)}${draw(state, data)}</svg>`
  );
}

/** Draw the picture, and see to what can be grabbed in it. `change(patch)` hears of every move. */
function makePicture({ size, backdrop = () => "", draw, handles = () => [], pick }, spec, change) {
  const { data, description } = spec;
  const drawing = vector("g", {});
  const grips = vector("g", { class: "sinpe-grips" });
  const picture = vector("svg", {
    viewBox: `0 0 ${size.join(" ")}`,
    role: "img",
    "aria-label": description,
  });
  const ground = vector("g", {});
  ground.innerHTML = backdrop(data);
  picture.append(ground, drawing, grips);

  let state;
  let places = [];
  let scale = 1; // pixels to a unit of the picture
  const show = (next) => {
    state = next;
    drawing.innerHTML = draw(state, data);
    places = handles(state, data);
    while (grips.children.length < places.length) grips.append(vector("circle", {}));
    while (grips.children.length > places.length) grips.lastChild.remove();
    places.forEach(({ at: [x, y] }, place) => {
      grips.children[place].setAttribute("cx", x);
      grips.children[place].setAttribute("cy", y);
      grips.children[place].setAttribute("r", REACH / scale);
    });
  };
  // The picture shrinks with the page, but its letters hardly and fingertips not at all.
  const resized = new ResizeObserver(([{ contentRect }]) => {
    if (!contentRect.width) return;
    scale = contentRect.width / size[0];
    picture.style.setProperty("--sinpe-letter", `${Math.min(1.65, Math.max(0.9, 1.13 / scale))}px`);
    for (const grip of grips.children) grip.setAttribute("r", REACH / scale);
  });
  resized.observe(picture);

  const pointed = ({ clientX, clientY }) => {
    const place = new DOMPoint(clientX, clientY);
    const { x, y } = place.matrixTransform(picture.getScreenCTM().inverse());
    return [x, y];
  };
  const nearestHandle = ([x, y]) => {
    const apart = places.map(({ at }) => scale * Math.hypot(at[0] - x, at[1] - y));
    const least = Math.min(...apart);
    return least <= REACH ? apart.indexOf(least) : -1;
  };
  let move; // what a drag does with the place of the pointer
  let finger; // the pointer that drags
  const release = ({ pointerId }) => {
    if (pointerId !== finger) return;
    move = finger = undefined;
    picture.classList.remove("sinpe-held");
  };
  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || move) return;
    const from = pointed(event);
    const held = nearestHandle(from);
    if (held >= 0) {
      // A handle is grabbed where it is touched: it does not jump to the pointer.
      const { at } = places[held];
      const [dx, dy] = [at[0] - from[0], at[1] - from[1]];
      move = ([x, y]) => places[held]?.to([x + dx, y + dy]) ?? {};
    } else if (pick && event.pointerType !== "touch") {
      move = (place) => pick(state, place, data);
      change(move(from));
    } else return;
    event.preventDefault();
    finger = event.pointerId;
    picture.setPointerCapture(finger);
    picture.classList.add("sinpe-held");
  });
  picture.addEventListener("pointermove", (event) => {
    if (event.pointerId !== finger) return;
    if (event.buttons) change(move(pointed(event)));
    else release(event); // let go where nobody heard of it
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    picture.addEventListener(end, release);
  }
  // A finger on a handle drags it; elsewhere one that swipes scrolls the page, and one that taps picks.
  // Chromium does not heed touch-action on parts of an SVG.
  const holdPage = (event) => {
    if (nearestHandle(pointed(event.changedTouches[0])) >= 0) event.preventDefault();
  };
  picture.addEventListener("touchstart", holdPage, { passive: false });
  picture.addEventListener("click", (event) => {
    if (pick && event.pointerType === "touch" && nearestHandle(pointed(event)) < 0)
      change(pick(state, pointed(event), data));
  });
  if (pick) picture.classList.add("sinpe-pick");
  return { picture, show, close: () => resized.disconnect() };
}

/** Make the native inputs of a control; `change(value)` hears of every move. */
const makers = {
  range(control, _name, current, change) {
    const { label } = control;
    const input = element("input", {
      type: "range",
      min: 0,
      max: 1,
      step: "any",
      ariaLabel: label,
    });
    const output = element("output", { ariaLive: "off" });
    input.addEventListener("input", () => change(states.valueAt(control, Number(input.value))));
    const step = (by, forward) => change(states.stepped(control, current(), by, forward));
    input.addEventListener("keydown", (event) => {
      if (!KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      step(...KEYS[event.key]);
    });
    const steppers = [false, true].map((forward) => {
      const button = element("button", {
        type: "button",
        className: "sinpe-step",
        textContent: forward ? "+" : "\u2212",
        ariaLabel: `${label}: ${forward ? "more" : "less"}`,
      });
      button.addEventListener("click", () => step("step", forward));
      return button;
    });
    const show = (value) => {
      input.value = states.share(control, value);
      output.value = input.ariaValueText = states.shown(control, value);
    };
    const name = element("span", { textContent: label });
    return { show, parts: [name, steppers[0], input, steppers[1], output] };
  },
  switch({ label }, _name, _current, change) {
    const input = element("input", { type: "checkbox" });
    input.addEventListener("change", () => change(input.checked));
    const show = (value) => {
      input.checked = value;
    };
    return { show, parts: [element("label", {}, input, label)] };
  },
  choice({ label, options }, name, _current, change) {
    if (options.length > FEW) {
      const items = options.map((value) => element("option", { value, textContent: value }));
      const select = element("select", { ariaLabel: label }, ...items);
      select.addEventListener("change", () => change(select.value));
      const show = (value) => {
        select.value = value;
      };
      return { show, parts: [element("span", { textContent: label }), select] };
    }
    const inputs = options.map((value) => element("input", { type: "radio", name, value }));
    for (const input of inputs) input.addEventListener("change", () => change(input.value));
    const show = (value) => {
      for (const input of inputs) input.checked = input.value === value;
    };
    const labels = inputs.map((input) => element("label", {}, input, input.value));
    const group = element("div", { role: "radiogroup", ariaLabel: label }, ...labels);
    return { show, parts: [element("span", { textContent: label }), group] };
  },
};

// Radio buttons of one page must not share a name, though each widget has this module of its own.
const page = Math.random().toString(36).slice(2);
let made = 0;

/** Make an explorer in `root`. `keep(state, atRest)` hears of every change; returns {set, ...}. */
export function mount(root, name, spec, given, keep) {
  const definition = explorers[name];
  const { words, tones } = definition;
  const { controls, presets, play, data } = spec;
  made += 1;
  let state = applyChange(name, spec, states.start(controls), given);

  const sentence = element("p", { ariaLive: "polite" });
  const rows = {};
  let sound;
  let frame = 0;
  const show = () => {
    frame = 0;
    drawn.show(state);
    for (const [control, row] of Object.entries(rows)) row.show(state[control]);
    sentence.textContent = words(state, data);
    sound?.play(tones(state, data));
  };

  // A screen reader hears what is there at rest, not every frame on the way.
  let rest = 0;
  const wait = () => {
    sentence.ariaLive = "off";
    clearTimeout(rest);
    rest = setTimeout(() => {
      sentence.ariaLive = "polite";
      sentence.textContent = "";
      sentence.textContent = words(state, data);
      keep(state, true);
    }, REST);
  };
  const set = (patch, tell = true) => {
    const next = applyChange(name, spec, state, patch);
    frame ||= requestAnimationFrame(show); // also where an input was moved to what cannot be
    if (Object.keys(next).every((key) => next[key] === state[key])) return;
    state = next;
    if (tell) {
      wait();
      keep(state, false);
    }
  };

  // One motion at a time: playing or gliding. `step(seconds)` says whether to go on.
  const player = element("button", { type: "button", textContent: "Play" });
  let motion = 0;
  const stop = () => {
    cancelAnimationFrame(motion);
    motion = 0;
    player.textContent = "Play";
  };
  const move = (step) => {
    stop();
    let before;
    const next = (now) => {
      const passed = Math.min(0.1, (now - (before ?? now)) / 1000); // a hidden page stands still
      const goesOn = step(passed) && root.isConnected;
      before = now;
      if (goesOn) motion = requestAnimationFrame(next);
      else stop();
    };
    motion = requestAnimationFrame(next);
  };
  const glide = (patch) => {
    const from = state;
    const to = applyChange(name, spec, state, patch);
    if (isCalm()) return set(to);
    let passed = 0;
    move((seconds) => {
      passed = Math.min(1, passed + seconds / GLIDE);
      set(states.between(controls, from, to, passed * passed * (3 - 2 * passed)));
      return passed < 1;
    });
  };
  player.addEventListener("click", () => {
    if (motion && player.textContent === "Stop") return stop();
    const { control, seconds: whole } = play;
    let part = states.share(controls[control], state[control]); // a grid would swallow small steps
    move((seconds) => {
      part += seconds / whole;
      if (part > 1) part = 0;
      set({ [control]: states.valueAt(controls[control], part) });
      return true;
    });
    player.textContent = "Stop";
  });
  const byHand = (patch) => {
    stop();
    set(patch);
  };

  const drawn = makePicture(definition, spec, byHand);
  const setters = Object.entries(controls).map(([key, control]) => {
    const kind = states.kind(control);
    const change = (value) => byHand({ [key]: value });
    rows[key] = makers[kind](control, `sinpe-${page}-${made}-${key}`, () => state[key], change);
    return element("div", { className: `sinpe-${kind}` }, ...rows[key].parts);
  });
  const buttons = Object.entries(presets).map(([text, patch]) => {
    const button = element("button", { type: "button", textContent: text });
    button.addEventListener("click", () => glide(patch));
    return button;
  });
  if (play && !isCalm()) buttons.unshift(player);
  if (tones && "AudioContext" in window) {
    const listen = element("button", { type: "button", textContent: "Listen" });
    listen.addEventListener("click", () => {
      if (sound) sound.close();
      sound = sound ? undefined : startSound();
      sound?.play(tones(state, data));
      listen.textContent = sound ? "Silence" : "Listen";
    });
    buttons.unshift(listen);
  }

  const bar = buttons.length ? [element("div", { className: "sinpe-buttons" }, ...buttons)] : [];
  const parts = [drawn.picture, ...setters, ...bar, sentence];
  const box = element("div", { className: "sinpe-moving" }, ...parts);
  // JupyterLab would take keys that are pressed in here for commands.
  box.dataset.lmSuppressShortcuts = "true";
  show();
  root.append(box);
  /** Come to rest where it is, without a word about it. */
  const pause = () => {
    stop();
    clearTimeout(rest);
    sentence.ariaLive = "polite";
  };
  const close = () => {
    pause();
    cancelAnimationFrame(frame);
    drawn.close();
    sound?.close();
    box.remove();
  };
  return { set, glide, pause, current: () => state, close };
}

/** The page: every explorer on it that is a still becomes live. The address holds the state of one. */
export function startPage() {
  for (const figure of document.querySelectorAll("[data-explorer]:not([data-live])")) {
    try {
      startFigure(figure);
      figure.dataset.live = ""; // only now: after an error the still is left in view
    } catch (error) {
      reportError(error);
    }
  }
}

function startFigure(figure) {
  const { id, dataset } = figure;
  const spec = JSON.parse(dataset.spec);
  const asked = () => states.read(id, location.hash);
  const keep = (state, atRest) => {
    const address = states.written(id, spec.controls, state);
    if (atRest && (location.hash || address !== `${id}?`))
      history.replaceState(null, "", `#${address}`);
  };
  const { glide, pause, current } = mount(figure, dataset.explorer, spec, asked() ?? {}, keep);
  figure.readState = current; // for code that runs on the page
  const reveal = () =>
    figure.scrollIntoView({ block: "nearest", behavior: isCalm() ? "auto" : "smooth" });
  const follow = () => {
    pause();
    if (asked() || !location.hash) glide({ ...states.start(spec.controls), ...asked() });
    if (asked()) reveal();
  };
  if (asked()) addEventListener("load", reveal);
  addEventListener("hashchange", follow);
  // A link to the present address is no change of it.
  document.addEventListener("click", ({ target }) => {
    if (asked() && target.closest("a")?.href === location.href) follow();
  });
}

/** The notebook: anywidget's model keeps the state. */
export function render({ model, el }) {
  el.classList.add("sinpe-explorer");
  const spec = model.get("_spec");
  const kept = () =>
    Object.fromEntries(Object.keys(spec.controls).map((name) => [name, model.get(name)]));
  let isOurs = false;
  const keep = (state) => {
    isOurs = true;
    for (const [name, value] of Object.entries(state)) model.set(name, value);
    isOurs = false;
    model.save_changes();
  };
  const { set, pause, current, close } = mount(el, model.get("_explorer"), spec, kept(), keep);
  // What Python asks for need not be what can be shown.
  const agree = () => {
    const asked = kept();
    if (Object.keys(asked).some((name) => asked[name] !== current()[name])) keep(current());
  };
  const follow = () => {
    if (isOurs) return;
    pause();
    set(kept(), false);
    agree();
  };
  model.on("change", follow);
  agree();
  return () => {
    model.off("change", follow);
    close();
  };
}
