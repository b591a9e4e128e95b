"""`optotype labelstudio push` and `optotype labelstudio pull`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from optotype.cli._options import Form, InCollection, Json, Split, Where
from optotype.cli._output import complain, console, open_bench, pairs, print_json, printable, tell
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.labelstudio.pulling import Pulled
    from optotype.labelstudio.pushing import Pushed

_SHOWN = 20

group = typer.Typer(
    help="""Work with a Label Studio that your team has: items go there, what people say comes back.

    The address is read from LABEL_STUDIO_URL and the token from LABEL_STUDIO_API_KEY, unless they are given: a personal
    access token, or a legacy one.

    [bold]Examples[/bold]

      optotype labelstudio push --split test --overlap 3

      optotype labelstudio pull
    """,
    no_args_is_help=True,
)

Url = Annotated[str | None, typer.Option("--url", metavar="URL", help="Where the Label Studio is.")]
Token = Annotated[
    str | None, typer.Option("--token", metavar="TOKEN", help="Better kept in LABEL_STUDIO_API_KEY than typed.")
]


@group.command("push", no_args_is_help=False)
def push(
    context: typer.Context,
    ask: Annotated[
        Literal["answer", "review"],
        typer.Option(help="For answers, which sends nothing of what is right, or for reviews, which shows it."),
    ] = "answer",
    title: Annotated[
        str | None, typer.Option(help="Of the project: a new one, or one that is there; the bench's unless given.")
    ] = None,
    project: Annotated[int | None, typer.Option(metavar="NUMBER", help="A project that is there.")] = None,
    overlap: Annotated[int | None, typer.Option(min=1, max=1000, help="People who are wanted for each task.")] = None,
    links: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Pictures are reached at URLpictures/NAME, as 'optotype export labelstudio' lays them out. "
            "Without it, they go along in the tasks.",
        ),
    ] = None,
    split: Split = None,
    collection: InCollection = None,
    form: Form = None,
    where: Where = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be sent.")] = False,
    url: Url = None,
    token: Token = None,
    as_json: Json = False,
) -> None:
    """Make a project of items there, or add to it what it does not have yet.

    A push that was interrupted goes on when it is called again, and sends nothing twice.

    [bold]Examples[/bold]

      optotype labelstudio push --split test --overlap 3

      optotype labelstudio push --ask review --title "SciVQA, second look" --where kind=unanswerable

      optotype labelstudio push --links https://data.example.org/bench/ --dry-run
    """
    from optotype.progress import bar
    from optotype.selecting import Selection

    selection = Selection(split, form, collection, pairs(where, "--where"), limit)
    with open_bench(context) as bench, bar("pushing", selection.count(bench)) as progress:
        done = bench.push_to_label_studio(
            url=url,
            token=token,
            ask=ask,
            title=title,
            project=project,
            overlap=overlap,
            links=links,
            selection=selection,
            dry_run=dry_run,
            progress=progress,
        )
    if as_json:
        print_json(done)
    else:
        _tell_pushed(done)


@group.command("pull", no_args_is_help=False)
def pull(
    context: typer.Context,
    project: Annotated[
        list[int] | None,
        typer.Option(metavar="NUMBER", help="A project there; all that this bench was pushed to unless given."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="EXPORT.json", help="What Label Studio exported as JSON; no server is asked.")
    ] = None,
    people: Annotated[
        str, typer.Option(metavar="WORD", help="What the ids of people begin with; one for each server.")
    ] = "labelstudio",
    names: Annotated[
        bool, typer.Option("--names", help="Take names and e-mail addresses over; people have numbers otherwise.")
    ] = False,
    url: Url = None,
    token: Token = None,
    as_json: Json = False,
) -> None:
    """Bring what people said there back, as answers and reviews of the same items.

    Pulling again adds nothing twice, and takes over what was changed there.

    [bold]Examples[/bold]

      optotype labelstudio pull

      optotype labelstudio pull --project 12 --json

      optotype labelstudio pull --file project-12-export.json
    """
    from optotype.progress import bar

    with open_bench(context) as bench, bar("pulling") as progress:
        done = bench.pull_from_label_studio(
            url=url, token=token, project=project or (), file=file, people=people, names=names, progress=progress
        )
    if as_json:
        print_json(done)
    else:
        _tell_pulled(done)
    for fault in done.faults[:_SHOWN]:
        complain(str(fault))
    if done.faulty > _SHOWN:
        complain(f"... and {done.faulty - _SHOWN:,} more.")
    if done.faulty:
        raise typer.Exit(1)


def _tell_pushed(done: Pushed) -> None:
    would = "would be " if done.dry_run else ""
    what = "made" if done.made or done.project is None else "found"
    console().print(
        printable(
            f"{done.title}: {would if what == 'made' else ''}{what}; {so_many(done.added, 'tasks')} {would}added."
        ),
        markup=False,
        soft_wrap=True,
    )
    tell("there", [f"{so_many(done.there, 'items', 'was', 'were')} there already"] if done.there else [])
    tell("left out", [f"{so_many(count, 'items')}: {why}" for why, count in done.left_out.items()])
    tell("open", [done.url] if done.url else [])


def _tell_pulled(done: Pulled) -> None:
    console().print(
        f"{so_many(done.answers, 'new answers')}, {so_many(done.reviews, 'new reviews')}; {done.changed:,} changed, "
        f"{done.same:,} there already; {so_many(done.people, 'new people')}.",
        soft_wrap=True,
    )
    left_out = {
        "skipped there": done.cancelled,
        "neither answer nor verdict": done.silent,
    }
    tell("left out", [f"{so_many(count, 'annotations')}: {why}" for why, count in left_out.items() if count])
    tell(
        "not counted",
        [f"{done.outdated:,} said of items that were changed since they were sent"] if done.outdated else [],
    )
    tell(
        "unedited",
        [f"{so_many(done.unedited, 'reviews', 'says', 'say')} that something is wrong, and not what it should be"]
        * bool(done.unedited),
    )
    if done.unknown:
        shown = ", ".join(done.unknown_items[:5])
        tell("unknown", [f"{done.unknown:,} tasks are about no item of this bench: {shown}"])
