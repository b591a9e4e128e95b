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


def solves(*names: str) -> Callable[[Callable[[Case], Right]], Callable[[Case], Right]]:
    def keep(function: Callable[[Case], Right]) -> Callable[[Case], Right]:
        SOLVERS.update(dict.fromkeys(names, function))
        return function

    return keep


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


def closest(case: Case, value: float, axis: Row | None = None) -> set[str]:
    def off(text: str) -> float:
        if axis is not None and axis["log"]:
            return abs(math.log(float(text) / value))
        return abs(float(text) - value)

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


# --- bar charts


@solves("bar_chart.value_of_bar", "bar_chart.value")
def _(case: Case) -> Right:
    return matching(bars(case), case.asked["one"])["value"]


@solves("bar_chart.gap")
def _(case: Case) -> Right:
    rows = bars(case)
    return abs(matching(rows, case.asked["one"])["value"] - matching(rows, case.asked["other"])["value"])


@solves("bar_chart.largest_bar")
def _(case: Case) -> Right:
    rows = [row for row in bars(case) if row["colour"] == case.asked.get("colour", row["colour"])]
    return best(rows, "value", case.asked["most"])["category"]


@solves("bar_chart.bars_beyond")
def _(case: Case) -> Right:
    return sum(passes(row["value"], case.asked) for row in bars(case))


@solves("bar_chart.winner")
def _(case: Case) -> Right:
    rows = [row for row in bars(case) if row["category"] == case.asked.get("category", row["category"])]
    row = best(rows, "value", case.asked["most"])
    return row["series"] or row["category"]


@solves("bar_chart.taller", "bar_chart.higher")
def _(case: Case) -> Right:
    rows = bars(case)
    return matching(rows, case.asked["one"])["value"] > matching(rows, case.asked["other"])["value"]


@solves("bar_chart.drawn_in")
def _(case: Case) -> Right:
    return case.asked["colour"] in {
        row["colour"] for row in bars(case) if case.asked["name"] in (row["series"], row["name"])
    }


@solves("bar_chart.beside")
def _(case: Case) -> Right:
    def middle(name: str) -> float:
        return min(row["middle"] for row in bars(case) if row["category"] == name)

    return middle(case.asked["one"]) < middle(case.asked["other"])


@solves("bar_chart.exceeds")
def _(case: Case) -> Right:
    return passes(matching(bars(case), case.asked["one"])["value"], case.asked)


@solves("bar_chart.colour_of")
def _(case: Case) -> Right:
    return {row["colour"] for row in bars(case) if case.asked["name"] in (row["series"], row["name"])}


@solves("bar_chart.colour_of_largest")
def _(case: Case) -> Right:
    rows = [row for row in bars(case) if row["category"] == case.asked.get("category", row["category"])]
    return {best(rows, "value", case.asked["most"])["colour"]}


@solves("bar_chart.value_of_bar_among", "bar_chart.value_among")
def _(case: Case) -> Right:
    return closest(case, matching(bars(case), case.asked["one"])["value"], case.part["axis"])


@solves("bar_chart.best_of")
def _(case: Case) -> Right:
    rows = [row for row in bars(case) if row["series"] == case.asked.get("series", row["series"])]
    return {best(rows, "value", case.asked["most"])["category"]}


@solves("bar_chart.those_beyond")
def _(case: Case) -> Right:
    return those(case, bars(case), lambda row: passes(row["value"], case.asked))


# --- line charts


@solves("line_chart.value_of_line", "line_chart.value")
def _(case: Case) -> Right:
    one = case.asked["one"]
    return matching(lines_at(case, one["x"]), one)["value"]


@solves("line_chart.peak_of_line", "line_chart.peak")
def _(case: Case) -> Right:
    said = {key: case.asked[key] for key in ("name", "colour") if key in case.asked}
    points = matching(lines(case), said)["points"]
    x = (max if case.asked["most"] else min)(points, key=lambda point: point[1])[0]
    return min(case.part["across"]["ticks"], key=lambda tick: abs(tick - x))


@solves("line_chart.lines")
def _(case: Case) -> Right:
    return sum(row["dash"] == case.asked.get("dash", row["dash"]) for row in lines(case))


@solves("line_chart.lines_beyond")
def _(case: Case) -> Right:
    return sum(passes(row["value"], case.asked) for row in lines_at(case, case.asked["x"]))


@solves("line_chart.winner_at")
def _(case: Case) -> Right:
    return best(lines_at(case, case.asked["x"]), "value", case.asked["most"])["name"]


