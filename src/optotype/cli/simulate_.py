"""`optotype simulate`."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import Form, InCollection, Json, Split, Where
from optotype.cli._output import open_bench, pairs, print_grids, print_json, printable, tell
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.simulating.people import Simulated
    from optotype.simulating.planning import Plan


class Figure(StrEnum):
    """What is to be known."""

    SINGLE = "single"
    MAJORITY = "majority"
    ALPHA = "alpha"


def command(
    context: typer.Context,
    people: Annotated[int, typer.Option("--people", "-n", min=1, max=10_000, help="How many answer.")] = 20,
    skill: Annotated[
        str, typer.Option(metavar="LOW..HIGH", help="The share that they get right: 0.9, or spread over 0.7..0.95.")
    ] = "0.7..0.95",
    careless: Annotated[
        float, typer.Option(min=0, max=1, help="Share of people who mostly answer without looking.")
    ] = 0.0,
    bias: Annotated[float, typer.Option(min=0, max=1, help="Of guesses, the share that take the first option.")] = 0.0,
    pace: Annotated[float, typer.Option(min=0.1, help="Seconds that an answer takes, in the median.")] = 9.0,
    difficulty: Annotated[
        float, typer.Option(min=0, max=10, help="How much items differ: the deviation of the log-odds to be right.")
    ] = 1.0,
    overlap: Annotated[
        list[int] | None,
        typer.Option(min=1, help="How many answer each item; everybody unless given. For --plan, may be given again."),
    ] = None,
    project: Annotated[
        str | None, typer.Option(metavar="NAME", help="A project of the studio: they do its tasks, on its screen.")
    ] = None,
    study: Annotated[str, typer.Option(metavar="NAME", help="What the study is called.")] = "rehearsal",
    where: Where = None,
    split: Split = None,
    form: Form = None,
    collection: InCollection = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same people and answers.")] = 0,
    plan: Annotated[
        bool, typer.Option("--plan", help="Ask nobody: say how many answers a narrow interval takes.")
    ] = False,
    width: Annotated[
        float, typer.Option(min=0.001, max=0.999, help="For --plan: the interval wished for, from end to end.")
    ] = 0.06,
    of: Annotated[
        Figure, typer.Option(help="For --plan: of what; one person's accuracy, a majority's, or Krippendorff's alpha.")
    ] = Figure.MAJORITY,
    options: Annotated[int, typer.Option(min=2, max=100, help="For --plan: answers to choose from.")] = 4,
    as_json: Json = False,
) -> None:
    """Rehearse a study with people who do not exist, or plan how large it has to be.

    Their answers are marked as simulated, and shown so, in the store, in tables and in reports. Gold, agreement and
    the human baseline never count them together with people who exist.

    [bold]Examples[/bold]

      optotype simulate --people 20 --skill 0.7..0.95 --careless 0.1 --overlap 5

      optotype simulate --project baseline --people 3 --skill 0.9

      optotype simulate --plan --width 0.06 --people 20 --overlap 3 --overlap 5
    """
    from optotype.progress import bar
    from optotype.selecting import Selection
    from optotype.simulating.people import crowd

    somebody = crowd(
        people, skill=_range(skill), careless=careless, bias=bias, pace=pace, difficulty=difficulty, seed=seed
    )
    if plan:
        _plan(somebody, width, of, overlap, options, seed, as_json)
        return
    if overlap is not None and len(overlap) > 1:
        raise typer.BadParameter("several were given, which is for --plan", param_hint="--overlap")
    if project is not None and overlap is not None:
        raise typer.BadParameter("a project has its own overlap", param_hint="--overlap")
    selection = Selection(split=split, form=form, collection=collection, tags=pairs(where, "--where"))
    with open_bench(context) as bench:
        if project is not None:
            with bar("simulating") as progress:
                tasks = bench.rehearse(project, somebody, seed=seed, progress=progress)
            if as_json:
                print_json({"project": project, "people": people, "tasks": tasks})
            else:
                typer.echo(
                    printable(f"{so_many(people, 'simulated people')} did {so_many(tasks, 'tasks')} of '{project}'.")
                )
            return
        with bar("simulating", selection.count(bench)) as progress:
            done = bench.simulate(
                somebody,
                selection=selection,
                overlap=None if overlap is None else overlap[0],
                study=study,
                seed=seed,
                progress=progress,
            )
    if as_json:
        print_json(done)
        return
    typer.echo(
        f"{so_many(done.people, 'simulated people')} gave {so_many(done.answers, 'answers')} to "
        f"{so_many(done.items, 'items')}, "
        f"{done.right:.1%} of them right and {done.careless:,} without looking, in {done.seconds / 3600:.1f} hours."
    )
    tell("made up", [f"right answers to {so_many(done.made_up, 'items')} without gold"] if done.made_up else [])
    tell("not asked", [f"{so_many(done.skipped, 'items')} without gold"] if done.skipped else [])
    after = ["optotype preferences"] if form == "preference" else ["optotype gold", "optotype human"]
    tell("next", ["optotype agreement", *after])


def _range(text: str) -> tuple[float, float]:
    found = re.fullmatch(r"([0-9.]+?)(?:\.\.([0-9.]+))?", text.strip())
    try:
        low, high = (float(found[1]), float(found[2] or found[1])) if found else (-1.0, -1.0)
    except ValueError:
        low, high = -1.0, -1.0
    if not 0 <= low <= high <= 1:
        raise typer.BadParameter(
            f"{text!r} was given; a share such as 0.9, or two such as 0.7..0.95, was expected", param_hint="--skill"
        )
    return low, high


def _plan(
    somebody: list[Simulated],
    width: float,
    of: Figure,
    overlap: list[int] | None,
    options: int,
    seed: int,
    as_json: bool,
) -> None:
    from optotype.progress import bar
    from optotype.simulating.planning import plan

    usual = [1, 3, 5, 7] if of is Figure.SINGLE else [2, 3, 5, 7] if of is Figure.ALPHA else [3, 5, 7]
    overlaps = overlap or [one for one in usual if one <= len(somebody)] or [1]
    with bar("planning", len(overlaps)) as progress:
        found = plan(
            somebody,
            width,
            figure=of.value,
            overlaps=overlaps,
            options=options,
            seed=seed,
            progress=progress,
        )
    if as_json:
        print_json(found)
        return
    print_grids(found.grids())
    typer.echo(_sentence(found))


def _sentence(found: Plan) -> str:
    wished = f"{found.width:g}" if found.figure == "alpha" else f"{100 * found.width:g} points"
    best = next((size for size in found.sizes if size.overlap == found.best), None)
    if best is None:
        return f"No study of this kind has an interval of {wished}. Wish for a wider one, or choose other overlaps."
    return (
        f"For an interval of {wished}, {best.items:,} items with {so_many(best.overlap, 'answers')} each "
        f"are enough, with people such as these, who are simulated ({found.repeats} studies drawn for each size)."
    )
