"""`optotype stats`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optotype.cli._options import InCollection, Json, Split, Where
from optotype.cli._output import cells, console, lay_out, open_bench, pairs, print_json, shorten, table
from optotype.plurals import so_many

if TYPE_CHECKING:
    from rich.table import Table

    from optotype.stats.figures import Figures, GraphFigures, Labels, PaperFigures, Spread, Stats, Summary

Counts = Mapping[str, int] | Mapping[int, int] | Mapping[float, int]

_MOST = 15
"""Rows of a table; JSON has them all."""


def command(
    context: typer.Context,
    where: Where = None,
    split: Split = None,
    collection: InCollection = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="TAG", help="Figures for each value of a tag, or of split, form, collection or origin."),
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Draw the figures into this folder, as SVG and PNG.")
    ] = None,
    graphs: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Count the graphs of a file instead of a bench: JSONL of optotype parse, or CSV with scene_graph.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Count what papers print about their data: kinds, forms, options, lengths, skills, answers, pictures, graphs.

    docs/looking.md explains the keys of the JSON.

    [bold]Examples[/bold]

      optotype stats

      optotype stats --by skill --plots plots

      optotype stats --split test --json

      optotype stats --graphs random/train.csv
    """
    from optotype.progress import bar

    if graphs is not None:
        if where or split or collection or by or plots:
            raise typer.BadParameter("it goes with --json alone", param_hint="--graphs")
        from optotype.stats.graphs import graph_file_stats

        with bar("counting") as progress:
            found = graph_file_stats(graphs, progress=progress)
        print_json(found) if as_json else _show_graphs(found)
        return
    with open_bench(context) as bench, bar("counting") as progress:
        stats = bench.stats(split=split, collection=collection, by=by, progress=progress, tags=pairs(where, "--where"))
    files = [] if plots is None else stats.plot(plots)
    if as_json:
        print_json(stats)
        return
    _show(stats)
    if by is not None:
        _show_parts(by, stats.by)
    if files:
        console().print(f"Drew {so_many(len(files) // 2, 'plots')}, each as SVG and PNG, into {plots}.", markup=False)


def _show(stats: Stats) -> None:
    from rich.columns import Columns

    left_out = f", {stats.excluded:,} left out" if stats.excluded else ""
    console().print(f"[bold]{so_many(stats.items, 'items')}[/bold]{left_out}")
    if len(stats.collections) > 1:
        lay_out(_counts("collection", stats.collections, stats.items))
    _show_kinds(stats)
    _show_lengths(stats)
    gold = stats.gold
    small = [
        _counts("form", stats.forms, stats.items),
        _counts("skill", stats.skills, stats.items),
        _counts("options per item", stats.options),
        _counts("skills per item", stats.skills_per_item.histogram),
        _counts("place of the right option", gold.positions),
        _counts("right options", gold.right_options if len(gold.right_options) > 1 else {}),
        _counts("yes or no", gold.yes_no),
        _counts(f"answer ({gold.distinct:,} different)", _repeated(gold.frequent), gold.texts),
        _counts("rating", stats.ratings.values.histogram),
        _counts("graphical abstract", stats.papers.graphical_abstracts),
    ]
    console().print(Columns([made for made in small if made.row_count], padding=(0, 3)))
    if gold.unanswerable:
        console().print(f"{so_many(gold.unanswerable, 'items')} cannot be answered from what is shown")
    if stats.graphs.captions or stats.graphs.unread:
        _show_graphs(stats.graphs)
    if stats.papers.count:
        _show_papers(stats.papers)
    if stats.pictures.count:
        _show_pictures(stats)


def _counts(name: str, counts: Counts, whole: int = 0) -> Table:
    """Values with their numbers, and the share of a whole, or of all that was counted."""
    whole = whole or sum(counts.values())
    made, ranked = table(name, "#number", "#share"), list(counts.items())
    for value, number in ranked[:_MOST]:
        said = shorten(value, 40) if isinstance(value, str) else f"{value:g}"
        made.add_row(*cells(said, number, f"{number / whole:.1%}"))
    if rest := ranked[_MOST:]:
        made.add_row(*cells(so_many(len(rest), "others"), sum(number for _, number in rest), ""))
    return made


def _repeated(answers: Mapping[str, int]) -> dict[str, int]:
    return {answer: number for answer, number in list(answers.items())[:10] if number > 1}


