"""Works the answers of icon problems out again, from the scene alone and by other means than the drawer.

`answer(item)` gives what is right: the label of an option, or the text of a blank. It fails where not exactly one
option is right. What is common knowledge (weights, uses, shapes) is written down here a second time.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, cast

from optotype.records import Item
from optotype.synth._icons.things import catalogue

Scene = dict[str, Any]


class View:
    """An item, made easy to ask."""

    def __init__(self, item: Item) -> None:
        self.scene = cast("Scene", item.scene)
        self.ask: Scene = self.scene["ask"]
        self.labels = [option.label for option in item.options]
        self.texts = [option.text or "" for option in item.options]
        self.options: list[Scene] = self.scene.get("options", [])

    def __getitem__(self, name: str) -> Any:
        return self.scene[name]

    def only(self, right: Callable[[Scene], bool]) -> int:
        """The place of the one picture option that is right."""
        found = [number for number, option in enumerate(self.options) if right(option)]
        assert len(found) == 1, (found, self.scene)
        return found[0]

    def only_text(self, right: Callable[[str], bool]) -> str:
        """The one text option that is right."""
        found = [text for text in self.texts if right(text)]
        assert len(found) == 1, (found, self.texts, self.scene)
        return found[0]

    def first(self, key: Callable[[Scene], float], most: bool) -> int:
        """The place of the picture option that is first by a measure, and alone so."""
        values = [key(option) for option in self.options]
        best = max(values) if most else min(values)
        assert values.count(best) == 1, values
        return values.index(best)

    def things(self, key: str | None = None) -> int:
        """How many things there are, or how many of one."""
        return sum(key is None or thing["what"] == key for thing in self["things"])


def answer(item: Item) -> str:
    """What is right: a label, or the text of a blank."""
    view = View(item)
    found = _SOLVERS[item.tags["template"][0]](view)
    if isinstance(found, int) and view.options:
        return view.labels[found]
    text = str(found)
    if not view.labels:
        return text
    assert view.texts.count(text) == 1, (text, view.texts)
    return view.labels[view.texts.index(text)]


def templates() -> set[str]:
    """All templates that can be solved."""
    return set(_SOLVERS)


# --- geometry by coordinates


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


def _sides(points: Sequence[Sequence[float]]) -> list[float]:
    return [math.dist(a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True)]


def _angles(points: Sequence[Sequence[float]]) -> list[float]:
    count = len(points)
    return [_angle(points[(n - 1) % count], points[n], points[(n + 1) % count]) for n in range(count)]


def _angle(a: Sequence[float], at: Sequence[float], b: Sequence[float]) -> float:
    one, other = (a[0] - at[0], a[1] - at[1]), (b[0] - at[0], b[1] - at[1])
    cosine = (one[0] * other[0] + one[1] * other[1]) / (math.hypot(*one) * math.hypot(*other))
    return math.degrees(math.acos(max(-1, min(1, cosine))))


def _parallel(points: Sequence[Sequence[float]], one: int, other: int) -> bool:
    (a, b), (c, d) = [(points[n], points[(n + 1) % len(points)]) for n in (one, other)]
    u, v = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    return abs(u[0] * v[1] - u[1] * v[0]) < 0.02 * math.hypot(*u) * math.hypot(*v)


def _near(values: Sequence[float], share: float = 0.03) -> bool:
    return max(values) - min(values) <= share * max(values)


def _shape_name(scene: Scene) -> str:
    """The name of a flat shape, from its corners."""
    if scene["curved"]:
        return scene["shape"]
    points = scene["corners"]
    if len(points) != 4:
        return {3: "triangle", 5: "pentagon", 6: "hexagon", 8: "octagon"}[len(points)]
    right = all(abs(angle - 90) < 2 for angle in _angles(points))
    equal = _near(_sides(points))
    pairs = _parallel(points, 0, 2) + _parallel(points, 1, 3)
    if right:
        return "square" if equal else "rectangle"
    if equal:
        return "rhombus"
    return {2: "parallelogram", 1: "trapezoid"}[pairs]


def _mirror(point: Sequence[float], a: Sequence[float], b: Sequence[float]) -> tuple[float, float]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    foot = (a[0] + t * dx, a[1] + t * dy)
    return 2 * foot[0] - point[0], 2 * foot[1] - point[1]


def _symmetric(points: Sequence[Sequence[float]], a: Sequence[float], b: Sequence[float], near: float = 2.5) -> bool:
    return all(min(math.dist(_mirror(point, a, b), other) for other in points) < near for point in points)


def _lines_found(view: View) -> int:
    """Directions within a degree or two of each other are one line."""
    points = view["points"]
    centre = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    found: list[float] = []
    for point in [
        *points,
        *[((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, [*points[1:], points[0]], strict=True)],
    ]:
        if math.dist(point, centre) < 1:
            continue
        angle = math.degrees(math.atan2(point[1] - centre[1], point[0] - centre[0])) % 180
        if any(min(abs(angle - other), 180 - abs(angle - other)) < 2 for other in found):
            continue
        if _symmetric(points, centre, point):
            found.append(angle)
    return len(found)


def _angle_kind(scene: Scene) -> str:
    degrees = _angle(scene["ends"][0], scene["vertex"], scene["ends"][1])
    return "right" if abs(degrees - 90) < 1 else "acute" if degrees < 90 else "obtuse"


def _pair_kind(scene: Scene) -> str:
    (a, b), (c, d) = scene["lines"]
    degrees = _angle((b[0] - a[0], b[1] - a[1]), (0, 0), (d[0] - c[0], d[1] - c[1]))
    degrees = min(degrees, 180 - degrees)
    return "parallel" if degrees < 1 else "perpendicular" if degrees > 89 else "slanted"


_EULER = {
    "cube": (6, 12, 8), "rectangular prism": (6, 12, 8), "pyramid": (5, 8, 5), "triangular prism": (5, 9, 6),
    "cylinder": (2, 0, 0), "cone": (1, 0, 0), "sphere": (0, 0, 0),
}  # fmt: skip
_FACES = {
    "cube": {"square"}, "pyramid": {"square", "triangle"}, "triangular prism": {"triangle", "rectangle"},
    "cylinder": {"circle"}, "cone": {"circle"}, "sphere": set[str](), "rectangular prism": {"rectangle"},
}  # fmt: skip
_ROUND = {"soccer-ball", "baseball", "volleyball", "pool-ball", "orange"}
_SOLID_OF = {
    **dict.fromkeys(_ROUND, "sphere"), "die": "cube", "gift": "cube", "battery": "cylinder",
    "roll-of-paper": "cylinder", "ice-cream-cone": "cone",
}  # fmt: skip


def _solid_counts(view: View) -> int:
    faces, edges, corners = _EULER[view["solid"]["solid"]]
    return {"faces": faces, "edges": edges, "vertices": corners}[view.ask["what"]]


def _move(option: Scene) -> str:
    return "flipped" if option["mirrored"] else "turned" if option["turn"] else "unchanged"


def _perimeter(view: View) -> int:
    cells = {tuple(cell) for cell in view["cells"]}
    return sum((x + dx, y + dy) not in cells for x, y in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)))


_GEOMETRY: dict[str, Callable[[View], object]] = {
    "corners_of_a_colour": lambda v: len(_of_colour(v["shapes"], v)["corners"]),
    "name_flat": lambda v: _shape_name(v["shape"]),
    "find_flat": lambda v: v.only(lambda o: _shape_name(o) == v.ask["name"]),
    "sides_blank": lambda v: len(_sides(v["shape"]["corners"])),
    "corners_options": lambda v: len(_angles(v["shape"]["corners"])),
    "sides_pictures": lambda v: v.only(lambda o: len(o["corners"]) == v.ask["sides"]),
    "more_sides": lambda v: v.first(lambda o: len(o["corners"]), v.ask["word"] == "more"),
    "curved": lambda v: v.only(lambda o: o["curved"] == v.ask["curved"]),
    "equal_sides": lambda v: v.only(lambda o: _near(_sides(o["corners"]))),
    "square_corners": lambda v: sum(abs(angle - 90) < 1 for angle in _angles(v["shape"]["corners"])),
    "shape_of_a_colour": lambda v: v.only(lambda o: o["colour"] == v.ask["colour"]),
    "same_shape": lambda v: v.only(lambda o: _shape_name(o) == v["shape"]["shape"]),
    "open_and_closed": lambda v: v.only(lambda o: (o["line"][0] == o["line"][-1]) == v.ask["closed"]),
    "open_or_closed": lambda v: "closed" if v["line"][0] == v["line"][-1] else "open",
    "name_angle": lambda v: _angle_kind(v["angle"]),
    "find_angle": lambda v: v.only(lambda o: _angle_kind(o) == v.ask["kind"]),
    "line_pairs": lambda v: v.only(lambda o: _pair_kind(o) == v.ask["kind"]),
    "name_solid": lambda v: v["solid"]["solid"],
    "find_solid": lambda v: v.only(lambda o: o["solid"] == v.ask["name"]),
    "shaped_like": lambda v: v.only(lambda o: _SOLID_OF.get(o["what"]) == v.ask["name"]),
    "faces_options": _solid_counts,
    "more_faces": lambda v: v.first(lambda o: _EULER[o["solid"]][0], v.ask["word"] == "more"),
    "trace": lambda v: _yes(v.ask["shape"] in _FACES[v["solid"]["solid"]]),
    "flat_or_solid": lambda v: "solid" if "solid" in v["shape"] else "flat",
    "line_of_symmetry": lambda v: _yes(_symmetric(v["points"], *v["line"], near=4)),
    "grid_symmetry": lambda v: _yes(all(row == row[::-1] for row in v["grid"])),
    "other_half": lambda v: v.only(
        lambda o: all(row == other[::-1] for row, other in zip(o["grid"], v["grid"], strict=True))
    ),
    "mirrored_picture": lambda v: _yes(v["things"][0]["mirrored"] != v["things"][1]["mirrored"]),
    "letter_move": lambda v: v["move"].split()[0],
    "picture_move": lambda v: v.only(lambda o: _move(o) == v.ask["move"]),
    "how_many_lines": _lines_found,
    "perimeter_square": lambda v: sum(v["sides"]),
    "perimeter_polygon": lambda v: v.only_text(lambda text: int(text.split()[0]) == sum(v["sides"])),
    "area_cells": lambda v: len({tuple(cell) for cell in v["cells"]}),
    "perimeter_cells": _perimeter,
    "area_rectangle": lambda v: v.only_text(lambda text: int(text.split()[0]) == v["sides"][0] * v["sides"][1]),
}


# --- counting


def _category(key: str) -> str:
    return catalogue()[key].category


def _counted(scene: Scene) -> int:
    return scene["tens"] * 10 + scene["ones"] + scene.get("hundreds", 0) * 100


def _least(counts: dict[str, int], word: str) -> str:
    order = sorted(counts, key=lambda key: counts[key])
    best, next_best = (order[-1], order[-2]) if word in ("most", "more") else (order[0], order[1])
    assert counts[best] != counts[next_best]
    return best


def _named(key: str) -> str:
    return catalogue()[key].name


def _blocks(view: View) -> str:
    def value(text: str) -> int:
        words = text.split()
        return int(words[0]) * 10 + int(words[3])

    return view.only_text(lambda text: value(text) == _counted(view.scene))


def _of_colour(drawn: Sequence[Scene], view: View) -> Scene:
    """The one thing of the colour that is asked about."""
    (found,) = [one for one in drawn if one["colour"] == view.ask["colour"]]
    return found


def _in_each_repeat(view: View) -> int:
    """How many of a colour the shortest part has of which the whole row is made."""
    beads = view["beads"]
    length = next(size for size in range(1, len(beads)) if beads == (beads[:size] * len(beads))[: len(beads)])
    return beads[:length].count(view.ask["colour"])


_BANDS = ("in the air", "on the land", "in the water")


_COUNTING: dict[str, Callable[[View], object]] = {
    "rows_blank": lambda v: v.things(v.ask["what"]),
    "rows_options": lambda v: v.things(v.ask["what"]),
    "crowd": lambda v: v.things(v.ask["what"]),
    "crowd_blank": lambda v: v.things(v.ask["what"]),
    "all_of_a_kind": lambda v: sum(_category(thing["what"]) in v.ask["categories"] for thing in v["things"]),
    "kinds_of_things": lambda v: len({thing["what"] for thing in v["things"]}),
    "ten_frames_blank": lambda v: sum(v["frames"]),
    "ten_frames_options": lambda v: sum(v["frames"]),
    "ten_frame_to_ten": lambda v: 10 * len(v["frames"]) - sum(v["frames"]),
    "ten_frame_pictures": lambda v: v.only(lambda o: o["count"] == v.ask["count"]),
    "rows_of_ten": lambda v: sum(v["rows"]),
    "tally_blank": lambda v: v["tally"],
    "tally_pictures": lambda v: v.only(lambda o: o["tally"] == v.ask["count"]),
    "tally_chart": lambda v: v["chart"][v.ask["what"]],
    "tally_chart_most": lambda v: _named(_least(v["chart"], v.ask["word"])),
    "dice_sum": lambda v: sum(v["dice"]),
    "dice_pictures": lambda v: v.only(lambda o: sum(o["dice"]) == v.ask["count"]),
    "domino_dots": lambda v: sum(sum(stone) for stone in v["dominoes"]),
    "domino_pictures": lambda v: v.only(lambda o: sum(o["dominoes"][0]) == v.ask["count"]),
    "blocks_blank": lambda v: _counted(v.scene),
    "blocks_words": _blocks,
    "blocks_pictures": lambda v: v.only(lambda o: _counted(o) == v.ask["count"]),
    "group_of_marks": lambda v: v.only(lambda o: o["count"] == v.ask["count"]),
    "group_of_things": lambda v: v.only(lambda o: len(o["things"]) == v.ask["count"]),
    "groups_blank": lambda v: len(v["groups"]),
    "in_each_group": lambda v: Fraction(sum(v["groups"]), len(v["groups"])),
    "even_or_odd": lambda v: ("even", "odd")[v.things() % 2],
    "shapes_of_a_colour": lambda v: Counter(s["colour"] for s in v["shapes"])[v.ask["colour"]],
    "shapes_of_a_kind": lambda v: Counter(s["mark"] for s in v["shapes"])[v.ask["mark"]],
    "shapes_of_both": lambda v: Counter((s["colour"], s["mark"]) for s in v["shapes"])[v.ask["colour"], v.ask["mark"]],
    "one_more_one_less": lambda v: v.things() + v.ask["by"] * {"more": 1, "fewer": -1}[v.ask["word"]],
    "pictograph_votes": lambda v: v["pictures"][v.ask["what"]] * v["worth"],
    "pictograph_difference": lambda v: (v["pictures"][v.ask["more"]] - v["pictures"][v.ask["less"]]) * v["worth"],
    "cubes_in_towers": lambda v: sum(v["towers"]),
    "as_many_as": lambda v: v.only(lambda o: o["count"] == v.things()),
}


# --- comparing


def _more_by_name(view: View) -> str:
    counts = {name: view.things(key) for name, key in view.ask["names"].items()}
    return _least(counts, view.ask["word"])


def _lower_end(view: View) -> str:
    """The heavier is where the seesaw is lower: its feet are further down."""
    from optotype.synth._icons.things import icon

    feet = [thing["y"] + icon(thing["what"], thing["style"], thing["size"]).height / 2 for thing in view["seesaw"]]
    heavy = feet.index(max(feet))
    return _named(view["seesaw"][heavy if view.ask["word"] == "heavier" else 1 - heavy]["what"])


def _sign(view: View) -> str:
    return "<" if view["left"] < view["right"] else ">" if view["left"] > view["right"] else "="


_COMPARING: dict[str, Callable[[View], object]] = {
    "taller_towers": lambda v: abs(v["towers"][v.ask["of"]] - v["towers"][v.ask["than"]]),
    "more_in_rows": _more_by_name,
    "more_mixed": _more_by_name,
    "group_with_more": lambda v: v.first(lambda o: len(o["things"]), v.ask["word"] == "more"),
    "enough": lambda v: _yes(v.things(v.ask["what"]) >= v.things(v.ask["who"])),
    "as_many": lambda v: _yes(len({v.things(key) for key in v.ask["names"]}) == 1),
    "sign_between": _sign,
    "taller": lambda v: v.first(lambda o: o["size"], v.ask["word"] == "taller"),
    "longer": lambda v: v.first(lambda o: o["length"], v.ask["word"] == "longer"),
    "longest_line": lambda v: _least(
        {line["colour"]: line["length"] for line in v["lines"]}, {"longest": "most", "shortest": "least"}[v.ask["word"]]
    ),
    "wider": lambda v: v.first(lambda o: o["width"], v.ask["word"] == "wider"),
    "larger": lambda v: v.first(lambda o: o["size"], v.ask["word"].startswith("larg")),
    "seesaw": _lower_end,
    "fuller": lambda v: v.first(lambda o: o["share"], v.ask["word"] == "more"),
    "bar_chart_most": lambda v: _least(v["bars"], v.ask["word"]),
    "bar_chart_difference": lambda v: v["bars"][v.ask["more"]] - v["bars"][v.ask["less"]],
    "how_many_more": lambda v: v.things(v.ask["more"]) - v.things(v.ask["less"]),
    "in_order": lambda v: v.only(lambda o: o["sizes"] == sorted(o["sizes"], reverse=v.ask["word"].startswith("larg"))),
}


# --- spatial


def _at(things: list[Scene], key: str) -> Scene:
    found = [thing for thing in things if thing["what"] == key]
    assert len(found) == 1
    return found[0]


def _nearest(view: View, word: str, key: str) -> str:
    """The nearest thing in a direction, straight from another."""
    start = _at(view["things"], key)
    dx, dy = {
        "left": (-1, 0), "right": (1, 0), "above": (0, -1), "below": (0, 1), "to the left of": (-1, 0),
        "to the right of": (1, 0),
    }[word]  # fmt: skip

    def ahead(thing: Scene) -> float:
        x, y = thing["x"] - start["x"], thing["y"] - start["y"]
        along, across = x * dx + y * dy, abs(x * dy) + abs(y * dx)
        return along if along > 5 and across < 12 else math.inf

    best = min(view["things"], key=ahead)
    assert ahead(best) < math.inf
    return best["what"]


def _between(view: View) -> str:
    ends = sorted(_at(view["things"], key)["x"] for key in view.ask["of"])
    found = [thing["what"] for thing in view["things"] if ends[0] < thing["x"] < ends[1]]
    assert len(found) == 1
    return _named(found[0])


def _grid_place(view: View, row: int, column: int) -> str:
    ys, xs = sorted({t["y"] for t in view["things"]}), sorted({t["x"] for t in view["things"]})
    return next(t["what"] for t in view["things"] if (t["x"], t["y"]) == (xs[column], ys[row]))


def _corner(view: View) -> str:
    things = view["things"]
    thing = _at(things, view.ask["what"])
    xs, ys = [t["x"] for t in things], [t["y"] for t in things]
    row = "top" if thing["y"] == min(ys) else "bottom" if thing["y"] == max(ys) else ""
    column = "left" if thing["x"] == min(xs) else "right" if thing["x"] == max(xs) else ""
    return f"{row} {column}".strip() or "middle"


def _on_map(view: View, column: int, row: int) -> str:
    return _named(next(t["what"] for t in view["map"] if (t["column"], t["row"]) == (column, row)))


def _walked(view: View) -> str:
    start = _at(view["map"], view.ask["from"])
    return _on_map(view, start["column"] + view.ask["by"][0], start["row"] + view.ask["by"][1])


def _in_box(option: Scene) -> bool:
    x0, y0, x1, y1 = option["box"]
    half = option["size"] / 2
    inside = (
        x0 <= option["x"] - half and option["x"] + half <= x1 and y0 <= option["y"] - half and option["y"] + half <= y1
    )
    outside = option["x"] + half < x0 or option["x"] - half > x1
    assert inside != outside
    return inside


def _inside_count(view: View) -> int:
    inside = sum(thing["x"] + thing["size"] / 2 <= view["border"] for thing in view["things"])
    outside = sum(thing["x"] - thing["size"] / 2 >= view["border"] for thing in view["things"])
    assert inside + outside == len(view["things"])
    return inside if view.ask["word"] == "inside" else outside


def _arrow_word(view: View) -> str:
    (x0, y0), (x1, y1) = view["from"], view["to"]
    return ("right" if x1 > x0 else "left") if abs(x1 - x0) > abs(y1 - y0) else ("down" if y1 > y0 else "up")


def _front(view: View) -> int:
    layers = sorted(view["shapes"], key=lambda shape: shape["layer"])
    wanted = layers[-1] if view.ask["word"].startswith("in front") else layers[0]
    return view.only(lambda o: o["shape"] == wanted["shape"] and o["colour"] == wanted["colour"])


def _shelf_row(view: View) -> dict[str, list[str]]:
    """Things by shelf; those of a shelf stand on one line."""
    from optotype.synth._icons.things import icon

    feet: dict[int, list[str]] = {}
    for thing in view["things"]:
        foot = round((thing["y"] + icon(thing["what"], thing["style"], thing["size"]).height / 2) / 20)
        feet.setdefault(foot, []).append(thing["what"])
    assert len(feet) == 3
    return dict(zip(("top", "middle", "bottom"), (feet[key] for key in sorted(feet)), strict=True))


def _odd_mirror(view: View) -> int:
    counts = Counter(option["mirrored"] for option in view.options)
    return view.only(lambda o: counts[o["mirrored"]] == 1)


def _led(view: View) -> int:
    end = next(path["to"] for path in view["paths"] if path["from"] == view["begin"])
    return view.only(lambda o: o["what"] == view["ends"][end])


def _left_right(view: View) -> int:
    order = sorted(view["things"], key=lambda thing: thing["x"])
    place = {"on the left": 0, "on the right": -1, "in the middle": len(order) // 2}[view.ask["word"]]
    return view.only(lambda o: o["what"] == order[place]["what"])


_SPATIAL: dict[str, Callable[[View], object]] = {
    "colour_on_map": lambda v: _of_colour(v["map"], v)[v.ask["word"]],
    "left_or_right": _left_right,
    "next_to_in_row": lambda v: _named(_nearest(v, v.ask["word"], v.ask["of"])),
    "between": _between,
    "above_or_below": lambda v: v.only(lambda o: o["what"] == _nearest(v, v.ask["word"], v.ask["of"])),
    "row_and_column": lambda v: _named(_grid_place(v, v.ask["row"], v.ask["column"])),
    "where_on_grid": _corner,
    "at_coordinates": lambda v: _on_map(v, *v.ask["at"]),
    "coordinate": lambda v: _at(v["map"], v.ask["what"])[v.ask["word"]],
    "walk": _walked,
    "inside_or_outside": lambda v: v.only(lambda o: _in_box(o) == v.ask["inside"]),
    "count_inside": _inside_count,
    "arrow_direction": _arrow_word,
    "in_front": _front,
    "shelf": lambda v: _named(_shelf_row(v)[v.ask["word"]][0]),
    "shelf_of": lambda v: next(name for name, some in _shelf_row(v).items() if v.ask["what"] in some),
    "looks_the_other_way": _odd_mirror,
    "path_end": _led,
}


# --- scene


def _place_of(view: View, key: str) -> str:
    """Where something is in the room, from where it was drawn."""
    thing = _at(view["things"], key)
    if thing["x"] > 310:
        return "beside"
    return "above" if thing["y"] < 90 else "on" if thing["y"] < 172 else "under"


def _placed(view: View) -> str:
    return next(t["what"] for t in view["things"] if _place_of(view, t["what"]) == view.ask["place"])


def _place_words(view: View) -> str:
    place, furniture = _place_of(view, view.ask["what"]), view["furniture"]
    return f"on the shelf above the {furniture}" if place == "above" else f"{place} the {furniture}"


def _zone(thing: Scene, fence: tuple[int, int, int, int]) -> str:
    x0, y0, x1, y1 = fence
    return "inside" if x0 < thing["x"] < x1 and y0 < thing["y"] < y1 else "sky" if thing["y"] < 176 else "outside"


def _weather(view: View) -> str:
    found = {thing["what"] for thing in view["things"]}
    if "sun" in found:
        return "sunny"
    return "rainy" if "drop-of-water" in found else "snowy" if "snowflake" in found else "cloudy"


_FENCE = (20, 190, 250, 312)
_SCENE: dict[str, Callable[[View], object]] = {
    "air_land_and_water": lambda v: sum(thing["y"] // 130 == _BANDS.index(v.ask["zone"]) for thing in v["things"]),
    "what_is_where": lambda v: v.only(lambda o: o["what"] == _placed(v)),
    "what_is_where_named": lambda v: _named(_placed(v)),
    "where_is_it": _place_words,
    "is_it_there": lambda v: _yes(_place_of(v, v.ask["what"]) == v.ask["place"]),
    "in_the_sky": lambda v: sum((_zone(t, _FENCE) == "sky") == (v.ask["word"] == "sky") for t in v["things"]),
    "behind_the_fence": lambda v: sum(_zone(t, _FENCE) == v.ask["zone"] for t in v["things"]),
    "alone_outside": lambda v: v.only(
        lambda o: (_zone(_at(v["things"], o["what"]), (20, 120, 270, 240)) == "inside") == (v.ask["zone"] == "inside")
    ),
    "crossed_out": lambda v: sum(not thing["crossed"] for thing in v["things"]),
    "in_all": lambda v: v.things(),
    "colour_of": lambda v: next(one["colour"] for one in v["painted"] if one["what"] == v.ask["what"]),
    "what_has_colour": lambda v: next(one["what"] for one in v["painted"] if one["colour"] == v.ask["colour"]),
    "weather": _weather,
    "is_there": lambda v: _yes(v.things(v.ask["what"]) > 0),
    "which_is_in_it": lambda v: v.only(lambda o: (v.things(o["what"]) > 0) == v.ask["present"]),
    "scene_with": lambda v: v.only(lambda o: set(v.ask["both"]) <= {thing["what"] for thing in o["things"]}),
}


# --- patterns


def _continued(row: Sequence[object], hole: int) -> object:
    """What fills a hole: the shortest unit that repeats wherever it can be checked, at least twice."""
    for period in range(2, len(row)):
        known = [(a, b) for a, b in zip(row, row[period:], strict=False) if a is not None and b is not None]
        if len(known) >= period - 1 and all(a == b for a, b in known):
            for other in (*range(hole % period, len(row), period),):
                if other != hole and row[other] is not None:
                    return row[other]
    raise AssertionError(row)


def _keys(view: View) -> list[str | None]:
    return [thing["what"] for thing in view["row"]]


def _filled(view: View) -> object:
    keys = _keys(view)
    return _continued(keys, keys.index(None))


def _next_size(view: View) -> int:
    sizes: list[int | None] = [thing["size"] for thing in view["row"]]
    wanted = _continued([*sizes, None], len(sizes))
    return view.only(lambda o: o["size"] == wanted)


def _letters(view: View) -> str:
    keys = _keys(view)
    names: dict[str | None, str] = {}
    word = "".join(names.setdefault(key, "ABCDE"[len(names)]) for key in keys)
    return next(word[:n] for n in range(2, 6) if word == (word[:n] * 9)[: len(word)])


_PLACES = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
_ANIMALS = {"animal", "bird"}


def _odd_one(view: View) -> int:
    counts = Counter(option["what"] for option in view.options)
    return view.only(lambda o: counts[o["what"]] == 1)


def _sort(key: str) -> str:
    category = _category(key)
    return "animals" if category in _ANIMALS else category


def _stranger(view: View) -> int:
    counts = Counter(_sort(option["what"]) for option in view.options)
    return view.only(lambda o: counts[_sort(o["what"])] == 1)


def _member(view: View) -> int:
    kinds = {_sort(thing["what"]) for thing in view["row"]}
    assert len(kinds) == 1
    return view.only(lambda o: _sort(o["what"]) in kinds)


def _follows(view: View) -> int:
    shared = [name for name in ("colour", "mark") if len({member[name] for member in view["members"]}) == 1]
    return view.only(lambda o: all(o[name] == view["members"][0][name] for name in shared))


_PATTERN: dict[str, Callable[[View], object]] = {
    "beads_in_each_repeat": _in_each_repeat,
    "next_thing": lambda v: v.only(lambda o: o["what"] == _filled(v)),
    "next_thing_named": lambda v: _named(cast("str", _filled(v))),
    "missing_thing": lambda v: v.only(lambda o: o["what"] == _filled(v)),
    "next_colour": lambda v: _continued([*v["beads"], None], len(v["beads"])),
    "next_turn": lambda v: v.only(lambda o: o["angle"] == (v["angles"][-1] + v["angles"][1] - v["angles"][0]) % 360),
    "next_size": _next_size,
    "pattern_rule": _letters,
    "growing": lambda v: 2 * v["figures"][3] - v["figures"][2],
    "ordinal": lambda v: _named(sorted(v["row"], key=lambda t: (t["y"], t["x"]))[v.ask["place"]]["what"]),
    "which_place": lambda v: _PLACES[_keys(v).index(v.ask["what"])],
    "different_one": _odd_one,
    "same_as_first": lambda v: v.only(lambda o: o["what"] == v["thing"]["what"]),
    "does_not_belong": _stranger,
    "belongs": _member,
    "sorted_into": _follows,
}


# --- time


_HOUR = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _digits(scene: Scene) -> str:
    return f"{scene['hour']}:{scene['minute']:02}"


def _same_time(view: View) -> int:
    return view.only(lambda o: _digits(o) == _digits(view.scene))


def _said(hour: int, minute: int) -> str:
    if minute == 45:
        return f"quarter to {_HOUR[hour + 1 if hour < 12 else 1]}"
    return {0: f"{_HOUR[hour]} o'clock", 15: f"quarter past {_HOUR[hour]}", 30: f"half past {_HOUR[hour]}"}[minute]


def _passed(view: View) -> int:
    (h0, m0), (h1, m1) = view["start"], view["end"]
    minutes = ((h1 * 60 + m1) - (h0 * 60 + m0)) % 720
    return minutes // 60 if view.ask["unit"] == "hours" else minutes


def _then(view: View) -> str:
    hours = view.ask["by"] if view.ask["word"] == "later" else -view.ask["by"]
    minutes = (view["hour"] * 60 + view["minute"] + 60 * hours) % 720
    return f"{minutes // 60 or 12}:{minutes % 60:02}"


def _deed(view: View) -> str:
    order = sorted(view["clocks"], key=lambda clock: clock["time"])
    return order[0 if view.ask["word"] == "first" else 1]["deed"]


def _half_of_day(view: View) -> str:
    half = "P.M." if "moon" in {thing["what"] for thing in view["things"]} else "A.M."
    return view.only_text(lambda text: text.endswith(half))


_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TIME: dict[str, Callable[[View], object]] = {
    "hours_of_a_colour": lambda v: Counter(v["hours"])[v.ask["colour"]],
    "clock_text": lambda v: _digits(v.scene),
    "clock_hour": lambda v: v["hour"],
    "clock_minutes": lambda v: v["minute"],
    "find_clock": lambda v: v.only(lambda o: [o["hour"], o["minute"]] == v.ask["time"]),
    "find_clock_words": lambda v: v.only(lambda o: _said(o["hour"], o["minute"]) == v.ask["words"]),
    "to_digital": _same_time,
    "to_analog": _same_time,
    "clock_words": lambda v: _said(v["hour"], v["minute"]),
    "time_word": lambda v: {5: "five", 10: "ten", 15: "quarter", 20: "twenty", 25: "twenty-five", 30: "half"}[
        v["minute"]
    ],
    "am_or_pm": _half_of_day,
    "elapsed": _passed,
    "which_first": _deed,
    "hours_later": _then,
    "earliest": lambda v: v.first(lambda o: o["hour"] * 60 + o["minute"], v.ask["word"] == "latest"),
    "calendar_day": lambda v: _WEEK[int(v["first"] + v.ask["date"] + 6) % 7],
    "calendar_count": lambda v: len(set(v["marked"])),
    "calendar_date": lambda v: (v.ask["day"] - v["first"]) % 7 + 1 + 7 * v.ask["which"],
    "schedule": lambda v: next(row["name"] for row in v["rows"] if row["time"] == v.ask["time"]),
}


# --- fractions


def _share(scene: Scene) -> Fraction:
    return Fraction(len(scene["shaded"]), scene["parts"])


def _equal_cuts(scene: Scene) -> bool:
    bounds = [0.0, *scene["cuts"], 1.0]
    parts = [b - a for a, b in itertools.pairwise(bounds)]
    return max(parts) - min(parts) < 0.001


def _of_group(scene: Scene, name: str, value: str) -> Fraction:
    return Fraction(sum(shape[name] == value for shape in scene["shapes"]), len(scene["shapes"]))


def _fraction_text(view: View, value: Fraction) -> str:
    return view.only_text(lambda text: Fraction(text) == value)


_NAMES_OF_PARTS = {2: "halves", 3: "thirds", 4: "fourths", 5: "fifths", 6: "sixths", 8: "eighths"}
_FRACTION: dict[str, Callable[[View], object]] = {
    "parts_of_a_colour": lambda v: Counter(v["parts"])[v.ask["colour"]],
    "shaded_options": lambda v: _fraction_text(v, _share(v.scene)),
    "not_shaded": lambda v: _fraction_text(v, 1 - _share(v.scene)),
    "shows_fraction": lambda v: v.only(lambda o: _share(o) == Fraction(*v.ask["fraction"])),
    "equal_parts": lambda v: v.only(lambda o: _equal_cuts(o) == v.ask["equal"]),
    "halves_or_thirds": lambda v: v.only(lambda o: _equal_cuts(o) and len(o["cuts"]) + 1 == v.ask["parts"]),
    "name_parts": lambda v: _NAMES_OF_PARTS[len(v["cuts"]) + 1],
    "how_many_parts": lambda v: len(v["cuts"]) + 1,
    "top_number": lambda v: len(v["shaded"]),
    "of_group_kind": lambda v: _fraction_text(v, _of_group(v.scene, "mark", v.ask["mark"])),
    "of_group_colour": lambda v: _fraction_text(v, _of_group(v.scene, "colour", v.ask["colour"])),
    "group_shows": lambda v: v.only(lambda o: _of_group(o, "colour", v.ask["colour"]) == Fraction(*v.ask["fraction"])),
    "larger_fraction": lambda v: v.first(lambda o: float(_share(o)), v.ask["word"] == "larger"),
    "equivalent": lambda v: _yes(Fraction(*v["bars"][0]) == Fraction(*v["bars"][1])),
    "on_number_line": lambda v: _fraction_text(v, Fraction(v["at"], v["parts"])),
    "pizza_left": lambda v: _fraction_text(
        v, Fraction(v["left"] if v.ask["word"] == "left" else v["parts"] - v["left"], v["parts"])
    ),
}


# --- estimation


def _closest(view: View, number: float) -> str:
    distances = {text: abs(float(text.removeprefix("about ")) - number) for text in view.texts}
    best, second = sorted(distances.values())[:2]
    assert best * 1.5 < second, distances
    return min(distances, key=lambda text: distances[text])


def _fullness(view: View) -> str:
    share = view["share"]
    return ("almost empty", "about a quarter full", "about half full", "about three quarters full", "almost full")[
        sum(share > bound for bound in (0.15, 0.37, 0.62, 0.85))
    ]


_ESTIMATION: dict[str, Callable[[View], object]] = {
    "about_marbles": lambda v: _closest(v, len(v["marbles"])),
    "about_things": lambda v: _closest(v, v.things()),
    "jar_with_about": lambda v: v.only(lambda o: abs(o["count"] - v.ask["about"]) < 6),
    "jar_estimate": lambda v: _closest(v, v["count"]),
    "how_full": _fullness,
    "about_clips": lambda v: _closest(v, v["length"] / v["unit"]),
    "nearest_ten": lambda v: (v["number"] + 5) // 10 * 10,
    "point_between": lambda v: _closest(v, v["share"] * v["high"]),
}


# --- algebra


def _unknown(view: View) -> int:
    """Solves the sums one after the other; the first has two of the same."""
    known: dict[str, int] = {}
    for row in view["rows"]:
        one, other = row["sum"]
        if one == other:
            known[one] = row["total"] // 2
        else:
            known[other] = row["total"] - known[one]
    return known[view.ask["what"]]


def _rule(pairs: list[list[int]]) -> tuple[str, int]:
    differences = {b - a for a, b in pairs}
    if len(differences) == 1:
        by = differences.pop()
        return ("add", by) if by > 0 else ("subtract", -by)
    ratios = {Fraction(b, a) for a, b in pairs}
    assert len(ratios) == 1
    return "multiply by", int(ratios.pop())


def _machine_out(view: View) -> int:
    word, by = _rule([pair for pair in view["pairs"] if pair[1] is not None])
    number = next(pair[0] for pair in view["pairs"] if pair[1] is None)
    return {"add": number + by, "subtract": number - by, "multiply by": number * by}[word]


def _missing(view: View) -> int:
    numbers = view["numbers"]
    hole = numbers.index(None)
    return (numbers[hole - 1] + numbers[hole + 1]) // 2


def _part_or_whole(view: View) -> int:
    if view["whole"] is None:
        return view["left"] + view["right"]
    return view["whole"] - (view["left"] if view["right"] is None else view["right"])


def _sentence(view: View, *numbers: int) -> str:
    """The option that holds just these numbers in this order."""
    return view.only_text(lambda text: [int(word) for word in text.split() if word.isdigit()] == list(numbers))


_ALGEBRA: dict[str, Callable[[View], object]] = {
    "two_colours_together": lambda v: sum(Counter(v["counters"])[colour] for colour in v.ask["colours"]),
    "picture_sum": lambda v: sum(v["groups"]),
    "missing_addend": lambda v: v["total"] - v["shown"],
    "unknown_things": _unknown,
    "divided": lambda v: Fraction(v["total"], v.ask["groups"]),
    "array_sentence": lambda v: _sentence(v, v["rows"], v["columns"]),
    "skip_count": lambda v: v.things() * v.ask["each"],
    "balance_boxes": lambda v: Fraction(v["weight"], v["boxes"]),
    "table_rule": lambda v: " ".join(map(str, _rule(v["pairs"]))),
    "table_blank": _machine_out,
    "number_line_hop": lambda v: _sentence(v, v["start"], v["hops"], v["start"] + v["hops"]),
    "coins": lambda v: sum(v["coins"]),
    "missing_in_row": _missing,
    "bar_model": _part_or_whole,
    "subtraction_sentence": lambda v: _sentence(v, v["total"], v["crossed"], v["total"] - v["crossed"]),
    "addition_sentence": lambda v: _sentence(v, v["first"], v["second"], v["first"] + v["second"]),
    "price": lambda v: sum(tag["price"] for tag in v["tags"] if tag["what"] in v.ask["what"]),
}


# --- measurement


_MEASUREMENT: dict[str, Callable[[View], object]] = {
    "ribbon_of_a_colour": lambda v: v["ribbons"][v.ask["colour"]],
    "ruler_cm": lambda v: math.floor(v["end"] - v["start"] + 0.5),
    "ruler_inches": lambda v: math.floor(v["end"] - v["start"] + 0.5),
    "ruler_offset": lambda v: f"{v['end'] - v['start']} cm",
    "ruler_difference": lambda v: v["lines"][v.ask["long"]] - v["lines"][v.ask["short"]],
    "ruler_pictures": lambda v: v.only(lambda o: o["length"] == v.ask["length"]),
    "cubes_long": lambda v: v["units"],
    "clips_long": lambda v: v["units"],
    "dice_long": lambda v: v["units"],
    "blocks_tall": lambda v: v["units"],
    "temperature": lambda v: v["value"],
    "warmer": lambda v: v.first(lambda o: o["value"], v.ask["word"] == "warmest"),
    "cup_reading": lambda v: v["value"],
    "cup_options": lambda v: v["value"],
    "dial_scale": lambda v: v["value"],
    "longest_by_cubes": lambda v: f"the {next(c for c, n in v['pencils'].items() if n == v.ask['length'])} one",
}


# --- common sense, by rank only: the first is the least

_LIGHT_TO_HEAVY = (
    "ant bee butterfly pencil mouse key spoon egg banana red-apple hammer rabbit guitar cat chair bicycle dog lion "
    "piano horse car elephant bus fire-truck whale airplane ship"
)
_SMALL_TO_LARGE = (
    "ant ladybug bee strawberry egg key mouse pencil shoe rabbit cat chair guitar bicycle horse car elephant house bus "
    "whale airplane ferris-wheel castle ship volcano"
)
_HOLDS_LITTLE_TO_MUCH = (
    "spoon wine-glass cup-of-coffee baby-bottle glass-of-milk cup-of-soda teapot bucket bathtub fountain"
)
_SLOW_TO_FAST = (
    "caterpillar sloth turtle duck canoe kick-scooter bicycle tractor rabbit horse car helicopter train race-car "
    "airplane rocket"
)
_ALIVE = {
    "dog", "cat", "tree", "horse", "rabbit", "duck", "sunflower", "cactus", "bee", "butterfly", "elephant", "fish",
}  # fmt: skip
_WINGS = {"airplane", "helicopter", "butterfly", "bee", "eagle", "owl", "duck", "parrot", "rocket", "bat"}
_FOOD = {"fruit", "vegetable", "food", "sweet"}
_WARM = {"flame", "sun", "cup-of-coffee", "volcano", "candle"}
_SNOW = {"snowman", "snowflake", "sled", "ice-skate", "pair-of-skis", "scarf"}
_IN_WATER = {"sea animal"}
_METRES = {"bus", "house", "elephant", "tree", "airplane", "whale", "truck", "castle"}
_USES = {
    "ruler": ("long a pencil",), "balance-scale": ("heavy",), "thermometer": ("warm",), "stopwatch": ("race",),
    "calendar": ("what day",), "compass": ("north",), "hammer": ("nail",), "pair-of-scissors": ("paper",),
    "saw": ("board in two",), "screwdriver": ("screw",), "broom": ("sweep",), "toothbrush": ("teeth",),
    "key": ("open a lock",), "telescope": ("stars",), "microscope": ("tiny",), "spoon": ("soup",),
    "bucket": ("carry water",), "pen": ("letter",), "paintbrush": ("paint",), "ladder": ("roof",),
    "umbrella": ("rain",), "mobile-phone": ("call",), "flashlight": ("dark",), "camera": ("photo",),
    "fire-extinguisher": ("fire",), "axe": ("chop",), "alarm-clock": ("wake",), "chair": ("sit",),
    "bar-of-soap": ("wash",),
}  # fmt: skip


def _ranked(order: str) -> Callable[[View], object]:
    ranks = {key: number for number, key in enumerate(order.split())}
    return lambda v: v.first(lambda o: ranks[o["what"]], v.ask["most"])


def _serves(key: str, deed: str) -> bool:
    return any(word in deed for word in _USES.get(key, ()))


def _in_set(right: Callable[[str], bool]) -> Callable[[View], object]:
    return lambda v: v.only(lambda o: right(o["what"]))


def _is(right: Callable[[str], bool]) -> Callable[[View], object]:
    return lambda v: _yes(right(v["thing"]["what"]))


def _eaten(key: str) -> bool:
    return _category(key) in _FOOD


_COMMONSENSE: dict[str, Callable[[View], object]] = {
    "heavier": _ranked(_LIGHT_TO_HEAVY),
    "larger_in_life": _ranked(_SMALL_TO_LARGE),
    "holds_more": _ranked(_HOLDS_LITTLE_TO_MUCH),
    "faster": _ranked(_SLOW_TO_FAST),
    "measuring_tool": lambda v: v.only(lambda o: _serves(o["what"], v.ask["deed"])),
    "tool_for": lambda v: v.only(lambda o: _serves(o["what"], v.ask["deed"])),
    "what_is_it_for": lambda v: v.only_text(lambda text: _serves(v["thing"]["what"], text)),
    "where_it_lives": lambda v: "in the water" if _category(v["thing"]["what"]) in _IN_WATER else "on land",
    "is_it_living": _is(_ALIVE.__contains__),
    "can_it_fly": _is(_WINGS.__contains__),
    "can_you_eat_it": _is(_eaten),
    "which_flies": _in_set(_WINGS.__contains__),
    "which_to_eat": _in_set(_eaten),
    "which_is_alive": _in_set(_ALIVE.__contains__),
    "hot_or_cold": lambda v: v.only(lambda o: (o["what"] in _WARM) == (v.ask["set"] == "hot")),
    "summer_or_winter": lambda v: v.only(lambda o: (o["what"] in _SNOW) == (v.ask["set"] == "winter")),
    "day_or_night": lambda v: "night" if "moon" in {thing["what"] for thing in v["things"]} else "day",
    "which_unit": lambda v: "meters" if v["thing"]["what"] in _METRES else "centimeters",
    "same_kind_name": lambda v: v.only_text(lambda text: text.split(" ", 1)[1] == _named(v["thing"]["what"])),
    "named_thing": lambda v: v.only(lambda o: o["what"] == v.ask["what"]),
}


# --- probability


def _chance(colours: list[str], colour: str) -> Fraction:
    return Fraction(colours.count(colour), len(colours))


def _word(chance: Fraction) -> str:
    assert chance in (0, 1) or abs(chance - Fraction(1, 2)) >= Fraction(1, 8), chance
    return {Fraction(0): "impossible", Fraction(1): "certain"}.get(
        chance, "unlikely" if chance < Fraction(1, 2) else "probable"
    )


def _winner(view: View) -> str:
    (one, first), (other, second) = view.ask["first"], view.ask["second"]
    counts: Counter[str] = Counter(view["marbles"])
    return "both the same" if counts[first] == counts[second] else one if counts[first] > counts[second] else other


_PROBABILITY: dict[str, Callable[[View], object]] = {
    "chance_of_a_colour": lambda v: Counter(v["marbles"])[v.ask["colour"]],
    "how_likely": lambda v: _word(_chance(v["marbles"], v.ask["colour"])),
    "more_likely_marble": lambda v: _least(Counter(v["marbles"]), v.ask["word"]),
    "more_likely_spinner": lambda v: _least(Counter(v["parts"]), v.ask["word"]),
    "best_spinner": lambda v: v.first(lambda o: float(_chance(o["parts"], v.ask["colour"])), v.ask["word"] == "more"),
    "spinner_likely": lambda v: _word(_chance(v["parts"], v.ask["colour"])),
    "equally_likely": lambda v: _yes(len({v["parts"].count(colour) for colour in v.ask["colours"]}) == 1),
    "bag_with": lambda v: v.only(lambda o: _word(_chance(o["marbles"], v.ask["colour"])) == v.ask["word"]),
    "as_fraction": lambda v: _fraction_text(v, _chance(v["marbles"], v.ask["colour"])),
    "spinner_fraction": lambda v: _fraction_text(v, _chance(v["parts"], v.ask["colour"])),
    "out_of": lambda v: v["marbles"].count(v.ask["colour"]) if v.ask["word"] == "wanted" else len(v["marbles"]),
    "spinner_parts": lambda v: v["parts"].count(v.ask["colour"]),
    "fair_game": _winner,
}

_SOLVERS: dict[str, Callable[[View], object]] = {
    f"{skill}.{name}": solve
    for skill, solvers in {
        "geometry": _GEOMETRY,
        "counting": _COUNTING,
        "comparing": _COMPARING,
        "spatial": _SPATIAL,
        "scene": _SCENE,
        "pattern": _PATTERN,
        "time": _TIME,
        "fraction": _FRACTION,
        "estimation": _ESTIMATION,
        "algebra": _ALGEBRA,
        "measurement": _MEASUREMENT,
        "commonsense": _COMMONSENSE,
        "probability": _PROBABILITY,
    }.items()
    for name, solve in solvers.items()
}
