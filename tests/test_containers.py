"""The image and the services for a team, by inspection: what they name exists, and what they run works."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from optotype.cli import app
from optotype.studio.proxy import Proxies
from optotype.web.serving import listen
from tests.studio.house import House, opened, served

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, each with what follows it."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in text.splitlines() if line.strip()]


def told(instruction: str) -> list[str]:
    return [rest for name, rest in instructions() if name == instruction]


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


def options(arguments: list[str]) -> dict[str, Any]:
    """What the command line makes of arguments, without running anything."""
    command: Any = get_command(app)
    name, found, rest = command.resolve_command(command.make_context("optotype", arguments[:1]), arguments)
    return found.make_context(name, rest).params


def test_the_image_copies_only_what_is_there_and_what_docker_is_shown() -> None:
    shown = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert (ROOT / ".dockerignore").read_text().splitlines()[1] == "*"
    sources = [source for rest in told("COPY") if "--from" not in rest for source in rest.split()[:-1]]
    assert sorted(sources) == sorted(shown)
    for source in sources:
        assert (ROOT / source).exists(), source


def test_the_image_has_all_that_the_package_is_built_from() -> None:
    sources = {source for rest in told("COPY") for source in rest.split()}
    assert {PROJECT["readme"], *PROJECT["license-files"], "src", "pyproject.toml"} <= sources


def test_the_image_has_extras_that_exist_and_no_torch_unless_asked_for() -> None:
    (extras,) = [rest.partition("=")[2] for rest in told("ARG") if rest.startswith("EXTRAS")]
    for extra in extras.split(","):
        assert not any("torch" in needed for needed in PROJECT["optional-dependencies"][extra])
    assert not any("torch" in needed for needed in PROJECT["dependencies"])
    for extra in re.search(r"EXTRAS=(\S+) \.   ", (ROOT / "Dockerfile").read_text())[1].split(","):  # type: ignore[index]
        assert extra in PROJECT["optional-dependencies"]


def test_the_image_has_a_python_that_the_package_works_with() -> None:
    (python,) = [rest.partition("=")[2] for rest in told("ARG") if rest.startswith("PYTHON")]
    assert f"Programming Language :: Python :: {python}" in PROJECT["classifiers"]
    assert len(told("FROM")) == 2
    assert all("-slim" in rest for rest in told("FROM"))


def test_nothing_runs_as_root() -> None:
    names = [name for name, _ in instructions()]
    assert told("USER") == ["optotype"]
    assert names.index("USER") > max(place for place, name in enumerate(names) if name == "RUN")


def test_the_image_runs_a_command_that_exists() -> None:
    (entry,), (command,) = told("ENTRYPOINT"), told("CMD")
    assert json.loads(entry) == [*PROJECT["scripts"]]
    asked = options(json.loads(command))
    assert (asked["service"], asked["bind"], str(asked["port"])) == (True, "0.0.0.0", told("EXPOSE")[0])


def test_the_health_check_of_the_image_tells_a_studio_that_is_ready_from_one_that_is_not(tmp_path: Path) -> None:
    (check,) = told("HEALTHCHECK")
    command = json.loads(check[check.index("[") :])
    assert f":{told('EXPOSE')[0]}/ready" in command[-1]

    def healthy(port: str) -> int:
        code = command[-1].replace(told("EXPOSE")[0], port)
        return subprocess.run([sys.executable, *command[1:-1], code], capture_output=True, check=False).returncode

    house: House
    with opened(tmp_path / "bench") as house, served(house.bench, host="studio.example", secure=True) as address:
        assert healthy(address.rpartition(":")[2]) == 0
    with listen(0, 0) as listener:
        nobody = str(listener.getsockname()[1])
    assert healthy(nobody) != 0


def test_the_studio_of_the_services_is_called_as_its_command_line_expects(services: dict[str, Any]) -> None:
    named = [
        re.sub(r"\$\{STUDIO_HOST[^}]*\}", "studio.example", part) for part in services["services"]["studio"]["command"]
    ]
    asked = options(named)
    assert (asked["host"], asked["https"], asked["service"], asked["bind"]) == ("studio.example", True, True, "0.0.0.0")
    front = services["networks"]["front"]["ipam"]["config"][0]["subnet"]
    proxy = services["services"]["proxy"]["networks"]["front"]["ipv4_address"]
    assert ip_address(proxy) in Proxies.named(asked["proxy"])
    assert ip_address(proxy) in ip_network(front)
    assert f"studio:{asked['port']}" in (ROOT / "deploy" / "Caddyfile").read_text()
    assert services["services"]["studio"]["build"]["args"]["EXTRAS"] in PROJECT["optional-dependencies"]


def test_every_service_is_looked_after_and_starts_again(services: dict[str, Any]) -> None:
    for name, service in services["services"].items():
        assert service["restart"] == "unless-stopped", name
        assert "healthcheck" in service or "build" in service, name  # the image brings its own
        for other, how in service.get("depends_on", {}).items():
            assert other in services["services"]
            assert how["condition"] == "service_healthy"


def test_what_the_services_use_is_declared_and_no_secret_stands_in_a_file_here(services: dict[str, Any]) -> None:
    for name, service in services["services"].items():
        for secret in service.get("secrets", []):
            assert secret in services["secrets"], name
        for network in service["networks"]:
            assert network in services["networks"], name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in services["volumes"] or (ROOT / source).exists(), (name, source)
        for key, value in service.get("environment", {}).items():
            assert "PASSWORD" not in key or value.startswith("/run/secrets/"), (name, key)
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert "/secrets/" in ignored
    assert all(Path(secret["file"]).parts[0] == "secrets" for secret in services["secrets"].values())


def test_only_the_server_in_front_is_reached_from_outside_and_the_database_reaches_nobody(
    services: dict[str, Any],
) -> None:
    assert [name for name, service in services["services"].items() if "ports" in service] == ["proxy"]
    assert services["networks"]["inner"]["internal"]
    assert services["services"]["database"]["networks"] == ["inner"]


def test_the_page_about_teams_calls_services_that_exist(services: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "team.md").read_text()
    calls = re.findall(r"^docker compose (?:run --rm|exec(?: -T)?) (\S+) (?:optotype )?(.*)$", page, re.MULTILINE)
    assert len(calls) >= 3
    for service, rest in calls:
        assert service in services["services"]
        if service == "studio":
            assert options(shlex.split(rest)) is not None
