"""`optotype study iconqa`, `optotype study sciga`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import Confidence, Json
from optotype.cli._output import complain, pairs, print_grids, print_json, printable, tell
from optotype.plurals import so_many
from optotype.web.words import Language

if TYPE_CHECKING:
    from optotype.studies.iconqa import Study

group = typer.Typer(no_args_is_help=True)


@group.callback()
def _group() -> None:
    """Studies of papers, made on a bench of yours.

    [bold]Examples[/bold]

      optotype study iconqa --data bench --out study --small

      optotype study sciga
    """


@group.command("iconqa")
def iconqa(
    context: typer.Context,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where it is kept; taken up again if it has begun.")],
    data: Annotated[
        Path | None, typer.Option(metavar="BENCH", help="The bench.", show_default="the one you stand in")
    ] = None,
    small: Annotated[bool, typer.Option("--small", help="Few items and epochs: minutes instead of a night.")] = False,
    together: Annotated[
        bool, typer.Option("--together", help="One network for all sub-tasks, not one for each as in the paper.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only these rows; may be given several times, or with commas."),
    ] = None,
    take: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=DIR", help="A row that was trained before, asked as it is."),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting of all networks: size=paper, epochs=20."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only the first so many test items.", show_default="all; 600 if small")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="For each network; call again to go on with those that need more.")
    ] = None,
    threads: Annotated[int, typer.Option(min=0, help="Processors to use.", show_default="all")] = 0,
    confidence: Confidence = 0.95,
    as_json: Json = False,
) -> None:
    """Train and evaluate the table of the IconQA paper: sub-tasks and skills, beside what is published.

    Rows: baseline/random, baseline/majority, baseline/longest_option, baseline/options_only,
    baseline/question_only; question_only, image_only; top_down, ban, dfaf, mcan; vilbert, uniter, vit, vilt;
    patch_trm, and without one of its parts: patch_trm-no_icons, -no_attention, -no_positions, -class_token,
    -four_levels, -three_levels.

    The bench needs the splits train, val and test. Stopped, it goes on where it was when the same command is given
    again. Needs the extra `train`. DIR gets table.md, table.csv and a folder for each network. docs/iconqa.md has more.

    [bold]Examples[/bold]

      optotype study iconqa --data bench --out study --small --threads 2

      optotype study iconqa --data bench --out study --only question_only,patch_trm --take patch_trm=trained-patches

      optotype study iconqa --data iconqa --out study --set size=paper --set encoder=trained-icon645
    """
    from rich.console import Console

    from optotype.workbench import Workbench

    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    status = errors.status("")

    def watch(what: str, kept: bool) -> None:
        if kept:
            status.stop()
            errors.print(printable(what), markup=False)
        elif errors.is_terminal:
            status.update(printable(what))
            if not what.endswith("making features"):  # that has a progress bar of its own
                status.start()

    names = [name.strip() for one in only or () for name in one.split(",") if name.strip()]
    taken = {name: Path(folder) for name, folder in pairs(take, "--take").items()}
    with Workbench.open(data or context.obj) as bench:
        try:
            found = bench.study_iconqa(
                out,
                small=small,
                together=together,
                only=names,
                taken=taken,
                settings=pairs(setting, "--set"),
                limit=limit,
                minutes=math.inf if minutes is None else minutes,
                threads=threads,
                confidence=confidence,
                watch=watch,
            )
        except KeyboardInterrupt:
            complain("The study was stopped. The same command goes on from here.")
            raise
        finally:
            status.stop()
    _show(found, as_json=as_json)


def _show(found: Study, *, as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    print_grids(found.grids())
    tell("mind", found.notes)
    tell("written", [str(file) for file in found.files])


@group.command("sciga")
def sciga(
    context: typer.Context,
    data: Annotated[
        Path | None, typer.Option(metavar="BENCH", help="The bench.", show_default="the one you stand in")
    ] = None,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Of the project, and of the collection of its pairs.")
    ] = "graphical-abstracts",
    method: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Two to eight; give it several times, or with commas.",
            show_default="both, abstract, caption, random",
        ),
    ] = None,
    within: Annotated[
        bool, typer.Option("--within", help="Compare the paper's own figures, as rankers choose them.")
    ] = False,
    papers: Annotated[int, typer.Option(min=1, help="How many, taken by chance.")] = 60,
    people: Annotated[int, typer.Option(min=1, max=1000, help="How many answer each pair.")] = 3,
    repeats: Annotated[
        int, typer.Option(min=0, max=1000, help="Pairs that everybody is asked again, the other way round.")
    ] = 6,
    factor: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="What people may tick as a reason, in place of the usual.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same study.")] = 0,
    language: Annotated[Language, typer.Option(help="Of what people read.")] = "en",
    as_json: Json = False,
) -> None:
    """Make the user study of the SciGA paper: which of two graphical abstracts would inspire you more, and why?

    For each paper all pairs of methods, the methods hidden, sides in turns: a project of the studio. Methods find
    graphical abstracts of other papers of the bench: both, abstract, caption; or with --within, rankers choose among
    the paper's own figures: blend, abs2cap:by=bm25 and others. random and own (what the paper has) go with either.

    [bold]Examples[/bold]

      optotype study sciga

      optotype study sciga --within --method blend,abs2cap,own,random --papers 20 --people 5 --name own-figures
    """
    from optotype.progress import bar
    from optotype.workbench import Workbench

    methods = [one.strip() for some in method or () for one in some.split(",") if one.strip()]
    with Workbench.open(data or context.obj) as bench, bar("papers", papers) as progress:
        made = bench.study_sciga(
            name,
            methods=methods,
            papers=papers,
            people=people,
            repeats=repeats,
            within=within,
            factors=factor or (),
            seed=seed,
            language=language,
            progress=progress,
        )
    if as_json:
        print_json(made)
        return
    typer.echo(
        printable(
            f"'{made.name}': {so_many(made.items, 'pairs')} about {so_many(made.papers, 'papers')}, each for "
            f"{so_many(people, 'people')}. "
            f"Methods: {', '.join(made.methods)}."
        )
    )
    tell(
        "left out", [f"{so_many(made.same, 'pairs')} in which both methods chose the same picture"] if made.same else []
    )
    tell(
        "passed over",
        [f"{so_many(made.lacking, 'papers')} for which a method found no picture"] if made.lacking else [],
    )
    tell(
        "next",
        [
            "optotype studio",
            f"optotype simulate --project {made.name} --people {people} (a rehearsal: nobody of them exists)",
            f"optotype preferences --collection {made.name}",
        ],
    )
