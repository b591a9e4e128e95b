"""Telling: figures become answers to the questions, in sentences and tables of a language.

What comes from the bench is put into one line, and cut where it is too long. It is not escaped here: each way of
writing a sheet escapes in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from optotype.claims import SEVERITIES
from optotype.datasheet import gathering, people
from optotype.datasheet.figures import Agreed, Counts, Figures, Scored
from optotype.datasheet.texts import LONG, line
from optotype.facets import UNSPLIT
from optotype.results import Grid
from optotype.web.words import Words

ROWS = 25
"""Of a table; how many more there are is said."""


@dataclass
class Told:
    """What the bench knows about a question."""

    said: list[str] = field(default_factory=list[str])
    grids: list[Grid] = field(default_factory=list[Grid])


@dataclass(frozen=True)
class Fact:
    """A line of the facts label."""

    name: str
    value: str
    parts: tuple[tuple[str, str], ...] = ()
    """What it is made of: names with values."""


def tell(figures: Figures, words: Words) -> dict[str, Told]:
    """By question that the bench knows something about, what it knows."""
    teller = _Teller(figures, words)
    return {key: answer() for key, answer in teller.answers.items()}


def tell_doubts(figures: Figures, words: Words) -> list[str]:
    """What makes right answers less sure than they look."""
    return list(_Teller(figures, words).doubts())


def tell_per_item(figures: Figures, words: Words) -> str:
    """How many people answered an item."""
    return _Teller(figures, words).per_item()


class _Teller:
    """Answers one question after the other."""

    def __init__(self, figures: Figures, words: Words) -> None:
        self.figures, self.words = figures, words
        self.answers: Mapping[str, Callable[[], Told]] = {
            "instances": self.instances,
            "count": self.count,
            "labels": self.labels,
            "missing": self.missing,
            "relations": self.relations,
            "splits": self.splits,
            "errors": self.errors,
            "outside": self.outside,
            "personal": self.personal,
            "origins": self.origins,
            "sources": self.sources,
            "models": self.models,
            "people": self.people,
            "timeframe": self.timeframe,
            "cleaning": self.cleaning,
            "projects": self.projects,
            "background": self.background,
            "filters": self.filters,
            "gold": self.gold,
            "agreement": self.agreement,
            "raw": self.raw,
            "software": self.software,
            "used": self.used,
            "audit": self.audit,
            "licence": self.licence,
            "versions": self.versions,
        }

    def _say(self, key: str, **values: int | str) -> str:
        told = {name: self.words.count(value) if isinstance(value, int) else value for name, value in values.items()}
        return self.words(f"told.{key}", **told)

    def _grid(self, columns: Sequence[str], rows: Iterable[Sequence[int | str | None]]) -> list[Grid]:
        """A table; none where it has no rows. Columns that begin with # hold figures."""
        made = [tuple(self._cell(cell) for cell in row) for row in rows]
        if not made:
            return []
        names = tuple(("#" if name[0] == "#" else "") + self.words(f"told.{name.lstrip('#')}") for name in columns)
        shown = made if len(made) <= ROWS + 1 else made[:ROWS]
        if len(shown) < len(made):
            rest = self.words("datasheet.more", count=self.words.count(len(made) - len(shown)))
            shown.append((rest, *[""] * (len(columns) - 1)))
        return [Grid("", names, shown)]

    def _cell(self, cell: int | str | None) -> str:
        return self.words.count(cell) if isinstance(cell, int) else line(cell or "")

    def _counts(self, columns: Sequence[str], counts: Counts, called: Callable[[str], str] = str) -> list[Grid]:
        return self._grid(columns, ((self._name(name, called), count) for name, count in counts.items()))

    def _name(self, name: str, called: Callable[[str], str] = str) -> str:
        return self.words("datasheet.others") if name == gathering.OTHERS else called(name)

    # --- composition

    def instances(self) -> Told:
        items, words = self.figures.items, self.words
        forms = self._counts(("form", "#items"), items.forms, lambda form: form_called(form, words))
        return Told([self._say("instances")], [*forms, *self._counts(("kind", "#items"), items.kinds)])

    def count(self) -> Told:
        items, pictures = self.figures.items, self.figures.pictures
        megabytes = self.words.decimal(pictures.bytes / 1e6)
        said = self._say(
            "count",
            items=items.count,
            pictures=pictures.count,
            files=pictures.files,
            megabytes=megabytes,
            papers=items.papers,
        )
        return Told([said])

    def labels(self) -> Told:
        gold = self.figures.gold
        items = self.figures.items.count
        return Told([self._say("labels", count=gold.count, items=items, unanswerable=gold.unanswerable)])

    def missing(self) -> Told:
        items, excluded = self.figures.items, sum(self.figures.items.excluded.values())
        counts = {
            "missing_pictures": self.figures.pictures.missing,
            "missing_gold": self.figures.gold.without,
            "missing_excluded": excluded,
        }
        said = [self._say(key, count=count) for key, count in counts.items() if count]
        return Told(said or [self._say("missing_nothing")], self._counts(("reason", "#items"), items.excluded))

    def relations(self) -> Told:
        items = self.figures.items
        said = [self._say("relations", clusters=items.clusters, largest=items.largest)]
        if len(items.splits) > 1:
            said.append(self._say("relations_torn", count=items.torn) if items.torn else self._say("relations_whole"))
        return Told(said)

    def splits(self) -> Told:
        splits = self.figures.items.splits
        if set(splits) <= {UNSPLIT}:
            return Told([self._say("splits_none")])
        return Told([self._say("splits")], self._counts(("split", "#items"), splits, self.split))

    def split(self, name: str) -> str:
        """What a split is called."""
        return self._say("unsplit") if name == UNSPLIT else name

    def errors(self) -> Told:
        lint = self.figures.lint
        told = Told()
        if lint.times or lint.rules:
            counts = {"errors": lint.errors, "warnings": lint.warnings, "notes": lint.notes}
            told.said.append(self._say("lint", times=lint.times, **counts))
        else:
            told.said.append(self._say("lint_never"))
        told.grids += self._counts(("rule", "#findings"), lint.rules)
        if lint.suppressed:
            told.said.append(self._say("suppressed", count=sum(lint.suppressed.values())))
            told.grids += self._grid(
                ("rule", "reason", "#records"),
                (
                    (rule, self._name(reason), count)
                    for rule, reasons in lint.reasons.items()
                    for reason, count in reasons.items()
                ),
            )
        if self.figures.gold.contested:
            told.said.append(self._say("contested", count=self.figures.gold.contested))
        return told

    def outside(self) -> Told:
        missing = self.figures.pictures.missing
        return Told([self._say("outside_missing", count=missing) if missing else self._say("outside_whole")])

    def personal(self) -> Told:
        lint = self.figures.lint
        return Told([self._say("personal", count=lint.personal) if lint.times else self._say("personal_never")])

    # --- collection

    def origins(self) -> Told:
        origins = self.figures.origins
        if not origins.kinds:
            return Told([self._say("origins_none")])
        by = {"imported": origins.formats, "drawn": origins.drawers, "generated": origins.models}
        rows: list[tuple[str, str, int]] = []
        for kind, count in origins.kinds.items():
            called = self._say(f"origin_{kind}")
            details = by.get(kind)
            if details is None:
                rows.append((called, "", count))
            rows += [(called, self._name(name), many) for name, many in (details or {}).items()]
        return Told([self._say("origins")], self._grid(("origin", "by", "#items"), rows))

    def sources(self) -> Told:
        sources = self.figures.sources
        if not sources:
            return Told([self._say("sources_none")])
        rows = [(one.name, one.title, one.format, one.licence, one.url, one.items) for one in sources]
        cited = [f"{line(one.title or one.name)}: {line(one.citation, LONG)}" for one in sources[:ROWS] if one.citation]
        return Told(cited, self._grid(("collection", "name", "format", "licence", "url", "#items"), rows))

    def models(self) -> Told:
        origins = self.figures.origins
        told = Told()
        if imported := origins.kinds.get("imported", 0):
            told.said.append(self._say("models_imported", count=imported))
        if not origins.models:
            told.said.append(self._say("models_none"))
            return told
        told.said.append(self._say("models", count=sum(origins.models.values())))
        rows = [
            (role, self._name(model), count)
            for role, models in origins.roles.items()
            for model, count in models.items()
        ]
        # what other programs generated may name its model and no roles
        rows = rows or [("", self._name(model), count) for model, count in origins.models.items()]
        told.grids = self._grid(("role", "model", "#items"), rows)
        return told

    def people(self) -> Told:
        found, reviews = self.figures.people, self.figures.answers.reviews
        if not found.count and not found.simulated:
            return Told([self._say("people_none")])
        said = [self._say("people", count=found.count)]
        if found.simulated:
            said.append(self._say("people_simulated", count=found.simulated))
        if reviews:
            verdicts = ", ".join(
                f"{self._say(f'verdict_{name}')} {self.words.count(count)}" for name, count in reviews.items()
            )
            said.append(self._say("reviews", count=sum(reviews.values()), verdicts=verdicts))
        roles = dict.fromkeys((*found.roles, *found.simulated_roles))
        rows = [
            (role or self._say("no_role"), found.roles.get(role, 0), found.simulated_roles.get(role, 0))
            for role in roles
        ]
        return Told(said, self._grid(("role", "#real", "#simulated"), rows))

    def timeframe(self) -> Told:
        first, last = self.figures.first, self.figures.last
        if first is None or last is None:
            return Told([self._say("timeframe_none")])
        rows = [(done.command, done.times, done.first, done.last) for done in self.figures.history]
        grids = self._grid(("command", "#times", "first", "last"), rows)
        return Told([self._say("timeframe", first=first, last=last)], grids)

    # --- cleaning and labelling

    def cleaning(self) -> Told:
        pictures, items = self.figures.pictures, self.figures.items
        counts = {
            "cleaning_pictures": pictures.edited,
            "cleaning_items": items.edited,
            "missing_excluded": sum(items.excluded.values()),
        }
        said = [self._say(key, count=count) for key, count in counts.items() if count]
        return Told(said or [self._say("cleaning_none")], self._counts(("operation", "#pictures"), pictures.edits))

    def projects(self) -> Told:
        projects, answers = self.figures.people.projects, self.figures.answers
        told = Told([self._say("projects", count=len(projects)) if projects else self._say("projects_none")])
        for one in projects[:ROWS]:
            phases = ", ".join(self._of("phase", phase) for phase in one.phases)
            told.said.append(
                self._say(
                    "project_checks",
                    title=line(one.title),
                    checks=one.checks,
                    planted=one.planted,
                    repeats=one.repeats,
                    phases=phases,
                    guidelines=one.guidelines,
                )
            )
        rows = [
            (one.title, one.screen, one.overlap, one.tasks, one.done, one.people, one.simulated) for one in projects
        ]
        columns = ("project", "screen", "#overlap", "#tasks", "#handed", "#real", "#simulated")
        told.grids = self._grid(columns, rows)
        if answers.items:
            told.said.append(self.per_item())
        return told

    def per_item(self) -> str:
        """How many people answered an item."""
        answers = self.figures.answers
        return self._say(
            "per_item",
            median=self.words.plain(answers.median),
            fewest=answers.fewest,
            most=answers.most,
            items=answers.items,
        )

    def _of(self, group: str, name: str) -> str:
        """A name in words; as it is, where there are none for it."""
        return self.words.table.get(f"told.{group}_{name}", line(name))

    def background(self) -> Told:
        background = self.figures.people.background
        if not background:
            return Told([self._say("background_none")])
        rows = [
            (question, self._say("few") if chosen == people.FEWER else chosen, count)
            for question, counts in background.items()
            for chosen, count in counts.items()
        ]
        return Told([self._say("background", few=people.FEW)], self._grid(("question", "chosen", "#real"), rows))

    def filters(self) -> Told:
        answers = self.figures.answers
        if not answers.count:
            return Told([self._say("filters_none")])
        counts = {"count": answers.count, "counted": answers.counted, "people": answers.counted_people}
        said = [
            self._say("filters_simulated" if self.rehearsed else "filters", **counts),
            *self.simulated(),
            self._say("filters_list"),
        ]
        rows = [
            (one.filter, self.words.table.get(f"told.filter_{_plain(one.filter)}", one.about), one.answers, one.people)
            for one in answers.filters
        ]
        return Told(said, self._grid(("filter", "looks_for", "#left_out", "#of_people"), rows))

    @property
    def rehearsed(self) -> bool:
        """Do all people not exist whose answers count?"""
        answers = self.figures.answers
        return bool(answers.counted_people) and answers.counted_simulated == answers.counted_people

    def simulated(self) -> Iterator[str]:
        """Says it where people whose answers count do not exist."""
        if self.rehearsed:
            yield self._say("all_simulated")
        elif count := self.figures.answers.counted_simulated:
            yield self._say("some_simulated", count=count)

    def gold(self) -> Told:
        gold = self.figures.gold
        if not gold.count:
            return Told([self._say("gold_none")])
        said = [*self.doubts(), *([self._say("gold_again", count=gold.again)] if gold.again else [])]
        said.append(self._say("gold"))
        rows = [(self._name(one.rule), one.branch, one.items, one.counted) for one in gold.decided]
        return Told(said, self._grid(("rule", "branch", "#items", "#counted"), rows))

    def doubts(self) -> Iterator[str]:
        """What makes right answers less sure than they look."""
        gold = self.figures.gold
        counts = {"gold_simulated": sum(one.simulated for one in gold.decided), "contested": gold.contested}
        yield from (self._say(key, count=count) for key, count in counts.items() if count)

    def agreement(self) -> Told:
        found, words = self.figures.agreement, self.words
        if not found:
            return Told([self._say("agreement_none")])
        rows = [
            (
                form_called(one.form, words),
                one.people,
                one.answers,
                one.shared,
                "" if one.same is None else words.percent(one.same),
                coefficient(one, words),
            )
            for one in found
        ]
        people = "#simulated_people" if self.rehearsed else "#real"
        grids = self._grid(("form", people, "#answers", "#shared", "#same", "#alpha"), rows)
        said = [self._say("agreement")]
        if any(one.too_few and one.alpha is not None for one in found):
            said.append(self._say("agreement_too_few"))
        return Told([*said, *self.simulated()], grids)

    def raw(self) -> Told:
        edited = self.figures.pictures.edited, self.figures.items.edited, self.figures.gold.again
        if not any(edited):
            return Told([self._say("raw_same")])
        return Told([self._say("raw", pictures=edited[0], items=edited[1], golds=edited[2])])

    def software(self) -> Told:
        return Told([self._say("software", version=self.figures.made_with)])

    # --- uses, distribution, maintenance

    def used(self) -> Told:
        if not self.figures.runs:
            return Told([self._say("used_none")])
        order = ("people", "other", "blind")
        runs = sorted(self.figures.runs, key=lambda run: (order.index(run.kind), -(run.value or 0.0)))
        rows = [
            (
                self.respondent(run),
                self._say(f"kind_{run.kind}"),
                run.metric,
                run.items,
                share(run.value, run.low, run.high, self.words),
                run.on,
            )
            for run in runs
        ]
        columns = ("respondent", "kind", "metric", "#items", "#value", "day")
        return Told([self._say("used")], self._grid(columns, rows))

    def respondent(self, run: Scored) -> str:
        """Who answered; people by how they were taken, and those who do not exist are called simulated."""
        name = run.respondent or self._say("a_person")
        if run.kind == "people":
            way, _, group = run.respondent.removeprefix("people/").partition(" ")
            name = f"{self._of('way', way.replace('-', '_'))} {group}".strip()
        return f"{name} ({self._say('simulated')})" if run.simulated else name

    def audit(self) -> Told:
        claims = self.figures.claims
        if not claims:
            return Told([self._say("audit_none")])
        order = {severity: -place for place, severity in enumerate(SEVERITIES)}
        rows = [
            (self._of("severity", one.severity), self.check(one.check), line(one.told, LONG))
            for one in sorted(claims, key=lambda one: order.get(one.severity, 1))
        ]
        columns = tuple(self._say(name) for name in ("severity", "check", "says"))
        return Told([self._say("audit", day=self.figures.audited or "")], [Grid("", columns, rows)])

    def check(self, name: str) -> str:
        """What a check of the audit is called."""
        return self.words.table.get(f"claims.{name}", line(name))

    def licence(self) -> Told:
        about, pictures = self.figures.about, self.figures.pictures
        own = line(about.licence or "")
        told = Told([self._say("licence_own", licence=own) if own else self._say("licence_own_none")])
        rows = [(one.name, one.licence or self.words("label.not_told"), one.items) for one in self.figures.sources]
        told.grids += self._grid(("collection", "licence", "#items"), rows)
        if set(pictures.licences) - {""}:
            told.said.append(self._say("licence_pictures"))
            told.grids += self._counts(
                ("licence", "#pictures"), pictures.licences, lambda name: name or self._say("of_collection")
            )
        if about.citation:
            told.said.append(self._say("cite", citation=line(about.citation, LONG)))
        if about.url:
            told.said.append(self._say("address", url=line(about.url)))
        return told

    def versions(self) -> Told:
        figures = self.figures
        if figures.last is None:
            return Told([self._say("timeframe_none")])
        said = self._say(
            "versions",
            items=figures.items.edited,
            golds=figures.gold.again,
            pictures=figures.pictures.edited,
            last=figures.last,
        )
        return Told([said])


