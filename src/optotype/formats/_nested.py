"""Objects within objects as one level of fields, so that the lens keeps each of them by itself."""

from __future__ import annotations

from pydantic import JsonValue

from optotype.formats import REST, Data


def flat(data: Data, levels: int) -> Data:
    """`{"meta": {"id": 1}}` as `{"meta/id": 1}`, down to a number of levels; what lies deeper stays whole."""
    found: Data = {}
    for name, value in data.items():
        if name == REST:
            found[name] = value
        elif isinstance(value, dict) and value and levels > 1:
            found |= {f"{field(name)}/{inner}": leaf for inner, leaf in flat(value, levels - 1).items()}
        else:
            found[field(name)] = value
    return found


def nested(data: Data) -> Data:
    """What `flat` was made from. Where a path is both a value and an object with fields, the fields count."""
    made: Data = {}
    for path, value in data.items():
        *above, last = [_plain(step) for step in path.split("/")]
        place = made
        for step in above:
            inside = place.get(step)
            if not isinstance(inside, dict):
                inside = place[step] = {}
            place = inside
        if not isinstance(place.get(last), dict):
            place[last] = value
    return made


def field(name: str) -> str:
    """A name as one step of a path."""
    return name.replace("~", "~0").replace("/", "~1")


def below(data: Data, path: str) -> dict[str, JsonValue]:
    """The fields that stand directly below a path, by their own names."""
    start = f"{path}/"
    return {
        _plain(name.removeprefix(start)): value
        for name, value in data.items()
        if name.startswith(start) and "/" not in name.removeprefix(start)
    }


def _plain(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")
