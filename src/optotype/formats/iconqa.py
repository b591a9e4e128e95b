"""IconQA: icon diagrams with three sub-tasks and thirteen skills (Lu et al., 2021)."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from pydantic import JsonValue

from optotype.conventions import Columns, PublishedTable, Said, Scoring
from optotype.errors import BadRow, BadSource, Fault
from optotype.files import jsons
from optotype.formats import Data, Entry, Format, Row, Source, Target, need, need_text, picture_name
from optotype.formats._files import SPLITS, file_stem
from optotype.records import Choice, Form, Gold, Item, Option, Origin, Picture, ShortText, Tags, Value, labels

TASKS = ("choose_img", "choose_txt", "fill_in_blank")
_HEADINGS: dict[str, Said] = {
    task: {"en": title, "ru": title} for task, title in zip(TASKS, ("img", "txt", "blank"), strict=True)
}

# Table 9 of the paper: words in a problem's metadata that tell its skills
TRIGGERS: Mapping[str, tuple[str, ...]] = {
    "geometry": (
        "name the shape", "shapes of", "classify shapes", "solid", "corners", "faces", "edges", "vertices", "sides",
        "dimensional", "rectangle", "circle", "triangle", "square", "rhombus", "sphere", "cylinder", "cone", "cubes",
        "hexagon", "perimeter", "area", "curved", "open and close", "flip turn", "symmetry",
    ),
    "counting": (
        "count", "tally", "a group", "ordinal number", "area", "even or odd", "place value", "represent numbers",
        "comparing review", "equal sides", "square corners", "one more", "one less", "fewer", "enough", "more",
    ),
    "comparing": (
        "compare", "comparing", "more", "less", "fewer", "enough", "wide and narrow", "light and heavy",
        "long and short", "tall and short", "match analog and digital",
    ),
    "spatial": ("top", "above", "below", "beside", "next to", "inside and outside", "left"),
    "scene": ("problems with pictures", "beside", "above", "inside and outside", "wide and narrow", "objects"),
    "pattern": ("the next", "comes next", "ordinal number", "different"),
    "time": ("clock", "am or pm", "elapsed time", "times"),
    "fraction": ("equal parts", "halves", "thirds", "fourths", "fraction"),
    "estimation": ("estimate", "measure"),
    "algebra": (
        "count to fill", "skip count", "tally", "even or odd", "tens and ones", "thousands", "of ten", "elapsed time",
        "perimeter", "area", "divide",
    ),
    "measurement": ("measure",),
    "commonsense": ("light and heavy", "compare size", "holds more or less", "am or pm", "times of", "tool"),
    "probability": ("likely",),
}  # fmt: skip
_MOST_SKILLS = 3


@dataclass(frozen=True)
class Iconqa(Format):
    """A folder per problem, `{train,val,test}/{choose_img,choose_txt,fill_in_blank}/PID`, with `data.json`."""

    name = "iconqa"
    title = "IconQA: abstract diagram understanding and visual language reasoning"
    licence = "CC BY-NC-SA 4.0"
    citation = (
        "Lu et al.: IconQA: A New Benchmark for Abstract Diagram Understanding and Visual Language Reasoning. 2021."
    )
    url = "https://iconqa.github.io"
    splits = SPLITS
    answer_field = "answer"
    scoring = Scoring(("accuracy",), ("kind", "skill"), verbatim=True)
    paper_table = PublishedTable(
        name="iconqa-table-6",
        title={"en": "IconQA, Table 6", "ru": "IconQA, таблица 6"},
        columns=(
            Columns("kind", {"en": "sub-task {value}", "ru": "подзадача {value}"}, _HEADINGS),
            Columns("skill", {"en": "skill {value}", "ru": "навык {value}"}, {skill: {} for skill in TRIGGERS}),
        ),
        metrics=("accuracy",),
        overall=False,
        hundred=True,
    )

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Every folder below the source that holds a `data.json`; links to folders are not followed."""
        if not source.path.is_dir():
            raise BadSource(f"{source.path} is not a folder; IconQA comes as a folder of problems.")
        skills = _skills_by_problem(source.path)
        found = False
        for place in _problem_folders(str(source.path)):
            found = True
            folder = Path(place)
            name = f"{place[len(str(source.path)) :].lstrip('/')}/data.json".lstrip("/")
            try:
                data = jsons.load(folder / "data.json")
                if not isinstance(data, dict):
                    raise BadRow("an object with fields was expected")
            except BadRow as error:
                yield Fault(name, str(error))
                continue
            data["pid"] = folder.name
            if folder.name in skills:
                data["skills"] = cast("list[JsonValue]", skills[folder.name])
            yield Row(data, name, split=source.split or _split(name, source.path), folder=folder)
        if not found:
            raise BadSource(f"{source.path}: no problem in it. A folder with 'choose_img/PID/data.json' was expected.")

    def entry(self, row: Row, source: Source) -> Entry:
        """A problem: its diagram, its question, its options or its blank."""
        data, pid = row.data, need_text(row.data, "pid")
        task = need_text(data, "ques_type")
        if task not in TASKS:
            raise BadRow(f"ques_type is {task!r}, but {', '.join(TASKS)} were expected")

        def picture(file: str) -> Picture:
            name = f"{task}/{pid}/{file}"
            return Picture(id=f"{source.collection}/{name}", collection=source.collection, name=name)

        diagram = picture("image.png")
        choices = _choices(data, task)
        drawn = {file: picture(file) for file in choices} if task == "choose_img" else {}
        pictures = (diagram, *drawn.values())
        item = Item(
            id=f"{source.collection}/{pid}",
            collection=source.collection,
            origin=row.origin(self.name),
            form=_form(data, task, choices, drawn),
            question=need_text(data, "question"),
            text=str(data.get("hint", "")),
            pictures=(diagram.id,),
            cluster=diagram.id,
            split=row.split,
            tags=_tags(data, task),
        )
        gold = Gold(item=item.id, accepted=(_answer(data, task, choices),), rule="imported")
        files = {picture.id: row.locate(file) for file, picture in (("image.png", diagram), *drawn.items())}
        return Entry(items=(item,), pictures=pictures, golds=(gold,), files=files)

    def answers_alone(self, path: Path) -> Iterator[tuple[Entry, str]] | None:
        """Answers and skills by problem, as the authors publish them for the test split."""
        return _answers_and_skills(path) if path.is_file() else None

    def row(self, entry: Entry) -> Data:
        """The fields of `data.json`, with the problem's number and skills beside them."""
        item = entry.items[0]
        form, accepted = item.form, entry.golds[0].accepted if entry.golds else ()
        value: Value = accepted[0] if accepted else ""
        data: Data = {"pid": folder_name(item), "question": item.question}
        if isinstance(form, Choice):
            drawn = all(option.picture is not None for option in form.options)
            names = [option.label for option in form.options]
            data["choices"] = [
                f"choice_{number}.png" if drawn else option.text or option.label
                for number, option in enumerate(form.options)
            ]
            data["answer"] = names.index(value[0]) if isinstance(value, tuple) and value[0] in names else 0
            data["ques_type"] = "choose_img" if drawn else "choose_txt"
        else:
            data["answer"] = value if isinstance(value, str) else json.dumps(value, default=str)
            data["ques_type"] = "fill_in_blank"
        if isinstance(form, ShortText) and form.unit is not None:
            data["unit"] = form.unit
        if item.text:
            data["hint"] = item.text
        for tag in ("grade", "label"):
            if tag in item.tags:
                data[tag] = item.tags[tag][0]
        if "skill" in item.tags:
            data["skills"] = list(item.tags["skill"])
        return data

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """The folder tree, with `pid2skills.json` and `pid_splits.json` beside it."""
        skills: dict[str, JsonValue] = {}
        splits: dict[str, list[JsonValue]] = {}
        for data, entry in rows:
            pid, task, split = str(data.pop("pid")), str(data["ques_type"]), entry.items[0].split
            if "skills" in data:
                skills[pid] = data.pop("skills")
            if split is not None:
                splits.setdefault(split, []).append(pid)
            place = "/".join(part for part in (split and file_stem(split), task, pid) if part)
            folder = target.folder / place
            folder.mkdir(parents=True)
            (folder / "data.json").write_text(jsons.dumps(data, indent=2), encoding="utf-8")
            for name, picture in _named_pictures(entry).items():
                target.copy(picture, f"{place}/{name}")
        for name, content in (("pid2skills.json", skills), ("pid_splits.json", splits)):
            if content:
                text = jsons.dumps(cast("JsonValue", content), indent=2)
                (target.folder / name).write_text(text, encoding="utf-8")


