"""The stages in the order of the data's path, one line each. Read this first.

A stage takes records from the store and puts records into it; stages never import each other. Each command does one
thing through one call in Python: `optotype import` is `bench.import_`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Stage:
    """A group of commands that do one step of the path."""

    title: str
    commands: tuple[str, ...]
    path: str
    """What goes in, and what comes out."""


STAGES = (
    Stage(
        "A bench", ("init", "doctor", "demo", "backup", "restore"), "a folder -> Bench; a Bench -> one file, and back"
    ),
    Stage("1 Import", ("import",), "foreign data -> Collection, Picture, Paper, Item, Gold, Answer, Finding"),
    Stage("1 Draw", ("draw",), "chance -> Picture, Paper, Item, Gold, with the scenes that were drawn"),
    Stage(
        "Look and cut",
        ("show", "stats", "explain", "split", "pictures"),
        "Item, Picture -> tables, splits, Picture",
    ),
    Stage(
        "Captions",
        ("parse", "correlate", "foil", "retrieve"),
        "a caption -> SceneGraph; a metric against people's ratings, against foils, and as a search for pictures",
    ),
    Stage("2 Generate", ("select", "generate"), "Picture -> Picture with tags -> Item, Gold, Finding, with the rounds"),
    Stage("3 Lint", ("lint",), "Item -> Finding"),
    Stage("4 Validate", ("studio", "labelstudio", "simulate"), "Item, people -> Answer, Review"),
    Stage(
        "5 Gold",
        ("gold", "agreement", "human", "preferences"),
        "Answer, Review -> Gold, Finding; Answer -> how far people agree; people -> Run, Score",
    ),
    Stage("6 Audit", ("audit",), "Item, Gold, Run -> Run of respondents without eyes, Finding: a verdict"),
    Stage("Datasheet", ("datasheet",), "all that happened, and what the author knows -> pages for readers of the data"),
    Stage(
        "Graphical abstracts",
        ("recommend", "map"),
        "a paper -> its figures ranked, with reasons; Paper of others -> those worth learning from, and a map",
    ),
    Stage("Train", ("train", "study"), "data -> a network that the package can use; a bench -> the table of a paper"),
    Stage("7 Evaluate", ("eval", "compare", "score"), "Item -> Answer -> Score, Run; two runs -> a difference"),
    Stage("8 Report", ("report", "view"), "Item, Answer, Score, Run -> pages, tables, plots"),
    Stage("9 Export", ("export",), "Item, Picture, Gold, Answer -> foreign data"),
)
