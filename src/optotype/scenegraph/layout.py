"""Layered layout: boxes in ranks, labelled arrows between them, nothing on top of anything else.

After Sugiyama, Tagawa and Toda (1981): links are turned so that none leads back, boxes get ranks, each label gets a
rank of its own between the boxes that it links, ranks are ordered so that few links cross, and cells move along their
rank until links are as straight as they can be. Two directions are tried, down and to the right; the picture that fits
a page better is taken.

All sizes are in pixels. Within a layout, a place has a coordinate `along` the direction and one `across` it.
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Direction: TypeAlias = Literal["down", "right"]

ARROW = 8.0
"""Length of an arrow's head."""

_BESIDE: dict[Direction, float] = {"down": 22.0, "right": 12.0}
"""Room between cells of one rank."""
_BESIDE_LINE = 14.0
"""Room between a line and its neighbour in a rank."""
_GAP = 20.0
"""Room between ranks where links go straight."""
_LOOP = 30.0
"""How far a loop stands out."""
_LOOP_HEIGHT = 26.0
_APART = 40.0
"""Room between parts that are not linked."""
_SHAPE = 1.6
"""Width of a page by its height."""
_PAGE = 640.0
"""Parts stand beside each other at least as long as they take no more than this."""
_MANY = 2_000
"""Cells of a part beyond which fewer rounds have to do."""


@dataclass(frozen=True)
class Size:
    """How large something is."""

    width: float
    height: float


@dataclass(frozen=True)
class Link:
    """An arrow from one box to another, with its label's size."""

    source: int
    target: int
    label: Size


@dataclass(frozen=True)
class Box:
    """Where something is."""

    left: float
    top: float
    width: float
    height: float

    @property
    def centre(self) -> Point:
        """Its middle."""
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return self.top + self.height


@dataclass(frozen=True)
class Route:
    """How an arrow is drawn: lines before and after its label, each a chain of cubic Bezier curves, and its head."""

    strokes: tuple[tuple[Point, ...], ...]
    """Each a start, and then two controls and an end for each curve."""
    head: tuple[Point, Point, Point]
    """The tip, and the two corners behind it."""


@dataclass(frozen=True)
class Layout:
    """Where everything is; nothing lies left of 0 or above 0."""

    width: float = 0.0
    height: float = 0.0
    boxes: tuple[Box, ...] = ()
    labels: tuple[Box, ...] = ()
    """Of the links, in their order."""
    routes: tuple[Route, ...] = ()
    """Of the links, in their order."""


def arrange(sizes: Sequence[Size], links: Sequence[Link]) -> Layout:
    """Where boxes of these sizes are to be, and how the arrows between them run. The same input, the same layout."""
    if not sizes:
        return Layout()
    parts = _parts(len(sizes), links)
    down = _whole("down", sizes, links, parts)
    if any(link.source == link.target for link in links):
        return down  # loops need the room beside their box
    right = _whole("right", sizes, links, parts)
    return right if _page(right) < 0.8 * _page(down) else down


def _page(layout: Layout) -> float:
    """The height of the page that would hold it."""
    return max(layout.width / _SHAPE, layout.height)


def _whole(direction: Direction, sizes: Sequence[Size], links: Sequence[Link], parts: Sequence[_Part]) -> Layout:
    laid = [_lay(direction, sizes, links, part) for part in parts]
    area = sum((one.width + _APART) * (one.height + _APART) for one in laid)
    widest = max(_PAGE, max(one.width for one in laid), math.sqrt(area * _SHAPE))
    boxes: dict[int, Box] = {}
    labels: dict[int, Box] = {}
    routes: dict[int, Route] = {}
    left = top = below = width = 0.0
    for part, one in zip(parts, laid, strict=True):
        if left and left + one.width > widest:
            left, top = 0.0, below + _APART
        boxes.update((node, _moved(box, left, top)) for node, box in zip(part.nodes, one.boxes, strict=True))
        labels.update((link, _moved(box, left, top)) for link, box in zip(part.links, one.labels, strict=True))
        routes.update((link, _rerouted(route, left, top)) for link, route in zip(part.links, one.routes, strict=True))
        width, below = max(width, left + one.width), max(below, top + one.height)
        left += one.width + _APART
    return Layout(
        width,
        below,
        tuple(boxes[node] for node in range(len(sizes))),
        tuple(labels[link] for link in range(len(links))),
        tuple(routes[link] for link in range(len(links))),
    )


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(box.left + x, box.top + y, box.width, box.height)


