"""lm-evaluation-harness: a line per document, as version 0.4 writes with `--log_samples`, and the results beside it.

`samples_TASK.jsonl` has the answers, `results_TASK.json` the figures. A document is an item; it has a request for each
order in which its options were put. Pictures are named by where they lie in the bench, and are not in the log.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype import __version__
from optotype.asking import Message
from optotype.errors import BadSource
from optotype.files import jsons
from optotype.files.jsons import excerpt
from optotype.formats import Data
from optotype.predictions import Account, Exchange, Handed, Prediction, Shape, file_name
from optotype.predictions._columns import IDS, as_text, column, text_of
from optotype.predictions._handed import listed
from optotype.predictions._logs import OURS, Names, finite, heard, pictures, sampling, targets, trace, traced
from optotype.predictions._saying import plainly
from optotype.records import Answer, Run, State, labels

if TYPE_CHECKING:
    from optotype.results import Judged

_DOC, _DOC_ID, _REPLIES, _FILTERED, _FILTER = "doc", "doc_id", "resps", "filtered_resps", "filter"
_START, _RESULTS = "samples_", "results_"
_NOTHING = "[invalid]"
"""What the harness writes where a filter found nothing."""
_HASHES = ("doc_hash", "prompt_hash", "target_hash")
_PICTURE = "<image>"
_PAIR = 2
"""A choice that was weighed has a logarithm of its likelihood, and whether it would have been said."""


@dataclass(frozen=True)
class LmEval(Shape):
    """`{"doc_id": 0, "doc": {"id": "7"}, "target": "B", "resps": [["B"]], "filtered_resps": ["B"], ...}`."""

    title = "a sample log of lm-evaluation-harness"
    suffixes = (".jsonl",)
    log = True

    id: str = ""
    """The field of a document that holds its id, where its name does not tell; `doc_id` for the document's number."""
    filter: str = ""
    """The filter whose outcome is read; unless given, what the model said is."""
    reply: int = 0
    """Which of the replies to a document is read, from 1; needed where there are several."""

    def fits(self, file: Handed) -> bool:
        """It has documents and replies."""
        return file.layout in ("lines", "array") and {_DOC_ID, _DOC, _REPLIES} <= set(file.fields)

    def read(self, file: Handed) -> Iterator[Prediction]:
        """What was said to each document. Each filter has lines of its own, with the same replies in them."""
        chosen: JsonValue = self.filter or None
        for place, row in file.rows(constants=True):
            if not isinstance(doc := row.get(_DOC), dict) or not isinstance(row.get(_REPLIES), list):
                raise BadSource(f"{place}: a document and replies were expected. Found: {listed(row)}.")
            given = row.get(_FILTER, "none")
            chosen = given if chosen is None else chosen
            if given == chosen and (found := self._prediction(row, self._id(row, doc, place), place)) is not None:
                yield found

    def _id(self, row: Data, doc: Data, place: str) -> str:
        if self.id == _DOC_ID:
            return text_of(row, _DOC_ID, place)
        try:
            field = self.id or column(doc, IDS)
        except BadSource as error:
            raise BadSource(f"{place}: {error} as the id. Say which with: lm_eval:id=NAME.") from error
        if field is None or field not in doc:
            raise BadSource(
                f"{place}: the document has no field '{field or 'id'}'. Found: {listed(doc)}. Say which of them is "
                f"the id with lm_eval:id=NAME, or lm_eval:id={_DOC_ID} if items are called by the document's number."
            )
        return text_of(doc, field, place)

    def _prediction(self, row: Data, id: str, place: str) -> Prediction | None:
        if (weighed := _weighed(row)) is not None:
            best = weighed.index(max(weighed))
            scores = dict(zip(labels(len(weighed)), weighed, strict=True))
            return Prediction(id, _continuation(row, best), place, best, scores=scores)
        texts = list(self._replies(row, place))
        if not texts:
            return None
        if len(texts) > 1 and not self.reply:
            raise BadSource(
                f"{place}: {len(texts)} replies to one document, and one answer is wanted. Say which with: "
                "lm_eval:reply=1."
            )
        if self.reply > len(texts):
            raise BadSource(f"{place}: reply {self.reply} is wanted, and there are {len(texts)}.")
        return Prediction(id, texts[max(self.reply - 1, 0)], place)

    def _replies(self, row: Data, place: str) -> Iterator[str]:
        if self.filter:
            filtered = row.get(_FILTERED)
            yield from (as_text(value, place) for value in (filtered if isinstance(filtered, list) else ()))
            return
        replies, ours = row[_REPLIES], row.get(OURS)
        for number, some in enumerate(replies if isinstance(replies, list) else ()):
            own = traced(ours[number]) if isinstance(ours, list) and number < len(ours) else None
            for value in some if isinstance(some, list) else (some,):
                if not isinstance(value, str):
                    raise BadSource(f"{place}: a reply in words was expected, not {excerpt(value)}.")
                yield value if own is None else own

    def called(self, run: Run, title: str) -> str:
        """By task and time, as the harness does."""
        started = "" if run.started is None else f"_{run.started.astimezone(UTC):%Y-%m-%dT%H-%M-%S.%f}"
        return f"{_START}{file_name(title)}{started}.jsonl"

    def write(self, account: Account, path: Path) -> None:
        """The samples, and the results in a file beside them."""
        task, names, items, digest = path.stem.removeprefix(_START), Names(), 0, hashlib.sha256()
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            for number, exchange in enumerate(account):
                line = _line(account, exchange, number, names)
                stream.write(jsons.dumps(line) + "\n")
                digest.update("".join(str(line[name]) for name in _HASHES).encode())
                account.written += len(exchange.answers)
                items += 1
        results = _results(account, task, items, names)
        results["task_hashes"] = {task: digest.hexdigest()}
        path.with_name(f"{_RESULTS}{task}.json").write_text(jsons.dumps(results, indent=2) + "\n", encoding="utf-8")


