"""Works out the answers about drawn charts again, from the scene alone.

Values are read as a person would: from where the marks lie in pixels, against the ends of their axes, and from angles
and areas. Names are found by colour and place. Nothing here is shared with the code that drew the figures.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from optotype.records import Item

Row = dict[str, Any]
Right = bool | float | str | set[str]
"""Yes or no, a number that was read or counted, a name, or the texts of the right options."""

SOLVERS: dict[str, Callable[[Case], Right]] = {}

_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"]


@dataclass
class Case:
    """One question."""

    scene: Row
    asked: Row
    options: list[str]

    @property
    def part(self) -> Row:
        return self.scene["parts"][self.asked["part"]]


def solve(item: Item) -> Right | None:
    """The answer; None if the figure does not tell."""
    scene: Any = item.scene
    case = Case(scene, scene["asked"], [option.text or "" for option in item.options])
    name = item.tags["template"][0]
    if name.split(".")[1] in ("absent_name", "unmeasured", "open_question", "outside", "mean"):
        _check_that_it_is_not_there(case, name)
        return None
    return SOLVERS[name](case)


def _check_that_it_is_not_there(case: Case, name: str) -> None:
    part = case.part
    shown = {text for other in case.scene["parts"] for text in other["names"]}
    shown |= {part[key]["name"] for key in ("axis", "across") if key in part}
    if "absent" in case.asked:
        assert case.asked["absent"] not in shown
    else:
        assert {case.asked[key] for key in ("name", "other") if key in case.asked} <= shown
    if name.endswith(".outside"):
        assert case.asked["x"] > part["across"]["high"]


# --- reading


def read(axis: Row, at: float) -> float:
    """The value at a pixel."""
    along = (at - axis["start"]) / (axis["end"] - axis["start"])
    if axis["log"]:
        return math.exp(math.log(axis["low"]) * (1 - along) + math.log(axis["high"]) * along)
    return axis["low"] * (1 - along) + axis["high"] * along


def only(rows: Iterable[Any]) -> Any:
    found = list(rows)
    assert len(found) == 1, f"{len(found)} things fit where one should"
    return found[0]


def matching(rows: Iterable[Row], said: Row) -> Row:
    """The row that the words of a question fit."""
    keys = [key for key in said if key not in ("call", "when")]
    return only(row for row in rows if all(row[key] == said[key] for key in keys))


def best(rows: list[Row], key: str, most: bool) -> Row:
    values = [row[key] for row in rows]
    end = max(values) if most else min(values)
    return only(row for row in rows if row[key] == end)


def closest(case: Case, value: float) -> set[str]:
    axis = case.part.get("axis")

    def off(text: str) -> float:
        return abs(math.log(float(text) / value)) if axis and axis["log"] else abs(float(text) - value)

    return {min(case.options, key=off)}


def passes(value: float, asked: Row) -> bool:
    return value > asked["limit"] if asked["over"] else value < asked["limit"]


def those(case: Case, rows: list[Row], fits: Callable[[Row], bool], key: str = "name") -> set[str]:
    return {text for text in case.options if any(row[key] == text and fits(row) for row in rows)}


# --- what each figure type shows, as rows


def bars(case: Case) -> list[Row]:
    part, found = case.part, list[Row]()
    for bar in part["bars"]:
        end = bar["box"][2] if part["horizontal"] else bar["box"][1]
        middle = (bar["box"][1] + bar["box"][3]) / 2 if part["horizontal"] else (bar["box"][0] + bar["box"][2]) / 2
        name = f"{bar['series']} for {bar['category']}" if part["grouped"] else bar["category"]
        found.append(
            {
                "name": name,
                "series": bar["series"],
                "category": bar["category"],
                "colour": bar["colour"]["name"],
                "value": read(part["axis"], end),
                "middle": -middle if part["horizontal"] else middle,
            }
        )
    found.sort(key=lambda row: row["middle"])
    for place, row in enumerate(found):
        row["place"] = place
    return found


def lines(case: Case) -> list[Row]:
    part = case.part
    return [
        {
            "name": one["name"],
            "colour": one["colour"]["name"],
            "dash": one["dash"],
            "marker": one["marker"],
            "points": [(read(part["across"], x), read(part["axis"], y)) for x, y in one["points"]],
        }
        for one in part["series"]
    ]


def lines_at(case: Case, x: float) -> list[Row]:
    """The lines, with their height over a place."""
    found: list[Row] = []
    for row in lines(case):
        point = min(row["points"], key=lambda point: abs(point[0] - x))
        assert math.isclose(point[0], x, rel_tol=0.02, abs_tol=0.02 * (row["points"][-1][0] - row["points"][0][0]))
        found.append({**row, "value": point[1], "x": x})
    return found


def groups(case: Case) -> list[Row]:
    part, found = case.part, list[Row]()
    for one in part["groups"]:
        points = [(read(part["across"], p["at"][0]), read(part["axis"], p["at"][1])) for p in one["points"]]
        found.append(
            {
                "name": one["name"],
                "colour": one["colour"]["name"],
                "shape": {"cross": "crosses"}.get(one["marker"], one["marker"] + "s"),
                "points": points,
                "count": len(points),
                "top": max(y for _, y in points),
                "low": min(y for _, y in points),
            }
        )
    return found


def boxes(case: Case) -> list[Row]:
    part, found = case.part, list[Row]()
    for place, one in enumerate(sorted(part["boxes"], key=lambda box: box["at"]["x"])):
        row = {key: read(part["axis"], one["at"][key]) for key in ("q1", "median", "q3")}
        found.append(
            {
                "name": one["name"],
                "colour": one["colour"]["name"],
                "place": place,
                "outliers": len(one["at"]["outliers"]),
                "height": one["at"]["q1"] - one["at"]["q3"],
                **row,
            }
        )
    return found


def slices(case: Case) -> list[Row]:
    return [
        {
            "name": one["name"],
            "colour": one["colour"]["name"],
            "share": (one["to"] - one["from"]) / 3.6,
            "from": one["from"],
        }
        for one in case.part["slices"]
    ]


def cells(case: Case) -> list[Row]:
    part, found = case.part, list[Row]()
    rows = sorted({box[1] for line in part["boxes"] for box in line})
    columns = sorted({box[0] for line in part["boxes"] for box in line})
    for values, line in zip(part["cells"], part["boxes"], strict=True):
        for value, box in zip(values, line, strict=True):
            row, column = rows.index(box[1]), columns.index(box[0])
            down = "top" if row == 0 else "bottom" if row == len(rows) - 1 else "?"
            across = "left" if column == 0 else "right" if column == len(columns) - 1 else "?"
            corner = f"{down} {across}"
            names = part["classes"][row], part["classes"][column]
            found.append({"row": names[0], "column": names[1], "value": value, "corner": corner})
    return found


def mistakes(case: Case) -> list[Row]:
    return [cell for cell in cells(case) if cell["row"] != cell["column"]]


def hits(case: Case) -> list[Row]:
    return [{"name": cell["row"], "value": cell["value"]} for cell in cells(case) if cell["row"] == cell["column"]]


def causes(case: Case) -> list[Row]:
    part, found = case.part, list[Row]()
    for place, bar in enumerate(sorted(part["bars"], key=lambda bar: bar["box"][0])):
        found.append(
            {
                "name": bar["name"],
                "place": _ORDINALS[place],
                "value": read(part["axis"], bar["box"][1]),
                "cumulative": read(part["right"], bar["point"][1]),
                "left": bar["box"][0],
            }
        )
    return found


def regions(case: Case) -> list[Row]:
    """The numbers of a Venn diagram, with the circles in which they stand."""
    found: list[Row] = []
    for region in case.part["regions"]:
        around = [one for one in case.part["sets"] if math.dist(one["centre"], region["at"]) < one["radius"]]
        found.append(
            {
                "sets": sorted(one["name"] for one in around),
                "colours": sorted(one["colour"]["name"] for one in around),
                "value": region["value"],
            }
        )
    return found


def totals(case: Case) -> list[Row]:
    return [
        {"name": one["name"], "value": sum(row["value"] for row in regions(case) if one["name"] in row["sets"])}
        for one in case.part["sets"]
    ]


def region(case: Case, said: Row) -> float:
    key = "sets" if "sets" in said else "colours"
    return only(row["value"] for row in regions(case) if row[key] == sorted(said[key]))


def nodes(case: Case) -> list[Row]:
    found: list[Row] = []
    for node in case.part["nodes"]:
        left, top, right, bottom = node["box"]
        row = {"name": node["name"], "colour": node["colour"]["name"], "x": (left + right) / 2, "y": (top + bottom) / 2}
        found.append({**node, **row})
    return found


def layers(case: Case) -> list[Row]:
    return [
        {
            "name": one["name"],
            "colour": one["colour"]["name"],
            "units": len(one["at"]),
            "function": one["function"],
            "x": one["at"][0][0],
        }
        for one in case.part["layers"]
    ]


def side_of(rows: list[Row], side: str) -> Row:
    key, most = {"leftmost": ("x", False), "rightmost": ("x", True), "topmost": ("y", False), "lowest": ("y", True)}[
        side
    ]
    return best(rows, key, most)


def lies(one: Row, other: Row, side: str) -> bool:
    return {
        "to the left of": one["x"] < other["x"],
        "to the right of": one["x"] > other["x"],
        "above": one["y"] < other["y"],
        "below": one["y"] > other["y"],
    }[side]


# --- what is asked of many figure types


Solver = Callable[[Case], Right]
Rows = Callable[[Case], list[Row]]


def solved(figures: str, solvers: dict[str, Solver]) -> None:
    """Adds solvers for the templates of some figure types, by the templates' names."""
    for figure in figures.split():
        SOLVERS.update({f"{figure}.{name}": solver for names, solver in solvers.items() for name in names.split()})


