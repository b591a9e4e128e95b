"""Settings: the bench's `optotype.toml`, and the environment. Nothing else reads `os.environ`."""

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from optotype.errors import BadSettings, what_there_is

FILE = "optotype.toml"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BenchSection(_Section):
    """`[bench]`: what the benchmark is called and where its records lie."""

    title: str = ""
    """What reports, the studio and data cards call it."""
    description: str = ""
    """What it is, in a few sentences."""
    licence: str | None = None
    """Of the data set as a whole, as an identifier of SPDX: `CC-BY-4.0`."""
    citation: str | None = None
    """How to cite it."""
    url: str | None = None
    """Where it can be found."""
    store: str = "sqlite"
    """`sqlite`: a file in the bench's folder. Otherwise an address: `postgresql://user@host/database`."""


class EndpointSection(_Section):
    """`[endpoints.NAME]`: a server that is asked as `endpoint/NAME`."""

    url: str
    """All of its address that comes before `/chat/completions`."""
    model: str | None = None
    """What the server calls the model; NAME unless given."""
    key_variable: str | None = None
    """The variable of the environment that holds the key, if it wants one. The key itself belongs into no file here."""
    max_connections: int | None = Field(None, gt=0)
    """The most that it may be asked at once."""


class LintSection(_Section):
    """`[lint]`: which rules look at items, and their settings. Names are checked when rules are built."""

    select: tuple[str, ...] = ()
    """Rules, or groups of rules; all, unless given."""
    ignore: tuple[str, ...] = ()
    """Rules, or groups of rules, that are left out."""
    rules: dict[str, dict[str, Any]] = {}
    """`[lint.rules.NAME]`: settings of a rule."""


class GoldSection(_Section):
    """`[gold]`: how right answers are decided, and whose answers count. Names are checked when parts are built."""

    rule: str = "majority"
    """The rule that decides, with its settings: `majority:least=2`."""
    filters: tuple[str, ...] | None = None
    """Filters through which answers go before they are counted, with settings: `pace:times=4`; all, unless given."""


class AuditSection(_Section):
    """`[audit]`: when an audit speaks up. Names are checked when checks are built."""

    alarm: float = Field(default=0.01, gt=0, lt=1)
    """How probable a false alarm may be, over all checks that tell something from chance."""
    checks: dict[str, dict[str, Any]] = {}
    """`[audit.checks.NAME]`: settings of a check."""


class GenerateSection(_Section):
    """`[generate]`: the brief for questions that models write, and who plays which role."""

    agent: str = "loop"
    """Who proposes questions: `loop`, `kinds`, `kinds:together=true`."""
    language: str = "en"
    """That questions are written in: `en`, `ru`, or any other by its English name."""
    categories: dict[str, str] = {}
    """By name, what a question of the category asks for."""
    audience: str = ""
    """Who will answer."""
    difficulty: str = ""
    """How hard a question should be, in words."""
    forbidden: tuple[str, ...] = ()
    """What no question may do or need."""
    options: int = Field(default=4, ge=2, le=26)
    """How many options a question has to choose from."""
    questions: int = Field(default=1, ge=1, le=50)
    """How many questions the loop writes about a picture, each of another category while there are any."""
    rounds: int = Field(default=3, ge=1, le=20)
    """How often a question is written anew before the picture is set aside."""
    shown: Literal["picture", "caption"] = "picture"
    """What models get to see: the picture with its caption, or its caption alone, for models without eyes."""
    collection: str = "generated"
    """Where the candidates go."""
    prompts: str = "prompts"
    """A folder of the bench; a template in it takes the place of ours."""
    model: str = ""
    """Who plays every role that `roles` does not name: `openai/gpt-4o`."""
    roles: dict[str, str] = {}
    """By role, who plays it."""
    models: dict[str, dict[str, Any]] = {}
    """`[generate.models."openai/gpt-4o"]`: settings of a model."""


class SelectSection(_Section):
    """`[select]`: what a model is asked about raw pictures."""

    model: str = ""
    """Who is asked."""
    questions: dict[str, str] = {}
    """By tag, a question of yes or no: `table = "Is there a table in the picture?"`."""
    numbers: dict[str, str] = {}
    """By tag, a question that a number answers: `rows = "How many rows has the table?"`."""
    shown: Literal["picture", "caption"] = "picture"
    """What the model gets to see: the picture alone, or its caption alone, for a model without eyes."""


class Settings(_Section):
    """All of `optotype.toml`. A key that is not known is an error."""

    audit: AuditSection = AuditSection()
    bench: BenchSection = BenchSection()
    endpoints: dict[str, EndpointSection] = {}
    generate: GenerateSection = GenerateSection()
    gold: GoldSection = GoldSection()
    lint: LintSection = LintSection()
    select: SelectSection = SelectSection()


