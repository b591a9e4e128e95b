"""SciVQA: figures of scientific papers with seven kinds of question each (Borisova et al., 2025)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from pydantic import JsonValue

from optotype.conventions import Columns, PublishedTable, Said, Scoring
from optotype.errors import BadRow, Fault
from optotype.files import csvs, jsons
from optotype.formats import Data, Entry, Format, Row, Source, Target, need_text, picture_name
from optotype.formats._files import SPLITS, by_split, files_of, rows_of, split_named, write_csv
from optotype.records import (
    Choice,
    Form,
    Gold,
    Item,
    Option,
    Picture,
    Preference,
    Range,
    Ranking,
    ShortText,
    Tags,
    Value,
    YesNo,
)
from optotype.values import UNANSWERABLE

COLUMNS = (
    "instance_id",
    "image_file",
    "figure_id",
    "caption",
    "figure_type",
    "compound",
    "figs_numb",
    "qa_pair_type",
    "question",
    "answer",
    "answer_options",
    "venue",
    "categories",
    "source_dataset",
    "paper_id",
    "pdf_url",
)
_NEEDED = ("instance_id", "image_file", "qa_pair_type", "question")
_KINDS: dict[str, Said] = {
    "closed-ended infinite answer set visual": {"en": "infinite, visual", "ru": "открытые, визуальные"},
    "closed-ended infinite answer set non-visual": {"en": "infinite, non-visual", "ru": "открытые, невизуальные"},
    "closed-ended finite answer set binary visual": {"en": "binary, visual", "ru": "да или нет, визуальные"},
    "closed-ended finite answer set binary non-visual": {"en": "binary, non-visual", "ru": "да или нет, невизуальные"},
    "closed-ended finite answer set non-binary visual": {"en": "options, visual", "ru": "с вариантами, визуальные"},
    "closed-ended finite answer set non-binary non-visual": {
        "en": "options, non-visual",
        "ru": "с вариантами, невизуальные",
    },
    "unanswerable": {"en": "unanswerable", "ru": "без ответа"},
}
"""The kinds of question in the order of the paper, with what heads their columns."""


@dataclass(frozen=True)
class Scivqa(Format):
    """JSON (an array), JSON Lines or CSV, with a folder of pictures beside it."""

    name = "scivqa"
    title = "SciVQA: visual question answering on figures of scientific papers"
    citation = "Borisova et al.: SciVQA 2025: Overview of the First Scientific Visual Question Answering Shared Task."
    url = "https://huggingface.co/datasets/katebor/SciVQA"

    splits = SPLITS
    answer_field = "answer"
    wording_counts = True
    scoring = Scoring(("rouge1", "rougel", "same_text"), ("kind",), complete=True, empty=True)
    paper_table = PublishedTable(
        name="scivqa-kinds",
        title={"en": "SciVQA, kinds of question", "ru": "SciVQA, виды вопросов"},
        columns=(Columns("kind", {"en": "kind of question: {value}", "ru": "вид вопроса: {value}"}, _KINDS),),
        metrics=("rouge1", "rougel", "bertscore"),
        overall=True,
        hundred=False,
    )

    table: Literal["json", "csv"] = "json"
    """How rows are written."""

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Rows of the file, or of every JSON and CSV file in the folder; a file's name says its split."""

        def read(file: Path) -> Iterator[Row | Fault]:
            folder = source.pictures or _pictures_beside(file)
            split = source.split or split_named(file.stem)
            for found in _read(file):
                if isinstance(found, Fault):
                    yield found
                elif isinstance(found[1], dict):
                    yield Row(found[1], file.name, found[0], split, folder)
                else:
                    yield Fault(f"{file.name}, {found[0]}", "an object with fields was expected")

        yield from rows_of(files_of(source, "*.json", "*.jsonl", "*.csv"), read)

    def entry(self, row: Row, source: Source) -> Entry:
        """A row is one question about a figure."""
        data = row.data
        id = f"{source.collection}/{need_text(data, 'instance_id')}"
        kind = need_text(data, "qa_pair_type")
        name = need_text(data, "image_file")
        picture = Picture(
            id=f"{source.collection}/{name}",
            collection=source.collection,
            name=picture_name(name),
            caption=str(data.get("caption") or ""),
            tags=_picture_tags(data),
        )
        form = _form(kind, data)
        item = Item(
            id=id,
            collection=source.collection,
            origin=row.origin(self.name),
            form=form,
            question=need_text(data, "question"),
            pictures=(picture.id,),
            paper=f"{source.collection}/{paper}" if (paper := data.get("paper_id")) else None,
            cluster=picture.id,
            split=row.split,
            tags={"kind": (kind,)},
        )
        golds: tuple[Gold, ...] = ()
        if (answer := data.get("answer")) not in (None, ""):
            golds = (_gold(item, str(answer)),)
        return Entry(items=(item,), pictures=(picture,), golds=golds, files={picture.id: row.locate(name)})

    def row(self, entry: Entry) -> Data:
        """The columns that follow from the records; others are kept with the item."""
        item = entry.items[0]
        picture = entry.picture_of(item)
        data: Data = {
            "instance_id": item.native,
            "image_file": "" if picture is None else picture.name,
            "caption": "" if picture is None else picture.caption,
            "qa_pair_type": next(iter(item.tags.get("kind", ())), _kind(entry)),
            "question": item.question,
            "answer": _answer(entry),
            "answer_options": _options(item.form),
        }
        if picture is not None:
            for column, tag in (("figure_type", "figure_type"), ("figs_numb", "figures")):
                if tag in picture.tags:
                    data[column] = ",".join(picture.tags[tag])
            if "compound" in picture.tags:
                data["compound"] = picture.tags["compound"] == ("yes",)
        return data

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """One file per split, and `images/`."""
        for split, some in by_split(rows, target, "images"):
            file = target.folder / f"{split or self.name}.{self.table}"
            if self.table == "csv":
                write_csv(file, some, COLUMNS)
            else:
                jsons.write_array(file, some)