@solves("line_chart.gap")
def _(case: Case) -> Right:
    one, other = case.asked["one"], case.asked["other"]
    rows = lines_at(case, one["x"])
    return abs(matching(rows, one)["value"] - matching(rows, other)["value"])


@solves("line_chart.above", "line_chart.higher")
def _(case: Case) -> Right:
    one, other = case.asked["one"], case.asked["other"]
    rows = lines_at(case, one["x"])
    return matching(rows, one)["value"] > matching(rows, other)["value"]


@solves("line_chart.dashed")
def _(case: Case) -> Right:
    return only(row for row in lines(case) if row["colour"] == case.asked["colour"])["dash"] == case.asked["dash"]


@solves("line_chart.drawn_in")
def _(case: Case) -> Right:
    return only(row for row in lines(case) if row["name"] == case.asked["name"])["colour"] == case.asked["colour"]


@solves("line_chart.exceeds")
def _(case: Case) -> Right:
    one = case.asked["one"]
    return passes(matching(lines_at(case, one["x"]), one)["value"], case.asked)


@solves("line_chart.changed")
def _(case: Case) -> Right:
    one, other = (
        only(row for row in lines_at(case, case.asked[key]["x"]) if row["name"] == case.asked["name"])["value"]
        for key in ("one", "other")
    )
    return one > other


@solves("line_chart.colour_of")
def _(case: Case) -> Right:
    return those(case, lines(case), lambda row: row["name"] == case.asked["name"], "colour")


@solves("line_chart.topmost_at")
def _(case: Case) -> Right:
    return {best(lines_at(case, case.asked["x"]), "value", case.asked["most"])["colour"]}


@solves("line_chart.marker_of")
def _(case: Case) -> Right:
    return those(case, lines(case), lambda row: row["colour"] == case.asked["colour"], "marker")


@solves("line_chart.value_of_line_among", "line_chart.value_among")
def _(case: Case) -> Right:
    one = case.asked["one"]
    return closest(case, matching(lines_at(case, one["x"]), one)["value"], case.part["axis"])


@solves("line_chart.best_at")
def _(case: Case) -> Right:
    return {best(lines_at(case, case.asked["x"]), "value", case.asked["most"])["name"]}


@solves("line_chart.those_beyond")
def _(case: Case) -> Right:
    return those(case, lines_at(case, case.asked["x"]), lambda row: passes(row["value"], case.asked))


# --- scatter plots


@solves("scatter_plot.points_of")
def _(case: Case) -> Right:
    return only(row for row in groups(case) if row["colour"] == case.asked["colour"])["count"]


@solves("scatter_plot.observations")
def _(case: Case) -> Right:
    return only(row for row in groups(case) if row["name"] == case.asked["name"])["count"]


@solves("scatter_plot.topmost_of", "scatter_plot.highest_of")
def _(case: Case) -> Right:
    return matching(groups(case), case.asked["one"])["top"]


@solves("scatter_plot.who_has_shape")
def _(case: Case) -> Right:
    return only(row for row in groups(case) if row["shape"] == case.asked["shape"])["name"]


@solves("scatter_plot.who_is_highest")
def _(case: Case) -> Right:
    return best(groups(case), "top" if case.asked["most"] else "low", case.asked["most"])["name"]


@solves("scatter_plot.lies_above", "scatter_plot.reaches_higher")
def _(case: Case) -> Right:
    rows = groups(case)
    return matching(rows, case.asked["one"])["top"] > matching(rows, case.asked["other"])["top"]


@solves("scatter_plot.more_points")
def _(case: Case) -> Right:
    rows = groups(case)
    return matching(rows, case.asked["one"])["count"] > matching(rows, case.asked["other"])["count"]


@solves("scatter_plot.drawn_in")
def _(case: Case) -> Right:
    return only(row for row in groups(case) if row["name"] == case.asked["name"])["colour"] == case.asked["colour"]


@solves("scatter_plot.exceeds")
def _(case: Case) -> Right:
    return passes(matching(groups(case), case.asked["one"])["top"], case.asked)


@solves("scatter_plot.colour_of")
def _(case: Case) -> Right:
    return those(case, groups(case), lambda row: row["name"] == case.asked["name"], "colour")


@solves("scatter_plot.outermost")
def _(case: Case) -> Right:
    points = [{"x": x, "y": -y, "colour": row["colour"]} for row in groups(case) for x, y in row["points"]]
    return {side_of(points, case.asked["side"])["colour"]}


