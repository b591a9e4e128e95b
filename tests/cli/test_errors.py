"""Errors that a user can cause, command by command: a line that says what to do, and the right exit code."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from optotype import init
from optotype.cli import app, main
from tests.samples import fill, write_png

Told = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a bench of every form, an empty bench, benches that are broken, and files that are."""
    folder = tmp_path_factory.mktemp("errors")
    with init(folder / "full") as bench:
        fill(bench)
    init(folder / "empty").close()
    for name, settings in {
        "misspelt": '[bench]\ntitel = "x"\n',
        "unknown": '[bnech]\ntitle = "x"\n',
        "wrong": "[bench]\ntitle = 5\n",
        "broken": "[bench\n",
        "nonsense": '[bench]\nstore = "nonsense"\n',
        "foreign": '[bench]\nstore = "mysql://me:secret@host/name"\n',
        "closed": '[bench]\nstore = "postgresql://me:secret@127.0.0.1:1/none"\n',
        "linted": "[lint.rules.near_repeet]\n",
        "endpoint": '[endpoints.mine]\nurl = "http://localhost"\nmodle = "m"\n',
    }.items():
        (folder / name).mkdir()
        (folder / name / "optotype.toml").write_text(settings)
    (folder / "latin").mkdir()
    (folder / "latin" / "optotype.toml").write_bytes('[bench]\ntitle = "ä"\n'.encode("latin-1"))
    (folder / "damaged").mkdir()
    (folder / "damaged" / "optotype.toml").write_text("[bench]\n")
    (folder / "damaged" / "optotype.db").write_text("this is no database" * 100)
    (folder / "folded" / "optotype.db").mkdir(parents=True)
    (folder / "folded" / "optotype.toml").write_text("[bench]\n")
    with init(folder / "crammed"):
        pass
    (folder / "crammed" / "pictures").rmdir()
    (folder / "crammed" / "pictures").write_text("not a folder")
    (folder / "hollow").mkdir()
    (folder / "file").write_text("hello\n")
    (folder / "captions.txt").write_text("a dog\n")
    (folder / "cut.json").write_text('[{"instance_id": "a1"')
    (folder / "none.json").write_text("")
    (folder / "nothing.json").write_text("[]")
    (folder / "questions.json").write_text('[{"imgname": "a.png", "query": "How many?", "label": "3"}]')
    (folder / "digits.jsonl").write_text('{"imgname": "a.png", "query": "How many?", "prediction": ' + "9" * 5000 + "}")
    (folder / "replies.jsonl").write_text('{"imgname": "a.png", "query": "How many?", "prediction": "3"}')
    (folder / "paper.zip").write_bytes(b"PK\x03\x04 cut")
    (folder / "paper.md").write_text("# Nothing\n")
    (folder / "pairs.csv").write_text("picture,caption\n1,a dog\n")
    (folder / "prices.toml").write_text('[models."openai/gpt-4o"]\ninput = 1\noutput = 2\npictures = 3\n')
    write_png(folder / "mine" / "holiday.png")
    return folder


