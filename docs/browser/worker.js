// Python runs here, beside the page: the page stays responsive while it thinks. The address names the
// module: its `begin` is given what tells the page something, and returns what hears the page.

import { loadPyodide } from "./pyodide.mjs";

// the search part of the address changes with the library, so that no old one is taken from a cache
const here = new URL(".", import.meta.url).href;
const fetched = self.fetch.bind(self);
let loaded = 0;

// Pyodide fetches its own files; count what comes.
self.fetch = async (...asked) => {
  const answer = await fetched(...asked);
  if (!answer.ok || !answer.body) return answer;
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(piece, stream) {
      loaded += piece.byteLength;
      postMessage({ loaded });
      stream.enqueue(piece);
    },
  }));
  return new Response(counted, { headers: answer.headers, status: answer.status });
};

async function start() {
  const library = self.fetch(new URL(`library.zip${self.location.search}`, here));
  const python = await loadPyodide({ indexURL: here });
  const answer = await library;
  if (!answer.ok) throw new Error(`library.zip: ${answer.status} ${answer.statusText}`);
  python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: "/library" });
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
