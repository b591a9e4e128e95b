"use strict";
// A picture on a stage: the wheel or two fingers zoom, dragging moves; whoever owns the stage adds keys and buttons.

/** Puts an image on a stage; gives back what can be done with it. */
function onStage(stage, image) {
  const MOST = 40;
  let scale = 1, x = 0, y = 0;
  const fingers = new Map();

  const put = () => { image.style.transform = `translate(${x}px, ${y}px) scale(${scale})`; };

  /** The scale at which the whole picture fits; a small one is enlarged, but not to a blur. */
  function whole() {
    const { clientWidth, clientHeight } = stage, width = image.naturalWidth || 1, height = image.naturalHeight || 1;
    scale = Math.min(clientWidth / width, clientHeight / height, 3);
    x = (clientWidth - width * scale) / 2;
    y = (clientHeight - height * scale) / 2;
    put();
  }

  /** Zooms so that what lies under a point stays there. */
  function zoom(factor, px = stage.clientWidth / 2, py = stage.clientHeight / 2) {
    const next = Math.min(MOST, Math.max(.05, scale * factor));
    x = px - (px - x) * next / scale;
    y = py - (py - y) * next / scale;
    scale = next;
    put();
  }

  function move(dx, dy) { x += dx; y += dy; put(); }

  const point = (event) => { const at = stage.getBoundingClientRect(); return [event.clientX - at.left, event.clientY - at.top]; };

  function drag(event) {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = point(event);
    if (fingers.size === 1) move(now[0] - before[0], now[1] - before[1]);
    else {
      // what lay midway between the fingers stays midway: two that move together drag
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const apart = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]) || 1;
      move((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
      zoom(apart(now) / apart(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    }
    fingers.set(event.pointerId, now);
  }

  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? .01 : .0015)), ...point(event));
  }, { passive: false });
  stage.addEventListener("pointerdown", (event) => { stage.setPointerCapture(event.pointerId); fingers.set(event.pointerId, point(event)); });
  stage.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, (event) => fingers.delete(event.pointerId));
  stage.addEventListener("dblclick", whole);
  image.addEventListener("load", whole);
  return { whole, zoom, move, letGo: () => fingers.clear(), STEP: 1.35 };
}
