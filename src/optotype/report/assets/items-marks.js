"use strict";
// Verdicts: which one an item has, and how it looks. A shape and a colour, never a colour alone.

const Marks = (() => {
  const { el, say } = optotype;
  const SHAPES = {
    right: [["path", { d: "M3 8.6 6.4 12 13 4.6", class: "stroke" }]],
    wrong: [["path", { d: "M4 4l8 8M12 4l-8 8", class: "stroke" }]],
    partly: [["circle", { cx: 8, cy: 8, r: 5, class: "stroke thin" }], ["path", { d: "M8 3a5 5 0 0 0 0 10Z", class: "full" }]],
    none: [["circle", { cx: 8, cy: 8, r: 4, class: "stroke thin" }]],
    unjudged: [["path", { d: "M4 8h8", class: "stroke thin" }]],
    unasked: [["circle", { cx: 8, cy: 8, r: 1.2, class: "full" }]],
  };
  const NAMES = Object.keys(SHAPES);
  const HEARD = new Set(["given", "unanswerable"]);

  /** What the letters of the index say about an item and a run. */
  function of(index, run, metric, place) {
    const state = run.states.charCodeAt(place) - 48;
    if (!state) return "unasked";
    if (!HEARD.has(index.states[state - 1])) return "none";
    return byLetter(run.verdicts[metric]?.[place] ?? ".");
  }
  const byLetter = (letter) => letter === "9" ? "right" : letter === "0" ? "wrong" : letter >= "1" && letter <= "8" ? "partly" : "unjudged";

  /** What a score says; a state that is no answer goes before it. */
  function ofScore(value, state) {
    if (!HEARD.has(state)) return "none";
    return value === null || value === undefined ? "unjudged" : value >= 1 ? "right" : value <= 0 ? "wrong" : "partly";
  }

  /** Does the verdict on an item fit what is asked for? An answer that could not be read is wrong, and no answer. */
  function fits(index, run, metric, place, wanted) {
    const letter = run.verdicts[metric]?.[place] ?? ".", state = run.states.charCodeAt(place) - 48;
    return (wanted.has("none") && state > 0 && !HEARD.has(index.states[state - 1])) || (byLetter(letter) !== "unjudged" && wanted.has(byLetter(letter)));
  }

  function glyph(name) {
    return el("svg", { class: `glyph ${name}`, viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
      SHAPES[name].map(([tag, attributes]) => el(tag, attributes)));
  }

  /** A sign with its word. */
  function chip(name, text = say(`items.${name}`)) {
    const look = ["right", "wrong", "partly"].includes(name) ? name : "none";
    return el("span", { class: `verdict ${look}` }, glyph(name), text);
  }

  return { NAMES, HEARD, of, ofScore, fits, glyph, chip };
})();
