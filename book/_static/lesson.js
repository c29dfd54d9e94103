// What makes a page a lesson: how much code is in view, predictions that wait for a guess, quizzes that keep score, and
// what the reader has done, kept in the reader's own browser. Without this script everything is in view.
(() => {
  const STORE = "sinpe";

  let memory; // what is kept while the page is open, where the browser keeps nothing

  /** What is kept: {code, pages: {the_formula: {of: 9, done: {question: choice}, right: [question]}}}. */
  function recall() {
    const kept = memory ?? readKey(STORE);
    const pages = Object.entries({ ...kept.pages }).map(([name, record]) => {
      const { of, done, right } = { ...record };
      return [
        name,
        { of: Number(of) || 1, done: { ...done }, right: Array.isArray(right) ? right : [] },
      ];
    });
    return { code: kept.code, pages: Object.fromEntries(pages) };
  }

  function readKey(key) {
    try {
      return { ...JSON.parse(localStorage.getItem(key)) };
    } catch {
      return {};
    }
  }

  function store(kept) {
    try {
      localStorage.setItem(STORE, JSON.stringify(kept));
      memory = undefined;
    } catch {
      memory = kept; // not all browsers keep something for pages that are opened as files
    }
  }

  const nameOf = (address) => new URL(address, location).pathname.match(/([^/]*?)(?:\.html)?$/)[1]; // some servers leave it out
  const page = nameOf(location);
  const textOf = (part) => part.textContent.trim().replace(/\s+/g, " ");

  function make(tag, properties = {}, ...children) {
    const part = Object.assign(document.createElement(tag), properties);
    part.append(...children);
    return part;
  }

  /** Return what was chosen for a question of this page. */
  const chosen = (question) => recall().pages[page]?.done?.[question];

  function remember(question, choice, isRight) {
    const kept = recall();
    const { done, right } = kept.pages[page] ?? { done: {}, right: [] };
    const others = right.filter((name) => name !== question);
    kept.pages[page] = {
      of: total,
      done: { ...done, [question]: choice },
      right: isRight ? [...others, question] : others,
    };
    store(kept);
    lightLamps();
  }

  // The code in view. "main" is all but imports and the calls that show a figure or a quiz; the
  // style sheet hides the rest.
  function addCodeSwitch() {
    const bar = document.querySelector(".article-header-buttons");
    if (!bar || !document.querySelector(".cell")) return;
    const names = { main: "Main code", all: "All code", none: "No code" };
    const options = Object.entries(names).map(([value, text]) => make("option", { value, text }));
    const choice = make("select", { className: "code-switch" }, ...options);
    choice.setAttribute("aria-label", "Code in view");
    const show = (value) => {
      document.documentElement.dataset.code = choice.value = Object.hasOwn(names, value)
        ? value
        : "main";
      for (const box of document.querySelectorAll(
        ".cell > details.hide:not(.tag_solution > details)",
      )) {
        box.open = value === "all";
      }
    };
    choice.addEventListener("change", () => {
      show(choice.value);
      store({ ...recall(), code: choice.value });
    });
    show(recall().code ?? "main");
    bar.prepend(choice);
  }

  const CLOSED = "until-found"; // what is searched for on the page is found, and opens

  /** Hide what follows a prediction, up to the next heading; return the parts that were hidden. */
  function hideAnswer(prediction) {
    const parts = [];
    let last = prediction;
    if (prediction.nextElementSibling?.matches(".cell")) {
      last = prediction.nextElementSibling; // its code stays in view: the question is what it will do
      parts.push(...last.querySelectorAll(".cell_output"));
    }
    const rest = make("div");
    while (last.nextElementSibling && last.nextElementSibling.tagName !== "SECTION") {
      rest.append(last.nextElementSibling);
    }
    last.after(rest);
    parts.push(rest);
    for (const part of parts) {
      part.classList.add("answer");
      part.setAttribute("hidden", CLOSED);
    }
    return parts;
  }

  function addPrediction(prediction) {
    const [question, list] = prediction.children;
    const name = textOf(question);
    const parts = hideAnswer(prediction);
    const buttons = [...list.children].map((option) => {
      const button = make(
        "button",
        { type: "button" },
        ...(option.querySelector("p") ?? option).childNodes,
      );
      option.replaceChildren(button);
      return button;
    });
    const look = make("button", {
      type: "button",
      className: "no-guess",
      textContent: "Show me without a guess",
    });
    prediction.append(look);
    question.id = `${prediction.id}-asks`;
    prediction.setAttribute("role", "group");
    prediction.setAttribute("aria-labelledby", question.id);

    function open(guess) {
      for (const part of parts) part.removeAttribute("hidden");
      for (const button of buttons) {
        const isGuess = textOf(button) === guess;
        const text = [...button.childNodes];
        if (isGuess) {
          text.push(" ", make("span", { className: "guess", textContent: "your guess" }));
        }
        button.parentElement.classList.toggle("chosen", isGuess);
        button.parentElement.replaceChildren(...text);
      }
      look.remove();
      prediction.classList.add("open");
      dispatchEvent(new Event("resize")); // what was hidden had no size
    }
    function decide(guess) {
      open(guess);
      remember(name, guess);
      question.tabIndex = -1;
      question.focus({ preventScroll: true }); // the button that had the focus is gone
    }
    for (const button of buttons) button.addEventListener("click", () => decide(textOf(button)));
    look.addEventListener("click", () => decide(""));
    for (const part of parts) part.addEventListener("beforematch", () => open(""));
    const before = chosen(name);
    if (before !== undefined) open(before);
  }

  /** Open what an address leads to. */
  function openTarget() {
    const target = document.getElementById(location.hash.slice(1).split("?")[0]);
    const closed = target?.closest(".answer[hidden]");
    for (let part = closed; part; part = part.parentElement.closest(".answer[hidden]")) {
      part.dispatchEvent(new Event("beforematch"));
    }
    if (closed) target.scrollIntoView();
  }

  /** Turn the boxes of a question into options of which one is chosen and checked. */
  function addQuestion(group, number) {
    const question = textOf(group.querySelector("legend"));
    const options = [...group.querySelectorAll("details")].map((box) => {
      const input = make("input", {
        type: "radio",
        name: `question-${number}`,
        autocomplete: "off",
      });
      const label = make("label", {}, input, ...box.querySelector("summary").childNodes);
      const reason = make(
        "div",
        { className: "reason", hidden: true },
        ...box.querySelectorAll("p"),
      );
      const option = make("div", { className: "option" }, label, reason);
      // The second click of a double click may meet an option that has moved under the pointer.
      label.addEventListener("click", (event) => {
        if (event.detail > 1) event.preventDefault();
      });
      box.replaceWith(option);
      return {
        input,
        option,
        reason,
        text: textOf(label.querySelector("span")),
        right: box.matches(".sinpe-right"),
      };
    });
    const check = make("button", { type: "button", textContent: "Check", disabled: true });
    const others = make("button", {
      type: "button",
      textContent: "Why not the others?",
      hidden: true,
    });
    const verdict = make("p", { className: "verdict", role: "status" });
    group.append(make("div", { className: "buttons" }, check, others), verdict);
    group.id = `question-${number}`;

    for (const [i, { input, reason }] of options.entries()) {
      reason.id = `question-${number}-${i}`;
      input.setAttribute("aria-describedby", reason.id); // heard as soon as it is there
    }
    function show(picked) {
      for (const each of options) {
        each.reason.hidden = each !== picked;
        each.option.classList.toggle("right", each === picked && each.right);
        each.option.classList.toggle("wrong", each === picked && !each.right);
      }
      others.hidden = !picked.right;
      check.disabled = true;
    }
    for (const each of options) {
      each.input.addEventListener("change", () => {
        check.disabled = false;
        verdict.textContent = "";
      });
    }
    check.addEventListener("click", () => {
      const picked = options.find((each) => each.input.checked);
      remember(question, picked.text, picked.right);
      show(picked);
      verdict.textContent = picked.right ? "" : "Choose another answer and check again.";
      picked.input.focus(); // a button that is disabled loses the focus
    });
    others.addEventListener("click", () => {
      for (const each of options) {
        each.reason.hidden = false;
        each.option.classList.add(each.right ? "right" : "wrong");
      }
      others.hidden = true;
      options.find((each) => each.right).input.focus();
    });
    const before = options.find((each) => each.text === chosen(question));
    if (before) {
      before.input.checked = true;
      show(before);
    }
    return question;
  }

  let total = 0; // of predictions, questions and exercises on this page
  let questions = [];
  const score = make("p", { className: "score", role: "status" });

  function addQuiz(quiz) {
    questions = [...quiz.querySelectorAll("fieldset")].map((group, i) => addQuestion(group, i + 1));
    quiz.append(score);
  }

  function tellScore() {
    const { done, right } = recall().pages[page] ?? { done: {}, right: [] };
    const answered = questions.filter((question) => question in done).length;
    const good = questions.filter((question) => right.includes(question)).length;
    score.textContent = answered ? `${good} of ${questions.length} right` : "";
    if (answered === questions.length && good === answered && answered)
      score.textContent += ": all of them.";
  }

  /** Say how much of a page is done: a prediction when it is made, a question when it is right. */
  const countDone = ({ done, right }) => {
    const guessed = Object.keys(done).filter((name) => name.startsWith("Prediction")).length;
    return guessed + right.length;
  };

  // Exercises that can be checked on the page.
  const findExercises = () => [...document.querySelectorAll(".tag_exercise:has(.live-bar)")];
  const nameExercise = (box) => textOf(box.closest("section").querySelector("h2, h3, h4"));

  function tellSolved() {
    const { right } = recall().pages[page] ?? { right: [] };
    for (const box of findExercises().filter((each) => right.includes(nameExercise(each)))) {
      box.querySelector("[role=status]").textContent = "Solved before.";
    }
  }

  /** Drop what was kept of another version of this page. */
  function forgetWhatIsGone(predictions) {
    const kept = recall();
    const record = kept.pages[page];
    if (!record) return;
    const known = [...predictions, ...questions, ...findExercises().map(nameExercise)];
    const solved = [...document.querySelectorAll(".option.right")].map((option) =>
      textOf(option.closest("fieldset").querySelector("legend")),
    );
    const { done, right } = record;
    kept.pages[page] = {
      of: total,
      done: Object.fromEntries(Object.entries(done).filter(([name]) => known.includes(name))),
      right: right.filter((name) =>
        questions.includes(name) ? solved.includes(name) : known.includes(name),
      ),
    };
    store(kept);
  }

  /** Light a lamp beside each chapter that was begun, as brightly as much of it is done. */
  function lightLamps() {
    tellScore();
    const { pages } = recall();
    for (const link of document.querySelectorAll("nav.bd-links a")) {
      const kept = pages[nameOf(link.href)];
      link.querySelector(".lamp")?.remove();
      const done = kept && countDone(kept);
      if (!done) continue;
      const lamp = make("span", { className: "lamp" });
      lamp.style.setProperty("--lit", Math.min(1, done / kept.of));
      lamp.append(
        make("span", { className: "visually-hidden", textContent: `${done} of ${kept.of} done: ` }),
      );
      link.prepend(lamp);
    }
  }

  /** The keys of all that is kept: STORE, and one for each page on which code was changed. */
  function keys() {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(STORE));
    } catch {
      return [];
    }
  }

  /** On the page that says what is kept: what it is, and a button that forgets it. */
  function tellWhatIsKept() {
    const place = document.querySelector("#what-this-book-remembers > #now");
    if (!place) return;
    const { pages, code } = recall();
    const names = [...document.querySelectorAll("nav.bd-links a")].map((link) => [
      nameOf(link.href),
      textOf(link),
    ]);
    const begun = names.filter(([name]) => pages[name]);
    const list = make("ul");
    for (const [name, title] of begun) {
      list.append(
        make("li", {
          textContent: `${title}: ${countDone(pages[name])} of ${pages[name].of} done`,
        }),
      );
    }
    for (const [name, title] of names) {
      const changed = Object.keys(readKey(`${STORE}:code:${name}`)).length;
      if (changed) list.append(make("li", { textContent: `${title}: ${changed} changed cells` }));
    }
    if (code && code !== "main") {
      const shown = { all: "all code", none: "no code" }[code] ?? "main code";
      list.append(make("li", { textContent: `In view: ${shown}` }));
    }
    const said = make("p", {
      role: "status",
      textContent: list.children.length ? "" : "Nothing is kept at present.",
    });
    const forget = make("button", { type: "button", textContent: "Forget everything" });
    forget.addEventListener("click", () => {
      for (const key of keys()) localStorage.removeItem(key);
      list.remove();
      said.tabIndex = -1;
      said.textContent = "Nothing is kept any more.";
      said.focus();
      forget.remove();
      lightLamps();
    });
    place.append(list, said);
    if (keys().length) place.append(forget);
  }

  document.addEventListener("DOMContentLoaded", () => {
    addCodeSwitch();
    const predictions = [...document.querySelectorAll(".prediction")];
    for (const prediction of predictions) addPrediction(prediction);
    for (const quiz of document.querySelectorAll(".sinpe-quiz")) addQuiz(quiz);
    total = predictions.length + questions.length + findExercises().length;
    addEventListener("sinpe:solved", ({ detail }) =>
      remember(nameExercise(detail), "passed", true),
    );
    forgetWhatIsGone(predictions.map(({ children: [question] }) => textOf(question)));
    tellSolved();
    tellWhatIsKept();
    lightLamps();
    openTarget();
    addEventListener("hashchange", openTarget);
    // Another tab may have gone on, or forgotten all, and so may this one before a step back.
    addEventListener("storage", lightLamps);
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) location.reload();
    });
  });
})();
