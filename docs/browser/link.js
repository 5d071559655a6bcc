// The way from the page to its table: here Python in a worker, which plays it (examples/web_table/alone.py).
// Until Python has started, the page shows the game that this browser keeps, or the first one of all; what
// is done meanwhile waits for Python, which goes on with the same game.

import { $, element } from "./dom.js";

export const alone = true;
export const lobby = "../try.html";
export const place = `alone ${Date.now()}`;
export const watching = false;

const { version, bytes } = document.querySelector("[data-version]").dataset;
const asked = new URLSearchParams(location.search);
const game = asked.get("game") ?? "american";
const KEPT = `hearts-alone-${game}`;
const megabytes = (count) => (count / 1e6).toFixed(1);
const kept = Promise.resolve(stored() ?? fetch(`first/${game}.json`).then((answer) => answer.json()).catch(() => null));

const bar = element("progress", "");
bar.max = bytes;
const text = element("span", "");
const loading = element("label", "", text, bar);
loading.id = "loading";

let worker;
let isReady = false; // whether Python has answered
let wanted = () => {}; // who waits for the rulebook

export function connect() {
  const link = { readyState: WebSocket.OPEN, send };
  const fail = (reason) => {
    worker.terminate();
    loading.remove();
    link.readyState = WebSocket.CLOSED;
    link.onclose({ code: 4500, reason });
  };
  const lost = (reason) => fail(`Python could not be loaded: ${reason}. Your game is kept: reload the page to go on.`);
  worker = new Worker(`../_static/try/worker.js?v=${version}&run=examples.web_table.alone`, { type: "module" });
  worker.onerror = (error) => lost(error.message || "the connection failed");
  worker.onmessage = ({ data }) => {
    const { loaded, said, failure } = data;
    if (loaded) progress(loaded);
    else if (failure) (isReady ? fail : lost)(failure);
    else if (said.failure) fail(said.failure);
    else if (said.frame) hear(link, said.frame);
    else if (said.rules) wanted(said.rules);
    else if (said.keep) keep(said.keep);
  };
  progress(0);
  $("why").before(loading);
  kept.then((found) => {
    worker.postMessage({ do: "sit", game, strength: asked.get("strength") ?? "casual", kept: found?.game ?? null });
    if (found?.frame) link.onmessage({ data: found.frame });
    else $("status").textContent = "Python is loading …";
  });
  return link;
}

export function rulebook() {
  kept.then(() => worker.postMessage({ do: "rules" })); // after "sit"
  wait("the rules follow");
  return new Promise((found) => (wanted = found));
}

function send(text) {
  kept.then(() => worker.postMessage({ do: "send", text }));
  const [word] = text.split(" ");
  if (word !== "pace") wait({ hint: "the hint follows", sheet: "the rules follow" }[word] ?? "your choice is kept");
}

function wait(what) {
  if (!isReady) $("why").textContent = `Python is loading: ${what}.`;
}

function hear(link, frame) {
  if (!isReady) {
    isReady = true;
    loading.remove();
    $("why").textContent = "";
    navigator.serviceWorker?.register("../offline.js").catch(() => {}); // now that it takes nobody's time
  }
  link.onmessage({ data: frame });
}

function progress(loaded) {
  bar.value = loaded;
  text.textContent = loaded < 0.9 * bytes ? `Loading Python: ${megabytes(loaded)} of ${megabytes(bytes)} MB` : "Starting Python …";
}

// The record of a game, and the frame that shows it, if this version has made it.
function stored() {
  try {
    const text = localStorage.getItem(KEPT);
    const found = JSON.parse(text);
    if (found?.format) return { game: text }; // the record alone, as earlier versions kept it
    return found && { ...found, frame: found.version === version && found.frame };
  } catch {
    return null; // storage is switched off, or holds something else
  }
}

function keep(found) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...found, version }));
  } catch {
    // storage is switched off or full: the game ends with the page
  }
}
