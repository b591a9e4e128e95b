"use strict";
// Where networks looked: how much they paid attention to each part of a picture, laid over it when somebody asks.

const Gaze = (() => {
  const { el, say } = optotype;
  const STRONGEST = .62;  // of the layer's ink, where a network looked most
  const EVEN = 1.5;  // times the average: below, nothing stands out
  let chosen = null;  // whose gaze is shown; it stays so from item to item

  const share = (value) => `${optotype.percent(value, 0)}\u00a0%`;

  /** By respondent, what can be drawn; and who looked at something that cannot. */
  function found(about) {
    const seen = [], lost = { unread: [], elsewhere: [] };
    for (const [run, answers] of about.answers) {
      const gaze = answers.map((answer) => answer.gaze).find(Boolean);
      if (typeof gaze === "string") lost[gaze]?.push(run.name);
      else if (gaze?.heat) seen.push([run, gaze]);
    }
    return { seen, lost };
  }

  /** The layer: a rectangle for each part of the square at whose top left the picture lies. */
  function layer({ cuts, heat }, image) {
    const parts = cuts.length - 1, rects = [];
    for (let n = 0; n < heat.length; n++) {
      const step = parseInt(heat[n], 36), row = Math.floor(n / parts), column = n % parts;
      if (step) rects.push(el("rect", { x: cuts[column], y: cuts[row], width: cuts[column + 1] - cuts[column], height: cuts[row + 1] - cuts[row], "fill-opacity": (STRONGEST * step / 35).toFixed(3) }));
    }
    const drawn = el("svg", { class: "gaze-layer", preserveAspectRatio: "none", "aria-hidden": "true" }, rects);
    const fit = () => {
      const width = image.naturalWidth || image.width, height = image.naturalHeight || image.height, longer = Math.max(width, height, 1);
      drawn.setAttribute("viewBox", `0 0 ${width / longer} ${height / longer}`);
    };
    if (!image.complete) image.addEventListener("load", fit, { once: true });
    fit();
    return drawn;
  }

  /** Which of nine places of the picture holds the middle of what was looked at most. */
  function where({ cuts, heat }, { width, height }) {
    const parts = cuts.length - 1, longer = Math.max(width, height, 1), far = [height / longer, width / longer];
    let best = -1, at = [0, 0];
    for (let n = 0; n < heat.length; n++) {
      const place = [Math.floor(n / parts), n % parts];
      if (parseInt(heat[n], 36) > best && place.every((one, side) => cuts[one] < far[side])) { best = parseInt(heat[n], 36); at = place; }
    }
    const third = (one, end) => Math.min(2, Math.floor(3 * (cuts[one] + Math.min(cuts[one + 1], end)) / 2 / end));
    return `items.gaze_at_${third(at[0], far[0])}${third(at[1], far[1])}`;
  }

  function legend(run, gaze, picture) {
    const levels = (gaze.levels ?? []).map(([grid, part]) => `${grid === 1 ? say("items.gaze_whole") : `${grid}\u00a0×\u00a0${grid}`}:\u00a0${share(part)}`);
    return [
      el("div", { class: "gaze-scale small quiet" }, el("span", {}, say("items.gaze_little")), el("span", { class: "gaze-strip", "aria-hidden": "true" }), el("span", {}, say("items.gaze_most"))),
      el("p", { class: "small" }, say(gaze.most < EVEN ? "items.gaze_even" : "items.gaze_told", { name: run.name, place: say(where(gaze, picture)), times: optotype.decimal(gaze.most, 1) })),
      levels.length > 1 ? el("p", { class: "small quiet" }, say("items.gaze_levels", { levels: levels.join(", ") })) : null,
      gaze.outside ? el("p", { class: "small quiet" }, say("items.gaze_outside", { share: share(gaze.outside) })) : null,
      el("p", { class: "small quiet" }, say("items.gaze_caveat")),
    ].filter(Boolean);
  }

  /** What to put under the pictures of an item: a choice of whose gaze is shown, and what it means; null where nobody told. */
  function control(about, figures) {
    const { seen, lost } = found(about);
    const notes = Object.entries(lost).filter(([, names]) => names.length).map(([why, names]) => el("p", { class: "note" }, say(`items.gaze_${why}`, { names: names.join(", ") })));
    if (!seen.length) return notes.length ? el("div", { class: "gaze" }, notes) : null;
    const told = el("div", { class: "gaze-told", role: "status" });
    const select = el("select", { class: "field", onchange: () => { chosen = select.value; show(); } },
      el("option", { value: "" }, say("items.gaze_nobody")), seen.map(([run]) => el("option", { value: run.id }, run.name)));
    select.value = seen.some(([run]) => run.id === chosen) ? chosen : "";
    function show() {
      for (const figure of figures) figure.querySelector(".gaze-layer")?.remove();
      const [run, gaze] = seen.find(([one]) => one.id === select.value) ?? [];
      told.replaceChildren(...(gaze ? legend(run, gaze, about.item.pictures[gaze.picture]) : []));
      const image = gaze && figures[gaze.picture]?.querySelector("img");
      if (!image) return;
      if (!image.parentElement.matches(".gaze-sheet")) { const sheet = el("span", { class: "gaze-sheet" }); image.replaceWith(sheet); sheet.append(image); }
      image.parentElement.append(layer(gaze, image));
    }
    show();
    return el("div", { class: "gaze" }, el("label", { class: "labelled" }, say("items.gaze"), select), told, notes);
  }

  return { control };
})();