def _show_kinds(stats: Stats) -> None:
    if not stats.kinds:
        return
    splits = [] if list(stats.splits) == ["unsplit"] else list(stats.splits)
    made = table("kind", "#all", *(f"#{split}" for split in splits))
    for kind, number in stats.kinds.items():
        made.add_row(*cells(kind, number, *(stats.kinds_by_split[kind].get(split, 0) for split in splits)))
    lay_out(made)


def _show_lengths(stats: Figures) -> None:
    rows: dict[str, Spread] = {
        "words per question": stats.question_words,
        "words per text": stats.text_words,
        "skills per item": stats.skills_per_item,
        "pictures per question": stats.pictures_per_item,
        "facts per caption": stats.graphs.facts_per_caption,
    }
    _show_summaries("per item", rows)


def _show_summaries(name: str, rows: Mapping[str, Summary]) -> None:
    made = table(name, "#number", "#mean", "#median", "#least", "#most")
    for row, summary in rows.items():
        if summary.count and summary.max:
            made.add_row(
                *cells(
                    row,
                    summary.count,
                    f"{summary.mean:,.2f}",
                    f"{summary.median:,g}",
                    f"{summary.min:,g}",
                    f"{summary.max:,g}",
                )
            )
    if made.row_count:
        lay_out(made)


def _show_graphs(graphs: GraphFigures) -> None:
    columns = ("#labels", "#occurrences", "#per label", "#labels per caption", "#occurrences per caption")
    made = table("scene graphs", *columns)
    parts: dict[str, Labels] = {
        "objects": graphs.objects,
        "verbs": graphs.verbs,
        "prepositions": graphs.prepositions,
        "predicates": graphs.predicates,
        "without is": graphs.relations,
        "attributes": graphs.attributes,
        "quantifiers": graphs.quantifiers,
        "facts": graphs.facts,
    }
    for name, part in parts.items():
        shares = (part.occurrences_per_label, part.labels_per_caption, part.occurrences_per_caption)
        per = (f"{share or 0:,.2f}" for share in shares)
        made.add_row(*cells(name, part.labels, part.occurrences, *per))
    lay_out(made)
    unread = f"; {so_many(graphs.unread, 'graphs')} could not be read" if graphs.unread else ""
    words = "" if graphs.caption_words.mean is None else f" and {graphs.caption_words.mean:.2f} words in the mean"
    console().print(f"{so_many(graphs.captions, 'captions')} with a graph{words}{unread}")


def _show_papers(papers: PaperFigures) -> None:
    console().print(
        f"[bold]{so_many(papers.count, 'papers')}[/bold] with {so_many(papers.figures, 'figures')} and "
        f"{so_many(papers.subfigures, 'sub-figures')}"
    )
    rows: dict[str, Summary] = {
        "figures per paper": papers.figures_per_paper,
        "words per title": papers.title_words,
        "words per abstract": papers.abstract_words,
        "words per caption": papers.caption_words,
    }
    _show_summaries("per paper", rows)


def _show_pictures(stats: Stats) -> None:
    pictures = stats.pictures
    missing = f", {pictures.missing:,} without a file" if pictures.missing else ""
    edited = f", {pictures.edited:,} retouched" if pictures.edited else ""
    console().print(
        f"[bold]{so_many(pictures.count, 'pictures')}[/bold] in {so_many(pictures.files, 'files')}{missing}{edited}"
    )
    _show_summaries("pixels", {"width": pictures.width, "height": pictures.height})


def _show_parts(by: str, parts: Mapping[str, Figures]) -> None:
    made = table(by, "#items", "#words", "#skills", "#options", "#right first", "#unanswerable")
    ranked = sorted(parts.items(), key=lambda part: (-part[1].items, part[0]))
    for value, figures in ranked[:50]:
        offered = sum(number * times for number, times in figures.options.items())
        with_options, right = sum(figures.options.values()), sum(figures.gold.positions.values())
        made.add_row(
            *cells(
                shorten(value, 60),
                figures.items,
                _mean(figures.question_words if figures.question_words.count else figures.text_words),
                _mean(figures.skills_per_item),
                f"{offered / with_options:.2f}" if with_options else "",
                f"{figures.gold.positions.get(1, 0) / right:.0%}" if right else "",
                figures.gold.unanswerable or "",
            )
        )
    lay_out(made)
    if len(ranked) > 50:
        console().print(f"and {so_many(len(ranked) - 50, 'values')} more, in the JSON")


def _mean(spread: Spread) -> str:
    return "" if spread.mean is None else f"{spread.mean:.2f}"
