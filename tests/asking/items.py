"""Items of every form for the tests of asking, and prompts as a person can read them."""

from __future__ import annotations

from pathlib import Path

from optotype.asking import Message, Question, Sight
from optotype.records import Choice, Form, Item, Option
from tests.items import an_item


def sight(name: str, caption: str = "") -> Sight:
    """A picture called so; nobody looks at its file."""
    return Sight(name, "image/png", Path(f"{name}.png"), 640, 480, caption, 30_000)


def sights(*names: str) -> dict[str, Sight]:
    """Pictures by their names, which are their ids too."""
    return {name: sight(name) for name in names}


def item(form: Form, question: str = "Which is it?", **fields: object) -> Item:
    """An item of a form, about the picture `figure` unless told otherwise."""
    about: dict[str, object] = {"collection": "set", "pictures": ("figure",), "cluster": "figure"}
    return an_item(str(fields.pop("id", "set/1")), form, question=question, **about | fields)


def texts(*options: str, labels: str = "ABCDEFGHIJ") -> tuple[Option, ...]:
    """Options that are texts."""
    return tuple(Option(label=label, text=text) for label, text in zip(labels, options, strict=False))


def pictured(*names: str) -> tuple[Option, ...]:
    """Options that are pictures."""
    return tuple(Option(label=label, picture=name) for label, name in zip("ABCDEFGHIJ", names, strict=False))


def choice(*options: str, **fields: bool) -> Choice:
    """A choice among texts."""
    return Choice.model_validate({"options": texts(*options), **fields})


def told(question: Question) -> str:
    """A question as it is sent, with pictures by their names in brackets."""
    return "\n".join(
        line for message in question.messages for line in _lines(message, named=len(question.messages) > 1)
    )


def _lines(message: Message, *, named: bool) -> list[str]:
    lines = [part if isinstance(part, str) else f"[{part.file}]" for part in message.parts]
    return [f"<{message.role}>", *lines] if named else lines
