"use strict";
// Pictures, enlarged: the wheel or two fingers zoom, dragging moves, + - 0 do the same from the keyboard.

const Zoom = (() => {
  const { el, say } = optotype;
  let dialog, image, caption, buttons, on, pictures = [], place = 0;

  const SIGNS = {
    larger: "M9 3v12M3 9h12", smaller: "M3 9h12", whole: "M3 7V3h4M11 3h4v4M15 11v4h-4M7 15H3v-4",
    previous_picture: "M11 3 5 9l6 6", next_picture: "M7 3l6 6-6 6", close: "M4 4l10 10M14 4 4 14",
  };
  const button = (word, act) => el("button", { class: "button icon", type: "button", "aria-label": say(`items.${word}`), title: say(`items.${word}`), onclick: act },
    el("svg", { width: 18, height: 18, viewBox: "0 0 18 18", "aria-hidden": "true" }, el("path", { d: SIGNS[word], class: "sign" })));

  function turn(step) {
    place = (place + step + pictures.length) % pictures.length;
    const picture = pictures[place];
    image.src = `pictures/${picture.file}`;
    image.alt = picture.caption || picture.name;
    caption.replaceChildren(picture.caption || picture.name, pictures.length > 1 ? ` (${say("items.place", { place: place + 1, count: pictures.length })})` : "");
  }

  const KEYS = {
    "+": () => on.zoom(on.STEP), "=": () => on.zoom(on.STEP), "-": () => on.zoom(1 / on.STEP), "0": () => on.whole(),
    ArrowLeft: () => on.move(60, 0), ArrowRight: () => on.move(-60, 0), ArrowUp: () => on.move(0, 60), ArrowDown: () => on.move(0, -60),
    PageDown: () => turn(1), PageUp: () => turn(-1), n: () => turn(1), p: () => turn(-1), z: () => dialog.close(),
  };

  function build() {
    dialog = document.querySelector("#zoom");
    image = el("img", { alt: "", draggable: "false" });
    const stage = el("div", { class: "stage" }, image);
    on = onStage(stage, image);
    caption = el("p", { class: "zoom-caption small" });
    buttons = { previous_picture: button("previous_picture", () => turn(-1)), next_picture: button("next_picture", () => turn(1)) };
    dialog.append(stage, el("div", { class: "zoom-bar" }, caption, ...Object.values(buttons),
      button("smaller", KEYS["-"]), button("whole", KEYS["0"]), button("larger", KEYS["+"]), button("close", () => dialog.close())));
    dialog.addEventListener("keydown", (event) => {
      const act = KEYS[optotype.pressed(event)];
      if (event.ctrlKey || event.metaKey || event.altKey || !act) return;
      event.preventDefault(); event.stopPropagation();
      act();
    });
    dialog.addEventListener("close", () => { on.letGo(); image.removeAttribute("src"); });
    addEventListener("resize", () => { if (dialog.open) on.whole(); });
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
