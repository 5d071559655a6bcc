// The page sends what is clicked to Python and shows the parts that come back.

const start = document.getElementById("try-start");
const line = start.querySelector("[role=status]");
const total = Number(start.dataset.bytes);
let worker, began, isReady = false, waiting = 0;

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

function send(message) {
  if (!worker) return;
  waiting += 1;
  document.body.classList.add("try-busy");
  worker.postMessage(message);
}

function answered() {
  waiting -= 1;
  if (!waiting) document.body.classList.remove("try-busy");
}

function show(parts) {
  const focus = document.activeElement?.id;
  for (const [id, html] of Object.entries(parts)) document.getElementById(id).innerHTML = html;
  if (focus && document.activeElement?.id !== focus) {
    const again = document.getElementById(focus) ?? document.querySelector("#try-hand button");
    again?.focus({ preventScroll: true });
  }
}

function hear({ data }) {
  if (data.loaded && !isReady) {
    const share = Math.min(data.loaded / total, 1);
    line.textContent = share < 0.9
      ? `Loading: ${megabytes(data.loaded)} of ${megabytes(total)} MB.`
      : "Starting Python.";
  } else if (data.said) {
    answered();
    show(data.said);
    if (isReady) return;
    isReady = true;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    line.textContent = `Python is running. The start took ${seconds} seconds.`;
    start.querySelector("button").hidden = true;
    for (const part of document.querySelectorAll(".try[inert]")) part.inert = false;
    navigator.serviceWorker?.register(new URL("../../offline.js", import.meta.url)).catch(() => {});
  } else if (data.failure) {
    answered();
    fail(data.failure);
  }
}

function fail(reason) {
  line.textContent = `Something failed: ${reason}. Reload the page to begin again.`;
  if (isReady) document.getElementById("try-problem").textContent = line.textContent;
}

line.textContent = "The examples below work once Python has started.";
start.querySelector("button").disabled = false;
start.querySelector("button").addEventListener("click", (event) => {
  event.target.disabled = true;
  began = performance.now();
  line.textContent = `Loading: 0.0 of ${megabytes(total)} MB.`;
  worker = new Worker(new URL(`worker.js?v=${start.dataset.version}&run=page`, import.meta.url), { type: "module" });
  worker.onmessage = hear;
  worker.onerror = (error) => fail(error.message || "the browser cannot start Python");
  send({ do: "start" });
});

function fields(form) {
  return Object.fromEntries(new FormData(form));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-send]");
  if (button && waiting) return; // it may not be there after the last click
  if (button) return send(JSON.parse(button.dataset.send));
  // a card of the picture is the card of the hand with the same name
  const name = event.target.closest("#try-picture g:has(> title)")?.querySelector(":scope > title").textContent;
  const card = name && document.querySelector(`#try-hand [data-card="${name}"]`);
  card?.closest("button").click();
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-do]");
  if (!form) return;
  event.preventDefault();
  send({ ...fields(form), do: form.dataset.do });
});

document.addEventListener("change", (event) => {
  const live = event.target.dataset.live;
  if (live) send({ ...fields(event.target.form), do: live });
});