def _read(file: Path) -> Iterator[tuple[str, JsonValue] | Fault]:
    match file.suffix:
        case ".csv":
            for found in csvs.rows(file, file.name, columns=_NEEDED):
                yield found if isinstance(found, Fault) else (found[0], _from_csv(found[1]))
        case ".jsonl":
            yield from jsons.lines(file, file.name)
        case _:
            yield from jsons.elements(file, file.name)


def _from_csv(fields: dict[str, str]) -> Data:
    """CSV says in text what JSON says in values; from here on there is one way of saying it."""
    data: Data = dict(fields)
    if (compound := fields.get("compound", "").casefold()) in ("true", "false"):
        data["compound"] = compound == "true"
    if "answer_options" in fields:
        data["answer_options"] = _literal(fields["answer_options"] or "[]")
    return data


def _literal(text: str) -> JsonValue:
    try:
        return jsons.loads(text)
    except BadRow:
        try:
            return cast("JsonValue", ast.literal_eval(text))
        except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
            raise BadRow(f"answer_options are neither JSON nor a list: {text[:60]!r}") from error


def _form(kind: str, data: Data) -> Form:
    options = data.get("answer_options") or []
    if options:
        return Choice(options=_read_options(options), several=True, unanswerable=True)
    return YesNo(unanswerable=True) if " binary" in kind else ShortText(unanswerable=True)


def _read_options(options: JsonValue) -> tuple[Option, ...]:
    if not isinstance(options, list) or not all(isinstance(option, dict) and len(option) == 1 for option in options):
        raise BadRow(f'answer_options are {jsons.dumps(options)[:60]}, but [{{"A": "..."}}, ...] was expected')
    pairs = [pair for option in cast("list[dict[str, JsonValue]]", options) for pair in option.items()]
    return tuple(Option(label=label, text=str(text)) for label, text in pairs)


def _gold(item: Item, answer: str) -> Gold:
    if answer == UNANSWERABLE:
        return Gold(item=item.id, unanswerable=True, rule="imported")
    value: Value = answer
    if isinstance(item.form, Choice):
        # written as "A,B", "A, B", "AB" and "['A', 'B']"
        value = tuple(re.findall(r"[A-Z]", answer)) if re.fullmatch(r"[\[\]'\", A-Z]+", answer) else (answer,)
    elif isinstance(item.form, YesNo):
        said = answer.strip().rstrip(".").casefold()
        if said not in ("yes", "no", "true", "false"):
            raise BadRow(f"the answer {answer!r} to a binary question is neither yes nor no")
        value = said in ("yes", "true")
    return Gold(item=item.id, accepted=(value,), rule="imported")


def _answer(entry: Entry) -> JsonValue:
    if not entry.golds:
        return ""
    gold = entry.golds[0]
    if gold.unanswerable:
        return UNANSWERABLE
    match gold.accepted[0]:
        case bool(value):
            return "Yes" if value else "No"
        case tuple(labels):
            return ",".join(labels)
        case Range(low=low, high=high):
            return f"{low:g}-{high:g}"
        case float(number):
            return f"{number:g}"
        case text:
            return text


def _options(form: Form) -> JsonValue:
    if not isinstance(form, Choice | Ranking | Preference):
        return []
    return [{option.label: option.text or option.picture} for option in form.options]


def _kind(entry: Entry) -> str:
    """The nearest of the seven kinds, for an item that came from elsewhere."""
    match entry.items[0].form:
        case Choice() | Ranking() | Preference():
            return "closed-ended finite answer set non-binary visual"
        case YesNo():
            return "closed-ended finite answer set binary visual"
        case _:
            unanswerable = any(gold.unanswerable for gold in entry.golds)
            return "unanswerable" if unanswerable else "closed-ended infinite answer set visual"


def _picture_tags(data: Data) -> Tags:
    tags: Tags = {}
    if types := str(data.get("figure_type") or ""):
        tags["figure_type"] = tuple(types.split(","))
    if figures := str(data.get("figs_numb") or ""):
        tags["figures"] = (figures,)
    if isinstance(compound := data.get("compound"), bool):
        tags["compound"] = ("yes" if compound else "no",)
    return tags


def _pictures_beside(file: Path) -> Path:
    folders = [file.parent / name for name in (f"images_{file.stem}", "images", file.stem)]
    return next((folder for folder in folders if folder.is_dir()), file.parent)
