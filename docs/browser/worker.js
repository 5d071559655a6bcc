// Python runs here, beside the page: the page stays responsive while it thinks. The address names the
// module: its `begin` is given what tells the page something, and returns what hears the page.

import { loadPyodide } from "./pyodide.mjs";

// the search part of the address changes with the library, so that no old one is taken from a cache
const here = new URL(".", import.meta.url).href;
const fetched = self.fetch.bind(self);
let loaded = 0;

// Pyodide fetches its own files; count what comes, and say what does not, for which Pyodide would wait for ever.
self.fetch = async (...asked) => {
  const lost = (error) => {
    postMessage({ failure: `${new URL(asked[0].url ?? asked[0], here).pathname.split("/").at(-1)}: ${error.message}` });
    throw error;
  };
  const answer = await fetched(...asked).catch(lost);
  if (!answer.ok) lost(new Error(`${answer.status} ${answer.statusText}`));
  const counter = new TransformStream({
    transform(piece, stream) {
      loaded += piece.byteLength;
      postMessage({ loaded });
      stream.enqueue(piece);
    },
  });
  answer.body.pipeTo(counter.writable).catch(lost);
  return new Response(counter.readable, { headers: answer.headers, status: answer.status });
};

async function start() {
  const library = self.fetch(new URL(`library.zip${self.location.search}`, here));
  const python = await loadPyodide({ indexURL: here });
  python.unpackArchive(await (await library).arrayBuffer(), "zip", { extractDir: "/library" });
  python.runPython("import sys; sys.path.insert(0, '/library')");
  const program = new URL(self.location).searchParams.get("run");
  return python.pyimport(program).begin((text) => postMessage({ said: JSON.parse(text) }));
}

const ready = start();

onmessage = async ({ data }) => {
  try {
    const receive = await ready;
    receive(JSON.stringify(data));
  } catch (error) {
    const lines = String(error.message ?? error).trim().split("\n");
    postMessage({ failure: lines.at(-1) });
  }
};
