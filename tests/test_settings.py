from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optotype.errors import BadSettings
from optotype.settings import environment, provider_variable, proxy, read_env, variable


def env(tmp_path: Path, text: str | bytes) -> dict[str, str]:
    path = tmp_path / ".env"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_env(path)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("KEY=sk-123", "sk-123"),
        ("export KEY=sk-123", "sk-123"),
        ("  KEY  =  sk-123  ", "sk-123"),
        ("KEY='sk 123 # no comment'", "sk 123 # no comment"),
        ('KEY="sk-\\"123\\"\\n" # a comment', 'sk-"123"\n'),
        ("KEY=sk#123", "sk#123"),
        ("KEY=sk-123 # a comment", "sk-123"),
        ("KEY=two words # a comment", "two words"),
        ("KEY=it's", "it's"),
        ("KEY=a=b==", "a=b=="),
        ("KEY=", ""),
        ("KEY= # nothing", ""),
        ('KEY=""', ""),
        ("KEY=${HOME}", "${HOME}"),
        ("KEY=да", "да"),
        ("KEY='one\ntwo'", "one\ntwo"),
    ],
)
def test_a_line_sets_a_variable(tmp_path: Path, line: str, value: str) -> None:
    assert env(tmp_path, line) == {"KEY": value}
    assert env(tmp_path, f"A=1\n{line}\r\nB=2\n") == {"A": "1", "KEY": value, "B": "2"}


def test_comments_and_empty_lines_say_nothing(tmp_path: Path) -> None:
    assert env(tmp_path, "\ufeff# first\n\n   \n  # KEY=1\nKEY=2\n#") == {"KEY": "2"}
    assert env(tmp_path, "") == {}


def test_the_last_of_two_lines_counts(tmp_path: Path) -> None:
    assert env(tmp_path, "KEY=1\nKEY=2") == {"KEY": "2"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A=1\nKEY\n", r"\.env, line 2: it begins with 'KEY'; NAME=VALUE was expected"),
        ("A=1\n\n# x\nexport KEY\n", "line 4"),
        ("KEY='secret\nA=1\n", "line 1: it begins with 'KEY'"),
        ('KEY="secret', "line 1"),
        ("KEY='secret' more", "line 1"),
        ("1KEY=secret", "line 1: it begins with '1KEY'"),
        ("=secret", "line 1: it begins with ''"),
        ("a: secret", "line 1"),
    ],
)
def test_a_line_that_sets_nothing_is_named_and_its_value_is_not_shown(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadSettings, match=said) as caught:
        env(tmp_path, text)
    assert "=secret" not in str(caught.value)
    assert "'secret" not in str(caught.value)


def test_a_file_that_is_no_text_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"\.env: 'utf-8' codec"):
        env(tmp_path, b"KEY=\xff\xfe")


def test_no_file_and_a_folder_of_that_name_say_nothing(tmp_path: Path) -> None:
    assert read_env(tmp_path / ".env") == {}
    (tmp_path / ".env").mkdir()
    assert read_env(tmp_path / ".env") == {}


@given(st.text(st.characters(exclude_characters="'\r", codec="utf-8"), max_size=60))
def test_whatever_stands_between_single_quotes_comes_back(tmp_path_factory: pytest.TempPathFactory, value: str) -> None:
    path = tmp_path_factory.mktemp("env") / ".env"
    path.write_bytes(f"A='{value}' # c\nB=1\n".encode())
    assert read_env(path) == {"A": value, "B": "1"}


@given(st.text(st.characters(codec="utf-8"), max_size=80))
def test_any_text_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("env") / ".env"
    path.write_bytes(text.encode())
    with suppress(BadSettings):
        assert all(name.isidentifier() for name in read_env(path))


@pytest.mark.parametrize("text", ["A" * 2_000_000, "A=" + " x" * 1_000_000, 'A="' + "\\" * 2_000_000, " " * 2_000_000])
def test_a_hostile_file_takes_no_time(tmp_path: Path, text: str) -> None:
    began = time.monotonic()
    with suppress(BadSettings):
        env(tmp_path, text)
    assert time.monotonic() - began < 5


def test_what_is_set_goes_before_files_and_the_first_folder_before_the_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, text in (("one", "A=1\nB=1\nC=1\n"), ("two", "A=2\nB=2\nC=2\nD=2\nE=2\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / ".env").write_text(text)
    monkeypatch.setenv("A", "set")
    monkeypatch.setenv("E", "")
    found = environment(tmp_path / "one", tmp_path / "two", tmp_path / "none")
    assert [found[name] for name in "ABCDE"] == ["set", "1", "1", "2", "2"]
    assert "PATH" in found


def test_a_providers_variables_are_its_name_in_capitals() -> None:
    assert provider_variable("openai", "API_KEY") == "OPENAI_API_KEY"
    assert provider_variable("my-server.v2", "BASE_URL") == "MY_SERVER_V2_BASE_URL"


def test_a_proxy_is_used_where_the_environment_names_one_but_not_for_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy:3128")
    monkeypatch.setenv("http_proxy", "http://proxy:3129")
    monkeypatch.setenv("no_proxy", "inside.example")
    assert proxy("https://api.openai.com/v1") == "http://proxy:3128"
    assert proxy("http://gpu.example:8000/v1") == "http://proxy:3129"
    for near in ("http://localhost:8000/v1", "http://127.0.0.1:1/v1", "http://[::1]:1/v1", "https://inside.example/v1"):
        assert proxy(near) is None


def test_a_variable_may_be_told_by_a_file_as_containers_are_told_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPTOTYPE_STORE", raising=False)
    (tmp_path / "store").write_text("postgresql://me:secret@host/name\n")
    monkeypatch.setenv("OPTOTYPE_STORE_FILE", str(tmp_path / "store"))
    assert variable("STORE") == "postgresql://me:secret@host/name"
    monkeypatch.setenv("OPTOTYPE_STORE", "sqlite")
    assert variable("STORE") == "sqlite"
    monkeypatch.delenv("OPTOTYPE_STORE")
    monkeypatch.setenv("OPTOTYPE_STORE_FILE", str(tmp_path / "nowhere"))
    with pytest.raises(BadSettings, match=r"OPTOTYPE_STORE_FILE names .*nowhere, which cannot be read"):
        variable("STORE")
