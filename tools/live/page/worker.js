// Python in a thread of its own, so that the page never waits for it. The page hands over every
// file: this thread asks nobody for anything, and so it runs from a folder as from a server.
const NOWHERE = "https://files.invalid/"; // an address that is never asked
const tell = (message) => self.postMessage(message);
const textOf = (bytes) => new TextDecoder().decode(bytes);

/** Import a module that is in memory. Not every browser imports a blob here, but all do this. */
const importText = (bytes) =>
  import(/* webpackIgnore: true */ `data:text/javascript,${encodeURIComponent(textOf(bytes))}`);

function serve(files) {
  const kinds = { wasm: "application/wasm", zip: "application/zip" };
  self.fetch = async (asked) => {
    const name = String(asked.url ?? asked)
      .split("/")
      .pop();
    if (!files[name]) throw new TypeError(`${name} is not among the files of this page`);
    const type = kinds[name.split(".").pop()] ?? "application/octet-stream";
    return new Response(files[name], { headers: { "Content-Type": type } });
  };
}

function unpack(python, files) {
  for (const [name, bytes] of Object.entries(files)) {
    if (name.endsWith(".whl")) python.unpackArchive(bytes, "wheel");
    else if (name === "library.zip")
      python.unpackArchive(bytes, "zip", { extractDir: "/home/pyodide" });
  }
}

async function start(files) {
  serve(files);
  const [{ loadPyodide }, core] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => importText(files[name])),
  );
  const python = await loadPyodide({
    createPyodideModule: core.default,
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    lockFileContents: textOf(files["pyodide-lock.json"]),
  });
  unpack(python, files);
  const session = python.pyimport("session");
  return { python, session };
}

let started;
self.onmessage = async ({ data: { files, more, job, sources, shown, states } }) => {
  try {
    if (files) {
      started = start(files);
      await started;
      return tell({ ready: true });
    }
    const { python, session } = await started;
    if (more) unpack(python, more);
    const given = [JSON.stringify(sources), JSON.stringify(shown)];
    if (!started.draws && session.needs_drawing(...given) && !more)
      return tell({ job, wants: "drawing" });
    if (more) started.draws = true;
    tell({ job, result: session.run(...given, JSON.stringify(states)) });
  } catch (error) {
    tell({ broken: String(error.message ?? error) });
  }
};
tell({ here: true });
