"use strict";
// Parts of a project's page come anew every few seconds. A table that somebody scrolled sideways stays where it was; what
// has the focus has an id there, by which htmx finds it again.

(() => {
  let places = new Map();
  document.addEventListener("htmx:beforeSwap", (event) => {
    places = new Map([...event.detail.target.querySelectorAll(".scroll[id]")].map((table) => [table.id, table.scrollLeft]));
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const [id, left] of places) document.getElementById(id)?.scrollTo({ left });
  });
})();
