/* Scroll the sidebar to the page that is open. */
document.addEventListener("DOMContentLoaded", () => {
  const here = document.querySelector(".sidebar-tree .current-page");
  const sidebar = document.querySelector(".sidebar-scroll");
  if (!here || !sidebar) return;
  const place = here.getBoundingClientRect(), frame = sidebar.getBoundingClientRect();
  sidebar.scrollTop += place.top - frame.top - frame.height / 3;
});
