"""What the screens show: a figure with questions, a table, a pair of pictures; plain, and with texts that do harm."""

from __future__ import annotations

from optotype import Workbench
from optotype.records import (
    Choice,
    Collection,
    Finding,
    Gold,
    Graph,
    Item,
    Noun,
    Number,
    Option,
    Origin,
    Picture,
    Preference,
    Ranking,
    ShortText,
    YesNo,
    labels,
)
from optotype.scenegraph.notation import Notation
from tests.report.benches import HOSTILE
from tests.samples import png

FACTORS = ("clarity", "layout", "colour")
SECRET = "fifty-three and a half"
"""A right answer that nobody could write by chance."""


def picture(bench: Workbench, name: str, colour: str, **fields: object) -> Picture:
    """A picture whose file lies in the bench."""
    facts = bench.cabinet.keep(png(colour, (240, 160)))
    given = {"id": f"set/{name}", "collection": "set", "name": name, "caption": f"Figure 1: all in {colour}."}
    known = {key: getattr(facts, key) for key in ("file", "media_type", "width", "height", "size")}
    return Picture.model_validate(given | known | fields)


def item(name: str, **fields: object) -> Item:
    """A question about the figure."""
    given: dict[str, object] = {
        "id": f"set/{name}",
        "collection": "set",
        "origin": Origin(kind="imported", by="scivqa", source="validation.json"),
        "question": f"What is {name}?",
        "pictures": ("set/figure.png",),
        "cluster": "set/figure.png",
        "tags": {"kind": (f"closed-ended {name}",)},
    }
    return Item.model_validate(given | fields)


def texts(*given: str) -> tuple[Option, ...]:
    """Options A, B, C ... with these texts."""
    return tuple(Option(label=label, text=text) for label, text in zip(labels(len(given)), given, strict=True))


def figure(bench: Workbench) -> None:
    """A compound figure of two bar charts, with three questions and what rules found about them."""
    tags = {"figure_type": ("Bar Chart",), "compound": ("yes",), "figures": ("2",)}
    records: list[Noun] = [
        Collection(id="set", format="scivqa"),
        picture(bench, "figure.png", "red", tags=tags),
        item("several", form=Choice(options=texts("one", "two", "three", "four"), several=True, unanswerable=True)),
        item("binary", form=YesNo(unanswerable=True)),
        item("infinite", form=ShortText(unanswerable=True)),
        Gold(item="set/several", accepted=(("A", "C"),), rule="imported"),
        Gold(item="set/binary", accepted=(True,), rule="imported"),
        Gold(item="set/infinite", accepted=(SECRET,), rule="imported"),
        Finding(
            rule="longest_option", about="set/several", field="options", severity="warning", message="option C is long"
        ),
        Finding(
            rule="long_answer", about="set/infinite", field="answer", severity="note", message="the answer is long"
        ),
        Finding(rule="near_repeat", about="set/binary", message="asked before"),
    ]
    with bench.store.event("test") as writer:
        writer.write(add=records)


def table(bench: Workbench) -> None:
    """A table with one question."""
    records: list[Noun] = [
        Collection(id="set", format="mera"),
        picture(bench, "figure.png", "white"),
        item("largest", form=Choice(options=texts("1", "2", "3", "4", "5", "6", "7"))),
        Gold(item="set/largest", accepted=(("B",),), rule="imported"),
    ]
    with bench.store.event("test") as writer:
        writer.write(add=records)


def pairs(bench: Workbench, count: int = 3) -> None:
    """Abstracts, each with the same two pictures."""
    options = tuple(Option(label=label, picture=f"set/{name}.png") for label, name in (("A", "red"), ("B", "blue")))
    form = Preference(options=options, factors=FACTORS)
    more = [
        item(f"pair-{number}", form=form, pictures=(), cluster=f"set/paper-{number}", question="", text="We show that.")
        for number in range(count)
    ]
    records = [Collection(id="set", format="sciga"), *(picture(bench, f"{name}.png", name) for name in ("red", "blue"))]
    with bench.store.event("test") as writer:
        writer.write(add=[*records, *more])


CAPTION = "two men sitting on a red bench , a dog beside them"
RIGHT = "( 2 , men , sit , on , bench ) , ( bench , is , red ) , ( dog , beside , 2 , men )"


def captions(bench: Workbench, notation: Notation = "factual_mr") -> None:
    """A caption with a picture, and one without."""
    records: list[Noun] = [
        Collection(id="set", format="factual"),
        picture(bench, "figure.png", "green", caption=""),
        item("men", form=Graph(notation=notation), question="", text=CAPTION),
        item("car", form=Graph(notation=notation), question="", text="a parked car", pictures=(), cluster="set/car"),
        Gold(item="set/men", accepted=(RIGHT,), rule="imported"),
    ]
    with bench.store.event("test") as writer:
        writer.write(add=records)


def hostile(bench: Workbench) -> None:
    """An item of every form that the screens know, in which every text would do harm if it became markup."""
    name = f"{HOSTILE} #1?.png"
    tags = {"figure_type": (HOSTILE, "Line Chart"), "compound": (HOSTILE,), "figures": (HOSTILE,)}
    shown = picture(bench, name, "red", caption=HOSTILE, tags=tags)
    pictured = tuple(Option(label=label, picture=shown.id) for label in "AB")
    options = texts(HOSTILE, "two\r\nlines", "three", "four")
    common: dict[str, object] = {
        "pictures": (shown.id,),
        "cluster": HOSTILE,
        "question": HOSTILE,
        "text": HOSTILE,
        "tags": {"kind": (HOSTILE,)},
    }
    items = [
        item(f"{HOSTILE} several", form=Choice(options=options, several=True, unanswerable=True), **common),
        item(f"{HOSTILE} one", form=Choice(options=options), **common),
        item(f"{HOSTILE} pictured", form=Choice(options=pictured), **common),
        item(f"{HOSTILE} binary", form=YesNo(), **common),
        item(f"{HOSTILE} number", form=Number(unit=HOSTILE), **common),
        item(f"{HOSTILE} text", form=ShortText(unanswerable=True), **common),
        item(f"{HOSTILE} ranking", form=Ranking(options=options), **common),
        item(f"{HOSTILE} pair", form=Preference(options=pictured, factors=(HOSTILE, "layout")), **common),
        item(f"{HOSTILE} graph", form=Graph(notation="factual_mr"), **common),
    ]
    golds = [
        Gold(item=items[0].id, accepted=(("A", "C"),), rule="imported"),
        Gold(item=items[1].id, accepted=(("D",),), rule="imported"),
        Gold(item=items[2].id, accepted=((HOSTILE,),), rule="imported"),  # names an option that is not there
        Gold(item=items[3].id, accepted=(False,), rule="imported"),
        Gold(item=items[4].id, accepted=(0.25, 3.0), rule="imported"),
        Gold(item=items[5].id, accepted=(SECRET, HOSTILE), rule="imported"),
        Gold(item=items[6].id, accepted=(("C",), ("D", "A")), rule="imported"),
        Gold(item=items[8].id, accepted=(f"( dog , is , {SECRET} )",), rule="imported"),
    ]
    findings = [Finding(rule=HOSTILE, about=about, message=HOSTILE) for about in (items[0].id, shown.id)]
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="set", format="test"), shown, *items, *golds, *findings])
