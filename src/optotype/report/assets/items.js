"use strict";
// The item browser: one view, kept in the address, drawn as a list and an item.
//
// The address. Everything after # is a list of NAME=VALUE joined by &, both percent-encoded; a name may come several
// times, order is of no account, and names that are not here are left alone.
//
//   item=ID            the item shown; the first that fits where it is missing
//   list=NAME          only items of a list that the disagreements page makes, in its order
//   siblings=ID        only items of the same cluster as this one
//   q=TEXT             only items whose id or question holds every word of the text
//   tag.NAME=VALUE     only items with this value of a tag; several values of one tag: any of them; several tags: all;
//                      split, form, collection and origin are tags, too
//   metric=SIGNATURE   the metric whose verdicts are meant and shown; the first of the report where it is missing
//   v.RUN=VERDICT      only items on which this run has the verdict; several: any of them
//                        right   its score is 1
//                        wrong   its score is 0, also because no answer could be read
//                        partly  its score lies between
//                        none    it gave no answer: don't know, unread, refused, failed
//   s.RUN=STATE        only items on which the first answer of the run has this state: given, unanswerable, dont_know,
//                      unread, refused, failed, or not_asked; several: any of them
//
//   items.html#v.acme-1=right&v.acme-2=wrong&tag.skill=counting&item=iconqa%2F100

