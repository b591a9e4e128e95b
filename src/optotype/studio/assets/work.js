"use strict";
// The page in which people work: takes tasks, keeps drafts, hands in, and never loses what was filled in.

document.addEventListener("DOMContentLoaded", () => {
  const { el, say } = optotype;
  const $ = (id) => document.getElementById(id);
  const sheet = $("sheet"), project = sheet.dataset.project, key = document.querySelector('meta[name="form-key"]').content;
  let now = null, following = null, seconds = 0, since = null, id = null, draftTimer = null, busy = false, times = [], before = [];

  // --- talking to the server: what fails because nobody answers is tried again, under the same name

  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  async function ask(method, address, body) {
    for (let pause = 500; ; pause = Math.min(pause * 2, 15000)) {
      try {
        const reply = await fetch(address, { method, headers: body === undefined ? {} : { "content-type": "application/json", "x-form-key": key }, body: body === undefined ? undefined : JSON.stringify(body) });
        if (reply.status === 401) { location.assign("/sign-in"); return new Promise(() => {}); }
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
      const reply = await ask("PUT", `/api/turns/${turn}/draft`, { filled });
      if (reply.ok && now?.turn === turn) status(say("work.saved"));
    }, 1200);
  }
  function drafted(given) {
    try { const kept = localStorage.getItem(drawer(given.turn)); return kept ? JSON.parse(kept) : given.draft; } catch { return given.draft; }
  }

  // --- showing a task

  function show(given) {
    now = given; following = null; seconds = 0; since = document.hidden ? null : performance.now(); id = crypto.randomUUID();
    sheet.setAttribute("aria-busy", "false");
    if (!given) {
      $("where").textContent = ""; $("flag").hidden = $("skip").hidden = true;
      sheet.classList.add("alone");
      sheet.replaceChildren(el("div", { class: "door card" }, el("h2", {}, say("work.nothing")), el("p", {}, say("work.nothing_lead")), el("p", {}, el("a", { href: "/" }, say("doors.home")))));
      return;
    }
    $("flag").hidden = $("skip").hidden = false;
    $("skip").hidden = given.again;
    const form = Blocks.show(sheet, { ...given, draft: drafted(given) }, keepDraft);
    if (given.again) form.prepend(el("p", { class: "note small" }, say("work.again")));
    form.append(el("div", { class: "hand-in" },
      el("button", { class: "button main-button", type: "button", id: "hand-in", onclick: handIn }, say("work.hand_in"), " ", el("kbd", {}, "Enter")),
      el("button", { class: "button plain", type: "button", id: "back", onclick: goBack, disabled: !before.length }, say("work.back"), " ", el("kbd", {}, "B"))));
    $("where").textContent = `${given.training ? `${say("work.training")} · ` : ""}${say("work.task", { number: given.number })} · ${say("work.done", { done: given.done })}`;
    $("flag").setAttribute("aria-pressed", String(given.flagged));
    const left = given.closes ? (given.closes - Date.now() / 1000) / 3600 : null;
    $("deadline").textContent = left === null ? "" : left > 48 ? say("work.deadline", { days: Math.floor(left / 24) }) : say("work.deadline_hours", { hours: Math.max(0, Math.floor(left)) });
    const recent = times.slice(-10);
    $("pace").textContent = recent.length > 1 ? say("work.pace", { pace: Math.round(3600 * (recent.length - 1) / ((recent.at(-1) - recent[0]) / 1000)) }) : "";
    scrollTo(0, 0);
    preload(given);
  }

  /** Loads the next task before it is needed, with its pictures. */
  async function preload(given) {
    if (given.again) return;
    const reply = await ask("POST", `/api/projects/${project}/take`, { after: given.turn });
    if (!reply.ok || now !== given) return;
    following = reply.data.given;
    for (const picture of Blocks.pictures(following?.blocks ?? [])) new Image().src = `/turns/${following.turn}/pictures/${picture}`;
  }

  // --- what people do

  async function next() {
    sheet.setAttribute("aria-busy", "true");
    const reply = await ask("POST", `/api/projects/${project}/take`, {});
    if (!reply.ok) { status(reply.data.error, true); return; }
    show(reply.data.given);
  }

  async function handIn() {
    if (!now || busy) return;
    busy = true;
    clearTimeout(draftTimer);
    tick();
    status(say("work.saving"));
    Blocks.complain(null, "");
    const done = now, reply = await ask("POST", `/api/turns/${done.turn}/hand-in`, { id, filled: Blocks.filled, seconds: Math.min(seconds, 604800), take: true });
    busy = false;
    if (!reply.ok) {
      status(reply.data.field ? "" : reply.data.error, !reply.data.field);
      if (reply.data.field) Blocks.complain(reply.data.field, reply.data.error);
      return;
    }
    try { localStorage.removeItem(drawer(done.turn)); } catch { /* it is old then */ }
    if (!done.again) { before.push(done.turn); times.push(Date.now()); }
    status(reply.data.kept ? say("work.saved") : say("work.late"), !reply.data.kept);
    if (done.training) { feedback(reply.data); return; }
    show(reply.data.given);
  }

  /** In training: what would have been right, before it goes on. */
  function feedback(data) {
    const box = el("div", { class: `note ${data.right ? "wrong" : "right"}`, role: "status" }, el("p", {}, data.right || say("work.right")),
      el("button", { class: "button main-button", type: "button", onclick: () => show(data.given) }, say("work.go_on"), " ", el("kbd", {}, "Enter")));
    sheet.querySelector(".hand-in").replaceChildren(box);
    box.querySelector("button").focus();
    now = { ...now, learned: () => show(data.given) };
  }

  async function goBack() {
    const turn = before.pop();
    if (!turn) return;
    const reply = await ask("GET", `/api/turns/${turn}`);
    if (reply.ok) show(reply.data.given);
  }

  async function flag() {
    if (!now) return;
    const flagged = $("flag").getAttribute("aria-pressed") !== "true";
    $("flag").setAttribute("aria-pressed", String(flagged));
    now.flagged = flagged;
    await ask("POST", `/api/turns/${now.turn}/flag`, { flagged });
  }

  async function skip() {
    if (!now || now.again) return;
    clearTimeout(draftTimer);
    await ask("POST", `/api/turns/${now.turn}/back`, {});
    await next();
  }

  // --- keys and buttons

  const open = (name) => { const dialog = $(name); if (dialog) { if (dialog.open) dialog.close(); else dialog.showModal(); } };
  $("flag").addEventListener("click", flag);
  $("skip").addEventListener("click", skip);
  $("show-keys").addEventListener("click", () => open("keys"));
  $("show-guidelines")?.addEventListener("click", () => open("guidelines"));
  document.querySelectorAll("[data-close]").forEach((button) => button.addEventListener("click", () => button.closest("dialog").close()));

  const KEYS = {
    n: () => Blocks.step(1), p: () => Blocks.step(-1),
    Enter: () => (now?.learned ? now.learned() : handIn()), b: goBack, f: flag, s: skip, g: () => open("guidelines"), "?": () => open("keys"),
    "+": () => Blocks.stage()?.zoom(1.35), "=": () => Blocks.stage()?.zoom(1.35), "-": () => Blocks.stage()?.zoom(1 / 1.35), "0": () => Blocks.stage()?.whole(),
    ArrowLeft: () => Blocks.stage()?.move(60, 0), ArrowRight: () => Blocks.stage()?.move(-60, 0), ArrowUp: () => Blocks.stage()?.move(0, 60), ArrowDown: () => Blocks.stage()?.move(0, -60),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); KEYS.Enter(); }
      return;
    }
    if (document.querySelector("dialog[open]") && event.key !== "?" && event.key !== "g") return;
    const writing = event.target.matches("textarea, input[type=text]");
    if (writing && !(event.key === "Enter" && event.target.matches("input"))) { if (event.key === "Escape") event.target.blur(); return; }
    if (event.key === "Enter" && event.target.matches("button, a, summary")) return;
    if (event.key.startsWith("Arrow") && event.target.matches("input[type=radio]")) return;
    if (/^[1-9]$/.test(event.key) && Blocks.digit(Number(event.key) - 1)) { event.preventDefault(); return; }
    const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) { event.preventDefault(); act(); }
  });
  for (const kind of ["focusin", "focusout"]) sheet.addEventListener(kind, () => queueMicrotask(Blocks.mark));
  addEventListener("beforeunload", (event) => { if (busy || $("status").dataset.trouble) event.preventDefault(); });

  next();
});
