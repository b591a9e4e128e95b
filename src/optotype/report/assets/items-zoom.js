"use strict";
// Pictures, enlarged: the wheel or two fingers zoom, dragging moves, + - 0 do the same from the keyboard.

const Zoom = (() => {
  const { el, say } = optotype;
  const MOST = 40, STEP = 1.35;
  let dialog, stage, image, caption, buttons, pictures = [], place = 0;
  let scale = 1, x = 0, y = 0;
  const fingers = new Map();

  const SIGNS = {
    larger: "M9 3v12M3 9h12", smaller: "M3 9h12", whole: "M3 7V3h4M11 3h4v4M15 11v4h-4M7 15H3v-4",
    previous_picture: "M11 3 5 9l6 6", next_picture: "M7 3l6 6-6 6", close: "M4 4l10 10M14 4 4 14",
  };
  const button = (word, act) => el("button", { class: "button icon", type: "button", "aria-label": say(`items.${word}`), title: say(`items.${word}`), onclick: act },
    el("svg", { width: 18, height: 18, viewBox: "0 0 18 18", "aria-hidden": "true" }, el("path", { d: SIGNS[word], class: "sign" })));

  function place_image() { image.style.transform = `translate(${x}px, ${y}px) scale(${scale})`; }

  /** The scale at which the whole picture fits; a small one is enlarged, but not to a blur. */
  function whole() {
    const { clientWidth, clientHeight } = stage, width = image.naturalWidth || 1, height = image.naturalHeight || 1;
    scale = Math.min(clientWidth / width, clientHeight / height, 3);
    x = (clientWidth - width * scale) / 2;
    y = (clientHeight - height * scale) / 2;
    place_image();
  }

  /** Zooms so that what lies under a point stays there. */
  function zoom(factor, px = stage.clientWidth / 2, py = stage.clientHeight / 2) {
    const next = Math.min(MOST, Math.max(.05, scale * factor));
    x = px - (px - x) * next / scale;
    y = py - (py - y) * next / scale;
    scale = next;
    place_image();
  }

  function turn(step) {
    place = (place + step + pictures.length) % pictures.length;
    const picture = pictures[place];
    image.src = `pictures/${picture.file}`;
    image.alt = picture.caption || picture.name;
    caption.replaceChildren(picture.caption || picture.name, pictures.length > 1 ? ` (${say("items.place", { place: place + 1, count: pictures.length })})` : "");
  }

  const point = (event) => { const at = stage.getBoundingClientRect(); return [event.clientX - at.left, event.clientY - at.top]; };

  function move(event) {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = point(event);
    if (fingers.size === 1) { x += now[0] - before[0]; y += now[1] - before[1]; place_image(); }
    else {
      // what lay midway between the fingers stays midway: two that move together drag
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const apart = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]) || 1;
      x += (now[0] - before[0]) / 2;
      y += (now[1] - before[1]) / 2;
      zoom(apart(now) / apart(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    }
    fingers.set(event.pointerId, now);
  }

  const KEYS = {
    "+": () => zoom(STEP), "=": () => zoom(STEP), "-": () => zoom(1 / STEP), "0": whole,
    ArrowLeft: () => { x += 60; place_image(); }, ArrowRight: () => { x -= 60; place_image(); },
    ArrowUp: () => { y += 60; place_image(); }, ArrowDown: () => { y -= 60; place_image(); },
    PageDown: () => turn(1), PageUp: () => turn(-1), n: () => turn(1), p: () => turn(-1), z: () => dialog.close(),
  };

  function build() {
    dialog = document.querySelector("#zoom");
    image = el("img", { alt: "", draggable: "false", onload: whole });
    stage = el("div", { class: "stage" }, image);
    caption = el("p", { class: "zoom-caption small" });
    buttons = { previous_picture: button("previous_picture", () => turn(-1)), next_picture: button("next_picture", () => turn(1)) };
    dialog.append(stage, el("div", { class: "zoom-bar" }, caption, ...Object.values(buttons),
      button("smaller", () => zoom(1 / STEP)), button("whole", whole), button("larger", () => zoom(STEP)), button("close", () => dialog.close())));
    stage.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(-event.deltaY * (event.ctrlKey ? .01 : .0015)), ...point(event)); }, { passive: false });
    stage.addEventListener("pointerdown", (event) => { stage.setPointerCapture(event.pointerId); fingers.set(event.pointerId, point(event)); });
    stage.addEventListener("pointermove", move);
    for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, (event) => fingers.delete(event.pointerId));
    stage.addEventListener("dblclick", whole);
    dialog.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
      event.preventDefault(); event.stopPropagation();
      KEYS[event.key]();
    });
    dialog.addEventListener("close", () => { fingers.clear(); image.removeAttribute("src"); });
    addEventListener("resize", () => { if (dialog.open) whole(); });
  }

  /** Opens one of some pictures; the others are a key away. */
  function open(all, first) {
    if (!dialog) build();
    pictures = all.filter((picture) => !picture.missing);
    place = Math.max(0, pictures.indexOf(first));
    if (!pictures.length || dialog.open) return;
    for (const one of Object.values(buttons)) one.hidden = pictures.length < 2;
    dialog.showModal();
    turn(0);
  }

  return { open };
})();
