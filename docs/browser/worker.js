// Python runs here, beside the page: the page stays responsive while it thinks.

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
  return python.runPython(`
import sys
sys.path.insert(0, "/library")
from page import Page
Page().reply
`);
}

const ready = start();

onmessage = async ({ data }) => {
  try {
    const reply = await ready;
    postMessage({ parts: JSON.parse(reply(JSON.stringify(data))) });
  } catch (error) {
    const lines = String(error.message ?? error).trim().split("\n");
    postMessage({ failure: lines.at(-1) });
  }
};
