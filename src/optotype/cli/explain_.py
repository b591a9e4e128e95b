"""`optotype explain`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from optotype.cli._options import Json
from optotype.cli._output import open_bench, print_json, shorten, tell
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.explain import Change, Explanation
    from optotype.looking import Shown
    from optotype.records import Event


def command(
    context: typer.Context,
    item: Annotated[str, typer.Argument(metavar="ITEM", help="The item, as 'optotype show' calls it.")],
    as_json: Json = False,
) -> None:
    """Tell where everything about an item came from: file, pictures, gold, split, changes.

    [bold]Examples[/bold]

      optotype explain iconqa/100
    """
    with open_bench(context) as bench:
        explanation = bench.explain(item)
    if as_json:
        print_json(explanation)
        return
    for name, lines in _story(explanation):
        tell(name, lines)


def _story(explanation: Explanation) -> Iterator[tuple[str, Iterable[str]]]:
    sheet, item = explanation.sheet, explanation.sheet.item
    origin = item.origin
    place = ", ".join(part for part in (origin.source, origin.place) if part)
    yield "item", [item.id, shorten(item.question or item.text, 100)]
    yield (
        "came from",
        [
            f"{origin.kind} by '{origin.by}'" + (f" from {place}" if place else ""),
            *_event(explanation.brought),
            *([f"collection: {explanation.collection.title}"] if explanation.collection else []),
        ],
    )
    yield from _rounds(explanation.story)
    for shown in sheet.pictures.values():
        yield "picture", _seen(shown)
    yield "split", _split(explanation)
    yield "left out", [item.excluded or ""]
    yield "gold", _gold(explanation)
    yield "answers", [", ".join(f"{count:,} {state}" for state, count in sheet.answers.items())]
    for review in sheet.reviews:
        note = f": {review.note}" if review.note else ""
        who = explanation.people.get(review.reviewer, review.reviewer)
        yield "review", [f"{who} found it {review.verdict}{note}", str(review.at or "")]
    for name, changes in (("changed", explanation.changes), ("gold changed", explanation.gold_changes)):
        for change in changes:
            yield name, _change(change)
    yield "findings", (f"{finding.rule}: {finding.message}" for finding in sheet.findings)


def _seen(shown: Shown) -> list[str]:
    """Where a picture came from, what was done to it, and where it is."""
    picture = shown.picture
    if picture is None:
        return [f"{shown.id}: the bench has no record of it"]
    lines = [f"{shown.id}, called {picture.name} in its source"]
    for number, edit in enumerate(picture.edits):
        lines.append(f"{'came as' if number == 0 else 'was'} {edit.file}, then {edit.operation}")
    lines.append(f"is {picture.file}" if picture.file else "its file is missing")
    return [*lines, *([str(shown.path)] if shown.path else [])]


def _split(explanation: Explanation) -> list[str]:
    item = explanation.sheet.item
    if item.split is None:
        return ["none"]
    return [f"{item.split}, as it came"] if explanation.split is None else [item.split, *_event(explanation.split)]


def _gold(explanation: Explanation) -> list[str]:
    """What is right, who decided it, and whose answers were counted."""
    from optotype.looking import say, say_gold

    item, gold = explanation.sheet.item, explanation.sheet.gold
    if gold is None:
        was = explanation.retracted
        taken = [f"{say_gold(was, item)} was taken back, which '{was.rule}' had decided"] if was is not None else []
        return ["not decided", *taken]
    branch = f", branch '{gold.branch}'" if gold.branch else ""
    lines = [say_gold(gold, item), f"decided by the rule '{gold.rule}'{branch}", *_event(explanation.decided)]
    lines += [f"{name}: {told}" for name, told in gold.extra.get("gold", {}).items() if name != "reviews"]
    for answer in explanation.counted:
        said = answer.state.value if answer.value is None else say(answer.value, item)
        lines.append(f"counted: {explanation.people.get(answer.respondent, answer.respondent)} said {said}")
    if missing := len(gold.counted) - len(explanation.counted):
        lines.append(f"{so_many(missing, 'answers')} that counted: no longer in the bench")
    return lines


def _rounds(story: Mapping[str, Any]) -> Iterator[tuple[str, Iterable[str]]]:
    """How a question that models wrote came to be: who took part, and what became of each round."""
    if not story:
        return
    roles: dict[str, str] = story.get("roles") or {}
    played = {model: [role for role in roles if roles[role] == model] for model in roles.values()}
    yield "roles", [f"{model}: {', '.join(some)}" for model, some in played.items()]
    for number, came in enumerate(story.get("rounds", []), 1):
        lines = [shorten(str(came.get("question") or came.get("unusable") or ""), 200)]
        if qualified := came.get("qualifier"):
            found = f"found {qualified['option']}" if qualified["good"] else "asked for another question"
            lines.append(f"qualifier {found}: {shorten(qualified['why'], 200)}")
        for one in came.get("solvers", []):
            lines.append(f"{one['level']} chose {one['option'] or 'none'}: {shorten(one['reasoning'], 200)}")
        if judged := came.get("evaluator"):
            said = "accepted it" if judged["accept"] else "did not accept it"
            lines.append(f"evaluator {said}: {shorten(judged['why'], 200)}")
        yield f"round {number}", [*lines, *(f"not accepted: {why}" for why in came.get("checks", []))]


def _event(event: Event | None) -> list[str]:
    if event is None:
        return []
    settings = ", ".join(
        f"{name}={json.dumps(value, ensure_ascii=False)}"
        for name, value in event.settings.items()
        if value not in (None, False, [], {})
    )
    return [f"{event.at:%Y-%m-%d %H:%M:%S} UTC, event {event.id}: optotype {event.command} {settings}"]


def _change(change: Change) -> Iterator[str]:
    yield f"to version {change.version}"
    for name, (before, after) in change.fields.items():
        yield f"{name}: {_short(before)} became {_short(after)}"


def _short(value: object) -> str:
    return shorten(json.dumps(value, ensure_ascii=False), 80)
