"use strict";
// Draws the blocks of a task, and knows what was filled in. Every kind of block is a function below.

const Blocks = (() => {
  const { el, say } = optotype;
  const { root } = document.documentElement.dataset; // of all addresses: a server in front may keep the studio under a path
  let filled = {}, before = {}, changed = () => {}, parts = [], stages = [], past = [], turn = 0, latest = null, pages = [], at = 0, since = null, sheet = null;

  const address = (name) => `${root}/turns/${turn}/pictures/${name}`;
  const other = (name) => (filled[name] && typeof filled[name] === "object" && !Array.isArray(filled[name]) ? filled[name].other : null);
  const holds = (when) => {
    const value = other(when.field) ?? filled[when.field];
    return (Array.isArray(value) ? value : [value]).some((one) => when.values.includes(one));
  };

  function set(name, value) {
    const written = typeof value === "string" && typeof filled[name] === "string";
    if (!(written && past.at(-1)?.name === name)) past.push({ name, value: structuredClone(filled[name]) }); // all that is written into a field at once is undone at once
    const empty = value === undefined || value === "" || (Array.isArray(value) && !value.length);
    if (!empty) filled[name] = value;
    else if (name in before) filled[name] = ""; // what stood there was taken out, and does not come back
    else delete filled[name];
    refresh();
    changed();
  }

  /** Takes back what was said last. */
  function undo() {
    const last = past.pop();
    if (!last) return;
    if (last.value === undefined) delete filled[last.name]; else filled[last.name] = last.value;
    refresh();
    changed();
  }

  /** Shows what is there now, and hides what is not. */
  function refresh() {
    for (const part of parts) {
      if (part.when) part.node.hidden = !holds(part.when);
      part.paint?.();
    }
    mark();
  }

  const isEmpty = (name) => { const value = filled[name]; return value === undefined || value === "" || (Array.isArray(value) && !value.length); };

  /** The field that digits choose in: where the focus is, else the first that still needs it, else the last one. */
  function target() {
    const there = parts.filter((part) => part.digit && !part.node.hidden);
    return there.find((part) => part.node.contains(document.activeElement)) ?? there.find((part) => part.block.needed && isEmpty(part.block.name))
      ?? there.find((part) => part === latest) ?? there[0];
  }

  function mark() { const here = target(); for (const part of parts) part.node.classList.toggle("current", part === here); }

  /** Something said by the keyboard: what it brings to light gets the focus, else whatever comes next is in sight. */
  function follow(hidden) {
    const shown = hidden.find((part) => !part.node.hidden);
    if (shown) shown.focus?.();
    (shown ?? target())?.node.scrollIntoView({ block: "nearest" });
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

  const optionPicture = (option) => el("img", { src: address(option.picture), alt: option.text || option.value, loading: "lazy" });
  const optionsClass = (block) => `options${block.options.some((option) => option.picture) ? " pictured" : ""}${block.in_row ? " in-row" : ""}${block.options.length > 5 ? " many" : ""}${block.large ? " large" : ""}`;

  /** Shows a picture as large as the window. */
  function closer(option) {
    const name = option.text || option.value, image = el("img", { src: address(option.picture), alt: name, draggable: "false" });
    const stage = el("div", { class: "stage", role: "img", "aria-label": name }, image);
    const dialog = el("dialog", { class: "closer", "aria-label": name, onclose: () => dialog.remove() }, el("div", { class: "viewer" }, stage),
      el("button", { class: "button", type: "button", autofocus: true, onclick: () => dialog.close() }, say("work.close")));
    document.body.append(dialog);
    dialog.showModal();
    onStage(stage, image);
  }
  const closerButton = (option) => el("button", { class: "button icon plain", type: "button", title: say("work.enlarge"), "aria-label": `${say("work.enlarge")}: ${option.text || option.value}`, onclick: () => closer(option) },
    el("svg", { width: 18, height: 18, viewBox: "0 0 18 18", "aria-hidden": "true" }, el("path", { d: "M11 3h4v4M15 3l-5 5M7 15H3v-4M3 15l5-5", class: "sign" })));

  let depth = 2; // of headings: the page has the first, a group and a page of a task have their own
  const heading = (text, kind = "title small quiet") => (text ? el(`h${depth}`, { class: kind }, text) : null);
  const deeper = (draw) => { depth += 1; try { return draw(); } finally { depth -= 1; } };

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
      heading(block.title), el("p", { dir: "auto" }, block.text)),
    listing: (block) => el("div", { class: "block" }, heading(block.title),
      el("ul", { class: "listing" }, block.options.map((option) => {
        const right = block.right?.includes(option.value);
        return el("li", { class: right ? "is-right" : "" }, el("b", { class: "listing-label" }, option.value), option.picture ? optionPicture(option) : null, el("span", { dir: "auto" }, option.text ?? ""),
          right ? el("span", { class: "verdict right" }, "✓ ", say("work.right_one")) : null);
      }))),
    notice: (block) => el("div", { class: `block note notice ${block.severity}` }, el("b", {}, say(`work.${block.severity}`), ": "), el("span", { dir: "auto" }, block.text)),
    said: (block) => el("section", { class: "block said" }, heading(say("adjudication.said")),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("adjudication.said") }, el("table", {},
        el("thead", {}, el("tr", {}, el("td"), block.people.map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, block.rows.map((row) => el("tr", { class: row.differ ? "differ" : "" },
          el("th", { scope: "row", dir: "auto" }, row.title, row.differ ? el("span", { class: "tag" }, say("adjudication.differ")) : null),
          row.cells.map((cell) => el("td", { dir: "auto" }, cell || "–")))))))),
    group: (block) => el("section", { class: "block group" }, heading(block.title, "title"), deeper(() => block.blocks.map(draw))),
    guidelines: () => { const there = document.querySelector("#guidelines .prose"); return there ? el("div", { class: "block prose" }, [...there.cloneNode(true).childNodes]) : ""; },
    clock: () => "", // nobody sees it: see looked()
    choose(block) {
      const chosen = () => { const value = other(block.name) ? [] : filled[block.name] || []; return Array.isArray(value) ? value : [value]; };
      const pick = (value) => {
        const now = chosen();
        if (block.several) set(block.name, now.includes(value) ? now.filter((one) => one !== value) : [...now, value]);
        else set(block.name, value);
      };
      const inputs = block.options.map((option, place) => {
        const input = el("input", { type: block.several ? "checkbox" : "radio", name: block.name, value: option.value, onchange: () => pick(option.value) });
        const label = el("label", { class: `option${option.picture ? " pictured" : ""}` }, input, option.picture ? optionPicture(option) : null,
          el("span", { class: "option-text", dir: "auto" }, block.labelled && option.text ? el("b", {}, `${option.value} `) : null, option.text || option.value), numbered(place));
        return { input, label: option.picture ? el("div", { class: "with-closer" }, label, closerButton(option)) : label, box: label, value: option.value };
      });
      const node = field(block, el("div", { class: optionsClass(block) }, inputs.map((one) => one.label)),
        () => { const now = chosen(); for (const one of inputs) { one.input.checked = now.includes(one.value); one.box.classList.toggle("chosen", one.input.checked); } },
        () => inputs[0]?.input.focus());
      parts.at(-1).digit = (place) => { if (inputs[place]) { pick(inputs[place].value); return true; } return false; };
      return node;
    },
    write(block) {
      const many = (block.lines ?? 1) > 1;
      const input = el(many ? "textarea" : "input", { class: "field", rows: many ? block.lines : null, type: many ? null : "text", maxlength: block.longest, dir: "auto", "aria-label": block.title || block.name,
        oninput: () => set(block.name, input.value) });
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
  const fields = (blocks) => blocks.flatMap((block) => (block.kind === "group" ? fields(block.blocks) : block.name === undefined ? [] : [block]));

  // --- pages: a task that is long is done one page at a time

  /** Adds the time since somebody began to look at a page to its clock. */
  function looked() {
    const now = performance.now(), clock = pages[at]?.blocks.find((block) => block.kind === "clock");
    if (clock && since !== null) filled[clock.name] = Math.round(1000 * Number(filled[clock.name] ?? 0) + now - since) / 1000;
    since = document.hidden ? null : now;
  }
  document.addEventListener("visibilitychange", looked);

  /** Fields of a page that are there, and that nothing stands in though something has to. */
  const missing = (page) => fields(page.blocks).filter((block) => block.needed && (!block.when || holds(block.when)) && isEmpty(block.name));

  /** Pictures on one side, the rest on the other. */
  function lay(blocks, head) {
    parts = []; stages = []; past = []; latest = null; depth = head ? 3 : 2;
    const pictures = blocks.filter((block) => block.kind === "picture").map(draw);
    const form = el("div", { class: "sheet-form" }, head, blocks.filter((block) => block.kind !== "picture").map(draw));
    sheet.replaceChildren(...(pictures.length ? [el("div", { class: "sheet-pictures" }, pictures)] : []), form);
    sheet.classList.toggle("alone", !pictures.length);
    sheet.classList.toggle("broad", blocks.some((block) => block.large && block.kind === "choose"));
    refresh();
    return form;
  }

  /** Lays one page out. */
  function open(place) {
    looked();
    at = place;
    since = document.hidden ? null : performance.now();
    for (const picture of Blocks.pictures(pages[at + 1]?.blocks ?? [])) new Image().src = address(picture);
    return lay(pages[at].blocks, el("div", { class: "page-head" }, el("h2", { tabindex: "-1" }, pages[at].title),
      el("progress", { max: pages.length, value: at + 1, "aria-label": say("work.page", { page: at + 1, pages: pages.length }) })));
  }

  return {
    /** Another file brings a kind of block: `make` gets the block and what it needs to draw a field. */
    bring(kind, make) { KINDS[kind] = (block) => make(block, { field, set, heading, part: () => parts.find((part) => part.block === block), filled: () => filled, turn }); },
    /** Has a field keys of its own, and was this one? */
    key: (event) => parts.some((part) => part.key && !part.node.hidden && part.key(event)),
    /** The keys that fields have, each with what it does. */
    keys: () => parts.flatMap((part) => part.keys ?? []),
    /** Draws a task into a node; one that has pages, at the first of them that is not filled in. */
    show(node, given, tell) {
      sheet = node; turn = given.turn; filled = structuredClone(given.draft ?? {}); changed = () => {};
      pages = given.blocks.filter((block) => block.kind === "page"); at = 0; since = null;
      before = Object.fromEntries(fields(given.blocks).filter((block) => block.value !== undefined).map((block) => [block.name, block.value]));
      for (const [name, value] of Object.entries(before)) filled[name] ??= structuredClone(value);
      const begun = Object.keys(given.draft ?? {}).length && !given.again, first = pages.findIndex((page) => missing(page).length);
      const form = pages.length ? open(!begun ? 0 : first < 0 ? pages.length - 1 : first) : lay(given.blocks, null);
      changed = tell;
      return form;
    },
    get filled() { looked(); return filled; },
    /** Which page is open, and how many there are; none where a task has no pages. */
    get page() { return pages.length ? { at, last: at === pages.length - 1 } : null; },
    /** Is something still empty that must not be? Then it is told. */
    lacks(blocks) {
      const [first] = missing({ blocks });
      if (first) Blocks.complain(first.name, say("check.empty"));
      return Boolean(first);
    },
    /** Opens the page before or after; what is missing on this one is told first. Gives back the form, if it was opened. */
    leaf(by) {
      if (by > 0 && Blocks.lacks(pages[at].blocks)) return null;
      const form = open(at + by);
      sheet.querySelector("h2").focus();
      changed();
      return form;
    },
    /** Opens the page on which a field is; gives back the form, if another one was open. */
    find(name) {
      const place = pages.findIndex((page) => fields(page.blocks).some((block) => block.name === name));
      return place >= 0 && place !== at ? open(place) : null;
    },
    /** Presses the key of an option. */
    digit(place) {
      const here = target(), hidden = parts.filter((part) => part.node.hidden);
      if (!here?.digit(place)) return false;
      latest = here;
      mark();
      follow(hidden);
      return true;
    },
    /** Goes to the next field, or to the one before. */
    step(by) {
      const there = parts.filter((part) => part.focus && !part.node.hidden);
      const here = there.findIndex((part) => part.node.contains(document.activeElement));
      const part = here < 0 ? (by > 0 ? target() ?? there[0] : there.at(-1)) : there[here + by];
      part?.focus();
      part?.node.scrollIntoView({ block: "nearest" });
    },
    mark,
    undo,
    pictures: (blocks) => blocks.flatMap((block) => (block.kind === "group" ? Blocks.pictures(block.blocks) : block.kind === "picture" ? [block.id] : (block.options ?? []).map((option) => option.picture).filter(Boolean))),
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
