"""Options that many commands have: which items, how sure intervals are, what is printed."""

from __future__ import annotations

from typing import Annotated

import typer

Split = Annotated[str | None, typer.Option("--split", help="Only this split.")]
InCollection = Annotated[str | None, typer.Option("--collection", help="Only this collection.")]
Form = Annotated[str | None, typer.Option("--form", help="Only items of this form.")]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", "-w", metavar="TAG=VALUE", help="Only items with this tag; may be given several times."),
]
CaptionParser = Annotated[
    str | None,
    typer.Option(
        "--parser",
        metavar="NAME[:SETTING=VALUE]",
        help="Who makes graphs of captions, as for optotype parse.",
    ),
]
Confidence = Annotated[float, typer.Option("--confidence", min=0.5, max=0.9999, help="Of all intervals.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
