"use strict";
// A page that is served live follows the bench: when something came, it fetches itself again and takes over what
// changed, where it changed. What the reader did stays: place, order of tables, what is open, focus.

(() => {
  const { el, say, decimal } = optotype;
  const body = document.body, main = document.querySelector("main"), nav = document.querySelector(".nav");
  // what scripts of a page draw is marked as data-drawn; they hear of changes by the event `optotype:changed`
  let version = body.dataset.live, busy = false, last = null;
  let known = { main: main.cloneNode(true), nav: nav.cloneNode(true) }; // as the server sent them

  // --- the sign in the header

  const dot = el("span", { class: "live-dot" }), word = el("span", { class: "live-word" }), far = el("span", { class: "live-far" });
  const sign = el("div", { class: "live", id: "live" }, dot, word, far);
  const spoken = el("span", { class: "unseen", role: "status" });
  document.head.append(el("link", { rel: "stylesheet", href: new URL("live.css", document.currentScript.src).href }));
  document.querySelector(".tools").before(sign, spoken);

  const figure = (run) => run.total === null ? say("live.counted", { done: decimal(run.done, 0) })
    : say("live.progress", { done: decimal(run.done, 0), total: decimal(run.total, 0) });

  function show(state, text, runs = []) {
    sign.dataset.state = state;
    word.textContent = text;
    const [only] = runs;
    const sum = { done: 0, total: 0 };
    for (const run of runs) { sum.done += run.done; sum.total = run.total === null || sum.total === null ? null : sum.total + run.total; }
    far.replaceChildren(...(runs.length === 0 ? [] : [
      el("span", { class: "live-name" }, runs.length === 1 ? only.name : say("live.runs", { count: runs.length })),
      el("span", { class: "live-figure number" }, figure(sum)),
    ]));
    sign.title = runs.length ? runs.map((run) => say("live.run", { name: run.name, progress: figure(run) })).join("\n") : say("live.hint");
  }

  /** Says what matters to somebody who cannot see the sign; not every figure. */
  function speak(text) { if (spoken.textContent !== text) spoken.textContent = text; }

  // --- what the reader did

  const inside = (element, root) => {
    const path = [];
    for (let at = element; at !== root; at = at.parentNode) {
      if (at.id) return { id: at.id, path, name: element.nodeName };
      path.unshift([...at.parentNode.children].indexOf(at));
    }
    return { path, name: element.nodeName };
  };
  const again = (place, root) => {
    const from = place.id === undefined ? root : document.getElementById(place.id);
    const found = place.path.reduce((at, number) => at?.children[number], from);
    return found?.nodeName === place.name ? found : null;
  };
  /** Each element with a name that does not depend on its place: its id, or what is written on it and how often before. */
  const named = (elements, text) => {
    const times = new Map();
    return [...elements].map((element) => {
      const label = element.id || text(element), count = times.get(label) ?? 0;
      times.set(label, count + 1);
      return [`${label} ${count}`, element];
    });
  };
  const folds = (root) => named(root.querySelectorAll("details"), (fold) => (fold.querySelector("summary :is(h2, h3)") ?? fold.querySelector("summary"))?.textContent ?? "");
  const fields = (root) => named(root.querySelectorAll("input, select, textarea"), (field) => field.name);

  function remember(root) {
    const focused = root.contains(document.activeElement) && document.activeElement !== root ? inside(document.activeElement, root) : null;
    return {
      focused,
      window: [scrollX, scrollY],
      scrolled: [...root.querySelectorAll("*")].filter((at) => at.scrollLeft || at.scrollTop).map((at) => [inside(at, root), at.scrollLeft, at.scrollTop]),
      open: new Map(folds(root).map(([name, fold]) => [name, fold.open])),
      filled: new Map(fields(root).map(([name, field]) => [name, [field.value, field.checked]])),
      sorted: [...root.querySelectorAll("table[data-sorted][id]")].map((table) => {
        const head = table.tHead.querySelector("th[aria-sort]");
        return [table.id, head.textContent, head.getAttribute("aria-sort")];
      }),
    };
  }

  function recall(root, kept) {
    for (const [id, label, order] of kept.sorted) {
      const head = [...(document.getElementById(id)?.tHead?.querySelectorAll("th") ?? [])].find((head) => head.textContent === label);
      for (let turn = 0; turn < 2 && head && head.getAttribute("aria-sort") !== order; turn++) head.querySelector("button").click();
    }
    for (const [name, fold] of folds(root)) if (kept.open.has(name) && fold.open !== kept.open.get(name)) fold.open = kept.open.get(name);
    for (const [name, field] of fields(root)) {
      const [value, checked] = kept.filled.get(name) ?? [field.value, field.checked];
      if (field.type !== "file" && field.value !== value) field.value = value;
      if (field.checked !== checked) field.checked = checked;
    }
    for (const [place, left, top] of kept.scrolled) again(place, root)?.scrollTo({ left, top, behavior: "instant" });
    if (kept.focused && !root.contains(document.activeElement)) again(kept.focused, root)?.focus({ preventScroll: true });
    if (scrollX !== kept.window[0] || scrollY !== kept.window[1]) scrollTo({ left: kept.window[0], top: kept.window[1], behavior: "instant" });
  }

  // --- what changed on the page: from what the server sent before to what it sends now

  const shape = (table) => `${table.rows.length} ${table.tHead?.rows[0]?.cells.length}`;

  function change(shown, old, fresh) {
    if (old.isEqualNode(fresh)) return;
    const sortable = shown.nodeName === "TABLE" && shown.hasAttribute("data-sortable");
    const apart = shown.nodeName !== fresh.nodeName || old.nodeName !== fresh.nodeName;
    if (apart || (sortable && (shown.hasAttribute("data-sorted") || shape(shown) !== shape(fresh)))) {
      const made = document.importNode(fresh, true);
      shown.replaceWith(made);
      ready(made);
      return;
    }
    if (shown.nodeType !== Node.ELEMENT_NODE) { shown.nodeValue = fresh.nodeValue; return; }
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) shown.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) shown.setAttribute(name, value);
    if (shown.hasAttribute("data-drawn")) return;
    const [now, before, next] = [shown, old, fresh].map((at) => [...at.childNodes]);
    if (now.length === next.length && before.length === next.length) next.forEach((child, place) => change(now[place], before[place], child));
    else {
      shown.replaceChildren(...next.map((child) => document.importNode(child, true)));
      ready(shown);
    }
  }

  function ready(root) {
    if (root.nodeType !== Node.ELEMENT_NODE) return;
    const tables = "table.data[data-sortable]";
    [...(root.matches(tables) ? [root] : []), ...root.querySelectorAll(tables)].forEach(optotype.sortable);
  }

  function take(page) {
    const fresh = { main: page.querySelector("main"), nav: page.querySelector(".nav") };
    document.title = page.title;
    for (const [part, shown] of [["nav", nav], ["main", main]]) keep(shown, () => change(shown, known[part], fresh[part]));
    known = fresh;
  }

  /** Does something to a part of the page that leaves alone what the reader did to it. */
  function keep(root, act) {
    const kept = remember(root);
    act();
    recall(root, kept);
  }

  /** Fetches the page again until it shows what the server has. */
  async function follow() {
    if (busy) return;
    busy = true;
    try {
      while (last && !last.trouble && last.version !== version) {
        const wanted = last.version;
        const response = await fetch(location.pathname + location.search, { cache: "no-cache" });
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        if (page.body.dataset.page !== body.dataset.page) {
          if (response.ok) location.reload(); // a page that was not there before
          return;
        }
        take(page);
        version = page.body.dataset.live || wanted;
        body.dataset.live = version;
        optotype.forget();
        document.dispatchEvent(new CustomEvent("optotype:changed", { detail: { version, keep } }));
        if (version !== wanted) return; // the page is ahead of the news, which will come
      }
    } catch { /* the server is gone: the listener finds out, and tells */ } finally { busy = false; }
  }

  // --- listening

  let source = null, timer = null, failures = 0;

  function heard(news) {
    const ended = (last?.runs ?? []).filter((run) => !news.runs.some((other) => other.run === run.run));
    if (failures > 1) speak(say("live.back"));
    failures = 0;
    last = news;
    show(news.trouble ? "stuck" : "live", say(news.trouble ? "live.stuck" : "live.live"), news.trouble ? [] : news.runs);
    if (news.trouble) { sign.title = news.trouble; speak(say("live.stuck")); }
    for (const run of ended) speak(say("live.done", { name: run.name }));
    follow();
  }

  function listen() {
    clearTimeout(timer);
    source?.close();
    source = new EventSource("/live");
    source.onmessage = (event) => heard(JSON.parse(event.data));
    source.onerror = () => {
      source.close();
      failures += 1;
      if (failures > 1) { show("lost", say("live.lost")); speak(say("live.lost")); }
      timer = setTimeout(listen, Math.min(500 * 2 ** failures, 8000));
    };
  }

  // a browser keeps few connections to one server: pages that nobody sees do not listen
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { clearTimeout(timer); source?.close(); source = null; } else listen();
  });
  show("live", say("live.live"));
  if (!document.hidden) listen();
})();