@solves("scatter_plot.count_among")
def _(case: Case) -> Right:
    return {str(row["count"]) for row in groups(case) if row["colour"] == case.asked["colour"]}


@solves("scatter_plot.best_of")
def _(case: Case) -> Right:
    return {best(groups(case), "top", case.asked["most"])["name"]}


@solves("scatter_plot.value_among")
def _(case: Case) -> Right:
    return closest(case, matching(groups(case), case.asked["one"])["top"])


@solves("scatter_plot.those_beyond")
def _(case: Case) -> Right:
    return those(case, groups(case), lambda row: passes(row["top"], case.asked))


# --- box plots


@solves("box_plot.median_of_box")
def _(case: Case) -> Right:
    return matching(boxes(case), case.asked["one"])["median"]


@solves("box_plot.statistic")
def _(case: Case) -> Right:
    key = {"median": "median", "lower quartile": "q1", "upper quartile": "q3"}[case.asked["statistic"]]
    return matching(boxes(case), case.asked["one"])[key]


@solves("box_plot.tallest")
def _(case: Case) -> Right:
    return best(boxes(case), "height", case.asked["most"])["name"]


@solves("box_plot.circles_of")
def _(case: Case) -> Right:
    return matching(boxes(case), case.asked["one"])["outliers"]


@solves("box_plot.outliers_of")
def _(case: Case) -> Right:
    return only(row for row in boxes(case) if row["name"] == case.asked["name"])["outliers"]


@solves("box_plot.has_outliers")
def _(case: Case) -> Right:
    return only(row for row in boxes(case) if row["name"] == case.asked["name"])["outliers"] > 0


@solves("box_plot.winner")
def _(case: Case) -> Right:
    return best(boxes(case), "median", case.asked["most"])["name"]


@solves("box_plot.gap")
def _(case: Case) -> Right:
    rows = boxes(case)
    return abs(matching(rows, case.asked["one"])["median"] - matching(rows, case.asked["other"])["median"])


@solves("box_plot.line_above", "box_plot.higher")
def _(case: Case) -> Right:
    rows = boxes(case)
    return matching(rows, case.asked["one"])["median"] > matching(rows, case.asked["other"])["median"]


@solves("box_plot.taller")
def _(case: Case) -> Right:
    rows = boxes(case)
    return matching(rows, case.asked["one"])["height"] > matching(rows, case.asked["other"])["height"]


@solves("box_plot.beside")
def _(case: Case) -> Right:
    place = {row["name"]: row["place"] for row in boxes(case)}
    return place[case.asked["one"]] < place[case.asked["other"]]


@solves("box_plot.exceeds")
def _(case: Case) -> Right:
    return passes(matching(boxes(case), case.asked["one"])["median"], case.asked)


@solves("box_plot.colour_of")
def _(case: Case) -> Right:
    return those(case, boxes(case), lambda row: row["name"] == case.asked["name"], "colour")


@solves("box_plot.colour_of_highest")
def _(case: Case) -> Right:
    return {best(boxes(case), "median", case.asked["most"])["colour"]}


@solves("box_plot.median_of_box_among", "box_plot.median_among")
def _(case: Case) -> Right:
    return closest(case, matching(boxes(case), case.asked["one"])["median"])


@solves("box_plot.best_of")
def _(case: Case) -> Right:
    return {best(boxes(case), "median", case.asked["most"])["name"]}


@solves("box_plot.those_beyond")
def _(case: Case) -> Right:
    return those(case, boxes(case), lambda row: passes(row["median"], case.asked))


@solves("box_plot.those_with_outliers")
def _(case: Case) -> Right:
    return those(case, boxes(case), lambda row: row["outliers"] > 0)


# --- pie charts


@solves("pie_chart.share_of_slice", "pie_chart.share_of")
def _(case: Case) -> Right:
    return matching(slices(case), case.asked["one"])["share"]


@solves("pie_chart.share_together")
def _(case: Case) -> Right:
    return sum(row["share"] for row in slices(case) if row["name"] in case.asked["names"])


@solves("pie_chart.largest_slice")
def _(case: Case) -> Right:
    return best(slices(case), "share", case.asked["most"])["name"]


@solves("pie_chart.slice_is")
def _(case: Case) -> Right:
    return matching(slices(case), case.asked["one"])["name"]


