"use strict";
// How values, pictures and answers look: what was replied, what was read out of it, and what it was worth.

const Answers = (() => {
  const { el, say, language } = optotype;

  const number = (value) => value.toLocaleString(language, { maximumSignificantDigits: 12, useGrouping: false });
  const brief = (value) => value.toLocaleString(language, { maximumSignificantDigits: 3, useGrouping: false });

  // --- values in words

  const isLabels = (value) => Array.isArray(value);
  const isGraph = (value) => Boolean(value?.facts);

  /** A fact as it is written. */
  const fact = (terms) => `( ${terms.join(" , ")} )`;

  /** What was said, as a text. */
  function words(value, item) {
    if (typeof value === "boolean") return say(value ? "items.yes" : "items.no");
    if (typeof value === "number") return number(value) + (item.limits?.unit ? ` ${item.limits.unit}` : "");
    if (isLabels(value)) {
      const texts = new Map((item.options ?? []).map((option) => [option.label, option.text]));
      return value.map((label) => texts.get(label) ? `${label}: ${texts.get(label)}` : label).join(", ");
    }
    if (isGraph(value)) return value.facts.map(fact).join(" , ");
    if (typeof value === "object") return say("items.range", { low: number(value.low), high: number(value.high) });
    return value;
  }

  /** The same as elements: options with their label and a small picture. */
  function value(said, item) {
    if (isGraph(said)) return el("span", { class: "fact-row mono" }, said.facts.map((one) => [el("span", {}, fact(one)), " "]).flat());
    if (!isLabels(said)) return el("span", {}, words(said, item));
    return el("span", { class: "labels" }, said.map((label) => option(label, item, item.form !== "ranking", item.form !== "ranking" && said.length === 1)));
  }

  function option(label, item, text, picture) {
    const found = item.options?.find((one) => one.label === label);
    return el("span", { class: "label-of" }, el("b", { class: "label" }, label),
      picture && found?.picture && !found.picture.missing ? el("img", { class: "mini", src: small(found.picture), alt: found.picture.caption || found.picture.name }) : null,
      text && found?.text ? ` ${found.text}` : null);
  }

  // --- pictures

  /** The address of a picture as lists show it. */
  const small = (picture) => picture.thumbnail ? `thumbnails/${picture.file.replace(/\.\w+$/, "")}.webp` : `pictures/${picture.file}`;

  /** A picture that opens enlarged. */
  function picture(one, all, look) {
    const gone = () => el("p", { class: "note missing" }, say("items.missing", { name: one.name }));
    if (one.missing) return gone();
    const image = el("img", { src: look === "large" ? `pictures/${one.file}` : small(one), alt: one.caption || one.name, width: one.width, height: one.height, decoding: "async" });
    const button = el("button", { class: `picture ${look}`, type: "button", "aria-label": say("items.enlarge", { name: one.caption || one.name }), onclick: () => Zoom.open(all, one) }, image);
    image.addEventListener("error", () => {
      if (image.src.includes("/thumbnails/")) image.src = `pictures/${one.file}`;
      else button.replaceWith(gone());
    });
    return button;
  }

  // --- whose pictures they are

  /** Licence and source of a picture; null where the record says nothing. An address of the web can be followed, other texts are texts. */
  function credit({ licence, source }) {
    if (!licence && !source) return null;
    const web = /^https?:\/\//i.test(source ?? "");
    return el("span", { class: "credit small quiet" },
      licence ? el("span", {}, `${say("items.licence")}: `, licence) : null,
      licence && source ? " · " : null,
      source ? el("span", {}, `${say("items.source")}: `, web ? el("a", { href: source, rel: "noopener noreferrer" }, source.replace(/^https?:\/\//i, "")) : source) : null);
  }

  // --- who answered

  /** A respondent's dot and name; who does not exist is called simulated. */
  function who(run, name = run.name) {
    return el("span", { class: `respondent kind kind-${run.kind}`, title: run.name }, el("span", { class: "dot" }), el("span", {}, name));
  }
  const kind = (run) => [say(`kinds.${run.kind}`), run.simulated && say("kinds.simulated"), run.sight && say(`kinds.sight_${run.sight}`), run.far && far(run)].filter(Boolean).join(", ");

  /** How far a run is that has not come to its end. */
  function far({ far: [going, done, total] }) {
    const state = going ? "going" : "stopped", values = { done: optotype.decimal(done, 0), total: total === null ? "" : optotype.decimal(total, 0) };
    return say(total === null ? `rounds.${state}_so_far` : `rounds.${state}`, values);
  }

  // --- one answer

  /** A note in the language of the page, where it is one of ours; numbers stand in it where they stood. What a reader, or a metric of somebody else's, noted stays as it is. */
  function noted(note) {
    const numbers = note.match(/\d+/g) ?? [];
    const told = optotype.word(`notes.${note.replace(/\d+/g, "#")}`, null);
    return told === null ? note : told.replace(/#/g, () => numbers.shift());
  }

  function reply(answer, about) {
    if (!answer.raw) return el("p", { class: "quiet small" }, say("items.no_reply"));
    const shown = el("pre", { class: "raw", tabindex: 0 }, answer.raw);
    if (!answer.more) return shown;
    const [place, length] = answer.more;
    const button = el("button", { class: "button small", type: "button", onclick: async () => {
      button.disabled = true;
      try {
        const rest = await optotype.load(`long/${about.number}`);
        shown.textContent = answer.raw + rest[place];
        button.remove();
        shown.focus();
      } catch {
        button.disabled = false;
        problem.textContent = say("items.unloaded", { file: `data/long/${about.number}.js` });
      }
    } }, say("items.more", { count: optotype.decimal(length, 0) }));
    const problem = el("p", { class: "small quiet", role: "status" });
    shown.append("…");
    return el("div", {}, shown, button, problem);
  }

  /** A bar for each option that has a score, from the lowest to the highest. */
  function bars(scores, item) {
    const entries = Object.entries(scores), values = entries.map(([, score]) => score);
    const low = Math.min(0, ...values), high = Math.max(...values, low + 1e-9);
    const right = new Set((item.gold?.values ?? []).flat());
    return el("dl", { class: "bars" }, entries.map(([label, score]) => el("div", {},
      el("dt", {}, el("b", { class: right.has(label) ? "label right" : "label" }, label)),
      el("dd", {}, el("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
        el("rect", { class: "track", width: 100, height: 8 }),
        el("rect", { class: "fill", width: Math.max(.8, 100 * (score - low) / (high - low)), height: 8 })), el("span", { class: "number" }, brief(score))))));
  }

  /** A list of facts about an answer: name and what it is. */
  function pairs(...rows) {
    return el("dl", { class: "pairs" }, rows.filter((row) => row?.[1]).flatMap(([name, ...told]) => [el("dt", {}, name), el("dd", {}, told)]));
  }

  function judged(marks, state, about) {
    if (!marks?.length) return null;
    return el("ul", { class: "judged" }, marks.map(([metric, value, note, parts]) => {
      const signature = about.chunk.signatures[metric];
      const worth = value === null ? say("items.never_heard") : brief(value);
      return el("li", {}, Marks.glyph(Marks.ofScore(value, state === "failed" ? state : "given")), el("span", { class: "number worth" }, worth), el("span", { class: "metric", title: signature }, about.titles.get(signature) ?? signature), note ? el("span", { class: "quiet" }, ` ${noted(note)}`) : null, parts ? made(parts) : null);
    }));
  }

  /** What a score is made of, such as precision and recall; a part that a metric of somebody else's has is called as there. */
  function made(parts) {
    return el("span", { class: "made quiet" }, Object.entries(parts).map(([part, value]) => el("span", {}, `${optotype.word(`parts.${part}`, part)} `, el("span", { class: "number" }, brief(value)))));
  }

  function reading(answer, about) {
    const { item } = about;
    const state = answer.state === "given" ? null : el("span", { class: "state" }, say(`states.${answer.state}`));
    const order = answer.shown && say("items.shown_order", { order: answer.shown.join(", ") });
    return el("div", { class: "reading" }, pairs(
      [say("items.read_as"), state ?? value(answer.value, item)],
      answer.normal === undefined ? null : [say("items.compared_as"), el("span", { class: "mono" }, answer.normal)],
      [say("items.how_read"), answer.note && el("span", {}, noted(answer.note))],
      [say("items.said_in"), answer.said && el("span", {}, answer.said)],
      [say("items.judged"), judged(answer.marks, answer.state, about)],
      [say("items.scores"), answer.scores && bars(answer.scores, item)]),
      order ? el("p", { class: "small quiet" }, order) : null);
  }

  function spent(answer) {
    const told = [
      answer.seconds === undefined ? null : say("items.seconds", { value: brief(answer.seconds) }),
      answer.cost === undefined ? null : say("items.cost", { value: brief(answer.cost) }),
    ].filter(Boolean);
    return told.length ? el("p", { class: "spent small quiet number" }, told.join(" · ")) : null;
  }

  /** What was replied, word for word; people who chose or typed an answer left no other words. */
  function replied(run, answer, turn, count, about) {
    const wordless = run.kind === "person" && !answer.raw;
    const told = [!wordless && say("items.reply"), count > 1 && say(run.kind === "person" ? "items.turn_person" : "items.turn", { turn: turn + 1, count })].filter(Boolean);
    return el("div", { class: "turn-reply" }, told.length ? el("p", { class: "cap" }, told.join(" · ")) : null, wordless ? null : reply(answer, about), spent(answer));
  }

  /** All that a respondent said to an item; several answers where it was asked in several orders. */
  function row(run, answers, about, verdict) {
    return el("li", { class: "answer" },
      el("div", { class: "answer-who" }, el("h4", {}, who(run)), el("p", { class: "small quiet" }, kind(run)), verdict && el("p", {}, Marks.chip(verdict))),
      el("div", { class: "answer-turns" }, answers.map((answer, turn) => el("div", { class: "turn" },
        replied(run, answer, turn, answers.length, about),
        reading(answer, about)))));
  }

  return { noted, words, value, picture, small, credit, who, kind, far, row, pairs, fact, isGraph, isLabels, brief };
})();