@pytest.fixture
def optotype(place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    """Calls a command as the shell does: exit code, standard output, and standard error without its frame."""
    monkeypatch.chdir(place)
    for name in ("OPTOTYPE_BENCH", "OPTOTYPE_STORE", "OPENAI_API_KEY", "ENDPOINT_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "500")

    def call(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["optotype", *line.split()])
        code = 0
        try:
            main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
        told = capsys.readouterr()
        return code, told.out, " ".join(re.sub(r"[╭╮╰╯─│]", " ", told.err).split())

    return call


USAGE = [
    # --- which bench
    ("-b nowhere show", "nowhere is not a bench: it has no optotype.toml. Make one with: optotype init nowhere"),
    ("-b file show", "file is a file; a bench is a folder."),
    ("-b hollow show", "hollow is not a bench"),
    ("show", "This folder is not in a bench."),
    ("shw", "No such command 'shw'. Did you mean 'show'?"),
    # --- its settings and its store
    ("-b misspelt show", "misspelt/optotype.toml: bench.titel: unknown key. Did you mean 'title'?"),
    ("-b unknown show", "unknown/optotype.toml: bnech: unknown key. Did you mean 'bench'?"),
    ("-b endpoint show", "endpoints.mine.modle: unknown key. Did you mean 'model'?"),
    ("-b wrong show", "bench.title: Input should be a valid string; 5 was given"),
    ("-b broken show", "broken/optotype.toml: not TOML: Expected ']'"),
    ("-b latin show", "latin/optotype.toml: not UTF-8 at byte 17; save the file as UTF-8."),
    ("-b nonsense show", "The store is said to lie at 'nonsense'. Expected was 'sqlite'"),
    ("-b foreign show", "The store is said to lie at mysql://me:***@host/name. Expected was 'sqlite'"),
    ("-b closed show", "Check the address in optotype.toml, and that the database is running."),
    (
        "-b folded show",
        "cannot be opened: unable to open database file. Check that it is a file, and that you may read",
    ),
    ("-b damaged show", "is damaged: file is not a database. Bring it back from a backup."),
    # --- init
    ("init full", "full is a bench already."),
    ("init file", "file: no bench can be made there: File exists."),
    ("init file/inside", "file/inside: no bench can be made there: Not a directory."),
    ("init other --store nonsense", "The store is said to lie at 'nonsense'."),
    # --- import
    ("-b full import scivqua cut.json", "There is no format called 'scivqua'. Did you mean 'scivqa'?"),
    ("-b full import scivqa nowhere.json", "nowhere.json does not exist."),
    ("-b full import scivqa none.json", "none.json: a JSON array or object was expected, but the file is empty."),
    ("-b full import scivqa cut.json --pictures file", "file is not a folder of pictures."),
    ("-b full import scivqa cut.json --set tabel=csv", "has no setting called 'tabel'. It has: table."),
    ("-b full import scivqa cut.json --set table", "'table' was given; NAME=VALUE was expected"),
    ("-b full import folder hollow", "hollow: no picture in it."),
    ("-b full import chartqa nothing.json", "nothing.json: there is nothing in it that the format 'chartqa' knows."),
    ("-b crammed import folder mine", "crammed/pictures: no picture can be kept there: Not a directory."),
    # --- draw
    ("-b full draw icon", "There is no kind of drawing called 'icon'. Did you mean 'icons'?"),
    ("-b full draw icons --count 0", "at least one thing has to be drawn"),
    ("-b full draw icons --level 9", "Level 9 was asked for; levels go from 1 to 8."),
    ("draw captions --sheet sheet.txt", "sheet.txt: a contact sheet is a picture; a name that ends in .png"),
    ("draw captions --sheet hollow", "hollow: a contact sheet is a picture"),
    ("draw captions --sheet file/sheet.png", "file/sheet.png cannot be written: "),
    ("-b full draw tables --set language=fr", "language: Input should be 'ru', 'en' or 'both'; 'fr' was given."),
    # --- look
    ("-b full show nothing", "There is no item called 'nothing'. 'optotype show' lists them."),
    ("-b full show --where skil=counting", "There is no tag called 'skil'. Did you mean 'skill'?"),
    ("-b full show --form chioce", "none is of the form 'chioce'. Did you mean 'choice'?"),
    ("-b full show --collection mixd", "There is no collection called 'mixd'. Did you mean 'mixed'?"),
    ("-b empty show --split test", "none is in the split 'test'. There is none."),
    ("-b full stats --by nonsense", "There is no tag called 'nonsense'."),
    ("-b full stats --plots file", "file: plots cannot be written there: File exists."),
    ("stats --graphs nowhere.csv", "nowhere.csv: there is no such file."),
    ("-b full explain nothing", "There is no item called 'nothing'."),
    # --- split, pictures
    ("-b full split abc", "The ratio is 'abc', but positive numbers were expected, such as 6:2:2"),
    ("-b full split 6:2:2", "have another split already. Replace it with --force"),
    ("-b empty split 6:2:2", "There are no items to split."),
    ("-b full recommend nothing", "nothing does not exist, and the bench has no papers."),
    ("-b full select --model openai/gpt-4o", "There is nothing to ask openai/gpt-4o. Say what: --ask TAG=QUESTION"),
    ("-b full pictures", "say what to do: --crop, --pad, --duplicates"),
    # --- captions
    ("parse", "give captions, or a file of captions with --input"),
    ("parse dog --parser ruls", "There is no parser called 'ruls'. Did you mean 'rules'?"),
    ("parse --input nowhere.txt", "nowhere.txt: there is no such file."),
    ("parse --input hollow", "hollow: a file was expected."),
    ("parse --input captions.txt --output hollow", "hollow is a folder; a file to write was expected."),
    ("parse --input captions.txt --output captions.txt", "this is the file of captions."),
    ("-b full correlate --metric spicy", "There is no metric called 'spicy'. Did you mean 'spice'?"),
    ("foil pairs.csv", "pairs.csv: no column foil, references. Found: picture, caption."),
    ("-b full retrieve --metric rougel", "The metric 'rougel' compares no graphs"),
    # --- train
    ("train praser --data hollow --out new", "There is no network called 'praser'. Did you mean 'parser'?"),
    (
        "train parser:epochs=0 --data hollow --out new",
        "epochs: Input should be greater than or equal to 1; '0' was given",
    ),
    ("train parser --data hollow --out new --threads -4", "Input should be greater than or equal to 0"),
    ("train parser --data hollow --out new --minutes nan", "Input should be greater than or equal to 0"),
    # --- eval, compare, score
    ("-b full eval -m random", "a model is named PROVIDER/MODEL"),
    ("-b full eval -m baseline/randm", "There is no baseline called 'randm'. Did you mean 'random'?"),
    ("-b full eval -m openai/gpt-4o", "openai/gpt-4o needs a key: set OPENAI_API_KEY, or write it into .env."),
    ("-b full eval -m endpoint/x", "Where is endpoint/x? Give --base-url"),
    ("-b empty eval -m baseline/random", "There are no such items in this bench."),
    ("-b full eval -m baseline/random --by skil", "There is no tag called 'skil'. Did you mean 'skill'?"),
    ("-b full eval -m baseline/random --confidence 2", "Input should be less than or equal to 0.9999"),
    ("-b full eval -m baseline/random --confidence nan", "'--confidence'"),
    ("-b full eval -m baseline/random --max-cost nan", "Input should be greater than or equal to 0"),
    ("-b full eval -m baseline/random --metric number:tolerance=a", "tolerance: Input should be a valid number"),
    ("-b full eval -m baseline/random --permute wild", "'circular' or 'shuffle'; 'wild' was given."),
    (
        "-b full eval -m baseline/random --prices prices.toml",
        "models.openai/gpt-4o.pictures: unknown key. Did you mean",
    ),
    ("-b full eval -m file/nowhere.csv", "nowhere.csv does not exist."),
    ("-b full compare a b", "There are no runs in this bench yet."),
    ("score scivqa -g nowhere.json -p file", "nowhere.json does not exist."),
    (
        "score parquet -g file -p file",
        "no format to score called 'parquet'. There are: chartqa, factual, iconqa, mera,",
    ),
    (
        "score chartqa -g questions.json -p digits.jsonl",
        "digits.jsonl, line 1: not JSON: a number with too many digits.",
    ),
    ("score factual -g pairs.csv -p file", "pairs.csv: no column scene_graph."),
    ("score sciga -p file", "file, line 1: not JSON: Expecting value at column 1."),
    (
        "score chartqa -g questions.json -p replies.jsonl --metric judge",
        "The metric 'judge' needs a model: 'judge:model=openai/gpt-4o'.",
    ),
    ("recommend paper.md", "Error: paper.md: no paper in it: neither an abstract, nor sections, nor figures."),
    ("recommend paper.zip", "Error: paper.zip: the archive cannot be unpacked: File is not a zip file, or is cut off."),
    # --- report, view, export, demo
    ("-b full report --out file", "file is a file; a report is a folder."),
    ("-b full report --out mine", "mine is not a report: it holds other files."),
    ("-b full report --out file/inside", "file/inside: the report cannot be written: Not a directory."),
    ("-b full report --collection mixd", "There is no collection called 'mixd'. Did you mean 'mixed'?"),
    ("-b full report --run nobody", "There are no runs in this bench yet."),
    ("-b empty report", "There are no items to report on."),
    ("-b full export foldr out", "There is no format called 'foldr'. Did you mean 'folder'?"),
    ("-b full export folder mine", "mine exists already. Choose another place, or replace it with --force."),
    ("-b full export folder file/inside", "file/inside: the export cannot be written: Not a directory."),
    ("-b full export folder full --force", "full holds the bench itself. Choose another place for the export."),
    ("-b full export folder full/pictures --force", "full/pictures belongs to the bench."),
    ("-b full export folder . --force", ". holds the bench itself."),
    ("-b full export plain out.csv", "holds the answers of a run. Name one with --run."),
    ("-b full lint --select near_repeet", "--select: There is no rule or group called 'near_repeet'. Did you mean"),
    ("-b full lint --ignore forms", "--ignore: There is no rule or group called 'forms'. Did you mean 'form'?"),
    ("-b full lint --suppress near_repeat --about mixed/none --because x", "no item, picture or collection called"),
    ("-b linted lint", "linted/optotype.toml, [lint.rules.near_repeet]: There is no rule called 'near_repeet'."),
    ("demo mine", "mine was not made by the demo. Name another folder."),
    ("demo file/inside", "file/inside: the demo cannot be made there: Not a directory."),
]

SPLITS = {
    "agreement": "",
    "audit": "",
    "correlate": "",
    "eval": "-m baseline/random",
    "export": "folder out",
    "foil": "--make made.jsonl",
    "gold": "",
    "human": "",
    "labelstudio": "push --dry-run",
    "lint": "",
    "pictures": "--crop",
    "preferences": "",
    "report": "",
    "retrieve": "",
    "show": "--findings",
    "simulate": "",
    "stats": "",
    "view": "--port 0",
}
"""By command that has `--split`, what else it is told; `import` and `train` mean splits of what they read."""
USAGE.extend(
    (f"-b full {line} --split tst", "none is in the split 'tst'. Did you mean 'test'?")
    for line in ["show", *(" ".join(f"{name} {more}".split()) for name, more in SPLITS.items())]
)


@pytest.mark.parametrize(("line", "expected"), USAGE, ids=[line for line, _ in USAGE])
def test_what_a_user_can_mend_is_told_in_a_line_with_exit_code_two(
    optotype: Told, place: Path, line: str, expected: str
) -> None:
    before = sorted(place.iterdir())
    code, out, err = optotype(line)
    assert expected in err
    assert "Traceback" not in err
    assert "secret" not in err
    assert (code, out.strip()) == (2, "")
    assert [path for path in place.iterdir() if path.suffix == ".part"] == []
    assert set(before) <= set(place.iterdir())


def test_every_command_that_chooses_a_split_is_among_these() -> None:
    group: Any = get_command(app)
    found = {
        name
        for name in group.commands
        for one in getattr(group.commands[name], "commands", {"": group.commands[name]}).values()
        if any("--split" in parameter.opts for parameter in one.params)
    }
    assert found - {"import", "train"} == set(SPLITS)


def test_a_bench_that_could_not_be_made_can_be_made_in_the_same_place(optotype: Told) -> None:
    assert optotype("init again --store nonsense")[0] == 2
    assert optotype("init again")[0] == 0


def test_an_export_that_was_refused_leaves_the_bench_as_it_was(optotype: Told, place: Path) -> None:
    before = sorted(path for path in (place / "full").rglob("*") if path.is_file())
    for target in ("full", "full/pictures", "full/runs/inside", "."):
        assert optotype(f"-b full export folder {target} --force")[0] == 2
    assert sorted(path for path in (place / "full").rglob("*") if path.is_file()) == before


def test_pictures_that_lost_their_file_are_counted_in_an_export(optotype: Told, place: Path) -> None:
    assert optotype("init lost")[0] == 0
    assert optotype("-b lost import folder mine")[0] == 0
    for path in (place / "lost" / "pictures").rglob("*.png"):
        path.unlink()
    code, out, err = optotype("-b lost export parquet exported")
    assert (code, err) == (0, "")
    assert "(1 are missing)" in out


@pytest.mark.parametrize("how", ["", " --json"])
def test_pictures_that_cannot_be_decoded_give_exit_code_one(optotype: Told, place: Path, how: str) -> None:
    bench = f"bad{len(how)}"
    optotype(f"init {bench}")
    optotype(f"-b {bench} import folder mine")
    for path in (place / bench / "pictures").rglob("*.png"):
        path.write_bytes(path.read_bytes()[:40])
    assert optotype(f"-b {bench} pictures --crop{how}")[0] == 1


def test_a_folder_that_was_deleted_under_the_user_is_told(
    optotype: Told, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "gone").mkdir()
    monkeypatch.chdir(place / "gone")
    (place / "gone").rmdir()
    code, _, err = optotype("show")
    assert code == 2
    assert "The folder that you stand in was deleted." in err


def test_a_full_disk_is_told_without_a_traceback(optotype: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("optotype.cli.show_.print_json", full)
    code, _, err = optotype("-b full show --json mixed/text")
    assert code == 2
    assert err == "Error: The output cannot be written: No space left on device. Make room and try again."


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_place_that_may_not_be_touched_is_told_without_a_traceback(
    optotype: Told, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def closed(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), "full/optotype.db")

    monkeypatch.setattr("optotype.cli.show_.print_json", closed)
    code, _, err = optotype("-b full show --json mixed/text")
    assert code == 2
    assert (
        err
        == f"Error: full/optotype.db: {os.strerror(number)}. Change who may read and write it, or name another place."
    )


@pytest.mark.parametrize(("home", "reason"), [("/proc/none", "No such file or directory"), ("file", "File exists")])
def test_completion_that_cannot_be_installed_says_what_was_not_written_and_what_to_do(
    optotype: Told, place: Path, monkeypatch: pytest.MonkeyPatch, home: str, reason: str
) -> None:
    monkeypatch.setenv("HOME", str(place / home))
    monkeypatch.setattr("typer._completion_shared._get_shell_name", lambda: "zsh")
    code, _, err = optotype("--install-completion")
    assert code == 2
    assert err.startswith(f"Error: Completion cannot be installed: {place / home}")
    assert reason in err
    assert "'optotype --show-completion'" in err


def test_letters_that_a_terminal_does_not_know_are_shown_in_another_way(place: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    shown = subprocess.run(
        [sys.executable, "-m", "optotype", "-b", "full", "show", "mixed/text"],
        cwd=place,
        env=environment,
        capture_output=True,
        check=True,
    )
    assert b"\\u0421\\u043a\\u043e\\u043b\\u044c\\u043a\\u043e" in shown.stdout
