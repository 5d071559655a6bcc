// The way from the page to its table: here Python in a worker, which plays it (examples/web_table/alone.py).

import { $ } from "./dom.js";

export const alone = true;
export const lobby = "../try.html";
export const place = `alone ${Date.now()}`;
export const watching = false;

const { version, bytes } = document.querySelector("[data-version]").dataset;
const asked = new URLSearchParams(location.search);
const game = asked.get("game") ?? "american";
const KEPT = `hearts-alone-${game}`;
const megabytes = (count) => (count / 1e6).toFixed(1);

let worker;
let wanted = () => {}; // who waits for the rulebook

export function connect() {
  const link = { readyState: WebSocket.OPEN, send: (text) => worker.postMessage({ do: "send", text }) };
  const fail = (code, reason) => {
    worker.terminate();
    link.readyState = WebSocket.CLOSED;
    link.onclose({ code, reason });
  };
  worker = new Worker(`../_static/try/worker.js?v=${version}&run=examples.web_table.alone`, { type: "module" });
  worker.onerror = (error) => fail(4500, error.message || "The browser cannot start Python");
  worker.onmessage = ({ data }) => {
    const { loaded, said, failure } = data;
    if (loaded && loaded < 0.9 * bytes) $("status").textContent = `Loading: ${megabytes(loaded)} of ${megabytes(bytes)} MB`;
    else if (loaded) $("status").textContent = "Starting Python …";
    if (failure ?? said?.failure) fail(4500, failure ?? said.failure);
    else if (said?.frame) link.onmessage({ data: said.frame });
    else if (said?.rules) wanted(said.rules);
    else if (said?.keep) keep(said.keep);
  };
  worker.postMessage({ do: "sit", game, strength: asked.get("strength") ?? "casual", kept: kept() });
  return link;
}

export function rulebook() {
  worker.postMessage({ do: "rules" });
  return new Promise((found) => (wanted = found));
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // storage is switched off
  }
}

function keep(record) {
  try {
    localStorage.setItem(KEPT, record);
  } catch {
    // storage is switched off or full: the game ends with the page
  }
}