@solves("pie_chart.next_slice")
def _(case: Case) -> Right:
    rows = slices(case)
    start = matching(rows, case.asked["one"])["from"]
    return min((row for row in rows if row["from"] != start), key=lambda row: (row["from"] - start) % 360)["name"]


@solves("pie_chart.categories")
def _(case: Case) -> Right:
    return len(slices(case))


@solves("pie_chart.slices_beyond")
def _(case: Case) -> Right:
    return sum(passes(row["share"], case.asked) for row in slices(case))


@solves("pie_chart.larger_slice", "pie_chart.larger_share")
def _(case: Case) -> Right:
    rows = slices(case)
    return matching(rows, case.asked["one"])["share"] > matching(rows, case.asked["other"])["share"]


@solves("pie_chart.drawn_in")
def _(case: Case) -> Right:
    return only(row for row in slices(case) if row["name"] == case.asked["name"])["colour"] == case.asked["colour"]


@solves("pie_chart.exceeds")
def _(case: Case) -> Right:
    return passes(matching(slices(case), case.asked["one"])["share"], case.asked)


@solves("pie_chart.colour_of")
def _(case: Case) -> Right:
    return those(case, slices(case), lambda row: row["name"] == case.asked["name"], "colour")


@solves("pie_chart.colour_of_largest")
def _(case: Case) -> Right:
    return {best(slices(case), "share", case.asked["most"])["colour"]}


@solves("pie_chart.share_of_slice_among", "pie_chart.share_among")
def _(case: Case) -> Right:
    return closest(case, matching(slices(case), case.asked["one"])["share"])


@solves("pie_chart.largest_of")
def _(case: Case) -> Right:
    return {best(slices(case), "share", case.asked["most"])["name"]}


@solves("pie_chart.those_beyond")
def _(case: Case) -> Right:
    return those(case, slices(case), lambda row: passes(row["share"], case.asked))


# --- confusion matrices


@solves("confusion_matrix.corner_value")
def _(case: Case) -> Right:
    return only(cell["value"] for cell in cells(case) if cell["corner"] == case.asked["corner"])


@solves("confusion_matrix.corner_value_among")
def _(case: Case) -> Right:
    return {str(cell["value"]) for cell in cells(case) if cell["corner"] == case.asked["corner"]}


@solves("confusion_matrix.darkest_value")
def _(case: Case) -> Right:
    return best(cells(case), "value", True)["value"]


@solves("confusion_matrix.cells_beyond")
def _(case: Case) -> Right:
    return sum(passes(cell["value"], case.asked) for cell in mistakes(case) if cell["row"] == case.asked["row"])


@solves("confusion_matrix.mistaken")
def _(case: Case) -> Right:
    return only(
        cell["value"]
        for cell in cells(case)
        if (cell["row"], cell["column"]) == (case.asked["row"], case.asked["column"])
    )


@solves("confusion_matrix.mistaken_among")
def _(case: Case) -> Right:
    return {
        str(cell["value"])
        for cell in cells(case)
        if (cell["row"], cell["column"]) == (case.asked["row"], case.asked["column"])
    }


@solves("confusion_matrix.total_of")
def _(case: Case) -> Right:
    return sum(cell["value"] for cell in cells(case) if cell["row"] == case.asked["name"])


@solves("confusion_matrix.most_mistaken_for")
def _(case: Case) -> Right:
    rows = [cell for cell in mistakes(case) if cell["row"] == case.asked["row"]]
    return best(rows, "value", case.asked["most"])["column"]


@solves("confusion_matrix.darkest_in_row")
def _(case: Case) -> Right:
    rows = [cell for cell in mistakes(case) if cell["row"] == case.asked["row"]]
    return {best(rows, "value", case.asked["most"])["column"]}


@solves("confusion_matrix.darker", "confusion_matrix.more_often", "confusion_matrix.corner_compare")
def _(case: Case) -> Right:
    rows = cells(case)
    return matching(rows, case.asked["one"])["value"] > matching(rows, case.asked["other"])["value"]


@solves("confusion_matrix.recognised_more")
def _(case: Case) -> Right:
    rows = hits(case)
    return matching(rows, case.asked["one"])["value"] > matching(rows, case.asked["other"])["value"]


@solves("confusion_matrix.exceeds")
def _(case: Case) -> Right:
    return passes(matching(hits(case), case.asked["one"])["value"], case.asked)


@solves("confusion_matrix.best_recognised")
def _(case: Case) -> Right:
    return {best(hits(case), "value", case.asked["most"])["name"]}


