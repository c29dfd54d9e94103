// Code on the page that can be changed and run where it stands. Python is loaded when a first cell
// is to run, and nothing that is typed leaves the browser.
(() => {
  const FILES = {}; // what pack.py wrote
  const home = new URL("../live/", document.currentScript.src);
  const page = location.pathname.match(/([^/]*)\.html$/)?.[1] ?? "";

  function make(tag, properties = {}, ...children) {
    const part = Object.assign(document.createElement(tag), properties);
    part.append(...children);
    return part;
  }

  // ---- Files: scripts, since a page that was opened as a file may load those and nothing else.

  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

  async function unpack(text) {
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt());
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  const loaded = {};

  /** Return the files of a group, which are kept: after Stop the next Python needs them again. */
  function load(group, say) {
    loaded[group] ??= (async () => {
      const files = {};
      window.sinpeLive = (name, text) => {
        files[name] = unpack(text);
      };
      const total = FILES[group].reduce((sum, [, size]) => sum + size, 0);
      let done = 0;
      await Promise.all(
        FILES[group].map(async ([name, size]) => {
          await new Promise((resolve, reject) => {
            const onerror = () => reject(Error(`The file ${name} could not be loaded.`));
            const src = new URL(name, home);
            document.head.append(make("script", { src, onload: resolve, onerror }));
          });
          done += size;
          say(`Loading: ${megabytes(done)} of ${megabytes(total)} MB`);
        }),
      );
      const names = Object.keys(files);
      const contents = await Promise.all(Object.values(files));
      return Object.fromEntries(names.map((name, i) => [name, contents[i]]));
    })();
    loaded[group].catch(() => {
      delete loaded[group];
    });
    return loaded[group];
  }

  // ---- One Python for the page. Stop ends it, and the next run begins another.

  let worker;
  let jobs = 0;
  const waiting = new Map(); // number of the job: what waits for it

  function end(reason) {
    worker?.then(
      (begun) => begun.terminate(),
      () => {},
    );
    worker = undefined;
    for (const { reject } of waiting.values()) reject(Error(reason));
    waiting.clear();
  }

  /** Start a worker from a data address: every browser does that, on a page from a folder too. */
  function startWorker() {
    return new Promise((resolve, reject) => {
      const url = `data:text/javascript,${encodeURIComponent(WORKER)}`;
      const begun = new Worker(url, { type: "module" });
      begun.onerror = () => reject(Error("This browser does not start Python. A newer one does."));
      begun.onmessage = () => resolve(begun);
    });
  }

  function begin(say) {
    worker ??= (async () => {
      const files = await load("core", say);
      const begun = await startWorker();
      say("Starting Python");
      const ready = new Promise((resolve, reject) => {
        begun.onmessage = ({ data }) => (data.ready ? resolve() : reject(Error(data.broken)));
        begun.onerror = ({ message }) => reject(Error(message));
      });
      begun.postMessage({ files });
      await ready;
      begun.onerror = ({ message }) => end(`Python has ended: ${message}`);
      begun.onmessage = ({ data }) => {
        if (data.broken) end(`Python has ended: ${data.broken}`);
        else waiting.get(data.job)?.resolve(data);
      };
      return begun;
    })();
    return worker;
  }

  /** Run cells of the page, and those that they need, and return what they show. */
  async function run(shown, say) {
    say("Starting");
    const begun = await begin(say);
    // Code may read what a hand has set, as it would from a widget.
    const figures = [...document.querySelectorAll("figure[data-live]")];
    const states = Object.fromEntries(figures.map((each) => [each.id, each.readState()]));
    const ask = (more) =>
      new Promise((resolve, reject) => {
        const job = ++jobs;
        waiting.set(job, { resolve, reject });
        begun.postMessage({ job, more, sources: cells.map(read), shown, states });
      });
    say("Running");
    let answer = await ask();
    if (answer.wants) {
      const more = await load(answer.wants, say);
      say("Running");
      answer = await ask(more);
    }
    return JSON.parse(answer.result);
  }

  window.runCells = (numbers) => run(numbers, () => {}); // for the console, and for tests

  // ---- Cells, and what the reader made of them, which is kept with what it was made from.

  const cells = [...document.querySelectorAll(".bd-article div.cell")].flatMap((box) => {
    const code = box.querySelector(".cell_input pre");
    return code ? [{ box, code, original: code.textContent.replace(/\n$/, "") }] : [];
  });
  const read = (cell) => cell.editor?.value ?? kept(cell) ?? cell.original;
  const KEY = `sinpe:code:${page}`;

  function recall() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  }

  function kept(cell) {
    const found = recall()[cells.indexOf(cell)];
    return found?.from === cell.original ? String(found.text) : undefined;
  }

  function keep(cell, text) {
    const all = recall();
    if (text === cell.original) delete all[cells.indexOf(cell)];
    else all[cells.indexOf(cell)] = { from: cell.original, text };
    try {
      if (Object.keys(all).length) localStorage.setItem(KEY, JSON.stringify(all));
      else localStorage.removeItem(KEY);
    } catch {
      // a browser that keeps nothing
    }
  }

  // ---- Editor: a text field over its coloured text.

  const KEYWORDS =
    "and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield True False None";
  const KINDS = [
    ["c1", "#.*"],
    [
      "s2",
      `[rbfuRBFU]{0,2}(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\\\.|[^"\\\\\\n])*"?|'(?:\\\\.|[^'\\\\\\n])*'?)`,
    ],
    ["mi", "\\b\\d[\\w.]*"],
    ["k", `\\b(?:${KEYWORDS.replaceAll(" ", "|")})\\b`],
  ];
  const WORDS = new RegExp(KINDS.map(([kind, form]) => `(?<${kind}>${form})`).join("|"), "g");

  function colour(text) {
    const parts = document.createDocumentFragment();
    let at = 0;
    for (const found of text.matchAll(WORDS)) {
      const [kind] = Object.entries(found.groups).find(([, word]) => word !== undefined);
      parts.append(
        text.slice(at, found.index),
        make("span", { className: kind, textContent: found[0] }),
      );
      at = found.index + found[0].length;
    }
    parts.append(`${text.slice(at)}\n`);
    return parts;
  }

  /** Insert text as if it had been typed, so that it can be undone. */
  function type(editor, text) {
    const length = editor.value.length - (editor.selectionEnd - editor.selectionStart);
    document.execCommand("insertText", false, text);
    if (editor.value.length === length + text.length) return;
    editor.setRangeText(text, editor.selectionStart, editor.selectionEnd, "end");
    editor.dispatchEvent(new Event("input"));
  }

  function addEditor(cell, label) {
    const editor = make("textarea", {
      value: kept(cell) ?? cell.original,
      spellcheck: false,
      autocapitalize: "off",
      ariaLabel: label,
    });
    const show = () => {
      cell.code.replaceChildren(colour(editor.value));
      editor.rows = editor.value.split("\n").length;
    };
    editor.addEventListener("input", () => {
      show();
      keep(cell, editor.value);
    });
    editor.addEventListener("scroll", () => {
      cell.code.scrollLeft = editor.scrollLeft;
    });
    // Tab leaves the field, as everywhere. Enter keeps the indentation and deepens it after a colon.
    editor.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      if (event.shiftKey || event.ctrlKey || event.metaKey) return cell.go();
      const line = editor.value.slice(0, editor.selectionStart).split("\n").pop();
      type(editor, `\n${line.match(/^ */)[0]}${/:\s*(#.*)?$/.test(line) ? "    " : ""}`);
    });
    cell.editor = editor;
    cell.code.parentElement.classList.add("live-editor");
    cell.code.inert = true;
    cell.code.after(editor);
    show();
  }

  // ---- Outputs, as a notebook shows them.

  function makeText(words, kind) {
    const pre = make("pre", {}, words);
    const box = make("div", { className: "highlight" }, pre);
    return make("div", { className: `output ${kind} highlight-none notranslate` }, box);
  }

  function makePicture(png, theme, dpi) {
    const picture = make("img", { className: `only-${theme}`, alt: "What the code above draws." });
    picture.onload = () => {
      picture.width = Math.round((picture.naturalWidth * 126.5) / dpi);
    };
    picture.src = `data:image/png;base64,${png}`;
    return picture;
  }

  function makeOutput(shown) {
    if (shown["text/html"]) {
      const html = document.createRange().createContextualFragment(shown["text/html"]);
      for (const script of html.querySelectorAll("script")) script.remove();
      return [make("div", { className: "output text_html" }, html)];
    }
    if (shown["image/png"]) {
      const { dpi } = shown;
      return [makePicture(shown["image/png"], "light", dpi), makePicture(shown.dark, "dark", dpi)];
    }
    if (shown.error) return [makeText(shown.text, "traceback")];
    return [makeText(shown.stream ?? shown["text/plain"], shown.stream ? "stream" : "text_plain")];
  }

  function showOutputs(outputs) {
    for (const { cell, shows } of outputs) {
      const { box } = cells[cell];
      const stored = box.querySelector(".cell_output");
      const place = stored ?? make("div", { className: "cell_output docutils container" });
      if (!stored) box.append(place);
      place.replaceChildren(...shows.flatMap(makeOutput));
    }
    if (typeof sinpe !== "undefined") sinpe.engine.startPage();
  }

  // ---- The bar of an editor.

  const stops = new Set();

  function addBar(cell, number, isExercise) {
    const status = make("span", { role: "status" });
    const button = (textContent, act) => {
      const made = make("button", { type: "button", textContent });
      made.addEventListener("click", act);
      return made;
    };
    const say = (words) => {
      status.textContent = words;
    };

    async function go(shown) {
      if (stops.size) return say("Something runs already. Wait for it, or stop it.");
      stops.add(stop);
      stop.hidden = false;
      const began = performance.now();
      try {
        const { outputs } = await run(shown, (words) => say(`${words} …`));
        showOutputs(outputs);
        const shows = outputs.flatMap(({ shows }) => shows);
        const error = shows.find((shown) => shown.error);
        const verdict = isExercise ? (shows.at(-1)?.["text/plain"] ?? "") : "";
        say(error ? `${error.error}: see below.` : verdict || "Done.");
        if (!error && verdict.startsWith("passed")) {
          dispatchEvent(new CustomEvent("sinpe:solved", { detail: cell.box }));
        }
      } catch (error) {
        say(error.message);
      }
      status.dataset.seconds = ((performance.now() - began) / 1000).toFixed(2);
      stops.delete(stop);
      if (document.activeElement === stop) run_.focus();
      stop.hidden = true;
    }

    cell.go = () => go(isExercise ? [number, number + 1] : [number]);
    const run_ = button(isExercise ? "Check" : "Run", cell.go);
    const above = button("Run all above", () => go(ordinary.filter((each) => each <= number)));
    const stop = button("Stop", () => end("Stopped."));
    stop.hidden = true;
    const reset = button("Reset", () => {
      cell.editor.value = cell.original;
      cell.editor.dispatchEvent(new Event("input"));
      cell.editor.focus();
      say("As it was.");
    });
    const buttons = isExercise ? [run_, stop, reset] : [run_, above, stop, reset];
    return make("div", { className: "live-bar" }, ...buttons, status);
  }

  const nameOf = (cell) =>
    cell.box.closest("section")?.querySelector("h1, h2, h3, h4")?.firstChild.textContent.trim() ??
    page;

  function open(cell, number, isExercise) {
    const name = nameOf(cell);
    addEditor(cell, isExercise ? `Your answer. ${name}` : `Code in the section ${name}`);
    cell.box.querySelector(".cell_input").after(addBar(cell, number, isExercise));
  }

  const hasTag = (cell, tag) => cell?.box.classList.contains(`tag_${tag}`);

  // What only shows a figure or the quiz is alive already.
  const isOrdinary = (cell) =>
    !["exercise", "check", "solution"].some((tag) => hasTag(cell, tag)) &&
    !cell.box.classList.contains("setup");
  const ordinary = [...cells.keys()].filter((number) => isOrdinary(cells[number]));

  for (const [number, cell] of cells.entries()) {
    if (hasTag(cell, "exercise") && hasTag(cells[number + 1], "check")) {
      open(cell, number, true);
    } else if (hasTag(cell, "check")) {
      // Its verdict is that of the answer above, which Check shows.
      cell.box.classList.add("live-check");
    } else if (isOrdinary(cell)) {
      const changed = kept(cell) !== undefined;
      const button = make("button", { type: "button", textContent: "Change and run" });
      button.className = "live-open";
      const start = () => {
        open(cell, number, false);
        button.remove();
      };
      button.addEventListener("click", () => {
        start();
        cell.editor.focus();
      });
      cell.box.querySelector(".cell_input").after(button);
      if (changed) start();
    }
  }
})();