def _rerouted(route: Route, x: float, y: float) -> Route:
    def moved(points: Iterable[Point]) -> Iterator[Point]:
        return ((px + x, py + y) for px, py in points)

    tip, one, other = moved(route.head)
    return Route(tuple(tuple(moved(stroke)) for stroke in route.strokes), (tip, one, other))


# --- parts that are not linked


@dataclass
class _Part:
    """Boxes that are linked with each other, directly or through others."""

    nodes: list[int] = field(default_factory=list[int])
    links: list[int] = field(default_factory=list[int])


def _parts(count: int, links: Sequence[Link]) -> list[_Part]:
    roots = list(range(count))

    def root(node: int) -> int:
        while roots[node] != node:
            roots[node] = roots[roots[node]]
            node = roots[node]
        return node

    for link in links:
        one, other = sorted((root(link.source), root(link.target)))
        roots[other] = one
    parts: dict[int, _Part] = {}
    for node in range(count):
        parts.setdefault(root(node), _Part()).nodes.append(node)
    for number, link in enumerate(links):
        parts[root(link.source)].links.append(number)
    return list(parts.values())


# --- one part


@dataclass(eq=False)
class _Cell:
    """What takes a place in a rank: a box, a label, or a line on its way."""

    rank: int
    before: float = 0.0
    """Room it takes across, before its middle."""
    after: float = 0.0
    along: float = 0.0
    """Room it takes along."""
    line: bool = False
    up: list[tuple[_Cell, float]] = field(default_factory=list["tuple[_Cell, float]"])
    """Cells of the rank before that it is linked with, and how much the link wants to be straight."""
    down: list[tuple[_Cell, float]] = field(default_factory=list["tuple[_Cell, float]"])
    place: int = 0
    """Its number in the rank."""
    across: float = 0.0
    """Where its middle is."""


@dataclass
class _Chain:
    """The cells of a link, from the upper box to the lower."""

    cells: list[_Cell]
    label: _Cell
    turned: bool
    """Does it lead from the lower box to the upper?"""