@solves("confusion_matrix.those_beyond")
def _(case: Case) -> Right:
    return those(case, hits(case), lambda row: passes(row["value"], case.asked))


# --- Pareto charts


@solves("pareto_chart.bar_value", "pareto_chart.value")
def _(case: Case) -> Right:
    return matching(causes(case), case.asked["one"])["value"]


@solves("pareto_chart.line_value", "pareto_chart.cumulative")
def _(case: Case) -> Right:
    return matching(causes(case), case.asked["one"])["cumulative"]


@solves("pareto_chart.bar_at")
def _(case: Case) -> Right:
    return matching(causes(case), case.asked["one"])["name"]


@solves("pareto_chart.bars_beyond")
def _(case: Case) -> Right:
    return sum(passes(row["value"], case.asked) for row in causes(case))


@solves("pareto_chart.needed")
def _(case: Case) -> Right:
    total, reached = sum(row["value"] for row in causes(case)), 0.0
    for count, row in enumerate(sorted(causes(case), key=lambda row: -row["value"]), start=1):
        reached += row["value"]
        if reached >= total * case.asked["percentage"] / 100:
            return count
    raise AssertionError("a hundred percent is never reached")


@solves("pareto_chart.gap")
def _(case: Case) -> Right:
    rows = causes(case)
    return abs(matching(rows, case.asked["one"])["value"] - matching(rows, case.asked["other"])["value"])


@solves("pareto_chart.drawn_in")
def _(case: Case) -> Right:
    return case.part["bar_colour" if case.asked["mark"] == "bars" else "line_colour"]["name"] == case.asked["colour"]


@solves("pareto_chart.colour_of")
def _(case: Case) -> Right:
    return {case.part["bar_colour" if case.asked["mark"] == "bars" else "line_colour"]["name"]}


@solves("pareto_chart.beside")
def _(case: Case) -> Right:
    left = {row["name"]: row["left"] for row in causes(case)}
    return left[case.asked["one"]] < left[case.asked["other"]]


@solves("pareto_chart.more")
def _(case: Case) -> Right:
    rows = causes(case)
    return matching(rows, case.asked["one"])["value"] > matching(rows, case.asked["other"])["value"]


@solves("pareto_chart.exceeds")
def _(case: Case) -> Right:
    return passes(matching(causes(case), case.asked["one"])["value"], case.asked)


@solves("pareto_chart.bar_at_among")
def _(case: Case) -> Right:
    return those(case, causes(case), lambda row: row["place"] == case.asked["place"])


@solves("pareto_chart.outermost")
def _(case: Case) -> Right:
    rows = [row for row in causes(case) if row["name"] in case.options]
    return {best(rows, "left", case.asked["side"] == "right")["name"]}


@solves("pareto_chart.value_among")
def _(case: Case) -> Right:
    return closest(case, matching(causes(case), case.asked["one"])["value"])


@solves("pareto_chart.cumulative_among")
def _(case: Case) -> Right:
    return closest(case, matching(causes(case), case.asked["one"])["cumulative"])


@solves("pareto_chart.ranked")
def _(case: Case) -> Right:
    word = case.asked["nth"].split()[0]
    place = 0 if word == "most" else _ORDINALS.index(word)
    return {sorted(causes(case), key=lambda row: -row["value"])[place]["name"]}


@solves("pareto_chart.those_beyond")
def _(case: Case) -> Right:
    return those(case, causes(case), lambda row: passes(row["value"], case.asked))


# --- Venn diagrams


@solves("venn_diagram.region_by_colour", "venn_diagram.region_by_name")
def _(case: Case) -> Right:
    return region(case, case.asked)


@solves("venn_diagram.region_among", "venn_diagram.members_among")
def _(case: Case) -> Right:
    return {str(region(case, case.asked))}


def _circle(case: Case, place: str) -> Row:
    circles = case.part["sets"]
    x, y = (sum(one["centre"][axis] for one in circles) / len(circles) for axis in (0, 1))

    def fits(one: Row) -> bool:
        across = "" if abs(one["centre"][0] - x) < 2 else "left" if one["centre"][0] < x else "right"
        down = "" if abs(one["centre"][1] - y) < 2 else "top" if one["centre"][1] < y else "bottom"
        return place == " ".join(word for word in (down, across) if word)

    return only(one for one in circles if fits(one))


@solves("venn_diagram.circle_at")
def _(case: Case) -> Right:
    return region(case, {"sets": [_circle(case, case.asked["place"])["name"]]})