def among(solver: Solver) -> Solver:
    """The same, as the one option that is right."""
    return lambda case: {str(solver(case))}


def told(rows: Rows, key: str) -> Solver:
    return lambda case: matching(rows(case), case.asked["one"])[key]


def named(rows: Rows, key: str, by: str = "name") -> Solver:
    return lambda case: only(row for row in rows(case) if row[by] == case.asked[by])[key]


def coloured(rows: Rows) -> Solver:
    return lambda case: named(rows, "colour")(case) == case.asked["colour"]


def larger(rows: Rows, key: str) -> Solver:
    return lambda case: matching(rows(case), case.asked["one"])[key] > matching(rows(case), case.asked["other"])[key]


def gap(rows: Rows, key: str) -> Solver:
    return lambda case: abs(
        matching(rows(case), case.asked["one"])[key] - matching(rows(case), case.asked["other"])[key]
    )


def first(rows: Rows, key: str, said: str = "name") -> Solver:
    return lambda case: best(rows(case), key, case.asked["most"])[said]


def beyond(rows: Rows, key: str) -> Solver:
    return lambda case: passes(matching(rows(case), case.asked["one"])[key], case.asked)


def how_many_beyond(rows: Rows, key: str) -> Solver:
    return lambda case: sum(passes(row[key], case.asked) for row in rows(case))


