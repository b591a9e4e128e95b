"""The command line: one thin command per file, each over one call in Python."""

from __future__ import annotations

import atexit
import errno
import gc
import importlib
import inspect
import re
import shutil
import sys
from collections.abc import Callable, Iterator, MutableMapping
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from optotype import __version__
from optotype.cli._output import complain
from optotype.errors import OptotypeError
from optotype.pipeline import STAGES
from optotype.progress import hush

_PANELS = {name: stage.title for stage in STAGES for name in stage.commands}
"""Under which title each command is listed."""


_NARROW = 80
"""Terminals with fewer columns have help without frames: names of options would be cut off in them."""


_Context: Any = TyperCommand.context_class


class _NarrowText(_Context.formatter_class):
    """Help as plain text, where what an option means stands below its name unless that is short."""

    def write_dl(self, rows: Any, col_max: int = 14, col_spacing: int = 2) -> None:
        folded = [(self._fold(name), meaning) for name, meaning in rows]
        whole: Any = super()
        whole.write_dl(folded, min(col_max, 14), col_spacing)

    def _fold(self, name: str) -> str:
        """Goes on in the next line, after a bar, where there are many values to choose from."""
        lines = [""]
        for piece in re.findall(r"[^|]*\|?", name):
            if len(lines[-1] + piece) > self.width - self.current_indent - 4:
                lines.append("    ")
            lines[-1] += piece
        return f"\n{'':>{self.current_indent}}".join(lines)


class _Narrow(_Context):
    formatter_class = _NarrowText


def _all_of(command: Any) -> list[Any]:
    """A command, with those below it."""
    return [command, *getattr(command, "commands", {}).values()]


def _without_values(params: list[Any]) -> list[Any]:
    """What a command takes; help names no value for a switch, which takes none."""
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
    return params


def _switches(known: Callable[[Any], list[Any]]) -> Callable[[Any], list[Any]]:
    return lambda context: _without_values(known(context))


def _without_frames(command: Any, columns: int) -> None:
    """Help of a command, and of those below it, for a terminal of this width, without marks that would be shown."""
    for one in _all_of(command):
        one.context_class = _Narrow
        one.rich_markup_mode = None
        one.context_settings |= {"terminal_width": columns}
        one.help = re.sub(r"\[/?bold\]", "", one.help or "")
        one.short_help = one.help.split("\n\n")[0]  # or it would be cut off in the list of a group


class _Shelf(MutableMapping[str, Any]):
    """Commands by name. One is taken from its file when it is asked for: to load all takes longer than most of them."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, int | None], Any] = {}

    def __getitem__(self, name: str) -> Any:
        columns = shutil.get_terminal_size().columns
        narrow = columns if columns < _NARROW else None
        if (name, narrow) in self._taken:
            return self._taken[name, narrow]
        panel = _PANELS[name]
        module = importlib.import_module(f"optotype.cli.{name}_")
        holder = typer.Typer(rich_markup_mode="rich", pretty_exceptions_enable=False)
        if hasattr(module, "group"):  # several commands of one name
            holder.add_typer(module.group, name=name, rich_help_panel=panel)
        else:
            holder.command(name, rich_help_panel=panel)(module.command)
        command = get_group(holder).commands[name]
        for one in _all_of(command):
            one.get_params = _switches(one.get_params)
            one.help = re.sub(r"(?<=\S)\n(?=\S)", " ", inspect.cleandoc(one.help or ""))  # as wide as the terminal is
        if narrow is not None:
            _without_frames(command, narrow)
        return self._taken.setdefault((name, narrow), command)

    def __setitem__(self, name: str, command: Any) -> None:
        raise NotImplementedError(f"{name} is a file beside this one, or it is no command")

    def __delitem__(self, name: str) -> None:
        raise NotImplementedError(f"{name} is a file beside this one")

    def __iter__(self) -> Iterator[str]:
        return iter(_PANELS)

    def __len__(self) -> int:
        return len(_PANELS)


_shelf = _Shelf()


class _Commands(TyperGroup):
    """All commands, in the order of the pipeline."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _shelf
        columns = shutil.get_terminal_size().columns
        if columns < _NARROW:
            self.context_class = _Narrow
            self.rich_markup_mode = None
            self.context_settings = {**self.context_settings, "terminal_width": columns}

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_values(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_PANELS)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands of each stage below its title, where there are no frames around them."""
        for stage in STAGES:
            with formatter.section(stage.title):
                told = {
                    name: " ".join((self.commands[name].help or "").split("\n\n")[0].split()) for name in stage.commands
                }
                formatter.write_dl(list(told.items()))


app = typer.Typer(
    name="optotype",
    cls=_Commands,
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


SELDOM = 20_000
"""How many more things there are than before when garbage is looked for. Python does it after 700; records hold no
circles, and of the time in which they are made and kept a fifth would go into looking."""


def main() -> None:
    """What the shell calls. An error that a user can mend is told in a line, without a traceback."""
    gc.set_threshold(SELDOM)
    hush()
    atexit.register(gc.freeze)  # Python would look for garbage once more before it ends, for a sixth of a second
    if (reconfigure := getattr(sys.stdout, "reconfigure", None)) is not None:
        reconfigure(errors="backslashreplace")  # not every terminal knows every letter
    try:
        app(prog_name="optotype")
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
        place = error.filename or "The output"
        if "--install-completion" in sys.argv:
            complain(
                f"Completion cannot be installed: {place}: {error.strerror}. "
                "See what would be written with 'optotype --show-completion', and put it where your shell reads it."
            )
        elif error.errno in (errno.ENOSPC, errno.EDQUOT):
            complain(f"{place} cannot be written: {error.strerror}. Make room and try again.")
        elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            complain(f"{place}: {error.strerror}. Change who may read and write it, or name another place.")
        else:
            raise
        sys.exit(2)
