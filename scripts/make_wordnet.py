"""Makes the table of synonyms that comes with the package, out of WordNet 3.0.

    apt-get download wordnet-base && dpkg -x wordnet-base_*.deb wordnet
    python scripts/make_wordnet.py wordnet/usr/share/wordnet

Writes `synsets.txt.gz` into `src/optotype/embedded/wordnet/`: five parts, with an empty line between them. First all
words, one a line; then, line by line, the sets of synonyms that each is in, by number; then irregular forms, each with
the words that it is a form of; then a line with a letter for each word, `n` for those that are nouns; then irregular
forms of nouns, each with its lemma. The same files give the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src" / "optotype" / "embedded" / "wordnet"
PARTS = ("noun", "verb", "adj", "adv")


def words(folder: Path) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each word with each set of synonyms that it is in: part of speech, and place in that part's file."""
    for part in PARTS:
        for line in (folder / f"index.{part}").read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):  # the licence
                word, _, number, *rest = line.split()
                yield from ((word, (part, place)) for place in rest[-int(number) :])


def irregular_forms(folder: Path, part: str) -> Iterator[tuple[str, list[str]]]:
    """Each irregular form of a part of speech with the words that it is a form of, line by line."""
    for line in (folder / f"{part}.exc").read_text(encoding="utf-8").splitlines():
        form, *bases = line.split()
        yield form, bases


def forms(folder: Path) -> Iterator[tuple[str, str]]:
    """Each irregular form with each word that it is a form of."""
    for part in PARTS:
        yield from ((form, base) for form, bases in irregular_forms(folder, part) for base in bases)


def lemmas(folder: Path, nouns: set[str]) -> dict[str, str]:
    """Each irregular form of a noun with its lemma: the shortest noun among the form and the words that it is of.

    Of a form on several lines the last counts, as for NLTK.
    """
    return {
        form: min((one for one in (form, *bases) if one in nouns), key=len, default=form)
        for form, bases in irregular_forms(folder, "noun")
    }


def main() -> None:
    """Reads the folder of WordNet, writes the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wordnet", type=Path, help="folder with index.noun and noun.exc")
    folder: Path = parser.parse_args().wordnet
    numbers: dict[tuple[str, str], int] = {}
    table: dict[str, list[int]] = {}
    nouns: set[str] = set()
    for word, place in sorted(words(folder)):
        table.setdefault(word, []).append(numbers.setdefault(place, len(numbers)))
        if place[0] == "noun":
            nouns.add(word)
    irregular: dict[str, list[str]] = {}
    for form, base in sorted(set(forms(folder))):
        irregular.setdefault(form, []).append(base)
    parts = (
        "\n".join(table),
        "\n".join(" ".join(map(str, sets)) for sets in table.values()),
        "\n".join(" ".join((form, *bases)) for form, bases in irregular.items()),
        "".join("n" if word in nouns else "-" for word in table),
        "\n".join(f"{form} {lemma}" for form, lemma in sorted(lemmas(folder, nouns).items())),
    )
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / "synsets.txt.gz"
    path.write_bytes(gzip.compress("\n\n".join(parts).encode(), compresslevel=9, mtime=0))
    print(f"{len(table):,} words, {len(numbers):,} sets of synonyms, {len(irregular):,} irregular forms")
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