(() => {
  const { el, say, decimal } = optotype;
  const $ = (selector) => document.querySelector(selector);
  const narrow = matchMedia("(max-width: 860px)");
  const KEPT = 12;  // chunks that stay in memory

  const empty = () => ({ item: null, list: null, siblings: null, q: "", metric: "", tags: new Map(), verdicts: new Map(), states: new Map() });
  const GROUPS = { tag: "tags", v: "verdicts", s: "states" };

  // --- the address

  function parse(hash) {
    const view = empty();
    for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
      if (["item", "list", "siblings", "q", "metric"].includes(name)) { view[name] = value; continue; }
      const dot = name.indexOf("."), group = view[GROUPS[name.slice(0, dot)]], key = name.slice(dot + 1);
      if (dot < 1 || !group) continue;
      if (!group.has(key)) group.set(key, new Set());
      group.get(key).add(value);
    }
    return view;
  }

  function write(view) {
    const parts = ["item", "list", "siblings", "q", "metric"].filter((name) => view[name]).map((name) => [name, view[name]]);
    for (const [letter, group] of Object.entries(GROUPS))
      for (const [key, values] of view[group]) for (const value of values) parts.push([`${letter}.${key}`, value]);
    return `#${parts.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`;
  }

  // --- what there is, and what is shown

  let view = parse(location.hash), data = null, list = null, fitting = [], shown = null;

  /** Changes what is shown, and the address with it. */
  function go(next, { push = false } = {}) {
    const address = write(next);
    if (address !== location.hash && !(address === "#" && !location.hash)) history[push ? "pushState" : "replaceState"](null, "", address === "#" ? location.pathname + location.search : address);
    look(next);
  }
  function change(part) {
    const next = { ...view, ...part };
    // an item that no longer fits makes room for the first that does
    if (next.item && !Filters.fitting(next, data).includes(data.places.get(next.item))) next.item = null;
    go(next);
  }
  const clear = () => go({ ...empty(), item: view.item });

  function look(next) {
    const before = view;
    view = next;
    const asked = (one) => write({ ...one, item: null });
    if (!list.ready || asked(before) !== asked(view)) filter();
    document.body.classList.toggle("one-item", Boolean(view.item));
    const place = view.item === null ? fitting[0] ?? -1 : data.places.get(view.item) ?? -1;
    const position = fitting.indexOf(place);
    if (list.ready) list.mark(position); else { list.show(fitting, position); list.ready = true; }
    showItem(place, position);
  }

  function filter() {
    const all = Filters.conditions(view, data);
    fitting = Filters.fitting(view, data, all);
    list.ready = false;
    const count = { count: decimal(fitting.length, 0), all: decimal(data.index.ids.length, 0) };
    $("#count").textContent = say(all.size ? "items.count" : "items.count_all", count);
    $("#nothing").hidden = fitting.length > 0;
    $("#nothing").textContent = fitting.length ? "" : say("items.nothing");
    const chips = Filters.chosen(view, data);
    const badge = $("#filters-button .badge");
    badge.hidden = !chips.length;
    badge.textContent = chips.length;
    $("#chosen").hidden = !chips.length;
    $("#chosen").replaceChildren(...chips.map(([text, part]) => el("button", { class: "chip", type: "button", "aria-label": say("items.remove", { what: text }), onclick: () => change(part) }, el("span", {}, text),
      el("svg", { width: 10, height: 10, viewBox: "0 0 16 16", "aria-hidden": "true" }, el("path", { d: "M3 3l10 10M13 3 3 13", class: "sign" })))),
      ...(chips.length > 1 ? [el("button", { class: "clear", type: "button", onclick: clear }, say("items.clear"))] : []));
    if (document.activeElement !== $("#search")) $("#search").value = view.q;
    if (!$("#filters").hidden) Filters.panel($("#filters"), view, data, all, { change, clear, close: () => openFilters(false) });
  }

  const metric = () => Math.max(0, data.index.signatures.findIndex(([signature]) => signature === view.metric));

  // --- the item

  const loaded = [];
  async function chunk(number) {
    const name = `items/${number}`;
    const found = await optotype.load(name);
    loaded.splice(loaded.indexOf(name) >>> 0, 1);
    loaded.push(name);
    while (loaded.length > KEPT) optotype.forget(loaded.shift());
    return found;
  }

  let people = {}, turn = 0;
  const person = (id) => { const [name, kind, simulated] = people[id] ?? ["", "person", false]; return { id, name: name || id, short: name || id, kind, simulated }; };

  async function showItem(place, position) {
    const root = $("#item"), mine = ++turn;
    const told = view.item !== null && place < 0 ? say("items.no_item", { id: view.item }) : place < 0 ? say("items.none_chosen") : null;
    if (told !== null) {
      shown = null;
      root.setAttribute("aria-busy", "false");
      root.replaceChildren(backButton(), el("p", { class: "quiet waiting" }, told));
      return;
    }
    const number = Math.floor(place / data.index.size);
    const slow = setTimeout(() => { root.setAttribute("aria-busy", "true"); root.replaceChildren(backButton(), el("p", { class: "quiet waiting" }, say("items.loading"))); }, 200);
    try {
      const found = await chunk(number);
      const item = found.items[place % data.index.size];
      if ((item.others || item.reviews) && !Object.keys(people).length) people = await optotype.load("people");
      if (mine !== turn) return;
      const moved = shown?.id !== item.id;
      shown = item;
      Detail.show(root, {
        item, chunk: found, number, titles: data.titles, place: position, count: fitting.length, person,
        answers: data.runs.filter((run) => item.answers?.[run.number]).map((run) => [run, item.answers[run.number]]),
        waiting: data.runs.filter((run) => run.far && !item.answers?.[run.number]),
        verdict: (run) => Marks.of(data.index, run, metric(), place),
        siblings: data.clusters.get(data.index.clusters[place]),
        known: (tag, value) => Boolean(data.index.tags[tag]?.some(([one]) => one === value)),
        address: (part) => write({ ...empty(), item: item.id, metric: view.metric, ...part }),
      });
      root.setAttribute("aria-busy", "false");
      if (moved) { root.scrollTop = 0; if (narrow.matches && view.item) scrollTo(0, 0); }
      if (moved && view.item) $("#said").textContent = say("items.shown_now", { id: item.id, place: position + 1, count: fitting.length });
    } catch (error) {
      if (mine !== turn) return;
      shown = null;
      root.setAttribute("aria-busy", "false");
      root.replaceChildren(backButton(), el("div", { class: "waiting", role: "alert" }, el("p", {}, say("items.unloaded", { file: `data/items/${number}.js` })), el("button", { class: "button", type: "button", onclick: () => showItem(place, position) }, say("items.again"))));
    } finally { clearTimeout(slow); }
  }

  const backButton = () => el("button", { class: "button back", type: "button", "data-step": "back" }, say("items.back"));

  // --- steps

  function choose(place, { push = false } = {}) { if (place !== undefined) go({ ...view, item: data.index.ids[place] }, { push }); }

  function step(by) {
    const id = view.item ?? data.index.ids[fitting[0]];
    const at = fitting.indexOf(data.places.get(id));
    choose(fitting[Math.min(fitting.length - 1, Math.max(0, at + by))]);
  }

  let came = false;  // did the reader come to the item from the list?
  function back() {
    if (came) { came = false; history.back(); } else go({ ...view, item: null });
    if (narrow.matches) requestAnimationFrame(() => { list.reveal(); $("#list").focus(); });
  }

  async function copy() {
    const address = new URL(write({ ...view, item: shown.id }), location.href).href;
    try { await navigator.clipboard.writeText(address); $("#said").textContent = say("items.copied"); toast(say("items.copied")); }
    catch { go({ ...view, item: shown.id }); toast(say("items.uncopied")); }
  }
  function toast(text) {
    const made = el("p", { class: "toast" }, text);
    document.body.append(made);
    setTimeout(() => made.remove(), 2500);
  }

  function openFilters(open = $("#filters").hidden) {
    $("#filters").hidden = !open;
    $("#filters-button").setAttribute("aria-expanded", String(open));
    if (open) {
      Filters.panel($("#filters"), view, data, Filters.conditions(view, data), { change, clear, close: () => openFilters(false) });
      $("#filters").focus();
    } else $("#filters-button").focus();
  }

  const KEYS = {
    j: () => step(1), k: () => step(-1), ArrowRight: () => step(1), ArrowLeft: () => step(-1),
    "/": () => { if (narrow.matches && view.item) back(); $("#search").focus(); $("#search").select(); },
    f: () => openFilters(), z: () => shown && Detail.zoom(shown), "?": () => $("#keys").showModal(),
    Escape: () => { if (!$("#filters").hidden) openFilters(false); else if (narrow.matches && view.item) back(); else $("#list").focus(); },
  };
  const IN_LIST = { ArrowDown: () => step(1), ArrowUp: () => step(-1), Home: () => step(-Infinity), End: () => step(Infinity), PageDown: () => step(list.page()), PageUp: () => step(-list.page()),
    Enter: () => { choose(data.places.get(view.item) ?? fitting[0], { push: narrow.matches }); $("#item-id")?.focus(); } };

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || $("dialog[open]")) return;
    const typing = event.target.closest("input, select, textarea");
    if (typing && event.key !== "Escape") {
      if (event.target.id === "search" && (event.key === "ArrowDown" || event.key === "Enter")) { event.preventDefault(); $("#list").focus(); }
      return;
    }
    // arrows in something that scrolls sideways scroll it
    if (event.key.startsWith("Arrow") && event.target.closest(".graph-scroll, .tiles")) return;
    const act = (event.target.id === "list" && IN_LIST[event.key]) || KEYS[optotype.pressed(event)];
    if (!act) return;
    event.preventDefault();
    if (event.key === "Escape" && typing) { typing.blur(); if (event.target.id === "search" && view.q) change({ q: "" }); $("#search").value = ""; }
    act();
  }

  function legend() {
    $("#legend div").replaceChildren(
      el("ul", { class: "glyphs" }, Marks.NAMES.map((name) => el("li", {}, el("span", { class: `cell ${name}` }, Marks.glyph(name)), say(`items.${name}`)))),
      data.runs.length ? el("p", { class: "small quiet" }, say("items.legend_order")) : "",
      el("ol", { class: "runs" }, data.runs.map((run) => el("li", {}, Answers.who(run)))));
  }

  // --- begin

  /** Short names: what follows the last slash, where that tells respondents apart. */
  function shorten(runs) {
    for (const run of runs) run.name = run.called?.[optotype.language] ?? run.name;
    const short = runs.map((run) => run.name.split("/").at(-1));
    runs.forEach((run, n) => { run.number = n; run.short = short.indexOf(short[n]) === short.lastIndexOf(short[n]) ? short[n] : run.name; });
  }

  /** How each metric is called: by its title, where that tells metrics apart. */
  function titles(index) {
    const all = index.signatures.map(([, title]) => title);
    return new Map(index.signatures.map(([signature, title]) => [signature, all.indexOf(title) === all.lastIndexOf(title) ? title : signature]));
  }

  /** Takes over what there is to choose from; a live page does so again when something came. */
  function take(index) {
    shorten(index.runs);
    const clusters = new Map();
    for (const cluster of index.clusters) clusters.set(cluster, (clusters.get(cluster) ?? 0) + 1);
    const searched = index.ids.map(Filters.plain);
    data = {
      index, clusters, searched, lists: null, titles: titles(index),
      runs: index.order.map((place) => index.runs[place]),
      places: new Map(index.ids.map((id, place) => [id, place])),
    };
    $("#list").replaceChildren();
    list = ItemList.create($("#list"), index, {
      choose: (place) => { came = narrow.matches; choose(place, { push: narrow.matches }); },
      verdict: (run, place) => Marks.of(index, run, metric(), place), runs: data.runs,
    });
    legend();
    const unfinished = data.runs.filter((run) => run.far);
    $("#unfinished").hidden = !unfinished.length;
    $("#unfinished").replaceChildren(...unfinished.map((run) => el("li", {}, Answers.who(run, run.short), el("span", { class: "quiet number" }, Answers.far(run)))));
  }

  /** What searching and the list need, and the first picture of the page does not. */
  async function complete() {
    const now = data;
    try {
      const [questions, faces] = await Promise.all([optotype.load("questions"), optotype.load("faces")]);
      if (now !== data) return;
      questions.forEach((text, place) => { data.searched[place] += ` ${Filters.plain(text)}`; });
      list.questions = questions;
      list.faces = faces;
      if (!data.lists && hasLists()) { await lists(); if (!$("#filters").hidden) filter(); }
      if (view.q) { filter(); look(view); }
    } catch (error) { toast(say("items.unloaded", { file: error.message.split(" ")[0] })); }
    finally { $("#browser").setAttribute("aria-busy", "false"); }
  }

  async function begin() {
    try { take(await optotype.load("index")); }
    catch {
      $("#item").replaceChildren(el("div", { class: "waiting", role: "alert" }, el("p", {}, say("items.unloaded", { file: "data/index.js" })), el("button", { class: "button", type: "button", onclick: begin }, say("items.again"))));
      return;
    }
    if (view.list && hasLists()) await lists();
    look(view);
    addEventListener("hashchange", () => look(parse(location.hash)));
    document.addEventListener("keydown", pressed);
    $("#item").addEventListener("click", (event) => {
      const to = event.target.closest("[data-step]")?.dataset.step;
      if (to) ({ back, link: copy, previous: () => step(-1), next: () => step(1) })[to]();
    });
    $("#filters-button").addEventListener("click", () => openFilters());
    $("#keys-button").addEventListener("click", () => $("#keys").showModal());
    let typed = 0;
    $("#search").addEventListener("input", () => { clearTimeout(typed); typed = setTimeout(() => change({ q: $("#search").value.trim(), item: null }), 120); });
    narrow.addEventListener("change", () => list.again());
    document.addEventListener("optotype:changed", again);
    // the same view in the other language
    $(".tools a[hreflang]")?.addEventListener("click", (event) => { event.currentTarget.hash = location.hash; });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await complete();
  }

  /** A live page: the bench changed. What the reader looks at stays. */
  async function again() {
    const top = $("#list").scrollTop, down = $("#item").scrollTop;
    people = {};
    loaded.length = 0;
    try { take(await optotype.load("index")); } catch { return; }
    if (view.list && hasLists()) await lists();
    look(view);
    $("#list").scrollTop = top;
    $("#item").scrollTop = down;
    await complete();
  }

  const hasLists = () => $("#browser").hasAttribute("data-lists");
  async function lists() { try { data.lists = await optotype.load("lists"); } catch { data.lists = []; } }

  begin();
})();