def load(path: Path) -> Settings:
    """Reads an `optotype.toml`.

    Raises:
        BadSettings: it cannot be read, is not TOML, has an unknown key, or a value of the wrong kind.
    """
    try:
        return Settings.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise BadSettings(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadSettings(f"{path}: not UTF-8 at byte {error.start}; save the file as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{path}: not TOML: {error}.") from error
    except ValidationError as error:
        raise BadSettings(f"{path}: {explain(error, Settings)}") from error


def explain(error: ValidationError, model: type[BaseModel] | None = None) -> str:
    """What pydantic found, in one line; of a key that the model does not know, what may have been meant."""
    parts: list[str] = []
    for problem in error.errors(include_url=False):
        place = ".".join(str(step) for step in problem["loc"])
        found = problem["input"]
        match problem["type"]:
            case "extra_forbidden":  # its value is not told: it may be a secret
                known = [] if model is None else _keys(model, problem["loc"][:-1])
                message = f"unknown key. {what_there_is(str(problem['loc'][-1]), known)}" if known else "unknown key"
            case "value_error":
                message = problem["msg"].removeprefix("Value error, ")
            case _ if isinstance(found, str | int | float):
                message = f"{problem['msg']}; {found if len(str(found)) <= _SHOWN else '...'!r} was given"
            case _:
                message = problem["msg"]
        parts.append(f"{place}: {message}" if place else message)
    return "; ".join(parts)


_SHOWN = 60
"""Letters of a value that are shown."""


def _keys(model: Any, place: Iterable[str | int]) -> list[str]:
    """The keys of a section of a model."""
    for step in place:
        # a section is a model of its own, or one of those that a dictionary holds
        model = model.model_fields[step].annotation if hasattr(model, "model_fields") else get_args(model)[-1]
    return list(model.model_fields)


def variable(name: str) -> str | None:
    """A variable of the environment: `variable("BENCH")` reads `OPTOTYPE_BENCH`. An empty one counts as unset.

    Where it is not set, `OPTOTYPE_BENCH_FILE` may name a file that holds the value: so containers are given secrets.

    Raises:
        BadSettings: that file cannot be read.
    """
    if value := os.environ.get(f"OPTOTYPE_{name}"):
        return value
    file = os.environ.get(f"OPTOTYPE_{name}_FILE")
    if not file:
        return None
    try:
        return Path(file).read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"OPTOTYPE_{name}_FILE names {file}, which cannot be read: {error}.") from error


# --- providers, and .env files


def environment(*folders: Path) -> Mapping[str, str]:
    """The environment, and what `.env` files in these folders add to it.

    What is set is never overridden, an earlier folder counts more than a later one, and empty values count as unset.

    Raises:
        BadSettings: a file that cannot be read.
    """
    found: dict[str, str] = {}
    for folder in reversed(folders):
        found |= read_env(folder / ".env")
    return {name: value for name, value in (found | {n: v for n, v in os.environ.items() if v}).items() if value}


def provider_variable(name: str, what: str) -> str:
    """The variable that says something about a provider: `OPENAI_API_KEY` for `("openai", "API_KEY")`."""
    return f"{re.sub('[^A-Z0-9]+', '_', name.upper())}_{what}"


def read_env(path: Path) -> dict[str, str]:
    r"""The variables of a `.env` file: `NAME=VALUE` in each line, with or without `export` and quotes.

    What follows ` #` is a comment, except in quotes. A quoted value may go over several lines; between double quotes,
    `\n` is a line break. No file, no variables.

    Raises:
        BadSettings: a line that is none of this; its value is not shown.
    """
    if not path.is_file():  # some call a virtual environment so
        return {}
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: {error}") from error
    found: dict[str, str] = {}
    place = 0
    while place < len(text):
        line = _ENV_LINE.match(text, place)
        if line is None:
            number = text.count("\n", 0, place) + 1
            begin = text[place:].partition("\n")[0].partition("=")[0].strip()[:40]
            raise BadSettings(
                f"{path}, line {number}: it begins with {begin!r}; NAME=VALUE was expected, "
                "with the value in quotes where it has spaces or quotes in it."
            )
        if line["name"]:
            found[line["name"]] = _env_value(line)
        place = line.end()
    return found


_ENV_LINE = re.compile(
    r"""[ \t]*+
    (?:
        (?:export[ \t]++)?+ (?P<name>[A-Za-z_][A-Za-z0-9_]*+) [ \t]*+ = [ \t]*+
        (?: '(?P<single>[^']*+)' | "(?P<double>(?:[^"\\]|\\.)*+)" | (?P<plain>[^\s'"\#](?:\S|[ \t]++(?=[^\s\#]))*+)?+ )
    )?+
    [ \t]*+ (?:\#[^\n]*+)?+ \r?+ (?:\n|\Z)""",
    re.VERBOSE | re.DOTALL,
)


def _env_value(line: re.Match[str]) -> str:
    if line["double"] is not None:
        return re.sub(
            r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), line["double"], flags=re.S
        )
    return line["single"] if line["single"] is not None else (line["plain"] or "")


def proxy(address: str) -> str | None:
    """The proxy that the environment names for an address; none for this machine."""
    from urllib.parse import urlsplit
    from urllib.request import getproxies, proxy_bypass

    parts = urlsplit(address)
    host = parts.hostname or ""
    if host == "localhost" or host.startswith("127.") or host == "::1" or proxy_bypass(host):
        return None
    return getproxies().get(parts.scheme)
