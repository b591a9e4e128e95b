"use strict";
// Draws the blocks of a task, and knows what was filled in. Every kind of block is a function below.

const Blocks = (() => {
  const { el, say } = optotype;
  let filled = {}, changed = () => {}, parts = [], stages = [], turn = 0;

  const address = (id) => `/turns/${turn}/pictures/${id.split("/").map(encodeURIComponent).join("/")}`;
  const other = (name) => (filled[name] && typeof filled[name] === "object" && !Array.isArray(filled[name]) ? filled[name].other : null);
  const holds = (when) => {
    const value = other(when.field) ?? filled[when.field];
    return (Array.isArray(value) ? value : [value]).some((one) => when.values.includes(one));
  };

  function set(name, value) {
    if (value === undefined || value === "" || (Array.isArray(value) && !value.length)) delete filled[name];
    else filled[name] = value;
    refresh();
    changed();
  }

  /** Shows what is there now, and hides what is not. */
  function refresh() {
    for (const part of parts) {
      if (part.when) part.node.hidden = !holds(part.when);
      part.paint?.();
    }
  }

  /** A field with its title, its complaint, and what may be said instead of a value. */
  function field(block, body, paint, focus) {
    const complaint = el("p", { class: "complaint small", id: `complaint-${block.name}`, role: "alert", hidden: true });
    const instead = (block.others ?? []).map((one) => el("button", {
      class: "button other", type: "button", "aria-pressed": "false", "data-other": one.value,
      onclick: () => set(block.name, other(block.name) === one.value ? undefined : { other: one.value }),
    }, one.text));
    const node = el("fieldset", { class: "block fill", "data-field": block.name, "aria-describedby": `complaint-${block.name}` },
      el("legend", { class: block.title ? "" : "unseen" }, block.title || block.name), body,
      instead.length ? el("div", { class: "others" }, instead) : null, complaint);
    parts.push({
      block, node, when: block.when, focus,
      paint: () => { paint(); for (const button of instead) button.setAttribute("aria-pressed", String(other(block.name) === button.dataset.other)); },
      complain: (text) => { complaint.textContent = text; complaint.hidden = !text; node.classList.toggle("wrong", Boolean(text)); },
    });
    return node;
  }

  const numbered = (place) => (place < 9 ? el("kbd", { "aria-hidden": "true" }, String(place + 1)) : null);

  const KINDS = {
    picture(block) {
      const image = el("img", { src: address(block.id), alt: block.alt || say("work.picture"), draggable: "false" });
      const stage = el("div", { class: "stage", tabindex: "0", role: "img", "aria-label": block.alt || say("work.picture") }, image);
      const on = onStage(stage, image);
      stages.push(on);
      const button = (word, sign, act) => el("button", { class: "button icon", type: "button", "aria-label": say(`work.${word}`), title: say(`work.${word}`), onclick: act },
        el("svg", { width: 18, height: 18, viewBox: "0 0 18 18", "aria-hidden": "true" }, el("path", { d: sign, class: "sign" })));
      return el("div", { class: "block viewer" }, stage, el("div", { class: "viewer-bar" },
        button("smaller", "M3 9h12", () => on.zoom(1 / on.STEP)), button("fit", "M3 7V3h4M11 3h4v4M15 11v4h-4M7 15H3v-4", on.whole), button("enlarge", "M9 3v12M3 9h12", () => on.zoom(on.STEP))));
    },
    text: (block) => el("div", { class: `block reading${block.large ? " large" : ""}` },
      block.title ? el("h3", { class: "small quiet" }, block.title) : null, el("p", { dir: "auto" }, block.text)),
    group: (block) => el("section", { class: "block group" }, el("h2", {}, block.title), block.blocks.map(draw)),
    choose(block) {
      const chosen = () => { const value = other(block.name) ? [] : filled[block.name] ?? []; return Array.isArray(value) ? value : [value]; };
      const pick = (value) => {
        const now = chosen();
        if (block.several) set(block.name, now.includes(value) ? now.filter((one) => one !== value) : [...now, value]);
        else set(block.name, value);
      };
      const inputs = block.options.map((option, place) => {
        const input = el("input", { type: block.several ? "checkbox" : "radio", name: block.name, value: option.value, onchange: () => pick(option.value) });
        const label = el("label", { class: `option${option.picture ? " pictured" : ""}` }, input,
          option.picture ? el("img", { src: address(option.picture), alt: option.text || option.value, loading: "lazy" }) : null,
          el("span", { class: "option-text", dir: "auto" }, option.text && option.value.length < 3 ? el("b", {}, `${option.value} `) : null, option.text || option.value), numbered(place));
        return { input, label, value: option.value };
      });
      const node = field(block, el("div", { class: `options${block.options.some((option) => option.picture) ? " pictured" : ""}` }, inputs.map((one) => one.label)),
        () => { const now = chosen(); for (const one of inputs) { one.input.checked = now.includes(one.value); one.label.classList.toggle("chosen", one.input.checked); } },
        () => inputs[0]?.input.focus());
      parts.at(-1).digit = (place) => { if (inputs[place]) { pick(inputs[place].value); return true; } return false; };
      return node;
    },
    write(block) {
      const many = (block.lines ?? 1) > 1;
      const input = el(many ? "textarea" : "input", { class: "field", rows: many ? block.lines : null, type: many ? null : "text", maxlength: block.longest, dir: "auto", "aria-label": block.title || block.name,
        oninput: () => set(block.name, input.value) });
      if (block.value && filled[block.name] === undefined) filled[block.name] = block.value;
      return field(block, input, () => { const now = other(block.name) ? "" : filled[block.name] ?? ""; if (input.value !== now) input.value = now; }, () => input.focus());
    },
    amount(block) {
      const input = el("input", { class: "field amount", type: "text", inputmode: "decimal", "aria-label": block.title || block.name, oninput: () => set(block.name, input.value) });
      return field(block, el("div", { class: "with-unit" }, input, block.unit ? el("span", { class: "quiet" }, block.unit) : null),
        () => { const now = other(block.name) ? "" : String(filled[block.name] ?? ""); if (input.value !== now) input.value = now; }, () => input.focus());
    },
    order(block) {
      const list = el("ol", { class: "ordered" });
      const order = () => (Array.isArray(filled[block.name]) ? filled[block.name] : block.options.map((option) => option.value));
      const shift = (value, step) => {
        const now = [...order()], place = now.indexOf(value), target = place + step;
        if (target < 0 || target >= now.length) return;
        [now[place], now[target]] = [now[target], now[place]];
        set(block.name, now);
        list.querySelector(`[data-value="${CSS.escape(value)}"] button`)?.focus();
      };
      const paint = () => list.replaceChildren(...order().map((value) => {
        const option = block.options.find((one) => one.value === value);
        return el("li", { class: "option", "data-value": value },
          option.picture ? el("img", { src: address(option.picture), alt: option.text || value }) : null, el("span", { class: "option-text" }, option.text || value),
          el("button", { class: "button icon plain", type: "button", "aria-label": `${say("work.up")}: ${option.text || value}`, onclick: () => shift(value, -1) }, "↑"),
          el("button", { class: "button icon plain", type: "button", "aria-label": `${say("work.down")}: ${option.text || value}`, onclick: () => shift(value, 1) }, "↓"));
      }));
      return field(block, list, paint, () => list.querySelector("button")?.focus());
    },
  };

  const draw = (block) => KINDS[block.kind](block);

  return {
    /** Draws a task into a node: pictures on one side, the rest on the other. */
    show(node, given, tell) {
      turn = given.turn; filled = structuredClone(given.draft ?? {}); parts = []; stages = []; changed = () => {};
      const pictures = given.blocks.filter((block) => block.kind === "picture").map(draw);
      const rest = given.blocks.filter((block) => block.kind !== "picture").map(draw);
      const form = el("div", { class: "sheet-form" }, rest);
      node.replaceChildren(...(pictures.length ? [el("div", { class: "sheet-pictures" }, pictures)] : []), form);
      node.classList.toggle("alone", !pictures.length);
      refresh();
      changed = tell;
      return form;
    },
    get filled() { return filled; },
    /** Presses the key of an option: the field in which the focus is, else the first that has options. */
    digit(place) {
      const there = parts.filter((part) => part.digit && !part.node.hidden);
      const here = there.find((part) => part.node.contains(document.activeElement)) ?? there[0];
      return Boolean(here?.digit(place));
    },
    /** Says what is wrong with a field, or with none. */
    complain(name, text) {
      for (const part of parts) part.complain?.(part.block?.name === name ? text : "");
      const part = parts.find((one) => one.block?.name === name);
      part?.node.scrollIntoView({ block: "nearest" });
      part?.focus?.();
    },
    focus: () => parts.find((part) => !part.node.hidden)?.focus?.(),
    stage: () => stages[0],
  };
})();
