"""The nouns: everything that a bench holds, as records that check themselves.

`docs/decisions/0001-one-path.md` walks one real thing of each reproduced system through these records.
"""

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

Tags = dict[str, tuple[str, ...]]
"""Names with one or several values each: `{"skill": ("counting", "geometry"), "grade": ("grade2",)}`."""

Extra = dict[str, dict[str, JsonValue]]
"""By format: the fields which that format has and the record does not model. They come back on export."""

SUPPRESSED = "lint"
"""What an item, a picture or a collection keeps in its extra beside formats: by rule, why its findings do not count."""

GENERATED = "generate"
"""What an item that models wrote keeps in its extra: who played which role, and what was said in each round."""


# Pydantic copies a default that is a dict, deeply, for each record; making an empty one takes a third of the time.


class Record(BaseModel):
    """What all nouns share: frozen, closed, with finite numbers only."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        ser_json_inf_nan="constants",
        defer_build=True,  # a command that never meets a paper need not learn what one is
    )


class Collection(Record):
    """A named set of items that came into the bench together: a data set, or a part of one."""

    id: str
    """Its name; the ids of its items and pictures begin with it."""
    format: str
    """The format it was first read from; `draw`, `generate`, `study` and `write` make collections too."""
    title: str = ""
    description: str = ""
    licence: str | None = None
    citation: str | None = None
    url: str | None = None
    extra: Extra = Field(default_factory=dict)


class Edit(Record):
    """One step in the life of a picture: what it was before, and what was done to it."""

    file: str
    """Content hash before the step; the file is kept."""
    operation: str
    """What was done, with its settings: `crop_margins(tolerance=8)`."""


class Picture(Record):
    """A picture as its source shows it. Several pictures may share one file, each with a caption of its own."""

    id: str
    """Collection and name: `scivqa/1508.05154v2-Figure6-1.png`."""
    collection: str
    name: str
    """The path by which its source calls it."""
    file: str | None = None
    """SHA-256 of its content, which is also where the bench keeps it; None while the file is missing."""
    media_type: str | None = None
    width: int | None = None
    height: int | None = None
    size: int | None = None
    """Length of the file in bytes."""
    caption: str = ""
    licence: str | None = None
    source: str | None = None
    """Where it was taken from: an address, a paper, a device."""
    tags: Tags = Field(default_factory=dict)
    """Figure types, compound or not and how many, photo or screenshot, rows and columns of a table."""
    edits: tuple[Edit, ...] = ()
    """What `optotype pictures` did to it, oldest first."""
    extra: Extra = Field(default_factory=dict)


class Figure(Record):
    """A figure of a paper."""

    id: str
    """As the paper's source names it: `2401.13641_F1`."""
    caption: str = ""
    pictures: tuple[str, ...] = ()
    """Ids of its pictures."""
    subfigures: tuple["Figure", ...] = ()

    def each(self) -> Iterator["Figure"]:
        """It, and its parts after it, each with its own."""
        yield self
        for inner in self.subfigures:
            yield from inner.each()

    @property
    def all_pictures(self) -> tuple[str, ...]:
        """Ids of its pictures, then of those of its parts."""
        return tuple(picture for figure in self.each() for picture in figure.pictures)


class Section(Record):
    """A section of a paper, with those inside it."""

    id: str
    title: str = ""
    body: str = ""
    subsections: tuple["Section", ...] = ()
    figures: tuple[str, ...] = ()
    """Ids of the figures that stand in it."""


class GraphicalAbstract(Record):
    """The picture by which a paper presents itself."""

    id: str
    kind: Literal["original", "reused", "modified"] | None = None
    """Made anew, copied from a figure, or built from figures; None where nobody said."""
    pictures: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    """Ids of the figures it was copied or built from."""
    caption: str = ""


class Paper(Record):
    """A paper: its text, its figures, and the figure that stands for it."""

    id: str
    """Collection and native id: `sciga/2401.13641`."""
    collection: str
    title: str = ""
    authors: tuple[str, ...] = ()
    published: str = ""
    abstract: str = ""
    fields: Tags = Field(default_factory=dict)
    """Subjects by scheme: arXiv, ACM, MSC."""
    sections: tuple[Section, ...] = ()
    figures: tuple[Figure, ...] = ()
    graphical_abstract: GraphicalAbstract | None = None
    teaser: tuple[str, ...] = ()
    """Ids of the wide figures placed before the abstract."""
    extra: Extra = Field(default_factory=dict)

    @property
    def native(self) -> str:
        """Its id without its collection: what its source calls it."""
        return self.id.removeprefix(f"{self.collection}/")

    def each_figure(self) -> Iterator[Figure]:
        """Its figures, each with its parts after it."""
        for figure in self.figures:
            yield from figure.each()


class Option(Record):
    """One of the things to choose from: a text, a picture, or a picture with a text."""

    label: str
    """What an answer names it by: A, B, C ..."""
    text: str | None = None
    picture: str | None = None
    """Id of the picture."""

    @model_validator(mode="after")
    def _something_to_choose(self) -> Self:
        if self.text is None and self.picture is None:
            raise ValueError(f"option {self.label} has neither a text nor a picture")
        return self