def _plain(spec: str) -> str:
    """The name of a part without its settings."""
    return spec.partition(":")[0]


def form_called(form: str, words: Words) -> str:
    """A form as a language calls it; forms of reviews are called as they are."""
    return words.table.get(f"told.form_{re.sub('[^a-z]+', '_', form)}", line(form))


def coefficient(found: Agreed, words: Words) -> str:
    """Alpha with its interval, or that it can have none; that it is not defined, where all say the same."""
    if found.alpha is None:
        return words("label.undefined")
    told = words.decimal(found.alpha, 2)
    if found.too_few:
        return f"{told} ({words('label.no_interval')})"
    if found.low is None or found.high is None:
        return told
    return f"{told} {words.interval(words.decimal(found.low, 2), words.decimal(found.high, 2))}"


def share(value: float | None, low: float | None, high: float | None, words: Words) -> str:
    """A score in percent with its interval; nothing where nothing was judged."""
    if value is None:
        return ""
    told = words.percent(value)
    if low is None or high is None:
        return told
    return f"{told} {words.interval(words.percent(low), words.percent(high))}"


# --- the facts label


def label(figures: Figures, words: Words, gaps: int, questions: int) -> list[Fact]:
    """The benchmark on a card."""
    return list(_Label(figures, words).facts(gaps, questions))


