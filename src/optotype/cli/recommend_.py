"""`optotype recommend`."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from optotype.cli._options import Json
from optotype.cli._output import cells, console, lay_out, open_bench, print_json, printable, shorten, table, tell
from optotype.web.words import Language

if TYPE_CHECKING:
    from rich.text import Text

    from optotype.rankers import Reason
    from optotype.recommending import Choice, Recommendation
    from optotype.workbench import Workbench

_YEARS = re.compile(r"\s*(\d{4})?\s*(-|–)?\s*(\d{4})?\s*")
_REASONS = 3
"""Reasons that the table names for each figure."""


def command(
    context: typer.Context,
    paper: Annotated[
        str,
        typer.Argument(
            metavar="PAPER",
            help="A page, a LaTeX folder, an archive, a PDF file, Markdown, a notebook; or an id in the bench.",
        ),
    ],
    by: Annotated[
        str, typer.Option(metavar="NAME[:SETTING=VALUE]", help="Who ranks the figures, one of those above.")
    ] = "blend",
    top: Annotated[int, typer.Option(min=1, help="Show so many figures, and so many of other papers.")] = 10,
    corpus: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="CORPUS",
            help="A bench, a folder of papers or SciGA's JSON: whose are worth learning from?",
        ),
    ] = None,
    field: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="With --from: only papers of this field; `cs` takes cs.CV.")
    ] = None,
    year: Annotated[
        str | None, typer.Option(metavar="FIRST-LAST", help="With --from: only papers of these years: 2021, 2019-2023.")
    ] = None,
    diverse: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, metavar="LAMBDA", help="With --from: unlike each other too; 1 looks at nearness alone."
        ),
    ] = None,
    near: Annotated[
        Literal["abstract", "caption", "both"] | None,
        typer.Option(help="With --from: which texts of other papers the abstract is held against; both unless given."),
    ] = None,
    encoder: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="With --from: who compares: minilm, multilingual; or hf/PATH, a CLIP that looks at the pictures.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE.html", help="Write a page with the pictures, too.")
    ] = None,
    language: Annotated[Language, typer.Option(help="Of the page.")] = "en",
    as_json: Json = False,
) -> None:
    """Tell which figure of a paper would serve best as its graphical abstract, and why.

    Figures are ranked by what abstract, captions and pictures say, never by where they stand. With --from, graphical
    abstracts of other papers come beside them, those first whose papers are nearest in meaning. No bench is needed.

    Rankers: blend (words, meaning, cues, pictures; unless another is named), abs2cap (captions beside the abstract;
    by=bm25, rougel, meteor, cider, embedding or bertscore); and those that look at pictures: ga_bc (is it like a
    graphical abstract?), abs2fig (pictures beside the abstract), abs2fig_caption (pictures and captions beside it).
    These need a training, run=FOLDER (see optotype train); the last two also work with a CLIP as it is,
    encoder=hf/PATH.

    [bold]Examples[/bold]

      optotype recommend paper.html

      optotype recommend my_latex_folder --by abs2cap:by=bm25 --json

      optotype recommend paper.pdf --from my_bench --field cs.CV --year 2019-2023 --diverse 0.7 --out paper-ga.html

      optotype recommend paper.pdf --by abs2fig_caption:run=trained --from my_bench --encoder hf/clip-vit-base-patch32
    """
    from optotype.progress import bar
    from optotype.recommending import recommend
    from optotype.recommending.inspiring import Wish

    only = {"--field": field, "--year": year, "--diverse": diverse, "--near": near, "--encoder": encoder}
    if corpus is None and (lone := next((name for name, value in only.items() if value is not None), None)):
        raise typer.BadParameter("it goes with --from", param_hint=lone)
    wish = Wish(
        count=top,
        fields=tuple(field or ()),
        years=_years(year),
        diverse=diverse,
        by=near or "both",
        encoder=encoder,
    )
    if wish.looks and near is not None:
        raise typer.BadParameter(f"{encoder} looks at pictures; it goes with the other encoders", param_hint="--near")
    with _bench(context, paper) as bench, bar("papers of the corpus") as progress:
        found = recommend(paper, by=by, bench=bench, corpus=corpus, wish=wish, progress=progress)
        if out is not None:
            from optotype.recommending.page import write_page

            write_page(found, out, language=language)
    if as_json:
        print_json(found.to_json())
        return
    _show(found, top)
    tell("page", [str(out)] if out is not None else [])


def _bench(context: typer.Context, paper: str) -> Workbench | nullcontext[None]:
    """Where ids of papers are looked for: the bench that was named, or that in which the user stands.

    The latter is opened only where there is no such file: whoever names a file needs no bench.
    """
    from optotype.errors import NotABench

    if context.obj is None and Path(paper[:4000].replace("\0", "")).exists():
        return nullcontext()
    try:
        return open_bench(context)
    except NotABench:
        if context.obj is not None:
            raise
        return nullcontext()


def _years(said: str | None) -> tuple[int, int] | None:
    """`2019-2023`, `2021`, `2019-` or `-2023` as a first and a last year."""
    if said is None:
        return None
    found = _YEARS.fullmatch(said)
    if found is None or not (found[1] or found[3]) or (found[1] and found[3] and not found[2]):
        raise typer.BadParameter(
            f"{said!r} was given; 2021, 2019-2023, 2019- or -2023 was expected", param_hint="--year"
        )
    first, last = int(found[1] or 0), int(found[3] or (9999 if found[2] else found[1]))
    if first > last:
        raise typer.BadParameter(f"{said!r} ends before it begins", param_hint="--year")
    return first, last


def _show(found: Recommendation, top: int) -> None:
    screen = console()
    name = found.paper.title or found.paper.id
    screen.print(shorten(printable(name), 200), style="bold", markup=False)
    if found.choices:
        made = table("#", "figure", "#confidence", "#score", "why", title="Which figure would serve best?")
        for column in made.columns[:4]:
            column.no_wrap = True
        for choice in found.choices[:top]:
            made.add_row(
                *cells(choice.place, _named(choice, found.paper.id), f"{choice.confidence:.0%}", f"{choice.score:.2f}"),
                _why(choice),
            )
        lay_out(made)
        if len(found.choices) > top:
            tell("left out", [f"{len(found.choices) - top:,} more figures; see them with --top or --json"])
    if found.inspirations:
        made = table("#", "paper", "#likeness", "year", "fields", "in common", title="Whose are worth learning from?")
        for one in found.inspirations:
            made.add_row(
                *cells(
                    one.place,
                    f"{shorten(one.title or one.paper, 90)}\n{one.paper}",
                    f"{one.score:.3f}",
                    one.published[:4],
                    ", ".join(one.fields[:3]),
                    ", ".join(one.matched[:5]),
                )
            )
        lay_out(made)
    tell("ranked by", [found.ranker])
    if found.choices:
        tell("confidence", [found.confident])
    if found.sureness is not None:
        tell("sureness", [f"{found.sureness:.2f}, from 0.5 (it could be any) to 1 (one stands out)"])
    if found.car is not None:
        tell(
            "CAR@5", [f"{found.car:.2f}: figures marked * are those that the paper's graphical abstract was made from"]
        )
    tell("reasons", [f"{name}: {meaning}" for name, meaning in found.meanings.items()])
    tell("note", found.notes)


def _named(choice: Choice, paper: str) -> str:
    native = paper.partition("/")[2]
    name = choice.label.rstrip(".: ") or choice.figure.removeprefix(f"{native}_")
    return f"{name}{choice.part_label}{' *' if choice.used else ''}"


def _why(choice: Choice) -> Text:
    from rich.text import Text

    text = Text(printable(shorten(choice.caption, 100)) or "(no caption)")
    for reason in choice.reasons[:_REASONS]:
        sign = f"{reason.weight:+.2f} "
        text.append("\n").append(sign, "green" if reason.weight > 0 else "red").append(printable(_said(reason)))
    return text


def _said(reason: Reason) -> str:
    """What a reason is, with its words where these are not its name."""
    words = ", ".join(reason.words)
    return (
        reason.what
        if not words or words == reason.what or " ".join(reason.words) == reason.what
        else (f"{reason.what}: {words}")
    )
