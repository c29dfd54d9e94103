(() => {
  const element = (name, attributes, ...children) => {
    const made = Object.assign(document.createElement(name), attributes);
    made.append(...children);
    return made;
  };

  // One step three times a second; those who ask for less motion get no button.
  const player = (input, last) => {
    let timer;
    const button = element("button", { type: "button", textContent: "Play" });
    const look = (textContent, ariaLive) => {
      button.textContent = textContent;
      button.closest(".sinpe-moving").lastChild.ariaLive = ariaLive;
    };
    const stop = () => {
      timer = clearInterval(timer);
      look("Play", "polite");
    };
    button.addEventListener("click", () => {
      if (timer) return stop();
      look("Stop", "off"); // nobody can listen to three sentences a second
      timer = setInterval(() => {
        if (!input.isConnected) return stop();
        input.value = input.value < last ? Number(input.value) + 1 : 0;
        input.dispatchEvent(new Event("input"));
      }, 333);
    });
    // Who moves the slider takes over.
    input.addEventListener("input", ({ isTrusted }) => isTrusted && timer && stop());
    return button;
  };

  const slider = ({ label, values, at, play }, move) => {
    // A screen reader has the value from the slider: no need to announce it twice.
    const shown = element("output", { ariaLive: "off" });
    const range = { type: "range", min: 0, max: values.length - 1, value: at };
    const input = element("input", { ...range, ariaLabel: label });
    const say = () => {
      shown.value = values[input.value];
      input.ariaValueText = values[input.value];
    };
    input.addEventListener("input", () => {
      say();
      move(Number(input.value));
    });
    say();
    const row = element("div", {}, element("span", { textContent: label }), input, shown);
    if (play && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      row.append(player(input, values.length - 1));
    }
    return row;
  };

  const choice = ({ label, values, at }, move, name) => {
    const options = values.map((value, number) => {
      const input = element("input", { type: "radio", name, checked: number === at });
      input.addEventListener("change", () => move(number));
      return element("label", {}, input, value);
    });
    const heading = element("span", { textContent: label });
    const group = element("div", { role: "radiogroup", ariaLabel: label }, heading);
    group.append(element("div", {}, ...options));
    return group;
  };

  // Not every explorer of a page has frames: Lab takes them from a notebook that is not trusted.
  const unmoved = '.sinpe-explorer:not([data-moves]) > script[type="application/json"]';
  document.querySelectorAll(unmoved).forEach((script) => {
    const box = script.parentElement;
    box.dataset.moves = "";
    const { size, controls, layers } = JSON.parse(script.textContent);
    const at = controls.map((control) => control.at);
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", box.querySelector("img").alt);
    picture.innerHTML = "<g></g>".repeat(layers.length);
    const words = element("p", { ariaLive: "polite" });

    // Controls run like the digits of a number, the last one fastest.
    const frame = ({ needs, order, frames }) =>
      frames[order[needs.reduce((sum, need) => sum * controls[need].values.length + at[need], 0)]];
    const show = () => {
      const parts = layers.map(frame);
      parts.forEach(([drawing], layer) => {
        const group = picture.children[layer];
        if (group.drawing !== drawing) group.innerHTML = group.drawing = drawing;
      });
      words.textContent = parts.map(([, sentence]) => sentence).filter(Boolean).join(" ");
    };
    const count = document.querySelectorAll("[data-moves]").length;
    const setters = controls.map((control, number) => {
      const move = (place) => {
        at[number] = place;
        show();
      };
      const make = control.choice ? choice : slider;
      return make(control, move, `sinpe-${count}-${number}`);
    });
    show();
    const moving = element("div", { className: "sinpe-moving" }, picture, ...setters, words);
    moving.querySelectorAll("input, button").forEach((control) => {
      control.dataset.lmSuppressShortcuts = ""; // JupyterLab would take the keys for itself
    });
    box.append(moving);
  });
})();
