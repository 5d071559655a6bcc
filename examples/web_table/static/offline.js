// Keep the pages for when the network fails; browsers allow it on localhost and over HTTPS.

navigator.serviceWorker?.register("/worker.js").catch(() => {});