@solves("venn_diagram.set_at")
def _(case: Case) -> Right:
    return {_circle(case, case.asked["place"])["name"]}


@solves("venn_diagram.total_of")
def _(case: Case) -> Right:
    return only(row for row in totals(case) if row["name"] == case.asked["name"])["value"]


@solves("venn_diagram.grand_total")
def _(case: Case) -> Right:
    return sum(row["value"] for row in regions(case))


@solves("venn_diagram.largest_set")
def _(case: Case) -> Right:
    return best(totals(case), "value", case.asked["most"])["name"]


@solves("venn_diagram.largest_among")
def _(case: Case) -> Right:
    return {best(totals(case), "value", case.asked["most"])["name"]}


@solves("venn_diagram.region_larger", "venn_diagram.more_members")
def _(case: Case) -> Right:
    return region(case, case.asked["one"]) > region(case, case.asked["other"])


@solves("venn_diagram.exceeds")
def _(case: Case) -> Right:
    return passes(region(case, case.asked["one"]), case.asked)


@solves("venn_diagram.drawn_in")
def _(case: Case) -> Right:
    return (
        only(one for one in case.part["sets"] if one["name"] == case.asked["name"])["colour"]["name"]
        == case.asked["colour"]
    )


@solves("venn_diagram.colour_of")
def _(case: Case) -> Right:
    return {one["colour"]["name"] for one in case.part["sets"] if one["name"] == case.asked["name"]}


# --- what all diagrams of nodes share


@solves("architecture_diagram.boxes_of_colour", "tree.nodes_of_colour", "graph.nodes_of_colour")
def _(case: Case) -> Right:
    return sum(node["colour"] == case.asked["colour"] for node in nodes(case))


@solves("architecture_diagram.usual_colour", "tree.usual_colour", "graph.usual_colour")
def _(case: Case) -> Right:
    colours = [node["colour"] for node in nodes(case)]
    return {best([{"name": name, "count": colours.count(name)} for name in set(colours)], "count", True)["name"]}


@solves("architecture_diagram.colour_of", "tree.colour_of", "graph.colour_of")
def _(case: Case) -> Right:
    return those(case, nodes(case), lambda node: node["name"] == case.asked["name"], "colour")


@solves("architecture_diagram.is_coloured", "tree.is_coloured", "graph.is_coloured")
def _(case: Case) -> Right:
    return only(node for node in nodes(case) if node["name"] == case.asked["name"])["colour"] == case.asked["colour"]


@solves("architecture_diagram.lies_beside", "tree.lies_beside", "graph.lies_beside")
def _(case: Case) -> Right:
    by_name = {node["name"]: node for node in nodes(case)}
    return lies(by_name[case.asked["one"]], by_name[case.asked["other"]], case.asked["side"])


@solves("architecture_diagram.outermost", "graph.outermost")
def _(case: Case) -> Right:
    return side_of(nodes(case), case.asked["side"])["name"]


@solves("graph.outermost_among")
def _(case: Case) -> Right:
    return {side_of(nodes(case), case.asked["side"])["name"]}


# --- architecture diagrams


def arrows(case: Case) -> set[tuple[str, str]]:
    return {(one, other) for one, other in case.part["arrows"]}


def _after(case: Case) -> set[str]:
    return {other for one, other in arrows(case) if one == case.asked["name"]}


def _before(case: Case) -> set[str]:
    return {one for one, other in arrows(case) if other == case.asked["name"]}


@solves("architecture_diagram.arrows_at")
def _(case: Case) -> Right:
    return len(_before(case) if case.asked["inward"] else _after(case))


@solves("architecture_diagram.inputs_of")
def _(case: Case) -> Right:
    return len(_before(case))


@solves("architecture_diagram.receiver")
def _(case: Case) -> Right:
    return only(_after(case))


@solves("architecture_diagram.supplier")
def _(case: Case) -> Right:
    return only(_before(case))


@solves("architecture_diagram.supplier_among")
def _(case: Case) -> Right:
    return _before(case) & set(case.options)


@solves("architecture_diagram.receivers_among")
def _(case: Case) -> Right:
    return _after(case) & set(case.options)


@solves("architecture_diagram.arrow_leads", "architecture_diagram.feeds")
def _(case: Case) -> Right:
    return (case.asked["one"], case.asked["other"]) in arrows(case)