def _answers_and_skills(path: Path) -> Iterator[tuple[Entry, str]]:
    """The entries of `{"64839": {"label": 1, "skill": ["counting"]}}`: options by number, blanks by text."""
    if jsons.begins_with_array(path):
        raise BadSource(f"{path.name}: an object with answers by problem was expected, not a list.")
    for found in jsons.leaves(path, path.name, lambda steps: not steps):
        if isinstance(found, Fault):
            raise BadSource(f"Gold cannot be read: {found}.")
        (pid, *_), said = found if found[0] else (("",), found[1])
        label = said.get("label", said.get("answer")) if isinstance(said, dict) else None
        skills = said.get("skill", said.get("skills", [])) if isinstance(said, dict) else None
        if not isinstance(skills, list) or not (isinstance(label, str) or (type(label) is int and 0 <= label < 1000)):
            raise BadSource(
                f'{path.name}, problem {pid[:60]}: {{"label": 1, "skill": ["counting"]}} was expected, with the number '
                f"of an option from 0, or the text of a blank. Found: {jsons.excerpt(said)}."
            )
        tags: Tags = {"kind": (TASKS[-1],)} if isinstance(label, str) else {}
        if skills:
            tags["skill"] = tuple(dict.fromkeys(str(skill) for skill in skills))
        item = Item(
            id=f"{Iconqa.name}/{pid}",
            collection=Iconqa.name,
            origin=Origin(kind="imported", by=Iconqa.name, source=path.name),
            form=ShortText() if isinstance(label, str) else _untold_options(label + 1),
            cluster=f"{Iconqa.name}/{pid}",
            tags=tags,
        )
        right = label if isinstance(label, str) else (item.options[-1].label,)
        yield Entry(items=(item,), golds=(Gold(item=item.id, accepted=(right,), rule="imported"),)), str(label)