def those_beyond(rows: Rows, key: str) -> Solver:
    return lambda case: those(case, rows(case), lambda row: passes(row[key], case.asked))


def nearest(rows: Rows, key: str) -> Solver:
    return lambda case: closest(case, matching(rows(case), case.asked["one"])[key])


def before(rows: Rows, at: str, name: str = "name") -> Solver:
    """Does one lie before the other?"""

    def solver(case: Case) -> Right:
        places = {row[name]: row[at] for row in rows(case)}
        return places[case.asked["one"]] < places[case.asked["other"]]

    return solver


# --- bar charts


def asked_bars(case: Case) -> list[Row]:
    """Those of the colour, category or series that is asked about."""
    keys = [key for key in ("colour", "category", "series") if key in case.asked]
    return [row for row in bars(case) if all(row[key] == case.asked[key] for key in keys)]


def bar_colours(case: Case) -> set[str]:
    return {row["colour"] for row in bars(case) if case.asked["name"] in (row["series"], row["name"])}


def winner(case: Case) -> str:
    row = best(asked_bars(case), "value", case.asked["most"])
    return row["series"] or row["category"]


solved(
    "bar_chart",
    {
        "value_of_bar value": told(bars, "value"),
        "gap": gap(bars, "value"),
        "largest_bar": first(asked_bars, "value", "category"),
        "bars_beyond": how_many_beyond(bars, "value"),
        "winner": winner,
        "taller higher": larger(bars, "value"),
        "drawn_in": lambda case: case.asked["colour"] in bar_colours(case),
        "beside": before(lambda case: sorted(bars(case), key=lambda row: -row["middle"]), "middle", "category"),
        "exceeds": beyond(bars, "value"),
        "colour_of": bar_colours,
        "colour_of_largest": among(first(asked_bars, "value", "colour")),
        "value_of_bar_among value_among": nearest(bars, "value"),
        "best_of": among(first(asked_bars, "value", "category")),
        "those_beyond": those_beyond(bars, "value"),
    },
)


