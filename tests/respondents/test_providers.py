from __future__ import annotations

import json
from pathlib import Path

import pytest

from optotype import Workbench, init
from optotype.errors import BadSettings, OptotypeError, UnknownPart
from optotype.respondents import build, family
from optotype.respondents._chat import Chat
from tests.respondents.numbered import QUICK, fill
from tests.respondents.server import Plan, Server

PROVIDERS = [name for name in family.names() if issubclass(family[name], Chat) and name != "endpoint"]
HOSTED = [name for name in PROVIDERS if getattr(family[name], "needs_key")]  # noqa: B009
LOCAL = [name for name in PROVIDERS if name not in HOSTED]


def chat(name: str, bench: Workbench | None = None, **settings: object) -> Chat:
    made = build(name, settings, bench)
    assert isinstance(made, Chat)
    return made


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither a key nor an address of whoever runs the tests."""
    for name in (*PROVIDERS, "endpoint", "elsewhere"):
        for what in ("API_KEY", "BASE_URL"):
            monkeypatch.delenv(f"{name.upper()}_{what}", raising=False)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


def test_there_are_hosted_and_local_providers() -> None:
    assert {"openai", "anthropic", "gemini", "openrouter"} <= set(HOSTED)
    assert {"ollama", "vllm", "llamacpp"} <= set(LOCAL)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_every_provider_has_an_address_of_its_own_that_the_environment_can_change(
    provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = chat(f"{provider}/some/model").url
    assert own.startswith("https://" if provider in HOSTED else "http://localhost:")
    assert own.endswith("/chat/completions")
    monkeypatch.setenv(f"{provider.upper()}_BASE_URL", "http://proxy/v1")
    assert chat(f"{provider}/some/model").url == "http://proxy/v1/chat/completions"
    assert chat(f"{provider}/some/model", base_url="http://mine/v1").url == "http://mine/v1/chat/completions"


@pytest.mark.parametrize("provider", HOSTED)
def test_a_hosted_provider_needs_its_key_and_says_where_to_put_it(
    provider: str, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    variable = f"{provider.upper()}_API_KEY"
    with pytest.raises(OptotypeError, match=f"{provider}/m needs a key: set {variable}, or write it into .env"):
        chat(f"{provider}/m").prepare(bench)
    chat(f"{provider}/m", base_url="http://localhost:1/v1").prepare(bench)  # another server may want none
    monkeypatch.setenv(variable, "sk-123456")
    chat(f"{provider}/m").prepare(bench)


@pytest.mark.parametrize("provider", LOCAL)
def test_a_local_provider_needs_no_key(provider: str, bench: Workbench) -> None:
    chat(f"{provider}/m").prepare(bench)


def test_openai_is_told_its_own_name_for_the_most_tokens() -> None:
    assert chat("openai/gpt-4o").max_tokens_field == "max_completion_tokens"
    assert chat("vllm/x").max_tokens_field == "max_tokens"


def test_a_key_with_a_line_break_in_it_is_refused_and_not_shown(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-abc\nX-Evil: yes")
    with pytest.raises(OptotypeError, match="OPENAI_API_KEY holds characters that no key has") as caught:
        chat("openai/x").prepare(bench)
    assert "sk-abc" not in str(caught.value)
    monkeypatch.setenv("OPENAI_API_KEY", " sk-abcdef\n")  # as files end
    chat("openai/x").prepare(bench)


# --- endpoints


def test_an_endpoint_without_an_address_says_how_to_give_one(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match=r"Where is endpoint/x\? Give --base-url, or set ENDPOINT_BASE_URL"):
        chat("endpoint/x").prepare(bench)


def test_a_provider_without_a_file_works_once_its_address_is_set(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UnknownPart, match="no provider called 'elsewhere'"):
        build("elsewhere/x", {}, bench)
    fill(bench, 3)
    with Server() as server:
        monkeypatch.setenv("ELSEWHERE_BASE_URL", server.url)
        monkeypatch.setenv("ELSEWHERE_API_KEY", "sk-elsewhere")
        result = bench.evaluate("elsewhere/org/x", limits=QUICK)
    assert result.run.respondent == "elsewhere/org/x"
    assert result.states["given"] == 3
    assert {line.key for line in server.lines if line.what == "asked"} == {"Bearer sk-elsewhere"}
    assert json.loads(server.bodies[0])["model"] == "org/x"


def test_a_provider_without_a_file_works_with_an_address_on_the_command_line() -> None:
    assert chat("elsewhere/x", base_url="http://host/v1").name == "elsewhere/x"


def test_a_misspelt_provider_is_noticed() -> None:
    with pytest.raises(UnknownPart, match="Did you mean 'openai'"):
        build("opnai/gpt-4o", {})


@pytest.mark.parametrize("name", ["openai", "openai/", "gpt-4o", "", "/", "/x"])
def test_a_name_that_lacks_a_part_is_refused(name: str) -> None:
    with pytest.raises(OptotypeError):
        build(name, {})


def described(folder: Path, text: str) -> Workbench:
    init(folder).close()
    with (folder / "optotype.toml").open("a") as file:
        file.write(text)
    return Workbench(folder)


def test_an_endpoint_can_be_described_in_the_settings_of_the_bench(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(Plan(delay=0.02)) as server:
        section = f"""
            [endpoints.mine]
            url = "{server.url}"
            model = "org/large"
            key_variable = "MINE"
            max_connections = 2
        """
        with described(tmp_path / "b", section) as bench:
            fill(bench, 12)
            with pytest.raises(OptotypeError, match="endpoint/mine needs a key: set MINE"):
                bench.evaluate("endpoint/mine", limits=QUICK)
            monkeypatch.setenv("MINE", "sk-mine-secret")
            result = bench.evaluate("endpoint/mine", limits=QUICK)
            other = chat("endpoint/other", bench, base_url="http://host/v1")
    assert other.url == "http://host/v1/chat/completions"
    assert result.states["given"] == 12
    assert server.most_at_once == 2
    assert json.loads(server.bodies[0])["model"] == "org/large"
    assert server.lines[0].key == "Bearer sk-mine-secret"
    respondent = result.run.settings["respondent"]
    assert isinstance(respondent, dict)
    assert (respondent["base_url"], respondent["served"]) == (server.url, "org/large")


def test_settings_on_the_command_line_go_before_those_of_the_bench(tmp_path: Path) -> None:
    with described(tmp_path / "b", '\n[endpoints.mine]\nurl = "http://one/v1"\n') as bench:
        assert chat("endpoint/mine", bench, base_url="http://two/v1").url == "http://two/v1/chat/completions"


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ('[endpoints.mine]\nurl = "http://x"\nkey = "sk"\n', "endpoints.mine.key: unknown key"),
        ('[endpoints.mine]\nmodel = "x"\n', "endpoints.mine.url: Field required"),
        ('[endpoints.mine]\nurl = "http://x"\nmax_connections = 0\n', "endpoints.mine.max_connections"),
    ],
)
def test_a_description_with_a_mistake_is_refused(tmp_path: Path, section: str, said: str) -> None:
    with pytest.raises(BadSettings, match=said):
        described(tmp_path / "b", f"\n{section}")


# --- keys stay secret


def test_a_key_is_sent_and_is_nowhere_in_the_bench_afterwards(
    bench: Workbench,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    secret = "sk-do-not-tell-anybody"
    fill(bench, 12)
    plan = Plan(
        questions={"q001": ["error400"], "q002": ["error403"], "q003": ["error500"], "q004": ["error_in_200"]},
        echo=True,
    )
    with Server(plan) as server:
        monkeypatch.setenv("OPENAI_API_KEY", secret)
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        caplog.set_level(0)
        result = bench.evaluate("openai/gpt-4o", limits=QUICK)
    bench.close()
    assert {line.key for line in server.lines if line.what == "asked"} == {f"Bearer {secret}"}
    assert result.states["failed"] == 4
    assert all("[key]" in why for why in result.failures)
    holding = [path for path in bench.folder.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
    assert holding == []
    assert secret not in caplog.text + "".join(capfd.readouterr()) + repr(result)


def test_the_env_file_of_the_bench_and_that_of_the_folder_one_stands_in_are_read(bench: Workbench) -> None:
    fill(bench, 3)
    with Server() as server:
        (bench.folder / ".env").write_text(f"OPENAI_BASE_URL={server.url}\nOPENAI_API_KEY=sk-of-the-bench\n")
        assert bench.evaluate("openai/gpt-4o", limits=QUICK).states["given"] == 3
        assert server.lines[0].key == "Bearer sk-of-the-bench"
        Path(".env").write_text("OPENAI_API_KEY=sk-of-this-folder\n")
        bench.evaluate("openai/gpt-5", limits=QUICK)
        assert server.lines[-1].name
        assert [line.key for line in server.lines if line.what == "asked"][-1] == "Bearer sk-of-this-folder"
