// The map: all signs on one canvas. What is pointed at, or focused in the list, is shown with its picture.

(() => {
  const { papers, words } = JSON.parse(document.querySelector("#data").textContent);
  const HUES = ["--model", "--person", "--network", "--agent", "--partly"], NONE = "--baseline";
  const EDGE = 28, REACH = 16, MOST = 40;
  const sky = document.querySelector("#sky"), seen = document.querySelector("#seen"), pen = sky.getContext("2d");
  const list = document.querySelector("#papers"), rows = [...list.querySelectorAll("button")];
  const texts = papers.map((paper) => `${paper.title} ${paper.about}`.toLocaleLowerCase());
  const say = (key, values) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  const number = (value) => value.toLocaleString(optotype.language);
  const visible = new Array(papers.length).fill(true);
  const view = { zoom: 1, x: .5, y: .5 };
  let width = 0, height = 0, chosen = -1, asked = false;

  // --- where signs are

  // the shape of the whole is kept: it is as large as the window allows, whichever of its sides is the longer
  const spans = ["x", "y"].map((axis) => {
    let low = 1, high = 0;
    for (const paper of papers) { low = Math.min(low, paper[axis]); high = Math.max(high, paper[axis]); }
    return Math.max(high - low, .05);
  });
  const unit = () => view.zoom * Math.min((width - 2 * EDGE) / spans[0], (height - 2 * EDGE) / spans[1]);
  const left = (paper) => width / 2 + (paper.x - view.x) * unit();
  const top = (paper) => height / 2 + (paper.y - view.y) * unit();

  // --- drawing

  const SHAPES = [
    (x, y, r) => { pen.moveTo(x + r, y); pen.arc(x, y, r, 0, 7); },
    (x, y, r) => pen.rect(x - .9 * r, y - .9 * r, 1.8 * r, 1.8 * r),
    (x, y, r) => { pen.moveTo(x, y - 1.15 * r); pen.lineTo(x + 1.1 * r, y + .9 * r); pen.lineTo(x - 1.1 * r, y + .9 * r); pen.closePath(); },
    (x, y, r) => { pen.moveTo(x, y - 1.25 * r); pen.lineTo(x + 1.25 * r, y); pen.lineTo(x, y + 1.25 * r); pen.lineTo(x - 1.25 * r, y); pen.closePath(); },
  ];
  const groups = [...new Set(papers.map((paper) => paper.group))].sort((a, b) => b - a);
  const members = new Map(groups.map((group) => [group, papers.flatMap((paper, place) => paper.group === group ? [place] : [])]));
  const radius = () => Math.max(3, Math.min(7, 90 / Math.sqrt(papers.length))) * Math.min(1.6, Math.sqrt(view.zoom));

  function draw() {
    asked = false;
    const scale = devicePixelRatio || 1, style = getComputedStyle(document.documentElement), size = radius();
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.lineWidth = 1;
    pen.strokeStyle = style.getPropertyValue("--raised");
    for (const group of [...groups].reverse()) {
      const shape = SHAPES[group < 0 ? 0 : group % SHAPES.length];
      pen.beginPath();
      for (const place of members.get(group)) {
        if (!visible[place]) continue;
        const x = left(papers[place]), y = top(papers[place]);
        if (x > -size && x < width + size && y > -size && y < height + size) shape(x, y, size);
      }
      pen.fillStyle = style.getPropertyValue(group < 0 ? NONE : HUES[group % HUES.length]);
      pen.fill();
      pen.stroke();
    }
    if (chosen >= 0 && visible[chosen]) {
      pen.beginPath();
      pen.arc(left(papers[chosen]), top(papers[chosen]), size + 5, 0, 7);
      pen.lineWidth = 3;
      pen.strokeStyle = style.getPropertyValue("--ink");
      pen.stroke();
    }
    place_card();
  }
  const redraw = () => { if (!asked) { asked = true; requestAnimationFrame(draw); } };

  // --- what is looked at

  const [blank, image, title, about, which] = seen.children;
  function place_card() {
    seen.hidden = chosen < 0 || !visible[chosen];
    if (seen.hidden) return;
    const x = left(papers[chosen]), y = top(papers[chosen]), wide = seen.offsetWidth, tall = seen.offsetHeight, gap = 16;
    const right = x + gap + wide <= width ? x + gap : x - gap - wide;
    const at = [Math.max(6, Math.min(right, width - wide - 6)), Math.max(6, Math.min(y - tall / 2, height - tall - 6))];
    seen.style.transform = `translate(${Math.round(at[0])}px, ${Math.round(at[1])}px)`;
  }

  function choose(place, { scroll = false, speak = false } = {}) {
    if (place === chosen) return;
    rows[chosen]?.removeAttribute("aria-current");
    chosen = place;
    if (place >= 0) {
      const paper = papers[place];
      blank.hidden = Boolean(paper.picture);
      image.hidden = !paper.picture;
      if (paper.picture) image.src = paper.picture; else image.removeAttribute("src");
      title.textContent = paper.title;
      about.textContent = paper.about;
      which.textContent = paper.picture ? words[paper.abstract ? "abstract" : "figure"] : "";
      rows[place].setAttribute("aria-current", "true");
      if (scroll) follow(rows[place].parentNode);
      if (speak) document.querySelector("#spoken").textContent = `${paper.title}. ${paper.about}`;
    }
    redraw();
  }

  /** Scrolls the list, and only the list, to one of its rows. */
  function follow(row) {
    const above = row.offsetTop - list.scrollTop, below = above + row.offsetHeight - list.clientHeight;
    if (above < 0) list.scrollTop += above; else if (below > 0) list.scrollTop += below;
  }

  function nearest(x, y, reach) {
    let best = -1, least = reach * reach;
    for (let place = 0; place < papers.length; place++) {
      if (!visible[place]) continue;
      const dx = left(papers[place]) - x, dy = top(papers[place]) - y, far = dx * dx + dy * dy;
      if (far < least) { least = far; best = place; }
    }
    return best;
  }

  /** The nearest paper in a direction; what lies aside counts for three times as far. */
  function towards(dx, dy) {
    if (chosen < 0 || !visible[chosen]) return nearest(width / 2, height / 2, Infinity);
    let best = chosen, least = Infinity;
    for (let place = 0; place < papers.length; place++) {
      if (!visible[place] || place === chosen) continue;
      const x = papers[place].x - papers[chosen].x, y = papers[place].y - papers[chosen].y;
      const ahead = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (ahead > 0 && aside <= ahead * 1.5 && ahead + 3 * aside < least) { least = ahead + 3 * aside; best = place; }
    }
    return best;
  }

  // --- larger and smaller, here and there

  function zoom(times, x = width / 2, y = height / 2) {
    const before = unit();
    view.zoom = Math.max(1, Math.min(MOST, view.zoom * times));
    const after = unit();
    view.x += (x - width / 2) * (1 / before - 1 / after);
    view.y += (y - height / 2) * (1 / before - 1 / after);
    bound();
  }
  function bound() {
    if (view.zoom === 1) [view.x, view.y] = [.5, .5];
    view.x = Math.max(0, Math.min(1, view.x));
    view.y = Math.max(0, Math.min(1, view.y));
    sky.style.touchAction = view.zoom === 1 ? "pan-y" : "none";
    redraw();
  }
  function whole() { view.zoom = 1; bound(); }
  function into_view() {
    if (chosen < 0) return;
    const x = left(papers[chosen]), y = top(papers[chosen]);
    if (x < 0 || x > width || y < 0 || y > height) { view.x = papers[chosen].x; view.y = papers[chosen].y; bound(); }
  }

  let held = null;
  sky.addEventListener("pointerdown", (event) => {
    held = { x: event.clientX, y: event.clientY, moved: false };
    sky.setPointerCapture(event.pointerId);
  });
  sky.addEventListener("pointermove", (event) => {
    if (held && event.buttons && view.zoom > 1) {
      const dx = event.clientX - held.x, dy = event.clientY - held.y;
      if (held.moved || Math.abs(dx) + Math.abs(dy) > 4) {
        view.x -= dx / unit();
        view.y -= dy / unit();
        held = { x: event.clientX, y: event.clientY, moved: true };
        sky.classList.add("held");
        bound();
        return;
      }
    }
    choose(nearest(event.offsetX, event.offsetY, REACH));
  });
  sky.addEventListener("pointerup", (event) => {
    if (!held?.moved) choose(nearest(event.offsetX, event.offsetY, 1.5 * REACH), { scroll: true });
    held = null;
    sky.classList.remove("held");
  });
  sky.addEventListener("pointerleave", () => { if (document.activeElement !== sky && !document.activeElement?.dataset?.place) choose(-1); });
  sky.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && view.zoom === 1 && event.deltaY > 0) return; // the page scrolls on
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
  }, { passive: false });
  sky.addEventListener("dblclick", (event) => zoom(2, event.offsetX, event.offsetY));

  const KEYS = {
    ArrowRight: () => choose(towards(1, 0), { scroll: true, speak: true }),
    ArrowLeft: () => choose(towards(-1, 0), { scroll: true, speak: true }),
    ArrowUp: () => choose(towards(0, -1), { scroll: true, speak: true }),
    ArrowDown: () => choose(towards(0, 1), { scroll: true, speak: true }),
    "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), 0: whole,
    Escape: () => choose(-1),
  };
  sky.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
    event.preventDefault();
    KEYS[event.key]();
    into_view();
  });
  document.querySelector("#larger").addEventListener("click", () => zoom(1.5));
  document.querySelector("#smaller").addEventListener("click", () => zoom(1 / 1.5));
  document.querySelector("#whole").addEventListener("click", whole);

  // --- the list, the legend, the search

  const of = (event) => { const row = event.target.closest("button"); return row ? Number(row.dataset.place) : -1; };
  list.addEventListener("focusin", (event) => { if (of(event) >= 0) { choose(of(event)); into_view(); } });
  list.addEventListener("pointerover", (event) => { if (of(event) >= 0) choose(of(event)); });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    for (let place = of(event) + step; place >= 0 && place < rows.length; place += step) {
      if (visible[place]) { rows[place].focus(); break; }
    }
  });

  const buttons = [...document.querySelectorAll(".legend [data-group]")], search = document.querySelector("#search");
  function filter() {
    const off = new Set(buttons.filter((button) => button.getAttribute("aria-pressed") === "false").map((button) => Number(button.dataset.group)));
    const wanted = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    papers.forEach((paper, place) => {
      const now = !off.has(paper.group) && wanted.every((word) => texts[place].includes(word));
      count += now;
      if (now !== visible[place]) { visible[place] = now; rows[place].parentNode.hidden = !now; }
    });
    document.querySelector("#count").textContent = say("shown", { count: number(count), all: number(papers.length) });
    redraw();
  }
  buttons.forEach((button) => button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") === "false");
    filter();
  }));
  document.querySelector("#all")?.addEventListener("click", () => {
    buttons.forEach((button) => button.setAttribute("aria-pressed", "true"));
    search.value = "";
    filter();
  });
  search.addEventListener("input", filter);

  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  new ResizeObserver(() => {
    const scale = devicePixelRatio || 1;
    width = sky.clientWidth;
    height = sky.clientHeight;
    sky.width = Math.round(width * scale);
    sky.height = Math.round(height * scale);
    draw();
  }).observe(sky);
})();