# --- line charts


def lines_there(case: Case) -> list[Row]:
    """Where they are at the place that is asked about."""
    return lines_at(case, (case.asked if "x" in case.asked else case.asked["one"])["x"])


def turn(case: Case) -> float:
    said = {key: case.asked[key] for key in ("name", "colour") if key in case.asked}
    points = matching(lines(case), said)["points"]
    x = (max if case.asked["most"] else min)(points, key=lambda point: point[1])[0]
    return min(case.part["across"]["ticks"], key=lambda tick: abs(tick - x))


def rises(case: Case) -> bool:
    one, other = (
        only(row for row in lines_at(case, case.asked[key]["x"]) if row["name"] == case.asked["name"])["value"]
        for key in ("one", "other")
    )
    return one > other


solved(
    "line_chart",
    {
        "value_of_line value": told(lines_there, "value"),
        "peak_of_line peak": turn,
        "lines": lambda case: sum(row["dash"] == case.asked.get("dash", row["dash"]) for row in lines(case)),
        "lines_beyond": how_many_beyond(lines_there, "value"),
        "winner_at": first(lines_there, "value"),
        "gap": gap(lines_there, "value"),
        "above higher": larger(lines_there, "value"),
        "dashed": lambda case: named(lines, "dash", "colour")(case) == case.asked["dash"],
        "drawn_in": coloured(lines),
        "exceeds": beyond(lines_there, "value"),
        "changed": rises,
        "colour_of": among(named(lines, "colour")),
        "topmost_at": among(first(lines_there, "value", "colour")),
        "marker_of": among(named(lines, "marker", "colour")),
        "value_of_line_among value_among": nearest(lines_there, "value"),
        "best_at": among(first(lines_there, "value")),
        "those_beyond": those_beyond(lines_there, "value"),
    },
)


# --- scatter plots


def outermost_colour(case: Case) -> str:
    points = [{"x": x, "y": -y, "colour": row["colour"]} for row in groups(case) for x, y in row["points"]]
    return side_of(points, case.asked["side"])["colour"]


solved(
    "scatter_plot",
    {
        "points_of": named(groups, "count", "colour"),
        "observations": named(groups, "count"),
        "topmost_of highest_of": told(groups, "top"),
        "who_has_shape": named(groups, "name", "shape"),
        "who_is_highest": lambda case: first(groups, "top" if case.asked["most"] else "low")(case),
        "lies_above reaches_higher": larger(groups, "top"),
        "more_points": larger(groups, "count"),
        "drawn_in": coloured(groups),
        "exceeds": beyond(groups, "top"),
        "colour_of": among(named(groups, "colour")),
        "outermost": among(outermost_colour),
        "count_among": among(named(groups, "count", "colour")),
        "best_of": among(first(groups, "top")),
        "value_among": nearest(groups, "top"),
        "those_beyond": those_beyond(groups, "top"),
    },
)


# --- box plots


def statistic(case: Case) -> float:
    key = {"median": "median", "lower quartile": "q1", "upper quartile": "q3"}[case.asked["statistic"]]
    return matching(boxes(case), case.asked["one"])[key]