@solves("architecture_diagram.reaches")
def _(case: Case) -> Right:
    reached = {(one, other) for one, other in arrows(case)}
    for _ in case.part["nodes"]:
        reached |= {(a, d) for a, b in reached for c, d in reached if b == c}
    return (case.asked["one"], case.asked["other"]) in reached


@solves("architecture_diagram.shape_of")
def _(case: Case) -> Right:
    return those(case, nodes(case), lambda node: node["name"] == case.asked["name"], "shape")


# --- neural networks


def layer(case: Case, key: str) -> Row:
    return only(row for row in layers(case) if row[key] == case.asked[key])


@solves("neural_network.circles_of_colour")
def _(case: Case) -> Right:
    return layer(case, "colour")["units"]


@solves("neural_network.circles_at_side")
def _(case: Case) -> Right:
    return best(layers(case), "x", case.asked["side"] == "rightmost")["units"]


@solves("neural_network.function_of_colour")
def _(case: Case) -> Right:
    return matching(layers(case), case.asked["one"])["function"]


@solves("neural_network.units_of")
def _(case: Case) -> Right:
    return layer(case, "name")["units"]


@solves("neural_network.units_in_all")
def _(case: Case) -> Right:
    return sum(row["units"] for row in layers(case))


@solves("neural_network.connections")
def _(case: Case) -> Right:
    rows = {row["name"]: row for row in layers(case)}
    return rows[case.asked["one"]]["units"] * rows[case.asked["other"]]["units"]


@solves("neural_network.function_of")
def _(case: Case) -> Right:
    return layer(case, "name")["function"]


@solves("neural_network.largest_layer")
def _(case: Case) -> Right:
    return best(layers(case), "units", case.asked["most"])["name"]


@solves("neural_network.more_circles", "neural_network.more_units")
def _(case: Case) -> Right:
    rows = layers(case)
    return matching(rows, case.asked["one"])["units"] > matching(rows, case.asked["other"])["units"]


@solves("neural_network.is_coloured")
def _(case: Case) -> Right:
    return layer(case, "name")["colour"] == case.asked["colour"]


@solves("neural_network.stands_left")
def _(case: Case) -> Right:
    x = {row["colour"]: row["x"] for row in layers(case)}
    return x[case.asked["one"]] < x[case.asked["other"]]


@solves("neural_network.exceeds")
def _(case: Case) -> Right:
    return passes(matching(layers(case), case.asked["one"])["units"], case.asked)


@solves("neural_network.comes_before")
def _(case: Case) -> Right:
    order = [row["name"] for row in sorted(layers(case), key=lambda row: row["x"])]
    return (case.asked["one"], case.asked["other"]) in itertools.pairwise(order)


@solves("neural_network.colour_of")
def _(case: Case) -> Right:
    return {layer(case, "name")["colour"]}


@solves("neural_network.circles_among")
def _(case: Case) -> Right:
    return {str(layer(case, "colour")["units"])}


@solves("neural_network.units_among")
def _(case: Case) -> Right:
    return {str(layer(case, "name")["units"])}


@solves("neural_network.function_of_colour_among")
def _(case: Case) -> Right:
    return {layer(case, "colour")["function"]}


@solves("neural_network.largest_among")
def _(case: Case) -> Right:
    return {best(layers(case), "units", case.asked["most"])["name"]}


@solves("neural_network.those_beyond")
def _(case: Case) -> Right:
    return those(case, layers(case), lambda row: passes(row["units"], case.asked))


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


def parent(case: Case, name: str) -> str | None:
    return only(node for node in nodes(case) if node["name"] == name)["parent"]


@solves("tree.outermost_leaf")
def _(case: Case) -> Right:
    return side_of(ends(case), case.asked["side"])["name"]


@solves("tree.lines_from", "tree.children_of")
def _(case: Case) -> Right:
    return len(children(case, case.asked["name"]))


@solves("tree.parent_of")
def _(case: Case) -> Right:
    return parent(case, case.asked["name"]) or ""


@solves("tree.ends")
def _(case: Case) -> Right:
    return len(ends(case))


@solves("tree.steps_down")
def _(case: Case) -> Right:
    return depth(case, case.asked["name"])


@solves("tree.line_between")
def _(case: Case) -> Right:
    one, other = case.asked["one"], case.asked["other"]
    return other in children(case, one) or one in children(case, other)


@solves("tree.is_child")
def _(case: Case) -> Right:
    return case.asked["one"] in children(case, case.asked["other"])


@solves("tree.same_level")
def _(case: Case) -> Right:
    return depth(case, case.asked["one"]) == depth(case, case.asked["other"])