def _lay(direction: Direction, sizes: Sequence[Size], links: Sequence[Link], part: _Part) -> Layout:
    down = direction == "down"
    ends = {number: (links[number].source, links[number].target) for number in part.links}
    loops: dict[int, list[int]] = {}
    for number, (source, target) in ends.items():
        if source == target:
            loops.setdefault(source, []).append(number)
    straight = {number: pair for number, pair in ends.items() if pair[0] != pair[1]}
    turned = _turned(part.nodes, straight)
    forward = {number: (pair[1], pair[0]) if number in turned else pair for number, pair in straight.items()}
    levels = _levels(part.nodes, list(forward.values()))

    boxes = {
        node: _box(sizes[node], [links[number].label for number in loops.get(node, ())], 2 * levels[node], down)
        for node in part.nodes
    }
    degrees = Counter(node for pair in forward.values() for node in pair)
    chains = {
        number: _chain(boxes[upper], boxes[lower], links[number].label, down, degrees[upper] - degrees[lower])
        for number, (upper, lower) in forward.items()
    }
    for number in turned:
        chains[number].turned = True

    ranks = _ordered([*boxes.values()], 2 * max(levels.values()) + 1)
    _settle(ranks, _BESIDE[direction])
    starts, ends_ = _along(ranks, chains.values())
    ports = _ports(boxes.values())

    def box(cell: _Cell, half: float) -> Box:
        start = _start(cell, starts, ends_)
        if down:
            return Box(cell.across - half, start, 2 * half, cell.along)
        return Box(start, cell.across - half, cell.along, 2 * half)

    placed = {node: box(cell, cell.before) for node, cell in boxes.items()}
    labels: dict[int, Box] = {}
    routes: dict[int, Route] = {}
    for number, chain in chains.items():
        labels[number] = box(chain.label, chain.label.before)
        routes[number] = _route(chain, ports, starts, ends_, down)
    for node, numbers in loops.items():
        for place, number in enumerate(numbers):
            labels[number], routes[number] = _loop(placed[node], links[number].label, place, len(numbers))
    left = min(cell.across - cell.before for rank in ranks for cell in rank)
    right = max(cell.across + cell.after for rank in ranks for cell in rank)
    shift = (-left, 0.0) if down else (0.0, -left)
    extent = (right - left, ends_[-1]) if down else (ends_[-1], right - left)
    return Layout(
        *extent,
        tuple(_moved(placed[node], *shift) for node in part.nodes),
        tuple(_moved(labels[number], *shift) for number in part.links),
        tuple(_rerouted(routes[number], *shift) for number in part.links),
    )


def _box(size: Size, loops: Sequence[Size], rank: int, down: bool) -> _Cell:
    """The cell of a box, with room for the loops at its side and for their labels."""
    height = max(size.height, _LOOP_HEIGHT * len(loops))
    beside = max((_LOOP + 4 + label.width for label in loops), default=0.0)
    half, along = (size.width / 2, height) if down else (height / 2, size.width)
    return _Cell(rank, half, half + beside, along)


def _turned(nodes: Sequence[int], links: dict[int, tuple[int, int]]) -> set[int]:
    """The links that lead back, if one walks from those that nothing leads to."""
    after: dict[int, list[tuple[int, int]]] = {node: [] for node in nodes}
    entered = dict.fromkeys(nodes, False)
    for number, (source, target) in links.items():
        after[source].append((number, target))
        entered[target] = True
    found: set[int] = set()
    state = dict.fromkeys(nodes, 0)  # 1: on the way, 2: done
    for start in sorted(nodes, key=lambda node: entered[node]):
        if state[start]:
            continue
        state[start] = 1
        way = [(start, iter(after[start]))]
        while way:
            node, rest = way[-1]
            for number, target in rest:
                if state[target] == 1:
                    found.add(number)
                elif not state[target]:
                    state[target] = 1
                    way.append((target, iter(after[target])))
                    break
            else:
                state[node] = 2
                way.pop()
    return found


