"""Weights: where the files of a model lie, and which weights they are. What is made of them is for others to say.

A model is named by a folder, or by its name on the hub (huggingface.co). What is downloaded is kept where `HF_HOME`
says; with `HF_HUB_OFFLINE=1` nothing is fetched, and what is there is used.
"""

from __future__ import annotations

import hashlib
import importlib
import re
import sys
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from optotype.errors import OptotypeError

_FETCHED = ("*.json", "*.safetensors", "*.jinja", "*.txt", "*.model", "*.tiktoken")
_PICKLED = ("*.bin",)
_DEEPER = ["*/*.safetensors", "*/*.bin"]
"""The same weights in other shapes, which nobody reads."""
_HUB_NAME = re.compile(r"(?:[\w.-]+/)?[\w.-]+", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True)
class Weights:
    """The files of one model."""

    folder: Path

    @cached_property
    def _hub(self) -> tuple[str, str] | None:
        """Name and commit, if the folder is a snapshot that was fetched from the hub."""
        snapshots = self.folder.parent
        kind, *name = snapshots.parent.name.split("--")
        if snapshots.name != "snapshots" or kind != "models" or not name or not _COMMIT.fullmatch(self.folder.name):
            return None
        return "/".join(name), self.folder.name

    @property
    def name(self) -> str:
        """What the model is called: its name on the hub, or that of its folder; never a path."""
        return self._hub[0] if self._hub is not None else self.folder.name

    @cached_property
    def digest(self) -> str:
        """Which weights they are: the commit on the hub, or a digest of all files that decide what the model says.

        Every byte counts: two trainings of one network differ in nothing else.
        """
        if self._hub is not None:
            return self._hub[1]
        files = sorted(self._files())
        with ThreadPoolExecutor(min(4, len(files) or 1)) as threads:
            digests = threads.map(_digest, files)
        together = hashlib.sha256()
        for file, digest in zip(files, digests, strict=True):
            together.update(f"{file.relative_to(self.folder).as_posix()}\n{digest}\n".encode(errors="surrogatepass"))
        return together.hexdigest()

    @property
    def called(self) -> str:
        """Name and the beginning of the digest: two models of one name are two models."""
        return f"{self.name}@{self.digest[:8]}"

    def _files(self) -> Iterator[Path]:
        for path in self.folder.iterdir():
            if path.is_file() and not path.name.startswith(".") and path.suffix != ".md":
                yield path
        # code and templates may lie deeper; folders of weights that lie deeper are other models
        for path in self.folder.rglob("*"):
            if path.suffix in (".py", ".jinja") and path.parent != self.folder and path.is_file():
                yield path


def find(model: str, *, revision: str | None = None, code: bool = False) -> Weights:
    """The files of a model: a folder here, or its name on the hub.

    Args:
        model: a folder, or a name on the hub.
        revision: a branch, tag or commit on the hub.
        code: is code fetched that comes with the model?

    Raises:
        OptotypeError: there is no such folder, it holds no model, or the hub has none or cannot be reached.
    """
    path = Path(model).expanduser()
    if path.is_dir():
        folder = path.resolve()
    elif path.is_file():
        raise OptotypeError(f"{model} is a file. Name the folder in which the model's config.json lies.")
    elif _HUB_NAME.fullmatch(model) and not model.startswith("."):
        folder = _fetch(model, revision, code)
    else:
        raise OptotypeError(f"There is no folder {model}, and no model on the hub can be called so.")
    if not (folder / "config.json").is_file():
        hint = " It holds an adapter: merge that into its model first." if _adapter(folder) else ""
        raise OptotypeError(f"{model} holds no config.json, so it is no model that transformers can load.{hint}")
    return Weights(folder)


def called(model: str) -> str:
    """What signatures call a model: a folder by its name and the digest of its weights, never by its path."""
    return find(model).called if Path(model).expanduser().is_dir() else model