solved(
    "box_plot",
    {
        "median_of_box": told(boxes, "median"),
        "statistic": statistic,
        "tallest": first(boxes, "height"),
        "circles_of": told(boxes, "outliers"),
        "outliers_of": named(boxes, "outliers"),
        "has_outliers": lambda case: named(boxes, "outliers")(case) != 0,
        "winner": first(boxes, "median"),
        "gap": gap(boxes, "median"),
        "line_above higher": larger(boxes, "median"),
        "taller": larger(boxes, "height"),
        "beside": before(boxes, "place"),
        "exceeds": beyond(boxes, "median"),
        "colour_of": among(named(boxes, "colour")),
        "colour_of_highest": among(first(boxes, "median", "colour")),
        "median_of_box_among median_among": nearest(boxes, "median"),
        "best_of": among(first(boxes, "median")),
        "those_beyond": those_beyond(boxes, "median"),
        "those_with_outliers": lambda case: those(case, boxes(case), lambda row: row["outliers"] > 0),
    },
)


# --- pie charts


def next_slice(case: Case) -> str:
    rows = slices(case)
    start = matching(rows, case.asked["one"])["from"]
    return min((row for row in rows if row["from"] != start), key=lambda row: (row["from"] - start) % 360)["name"]


solved(
    "pie_chart",
    {
        "share_of_slice share_of": told(slices, "share"),
        "share_together": lambda case: sum(row["share"] for row in slices(case) if row["name"] in case.asked["names"]),
        "largest_slice": first(slices, "share"),
        "slice_is": told(slices, "name"),
        "next_slice": next_slice,
        "categories": lambda case: len(slices(case)),
        "slices_beyond": how_many_beyond(slices, "share"),
        "larger_slice larger_share": larger(slices, "share"),
        "drawn_in": coloured(slices),
        "exceeds": beyond(slices, "share"),
        "colour_of": among(named(slices, "colour")),
        "colour_of_largest": among(first(slices, "share", "colour")),
        "share_of_slice_among share_among": nearest(slices, "share"),
        "largest_of": among(first(slices, "share")),
        "those_beyond": those_beyond(slices, "share"),
    },
)


# --- confusion matrices


def asked_mistakes(case: Case) -> list[Row]:
    """Those of the row that is asked about."""
    return [cell for cell in mistakes(case) if cell["row"] == case.asked["row"]]


def mistaken(case: Case) -> int:
    return only(cell["value"] for cell in asked_mistakes(case) if cell["column"] == case.asked["column"])


solved(
    "confusion_matrix",
    {
        "corner_value": named(cells, "value", "corner"),
        "corner_value_among": among(named(cells, "value", "corner")),
        "darkest_value": lambda case: best(cells(case), "value", True)["value"],
        "cells_beyond": how_many_beyond(asked_mistakes, "value"),
        "mistaken": mistaken,
        "mistaken_among": among(mistaken),
        "total_of": lambda case: sum(cell["value"] for cell in cells(case) if cell["row"] == case.asked["name"]),
        "most_mistaken_for": first(asked_mistakes, "value", "column"),
        "darkest_in_row": among(first(asked_mistakes, "value", "column")),
        "darker more_often corner_compare": larger(cells, "value"),
        "recognised_more": larger(hits, "value"),
        "exceeds": beyond(hits, "value"),
        "best_recognised": among(first(hits, "value")),
        "those_beyond": those_beyond(hits, "value"),
    },
)


# --- Pareto charts


def needed(case: Case) -> int:
    total, reached = sum(row["value"] for row in causes(case)), 0.0
    for count, row in enumerate(sorted(causes(case), key=lambda row: -row["value"]), start=1):
        reached += row["value"]
        if reached >= total * case.asked["percentage"] / 100:
            return count
    raise AssertionError("a hundred percent is never reached")


def colour_of_marks(case: Case) -> str:
    return case.part["bar_colour" if case.asked["mark"] == "bars" else "line_colour"]["name"]


