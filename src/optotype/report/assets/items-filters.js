"use strict";
// What the reader asks for: which items fit, and the controls with which it is said.

const Filters = (() => {
  const { el, say, decimal } = optotype;
  const FEW = 14;  // values of a tag that stand as buttons; more are a list to choose from
  const MANY = 60;  // more are typed
  const VERDICTS = ["right", "partly", "wrong", "none"];
  const UNASKED = "not_asked";

  const plain = (text) => text.toLowerCase().replaceAll("ё", "е");
  const collator = new Intl.Collator(optotype.language, { numeric: true });

  const { tag: tagName, value: valueName } = TagNames;

  // --- which items fit

  /** Conditions on items, one for each thing that is asked for: a column with 1 where an item fulfils it. */
  function conditions(view, data) {
    const { index, lists, searched } = data, count = index.ids.length, found = new Map();
    const column = (name, fits) => {
      const made = new Uint8Array(count);
      for (let place = 0; place < count; place++) if (fits(place)) made[place] = 1;
      found.set(name, made);
    };
    const marked = (name, ...groups) => {
      const made = new Uint8Array(count);
      for (const places of groups) for (const place of places) made[place] = 1;
      found.set(name, made);
    };
    for (const [tag, values] of view.tags)
      marked(`tag.${tag}`, ...(index.tags[tag] ?? []).filter(([value]) => values.has(value)).map(([, places]) => places));
    const metric = Math.max(0, index.signatures.findIndex(([signature]) => signature === view.metric));
    for (const [id, wanted] of view.verdicts) {
      const run = index.runs.find((one) => one.id === id);
      column(`v.${id}`, (place) => run && Marks.fits(index, run, metric, place, wanted));
    }
    for (const [id, wanted] of view.states) {
      const run = index.runs.find((one) => one.id === id);
      const codes = new Set([...wanted].map((state) => state === UNASKED ? 48 : 49 + index.states.indexOf(state)));
      column(`s.${id}`, (place) => run && codes.has(run.states.charCodeAt(place)));
    }
    if (view.list) marked("list", lists?.find((one) => one.name === view.list)?.places ?? []);
    if (view.siblings) {
      const cluster = index.clusters[data.places.get(view.siblings)];
      column("siblings", (place) => cluster !== undefined && index.clusters[place] === cluster);
    }
    const terms = plain(view.q).split(/\s+/).filter(Boolean);
    if (terms.length) column("q", (place) => terms.every((term) => searched[place].includes(term)));
    return found;
  }

  /** The places of the items that fit; in the order of the list where one is asked for. */
  function fitting(view, data, all = conditions(view, data)) {
    const columns = [...all.values()], list = view.list && data.lists?.find((one) => one.name === view.list);
    const fits = (place) => columns.every((column) => column[place]);
    if (list) return [...new Set(list.places)].filter(fits);
    const found = [];
    for (let place = 0; place < data.index.ids.length; place++) if (fits(place)) found.push(place);
    return found;
  }

  /** How many items each value of a tag would leave, everything else being as it is. */
  function counts(tag, data, all) {
    const others = [...all].filter(([name]) => name !== `tag.${tag}`).map(([, column]) => column);
    return data.index.tags[tag].map(([, places]) => {
      let count = 0;
      for (const place of places) if (others.every((column) => column[place])) count++;
      return count;
    });
  }

  // --- the panel

  const toggled = (set, value) => { const next = new Set(set ?? []); if (!next.delete(value)) next.add(value); return next; };
  const changed = (map, name, set) => { const next = new Map(map); if (set?.size) next.set(name, set); else next.delete(name); return next; };
  const only = (value) => value ? new Set([value]) : null;

  function select(label, value, choices, change, hidden = false) {
    const made = el("select", { class: "field", "aria-label": hidden ? label : null, onchange: () => change(made.value) }, choices.map(([key, text]) => el("option", { value: key }, text)));
    made.value = value;
    return hidden ? made : el("label", { class: "labelled" }, label, made);
  }

  function tagControl(tag, view, data, all, change) {
    const values = data.index.tags[tag], chosen = view.tags.get(tag), left = counts(tag, data, all);
    const set = (next) => change({ tags: changed(view.tags, tag, next) });
    const order = values.map(([value], n) => [value, left[n]]).sort((a, b) => collator.compare(a[0], b[0]));
    const title = el("legend", {}, tagName(tag));
    if (values.length <= FEW)
      return el("fieldset", { class: "tag" }, title, el("div", { class: "pills" }, order.map(([value, count]) => el("button", { class: "button pill", type: "button", "data-filter": `tag.${tag}=${value}`, "aria-pressed": String(Boolean(chosen?.has(value))), onclick: () => set(toggled(chosen, value)) },
        el("span", {}, valueName(tag, value)), el("span", { class: "number quiet" }, decimal(count, 0))))));
    const now = chosen ? [...chosen][0] : "";
    if (values.length <= MANY)
      return el("fieldset", { class: "tag" }, title, select(tagName(tag), now, [["", say("items.any_value")], ...order.map(([value, count]) => [value, `${valueName(tag, value)} (${decimal(count, 0)})`])], (value) => set(only(value)), true));
    const id = `values-${tag}`;
    const input = el("input", { class: "field", list: id, value: now, placeholder: say("items.any_value"), "aria-label": tagName(tag), onchange: () => set(only(input.value)) });
    return el("fieldset", { class: "tag" }, title, input, el("datalist", { id }, order.map(([value]) => el("option", { value }))));
  }

  /** Fills the panel with controls for everything that can be asked for. */
  function panel(root, view, data, all, { change, clear, close }) {
    const { index, lists } = data, focus = document.activeElement?.dataset?.filter;
    const scrolled = root.querySelector(".filters-body")?.scrollTop ?? 0;
    const respondents = data.runs.map((run) => el("li", {},
      Answers.who(run, run.short),
      select(say("items.verdict_of", { name: run.name }), [...(view.verdicts.get(run.id) ?? [""])].sort().join(","), verdictChoices(view.verdicts.get(run.id)), (value) => change({ verdicts: changed(view.verdicts, run.id, value ? new Set(value.split(",")) : null) }), true),
      select(say("items.state_of", { name: run.name }), [...(view.states.get(run.id) ?? [""])].sort().join(","), stateChoices(index, view.states.get(run.id)), (value) => change({ states: changed(view.states, run.id, value ? new Set(value.split(",")) : null) }), true)));
    respondents.forEach((row, n) => row.querySelectorAll("select").forEach((one, m) => { one.dataset.filter = `${m ? "s" : "v"}.${data.runs[n].id}`; }));
    root.replaceChildren(
      el("div", { class: "filters-head" }, el("h2", {}, say("items.filters"), " ", el("span", { class: "quiet small number" }, document.querySelector("#count").textContent)),
        el("button", { class: "button plain", type: "button", onclick: clear }, say("items.clear")),
        el("button", { class: "button icon plain", type: "button", "aria-label": say("items.close"), onclick: close }, el("svg", { width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" }, el("path", { d: "M4 4l8 8M12 4l-8 8", class: "sign" })))),
      el("div", { class: "filters-body" },
        lists?.length ? el("section", {}, el("h3", {}, say("items.lists")), select(say("items.lists"), view.list ?? "", [["", say("items.any_list")], ...lists.map((one) => [one.name, `${listTitle(one)} (${decimal(one.places.length, 0)})`])], (value) => change({ list: value || null }), true)) : "",
        data.runs.length ? el("section", {}, el("h3", {}, say("items.respondents")),
          index.signatures.length ? select(say("items.metric"), view.metric || index.signatures[0][0], index.signatures.map(([signature, title]) => [signature, title === signature ? title : `${title} · ${signature}`]), (value) => change({ metric: value === index.signatures[0][0] ? "" : value })) : null,
          el("ul", { class: "by-respondent" }, respondents)) : "",
        Object.keys(index.tags).length ? el("section", {}, el("h3", {}, say("items.tags")), Object.keys(index.tags).map((tag) => tagControl(tag, view, data, all, change))) : ""));
    root.querySelector(".filters-body").scrollTop = scrolled;
    if (focus) [...root.querySelectorAll("[data-filter]")].find((one) => one.dataset.filter === focus)?.focus();
  }

  /** What a selection offers: each thing alone, and what a link asked for if that is several. */
  function withAsked(choices, asked, name) {
    const now = [...(asked ?? [])].sort().join(",");
    return choices.some(([value]) => value === now) ? choices : [...choices, [now, [...asked].map(name).join(", ")]];
  }
  const verdictName = (name) => VERDICTS.includes(name) ? say(`items.${name}`) : name;
  const verdictChoices = (asked) => withAsked([["", say("items.any_verdict")], ...VERDICTS.map((name) => [name, verdictName(name)]), ["none,partly,wrong", ["partly", "wrong", "none"].map(verdictName).join(", ")]], asked, verdictName);
  const stateChoices = (index, asked) => withAsked([["", say("items.any_state")], ...[...index.states, UNASKED].map((name) => [name, say(`states.${name}`)])], asked, (name) => say(`states.${name}`));
  const listTitle = (list) => (typeof list.title === "object" ? list.title?.[optotype.language] : list.title) || list.name;

  // --- what is asked for, as chips that can be taken away

  function chosen(view, data) {
    const runName = (id) => data.runs.find((run) => run.id === id)?.short ?? id;
    const list = data.lists?.find((one) => one.name === view.list);
    return [
      view.list && [say("items.list", { name: list ? listTitle(list) : view.list }), { list: null }],
      view.siblings && [say("items.siblings_of", { id: view.siblings }), { siblings: null }],
      ...[...view.tags].flatMap(([tag, values]) => [...values].map((value) => [`${tagName(tag)}: ${valueName(tag, value)}`, { tags: changed(view.tags, tag, toggled(values, value)) }])),
      ...[...view.verdicts].map(([id, wanted]) => [`${runName(id)}: ${[...wanted].map(verdictName).join(", ")}`, { verdicts: changed(view.verdicts, id, null) }]),
      ...[...view.states].map(([id, wanted]) => [`${runName(id)}: ${[...wanted].map((name) => say(`states.${name}`)).join(", ")}`, { states: changed(view.states, id, null) }]),
      view.metric && [`${say("items.metric")} ${view.metric}`, { metric: "" }],
    ].filter(Boolean);
  }

  return { conditions, fitting, panel, chosen, plain };
})();
