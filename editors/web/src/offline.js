// The service worker: the page and all its files are kept, so that it works without a network. Files are named by their content; the page itself is
// asked of the network first.
const CACHE = "affray-__VERSION__";
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("affray-") && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  const kept = () => caches.match(request, { ignoreSearch: request.mode === "navigate" }).then((found) => found ?? caches.match("./"));
  event.respondWith(
    request.mode === "navigate" ? fetch(request).catch(kept) : caches.match(request).then((found) => found ?? fetch(request)),
  );
});