def outermost_cause(case: Case) -> str:
    rows = [row for row in causes(case) if row["name"] in case.options]
    return best(rows, "left", case.asked["side"] == "right")["name"]


def ranked(case: Case) -> str:
    word = case.asked["nth"].split()[0]
    place = 0 if word == "most" else _ORDINALS.index(word)
    return sorted(causes(case), key=lambda row: -row["value"])[place]["name"]


solved(
    "pareto_chart",
    {
        "bar_value value": told(causes, "value"),
        "line_value cumulative": told(causes, "cumulative"),
        "bar_at": told(causes, "name"),
        "bars_beyond": how_many_beyond(causes, "value"),
        "needed": needed,
        "gap": gap(causes, "value"),
        "drawn_in": lambda case: colour_of_marks(case) == case.asked["colour"],
        "colour_of": among(colour_of_marks),
        "beside": before(causes, "left"),
        "more": larger(causes, "value"),
        "exceeds": beyond(causes, "value"),
        "bar_at_among": among(named(causes, "name", "place")),
        "outermost": among(outermost_cause),
        "value_among": nearest(causes, "value"),
        "cumulative_among": nearest(causes, "cumulative"),
        "ranked": among(ranked),
        "those_beyond": those_beyond(causes, "value"),
    },
)


# --- Venn diagrams


def circles(case: Case) -> list[Row]:
    return [{**one, "colour": one["colour"]["name"]} for one in case.part["sets"]]


def circle_there(case: Case) -> str:
    some = circles(case)
    x, y = (sum(one["centre"][axis] for one in some) / len(some) for axis in (0, 1))

    def fits(one: Row) -> bool:
        across = "" if abs(one["centre"][0] - x) < 2 else "left" if one["centre"][0] < x else "right"
        down = "" if abs(one["centre"][1] - y) < 2 else "top" if one["centre"][1] < y else "bottom"
        return case.asked["place"] == " ".join(word for word in (down, across) if word)

    return only(one for one in some if fits(one))["name"]


solved(
    "venn_diagram",
    {
        "region_by_colour region_by_name": lambda case: region(case, case.asked),
        "region_among members_among": among(lambda case: region(case, case.asked)),
        "circle_at": lambda case: region(case, {"sets": [circle_there(case)]}),
        "set_at": among(circle_there),
        "total_of": named(totals, "value"),
        "grand_total": lambda case: sum(row["value"] for row in regions(case)),
        "largest_set": first(totals, "value"),
        "largest_among": among(first(totals, "value")),
        "region_larger more_members": lambda case: region(case, case.asked["one"]) > region(case, case.asked["other"]),
        "exceeds": lambda case: passes(region(case, case.asked["one"]), case.asked),
        "drawn_in": coloured(circles),
        "colour_of": among(named(circles, "colour")),
    },
)


# --- what all diagrams of nodes share


def usual_colour(case: Case) -> str:
    colours = [node["colour"] for node in nodes(case)]
    return best([{"name": name, "count": colours.count(name)} for name in set(colours)], "count", True)["name"]


def lies_there(case: Case) -> bool:
    by_name = {node["name"]: node for node in nodes(case)}
    return lies(by_name[case.asked["one"]], by_name[case.asked["other"]], case.asked["side"])


def outermost(case: Case) -> str:
    return side_of(nodes(case), case.asked["side"])["name"]


def count_of_colour(case: Case) -> int:
    return sum(node["colour"] == case.asked["colour"] for node in nodes(case))


solved(
    "architecture_diagram tree graph",
    {
        "usual_colour": among(usual_colour),
        "colour_of": among(named(nodes, "colour")),
        "is_coloured": coloured(nodes),
        "lies_beside": lies_there,
    },
)


# --- architecture diagrams


def arrows(case: Case) -> set[tuple[str, str]]:
    return {(one, other) for one, other in case.part["arrows"]}


def after(case: Case) -> set[str]:
    return {other for one, other in arrows(case) if one == case.asked["name"]}


def ahead(case: Case) -> set[str]:
    return {one for one, other in arrows(case) if other == case.asked["name"]}


