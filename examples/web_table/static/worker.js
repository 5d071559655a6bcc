// The service worker: keeps the pages and their files for when the network fails.
//
// The network always comes first, so that nothing here outlives an update.  Everything else, such
// as moves, tables and rules, passes by.  The server puts FILES before the first line.

const KEPT = "hearts";
const SORRY = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hearts</title>
<h1>Hearts</h1><p>No network just now. Please try again in a moment.</p></html>`;

// The file behind a page: all tables have the same, so no secret address is kept.
function page(path) {
  if (path === "/") return "/static/index.html";
  return /^\/(table|watch)\/[^/]+$/.test(path) ? "/static/table.html" : undefined;
}

async function answer(request, file) {
  const fresh = await fetch(request).catch(() => null);
  const kept = await caches.open(KEPT);
  if (fresh?.ok && file) await kept.put(file, fresh.clone()).catch(() => {}); // it may be full
  if (fresh && fresh.status < 500) return fresh; // a proxy says 502 while the server starts
  const old = file && (await kept.match(file));
  if (old || fresh) return old || fresh;
  if (request.mode !== "navigate") return Response.error();
  return new Response(SORRY, { status: 503, headers: { "Content-Type": "text/html" } });
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isPage = request.mode === "navigate";
  const file = isPage ? page(pathname) : FILES.includes(pathname) ? pathname : undefined;
  if (file || isPage) event.respondWith(answer(request, file));
});