def _levels(nodes: Sequence[int], links: Sequence[tuple[int, int]]) -> dict[int, int]:
    """The rank of each box among boxes: links lead to higher ranks, and are short."""
    after: dict[int, list[int]] = {node: [] for node in nodes}
    before: dict[int, list[int]] = {node: [] for node in nodes}
    for source, target in links:
        after[source].append(target)
        before[target].append(source)
    levels = dict.fromkeys(nodes, 0)
    waiting = {node: len(before[node]) for node in nodes}
    ready = [node for node in nodes if not waiting[node]]
    for node in ready:  # grows while it is walked
        for target in after[node]:
            levels[target] = max(levels[target], levels[node] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    for _ in range(10):
        moved = False
        for node in reversed(ready):
            pull = len(after[node]) - len(before[node])
            if pull > 0:
                level = min(levels[target] for target in after[node]) - 1
            elif pull < 0:
                level = max(levels[source] for source in before[node]) + 1
            else:
                continue
            moved |= level != levels[node]
            levels[node] = level
        if not moved:
            break
    lowest = min(levels.values())
    return {node: level - lowest for node, level in levels.items()}


def _chain(upper: _Cell, lower: _Cell, size: Size, down: bool, pull: int) -> _Chain:
    """The cells between two boxes. The label prefers to be straight by the box that has fewer links."""
    middle = upper.rank + 2 * ((lower.rank - upper.rank - 2) // 4) + 1
    across, along = (size.width, size.height) if down else (size.height, size.width)
    cells = [upper]
    for rank in range(upper.rank + 1, lower.rank):
        half = across / 2 if rank == middle else 0.0
        cells.append(_Cell(rank, half, half, along if rank == middle else 0.0, line=rank != middle))
    cells.append(lower)
    for one, other in pairwise(cells):
        if one.line or other.line:
            weight = 20.0 if one is not upper and other is not lower else 2.0
        else:
            weight = 10.0 if (one is upper) == (pull < 0) else 1.0
        one.down.append((other, weight))
        other.up.append((one, weight))
    return _Chain(cells, cells[middle - upper.rank], turned=False)


# --- the order within ranks


def _ordered(boxes: Sequence[_Cell], count: int) -> list[list[_Cell]]:
    """All cells by rank, in an order in which few links cross."""
    ranks: list[list[_Cell]] = [[] for _ in range(count)]
    seen: set[int] = set()
    for start in sorted(boxes, key=lambda cell: cell.rank):
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if id(cell) in seen:
                continue
            seen.add(id(cell))
            cell.place = len(ranks[cell.rank])
            ranks[cell.rank].append(cell)
            waiting += [other for other, _ in reversed([*cell.down, *cell.up])]
    total = sum(map(len, ranks))
    best, fewest = [list(rank) for rank in ranks], _crossings(ranks)
    for turn in range(24 if total <= _MANY else 4):
        if not fewest:
            break
        downwards = turn % 2 == 0
        for rank in ranks if downwards else reversed(ranks):
            if turn % 4 > 1:
                rank.reverse()  # those that want the same place change theirs
            _sort(rank, downwards)
        if total <= _MANY // 4:
            _swap(ranks, idle=turn % 3 == 1)
            _swap(ranks, idle=False)
        crossings = _crossings(ranks)
        if crossings < fewest:
            best, fewest = [list(rank) for rank in ranks], crossings
    for rank in best:
        _number(rank)
    return best


def _number(rank: Sequence[_Cell]) -> None:
    for place, cell in enumerate(rank):
        cell.place = place


def _sort(rank: list[_Cell], downwards: bool) -> None:
    def wanted(cell: _Cell) -> float:
        near = cell.up if downwards else cell.down
        return sum(other.place for other, _ in near) / len(near) if near else float(cell.place)

    rank.sort(key=wanted)
    _number(rank)


def _swap(ranks: Sequence[list[_Cell]], *, idle: bool) -> None:
    """Neighbours change places where fewer links cross then; `idle`, also where as many do: that may lead on."""
    for rank in ranks:
        for place in range(len(rank) - 1):
            one, other = rank[place], rank[place + 1]
            now = _between(one.up, other.up) + _between(one.down, other.down)
            then = _between(other.up, one.up) + _between(other.down, one.down)
            if then < now or (idle and then == now):
                rank[place], rank[place + 1] = other, one
                one.place, other.place = place + 1, place


def _between(left: Sequence[tuple[_Cell, float]], right: Sequence[tuple[_Cell, float]]) -> int:
    """Crossings of the links of two neighbours."""
    places = sorted(cell.place for cell, _ in right)
    return sum(bisect_left(places, cell.place) for cell, _ in left)


def _crossings(ranks: Sequence[Sequence[_Cell]]) -> int:
    total = 0
    for rank in ranks:
        passed: list[int] = []
        for cell in rank:
            places = sorted(other.place for other, _ in cell.down)
            total += sum(len(passed) - bisect_left(passed, place + 1) for place in places)
            for place in places:
                insort(passed, place)
    return total


# --- where cells are


def _settle(ranks: Sequence[Sequence[_Cell]], beside: float) -> None:
    """Moves cells across until links are straight, as far as there is room.

    Rank after rank is put where the sum of the squared shifts of its links is least. Ranks limit no other rank, so this
    goes to the best of all layouts.
    """
    gaps = [[_room(one, other, beside) for one, other in pairwise(rank)] for rank in ranks]
    for rank, between in zip(ranks, gaps, strict=True):
        place = 0.0
        for cell, gap in zip(rank, [*between, 0.0], strict=True):
            cell.across = place
            place += gap
    order = [*range(len(ranks)), *reversed(range(len(ranks)))]
    for _ in range(40 if sum(map(len, ranks)) <= _MANY else 5):
        moved = 0.0
        for number in order:
            rank = ranks[number]
            wanted: list[float] = []
            weights: list[float] = []
            for cell in rank:
                weight = sum(one for _, one in cell.up) + sum(one for _, one in cell.down)
                pull = sum(o.across * one for o, one in cell.up) + sum(o.across * one for o, one in cell.down)
                wanted.append(pull / weight if weight else cell.across)
                weights.append(weight or 1.0)
            for cell, across in zip(rank, spread(wanted, gaps[number], weights), strict=True):
                moved = max(moved, abs(cell.across - across))
                cell.across = across
        if moved < 0.1:
            break


def _room(one: _Cell, other: _Cell, beside: float) -> float:
    return one.after + other.before + (_BESIDE_LINE if one.line or other.line else beside)


def spread(
    wanted: Sequence[float],
    gaps: Sequence[float],
    weights: Sequence[float],
    low: float = -math.inf,
    high: float = math.inf,
) -> list[float]:
    """Places in the given order, `gaps` apart at least, as near to the wanted places as can be.

    Neighbours that would be too near are joined into blocks, whose places are the weighted means of what their members
    want (pool adjacent violators).
    """
    offsets = [0.0]
    for gap in gaps:
        offsets.append(offsets[-1] + gap)
    blocks: list[tuple[float, float, int]] = []  # mean, weight, members
    for want, offset, weight in zip(wanted, offsets, weights, strict=False):
        mean, members = want - offset, 1
        while blocks and blocks[-1][0] > mean:
            other, more, count = blocks.pop()
            mean = (mean * weight + other * more) / (weight + more)
            weight, members = weight + more, members + count
        blocks.append((mean, weight, members))
    means = [min(max(mean, low), max(low, high - offsets[-1])) for mean, _, count in blocks for _ in range(count)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=False)]


def _along(ranks: Sequence[Sequence[_Cell]], chains: Iterable[_Chain]) -> tuple[list[float], list[float]]:
    """Where each rank starts and ends. Where links shift far, there is more room between ranks."""
    shifts = [0.0] * len(ranks)
    for chain in chains:
        for one, other in pairwise(chain.cells):
            shifts[one.rank] = max(shifts[one.rank], abs(one.across - other.across))
    starts: list[float] = []
    ends: list[float] = []
    place = 0.0
    for rank, shift in zip(ranks, shifts, strict=True):
        starts.append(place)
        place += max(cell.along for cell in rank)
        ends.append(place)
        place += _GAP + min(0.1 * shift, 36.0)
    return starts, ends


# --- how arrows run

_Ports: TypeAlias = dict[tuple[int, int], float]
"""Where a link touches a box, by the box's cell and the next cell of the link."""


def _ports(boxes: Iterable[_Cell]) -> _Ports:
    found: _Ports = {}
    for cell in boxes:
        half = max(cell.before - 10, 0.0)
        for side in (cell.up, cell.down):
            near = sorted((other for other, _ in side), key=lambda other: other.place)
            if not near:
                continue
            low, high = cell.across - half, cell.across + half
            wanted = [min(max(other.across, low), high) for other in near]
            gap = min(14.0, (high - low) / max(len(near) - 1, 1))
            places = spread(wanted, [gap] * (len(near) - 1), [1.0] * len(near), low, high)
            found.update(((id(cell), id(other)), place) for other, place in zip(near, places, strict=True))
    return found


def _start(cell: _Cell, starts: Sequence[float], ends: Sequence[float]) -> float:
    """Where a cell starts: boxes with their rank, those of the first end with it, and labels are in its middle."""
    spare = ends[cell.rank] - starts[cell.rank] - cell.along
    return starts[cell.rank] + (spare / 2 if cell.rank % 2 else spare if not cell.rank else 0.0)


def _route(chain: _Chain, ports: _Ports, starts: Sequence[float], ends: Sequence[float], down: bool) -> Route:
    cells = chain.cells
    upper, lower = cells[0], cells[-1]
    across = _straightened(chain)
    port, port_below = ports[id(upper), id(cells[1])], ports[id(lower), id(cells[-2])]
    first = _start(upper, starts, ends) + upper.along
    last = _start(lower, starts, ends)
    lines: list[list[Point]] = [[(port, first + (ARROW if chain.turned else 0.0)), (port, ends[upper.rank])]]
    for cell, x in zip(cells[1:-1], across, strict=True):
        lines[-1].append((x, starts[cell.rank]))
        if cell is chain.label:
            start, room = _start(cell, starts, ends), 0.0 if down else 5.0
            lines[-1].append((x, start - room))
            lines.append([(x, start + cell.along + room)])
        lines[-1].append((x, ends[cell.rank]))
    end = last - (0.0 if chain.turned else ARROW)
    lines[-1] += [(port_below, min(starts[lower.rank], end)), (port_below, end)]
    tip, back, at = (first, ARROW, port) if chain.turned else (last, -ARROW, port_below)
    head = ((at, tip), (at - ARROW / 2, tip + back), (at + ARROW / 2, tip + back))

    def turn(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(points if down else ((y, x) for x, y in points))

    strokes = tuple(turn(_smooth(line)) for line in lines)
    one, other, third = turn(head)
    return Route(strokes, (one, other, third))


def _straightened(chain: _Chain) -> list[float]:
    """Where the cells between the boxes are. A line that is a little off goes straight on from its label."""
    between = chain.cells[1:-1]
    across = [cell.across for cell in between]
    label = between.index(chain.label)
    for place in range(label - 1, -1, -1):
        if abs(across[place] - across[place + 1]) < _BESIDE_LINE / 3:
            across[place] = across[place + 1]
    for place in range(label + 1, len(between)):
        if abs(across[place] - across[place - 1]) < _BESIDE_LINE / 3:
            across[place] = across[place - 1]
    return across


def _smooth(line: Sequence[Point]) -> Iterator[Point]:
    """A curve through points that follow each other along, whose ends and joints run straight along."""
    kept: list[Point] = [line[0]]
    for point in line[1:]:
        if point[1] > kept[-1][1] + 0.01:
            kept.append(point)
    yield kept[0]
    for (x, y), (to_x, to_y) in pairwise(kept):
        bend = (y + to_y) / 2
        yield from ((x, bend), (to_x, bend), (to_x, to_y))


def _loop(box: Box, label: Size, place: int, count: int) -> tuple[Box, Route]:
    middle = box.top + (place + 0.5) * box.height / count
    out, x = box.right + _LOOP, box.right
    stroke = ((x, middle - 6), (x + 14, middle - 16), (out - 4, middle - 10), (out - 4, middle))
    stroke += ((out - 4, middle + 10), (x + ARROW + 10, middle + 9), (x + ARROW, middle + 6))
    head = ((x, middle + 6), (x + ARROW, middle + 6 - ARROW / 2), (x + ARROW, middle + 6 + ARROW / 2))
    return Box(out + 4, middle - label.height / 2, label.width, label.height), Route((stroke,), head)