@solves("tree.share_parent")
def _(case: Case) -> Right:
    return any({case.asked["one"], case.asked["other"]} <= children(case, node["name"]) for node in nodes(case))


@solves("tree.outermost_among")
def _(case: Case) -> Right:
    sides = {"farthest to the left": "leftmost", "farthest to the right": "rightmost"}
    sides |= {"highest up": "topmost", "lowest down": "lowest"}
    return {side_of([node for node in nodes(case) if node["name"] in case.options], sides[case.asked["side"]])["name"]}


@solves("tree.parent_among")
def _(case: Case) -> Right:
    return {parent(case, case.asked["name"]) or ""}


@solves("tree.children_among")
def _(case: Case) -> Right:
    return children(case, case.asked["name"]) & set(case.options)


# --- graphs


def linked(case: Case, name: str) -> set[str]:
    ends = [{edge["from"], edge["to"]} for edge in case.part["edges"]]
    return {other for pair in ends if name in pair for other in pair - {name}}


def degrees(case: Case) -> list[Row]:
    return [{"name": node["name"], "count": len(linked(case, node["name"]))} for node in nodes(case)]


def weight(case: Case, said: Row) -> int:
    pair = {said["one"], said["other"]}
    return only(edge["weight"] for edge in case.part["edges"] if {edge["from"], edge["to"]} == pair)


@solves("graph.lines_at")
def _(case: Case) -> Right:
    if "inward" not in case.asked:
        return len(linked(case, case.asked["name"]))
    key = "to" if case.asked["inward"] else "from"
    return sum(edge[key] == case.asked["name"] for edge in case.part["edges"])


@solves("graph.weight_of")
def _(case: Case) -> Right:
    return weight(case, case.asked)


@solves("graph.weight_among")
def _(case: Case) -> Right:
    return {str(weight(case, case.asked))}


@solves("graph.neighbours")
def _(case: Case) -> Right:
    return len(linked(case, case.asked["name"]))


@solves("graph.connections")
def _(case: Case) -> Right:
    return sum(row["count"] for row in degrees(case)) / 2


@solves("graph.steps_between")
def _(case: Case) -> Right:
    far = {node["name"]: math.inf for node in nodes(case)} | {case.asked["one"]: 0}
    for _ in far:
        far = {name: min([far[name], *(far[other] + 1 for other in linked(case, name))]) for name in far}
    return far[case.asked["other"]]


@solves("graph.most_connected")
def _(case: Case) -> Right:
    return best(degrees(case), "count", case.asked["most"])["name"]


@solves("graph.most_connected_among")
def _(case: Case) -> Right:
    return {best(degrees(case), "count", case.asked["most"])["name"]}


@solves("graph.line_between")
def _(case: Case) -> Right:
    if not case.part["directed"]:
        return case.asked["other"] in linked(case, case.asked["one"])
    return any((edge["from"], edge["to"]) == (case.asked["one"], case.asked["other"]) for edge in case.part["edges"])


@solves("graph.connected")
def _(case: Case) -> Right:
    return case.asked["other"] in linked(case, case.asked["one"])


@solves("graph.better_connected")
def _(case: Case) -> Right:
    rows = degrees(case)
    return matching(rows, case.asked["one"])["count"] > matching(rows, case.asked["other"])["count"]


@solves("graph.exceeds")
def _(case: Case) -> Right:
    return passes(weight(case, case.asked["one"]), case.asked)


@solves("graph.neighbours_among")
def _(case: Case) -> Right:
    return linked(case, case.asked["name"]) & set(case.options)


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


@solves("compound.place_of")
def _(case: Case) -> Right:
    return place(case, only(holders(case)))


@solves("compound.title_at")
def _(case: Case) -> Right:
    return only(part for part in case.scene["parts"] if place(case, part) == case.asked["place"])["title"]


@solves("compound.place_among")
def _(case: Case) -> Right:
    return {place(case, only(holders(case)))}


@solves("compound.parts_with")
def _(case: Case) -> Right:
    return len(holders(case))


@solves("compound.stands_at")
def _(case: Case) -> Right:
    return case.asked["place"] in {place(case, part) for part in holders(case)}


@solves("compound.both_have")
def _(case: Case) -> Right:
    return {case.asked["one"], case.asked["other"]} <= {part["letter"] for part in holders(case)}


@solves("compound.letter_among")
def _(case: Case) -> Right:
    return {f"({part['letter']})" for part in holders(case)}
