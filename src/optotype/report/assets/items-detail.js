"use strict";
// The item that is shown: its pictures, question and options, what is right and why, and everybody's answers.

const Detail = (() => {
  const { el, say } = optotype;
  const DRAWN = 150;  // facts of a graph that can still be told apart in a drawing

  const section = (name, ...content) => el("section", { class: `part part-${name}` }, el("h3", {}, say(`items.${name}`)), ...content);
  const chip = (text, href) => href ? el("a", { class: "chip", href }, text) : el("span", { class: "chip" }, text);

  // --- the head: which item, where in the list, and what it is tagged with

  function head(about) {
    const { item, address, place, count, known } = about;
    const step = (word, sign, key) => el("button", { class: "button icon", type: "button", "data-step": key, "aria-label": say(`items.${word}`), title: say(`items.${word}`) },
      el("svg", { width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" }, el("path", { d: sign, class: "sign" })));
    const limits = item.limits ?? {}, bounds = limits.bounds;
    const form = [
      say(`items.form_${limits.several ? "several" : item.form}`),
      limits.unit && say("items.unit", { unit: limits.unit }),
      bounds && say(bounds[0] === null ? "items.at_most" : bounds[1] === null ? "items.at_least" : "items.bounds", { low: bounds[0] ?? "", high: bounds[1] ?? "" }),
      limits.unanswerable && say("items.may_be_unanswerable"),
    ].filter(Boolean).join(", ");
    const tags = Object.entries(item.tags ?? {}).flatMap(([tag, values]) => values.map((value) =>
      chip(`${tag}: ${value}`, known(tag, value) ? address({ tags: new Map([[tag, new Set([value])]]) }) : null)));
    const split = item.split && chip(`${TagNames.tag("split")}: ${item.split}`, known("split", item.split) ? address({ tags: new Map([["split", new Set([item.split])]]) }) : null);
    return el("header", { class: "item-head" },
      el("div", { class: "item-bar" },
        el("button", { class: "button back", type: "button", "data-step": "back" },
          el("svg", { width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" }, el("path", { d: "M10 3 5 8l5 5", class: "sign" })), say("items.back")),
        el("h2", { id: "item-id", tabindex: -1 }, item.id),
        el("div", { class: "steps" },
          place >= 0 ? el("span", { class: "small quiet number" }, say("items.place", { place: optotype.decimal(place + 1, 0), count: optotype.decimal(count, 0) })) : null,
          step("link", "M6.5 9.5a2.5 2.5 0 0 0 3.6 0l2.6-2.6a2.5 2.5 0 0 0-3.6-3.6l-.8.8M9.5 6.5a2.5 2.5 0 0 0-3.6 0L3.3 9.1a2.5 2.5 0 0 0 3.6 3.6l.8-.8", "link"),
          step("previous", "M10 3 5 8l5 5", "previous"), step("next", "M6 3l5 5-5 5", "next"))),
      el("p", { class: "chips" }, chip(form), split, ...tags));
  }

  // --- pictures and options

  const all = (item) => [...(item.pictures ?? []), ...(item.options ?? []).map((option) => option.picture).filter(Boolean)];

  function pictures(about) {
    const { item } = about;
    if (!item.pictures?.length) return null;
    const figures = item.pictures.map((one) =>
      el("figure", {}, Answers.picture(one, all(item), "large"), one.caption || one.licence || one.source ? el("figcaption", {}, one.caption ? el("span", { class: "caption" }, one.caption) : null, Answers.credit(one)) : null));
    return el("div", { class: `pictures${item.pictures.length > 1 ? " several" : ""}` }, figures, Gaze.control(about, figures));
  }

  function options(about) {
    const { item } = about;
    if (!item.options?.length) return null;
    const chosen = new Map(item.options.map((option) => [option.label, []]));
    if (item.form !== "ranking") {
      for (const [run, answers] of about.answers)
        for (const label of new Set(answers.flatMap((answer) => Answers.isLabels(answer.value) ? answer.value : []))) chosen.get(label)?.push(run);
      for (const answer of item.others ?? [])
        for (const label of Answers.isLabels(answer.value) ? answer.value : []) chosen.get(label)?.push(about.person(answer.by));
    }
    const ranked = item.form === "ranking";
    const right = new Set(ranked ? [] : (item.gold?.values ?? []).flat());
    const pictured = item.options.some((option) => option.picture);
    // pictures that all come from the same place are credited once
    const credits = item.options.map(({ picture }) => JSON.stringify([picture?.licence, picture?.source])), alike = new Set(credits).size === 1;
    return section("options", el("ol", { class: `options${pictured ? " pictured" : ""}` }, item.options.map((option) =>
      el("li", { class: right.has(option.label) ? "option right" : "option" },
        el("div", { class: "option-top" }, el("b", { class: "label" }, option.label),
          option.text ? el("span", { class: "option-text" }, option.text) : null,
          right.has(option.label) ? Marks.chip("right") : null),
        option.picture ? Answers.picture(option.picture, all(item), "medium") : null,
        option.picture?.caption ? el("p", { class: "option-caption small quiet" }, option.picture.caption) : null,
        option.picture && !alike ? Answers.credit(option.picture) : null,
        chosen.get(option.label).length ? el("p", { class: "choosers" }, el("span", { class: "unseen" }, say("items.chosen_by")), chosen.get(option.label).map((run) => Answers.who(run, run.short))) : null))),
      pictured && alike ? optionCredit(item.options[0].picture) : null,
      item.limits?.factors ? el("p", { class: "small quiet" }, say("items.factors", { factors: item.limits.factors.join(", ") })) : null);
  }

  const optionCredit = (picture) => { const told = Answers.credit(picture ?? {}); return told && el("p", { class: "option-credit small quiet" }, `${say("items.option_pictures")} · `, told); };

  // --- what is right, and why

  function gold(about) {
    const { item } = about;
    if (!item.gold) return section("gold", el("p", { class: "quiet" }, say("items.no_gold")));
    const { values = [], unanswerable, rule, branch, counted } = item.gold;
    const said = unanswerable ? [say("items.cannot")] : values.flatMap((one, n) => [n ? el("span", { class: "quiet" }, ` ${say("items.or")} `) : null, Answers.value(one, item)]);
    const plain = { imported: "items.imported", drawn: "items.drawn" }[rule];
    const reason = [
      plain ? say(plain) : el("span", {}, `${say("items.reason")} `, el("code", {}, rule)),
      branch && say("items.branch", { branch: Answers.noted(branch) }),
      counted && say("items.counted", { count: counted }),
    ].filter(Boolean).flatMap((part, n) => n ? [", ", part] : [part]);
    const begins = item.form === "ranking" && values.some((one) => one.length < item.options.length);
    return section("gold", el("p", { class: "gold-value" }, said), el("p", { class: "small quiet" }, reason), begins ? el("p", { class: "small quiet" }, say("items.begins")) : null);
  }

  function findings(item) {
    if (!item.findings) return null;
    return section("findings", el("ul", { class: "findings" }, item.findings.map(([severity, rule, message]) =>
      el("li", {}, el("span", { class: `verdict ${{ error: "wrong", warning: "partly" }[severity] ?? "none"}` }, say(`items.${severity}`)), el("code", {}, rule), el("span", {}, message)))));
  }

  /** What people found who checked the item: the verdict, each thing that had to be checked, and what an edit made of it. */
  function reviews(about) {
    const { item } = about;
    if (!item.reviews) return null;
    const after = (word, ...told) => [say(`items.after_${word}`), el("span", { class: "edited" }, ...told)];
    return section("reviews", el("ul", { class: "reviews" }, item.reviews.map((review) => {
      const person = about.person(review.by), edit = [
        review.question && after("question", review.question),
        review.text && after("text", review.text),
        review.options && after("options", review.options.map(({ label, text }) => `${label}: ${text}`).join("; ")),
        review.values && after("gold", review.values.flatMap((one, n) => [n ? ` ${say("items.or")} ` : null, Answers.value(one, { ...item, options: review.options ?? item.options })])),
      ].filter(Boolean);
      return el("li", { class: "review" },
        el("p", { class: "review-top" }, Marks.chip({ correct: "right", edited: "partly", rejected: "wrong" }[review.verdict], say(`items.review_${review.verdict}`)), Answers.who(person),
          person.simulated ? el("span", { class: "quiet small" }, say("kinds.simulated")) : null),
        review.note ? el("p", { class: "review-note" }, review.note) : null,
        review.criteria ? el("ul", { class: "criteria" }, Object.entries(review.criteria).map(([name, met]) => el("li", {}, Marks.glyph(met ? "right" : "wrong"), el("span", {}, `${name}: ${say(met ? "items.yes" : "items.no")}`)))) : null,
        edit.length ? Answers.pairs(...edit) : null);
    })));
  }

  // --- scene graphs: gold and one answer beside each other

  function graphs(about) {
    const { item } = about;
    const rights = (item.gold?.values ?? []).filter(Answers.isGraph).map((one) => one.facts);
    const given = about.answers.map(([run, answers]) => ({ name: run.name, answer: answers[0] }))
      .concat((item.others ?? []).map((answer) => ({ name: about.person(answer.by).name, answer })));
    if (item.form !== "graph" || (!rights.length && !given.some(({ answer }) => Answers.isGraph(answer.value)))) return null;
    const stage = el("div", { class: "graphs" });
    const select = el("select", { class: "field", onchange: () => show() }, given.map(({ name }, n) => el("option", { value: n }, name)));
    const first = given.findIndex(({ answer }) => Answers.isGraph(answer.value));
    select.value = String(Math.max(0, first));
    const panel = (title, content, ...more) => el("figure", { class: "graph-panel" }, el("figcaption", {}, title), content, ...more);
    const drawing = (facts, alone, other, name) => facts.length && facts.length <= DRAWN ? el("div", { class: "graph-scroll", tabindex: 0, role: "group", "aria-label": name }, SceneGraph.draw(facts, alone, other, say("items.graph_of", { name }))) : null;
    function show() {
      const other = given[Number(select.value)];
      const facts = Answers.isGraph(other?.answer.value) ? other.answer.value.facts : null;
      const shared = (right) => facts ? SceneGraph.compare(right, facts).both.length : 0;
      const right = rights.reduce((best, next) => best && shared(best) >= shared(next) ? best : next, null);
      const found = right && facts ? SceneGraph.compare(right, facts) : { both: [], gold: [], answer: [] };
      const reason = other && (other.answer.state === "given" ? Answers.words(other.answer.value, item) : say(`states.${other.answer.state}`));
      stage.replaceChildren(
        right ? panel(say("items.gold"), drawing(right, found.gold, facts ?? [], say("items.gold"))) : "",
        other ? panel(other.name, facts ? drawing(facts, found.answer, right ?? [], other.name) : el("p", { class: "quiet small" }, say("items.graph_unread", { reason }))) : "",
        right && facts ? el("div", { class: "fact-lists small" },
          [["both_have", found.both, "="], ["gold_only", found.gold, "−"], ["answer_only", found.answer, "+"]].filter(([, some]) => some.length).map(([word, some, sign]) =>
            el("div", { class: `fact-list ${word}` }, el("p", { class: "cap" }, `${sign} ${say(`items.${word}`)}: ${some.length}`), el("ul", {}, some.map((one) => el("li", { class: "mono" }, Answers.fact(one))))))) : "");
    }
    show();
    return section("graphs",
      given.length ? el("label", { class: "labelled" }, say("items.compare_with"), select) : null,
      rights.length > 1 ? el("p", { class: "small quiet" }, say("items.nearest", { count: rights.length })) : null, stage);
  }

  // --- rankings: gold, and everybody's order under it

  function orders(about) {
    const { item } = about;
    if (item.form !== "ranking") return null;
    const byLabel = new Map(item.options.map((option) => [option.label, option]));
    const rights = (item.gold?.values ?? []).filter(Answers.isLabels);
    const tile = (label, n, right) => {
      const option = byLabel.get(label), fits = rights.some((one) => one[n] === label);
      return el("li", { class: `tile${fits && !right ? " right" : ""}`, title: option?.text ?? option?.picture?.caption ?? "" },
        option?.picture && !option.picture.missing ? el("img", { src: Answers.small(option.picture), alt: option.picture.caption || option.picture.name }) : null,
        el("span", { class: "tile-label" }, el("b", { class: "label" }, label), fits && !right ? [Marks.glyph("right"), el("span", { class: "unseen" }, say("items.in_place"))] : null),
        option?.text ? el("span", { class: "tile-text small" }, option.text) : null);
    };
    const brief = rights.every((one) => one.length === 1);
    const line = (name, labels, right) => el("div", { class: `order${right ? " order-gold" : ""}` }, el("p", { class: "order-who" }, name), el("ol", { class: "tiles" }, labels.map((label, n) => tile(label, n, right))));
    const given = about.answers.flatMap(([run, answers]) => answers.filter((answer) => Answers.isLabels(answer.value)).map((answer) => line(Answers.who(run), answer.value, false)))
      .concat((item.others ?? []).filter((answer) => Answers.isLabels(answer.value)).map((answer) => line(Answers.who(about.person(answer.by)), answer.value, false)));
    const gold = brief && rights.length > 1 ? [line(say("items.gold"), [], true)] : rights.map((one, n) => line(n ? say("items.or") : say("items.gold"), one, true));
    // several first places, any of which is right, stand in one line
    if (brief && rights.length > 1) gold[0].querySelector(".tiles").append(...rights.flatMap(([label], n) => [n ? el("li", { class: "or small quiet" }, say("items.or")) : "", tile(label, 0, true)]));
    return section("orders", ...gold, ...given);
  }

  // --- everybody's answers, and where the item comes from

  function answers(about) {
    const { item } = about;
    const rows = about.answers.map(([run, given]) => Answers.row(run, given, about, about.verdict(run)));
    const others = (item.others ?? []).map((answer) => Answers.row(about.person(answer.by), [answer], about, null));
    const waiting = about.waiting.map((run) => `${run.name} (${Answers.far(run)})`).join(", ");
    const signatures = about.chunk.signatures.filter((_, n) => about.answers.some(([, given]) => given[0].marks?.some(([metric]) => metric === n)));
    const judges = signatures.flatMap((signature, n) => [n ? ", " : " ", el("code", {}, signature)]);
    return [
      section("answers", rows.length ? el("ul", { class: "answers" }, rows) : el("p", { class: "quiet" }, say("items.no_answers")),
        waiting ? el("p", { class: "note waiting-for" }, say("items.not_yet", { names: waiting })) : null,
        judges.length ? el("p", { class: "small quiet signatures" }, say("items.metric"), ...judges) : null),
      others.length ? section("others", el("ul", { class: "answers" }, others)) : null,
    ];
  }

  function origin(about) {
    const { item, address, siblings } = about;
    const [kind, ...rest] = item.origin;
    return section("about_item", Answers.pairs(
      [say("items.cluster"), el("span", { class: "mono" }, item.cluster), siblings > 1 ? el("a", { class: "siblings", href: address({ siblings: item.id }) }, say("items.siblings", { count: optotype.decimal(siblings, 0) })) : null],
      [TagNames.tag("origin"), el("span", {}, [say(`items.origin_${kind}`), ...rest].join(", "))],
      item.paper ? [say("items.paper"), el("span", { class: "mono" }, item.paper)] : null,
      item.about ? [say("items.judges"), el("a", { class: "mono", href: address({ item: item.about }) }, item.about)] : null,
      item.instruction ? [say("items.instruction"), el("pre", {}, item.instruction)] : null));
  }

  /** Draws an item into the page. */
  function show(root, about) {
    const { item } = about;
    const shown = pictures(about);
    root.replaceChildren(head(about), el("div", { class: `ask${shown ? "" : " without"}` }, shown ?? "", el("div", { class: "asked" },
      item.question ? el("p", { class: "question" }, item.question) : "",
      item.text ? el("blockquote", { class: "text" }, item.text) : "",
      options(about) ?? "", gold(about), findings(item) ?? "", reviews(about) ?? "")),
      graphs(about) ?? "", orders(about) ?? "", ...answers(about).filter(Boolean), origin(about));
  }

  /** Opens the first picture enlarged. */
  function zoom(item) { const [first] = all(item).filter((one) => !one.missing); if (first) Zoom.open(all(item), first); }

  return { show, zoom };
})();
