// The service worker of the pages that run Python: keeps them and their files for when there is no network.
// The build puts KEPT and FILES before the first line.

const paths = new Set(FILES.map((file) => new URL(file, location).pathname));

// What a page has just loaded is not sent again: the server is only asked whether it has changed.
addEventListener("install", (event) => {
  const wanted = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(wanted)));
});

// Another version waits until all pages of this one are closed, so that no page has files of two versions.
addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("heartslib-") && name !== KEPT;
  const drop = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(drop.then(() => clients.claim()));
});

// The table and Python come from here, and what other pages need, too, from the network if there is one.
async function answer(request) {
  const found = await caches.match(request, { cacheName: KEPT, ignoreSearch: true });
  const kept = found && new Response(found.body, found); // without the address of the one kept, which says less
  if (kept && /\/(play|_static\/try)\//.test(request.url)) return kept;
  return fetch(request).catch(() => kept ?? Response.error());
}

addEventListener("fetch", (event) => {
  if (paths.has(new URL(event.request.url).pathname)) event.respondWith(answer(event.request));
});