class _Form(Record):
    unanswerable: bool = False
    """May a respondent say that it cannot be answered from what is shown?"""

    @model_serializer(mode="wrap")
    def _always_with_its_kind(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # records are stored without what is default, but a form is told from another by its kind
        return {"kind": getattr(self, "kind", "")} | write(self)


class _WithOptions(_Form):
    options: tuple[Option, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _labels_differ(self) -> Self:
        labels = [option.label for option in self.options]
        if len(set(labels)) < len(labels):
            raise ValueError(f"two options share a label: {', '.join(labels)}")
        return self


class Choice(_WithOptions):
    """Choose one of the options, or several. An answer is the labels chosen."""

    kind: Literal["choice"] = "choice"
    several: bool = False
    """May more than one be right?"""


class YesNo(_Form):
    """An answer is true or false."""

    kind: Literal["yes_no"] = "yes_no"


class Number(_Form):
    """An answer is a number; a rating is a number with both bounds."""

    kind: Literal["number"] = "number"
    unit: str | None = None
    low: float | None = None
    """The smallest number that can be given."""
    high: float | None = None


class ShortText(_Form):
    """An answer is a few words or a figure, as written."""

    kind: Literal["short_text"] = "short_text"
    unit: str | None = None


class Ranking(_WithOptions):
    """Order the options, best first. An answer is all labels in that order.

    Gold may name fewer: each accepted value is how a right order begins. `(("B",), ("C",))` says that B or C belongs
    at the top, and nothing about the others.
    """

    kind: Literal["ranking"] = "ranking"


class Graph(_Form):
    """An answer is a scene graph, in the notation named."""

    kind: Literal["graph"] = "graph"
    notation: Literal["factual", "factual_ids", "factual_mr"] = "factual"


class Preference(_WithOptions):
    """Which of two is better. An answer is the label of the better one."""

    kind: Literal["preference"] = "preference"
    factors: tuple[str, ...] = ()
    """Reasons that a respondent may tick."""


Form = Annotated[Choice | YesNo | Number | ShortText | Ranking | Graph | Preference, Field(discriminator="kind")]


class Range(Record):
    """A number that need not be exact: any number from low to high is accepted."""

    low: float
    high: float


Value = bool | float | str | tuple[str, ...] | Range
"""What an answer says; its form tells which of these it is."""


class Origin(Record):
    """Where a record came from."""

    kind: Literal["imported", "drawn", "generated", "written"]
    by: str
    """The format read, the drawer with its seed, the model, or the person."""
    source: str = ""
    """The file, as seen from the folder that was imported."""
    place: str = ""
    """Where in that file: `row 12`."""


BALANCED = "balanced"
"""The tag of pairs whose options take turns: what is compared in all of them. One side is settled for each person and
tag, so that everybody sees each thing on either side equally often."""

CAPTIONING = "caption"
"""The kind (`tags["kind"]`) of items that ask for a description of their picture."""


class Item(Record):
    """A question about pictures or text."""

    id: str
    """Collection and native id: `iconqa/100`."""
    collection: str
    origin: Origin
    form: Form
    question: str = ""
    text: str = ""
    """What the question is about where that is text: a caption to parse or rate, an abstract."""
    instruction: str | None = None
    """A prompt template that belongs to this item alone, with `<image>` and `{field}` marks."""
    pictures: tuple[str, ...] = ()
    """Ids of the pictures shown with the question, in order; those of options stand in the options."""
    paper: str | None = None
    about: str | None = None
    """Id of the item that this one judges: a rated caption belongs to the captioning of its picture."""
    cluster: str
    """Picture or paper shared with siblings: they stay in one split and are resampled together."""
    split: str | None = None
    tags: Tags = Field(default_factory=dict)
    """Kind of question, skills, grade, level, language ..."""
    scene: JsonValue = None
    """What was drawn, for drawn items: enough to work the answer out again."""
    excluded: str | None = None
    """Why the item is left out, if it is."""
    version: int = 1
    extra: Extra = Field(default_factory=dict)

    @property
    def options(self) -> tuple[Option, ...]:
        """What there is to choose from; nothing where the form has no options."""
        return self.form.options if isinstance(self.form, Choice | Ranking | Preference) else ()

    @property
    def option_pictures(self) -> tuple[str, ...]:
        """Ids of the pictures among which it lets choose."""
        return tuple(option.picture for option in self.options if option.picture is not None)

    @property
    def all_pictures(self) -> tuple[str, ...]:
        """Ids of the pictures shown with the question, then of those among which it lets choose."""
        return self.pictures + self.option_pictures

    @property
    def native(self) -> str:
        """Its id without its collection: what its source calls it."""
        return self.id.removeprefix(f"{self.collection}/")

    def _repr_html_(self) -> str:
        """What a notebook shows: the question with its pictures and options."""
        from optotype.notebook import item_html

        return item_html(self)


class Respondent(Record):
    """Somebody or something that answers."""

    id: str
    kind: Literal["person", "model", "agent", "baseline", "network", "file"]
    name: str = ""
    simulated: bool = False
    """A person who does not exist; said wherever the answers are shown."""
    tags: Tags = Field(default_factory=dict)
    """Age group, role, model family ..."""


class State(StrEnum):
    """What became of a question that was put to a respondent. Never mixed, never guessed."""

    GIVEN = "given"
    UNANSWERABLE = "unanswerable"
    """The respondent says that it cannot be answered from what is shown."""
    DONT_KNOW = "dont_know"
    UNREAD = "unread"
    """A reply from which no answer could be read."""
    REFUSED = "refused"
    FAILED = "failed"
    """Nothing was ever heard."""


class Answer(Record):
    """What a respondent said to an item, whoever the respondent is."""

    id: str
    item: str
    respondent: str
    run: str | None = None
    state: State
    value: Value | None = None
    raw: str | None = None
    """The reply as it came."""
    scores: dict[str, float] | None = None
    """A score per option label, where the respondent gives one."""
    shown: tuple[str, ...] | None = None
    """The order in which the options were shown, by label."""
    seconds: float | None = None
    cost: float | None = None
    note: str = ""
    at: datetime | None = None
    excluded: str | None = None
    """Why the answer is not counted, if it is not."""
    extra: Extra = Field(default_factory=dict)

    @model_validator(mode="after")
    def _value_if_given(self) -> Self:
        if (self.state is State.GIVEN) != (self.value is not None):
            raise ValueError(f"an answer in state '{self.state}' with value {self.value!r}")
        return self


class Review(Record):
    """What a person who checks an item found."""

    id: str
    item: str
    reviewer: str
    verdict: Literal["correct", "edited", "rejected"]
    criteria: dict[str, bool] = Field(default_factory=dict)
    """Yes or no to each thing that had to be checked."""
    after: Item | None = None
    """The item as edited."""
    gold_after: tuple[Value, ...] | None = None
    """The right answer as edited."""
    note: str = ""
    at: datetime | None = None
    excluded: str | None = None
    """Why the review is not counted, if it is not."""
    extra: Extra = Field(default_factory=dict)


class Gold(Record):
    """The right answer to an item, and why it is right."""

    item: str
    accepted: tuple[Value, ...] = ()
    """Any of these is right; none, if the item cannot be answered."""
    unanswerable: bool = False
    rule: str
    """`imported`, or the rule that decided."""
    branch: str = ""
    """The branch of the rule that decided."""
    counted: tuple[str, ...] = ()
    """Ids of the answers that were counted."""
    version: int = 1
    extra: Extra = Field(default_factory=dict)

    @model_validator(mode="after")
    def _something_is_right(self) -> Self:
        if bool(self.accepted) == self.unanswerable:
            raise ValueError("gold needs accepted values, or to be unanswerable, and not both")
        return self


class Finding(Record):
    """Something that a rule noticed."""

    rule: str
    about: str
    """Id of the record concerned, or the place in a file."""
    field: Literal["question", "options", "answer", "picture"] | None = None
    """What of the record it concerns; None where that is the whole, or not known."""
    severity: Literal["error", "warning", "note"] = "error"
    message: str
    figures: dict[str, JsonValue] = Field(default_factory=dict)
    """What was measured, where there is more to show than the message says."""

    @property
    def id(self) -> str:
        """One finding per rule and record."""
        return f"{self.rule}:{self.about}"


class Run(Record):
    """One respondent put to a bench: what was asked, with which settings, and what it came to."""

    id: str
    respondent: str
    settings: dict[str, JsonValue] = Field(default_factory=dict)
    bench_version: str = ""
    """Digest of the items asked."""
    started: datetime | None = None
    ended: datetime | None = None
    totals: dict[str, float] = Field(default_factory=dict)


class Score(Record):
    """How a metric judged one answer."""

    item: str
    run: str
    metric: str
    signature: str
    """Name, settings and version of the metric: equal signatures, comparable numbers."""
    value: float | None
    """None where nothing was heard."""
    note: str = ""
    parts: dict[str, float] = Field(default_factory=dict)
    """What more the metric counts; sums of these make its figures, such as precision and recall."""

    @property
    def id(self) -> str:
        """One score per item, run and metric signature."""
        return f"{self.run}:{self.signature}:{self.item}"


class Event(Record):
    """One command that changed the bench."""

    id: int
    at: datetime
    command: str
    settings: dict[str, JsonValue] = Field(default_factory=dict)
    totals: dict[str, int] = Field(default_factory=dict)


Noun = Collection | Picture | Paper | Item | Respondent | Answer | Review | Gold | Finding | Run | Score
"""Any record that the store keeps under an id."""


def labels(count: int) -> list[str]:
    """The first labels that options get: A to Z, then AA, AB ..."""
    return [_label(number) for number in range(count)]


def _label(number: int) -> str:
    letters = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