def reaches(case: Case) -> bool:
    reached = {(one, other) for one, other in arrows(case)}
    for _ in case.part["nodes"]:
        reached |= {(a, d) for a, b in reached for c, d in reached if b == c}
    return (case.asked["one"], case.asked["other"]) in reached


solved(
    "architecture_diagram",
    {
        "boxes_of_colour": count_of_colour,
        "outermost": outermost,
        "arrows_at": lambda case: len(ahead(case) if case.asked["inward"] else after(case)),
        "inputs_of": lambda case: len(ahead(case)),
        "receiver": lambda case: only(after(case)),
        "supplier": lambda case: only(ahead(case)),
        "supplier_among": lambda case: ahead(case) & set(case.options),
        "receivers_among": lambda case: after(case) & set(case.options),
        "arrow_leads feeds": lambda case: (case.asked["one"], case.asked["other"]) in arrows(case),
        "reaches": reaches,
        "shape_of": among(named(nodes, "shape")),
    },
)


# --- neural networks


def connections(case: Case) -> int:
    rows = {row["name"]: row for row in layers(case)}
    return rows[case.asked["one"]]["units"] * rows[case.asked["other"]]["units"]


def comes_before(case: Case) -> bool:
    order = [row["name"] for row in sorted(layers(case), key=lambda row: row["x"])]
    return (case.asked["one"], case.asked["other"]) in itertools.pairwise(order)


solved(
    "neural_network",
    {
        "circles_of_colour": named(layers, "units", "colour"),
        "circles_at_side": lambda case: best(layers(case), "x", case.asked["side"] == "rightmost")["units"],
        "function_of_colour": told(layers, "function"),
        "units_of": named(layers, "units"),
        "units_in_all": lambda case: sum(row["units"] for row in layers(case)),
        "connections": connections,
        "function_of": named(layers, "function"),
        "largest_layer": first(layers, "units"),
        "more_circles more_units": larger(layers, "units"),
        "is_coloured": coloured(layers),
        "stands_left": before(layers, "x", "colour"),
        "exceeds": beyond(layers, "units"),
        "comes_before": comes_before,
        "colour_of": among(named(layers, "colour")),
        "circles_among": among(named(layers, "units", "colour")),
        "units_among": among(named(layers, "units")),
        "function_of_colour_among": among(named(layers, "function", "colour")),
        "largest_among": among(first(layers, "units")),
        "those_beyond": those_beyond(layers, "units"),
    },
)


# --- trees


def children(case: Case, name: str) -> set[str]:
    return {node["name"] for node in nodes(case) if node["parent"] == name}


def ends(case: Case) -> list[Row]:
    inner = {node["parent"] for node in nodes(case)}
    return [node for node in nodes(case) if node["name"] not in inner]


def depth(case: Case, name: str) -> int:
    """By how far a node lies from the root in the picture."""
    axis = "y" if case.part["down"] else "x"
    levels = sorted({round(node[axis]) for node in nodes(case)})
    found = only(node for node in nodes(case) if node["name"] == name)
    return levels.index(round(found[axis]))


def line_between(case: Case) -> bool:
    one, other = case.asked["one"], case.asked["other"]
    return other in children(case, one) or one in children(case, other)


def outermost_option(case: Case) -> str:
    sides = {"farthest to the left": "leftmost", "farthest to the right": "rightmost"}
    sides |= {"highest up": "topmost", "lowest down": "lowest"}
    return side_of([node for node in nodes(case) if node["name"] in case.options], sides[case.asked["side"]])["name"]


solved(
    "tree",
    {
        "nodes_of_colour": count_of_colour,
        "outermost_leaf": lambda case: side_of(ends(case), case.asked["side"])["name"],
        "outermost_among": among(outermost_option),
        "lines_from children_of": lambda case: len(children(case, case.asked["name"])),
        "parent_of": named(nodes, "parent"),
        "parent_among": among(named(nodes, "parent")),
        "ends": lambda case: len(ends(case)),
        "steps_down": lambda case: depth(case, case.asked["name"]),
        "line_between": line_between,
        "is_child": lambda case: case.asked["one"] in children(case, case.asked["other"]),
        "same_level": lambda case: depth(case, case.asked["one"]) == depth(case, case.asked["other"]),
        "share_parent": lambda case: any(
            {case.asked["one"], case.asked["other"]} <= children(case, node["name"]) for node in nodes(case)
        ),
        "children_among": lambda case: children(case, case.asked["name"]) & set(case.options),
    },
)


