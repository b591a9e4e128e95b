"use strict";
// Scene graphs as drawings. Objects are boxes with their attributes inside, relations are labelled arrows, read from
// left to right. Relations take part in the layout as narrow boxes, so that no label lies on another.

const SceneGraph = (() => {
  const { el } = optotype;
  const LINE = 18, PAD = 9, GAP = 14, BETWEEN = 26, LONGEST = 36;
  const FONT = '13px Inter, system-ui, sans-serif';

  /** What makes two facts the same: their terms, in any case of letters. */
  const key = (fact) => fact.map((term) => term.toLowerCase()).join("\u0000");

  /** Which facts two graphs share, and which only one of them has. */
  function compare(gold, answer) {
    const right = new Set(gold.map(key)), said = new Set(answer.map(key));
    return {
      both: gold.filter((fact) => said.has(key(fact))),
      gold: gold.filter((fact) => !said.has(key(fact))),
      answer: answer.filter((fact) => !right.has(key(fact))),
    };
  }

  // --- facts become objects with attributes, and relations between objects

  const isAttribute = (fact) => fact.length === 2 || fact.slice(1, -1).join(" ").toLowerCase() === "is";

  /** The objects that facts speak of. */
  const named = (facts) => new Set(facts.flatMap((fact) => isAttribute(fact) ? [fact[0]] : [fact[0], fact.at(-1)]).map((name) => name.toLowerCase()));

  function read(facts, alone, other) {
    const objects = new Map(), relations = [], marked = new Set(alone.map(key)), known = named(other);
    const object = (name) => {
      const id = name.toLowerCase();
      if (!objects.has(id)) objects.set(id, { name, attributes: [], alone: alone.length > 0 && !known.has(id) });
      return objects.get(id);
    };
    for (const fact of facts) {
      const lone = marked.has(key(fact)), subject = object(fact[0]), last = fact.at(-1);
      const label = fact.slice(1, -1).join(" ");
      if (fact.length === 1) continue;
      if (isAttribute(fact)) subject.attributes.push({ text: last, alone: lone });
      else if (last.toLowerCase() === fact[0].toLowerCase()) subject.attributes.push({ text: `${label} ${last}`, alone: lone });
      else relations.push({ from: subject, label, to: object(last), alone: lone });
    }
    return { objects: [...objects.values()], relations };
  }

  // --- boxes in columns

  let context = null;
  function width(text, weight = 400) {
    context ??= document.createElement("canvas").getContext("2d");
    context.font = `${weight} ${FONT}`;
    return Math.ceil(1.04 * context.measureText(text).width);
  }
  const cut = (text) => text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;

  function box(object) {
    const lines = [cut(object.name), ...object.attributes.map((one) => cut(one.text))];
    const widest = Math.max(width(lines[0], 600), ...lines.slice(1).map((text) => width(text) + 8));
    return { object, lines, width: widest + 2 * PAD, height: lines.length * LINE + PAD, before: [], after: [] };
  }

  /** Every object in a column right of those that lead to it; a relation that would lead back is turned round. */
  function columns(boxes, relations) {
    const state = new Map(), straight = [];
    const leads = new Map(boxes.map((one) => [one, []]));
    for (const relation of relations) leads.get(relation.start).push(relation);
    const visit = (one) => {
      state.set(one, "open");
      for (const relation of leads.get(one)) {
        const back = state.get(relation.end) === "open";
        straight.push(back ? { relation, left: relation.end, right: one } : { relation, left: one, right: relation.end });
        if (!state.has(relation.end)) visit(relation.end);
      }
      state.set(one, "done");
    };
    const led = new Set(relations.map((relation) => relation.end));
    for (const one of [...boxes.filter((one) => !led.has(one)), ...boxes]) if (!state.has(one)) visit(one);
    for (const one of boxes) one.column = 0;
    for (let round = 0; round < boxes.length; round++) {
      let moved = false;
      for (const { left, right } of straight)
        if (right.column < left.column + 2) { right.column = left.column + 2; moved = true; }
      if (!moved) break;
    }
    for (const one of boxes) {  // what nothing leads to stands beside what it leads to
      const next = straight.filter(({ left }) => left === one).map(({ right }) => right.column);
      if (next.length && !straight.some(({ right }) => right === one)) one.column = Math.min(...next) - 2;
    }
    return straight;
  }

  /** Heights at which boxes of a column lie nearest to where they want to be, in order and apart (isotonic regression). */
  function settle(column) {
    let offset = 0;
    const pools = [];
    column.forEach((one, place) => {
      if (place) offset += (column[place - 1].height + one.height) / 2 + GAP;
      one.offset = offset;
      pools.push({ sum: one.wanted - offset, count: 1 });
      while (pools.length > 1 && pools.at(-2).sum / pools.at(-2).count > pools.at(-1).sum / pools.at(-1).count) {
        const last = pools.pop();
        pools.at(-1).sum += last.sum; pools.at(-1).count += last.count;
      }
    });
    let place = 0;
    for (const pool of pools) for (let n = 0; n < pool.count; n++, place++) column[place].y = column[place].offset + pool.sum / pool.count;
  }

  const mean = (boxes, value) => boxes.reduce((sum, one) => sum + value(one), 0) / boxes.length;

  function layout(graph) {
    const all = graph.objects.map(box), of = new Map(all.map((one) => [one.object, one]));
    const relations = graph.relations.map((one) => ({ ...one, start: of.get(one.from), end: of.get(one.to) }));
    const joined = new Set(relations.flatMap((one) => [one.start, one.end]));
    const boxes = all.filter((one) => joined.has(one)), single = all.filter((one) => !joined.has(one));
    const grid = [];
    const put = (one, column) => { one.column = column; (grid[column] ??= []).push(one); };
    const paths = columns(boxes, relations).map(({ relation, left, right }) => {
      const points = [left];
      for (let column = left.column + 1; column < right.column; column++) {
        const text = column === left.column + 1 ? cut(relation.label) : "";
        points.push({ text, width: text ? width(text) + 8 : 0, height: text ? LINE : 2, before: [], after: [], column });
      }
      points.push(right);
      for (let n = 1; n < points.length; n++) { points[n].before.push(points[n - 1]); points[n - 1].after.push(points[n]); }
      return { relation, points, turned: left !== relation.start };
    });
    for (const one of boxes) put(one, one.column);
    for (const { points } of paths) for (const one of points.slice(1, -1)) put(one, one.column);
    for (let n = 0; n < grid.length; n++) grid[n] ??= [];
    const order = (column, side) => {
      column.forEach((one, place) => { one.rank = place; });
      column.forEach((one) => { one.want = one[side].length ? mean(one[side], (other) => other.rank) : one.rank; });
      column.sort((a, b) => a.want - b.want || a.rank - b.rank);
      column.forEach((one, place) => { one.rank = place; });
    };
    grid.forEach((column) => column.forEach((one, place) => { one.rank = place; }));
    for (let round = 0; round < 4; round++) {
      grid.forEach((column, n) => n && order(column, "before"));
      [...grid].reverse().forEach((column, n) => n && order(column, "after"));
    }
    for (const column of grid) { for (const one of column) one.wanted = 0; settle(column); }
    for (let round = 0; round < 8; round++)
      for (const column of round % 2 ? [...grid].reverse() : grid) {
        for (const one of column) {
          const near = [...one.before, ...one.after];
          one.wanted = near.length ? mean(near, (other) => other.y) : one.y;
        }
        settle(column);
      }
    const every = grid.flat();
    const top = every.length ? Math.min(...every.map((one) => one.y - one.height / 2)) : 0;
    let x = 2, widest = 0;
    for (const column of grid) {
      const wide = Math.max(0, ...column.map((one) => one.width));
      for (const one of column) { one.y += 2 - top; one.x = x + (one.object ? 0 : (wide - one.width) / 2); }
      x += wide + BETWEEN;
    }
    widest = Math.max(2, x - BETWEEN);
    let bottom = every.length ? Math.max(...every.map((one) => one.y + one.height / 2)) : 2 - GAP;
    // objects that stand in no relation follow in rows
    let left = 2, row = 0;
    const limit = Math.max(widest, 320);
    let start = bottom + GAP;
    for (const one of single) {
      if (left > 2 && left + one.width > limit) { start += row + GAP; left = 2; row = 0; }
      one.x = left; one.y = start + one.height / 2;
      left += one.width + GAP; row = Math.max(row, one.height);
      widest = Math.max(widest, left - GAP); bottom = Math.max(bottom, start + one.height);
    }
    return { boxes: all, paths, width: widest + 2, height: Math.max(bottom, 0) + 2 };
  }

  // --- the drawing

  const classes = (base, alone) => alone ? `${base} alone` : base;

  function drawBox({ object, lines, x, y, width, height }) {
    const top = y - height / 2;
    const texts = lines.map((line, n) => {
      const alone = n ? object.attributes[n - 1].alone : object.alone;
      const shown = el("text", { x: x + PAD + (n ? 8 : 0), y: top + PAD / 2 + LINE * (n + .72), class: classes(n ? "attribute" : "object", alone) }, line);
      return n ? [el("circle", { cx: x + PAD + 2, cy: top + PAD / 2 + LINE * (n + .5), r: 2, class: classes("dot-mark", alone) }), shown] : [shown];
    });
    return el("g", {}, el("rect", { x, y: top, width, height, rx: 6, class: classes("box", object.alone) }), ...texts);
  }

  function drawPath({ relation, points, turned }) {
    const pieces = [];
    for (let n = 1; n < points.length; n++) {
      const a = points[n - 1], b = points[n], x1 = a.x + a.width, x2 = b.x, bend = (x2 - x1) / 2;
      pieces.push(`M${x1} ${a.y}C${x1 + bend} ${a.y} ${x2 - bend} ${b.y} ${x2} ${b.y}`);
      if (!b.object && !b.text) pieces.push(`M${b.x} ${b.y}H${b.x + b.width}`);
    }
    const tip = turned ? points[0] : points.at(-1);
    const x = turned ? tip.x + tip.width : tip.x, side = turned ? 1 : -1, label = points.find((one) => one.text);
    return el("g", {},
      el("path", { d: pieces.join(""), class: classes("arrow", relation.alone) }),
      el("polygon", { points: `${x},${tip.y} ${x + 7 * side},${tip.y - 3.5} ${x + 7 * side},${tip.y + 3.5}`, class: classes("tip", relation.alone) }),
      label && el("text", { x: label.x + label.width / 2, y: label.y + 4, "text-anchor": "middle", class: classes("relation", relation.alone) },
        label.text, label.text === relation.label ? null : el("title", {}, relation.label)));
  }

  /** A drawing of facts; those in `alone` are marked, and so are objects that the other graph does not speak of. */
  function draw(facts, alone, other, name) {
    const found = layout(read(facts, alone, other));
    const told = facts.map((fact) => fact.join(" ")).join("; ");
    return el("svg", { class: "graph", role: "img", "aria-label": `${name}: ${told}`, viewBox: `0 0 ${found.width} ${found.height}`, width: found.width, height: found.height },
      ...found.paths.map(drawPath), ...found.boxes.map(drawBox));
  }

  return { compare, draw, key };
})();
