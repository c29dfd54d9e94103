// Search as a reader of this book needs it: numbers are words, and a result shows a sentence, not code, and leads to the
// section that it stands in. It changes two functions of Sphinx's searchtools.js, which is loaded after this.
document.addEventListener("DOMContentLoaded", () => {
  const readQuery = Search._parseQuery;
  let typed = new Set(); // Sphinx looks for stems, and "numpi" is in no sentence
  Search._parseQuery = (query) => {
    const found = readQuery(query);
    const [, searched, , highlighted] = found;
    for (const number of query.match(/(?<![\d.,])\d+(?![\d.,]?\d)/g) ?? []) {
      searched.add(number);
      highlighted.add(number);
    }
    typed = highlighted;
    return found;
  };

  Search.makeSearchSummary = (text, stems, anchor) => {
    const searched = [...new Set([...typed, ...stems])].map((term) => {
      const plain = term.replace(/[^\p{L}\p{N}]/gu, "\\$&");
      return new RegExp(`(?<![\\p{L}\\p{N}.,])${plain}`, "iu"); // where a word begins with it
    });
    const main = new DOMParser()
      .parseFromString(text, "text/html")
      .querySelector("[role=main] article");
    const summary = document.createElement("p");
    summary.className = "context";
    if (!main) return summary;
    for (const part of main.querySelectorAll(".sinpe-quiz, .headerlink, h1, h2, h3, h4")) {
      if (part.matches("h1, h2, h3, h4"))
        part.parentElement.dataset.title = part.textContent.replace(/#$/, "");
      part.remove();
    }
    const place = anchor.length > 1 ? main.querySelector(anchor) : null;
    const parts = [...(place ?? main).querySelectorAll("p, li, dd")].filter(
      (part) => !part.querySelector("p, li"),
    );
    const textOf = (part) => part.textContent.trim().replace(/\s+/g, " ");
    const counts = parts.map((part) => {
      const words = textOf(part);
      return searched.filter((term) => term.test(words)).length;
    });
    const best = parts[counts.indexOf(Math.max(...counts))];
    if (!best) return summary;
    const words = textOf(best);
    const starts = searched.map((term) => words.search(term)).filter((at) => at >= 0);
    // From the sentence in which the first of the terms stands.
    const from = Math.max(
      0,
      words.slice(0, Math.min(...starts, words.length)).lastIndexOf(". ") + 1,
    );
    const cut = words.slice(starts.length ? from : 0).trim();
    summary.textContent = cut.length > 240 ? `${cut.slice(0, cut.lastIndexOf(" ", 240))} …` : cut;

    const section = best.closest("section[id]");
    if (!place && starts.length && section?.parentElement.closest("section")) {
      const link = document.createElement("a");
      link.textContent = section.dataset.title;
      // Sphinx puts the summary into its result once it is returned.
      queueMicrotask(() => {
        const page = summary.parentElement.querySelector("a");
        link.href = `${page.href.split("#")[0]}#${section.id}`;
        page.after(" › ", link);
      });
    }
    return summary;
  };
});