@cache
def _untold_options(count: int) -> Choice:
    return Choice(options=tuple(Option(label=label, text="") for label in labels(count)))


def skills_by_triggers(text: str) -> tuple[str, ...]:
    """The skills that a text's words tell of, at most three, as the paper finds them in a problem's metadata."""
    words = text.casefold()
    found = [skill for skill, pattern in _PATTERNS.items() if pattern.search(words)]
    return tuple(found[:_MOST_SKILLS])


_PATTERNS = {skill: re.compile(rf"\b(?:{'|'.join(words)})") for skill, words in TRIGGERS.items()}


def _problem_folders(root: str) -> Iterator[str]:
    """Folders with a `data.json`, numbers in order of their value."""
    folders: list[str] = []
    with os.scandir(root) as entries:
        for entry in entries:
            if entry.name == "data.json":
                yield root
                return
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.name)
    for name in sorted(folders, key=_by_number):
        yield from _problem_folders(f"{root}/{name}")


def _by_number(name: str) -> tuple[int, str]:
    return (int(name), name) if name.isascii() and name.isdigit() and len(name) < 19 else (1 << 62, name)


def _split(name: str, root: Path) -> str | None:
    return next((part for part in (root.name, *name.split("/")) if part in SPLITS), None)


def _skills_by_problem(root: Path) -> Mapping[str, list[str]]:
    for folder in (root, root / "iconqa", root.parent):
        file = folder / "pid2skills.json"
        if file.is_file():
            try:
                return cast("Mapping[str, list[str]]", jsons.load(file))
            except BadRow as error:
                raise BadSource(f"{file}: {error}.") from error
    return {}


def _choices(data: Data, task: str) -> list[str]:
    if task == "fill_in_blank":
        return []
    choices = need(data, "choices")
    if not isinstance(choices, list) or not choices or not all(isinstance(choice, (str, int)) for choice in choices):
        raise BadRow(f"choices are {jsons.dumps(choices)[:60]}, but a list of texts was expected")
    return [str(choice) for choice in choices]


def _form(data: Data, task: str, choices: list[str], drawn: Mapping[str, Picture]) -> Form:
    if task == "fill_in_blank":
        unit = data.get("unit")
        return ShortText(unit=None if unit is None else str(unit))
    names = labels(len(choices))
    if task == "choose_img":
        return Choice(
            options=tuple(Option(label=name, picture=drawn[file].id) for name, file in zip(names, choices, strict=True))
        )
    return Choice(options=tuple(Option(label=name, text=text) for name, text in zip(names, choices, strict=True)))


def _answer(data: Data, task: str, choices: list[str]) -> Value:
    if task == "fill_in_blank":
        return need_text(data, "answer")
    number = need(data, "answer")
    if not isinstance(number, int) or not 0 <= number < len(choices):
        raise BadRow(f"{len(choices)} choices, but the answer is number {number!r}")
    return (labels(number + 1)[number],)


def _tags(data: Data, task: str) -> Tags:
    tags: Tags = {"kind": (task,)}
    for name in ("grade", "label"):
        if isinstance(value := data.get(name), str) and value:
            tags[name] = (value,)
    if isinstance(skills := data.get("skills"), list):
        found = tuple(dict.fromkeys(str(skill) for skill in skills))
    else:
        found = skills_by_triggers(f"{data.get('question', '')} {data.get('hint', '')}")
    if found:
        tags["skill"] = found
    return tags


def folder_name(item: Item) -> str:
    """The number of a problem; for items from elsewhere, a name that a folder can have."""
    native = item.native
    return native if re.fullmatch(r"[\w-][\w.-]{0,99}", native) else picture_name(f"/{native}")


def _named_pictures(entry: Entry) -> dict[str, Picture]:
    """The pictures of a problem by file name. What IconQA has no place for lies under its own name."""
    item = entry.items[0]
    names = {item.pictures[0]: "image.png"} if item.pictures else {}
    if isinstance(item.form, Choice) and all(option.picture is not None for option in item.form.options):
        names |= {str(option.picture): f"choice_{number}.png" for number, option in enumerate(item.form.options)}
    return {names.get(picture.id, picture_name(picture.name)): picture for picture in entry.pictures}
