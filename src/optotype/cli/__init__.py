"""The command line: one thin command per file, each over one call in Python."""

from __future__ import annotations

import atexit
import errno
import gc
import importlib
import sys
from pathlib import Path
from typing import Annotated

import typer

from optotype import __version__
from optotype.cli._output import complain
from optotype.errors import OptotypeError
from optotype.pipeline import STAGES

app = typer.Typer(
    name="optotype",
    help="Eye charts for vision-language models: build a benchmark that people trust, and score any model on it.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"optotype {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    bench: Annotated[
        Path | None,
        typer.Option("--bench", "-b", metavar="DIR", help="The bench to work on, if it is not the one you stand in."),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    context.obj = bench


for _stage in STAGES:
    for _name in _stage.commands:
        _module = importlib.import_module(f"optotype.cli.{_name}_")
        if hasattr(_module, "group"):  # several commands of one name
            app.add_typer(_module.group, name=_name, rich_help_panel=_stage.title)
        else:
            app.command(_name, rich_help_panel=_stage.title)(_module.command)


def main() -> None:
    """What the shell calls. An error that a user can mend is told in a line, without a traceback."""
    atexit.register(gc.freeze)  # Python would look for garbage once more before it ends, for a sixth of a second
    if (reconfigure := getattr(sys.stdout, "reconfigure", None)) is not None:
        reconfigure(errors="backslashreplace")  # not every terminal knows every letter
    try:
        app()
    except OptotypeError as error:
        complain(str(error))
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # whoever read our output has seen enough
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        complain(f"{error.filename or 'The output'} cannot be written: {error.strerror}. Make room and try again.")
        sys.exit(2)
