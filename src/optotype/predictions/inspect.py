"""Inspect: the JSON log of an evaluation with Inspect (UK AI Security Institute), version 2 of its log format.

One document: `eval` says what was asked of whom, `results` holds the figures, `samples` one entry per item and epoch.
An item that was put in several orders of its options has an epoch for each order. Pictures are named by where they lie
in the bench, and are not in the log.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
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
from optotype.predictions._columns import as_text
from optotype.predictions._handed import listed
from optotype.predictions._logs import (
    OURS,
    Names,
    finite,
    heard,
    pictures,
    read_out,
    sampling,
    targets,
    trace,
    traced,
)
from optotype.records import Answer, Run, State

if TYPE_CHECKING:
    from optotype.results import Judged

_VERSION = 2
_SAMPLES = "samples"
_REASONS = {State.UNREAD: "invalid_response_format", State.REFUSED: "refusal"}
"""Inspect's words for what became of a reply."""
_UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Inspect(Shape):
    """`{"version": 2, "status": "success", "eval": {...}, "samples": [{"id": "7", "epoch": 1, "output": {...}}]}`."""

    title = "an evaluation log of Inspect, in JSON"
    suffixes = (".json",)
    log = True

    epoch: int = 0
    """The epoch that is read; needed where there are several."""

    def fits(self, file: Handed) -> bool:
        """It has the members that every log has."""
        return file.layout == "object" and {"version", "status", "eval"} <= set(file.fields)

    def read(self, file: Handed) -> Iterator[Prediction]:
        """What was said to each sample; a sample to which nothing was has no prediction."""
        for steps, sample in file.leaves(_opens, constants=True):
            if steps[:1] != (_SAMPLES,) or len(steps) < 2:
                continue
            place = f"{file.name}, sample {steps[1]}"
            if not isinstance(sample, dict) or not isinstance(output := sample.get("output"), dict):
                raise BadSource(f"{place}: a sample with an 'output' was expected, not {excerpt(sample)}.")
            epoch = sample.get("epoch", 1)
            if not self.epoch and epoch != 1:
                raise BadSource(
                    f"{place}: the log has several epochs, and one answer is wanted. Say which with: inspect:epoch=1."
                )
            if epoch != (self.epoch or 1) or not output.get("choices"):
                continue
            if "id" not in sample or not isinstance(said := output.get("completion"), str):
                raise BadSource(f"{place}: no 'id', or no text of a 'completion'. Found: {listed(sample)}.")
            metadata = sample.get("metadata")
            ours = traced(metadata.get(OURS)) if isinstance(metadata, dict) else None
            yield Prediction(as_text(sample["id"], place), said if ours is None else ours, place)

    def called(self, run: Run, title: str) -> str:
        """By time, task and id: Inspect finds only those logs in a folder whose names begin with a time."""
        started = (run.started or _UNKNOWN_TIME).astimezone(UTC)
        return f"{started:%Y-%m-%dT%H-%M-%S}-00-00_{file_name(title)}_{_digest(run.id)}.json"

    def write(self, account: Account, path: Path) -> None:
        """Samples first, to a file of their own: what stands before them is known when all have gone by."""
        spool = path.with_name(f".{path.name}.{_SAMPLES}")
        told = _Told(account, Names())
        with spool.open("w", encoding="utf-8", newline="\n") as stream:
            for exchange in account:
                for sample in told.samples(exchange):
                    stream.write(",\n" if account.written else "\n")
                    stream.write(jsons.dumps(sample))
                    account.written += 1
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write("{\n")
            for name, value in told.header().items():
                stream.write(f"{jsons.dumps(name)}: {jsons.dumps(value)},\n")
            stream.write(f'"{_SAMPLES}": [')
            with spool.open(encoding="utf-8", newline="") as samples:
                shutil.copyfileobj(samples, stream)
            stream.write("\n]\n}\n")
        spool.unlink()


def _opens(steps: tuple[str, ...]) -> bool:
    return steps in ((), (_SAMPLES,)) or steps[0] == "reductions"


