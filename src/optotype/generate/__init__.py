"""Stage 2, generate: agents write questions about pictures, check, solve and judge them. Picture -> Item.

Everything is asked through `running`, as in an evaluation: replies are on disk before they count, and a run that was
killed goes on where it was. What is accepted becomes an item with the answer that the agents hold to be right, until
people decide; what is not is noted with its picture. `docs/decisions/0011-candidates-have-gold.md` says why.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from pydantic import JsonValue

from optotype import respondents
from optotype.asking import sight
from optotype.errors import OptotypeError, UnknownPart
from optotype.files.naming import slug
from optotype.files.whole import writing
from optotype.generate import checks
from optotype.generate.agents import Agent, Briefing, Proposal, Proposed, Subject, family
from optotype.generate.prompts import Prompts
from optotype.generate.talking import Counts, Ended, Table, Talk, Watch
from optotype.prices import named
from optotype.records import GENERATED, Collection, Finding, Gold, Item, Noun, Origin, Picture, Tags
from optotype.respondents import Responder
from optotype.running import under_way
from optotype.running.runner import INTERRUPTED, Limits

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.settings import GenerateSection
    from optotype.store import Writer

__all__ = ["INTERRUPTED", "Counts", "Generated", "Limits", "Pictures", "generate"]

ASIDE = "set_aside"
"""The finding that says why nothing, or less than was asked for, was accepted about a picture."""
ORDERS = "instructing_caption"
"""The finding that says that a caption gives orders to whoever reads it."""
OFTEN = "asked_of_many"
"""The finding that says that the same question is asked about picture after picture."""
_MANY = 3
"""Pictures about which the same question may be asked before it is noted."""
_FORMAT = "generate"
_CAPTION = 4000
"""Letters of a caption that are shown."""


@dataclass(frozen=True)
class Pictures:
    """Which pictures questions are asked about."""

    collection: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    limit: int | None = None

    def each(self, bench: Bench) -> Iterator[Picture]:
        """The pictures, in the order in which they came."""
        where = {} if self.collection is None else {"collection": self.collection}
        fitting = (
            picture
            for picture in bench.store.each(Picture, where)
            if all(value in picture.tags.get(name, ()) for name, value in self.tags.items())
        )
        return islice(fitting, self.limit)

    def count(self, bench: Bench) -> int:
        """How many there are.

        Raises:
            OptotypeError: there are none.
        """
        count = sum(1 for _ in self.each(bench))
        if not count:
            known = [collection.id for collection in bench.store.each(Collection)]
            if self.collection is not None and self.collection not in known:
                raise UnknownPart("collection", self.collection, known)
            raise OptotypeError("There are no such pictures in this bench. 'optotype import folder DIR' brings some.")
        return count


@dataclass
class Generated:
    """What came of a run."""

    run: str
    collection: str
    roles: dict[str, str]
    """By role, who played it."""
    items: list[str] = field(default_factory=list[str])
    """Ids of the candidates, in the order of their pictures; those that were there before too."""
    new: int = 0
    """How many of them were not there before."""
    aside: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """By picture: why questions were set aside."""
    counts: Counts = field(default_factory=Counts)
    stopped: str | None = None
    """Why it was stopped before its end, if it was."""
    transcript: Path | None = None
    """Every message, as JSON Lines."""


def generate(
    bench: Bench,
    model: str | None = None,
    *,
    pictures: Pictures = Pictures(),  # noqa: B008 - frozen
    limits: Limits = Limits(),  # noqa: B008
    prices: Path | str | None = None,
    watch: Watch | None = None,
) -> Generated:
    """Has questions written about pictures, as `[generate]` in `optotype.toml` says, and keeps what is accepted.

    Called again with the same settings it goes on where it was; nothing is asked twice, and no item comes twice.

    Args:
        bench: whose pictures, and where the questions go.
        model: who plays every role that the settings do not name.
        pictures: which pictures.
        limits: how hard models are tried, and what may be spent.
        prices: a file that says what tokens cost.
        watch: told how far it is.

    Raises:
        OptotypeError: something that the user can mend; what was heard until then is kept.
    """
    task = Task.of(bench, model)
    counts = Counts(pictures=pictures.count(bench))
    for responder in dict.fromkeys(task.cast.values()):
        responder.prepare(bench)
    run = task.name(pictures)
    done = Generated(run, task.brief.collection, {role: one.name for role, one in task.cast.items()}, counts=counts)
    done.transcript = bench.folder / "runs" / "generate" / f"{slug(run)}.jsonl"
    done.transcript.parent.mkdir(parents=True, exist_ok=True)
    roles: dict[str, JsonValue] = dict(done.roles)
    table: Table[Proposed] = Table(
        bench, run, task.cast, limits=limits, prices=named(prices), counts=counts, watch=watch
    )
    with (
        under_way(bench, run),
        bench.store.event("generate", run=run, roles=roles) as writer,
        writing(done.transcript) as transcript,
    ):
        desk = _Desk(bench, task, writer, transcript, done)
        desk.open()
        try:
            with table:
                for ended in table.lead(desk.talks(pictures)):
                    desk.take(ended)
                    counts.done += 1
                    if watch is not None:
                        watch(counts)
        except KeyboardInterrupt:
            done.stopped = INTERRUPTED
        done.stopped = done.stopped or table.stopped
        desk.close(done.transcript)
    if done.stopped is not None and not counts.asked and not counts.remembered:
        if done.stopped == INTERRUPTED:
            raise KeyboardInterrupt
        raise OptotypeError(f"Nothing was heard: {done.stopped}.")
    return done


@dataclass(frozen=True)
class Task:
    """Who is asked to do what."""

    agent: Agent
    brief: GenerateSection
    briefing: Briefing
    cast: Mapping[str, Responder]
    """By role, who plays it."""

    @classmethod
    def of(cls, bench: Bench, model: str | None = None) -> Task:
        """The task that a bench's settings describe.

        Raises:
            OptotypeError: a part that does not exist, or a role that nobody plays.
        """
        brief = bench.settings.generate
        agent = family.from_text(brief.agent)
        if unknown := sorted(set(brief.roles) - set(agent.roles)):
            raise UnknownPart("role", unknown[0], agent.roles)
        named = {role: brief.roles.get(role) or model or brief.model for role in agent.roles}
        if missing := [role for role, name in named.items() if not name]:
            raise OptotypeError(
                f"Nobody plays the {missing[0]}. Name a model with --model, or in optotype.toml: "
                f'[generate] model = "openai/gpt-4o".'
            )
        if unused := sorted(set(brief.models) - set(named.values())):
            raise OptotypeError(
                f'[generate.models."{unused[0]}"] has settings for a model that plays no role. '
                f"Roles are played by: {', '.join(sorted(set(named.values())))}."
            )
        built = {name: respondents.build(name, brief.models.get(name, {}), bench) for name in set(named.values())}
        cast = {role: built[name] for role, name in named.items()}
        return cls(agent, brief, Briefing(brief, Prompts.of(bench)), cast)

    def subject(self, bench: Bench, picture: Picture) -> Subject | str:
        """A picture as agents get it, or why it cannot be shown."""
        shown = sight(picture, bench.path(picture))
        if shown is None:
            return "its file is missing"
        order = checks.instructs(picture.caption)
        caption = "" if order is not None else picture.caption[:_CAPTION]
        if self.brief.shown == "picture":
            return Subject(picture, shown, caption)
        if not caption.strip():
            return "its caption gives orders" if order is not None else "it has no caption, and captions are shown"
        return Subject(picture, None, caption)

    def name(self, pictures: Pictures) -> str:
        """The name of the run: the same for the same task."""
        told = [self.brief.model_dump_json(), repr(sorted((role, one.name) for role, one in self.cast.items()))]
        told += [repr((pictures.collection, sorted(pictures.tags.items()))), repr(self.briefing.prompts.own())]
        return f"generate-{blake2b(' '.join(told).encode(errors='surrogatepass'), digest_size=4).hexdigest()}"


class _Desk:
    """Puts pictures to the table, and takes what comes of them into the bench."""

    def __init__(self, bench: Bench, task: Task, writer: Writer, transcript: TextIO, done: Generated) -> None:
        self._bench, self._task, self._writer = bench, task, writer
        self._transcript, self._done = transcript, done
        self._subjects: dict[str, Subject] = {}
        self._asked: dict[bytes, int] = {}
        self._told: set[str] = set()

    def open(self) -> None:
        """Makes sure that there is a collection for the candidates.

        Raises:
            OptotypeError: there is one of that name which came from elsewhere.
        """
        name = self._task.brief.collection
        old = self._bench.store.get(Collection, name)
        if old is not None and old.format != _FORMAT:
            raise OptotypeError(
                f"There is a collection called '{name}' already, which came from '{old.format}'. "
                "Name another in optotype.toml: [generate] collection = ..."
            )
        self._writer.write(add=[Collection(id=name, format=_FORMAT, title="Questions that models wrote")])

    def talks(self, pictures: Pictures) -> Iterator[tuple[str, Talk[Proposed]]]:
        """A conversation for each picture that can be shown."""
        for picture in pictures.each(self._bench):
            subject = self._task.subject(self._bench, picture)
            if isinstance(subject, str):
                self._set_aside(picture.id, [subject])
                continue
            self._subjects[picture.id] = subject
            yield picture.id, self._task.agent.propose(subject, self._task.briefing)

    def take(self, ended: Ended[Proposed]) -> None:
        """Keeps what came of a picture: candidates, why others were set aside, and every message."""
        proposed, subject = ended.outcome, self._subjects.pop(ended.name)
        picture = subject.picture
        records: list[Noun] = []
        aside = list(proposed.aside)
        siblings = self._siblings(picture)
        for proposal in proposed.proposals:
            came = self._candidate(proposal, picture, siblings)
            if isinstance(came, str):
                aside.append(came)
            else:
                records += came
        known = self._bench.store.get_all(Item, [one.id for one in records if isinstance(one, Item)])
        self._done.new += sum(isinstance(one, Item) and one.id not in known for one in records)
        tags = {name: values for name, values in proposed.tags.items() if name not in picture.tags}
        changed = [picture.model_copy(update={"tags": picture.tags | tags})] if tags else []
        self._writer.write(add=records, replace=changed, remove={Finding: [f"{ASIDE}:{picture.id}"]})
        self._set_aside(picture.id, aside)
        line = {
            "picture": picture.id,
            "items": [one.id for one in records if isinstance(one, Item)],
            "aside": aside,
            "exchanges": [exchange.record() for exchange in ended.exchanges],
        }
        self._told.add(picture.id)
        self._transcript.write(json.dumps(line, ensure_ascii=True) + "\n")

    def _candidate(self, proposal: Proposal, picture: Picture, siblings: Sequence[Item]) -> list[Noun] | str:
        """The records of a question that is taken, or why it is not."""
        item = self._item(proposal, picture)
        if any(checks.repeats(item.question, one.question) for one in siblings if one.id != item.id):
            return f"the bench has this question already: {item.question}"
        often = self._often(proposal)
        if often and proposal.story.get("rounds"):
            return f"the same question with the same options was written about another picture: {item.question}"
        records: list[Noun] = [item, _gold(item, proposal)]
        if (order := checks.instructs(picture.caption)) is not None:
            message = f"the caption gives orders ({order!r}), and was not shown to the models"
            records.append(Finding(rule=ORDERS, about=item.id, severity="warning", message=message))
        if often >= _MANY:
            message = f"the same question was written about {often} pictures before"
            records.append(Finding(rule=OFTEN, about=item.id, severity="warning", message=message))
        self._done.items.append(item.id)
        self._done.counts.accepted += 1
        return records

    def close(self, before: Path) -> None:
        """Keeps what the transcript before this one says of pictures that were not talked about to the end now."""
        if not before.exists():
            return
        with before.open(encoding="utf-8") as old:
            for line in old:
                if json.loads(line)["picture"] not in self._told:
                    self._transcript.write(line)

    def _siblings(self, picture: Picture) -> list[Item]:
        """Other questions about the picture, but for those of this very run."""
        found = self._bench.store.find(Item, {"cluster": picture.id})
        return [item for item in found if item.extra.get(GENERATED, {}).get("run") != self._done.run]

    def _often(self, proposal: Proposal) -> int:
        """About how many pictures this question was asked before, in this run."""
        options = sorted(option.text or "" for option in getattr(proposal.form, "options", ()))
        text = "\n".join((" ".join(checks.words(proposal.question)), *options))
        name = blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()
        before = self._asked.get(name, 0)
        self._asked[name] = before + 1
        return before

    def _set_aside(self, picture: str, why: Sequence[str]) -> None:
        if not why:
            return
        self._done.aside[picture] = list(why)
        self._done.counts.set_aside += len(why)
        finding = Finding(rule=ASIDE, about=picture, severity="note", message="; ".join(why)[:2000])
        self._writer.write(add=[finding])

    def _item(self, proposal: Proposal, picture: Picture) -> Item:
        collection, brief = self._task.brief.collection, self._task.brief
        told = [picture.id, proposal.question, proposal.form.model_dump_json(), *proposal.tags.get("kind", ())]
        id = blake2b("\n".join(told).encode(errors="surrogatepass"), digest_size=6).hexdigest()
        model = self._task.cast[proposal.writer].name
        roles: dict[str, JsonValue] = {role: one.name for role, one in self._task.cast.items()}
        story: dict[str, JsonValue] = {"run": self._done.run, "agent": brief.agent, "roles": roles, **proposal.story}
        return Item(
            id=f"{collection}/{id}",
            collection=collection,
            origin=Origin(kind="generated", by=model),
            form=proposal.form,
            question=proposal.question,
            pictures=(picture.id,),
            cluster=picture.id,
            tags={**proposal.tags, "language": (brief.language,), "written_by": (model,), **_from(brief)},
            extra={GENERATED: story},
        )


def _from(brief: GenerateSection) -> Tags:
    """What a question was written from, where that is not the picture."""
    return {} if brief.shown == "picture" else {"written_from": (brief.shown,)}


def _gold(item: Item, proposal: Proposal) -> Gold:
    """The answer that the agents hold to be right, until people decide."""
    branch = "accepted" if proposal.story.get("rounds") else "written"
    return Gold(
        item=item.id,
        accepted=proposal.accepted,
        unanswerable=proposal.unanswerable,
        rule="generated",
        branch=branch,
    )
