"use strict";
// The page in which people work: takes tasks, keeps drafts, hands in, and never loses what was filled in.

document.addEventListener("DOMContentLoaded", () => {
  const { el, say } = optotype;
  const { root } = document.documentElement.dataset; // of all addresses: a server in front may keep the studio under a path
  const $ = (id) => document.getElementById(id);
  const sheet = $("sheet"), project = sheet.dataset.project, crowd = "crowd" in sheet.dataset, key = document.querySelector('meta[name="form-key"]').content;
  let now = null, following = null, seconds = 0, since = null, id = null, draftTimer = null, enter = null, busy = false, times = [], before = [], begun = false;

  // --- talking to the server: what fails because nobody answers is tried again, under the same name

  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  async function ask(method, address, body) {
    for (let pause = 500; ; pause = Math.min(pause * 2, 15000)) {
      try {
        const reply = await fetch(address, { method, headers: body === undefined ? {} : { "content-type": "application/json", "x-form-key": key }, body: body === undefined ? undefined : JSON.stringify(body) });
        if (reply.status === 401) { location.assign(`${root}/sign-in`); return new Promise(() => {}); }
        if (reply.status < 500 && reply.status !== 429) { if ($("status").dataset.trouble) status(""); return { ok: reply.ok, status: reply.status, data: await reply.json() }; }
      } catch { /* nobody answers */ }
      status(say("work.offline"), true);
      await wait(pause);
    }
  }

  function status(text, trouble = false) {
    $("status").textContent = text;
    if (trouble) $("status").dataset.trouble = "1"; else delete $("status").dataset.trouble;
  }

  // --- the time that somebody looks at a task: a page that lies behind others counts for nothing

  const tick = () => { if (since !== null) { seconds += (performance.now() - since) / 1000; since = document.hidden ? null : performance.now(); } else if (!document.hidden) since = performance.now(); };
  document.addEventListener("visibilitychange", tick);

  // --- drafts: in this browser at once, at the server a moment later

  const drawer = (turn) => `optotype-draft-${project}-${turn}`;
  function keepDraft() {
    const turn = now.turn, filled = structuredClone(Blocks.filled);
    try { localStorage.setItem(drawer(turn), JSON.stringify(filled)); } catch { /* the server has it soon */ }
    clearTimeout(draftTimer);
    draftTimer = setTimeout(async () => {
      const reply = await ask("PUT", `${root}/api/turns/${turn}/draft`, { filled });
      if (reply.ok && now?.turn === turn) status(say("work.saved"));
    }, 1200);
  }
  function drafted(given) {
    try { const kept = localStorage.getItem(drawer(given.turn)); return kept ? JSON.parse(kept) : given.draft; } catch { return given.draft; }
  }

  // --- showing a task

  function show(given) {
    now = given; following = null; enter = null; seconds = 0; since = document.hidden ? null : performance.now(); id = crypto.randomUUID();
    sheet.setAttribute("aria-busy", "false");
    if (!given) {
      $("where").textContent = ""; $("flag").hidden = $("skip").hidden = true;
      sheet.classList.add("alone");
      sheet.replaceChildren(el("div", { class: "door card" }, el("h2", {}, say("work.nothing")), el("p", {}, say("work.nothing_lead")), el("p", {}, el("a", { href: `${root}/` }, say("doors.home")))));
      arrive();
      return;
    }
    $("flag").hidden = crowd;
    $("skip").hidden = crowd || given.again;
    dress(Blocks.show(sheet, { ...given, draft: drafted(given) }, keepDraft));
    $("where").textContent = `${given.training ? `${say("work.training")} · ` : ""}${say("work.task", { number: given.number })} · ${say("work.done", { done: given.done })}`;
    $("flag").setAttribute("aria-pressed", String(given.flagged));
    const left = given.closes ? (given.closes - Date.now() / 1000) / 3600 : null;
    $("deadline").textContent = left === null ? "" : left > 48 ? say("work.deadline", { days: Math.floor(left / 24) }) : say("work.deadline_hours", { hours: Math.max(0, Math.floor(left)) });
    const recent = times.slice(-10);
    $("pace").textContent = recent.length > 1 ? say("work.pace", { pace: Math.round(3600 * (recent.length - 1) / ((recent.at(-1) - recent[0]) / 1000)) }) : "";
    scrollTo(0, 0);
    arrive();
    preload(given);
  }

  /** Whoever works by keyboard goes on at the new task, and hears of it: what had the focus is gone with the old one. */
  function arrive() {
    if (begun) sheet.focus({ preventScroll: true });
    begun = true;
  }

  /** Puts below a task, or below a page of it, what can be done with it. */
  function dress(form) {
    const button = (id, word, key, act, kind, more = {}) => el("button", { class: `button ${kind}`, type: "button", id, onclick: act, ...more }, say(`work.${word}`), " ", el("kbd", {}, key));
    const page = Blocks.page, last = !page || page.last;
    if (now.again) form.prepend(el("p", { class: "note small" }, say("work.again")));
    form.append(el("div", { class: "hand-in" },
      last ? button("hand-in", "hand_in", "Enter", handIn, "main-button") : button("next", "next", "Enter", () => leaf(1), "main-button"),
      page?.at ? button("previous", "previous", "B", () => leaf(-1), "plain") : crowd ? null : button("back", "back", "B", goBack, "plain", { disabled: !before.length })));
  }

  /** Opens the next page of a task, or the one before. */
  function leaf(by) {
    const form = Blocks.leaf(by);
    if (!form) return;
    dress(form);
    scrollTo(0, 0);
  }

  // --- before the first task, and after a batch

  /** Asks what is asked once about a person. */
  function introduce(blocks) {
    const kept = `optotype-background-${project}`;
    let draft = {};
    try { draft = JSON.parse(localStorage.getItem(kept) ?? "{}"); } catch { /* it is asked anew */ }
    show(null);
    const form = Blocks.show(sheet, { turn: 0, blocks, draft }, () => { try { localStorage.setItem(kept, JSON.stringify(Blocks.filled)); } catch { /* it is short */ } });
    form.prepend(el("div", { class: "page-head" }, el("h2", {}, say("crowd.background")), el("p", { class: "quiet small" }, say("crowd.background_lead"))));
    const go = async () => {
      Blocks.complain(null, "");
      if (Blocks.lacks(blocks)) return;
      const reply = await ask("POST", `${root}/api/projects/${project}/background`, { filled: Blocks.filled });
      if (!reply.ok) { if (reply.data.field) Blocks.complain(reply.data.field, reply.data.error); else status(reply.data.error, true); return; }
      try { localStorage.removeItem(kept); } catch { /* it is not asked again */ }
      await next();
    };
    form.append(el("div", { class: "hand-in" }, el("button", { class: "button main-button", type: "button", id: "go-on", onclick: go }, say("work.go_on"), " ", el("kbd", {}, "Enter"))));
    enter = go;
  }

  /** After a batch: the code, and another batch for whoever likes. */
  function finished({ codes, more }) {
    show(null);
    const code = codes.at(-1), copied = el("span", { class: "small quiet", role: "status" });
    const copy = async () => { try { await navigator.clipboard.writeText(code); copied.textContent = say("crowd.copied"); } catch { getSelection().selectAllChildren($("code")); } };
    const card = el("div", { class: "door card finished" }, el("h2", { tabindex: "-1" }, say("crowd.thanks")),
      el("div", {}, el("p", { class: "small quiet" }, say("crowd.code")), el("p", { class: "code mono", id: "code" }, code)),
      el("div", { class: "others" }, el("button", { class: "button", type: "button", id: "copy", onclick: copy }, say("crowd.copy")), copied),
      el("p", { class: "small" }, say("crowd.code_lead")),
      codes.length > 1 ? el("div", {}, el("p", { class: "small quiet" }, say("crowd.earlier")), el("ul", { class: "mono small" }, codes.slice(0, -1).map((one) => el("li", {}, one)))) : null,
      more ? el("button", { class: "button", type: "button", id: "another", onclick: () => next(true) }, say("crowd.another")) : el("p", { class: "small quiet" }, say("crowd.no_more")));
    sheet.replaceChildren(card);
    card.querySelector("h2").focus();
  }

  /** What comes next: a task, or what is to be said before or after. */
  function follow(data) {
    if (data.background) introduce(data.background);
    else if (!data.given && data.codes?.length) finished(data);
    else show(data.given);
  }

  /** Loads the next task before it is needed, with its pictures. */
  async function preload(given) {
    if (given.again) return;
    const reply = await ask("POST", `${root}/api/projects/${project}/take`, { after: given.turn });
    if (!reply.ok || now !== given) return;
    following = reply.data.given;
    for (const picture of Blocks.pictures(following?.blocks ?? [])) new Image().src = `${root}/turns/${following.turn}/pictures/${picture}`;
  }

  // --- what people do

  async function next(another = false) {
    sheet.setAttribute("aria-busy", "true");
    const reply = await ask("POST", `${root}/api/projects/${project}/take`, another ? { another } : {});
    if (!reply.ok) { status(reply.data.error, true); return; }
    follow(reply.data);
  }

  async function handIn() {
    if (!now || busy) return;
    busy = true;
    clearTimeout(draftTimer);
    tick();
    status(say("work.saving"));
    Blocks.complain(null, "");
    const done = now, reply = await ask("POST", `${root}/api/turns/${done.turn}/hand-in`, { id, filled: Blocks.filled, seconds: Math.min(seconds, 604800), take: true });
    busy = false;
    if (!reply.ok) {
      status(reply.data.field ? "" : reply.data.error, !reply.data.field);
      if (reply.data.field) {
        const form = Blocks.find(reply.data.field);
        if (form) dress(form);
        Blocks.complain(reply.data.field, reply.data.error);
      }
      return;
    }
    try { localStorage.removeItem(drawer(done.turn)); } catch { /* it is old then */ }
    if (!done.again) { before.push(done.turn); times.push(Date.now()); }
    status(reply.data.kept ? say("work.saved") : say("work.late"), !reply.data.kept);
    if (done.training) { feedback(reply.data); return; }
    follow(reply.data);
  }

  /** In training: what would have been right, before it goes on. */
  function feedback(data) {
    const box = el("div", { class: `note ${data.right ? "wrong" : "right"}`, role: "status" }, el("p", {}, data.right || say("work.right")),
      el("button", { class: "button main-button", type: "button", onclick: () => follow(data) }, say("work.go_on"), " ", el("kbd", {}, "Enter")));
    sheet.querySelector(".hand-in").replaceChildren(box);
    box.querySelector("button").focus();
    now = { ...now, learned: () => follow(data) };
  }

  async function goBack() {
    const turn = crowd ? null : before.pop(); // what a code was given for stays as it is
    if (!turn) return;
    const reply = await ask("GET", `${root}/api/turns/${turn}`);
    if (reply.ok) show(reply.data.given);
  }

  async function flag() {
    if (!now) return;
    const flagged = $("flag").getAttribute("aria-pressed") !== "true";
    $("flag").setAttribute("aria-pressed", String(flagged));
    now.flagged = flagged;
    await ask("POST", `${root}/api/turns/${now.turn}/flag`, { flagged });
  }

  async function skip() {
    if (!now || now.again) return;
    clearTimeout(draftTimer);
    await ask("POST", `${root}/api/turns/${now.turn}/back`, {});
    await next();
  }

  // --- keys and buttons

  const open = (name) => { const dialog = $(name); if (dialog) { if (dialog.open) dialog.close(); else dialog.showModal(); } };
  /** The keys, with those that only the fields of this task have. */
  function openKeys() {
    const list = $("keys").querySelector(".keys");
    list.querySelectorAll("[data-own]").forEach((line) => line.remove());
    for (const [...keys] of Blocks.keys()) { const does = keys.pop(); list.append(el("dt", { "data-own": true }, keys.flatMap((key) => [el("kbd", {}, key), " "])), el("dd", { "data-own": true }, does)); }
    open("keys");
  }
  $("flag").addEventListener("click", flag);
  $("skip").addEventListener("click", skip);
  $("show-keys").addEventListener("click", () => openKeys());
  $("show-guidelines")?.addEventListener("click", () => open("guidelines"));
  document.querySelectorAll("[data-close]").forEach((button) => button.addEventListener("click", () => button.closest("dialog").close()));

  const KEYS = {
    n: () => Blocks.step(1), p: () => Blocks.step(-1), u: () => Blocks.undo(),
    Enter: () => (enter ? enter() : now?.learned ? now.learned() : Blocks.page && !Blocks.page.last ? now && leaf(1) : handIn()), b: () => (now && Blocks.page?.at ? leaf(-1) : goBack()), f: flag, s: skip, g: () => open("guidelines"), "?": () => openKeys(),
    "+": () => Blocks.stage()?.zoom(1.35), "=": () => Blocks.stage()?.zoom(1.35), "-": () => Blocks.stage()?.zoom(1 / 1.35), "0": () => Blocks.stage()?.whole(),
    ArrowLeft: () => Blocks.stage()?.move(60, 0), ArrowRight: () => Blocks.stage()?.move(-60, 0), ArrowUp: () => Blocks.stage()?.move(0, 60), ArrowDown: () => Blocks.stage()?.move(0, -60),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); KEYS.Enter(); } else if (!document.querySelector("dialog[open]") && Blocks.key(event)) event.preventDefault();
      return;
    }
    const pressed = optotype.pressed(event);
    if (document.querySelector("dialog[open]") && pressed !== "?" && pressed !== "g") return;
    const writing = event.target.matches("textarea, input[type=text]");
    if (writing && !(event.key === "Enter" && event.target.matches("input"))) { if (event.key === "Escape") event.target.blur(); return; }
    if (event.key === "Enter" && event.target.matches("button, a, summary")) return;
    if (event.key.startsWith("Arrow") && event.target.matches("input[type=radio]")) return;
    if (/^[1-9]$/.test(event.key) && Blocks.digit(Number(event.key) - 1)) { event.preventDefault(); return; }
    if (Blocks.key(event)) { event.preventDefault(); return; }
    const act = KEYS[pressed.length === 1 ? pressed.toLowerCase() : pressed];
    if (act) { event.preventDefault(); act(); }
  });
  for (const kind of ["focusin", "focusout"]) sheet.addEventListener(kind, () => queueMicrotask(Blocks.mark));
  addEventListener("beforeunload", (event) => { if (busy || $("status").dataset.trouble) event.preventDefault(); });

  next();
});