@dataclass
class _Told:
    """A run in Inspect's words."""

    account: Account
    names: Names
    items: int = 0
    epochs: int = 1
    completed: int = 0

    # --- one item

    def samples(self, exchange: Exchange) -> Iterator[Data]:
        """A sample for each order in which the item was put."""
        self.items += 1
        self.epochs = max(self.epochs, len(exchange.answers))
        for epoch, answer in enumerate(exchange.answers, 1):
            self.completed += answer.state is not State.FAILED
            yield self._sample(exchange, answer, epoch)

    def _sample(self, exchange: Exchange, answer: Answer, epoch: int) -> Data:
        item, asked = exchange.item, self._asked(exchange, answer)
        right = list(targets(exchange, answer))
        said: list[JsonValue] = [] if answer.state is State.FAILED else [self._reply(exchange, answer)]
        sample: Data = {
            "id": item.id,
            "epoch": epoch,
            "input": asked,
            **({"choices": self._choices(exchange, answer)} if item.options else {}),
            "target": right[0] if len(right) == 1 else [*right] or "",
            "messages": [*(asked if isinstance(asked, list) else [{"content": asked, "role": "user"}]), *said],
            "output": {
                "model": self.account.run.respondent,
                # why the reply ended is not kept with an answer
                "choices": [{"message": message, "stop_reason": "unknown"} for message in said],
                "completion": heard(item, answer) if said else "",
                "time": answer.seconds,
            },
            "scores": self._scores(exchange, answer),
            "metadata": self._metadata(exchange, answer),
            "store": {},
            "events": [],
            "model_usage": {},
            "uuid": _digest(answer.id),
            "error_retries": [],
            "attachments": {},
        }
        if answer.at is not None:
            began = answer.at - timedelta(seconds=answer.seconds or 0.0)
            sample |= {"started_at": began.isoformat(), "completed_at": answer.at.isoformat()}
        if answer.seconds is not None:
            sample |= {"total_time": answer.seconds, "working_time": answer.seconds}
        if not said:
            sample["error"] = {"message": answer.note, "traceback": "", "traceback_ansi": ""}
        return sample

    def _reply(self, exchange: Exchange, answer: Answer) -> Data:
        return {
            "content": heard(exchange.item, answer),
            "source": "generate",
            "role": "assistant",
            "model": self.account.run.respondent,
        }

    def _asked(self, exchange: Exchange, answer: Answer) -> str | list[JsonValue]:
        """The item as it was put; its bare question, where that cannot be told."""
        question = exchange.question(answer)
        if question is None or not question.messages:
            return exchange.item.question or exchange.item.text
        return [self._message(message) for message in question.messages]

    def _message(self, message: Message) -> Data:
        parts: list[JsonValue] = [
            {"type": "text", "text": part}
            if isinstance(part, str)
            else {"type": "image", "image": self.account.place(part), "detail": "auto"}
            for part in message.parts
        ]
        text = message.parts[0] if len(message.parts) == 1 else None
        return {"content": text if isinstance(text, str) else parts, "role": message.role}

    def _choices(self, exchange: Exchange, answer: Answer) -> list[JsonValue]:
        options = {option.label: option for option in exchange.item.options}
        shown = [options[label] for label in answer.shown or options if label in options]
        places = iter(pictures(exchange, self.account, [option.picture or "" for option in shown]))
        return [place if option.text is None else option.text for option, place in zip(shown, places, strict=True)]

    def _scores(self, exchange: Exchange, answer: Answer) -> dict[str, JsonValue]:
        """What metrics found. An item has one mark, also where it was put several times; then each epoch bears it."""
        scores: dict[str, JsonValue] = {}
        for score in exchange.scores:
            if score.value is None:
                continue
            metadata: Data = {"signature": score.signature, "parts": dict[str, JsonValue](score.parts)}
            explanation = score.note or None
            if len(exchange.answers) > 1:
                metadata["orders"] = len(exchange.answers)
                explanation = "the mean over all orders of the options"
            scores[self.names(score.signature, score.metric)] = {
                "value": score.value,
                "answer": read_out(exchange.item, answer),
                "explanation": explanation,
                "reason": _reason(answer),
                "metadata": metadata,
                "history": [],
            }
        return scores

    def _metadata(self, exchange: Exchange, answer: Answer) -> Data:
        item, gold = exchange.item, exchange.gold
        return {
            "collection": item.collection,
            "split": item.split,
            "form": item.form.kind,
            "cluster": item.cluster,
            "tags": {name: list(values) for name, values in item.tags.items()},
            "pictures": [*pictures(exchange, self.account, item.pictures)],
            "gold": None if gold is None else gold.model_dump(mode="json", include={"accepted", "unanswerable"}),
            "cost": answer.cost,
            OURS: trace(item, answer),
        }

    # --- the whole

    def header(self) -> Data:
        """All that stands before the samples, in the order in which Inspect looks for it."""
        run, judged = self.account.run, self.account.judged()
        return {
            "version": _VERSION,
            "status": "success" if run.ended is not None else "cancelled",
            "eval": self._eval(judged),
            "plan": {"name": "plan", "steps": [], "config": {}},
            "results": self._results(judged),
            "stats": self._stats(),
            "invalidated": False,
        }

    def _eval(self, judged: list[Judged]) -> Data:
        run, account = self.account.run, self.account
        kept: Data = {name: run.settings[name] for name in ("selection", "asking") if name in run.settings}
        return {
            "eval_id": _digest(f"eval {run.id}"),
            "run_id": _digest(f"run {run.id}"),
            "created": (run.started or _UNKNOWN_TIME).isoformat(),
            "task": account.title,
            "task_id": _digest(run.id),
            "task_version": run.bench_version or 0,
            "task_args": {},
            "task_args_passed": {},
            "dataset": {"name": account.title, "samples": self.items, "shuffled": False},
            "model": run.respondent,
            "model_generate_config": sampling(run),
            "model_args": {},
            "config": {"epochs": self.epochs, "log_samples": True, "log_images": False},
            "packages": {OURS: __version__},
            "metadata": {
                "run": run.id,
                "kind": account.respondent.kind,
                "simulated": account.respondent.simulated,
                "totals": dict[str, JsonValue](run.totals),
                **kept,
            },
            "scorers": [
                {
                    "name": self.names(one.signature, one.metric),
                    "options": {},
                    "metrics": [{"name": name, "options": {}} for name in ("mean", "stderr")],
                    "metadata": {"signature": one.signature},
                }
                for one in judged
            ],
        }

    def _results(self, judged: list[Judged]) -> Data:
        scores: list[JsonValue] = []
        for one in judged:
            name, overall = self.names(one.signature, one.metric), one.overall
            figures = {"mean": overall.value, "stderr": overall.error}
            figures |= {figure: estimate.value for figure, estimate in one.figures.items() if figure not in figures}
            scores.append(
                {
                    "name": name,
                    "scorer": name,
                    "scored_samples": overall.count,
                    "unscored_samples": self.items - overall.count,
                    "params": {},
                    "metrics": {
                        figure: {"name": figure, "value": value, "params": {}}
                        for figure, value in figures.items()
                        if finite(value) is not None
                    },
                    "metadata": {
                        "signature": one.signature,
                        "low": finite(overall.low),
                        "high": finite(overall.high),
                        "clusters": overall.clusters,
                    },
                }
            )
        return {
            "total_samples": self.account.written,
            "completed_samples": self.completed,
            "scores": scores,
        }

    def _stats(self) -> Data:
        run = self.account.run
        tokens = [int(run.totals.get(name, 0)) for name in ("tokens_in", "tokens_out")]
        usage: Data = {"input_tokens": tokens[0], "output_tokens": tokens[1], "total_tokens": sum(tokens)}
        return {
            "started_at": "" if run.started is None else run.started.isoformat(),
            "completed_at": "" if run.ended is None else run.ended.isoformat(),
            "model_usage": {run.respondent: usage} if any(tokens) else {},
            "role_usage": {},
        }


def _reason(answer: Answer) -> str | None:
    if answer.state is State.UNREAD and not (answer.raw or "").strip():
        return "no_response"
    return _REASONS.get(answer.state)


def _digest(text: str) -> str:
    """An id that is the same each time a run is written."""
    return blake2b(text.encode(errors="surrogatepass"), digest_size=11).hexdigest()