# --- reading


def _weighed(row: Data) -> list[float] | None:
    """The logarithms of the likelihood of each choice, where choices were weighed rather than a reply was given."""
    replies = row[_REPLIES]
    found: list[float] = []
    for some in replies if isinstance(replies, list) else ():
        pair = some[0] if isinstance(some, list) and some else None
        if not isinstance(pair, list) or len(pair) != _PAIR or not isinstance(pair[0], str | float):
            return None
        try:
            found.append(float(pair[0]))
        except ValueError:
            return None
    return found if len(found) > 1 else None


def _continuation(row: Data, number: int) -> str:
    arguments = row.get("arguments")
    asked = arguments.get(f"gen_args_{number}") if isinstance(arguments, dict) else None
    said = asked.get("arg_1") if isinstance(asked, dict) else None
    return said.strip() if isinstance(said, str) else str(number)


# --- writing


def _line(account: Account, exchange: Exchange, number: int, names: Names) -> Data:
    item = exchange.item
    doc = _doc(account, exchange)
    # a document has one target, so it names options as the item does; and so does what was read out of the replies
    target = " or ".join(targets(exchange, exchange.answers[0].model_copy(update={"shown": None})))
    requests = [_request(account, exchange, answer) for answer in exchange.answers]
    replies: list[JsonValue] = [
        [] if answer.state is State.FAILED else [heard(item, answer)] for answer in exchange.answers
    ]
    filtered: list[JsonValue] = [plainly(item, answer) or _NOTHING for answer in exchange.answers]
    marks: Data = {
        names(score.signature, score.metric): score.value for score in exchange.scores if score.value is not None
    }
    hashed = (json.dumps(doc, indent=2, ensure_ascii=False), str(requests[0]["arg_0"]), target)
    return {
        _DOC_ID: number,
        _DOC: doc,
        "target": target,
        "arguments": {f"gen_args_{place}": request for place, request in enumerate(requests)},
        _REPLIES: replies,
        _FILTERED: filtered,
        _FILTER: OURS,
        "metrics": [*marks],
        **dict(zip(_HASHES, map(_hash, hashed), strict=True)),
        **marks,
        OURS: [trace(item, answer) for answer in exchange.answers],
    }


def _doc(account: Account, exchange: Exchange) -> Data:
    item = exchange.item
    shown = pictures(exchange, account, [option.picture or "" for option in item.options])
    return {
        "id": item.id,
        "question": item.question,
        "text": item.text,
        "form": item.form.kind,
        "options": [
            {"label": option.label, "text": option.text, "picture": place if option.picture else None}
            for option, place in zip(item.options, shown, strict=True)
        ],
        "pictures": [*pictures(exchange, account, item.pictures)],
        "split": item.split,
        "tags": {name: list(values) for name, values in item.tags.items()},
    }


def _request(account: Account, exchange: Exchange, answer: Answer) -> Data:
    question = exchange.question(answer)
    messages = question.messages if question is not None else ()
    shown: list[JsonValue] = [
        account.place(part) for message in messages for part in message.parts if not isinstance(part, str)
    ]
    told: Data = {"until": [], **sampling(account.run)}
    if "max_tokens" in told:
        told["max_gen_toks"] = told.pop("max_tokens")
    return {
        "arg_0": _prompt(messages) or exchange.item.question or exchange.item.text,
        "arg_1": told,
        "arg_2": {"visual": shown},
    }


def _prompt(messages: Sequence[Message]) -> str:
    """One message as a text; a conversation as JSON, as the harness logs one."""
    texts = ["\n".join(part if isinstance(part, str) else _PICTURE for part in message.parts) for message in messages]
    if len(texts) < 2:
        return "".join(texts)
    return jsons.dumps([{"role": message.role, "content": text} for message, text in zip(messages, texts, strict=True)])


def _results(account: Account, task: str, items: int, names: Names) -> Data:
    run, judged = account.run, account.judged()
    asking = run.settings.get("asking")
    shots = asking.get("shots", 0) if isinstance(asking, dict) else 0
    return {
        "results": {task: {"alias": task, "sample_len": items, **_figures(judged, names)}},
        "group_subtasks": {},
        "configs": {task: {"task": task, "output_type": "generate_until", "num_fewshot": shots, "metadata": {}}},
        "versions": {task: run.bench_version},
        "n-shot": {task: shots},
        "higher_is_better": {task: {names(one.signature, one.metric): True for one in judged}},
        "n-samples": {task: {"original": items, "effective": items}},
        "config": {"model": run.respondent, "model_args": {}, "limit": None, "gen_kwargs": sampling(run)},
        "date": 0.0 if run.started is None else run.started.timestamp(),
        "model_source": run.respondent.partition("/")[0],
        "model_name": run.respondent,
        "model_name_sanitized": run.respondent.replace("/", "__"),
        "total_evaluation_time_seconds": str(run.totals.get("seconds", 0.0)),
        OURS: {
            "version": __version__,
            "run": run.id,
            "signatures": {names(one.signature, one.metric): one.signature for one in judged},
        },
    }


def _figures(judged: Sequence[Judged], names: Names) -> Data:
    figures: Data = {}
    for one in judged:
        name = names(one.signature, one.metric)
        figures |= {f"{name},{OURS}": one.overall.value, f"{name}_stderr,{OURS}": finite(one.overall.error)}
        figures |= {f"{name} {figure},{OURS}": estimate.value for figure, estimate in one.figures.items()}
    return figures


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
