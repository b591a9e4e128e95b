"""Rehearsing: a transcript from replies that somebody wrote, for `scripted/PATH` to replay. No model is asked.

Conversations are led as they would be, with the prompts and settings of the bench, so a script fits the brief that it
was made for.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype.files.whole import writing
from optotype.generate import Pictures, Task
from optotype.generate.talking import Ask, Exchange, dream
from optotype.respondents import Reply

if TYPE_CHECKING:
    from optotype.bench import Bench

_MODEL = "scripted"


def rehearse(
    bench: Bench,
    path: Path,
    says: Callable[[Ask], str],
    *,
    pictures: Pictures = Pictures(),  # noqa: B008 - frozen
) -> str:
    """Writes a script of what would be said about pictures if everybody replied as told; gives back its model's name.

    Args:
        bench: whose pictures and brief.
        path: where the script goes.
        says: what whoever is asked replies.
        pictures: which pictures.

    Raises:
        OptotypeError: no such pictures, or a brief that cannot be followed.
    """
    name = f"{_MODEL}/{path}"
    task = Task.of(bench, name)
    pictures.count(bench)
    path.parent.mkdir(parents=True, exist_ok=True)
    with writing(path) as script:
        for picture in pictures.each(bench):
            subject = task.subject(bench, picture)
            if isinstance(subject, str):
                continue
            exchanges: list[JsonValue] = []

            def answer(ask: Ask, kept: list[JsonValue] = exchanges) -> Reply:
                reply = Reply(says(ask))
                kept.append(Exchange(ask, _MODEL, reply).record())
                return reply

            dream(task.agent.propose(subject, task.briefing), answer)
            script.write(json.dumps({"picture": picture.id, "exchanges": exchanges}, ensure_ascii=True) + "\n")
    return name
