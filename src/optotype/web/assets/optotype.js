"use strict";
// What every page can do: light and dark, sorting tables, loading data that lies beside the page.
// Pages opened from a file manager cannot fetch; data comes as scripts that call optotype.arrive(name, data).

const optotype = (() => {
  const root = document.documentElement;

  // --- light and dark: as the system is, until somebody chooses

  const system = matchMedia("(prefers-color-scheme: dark)");
  const kept = () => { try { return localStorage.getItem("optotype-theme"); } catch { return null; } };
  const paint = () => { root.dataset.theme = kept() ?? (system.matches ? "dark" : "light"); };
  paint();
  system.addEventListener("change", paint);

  // --- data in pieces

  const waiting = new Map(), arrived = new Map();

  /** Called by each data file. */
  function arrive(name, data) {
    arrived.set(name, data);
    waiting.get(name)?.resolve(data);
  }

  /** The data of a file beside the page, once: load("items/3") reads data/items/3.js. */
  function load(name) {
    if (!waiting.has(name)) {
      const entry = {};
      entry.promise = new Promise((resolve, reject) => { entry.resolve = resolve; entry.reject = reject; });
      waiting.set(name, entry);
      if (arrived.has(name)) entry.resolve(arrived.get(name));
      else {
        const script = document.createElement("script");
        script.src = `data/${name}.js`;
        script.onerror = () => { waiting.delete(name); entry.reject(new Error(`data/${name}.js cannot be loaded`)); };
        script.onload = () => { if (waiting.get(name) === entry && !arrived.has(name)) script.onerror(); }; // half a file
        document.head.append(script);
      }
    }
    return waiting.get(name).promise;
  }

  /** Forgets one file that was loaded, or all of them: a live page asks again. */
  function forget(only = null) {
    for (const [name, entry] of [...waiting]) {
      if (only !== null && name !== only) continue;
      const drop = () => { if (waiting.get(name) === entry) { waiting.delete(name); arrived.delete(name); } };
      if (arrived.has(name)) drop(); else entry.promise.then(drop, drop); // whoever waits for it still gets it
    }
  }

  // --- words and figures of the page's language

  let words = {};
  const say = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  /** A word of the interface; the text itself where there is no such word, since people wrote it. */
  const word = (key, text) => words[key] ?? text;
  const language = root.lang || "en";
  const decimal = (value, digits = 1) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const percent = (value, digits = 1) => decimal(100 * value, digits);

  // --- elements: el("p", {class: "quiet"}, "text", child). Texts are texts, never markup.

  const SVG = "http://www.w3.org/2000/svg";
  const SHAPES = new Set(["svg", "g", "line", "rect", "circle", "path", "text", "title", "polygon", "marker", "defs", "tspan"]);
  function el(tag, attributes = {}, ...children) {
    const made = SHAPES.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return made;
  }

  // --- keys

  const LIKE_LATIN = { ".": "/", ",": "?" }; // where a Russian keyboard has them
  /** Which key was pressed, in any alphabet: a Cyrillic letter counts as the Latin one on its key, so that keys do what their list says. */
  function pressed(event) {
    if (event.code === "Slash") return LIKE_LATIN[event.key] ?? event.key;
    return /^[^\x00-\x7f]$/.test(event.key) && /^Key[A-Z]$/.test(event.code) ? event.code[3].toLowerCase() : event.key;
  }

  // --- tables sort by their heads

  function sortable(table) {
    const body = table.tBodies[0], first = [...body.rows];
    table.tHead.querySelectorAll("th button").forEach((button) => {
      const head = button.closest("th"), column = [...head.parentNode.children].indexOf(head);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        const numeric = head.classList.contains("figure");
        const next = now === null ? (numeric ? "descending" : "ascending") : now === (numeric ? "descending" : "ascending") ? (numeric ? "ascending" : "descending") : null;
        table.tHead.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
        const key = (row) => row.children[column].dataset.value ?? row.children[column].textContent.trim();
        const rows = [...first];
        if (next) {
          head.setAttribute("aria-sort", next);
          const sign = next === "ascending" ? 1 : -1;
          rows.sort((a, b) => {
            const x = key(a), y = key(b);
            if (x === "" || y === "") return (x === "") - (y === "");
            return sign * (numeric ? Number(x) - Number(y) : x.localeCompare(y, language, { numeric: true }));
          });
        }
        table.toggleAttribute("data-sorted", Boolean(next));
        body.append(...rows);
      });
    });
  }

  function begin() {
    document.querySelectorAll("table.data[data-sortable]").forEach(sortable);
    document.querySelector("#theme")?.addEventListener("click", () => {
      const next = root.dataset.theme === "dark" ? "light" : "dark";
      try { localStorage.setItem("optotype-theme", next); } catch { /* a page without storage forgets */ }
      root.dataset.theme = next;
    });
    // in a narrow window the bar scrolls: the name of this page is in sight
    const here = document.querySelector(".nav [aria-current]"), bar = here?.closest(".nav");
    if (bar) bar.scrollLeft += here.getBoundingClientRect().left - bar.getBoundingClientRect().left - (bar.clientWidth - here.offsetWidth) / 2;
  }
  document.addEventListener("DOMContentLoaded", begin);

  return { arrive, load, forget, say, word, decimal, percent, el, pressed, begin, sortable, language, set words(table) { words = table; } };
})();
