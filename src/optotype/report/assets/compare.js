"use strict";
// Two runs beside each other. Figures come from data/pairs/A-B.js, where A was begun before B; the reader may want it
// the other way round. The address says what is shown: #a=RUN&b=RUN&metric=SIGNATURE. A live page draws the same pair
// again when something came.

document.addEventListener("DOMContentLoaded", () => {
  const { el, say, decimal, percent } = optotype;
  const chooser = document.querySelector("#chooser"), result = document.querySelector("#result"), details = document.querySelector("#details");
  const selects = { a: document.querySelector("#run-a"), b: document.querySelector("#run-b") };
  const metric = document.querySelector("#metric");
  const VERDICTS = ["right", "partly", "wrong"];

  // --- what is chosen

  function asked() {
    const found = new URLSearchParams(location.hash.slice(1));
    return { a: found.get("a"), b: found.get("b"), metric: found.get("metric") };
  }

  function go(a, b, signature) {
    const parts = { a, b, metric: signature };
    const next = Object.entries(parts).filter(([, value]) => value).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
    if (location.hash.slice(1) === next) show(); else location.hash = next;
  }

  const entry = (select) => { const { value, text, dataset } = select.selectedOptions[0]; return { id: value, name: text, number: Number(dataset.number), kind: dataset.kind }; };
  const chooses = (select, id) => { const place = [...select.options].findIndex((option) => option.value === id); if (place >= 0) select.selectedIndex = place; return place >= 0; };

  for (const select of Object.values(selects)) select.addEventListener("change", () => go(selects.a.value, selects.b.value, asked().metric));
  document.querySelector("#swap").addEventListener("click", () => go(selects.b.value, selects.a.value, asked().metric));
  metric.addEventListener("change", () => go(selects.a.value, selects.b.value, metric.value));
  window.addEventListener("hashchange", () => show());
  document.addEventListener("optotype:changed", ({ detail }) => show(detail.keep));
  // a field of the matrix stands far below what it changes
  document.addEventListener("click", (event) => {
    if (!event.target.closest("table.matrix a")) return;
    chooser.scrollIntoView({ block: "center" });
    selects.a.focus({ preventScroll: true });
  });

  // --- what is shown

  let latest = 0, before = {};

  /** Shows the pair that is asked for; the same as before where nobody asked, but something came. */
  async function show(keep = null) {
    const turn = ++latest, { a: first, b: second, metric: signature } = { ...asked(), ...(keep ? before : {}) };
    // a link to something else on the page is not a choice
    const unknown = [first && !chooses(selects.a, first) && first, second && !chooses(selects.b, second) && second].filter(Boolean);
    if (!first || selects.a.selectedIndex < 0) selects.a.selectedIndex = 0;
    if (!second || selects.b.selectedIndex < 0) selects.b.selectedIndex = selects.a.selectedIndex === 0 ? 1 : 0;
    const a = entry(selects.a), b = entry(selects.b);
    before = { a: first ?? a.id, b: second ?? b.id };
    // whoever hears the page is told what they chose, not every figure that comes
    result.setAttribute("aria-live", keep ? "off" : "polite");
    mark(a, b);
    if (unknown.length) return complain("unknown", { name: unknown[0] });
    if (a.id === b.id) return complain("same");
    const turned = a.number > b.number;
    let pair;
    try {
      pair = await optotype.load(`pairs/${Math.min(a.number, b.number)}-${Math.max(a.number, b.number)}`);
    } catch {
      return turn === latest && !keep && complain("missing");
    }
    if (turn !== latest) return;
    const chosen = pair.metrics.find((found) => found.signature === signature) ?? pair.metrics[0];
    const names = (some) => some.map((one) => one.value ?? one.signature).join("\n");
    if (names([...metric.options]) !== names(pair.metrics)) metric.replaceChildren(...pair.metrics.map((found) => el("option", { value: found.signature, title: found.signature }, found.title)));
    metric.value = chosen?.signature ?? "";
    metric.closest("label").hidden = pair.metrics.length < 2;
    if (!chosen) return complain("nothing");
    const found = turned ? turn_round(chosen) : chosen;
    const sides = { a: { ...a, letter: "A" }, b: { ...b, letter: "B" } };
    const draw = () => {
      result.replaceChildren(...sentence(found, sides, pair.confidence));
      details.replaceChildren(el("div", { class: "beside" }, scores(found, sides), corners(found, sides)), notes(found, pair.warnings), by_tag(found, sides, pair.confidence, turned));
    };
    if (keep) keep(details.parentNode, draw); else draw();
  }

  function complain(reason, values) {
    result.replaceChildren(el("p", { class: "note" }, say(`compare.${reason}`, values)));
    details.replaceChildren();
  }

  /** Where the pair stands in the matrix. */
  function mark(a, b) {
    const wanted = [`#a=${encodeURIComponent(a.id)}&b=${encodeURIComponent(b.id)}`, `#a=${encodeURIComponent(b.id)}&b=${encodeURIComponent(a.id)}`].map(plain);
    document.querySelectorAll("table.matrix a").forEach((link) => {
      if (wanted.includes(plain(link.getAttribute("href")))) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
    });
  }
  const plain = (hash) => [...new URLSearchParams(hash.slice(1))].join("&");

  /** The same comparison with A and B exchanged. */
  function turn_round(found) {
    const minus = ([value, low, high]) => [-value, high === null ? null : -high, low === null ? null : -low];
    const other = { only_a: "only_b", only_b: "only_a", unheard_a: "unheard_b", unheard_b: "unheard_a", unheard_both: "unheard_both" };
    return {
      ...found, a: found.b, b: found.a, difference: minus(found.difference), wins: found.losses, losses: found.wins,
      squares: found.squares.map((_, row) => found.squares.map((line) => line[row])),
      left_out: Object.fromEntries(Object.entries(found.left_out).map(([name, count]) => [other[name], count])),
      parts: found.parts?.map(([tag, rows]) => [tag, rows.map(([value, count, a, b, apart, low, high, p]) => [value, count, b, a, ...minus([apart, low, high]), p])]),
    };
  }

  // --- the result in words

  const count = (number) => decimal(number, 0);
  const round = (share) => { const text = percent(share); return /^-0([.,]0+)?$/.test(text) ? text.slice(1) : text.replace("-", "\u2212"); };
  const signed = (share) => (round(share).match(/^[0.,]+$/) || share < 0 ? round(share) : `+${round(share)}`);
  const end = (share) => (share === null ? "∞" : round(share));
  const chance = (p) => (p < 0.001 ? `p < ${decimal(0.001, 3)}` : `p = ${decimal(p, 3)}`);

  function sentence(found, sides, confidence) {
    const [value, low, high] = found.difference, most = 1 - confidence;
    const ahead = value > 0 ? sides.b : sides.a, ends = value > 0 ? [low, high] : [high === null ? null : -high, low === null ? null : -low];
    const values = {
      name: ahead.name, size: round(Math.abs(value)), confidence: decimal(100 * confidence, 1).replace(/[.,]0$/, ""),
      low: end(ends[0]), high: end(ends[1]), p: chance(found.corrected), alone: chance(found.p), among: count(found.among),
    };
    const held = found.corrected <= most, alone = !held && found.p <= most;
    const word = held ? "better" : alone ? "perhaps" : "alike";
    if (word === "alike") Object.assign(values, { low: end(low), high: end(high), p: chance(found.p) });
    const detail = say(`compare.${word}_detail${held && found.among === 1 ? "_alone" : ""}`, values);
    const small = found.detectable === null || found.detectable >= 1;
    const could = say(small ? "compare.too_small" : "compare.detectable", { count: count(found.count), size: small ? "" : round(found.detectable) });
    return [el("p", { class: "sentence", id: "sentence" }, say(`compare.${word}`, values)), el("p", { class: "quiet" }, `${detail} ${could}`)];
  }

  // --- scores, and the difference around zero

  const badge = (side) => el("span", { class: "letter" }, side.letter);
  const who = (side) => el("span", { class: `respondent kind kind-${side.kind}` }, badge(side), el("span", { class: "dot" }), el("span", { class: "name", title: side.name }, side.name));
  const along = (value, low, high) => `${(100 * (Math.min(Math.max(value, low), high) - low)) / (high - low)}%`;

  /** A dot with its interval between low and high, and a line at zero where that lies within. */
  function strip([value, from, to], low, high, { kind = "", open = false, lines = [] } = {}) {
    return el("svg", { class: `plot strip kind ${kind}`, width: "100%", height: 34, "aria-hidden": "true" },
      lines.map((at) => el("line", { class: at === 0 && low < 0 ? "zero" : "grid", x1: along(at, low, high), x2: along(at, low, high), y1: 0, y2: "100%" })),
      el("line", { class: "range", x1: along(from ?? low, low, high), x2: along(to ?? high, low, high), y1: 17, y2: 17 }),
      el("circle", { class: open ? "value open" : "value", cx: along(value, low, high), cy: 17, r: 4.5 }));
  }

  function axis(ticks, low, high, told) {
    return el("svg", { class: "plot axis", width: "100%", height: 18, "aria-hidden": "true" },
      ticks.map((tick) => el("text", { x: along(tick, low, high), y: 13, "text-anchor": tick === low ? "start" : tick === high ? "end" : "middle" }, told(tick))));
  }

  /** A round number that is at least as large, in shares. */
  const NICE = [0.01, 0.02, 0.04, 0.06, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];
  const nice = (share) => NICE.find((step) => step >= share - 1e-9) ?? Math.ceil(share);
  const around = (reach) => [-reach, -reach / 2, 0, reach / 2, reach];
  const points = (tick) => (tick > 0 ? "+" : tick < 0 ? "\u2212" : "") + decimal(100 * Math.abs(tick), Number.isInteger(Math.round(1e6 * tick) / 1e4) ? 0 : 1);

  // where a comma is part of the numbers, it cannot stand between them
  const ends = ([, low, high]) => `[${end(low)}${optotype.language === "en" ? "," : ";"} ${end(high)}]`;

  function scores(found, sides) {
    const all = [found.a, found.b].flat().filter((number) => number !== null);
    const low = Math.min(0, ...all), high = Math.max(1, ...all);
    const ticks = low === 0 && high === 1 ? [0, 0.25, 0.5, 0.75, 1] : [low, high];
    const reach = nice(Math.max(...found.difference.map((number) => Math.abs(number ?? 1))));
    const lines = around(reach);
    const row = (head, figure, drawn) => el("div", { class: "row" }, el("div", { class: "of" }, head), el("div", { class: "drawn" }, drawn),
      el("div", { class: "told number" }, el("b", {}, figure[0]), " ", el("span", { class: "interval" }, figure[1])));
    const scored = (side, figure) => row(who(side), [round(figure[0]), ends(figure)], strip(figure, low, high, { kind: `kind-${side.kind}`, lines: ticks }));
    return el("section", { class: "card scores", "aria-labelledby": "scores-head" }, el("h2", { id: "scores-head" }, say("compare.scores")),
      scored(sides.a, found.a), scored(sides.b, found.b),
      el("div", { class: "row scale" }, el("div", { class: "of quiet" }, say("compare.score")), el("div", { class: "drawn" }, axis(ticks, low, high, (tick) => decimal(100 * tick, 0)))),
      el("div", { class: "row apart" }, el("div", { class: "of" }, el("span", { class: "respondent" }, badge({ letter: "B" }), "\u2212", badge({ letter: "A" }))),
        el("div", { class: "drawn versus" }, strip(found.difference, -reach, reach, { lines })),
        el("div", { class: "told number" }, el("b", { id: "difference" }, signed(found.difference[0])), " ", el("span", { class: "interval" }, ends(found.difference)))),
      el("div", { class: "row scale" }, el("div", { class: "of quiet" }, say("compare.difference_axis")), el("div", { class: "drawn" }, axis(lines, -reach, reach, points),
        el("div", { class: "sides small quiet" }, el("span", {}, say("compare.a_better")), el("span", {}, say("compare.b_better"))))),
      el("p", { class: "small quiet basis" }, say("compare.basis", { count: count(found.count), clusters: count(found.clusters) }), " ", el("code", {}, found.signature), ". ",
        found.test === "t" ? null : say("compare.exact")));
  }

  // --- files

  const TABLES = [["tables", "csv", "CSV"], ["tables", "md", "Markdown"], ["tables", "tex", "LaTeX"]], PLOTS = [["plots", "svg", "SVG"], ["plots", "pdf", "PDF"]];
  const downloads = (name, files) => el("div", { class: "downloads" }, el("span", {}, `${say("table.download")}:`),
    files.flatMap(([folder, ending, title]) => [" ", el("a", { href: `${folder}/${encodeURIComponent(name)}.${ending}`, download: "" }, title)]));

  // --- item by item

  function corners(found, sides) {
    const some = VERDICTS.map((_, place) => place).filter((place) => place !== 1 || found.squares[1].some(Boolean) || found.squares.some((line) => line[1]));
    const largest = Math.max(1, ...some.flatMap((row) => some.map((column) => found.squares[row][column])));
    const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
    const link = (row, column) => `${chooser.dataset.items}#${[[`v.${sides.a.id}`, VERDICTS[row]], [`v.${sides.b.id}`, VERDICTS[column]], ["metric", found.signature]]
      .map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`;
    const called = (row, column) => (row === 1 || column === 1 ? null : row === 0 ? (column === 0 ? "both" : "only_a") : column === 0 ? "only_b" : "neither");
    const head = (letter, place, total) => [el("span", { class: "letter" }, letter), ` ${say(`compare.${VERDICTS[place]}`)} `, el("span", { class: "total" }, count(total))];
    const field = (row, column) => {
      const number = found.squares[row][column], name = called(row, column);
      const area = el("i", { class: "area", "aria-hidden": "true" });
      area.style.width = area.style.height = `${100 * Math.sqrt(number / largest)}%`;
      const inside = [area, el("span", { class: "count number" }, count(number)), name && el("span", { class: "name" }, say(`compare.${name}`)),
        el("span", { class: "share number" }, `${percent(number / found.count)} %`)];
      const label = `${say("compare.show_items")}: A ${say(`compare.${VERDICTS[row]}`)}, B ${say(`compare.${VERDICTS[column]}`)}, ${count(number)}`;
      const kind = `corner ${name ?? "between"}`;
      return el("td", {}, number ? el("a", { class: kind, href: link(row, column), "aria-label": label, "data-row": VERDICTS[row], "data-column": VERDICTS[column] }, inside)
        : el("span", { class: kind, "data-row": VERDICTS[row], "data-column": VERDICTS[column] }, inside));
    };
    const partial = some.length > 2;
    return el("section", { class: "card items", "aria-labelledby": "corners-head" }, el("h2", { id: "corners-head" }, say("compare.corners")),
      el("table", { class: partial ? "corners nine" : "corners" },
        el("thead", {}, el("tr", {}, el("td", {}), some.map((column) => el("th", { scope: "col" }, head("B", column, sum(some.map((row) => found.squares[row][column]))))))),
        el("tbody", {}, some.map((row) => el("tr", {}, el("th", { scope: "row" }, head("A", row, sum(found.squares[row]))), some.map((column) => field(row, column)))))),
      partial && el("p", { class: "small wins" }, say("compare.wins", { wins: count(found.wins), losses: count(found.losses), ties: count(found.ties) })),
      el("p", { class: "small quiet" }, say("compare.corners_hint")),
      found.files && downloads(found.files[1], TABLES));
  }

  // --- by tag

  function by_tag(found, sides, confidence, turned) {
    const section = (...inside) => el("section", { class: "section", "aria-labelledby": "tags-head" }, el("h2", { id: "tags-head" }, say("compare.by_tag")), ...inside);
    const told = (reason, ...more) => el("p", { class: "note" }, say(`compare.${reason}`, { count: details.dataset.printed }), " ",
      el("code", {}, `optotype compare ${[sides.a.id, sides.b.id, "--metric", found.signature, ...more].map(quoted).join(" ")}`));
    if (!found.parts) return section(told("no_room", "--by", "TAG"));
    const files = !found.files ? [told("no_files", "--json")] : [downloads(found.files[0], [...TABLES, ...PLOTS]),
      turned && el("p", { class: "small quiet turned" }, say("compare.files_turned", { a: sides.b.name, b: sides.a.name }))];
    if (!found.parts.length) return section(el("p", { class: "note" }, say("compare.no_tags")), files);
    return section(el("p", { class: "quiet small" }, say("compare.by_tag_lead", { mark: "*" })),
      el("div", { class: "tags" }, found.parts.map(([tag, rows], place) => tag_table(tag, rows, 1 - confidence, place < 3))), files);
  }

  /** A word as a shell takes it. */
  const quoted = (word) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

  function tag_table(tag, rows, most, early) {
    // the widest intervals, those of a few items, would make all others small: they run to the edge
    const widths = rows.flatMap((row) => [Math.abs(row[5] ?? 1), Math.abs(row[6] ?? 1)]).sort((x, y) => x - y);
    const reach = nice(Math.max(...rows.map((row) => Math.abs(row[4])), widths[Math.floor(0.75 * (widths.length - 1))]));
    const lines = around(reach), holding = rows.filter((row) => row[7] <= most).length;
    const head = (word, kind = "figure") => el("th", { scope: "col", class: kind }, word);
    const table = el("table", { class: "data parts" },
      el("thead", {}, el("tr", {}, head(say("compare.value"), ""), head(say("compare.items")), head("A"), head("B"),
        el("td", { class: "plotted" }, axis(lines, -reach, reach, points)), head(say("compare.difference")), head(say("compare.interval")), head(say("compare.p")))),
      el("tbody", {}, rows.map(([value, number, a, b, apart, low, high, p]) => {
        const holds = p <= most;
        return el("tr", {}, el("th", { scope: "row" }, TagNames.value(tag, value)), el("td", { class: "figure" }, count(number)), el("td", { class: "figure" }, round(a)), el("td", { class: "figure" }, round(b)),
          el("td", { class: "plotted versus" }, strip([apart, low, high], -reach, reach, { lines, open: !holds })),
          el("td", { class: "figure" }, el("span", { class: holds ? "holds" : "" }, signed(apart)), el("span", { class: "mark" }, holds ? "*" : "")),
          el("td", { class: "figure quiet" }, ends([apart, low, high])),
          el("td", { class: "figure" }, p < 0.001 ? `< ${decimal(0.001, 3)}` : decimal(p, 3)));
      })));
    return el("details", { class: "tag", open: early || holding > 0 }, el("summary", {}, el("h3", {}, TagNames.tag(tag)), " ",
      el("span", { class: "quiet small number" }, holding ? say("compare.holding", { count: count(holding) }) : say("compare.none_hold"))),
      el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": TagNames.tag(tag) }, table));
  }

  // --- what was not compared, and what to keep in mind

  function notes(found, warnings) {
    const reasons = { only_a: "only_scored_a", only_b: "only_scored_b", unheard_a: "unheard_a", unheard_b: "unheard_b", unheard_both: "unheard_both" };
    const left = Object.entries(reasons).filter(([reason]) => found.left_out[reason])
      .map(([reason, word]) => el("li", {}, el("b", { class: "number" }, count(found.left_out[reason])), ` ${say(`compare.${word}`)}`));
    const listed = (head, lines, class_) => el("div", { class: class_ }, el("h3", {}, head), el("ul", {}, lines));
    return el("div", { class: "notes small" },
      left.length ? listed(say("compare.left_out"), left, "left") : el("p", { class: "quiet left" }, say("compare.everything_compared")),
      warnings.length > 0 && listed(say("compare.warnings"), warnings.map(([what, names]) => el("li", {}, say(`compare.${what}`, { name: names[optotype.language] ?? "" }))), "minded"));
  }

  show();
});
