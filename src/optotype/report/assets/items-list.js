"use strict";
// The list of items. Only the rows that can be seen are in the page, whatever the number of items.

const ItemList = (() => {
  const { el, say } = optotype;
  const ROW = 94, SPARE = 4;

  /** A list in `root`; `choose(place)` is told which item the reader takes. */
  function create(root, index, { choose, verdict, runs }) {
    const rows = el("div", { class: "rows", role: "presentation" });
    root.append(rows);
    let places = [], at = -1, questions = null, faces = null;
    const drawn = new Map();  // by position in the list

    function strip(place) {
      const found = runs.map((run) => [run, verdict(run, place)]);
      const counts = Marks.NAMES.map((name) => [name, found.filter(([, one]) => one === name).length]).filter(([, count]) => count);
      return el("span", { class: "strip" }, found.map(([run, name]) => el("span", { class: `cell ${name}`, title: `${run.name}: ${say(`items.${name}`)}` }, Marks.glyph(name))),
        el("span", { class: "unseen" }, counts.map(([name, count]) => `${say(`items.${name}`)}: ${count}`).join(", ")));
    }

    function row(position) {
      const place = places[position];
      const made = el("div", { class: "row", role: "option", id: `row-${position}`, "aria-selected": String(position === at), "aria-posinset": position + 1, "aria-setsize": places.length, onclick: () => choose(place, position) },
        el("span", { class: "face", "aria-hidden": "true" }),
        el("span", { class: "row-text" }, el("span", { class: "row-id" }, index.ids[place]), el("span", { class: "row-question" }, questions?.[place] ?? ""), strip(place)));
      made.style.transform = `translateY(${position * ROW}px)`;
      return made;
    }

    /** Draws the rows that can be seen, and takes away those that cannot. */
    function draw() {
      const first = Math.max(0, Math.floor(root.scrollTop / ROW) - SPARE);
      const last = Math.min(places.length - 1, Math.ceil((root.scrollTop + root.clientHeight) / ROW) + SPARE);
      for (const [position, made] of drawn) if (position < first || position > last) { made.remove(); drawn.delete(position); }
      for (let position = first; position <= last; position++) if (!drawn.has(position)) {
        const made = row(position);
        drawn.set(position, made);
        // rows stand in the page in the order of the list, for those who hear it
        let next = position + 1;
        while (next <= last && !drawn.has(next)) next++;
        rows.insertBefore(made, drawn.get(next) ?? null);
      }
      root.toggleAttribute("aria-activedescendant", false);
      if (drawn.has(at)) root.setAttribute("aria-activedescendant", `row-${at}`);
      rest();
    }

    /** What stands for an item without pictures. */
    const text = () => el("svg", { width: 26, height: 26, viewBox: "0 0 16 16" }, el("path", { d: "M3 4.5h10M3 8h10M3 11.5h6", class: "sign" }));

    let resting = 0;
    /** Pictures come when scrolling has rested. */
    function rest() {
      clearTimeout(resting);
      resting = setTimeout(() => {
        if (!faces) return;
        for (const [position, made] of drawn) {
          const holder = made.firstChild, file = faces.files[faces.of[places[position]]];
          if (holder.firstChild) continue;
          if (!file) { holder.append(text()); continue; }
          const image = el("img", { src: file, alt: "", decoding: "async" });
          image.addEventListener("error", () => image.remove());
          holder.append(image);
        }
      }, 120);
    }

    function again() {
      for (const made of drawn.values()) made.remove();
      drawn.clear();
      rows.style.height = `${places.length * ROW}px`;
      draw();
    }

    /** Shows items by their places, and marks the chosen one. */
    function show(next, chosen) {
      places = next;
      at = chosen;
      root.hidden = !places.length;
      again();
      reveal();
    }

    function mark(chosen) {
      drawn.get(at)?.setAttribute("aria-selected", "false");
      at = chosen;
      reveal();
      draw();
      drawn.get(at)?.setAttribute("aria-selected", "true");
    }

    /** Scrolls to the chosen row; one that was far away comes with those before it. */
    function reveal() {
      if (at < 0 || !root.clientHeight) return;
      const top = at * ROW;
      if (top < root.scrollTop - 2 * ROW || top > root.scrollTop + root.clientHeight + ROW) { root.scrollTop = top - 2 * ROW; return; }
      if (top < root.scrollTop) root.scrollTop = top;
      else if (top + ROW > root.scrollTop + root.clientHeight) root.scrollTop = top + ROW - root.clientHeight;
    }

    let frame = 0;
    const soon = () => { if (!frame) frame = requestAnimationFrame(() => { frame = 0; draw(); }); };
    root.addEventListener("scroll", soon, { passive: true });
    new ResizeObserver(() => { soon(); }).observe(root);

    return {
      show, mark, reveal, again,
      page: () => Math.max(1, Math.floor(root.clientHeight / ROW) - 1),
      set questions(all) { questions = all; again(); },
      set faces(all) { faces = all; rest(); },
    };
  }

  return { create };
})();
