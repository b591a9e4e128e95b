"use strict";
// A scene graph that grows out of a caption: words are marked, objects, attributes and relations made of them, and all
// is drawn. What comes back are rows; where there is a graph to begin with, what differs from it is marked.

Blocks.bring("graph", (block, { field, set, heading, part, filled, turn }) => {
  const { el, say: tell } = optotype;
  const { root } = document.documentElement.dataset;
  const say = (key, values) => tell(`scene_graph.${key}`, values);
  const TWENTY = 20, UNITS = ["", "gr", "pr", "pa", "sl"], NUMBERS = [...Array(12).keys()].map((number) => String(number + 1)).concat("many", "unaccountable");
  const starts = new Map((block.starts ?? []).map((start) => [start.value, start.rows])), verifying = starts.size > 0;

  // --- the rows, and how they change

  const rows = () => (Array.isArray(filled()[block.name]) ? filled()[block.name] : []);
  const of = (kind, some = rows()) => some.filter((row) => row.kind === kind);
  const start = () => (block.chosen_by && starts.has(filled()[block.chosen_by]) ? filled()[block.chosen_by] : starts.keys().next().value);
  const before = () => starts.get(begun) ?? [];
  const newest = (more) => Math.max(0, ...rows().map((row) => row.id), ...before().map((row) => row.id)) + 1 + (more ?? 0);
  let begun = start(), past = [], future = [], typing = null, marked = new Set(), here = 1, latest = null;

  const put = (now) => set(block.name, now);
  const snapshot = () => ({ rows: structuredClone(rows()), begun });
  const remember = () => { past.push(snapshot()); if (past.length > 300) past.shift(); future = []; };
  /** Changes the graph; it can be undone. */
  const change = (now) => { typing = null; remember(); put(now); };
  /** Changes one row while somebody writes into a field: all that is written there at once is undone at once. */
  function edit(id, values, field = null) {
    const now = rows().map((row) => (row.id === id ? { ...row, ...values } : row));
    const writing = field && `${id} ${field}`;
    if (!writing || typing !== writing) remember();
    typing = writing;
    put(now);
  }
  function turnBack(from, to) {
    const then = from.pop();
    if (!then) return;
    to.push(snapshot());
    typing = null;
    if (then.begun !== begun) { begun = then.begun; set(block.chosen_by, begun); }
    put(then.rows);
  }
  const undo = () => turnBack(past, future), redo = () => turnBack(future, past);

  function remove(id) {
    const next = document.activeElement?.closest?.("[data-row]")?.dataset.row === String(id);
    change(rows().filter((row) => row.id !== id && row.of !== id && row.subject !== id && row.object !== id));
    if (next) focusCaption();
  }
  /** Puts rows back that were there in the beginning, with the objects that they need. */
  function restore(row) {
    const there = new Set(rows().map((one) => one.id));
    const needed = before().filter((one) => one.kind === "object" && [row.of, row.subject, row.object].includes(one.id) && !there.has(one.id));
    change([...rows(), ...needed, row]);
  }

  /** Names by which objects are called: the second of one name has an index. */
  function names(objects) {
    const seen = new Map(), found = new Map();
    for (const row of objects) {
      const name = row.name.trim(), index = seen.get(name) ?? 0;
      seen.set(name, index + 1);
      found.set(row.id, name ? (index ? `${name}:${index}` : name) : "…");
    }
    return found;
  }

  // --- what differs from the graph in the beginning

  const TOLD = { object: ["name", "number", "unit", "words"], attribute: ["of", "value"], relation: ["subject", "object", "voice", "verb", "preposition"] };
  const content = (row) => JSON.stringify(TOLD[row.kind].map((name) => row[name] ?? ""));
  function differences() {
    const old = new Map(before().map((row) => [row.id, row])), now = new Map(rows().map((row) => [row.id, row])), marks = new Map();
    if (verifying) {
      for (const row of now.values()) {
        const was = old.get(row.id);
        if (!was || was.kind !== row.kind) marks.set(row.id, "added");
        else if (content(was) !== content(row)) marks.set(row.id, "changed");
      }
    }
    return { old, marks, removed: verifying ? before().filter((row) => !now.has(row.id)) : [] };
  }
  const placesOf = (words) => (words ?? []).join(", ");
  function said(row, called) {
    if (row.kind === "object") return [row.number, row.unit && say(`unit_${row.unit}`), row.name, row.words?.length ? `(${say("word_of", { words: placesOf(row.words) })})` : ""].filter(Boolean).join(" ");
    if (row.kind === "attribute") return `${called.get(row.of) ?? "…"} · ${row.value}`;
    return [called.get(row.subject) ?? "…", row.verb, row.preposition, called.get(row.object) ?? "…", row.voice === "passive" ? `(${say("passive")})` : ""].filter(Boolean).join(" ");
  }
  const SIGNS = { added: "+", changed: "≈", removed: "−" }, LOOKS = { added: "right", changed: "partly", removed: "wrong" };
  const badge = (mark) => el("span", { class: `verdict ${LOOKS[mark]}` }, `${SIGNS[mark]} ${say(mark)}`);

  // --- the caption

  const words = (block.words ?? []).map((word, place) => {
    const button = el("button", {
      class: "word", type: "button", "aria-pressed": "false", tabindex: place ? "-1" : "0", "data-place": place + 1,
      onclick: (event) => mark(place + 1, event.shiftKey), onfocus: () => rove(place + 1),
    }, el("span", { dir: "auto" }, word), el("small", { class: "number", "aria-hidden": "true" }, String(place + 1)));
    return { word, button };
  });
  const caption = el("div", { class: "caption", role: "group", "aria-label": say("caption") }, words.map((one) => one.button));
  function rove(place) {
    words[here - 1]?.button.setAttribute("tabindex", "-1");
    here = Math.min(words.length, Math.max(1, place));
    words[here - 1]?.button.setAttribute("tabindex", "0");
  }
  const focusCaption = () => words[here - 1]?.button.focus();
  function mark(place, through) {
    if (through) for (let one = Math.min(here, place); one <= Math.max(here, place); one++) marked.add(one);
    else if (marked.has(place)) marked.delete(place);
    else marked.add(place);
    rove(place);
    paint();
  }
  caption.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { if (marked.size) { unmark(); paint(); } else event.target.blur(); return; }
    const to = { ArrowLeft: here - 1, ArrowUp: here - 1, ArrowRight: here + 1, ArrowDown: here + 1, Home: 1, End: words.length }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const from = here;
    rove(to);
    if (event.shiftKey) { marked.add(from); marked.add(here); paint(); }
    focusCaption();
  });
  const bare = (word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") ;
  const markedPlaces = () => [...marked].sort((one, other) => one - other);
  const markedText = () => markedPlaces().map((place) => bare(words[place - 1].word)).filter(Boolean).join(" ").toLowerCase();
  const unmark = () => { marked = new Set(); };

  // --- making rows

  function makeObject() {
    const id = newest(), name = markedText(), at = markedPlaces();
    unmark();
    latest = id;
    change([...rows(), { kind: "object", id, name, number: "", unit: "", words: at }]);
    if (!name) widgets.get(id)?.focus(); else if (!caption.contains(document.activeElement)) focusCaption();
  }
  function makeAttribute() {
    const owner = Number(owners.value), value = markedText(), at = markedPlaces();
    if (!owner) { makeObject(); return; }
    if (!value) { widgets.get(owner)?.adding(); return; }
    unmark();
    addAttribute(owner, value, at);
    if (!caption.contains(document.activeElement)) focusCaption();
  }
  function addAttribute(owner, value, at = []) {
    if (of("attribute").some((row) => row.of === owner && row.value === value)) return;
    change([...rows(), { kind: "attribute", id: newest(), of: owner, value, words: at }]);
  }
  function makeRelation() {
    const objects = of("object"), relations = of("relation");
    if (!objects.length) { makeObject(); return; }
    const linked = new Set(relations.flatMap((row) => [row.subject, row.object])), subject = relations.at(-1)?.subject ?? objects[0].id;
    const object = (objects.find((row) => row.id !== subject && !linked.has(row.id)) ?? objects.find((row) => row.id !== subject) ?? objects[0]).id;
    const id = newest();
    change([...rows(), { kind: "relation", id, subject, object, voice: "active", verb: "", preposition: "" }]);
    widgets.get(id)?.focus();
  }

  // --- fields that can be searched in

  let boxes = 0;
  /** A text with a list below it: what is typed searches in the list, and may be something of one's own. */
  function searchable(label, options, written) {
    const list = el("ul", { class: "found", role: "listbox", tabindex: "-1", id: `found-${block.name}-${++boxes}`, "aria-label": label, hidden: true });
    let shown = [], at = -1, searching = false, asking = 0;
    const input = el("input", {
      class: "field", type: "text", role: "combobox", "aria-label": label, "aria-expanded": "false", "aria-autocomplete": "list", "aria-controls": list.id, autocomplete: "off", spellcheck: "false", maxlength: 200,
      onfocus: () => { searching = false; input.select(); open(); }, onclick: () => { if (list.hidden) open(); },
      oninput: () => { searching = true; at = -1; written(input.value, true); open(); },
      onblur: close,
    });
    async function open() {
      const mine = ++asking, all = await options(), text = searching ? input.value.trim().toLowerCase() : "";
      if (mine !== asking || document.activeElement !== input) return; // it was closed in the meantime
      const begins = all.filter((one) => one.startsWith(text)), holds = all.filter((one) => !one.startsWith(text) && one.includes(text));
      shown = [...begins, ...holds].slice(0, TWENTY);
      const own = text && !all.includes(text) ? el("li", { class: "own", role: "option", "aria-selected": "false" }, say("own", { text: input.value.trim() })) : null;
      list.replaceChildren(...shown.map((one) => el("li", { role: "option", "aria-selected": "false" }, one)), ...(own ? [own] : []));
      if (own) shown.push(input.value.trim());
      [...list.children].forEach((line, place) => {
        line.id = `${list.id}-${place}`;
        line.addEventListener("pointerdown", (event) => event.preventDefault());
        line.addEventListener("click", () => choose(place));
      });
      list.hidden = !shown.length;
      input.setAttribute("aria-expanded", String(!list.hidden));
      go(searching && shown.length ? 0 : shown.indexOf(input.value.trim()));
    }
    function go(to) {
      at = to;
      [...list.children].forEach((line, place) => line.setAttribute("aria-selected", String(place === at)));
      if (at >= 0) { input.setAttribute("aria-activedescendant", list.children[at].id); list.children[at].scrollIntoView({ block: "nearest" }); } else input.removeAttribute("aria-activedescendant");
    }
    function choose(place) { input.value = shown[place]; written(input.value, false); close(); }
    function close() { asking++; list.hidden = true; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); }
    input.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (list.hidden) open(); else go((at + (event.key === "ArrowDown" ? 1 : -1) + shown.length) % shown.length);
      } else if (event.key === "Enter") {
        event.preventDefault();
        event.stopPropagation();
        if (!list.hidden && at >= 0) choose(at);
        close();
        following(input)?.focus();
      } else if (event.key === "Escape" && !list.hidden) { event.stopPropagation(); close(); } else if (event.key === "Tab" && searching && !list.hidden && at >= 0) choose(at);
    });
    return { node: el("div", { class: "search" }, input, list), input };
  }
  /** The next field of the same row. */
  const following = (input) => { const some = [...(input.closest("[data-row]")?.querySelectorAll("input, select, button:not(.aside)") ?? [])]; return some[some.indexOf(input) + 1]; };
  const onEnter = (act) => (event) => { if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) { event.preventDefault(); event.stopPropagation(); act(event); } };

  const asked = new Map();
  /** Verbs and prepositions for a pair of objects, the most probable first. */
  function candidates(row, which) {
    const called = names(of("object")), [subject, object] = [called.get(row.subject) ?? "", called.get(row.object) ?? ""], key = JSON.stringify([subject, object]);
    if (!asked.has(key)) {
      const query = new URLSearchParams({ subject: subject || "…", object: object || "…" });
      asked.set(key, fetch(`${root}/api/turns/${turn}/graph/candidates?${query}`).then((reply) => (reply.ok ? reply.json() : Promise.reject(new Error(reply.status)))).catch(() => { asked.delete(key); return { verbs: [], prepositions: [] }; }));
    }
    return asked.get(key).then((found) => found[which]);
  }

  // --- a row each

  const widgets = new Map();
  const labelled = (text, ...nodes) => el("label", { class: "labelled" }, el("span", {}, text), nodes);
  const removing = (id, kind) => el("button", { class: "button icon plain aside remove", type: "button", "data-remove": kind, onclick: () => remove(id) },
    el("svg", { width: 16, height: 16, viewBox: "0 0 18 18", "aria-hidden": "true" }, el("path", { d: "M4.5 4.5l9 9M13.5 4.5l-9 9", class: "sign" })));
  const fit = (input, value) => { if (input.value !== value) input.value = value; };
  const row = (id) => rows().find((one) => one.id === id);

  function places(text) {
    const found = new Set();
    for (const [, first, last] of text.matchAll(/(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?/g)) for (let one = Number(first); one <= Math.min(Number(last ?? first), Number(first) + 200); one++) if (one >= 1 && one <= words.length) found.add(one);
    return [...found].sort((one, other) => one - other);
  }

  function objectWidget(id) {
    const name = el("input", { class: "field", type: "text", "aria-label": say("name"), maxlength: 200, dir: "auto", spellcheck: "false", oninput: () => edit(id, { name: name.value }, "name"), onkeydown: onEnter(() => adding.focus()) });
    const number = searchable(say("number"), async () => NUMBERS, (value, typed) => edit(id, { number: value.trim() }, typed ? "number" : null));
    const unit = el("select", { class: "field", "aria-label": say("unit"), onchange: () => edit(id, { unit: unit.value }) }, UNITS.map((one) => el("option", { value: one }, say(`unit_${one}`))));
    const at = el("input", { class: "field at", type: "text", "aria-label": say("words"), title: say("words_hint"), inputmode: "numeric", onchange: () => { edit(id, { words: places(at.value) }); at.value = placesOf(row(id)?.words); }, onkeydown: onEnter(() => at.dispatchEvent(new Event("change"))) });
    const take = el("button", { class: "button icon aside", type: "button", "aria-label": say("take_words"), title: say("take_words"), onclick: () => { const taken = markedPlaces(); unmark(); edit(id, { words: taken }); } },
      el("svg", { width: 16, height: 16, viewBox: "0 0 18 18", "aria-hidden": "true" }, el("path", { d: "M9 3v9M5 8.5l4 4 4-4M3 15h12", class: "sign" })));
    const adding = el("input", { class: "field adding", type: "text", "aria-label": say("add_attribute"), placeholder: say("add_attribute"), maxlength: 200, dir: "auto", spellcheck: "false", onkeydown: onEnter(() => add()), onchange: () => add() });
    const add = () => { const value = adding.value.trim().replace(/\s+/g, " "); adding.value = ""; if (value) addAttribute(id, value); };
    const pills = el("span", { class: "pills" }), mark = el("p", { class: "mark small" }), throwAway = removing(id, "object");
    const node = el("li", { class: "row object card", "data-row": id, onfocusin: () => { latest = id; paintTools(); } },
      el("div", { class: "cells" }, labelled(say("name"), name), labelled(say("number"), number.node), labelled(say("unit"), unit), labelled(say("words"), el("span", { class: "with-take" }, at, take))),
      el("div", { class: "attributes" }, pills, adding), mark, throwAway);
    return {
      node, focus: () => { name.focus(); name.select(); }, adding: () => adding.focus(),
      sync(one, found, called) {
        fit(name, one.name); fit(number.input, one.number ?? ""); fit(unit, one.unit ?? "");
        if (document.activeElement !== at) fit(at, placesOf(one.words));
        take.disabled = !marked.size;
        throwAway.setAttribute("aria-label", `${say("remove")}: ${called.get(id)}`);
        node.setAttribute("aria-label", called.get(id));
        pills.replaceChildren(...of("attribute").filter((other) => other.of === id).map((other) => {
          const marking = found.marks.get(other.id);
          return el("span", { class: `chip pill ${marking ?? ""}`, "data-attribute": other.id }, marking ? el("b", {}, `${SIGNS[marking]} `, el("span", { class: "unseen" }, say(marking))) : null, el("span", { dir: "auto" }, other.value),
            el("button", { class: "drop aside", type: "button", "aria-label": `${say("remove")}: ${other.value}`, onclick: () => { remove(other.id); adding.focus(); } }, "×"));
        }));
        marking(node, mark, one, found, called);
      },
    };
  }

  function marking(node, place, one, found, called) {
    const mark = found.marks.get(one.id);
    for (const name of ["added", "changed"]) node.classList.toggle(name, mark === name);
    place.hidden = !mark;
    place.replaceChildren(...(mark ? [badge(mark), mark === "changed" ? el("span", { class: "quiet", dir: "auto" }, ` ${say("was", { before: said(found.old.get(one.id), names(of("object", before()))) })}`) : ""] : []));
  }

  function relationWidget(id) {
    const select = (name) => el("select", { class: "field", "aria-label": say(name), onchange: (event) => edit(id, { [name]: Number(event.target.value) }) });
    const subject = select("subject"), object = select("object");
    const voice = el("select", { class: "field", "aria-label": say("voice"), onchange: () => edit(id, { voice: voice.value }) }, ["active", "passive"].map((one) => el("option", { value: one }, say(one))));
    const search = (name, which) => searchable(say(name), () => candidates(row(id), which), (value, typed) => edit(id, { [name]: value }, typed ? name : null));
    const verb = search("verb", "verbs"), preposition = search("preposition", "prepositions"), mark = el("p", { class: "mark small" }), throwAway = removing(id, "relation");
    const node = el("li", { class: "row relation card", "data-row": id },
      el("div", { class: "cells ends" }, labelled(say("subject"), subject), el("span", { class: "arrow", "aria-hidden": "true" }, "→"), labelled(say("object"), object)),
      el("div", { class: "cells middle" }, labelled(say("voice"), voice), labelled(say("verb"), verb.node), labelled(say("preposition"), preposition.node)), mark, throwAway);
    return {
      node, focus: () => subject.focus(),
      sync(one, found, called) {
        for (const [node, value] of [[subject, one.subject], [object, one.object]]) {
          const options = [...called].map(([key, text]) => `${key} ${text}`).join("\n");
          if (node.dataset.options !== options) { node.dataset.options = options; node.replaceChildren(...[...called].map(([key, text]) => el("option", { value: key }, text))); }
          fit(node, String(value));
        }
        fit(voice, one.voice || "active"); fit(verb.input, one.verb); fit(preposition.input, one.preposition);
        node.setAttribute("aria-label", said(one, called));
        throwAway.setAttribute("aria-label", `${say("remove")}: ${said(one, called)}`);
        marking(node, mark, one, found, called);
      },
    };
  }

  // --- the drawing: laid out by the server, drawn in the page's own colours

  const paper = el("div", { class: "paper" }, el("p", { class: "quiet small" }, say("empty_drawing"))), trouble = el("p", { class: "small trouble", role: "status", hidden: true });
  let drawnRows = "", timer = null, wanted = 0;
  function whole(some) {
    const objects = new Set(of("object", some).filter((one) => one.name.trim()).map((one) => one.id));
    return some.filter((one) => (one.kind === "object" ? objects.has(one.id) : one.kind === "attribute" ? objects.has(one.of) && one.value.trim() : objects.has(one.subject) && objects.has(one.object) && (one.verb.trim() || one.preposition.trim())));
  }
  function draw(found) {
    const now = whole([...rows(), ...found.removed]), sent = JSON.stringify(now), marks = JSON.stringify([...found.marks]);
    if (sent + marks === drawnRows) return;
    drawnRows = sent + marks;
    clearTimeout(timer);
    const number = ++wanted;
    if (!now.length) { paper.replaceChildren(el("p", { class: "quiet small" }, say("empty_drawing"))); trouble.hidden = true; return; }
    timer = setTimeout(async () => {
      try {
        const key = document.querySelector('meta[name="form-key"]').content;
        const reply = await fetch(`${root}/api/turns/${turn}/graph/drawing`, { method: "POST", headers: { "content-type": "application/json", "x-form-key": key }, body: JSON.stringify({ rows: now }) });
        const data = await reply.json();
        if (number !== wanted) return;
        if (!reply.ok) throw new Error(data.error);
        trouble.hidden = !data.error;
        trouble.textContent = data.error;
        if (data.drawing) paper.replaceChildren(picture(data.drawing, found));
      } catch { if (number === wanted) drawnRows = ""; /* nobody answers; the next change asks again */ }
    }, 90);
  }
  const path = (points) => { const [first, ...rest] = points.map((point) => point.join(",")); return `M${first} C${rest.join(" ")}`; };
  function picture(data, found) {
    const gone = new Set(found.removed.map((one) => one.id)), old = found.old;
    const look = (id) => (gone.has(id) ? "removed" : found.marks.get(id) ?? "");
    const amount = (id) => { const was = old.get(id), is = row(id); return gone.has(id) || !was || !is ? look(id) : was.number !== is.number || was.unit !== is.unit ? "changed" : ""; };
    const text = (one) => el("text", { x: one.at[0], y: one.at[1], class: one.role }, one.text, one.whole ? el("title", {}, one.whole) : null);
    const box = ([x, y, width, height], name, rx) => el("rect", { x, y, width, height, rx, class: name });
    const sign = (mark, x, y) => (mark ? el("g", { class: `sign-of ${mark}` }, el("circle", { cx: x, cy: y, r: 7 }), el("text", { x, y: y + 4 }, SIGNS[mark])) : null);
    const goTo = (id) => () => { const there = widgets.get(id); there?.node.scrollIntoView({ block: "nearest" }); there?.focus(); };
    const edges = data.edges.map((edge) => el("g", { class: `edge ${look(edge.id)}`, onclick: goTo(edge.id) }, el("title", {}, edge.title), el("path", { d: edge.strokes.map(path).join(" ") }), el("polygon", { points: edge.head.map((point) => point.join(",")).join(" ") }),
      edge.texts.map(text), sign(look(edge.id), edge.label[0] - 5, edge.label[1] + edge.label[3] / 2)));
    const nodes = data.nodes.map((node) => el("g", { class: `node ${look(node.id)}`, onclick: goTo(node.id) }, el("title", {}, node.title), box(node.box, "thing", 9), node.texts.map(text),
      node.pills.map((pill) => { const mark = pill.id === node.id ? amount(pill.id) : look(pill.id); return el("g", { class: `pill ${mark}` }, box(pill.box, "wash", 9.5), text(pill.text), sign(mark, pill.box[0] + pill.box[2] - 1, pill.box[1] + 2)); }),
      sign(look(node.id), node.box[0] + node.box[2] - 3, node.box[1] + 3)));
    return el("svg", { class: "scene", viewBox: `0 0 ${data.width} ${data.height}`, width: data.width, height: data.height, role: "img", "aria-label": data.told }, edges, nodes);
  }

  // --- all of it

  const keyed = (key) => el("kbd", { "aria-hidden": "true" }, key);
  const tool = (name, key, act) => el("button", { class: "button", type: "button", "data-make": name, onclick: act }, say(`make_${name}`), " ", keyed(key));
  const owners = el("select", { class: "field", "aria-label": say("make_attribute"), onchange: () => { latest = Number(owners.value); } });
  const attributeTool = tool("attribute", "A", makeAttribute), relationTool = tool("relation", "R", makeRelation);
  const undoTool = el("button", { class: "button plain", type: "button", "data-undo": true, onclick: undo }, say("undo"), " ", keyed("U")), redoTool = el("button", { class: "button plain", type: "button", "data-redo": true, onclick: redo }, say("redo"), " ", keyed("Y"));
  const objectList = el("ul", { class: "rows", "aria-label": say("objects") }), relationList = el("ul", { class: "rows", "aria-label": say("relations") });
  const noObjects = el("p", { class: "quiet small" }, say("no_objects")), noRelations = el("p", { class: "quiet small" }, say("no_relations"));
  const removedList = el("ul", { class: "removed-rows" }), removedPart = el("section", { class: "graph-part", hidden: true }, heading(say("removed_rows")), removedList);
  const summary = el("p", { class: "small number", role: "status", hidden: !verifying });
  const drawing = el("section", { class: "graph-part drawing" }, heading(say("drawing")), summary, paper, trouble);
  const body = el("div", { class: "graph" },
    el("div", { class: "graph-head" }, el("p", { class: "small quiet hint" }, say("caption")), caption, el("div", { class: "graph-tools", role: "toolbar", "aria-label": say("caption") }, tool("object", "O", makeObject), el("span", { class: "pair" }, attributeTool, owners), relationTool, el("span", { class: "space" }), undoTool, redoTool)),
    el("div", { class: "graph-parts" },
      el("div", { class: "tables" },
        el("section", { class: "graph-part" }, heading(say("objects")), noObjects, objectList),
        el("section", { class: "graph-part" }, heading(say("relations")), noRelations, relationList), removedPart),
      drawing));
  body.addEventListener("keydown", (event) => {
    const line = event.target.closest("[data-row]"), choosing = event.target.matches("select") && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (choosing && event.key === "Escape") event.target.blur();
    else if (choosing && (event.key === "Enter" || event.key.length === 1 || event.key.startsWith("Arrow"))) { // letters search in a list, and mean nothing else there
      event.stopPropagation();
      if (event.key === "Enter") { event.preventDefault(); following(event.target)?.focus(); }
    }
    if (event.key === "Delete" && line && !event.target.matches("input")) { event.preventDefault(); remove(Number(line.dataset.row)); }
  });

  function list(node, some, make, found, called) {
    const lines = some.map((one) => {
      if (!widgets.has(one.id)) widgets.set(one.id, make(one.id));
      const widget = widgets.get(one.id);
      widget.sync(one, found, called);
      return widget.node;
    });
    if (lines.length !== node.children.length || lines.some((line, place) => node.children[place] !== line)) {
      const focused = document.activeElement;
      node.replaceChildren(...lines);
      if (focused !== document.activeElement && node.contains(focused)) focused.focus();
    }
  }

  function paintTools() {
    const called = names(of("object")), options = [...called].map(([key, text]) => `${key} ${text}`).join("\n");
    if (!called.has(latest)) latest = [...called.keys()].at(-1) ?? null;
    if (owners.dataset.options !== options) { owners.dataset.options = options; owners.replaceChildren(...[...called].map(([key, text]) => el("option", { value: key }, text))); }
    fit(owners, String(latest ?? ""));
    owners.disabled = attributeTool.disabled = relationTool.disabled = !called.size;
    undoTool.disabled = !past.length;
    redoTool.disabled = !future.length;
  }

  /** Beside a picture there is room for the drawing below it, where it stays in sight. */
  function settle() {
    const pane = body.closest(".sheet")?.querySelector(".sheet-pictures");
    if (pane && !pane.contains(drawing) && matchMedia("(min-width: 861px)").matches) pane.append(drawing);
  }

  function paint() {
    settle();
    if (start() !== begun) { // another graph to begin with was chosen
      remember();
      begun = start();
      typing = null;
      put(structuredClone(before()));
      return;
    }
    const objects = of("object"), called = names(objects), found = differences(), there = new Set(rows().map((one) => one.id));
    for (const id of [...widgets.keys()]) if (!there.has(id)) widgets.delete(id);
    list(objectList, objects, objectWidget, found, called);
    list(relationList, of("relation"), relationWidget, found, called);
    noObjects.hidden = objects.length > 0;
    noRelations.hidden = of("relation").length > 0;
    const once = names(of("object", before()));
    removedPart.hidden = !found.removed.length;
    removedList.replaceChildren(...found.removed.map((one) => el("li", {}, badge("removed"), el("s", { dir: "auto" }, said(one, once)), el("button", { class: "button plain", type: "button", "aria-label": `${say("restore")}: ${said(one, once)}`, onclick: () => restore(one) }, say("restore")))));
    const count = (mark) => [...found.marks.values()].filter((one) => one === mark).length;
    const counts = { added: count("added"), changed: count("changed"), removed: found.removed.length };
    const told = `${say("difference")}: ${counts.added + counts.changed + counts.removed ? say("difference_some", counts) : say("difference_none")}`;
    if (summary.textContent !== told) summary.textContent = told;
    const used = (kind) => new Map(of(kind).flatMap((one) => (one.words ?? []).map((place) => [place, kind === "object" ? called.get(one.id) : `${called.get(one.of)} · ${one.value}`])));
    const objectWords = used("object"), attributeWords = used("attribute");
    words.forEach(({ word, button }, place) => {
      const number = place + 1, object = objectWords.get(number), attribute = attributeWords.get(number);
      button.setAttribute("aria-pressed", String(marked.has(number)));
      button.classList.toggle("is-object", object !== undefined);
      button.classList.toggle("is-attribute", object === undefined && attribute !== undefined);
      const use = object !== undefined ? `, ${say("word_object")} ${object}` : attribute !== undefined ? `, ${say("word_attribute")} ${attribute}` : "";
      button.setAttribute("aria-label", say("word", { word, place: number }) + use);
      button.title = use.slice(2);
    });
    paintTools();
    draw(found);
  }

  const node = field(block, body, paint, focusCaption);
  const KEYS = { c: focusCaption, o: makeObject, a: makeAttribute, r: makeRelation, u: undo, y: redo };
  part().key = (event) => {
    const key = optotype.pressed(event).toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (event.target.matches("input, textarea") || (key !== "z" && key !== "y")) return false;
      (key === "y" || event.shiftKey ? redo : undo)();
      return true;
    }
    KEYS[key]?.();
    return key in KEYS;
  };
  part().keys = [["C", say("key_caption")], ["O", say("key_object")], ["A", say("key_attribute")], ["R", say("key_relation")], ["U", "Y", say("key_undo")], ["Delete", say("key_remove")]];
  return node;
});