def library(name: str) -> Any:
    """A library that models need: `torch`, `transformers`.

    Raises:
        OptotypeError: it is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        missing = (error.name or name).partition(".")[0]
        raise OptotypeError(
            f"Local models need '{missing}', which is not installed. Install it: pip install 'optotype[hf]'"
        ) from error


def session(
    content: bytes,
    file: object,
    *,
    advice: str = "",
    cuda: bool = False,
    threads: int = 0,
    settings: Mapping[str, str] | None = None,
) -> Any:
    """A network as onnxruntime runs it, quietly.

    Args:
        content: of its file.
        file: that it came from.
        advice: what to do where it is no network.
        cuda: run it there, where that is to be had.
        threads: how many it may take; as many as there are, unless given.
        settings: more of the session, by their keys.

    Raises:
        ImportError: onnxruntime is not installed.
        OptotypeError: it cannot be loaded.
    """
    library: Any = importlib.import_module("onnxruntime")
    options = library.SessionOptions()
    for key, value in {"session.intra_op.allow_spinning": "0", **(settings or {})}.items():
        options.add_session_config_entry(key, value)
    options.log_severity_level = 3
    options.intra_op_num_threads = threads
    wanted = ("CUDAExecutionProvider", "CPUExecutionProvider") if cuda else ("CPUExecutionProvider",)
    providers = [name for name in wanted if name in library.get_available_providers()]
    try:
        return library.InferenceSession(content, options, providers=providers)
    except Exception as error:  # what onnxruntime raises has no class of its own
        raise OptotypeError(f"{file} is no network that onnxruntime can load.{advice}") from error


def chosen_device(name: str = "auto") -> Any:
    """Where a model computes: `cpu`, `cuda:1`; `auto` takes an accelerator if there is one."""
    torch = library("torch")
    if name != "auto":
        return torch.device(name)
    return torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")


@contextmanager
def quiet(transformers: Any) -> Generator[None]:
    """Without the progress bars of transformers, unless somebody is there to see them."""
    logging = transformers.utils.logging
    if sys.stderr.isatty() or not logging.is_progress_bar_enabled():
        yield
        return
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.enable_progress_bar()


@contextmanager
def loading(found: Weights, who: str) -> Generator[Any]:
    """Gives transformers to load these weights with, quietly; what it raises is told in a line, for who needs them.

    Raises:
        OptotypeError: they cannot be loaded.
    """
    transformers = library("transformers")
    try:
        with quiet(transformers):
            yield transformers
    except OptotypeError:
        raise
    except Exception as error:  # whatever a folder of strange files raises
        raise OptotypeError(f"{who}: {found.name} cannot be loaded: {complaint(error)}") from error


def ready(model: Any, facts: Mapping[str, Any], found: Weights, who: str, *, spare: str | None = None) -> Any:
    """A model that was loaded, where it computes; one that lacks weights would compute with random numbers.

    Args:
        model: as `from_pretrained` gives it.
        facts: what else it gives, when it is asked for its loading info.
        found: its files.
        who: needs it.
        spare: how names of weights begin that nobody needs.

    Raises:
        OptotypeError: it lacks weights.
    """
    if missing := sorted(name for name in facts["missing_keys"] if spare is None or not name.startswith(spare)):
        raise OptotypeError(f"{who}: {found.name} lacks weights, such as '{missing[0]}'.")
    return model.eval().to(chosen_device())


def complaint(error: BaseException) -> str:
    """What a library complains about, in a line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}".rstrip(": ")


def _adapter(folder: Path) -> bool:
    return (folder / "adapter_config.json").is_file()


def _fetch(name: str, revision: str | None, code: bool) -> Path:
    """The folder of a model of the hub, fetched unless it was before."""
    hub, errors = library("huggingface_hub"), library("huggingface_hub.errors")
    wanted = [*_FETCHED, *(("*.py",) if code else ())]

    def fetch(patterns: list[str]) -> Path:
        found = hub.snapshot_download(name, revision=revision, allow_patterns=patterns, ignore_patterns=_DEEPER)
        return Path(found).resolve()

    try:
        folder = fetch(wanted)
        return folder if any(folder.glob("*.safetensors")) else fetch([*wanted, *_PICKLED])
    except errors.GatedRepoError as error:
        raise OptotypeError(
            f"'{name}' is on the hub, but its authors ask for your consent first: give it on "
            f"https://huggingface.co/{name}, then run 'hf auth login'."
        ) from error
    except (errors.RepositoryNotFoundError, errors.RevisionNotFoundError) as error:
        at = "" if revision is None else f" at '{revision}'"
        raise OptotypeError(f"There is no folder '{name}' here, and no such model on the hub{at}.") from error
    except (errors.HfHubHTTPError, OSError, ValueError) as error:
        raise OptotypeError(
            f"There is no folder '{name}' here, the model was not downloaded yet, and it cannot be fetched: "
            f"{_plain(error)}. Connect and try again; or download it elsewhere ('hf download {name}') and give its "
            "folder, or set HF_HOME to the folder in which it was kept (HF_HUB_OFFLINE=1: nothing is fetched)."
        ) from error


def _plain(error: BaseException) -> str:
    """What went wrong, in a line; the library's own advice is left out."""
    cause = error.__cause__ if error.__cause__ is not None else error
    return " ".join(str(cause).split("\n", 1)[0].split())[:200].rstrip(".") or type(cause).__name__


def _digest(file: Path) -> str:
    with file.open("rb", buffering=0) as stream:
        # what was read is read again when the model is loaded, from memory
        return hashlib.file_digest(stream, "sha256").hexdigest()