class _Label:
    """One line after the other."""

    def __init__(self, figures: Figures, words: Words) -> None:
        self.figures, self.words = figures, words
        self.teller = _Teller(figures, words)

    def facts(self, gaps: int, questions: int) -> Iterator[Fact]:
        figures, count = self.figures, self.words.count
        items, pictures, people_, answers = figures.items, figures.pictures, figures.people, figures.answers
        yield self._fact("items", count(items.count), excluded=sum(items.excluded.values()))
        yield self._fact("pictures", count(pictures.count), missing=pictures.missing)
        if items.papers:
            yield self._fact("papers", count(items.papers))
        yield self._counted("forms", {form_called(form, self.words): many for form, many in items.forms.items()})
        yield self._counted("splits", {self.teller.split(name): many for name, many in items.splits.items()})
        yield self._counted("languages", items.languages, "not_told")
        yield self._counted(
            "origins", {self._told(f"origin_{kind}"): many for kind, many in figures.origins.kinds.items()}
        )
        yield self._licences()
        yield self._fact("people", count(people_.count), simulated=people_.simulated)
        rehearsed = answers.count and not people_.count
        whose = "answers_simulated" if rehearsed else "answers"
        yield self._fact(whose, count(answers.count), counted=answers.counted)
        yield self._fact("gold", count(figures.gold.count), contested=figures.gold.contested)
        yield self._agreement()
        yield self._runs("human", "people")
        yield self._runs("blind", "blind")
        yield self._audit()
        yield Fact(self.words("label.gaps"), f"{count(gaps)} / {count(questions)}")

    def _told(self, key: str) -> str:
        return self.words(f"told.{key}")

    def _fact(self, key: str, value: str, **parts: int) -> Fact:
        told = tuple((self.words(f"label.{name}"), self.words.count(many)) for name, many in parts.items() if many)
        return Fact(self.words(f"label.{key}"), value, told)

    def _counted(self, key: str, counts: Mapping[str, int], nothing: str = "none") -> Fact:
        named = [(line(name, 60), self.words.count(many)) for name, many in counts.items() if name != gathering.OTHERS]
        value = self.words.count(len(named)) if named else self.words(f"label.{nothing}")
        return Fact(self.words(f"label.{key}"), value, self._some(named))

    def _some(self, parts: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        if len(parts) <= LINES:
            return tuple(parts)
        rest = self.words("datasheet.more", count=self.words.count(len(parts) - LINES + 1))
        return (*parts[: LINES - 1], (rest, ""))

    def _licences(self) -> Fact:
        own = self.figures.about.licence
        # a collection may be under stricter terms than the benchmark that it is in
        named = [own, *(one.licence for one in self.figures.sources), *self.figures.pictures.licences]
        licences = list(dict.fromkeys(line(name, 60) for name in named if name and name != gathering.OTHERS))
        value = self.words.count(len(licences)) if licences else self.words("label.not_told")
        return Fact(self.words("label.licences"), value, self._some([(name, "") for name in licences]))

    def _agreement(self) -> Fact:
        parts = [(form_called(one.form, self.words), coefficient(one, self.words)) for one in self.figures.agreement]
        key = "agreement_simulated" if self.teller.rehearsed else "agreement"
        return Fact(self.words(f"label.{key}"), "" if parts else self.words("label.none"), self._some(parts))

    def _runs(self, key: str, kind: str) -> Fact:
        some = [run for run in self.figures.runs if run.kind == kind and run.value is not None]
        some.sort(key=lambda run: -(run.value or 0.0))
        called = [line(self.teller.respondent(run).removeprefix("baseline/"), 60) for run in some]
        parts = [
            # rows of the same people about different items are told apart by how many these are
            (
                name if called.count(name) == 1 else f"{name}, {self._told('items')}: {self.words.count(run.items)}",
                share(run.value, run.low, run.high, self.words),
            )
            for name, run in zip(called, some, strict=True)
        ]
        return Fact(self.words(f"label.{key}"), "" if parts else self.words("label.none"), self._some(parts))

    def _audit(self) -> Fact:
        claims = self.figures.claims
        if not claims:
            return Fact(self.words("label.audit"), self.words("label.not_made"))
        found = [(severity, sum(one.severity == severity for one in claims)) for severity in reversed(SEVERITIES)]
        parts = tuple((self._told(f"severity_{name}"), self.words.count(many)) for name, many in found if many)
        return Fact(self.words("label.audit"), self.figures.audited or "", parts)


LINES = 6
"""Of one thing on the label."""