# --- graphs


def linked(case: Case, name: str) -> set[str]:
    ends = [{edge["from"], edge["to"]} for edge in case.part["edges"]]
    return {other for pair in ends if name in pair for other in pair - {name}}


def degrees(case: Case) -> list[Row]:
    return [{"name": node["name"], "count": len(linked(case, node["name"]))} for node in nodes(case)]


def weight(case: Case, said: Row) -> int:
    pair = {said["one"], said["other"]}
    return only(edge["weight"] for edge in case.part["edges"] if {edge["from"], edge["to"]} == pair)


def lines_met(case: Case) -> int:
    if "inward" not in case.asked:
        return len(linked(case, case.asked["name"]))
    key = "to" if case.asked["inward"] else "from"
    return sum(edge[key] == case.asked["name"] for edge in case.part["edges"])


def steps_between(case: Case) -> float:
    far = {node["name"]: math.inf for node in nodes(case)} | {case.asked["one"]: 0}
    for _ in far:
        far = {name: min([far[name], *(far[other] + 1 for other in linked(case, name))]) for name in far}
    return far[case.asked["other"]]


def line_leads(case: Case) -> bool:
    if not case.part["directed"]:
        return case.asked["other"] in linked(case, case.asked["one"])
    return any((edge["from"], edge["to"]) == (case.asked["one"], case.asked["other"]) for edge in case.part["edges"])


solved(
    "graph",
    {
        "nodes_of_colour": count_of_colour,
        "outermost": outermost,
        "outermost_among": among(outermost),
        "lines_at": lines_met,
        "weight_of": lambda case: weight(case, case.asked),
        "weight_among": among(lambda case: weight(case, case.asked)),
        "neighbours": lambda case: len(linked(case, case.asked["name"])),
        "connections": lambda case: sum(row["count"] for row in degrees(case)) / 2,
        "steps_between": steps_between,
        "most_connected": first(degrees, "count"),
        "most_connected_among": among(first(degrees, "count")),
        "line_between": line_leads,
        "connected": lambda case: case.asked["other"] in linked(case, case.asked["one"]),
        "better_connected": larger(degrees, "count"),
        "exceeds": lambda case: passes(weight(case, case.asked["one"]), case.asked),
        "neighbours_among": lambda case: linked(case, case.asked["name"]) & set(case.options),
    },
)


# --- several sub-figures together


def holders(case: Case) -> list[Row]:
    return [part for part in case.scene["parts"] if case.asked["name"] in part["names"]]


def place(case: Case, part: Row) -> str:
    """Where a part lies, worked out from the boxes of all."""
    words: list[str] = []
    for axis, names in ((1, ("top", "middle", "bottom")), (0, ("left", "center", "right"))):
        edges = sorted({other["box"][axis] for other in case.scene["parts"]})
        if len(edges) > 1:
            here = edges.index(part["box"][axis])
            words.append(names[0] if here == 0 else names[2] if here == len(edges) - 1 else names[1])
    return " ".join(words)


def letters(case: Case) -> set[str]:
    return {part["letter"] for part in holders(case)}


def place_there(case: Case) -> str:
    return place(case, only(holders(case)))


solved(
    "compound",
    {
        "place_of": place_there,
        "place_among": among(place_there),
        "title_at": lambda case: only(
            part["title"] for part in case.scene["parts"] if place(case, part) == case.asked["place"]
        ),
        "parts_with": lambda case: len(holders(case)),
        "stands_at": lambda case: case.asked["place"] in {place(case, part) for part in holders(case)},
        "both_have": lambda case: (
            {case.asked["one"], case.asked["other"]} <= {part["letter"] for part in holders(case)}
        ),
        "letter_among": lambda case: {f"({part['letter']})" for part in holders(case)},
    },
)
