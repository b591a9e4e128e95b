"""Picture files: what is believed, what is refused, and how they are kept."""

from __future__ import annotations

import io
import os
import struct
from pathlib import Path

import pytest
from PIL import Image

from optotype.errors import BadPicture
from optotype.pictures import MAX_BYTES, Cabinet, Located, examine, flatten, read, stays
from tests.samples import crafted_png, png, write_png

KINDS = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp", "BMP": "image/bmp"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_picture_is_known_by_its_content(kind: str) -> None:
    facts = examine(png("red", (31, 17), kind))
    assert (facts.media_type, facts.width, facts.height) == (KINDS[kind], 31, 17)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_picture_that_is_cut_off_is_refused(kind: str, share: float) -> None:
    stream = io.BytesIO()
    Image.effect_noise((60, 60), 50).convert("RGB").save(stream, kind)
    whole = stream.getvalue()
    examine(whole)
    with pytest.raises(BadPicture):
        examine(whole[: int(len(whole) * share)])


def test_a_flipped_bit_in_a_png_is_found() -> None:
    content = bytearray(png("red", (40, 40)))
    content[len(content) // 2] ^= 1
    with pytest.raises(BadPicture, match="checksum"):
        examine(bytes(content))


def test_a_bomb_is_refused_without_being_decoded() -> None:
    content = crafted_png(60_000, 60_000)
    assert len(content) < 100
    with pytest.raises(BadPicture, match="60000 x 60000 pixels"):
        examine(content)


def test_a_bomb_of_another_kind_is_refused() -> None:
    content = bytearray(png("red", (8, 8), "BMP"))
    struct.pack_into("<ii", content, 18, 50_000, 50_000)
    with pytest.raises(BadPicture):
        examine(bytes(content))


@pytest.mark.parametrize(
    "content", [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"hello, I am a picture", b"<svg onload='alert(1)'/>", b"\0" * 99]
)
def test_what_is_not_a_picture_is_refused(content: bytes) -> None:
    with pytest.raises(BadPicture):
        examine(content)


def test_a_picture_without_pixels_is_refused() -> None:
    with pytest.raises(BadPicture, match="0 x 5"):
        examine(crafted_png(0, 5))


@pytest.mark.parametrize("see_through", [(), ((0, 0),), ((5, 1), (11, 0))])
def test_a_picture_on_white_paper_is_seen_as_it_is_where_nothing_shines_through(
    see_through: tuple[tuple[int, int], ...],
) -> None:
    pixels = bytes(part for n in range(512) for part in (n % 256, 255 - n % 256, n // 2, 255))
    image = Image.frombytes("RGBA", (256, 2), pixels)
    for at in see_through:
        image.putpixel(at, (10, 200, 90, 100))
    paper = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")
    assert flatten(image).tobytes() == paper.tobytes()
    grey = image.convert("LA")
    paper = Image.alpha_composite(Image.new("RGBA", image.size, "white"), grey.convert("RGBA")).convert("RGB")
    assert flatten(grey).tobytes() == paper.tobytes()
    assert flatten(image) is not image


@pytest.mark.parametrize("name", ["a.png", "folder/a.png", "Рисунок ✏️.png", "..a.png", "a..b/c.png", r"folder\a.png"])
def test_names_that_stay_in_their_folder(name: str) -> None:
    assert stays(name)


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../a.png", "a/../../b.png", "/etc/passwd", r"..\a.png", "C:/a.png", "a\0.png", "a\nb", "x" * 600],
)
def test_names_that_do_not(name: str) -> None:
    assert not stays(name)


def test_a_name_that_leads_out_is_refused(tmp_path: Path) -> None:
    write_png(tmp_path / "secret.png")
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadPicture, match="leads out of the folder"):
        read(Located(tmp_path / "folder", "../secret.png"))


def test_a_link_that_leads_out_is_refused_and_one_inside_is_followed(tmp_path: Path) -> None:
    outside = write_png(tmp_path / "secret.png")
    inside = write_png(tmp_path / "folder" / "real.png", "blue")
    (tmp_path / "folder" / "out.png").symlink_to(outside)
    (tmp_path / "folder" / "in.png").symlink_to(inside)
    (tmp_path / "folder" / "loop.png").symlink_to(tmp_path / "folder" / "loop.png")
    with pytest.raises(BadPicture, match="link"):
        read(Located(tmp_path / "folder", "out.png"))
    assert read(Located(tmp_path / "folder", "in.png")) == inside.read_bytes()
    with pytest.raises(BadPicture):
        read(Located(tmp_path / "folder", "loop.png"))


def test_a_linked_folder_that_leads_out_is_refused(tmp_path: Path) -> None:
    write_png(tmp_path / "outside" / "secret.png")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "sub").symlink_to(tmp_path / "outside")
    with pytest.raises(BadPicture, match="link"):
        read(Located(tmp_path / "folder", "sub/secret.png"))


def test_a_file_that_is_not_there_is_none(tmp_path: Path) -> None:
    assert read(Located(tmp_path, "nothing.png")) is None
    assert read(Located(tmp_path / "nowhere", "deep/nothing.png")) is None


def test_a_pipe_or_a_folder_in_the_place_of_a_picture_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "folder.png").mkdir()
    for name in ("pipe.png", "folder.png"):
        with pytest.raises(BadPicture):
            read(Located(tmp_path, name))


def test_a_file_larger_than_any_picture_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "huge.png").open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    with pytest.raises(BadPicture, match="bytes"):
        read(Located(tmp_path, "huge.png"))


def test_equal_pictures_are_kept_once(tmp_path: Path) -> None:
    cabinet = Cabinet(tmp_path)
    first, second, other = (cabinet.keep(content) for content in (png("red"), png("red"), png("blue")))
    assert first == second
    assert first.file != other.file
    assert len(list(tmp_path.rglob("*.png"))) == 2
    assert cabinet.path(first.file, first.media_type).read_bytes() == png("red")


def test_what_a_dead_writer_left_is_removed_and_what_a_living_one_writes_is_not(tmp_path: Path) -> None:
    cabinet = Cabinet(tmp_path)
    cabinet.keep(png())
    dead, living = tmp_path / ".part" / "1.4194999", tmp_path / ".part" / f"1.{os.getpid()}"
    dead.write_bytes(b"half")
    living.write_bytes(b"half")
    (tmp_path / ".part" / "something else").write_bytes(b"")
    cabinet.tidy()
    assert not dead.exists()
    assert living.exists()


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    cabinet = Cabinet(tmp_path)
    monkeypatch.setattr(os, "rename", full)
    with pytest.raises(OSError, match="No space"):
        cabinet.keep(png())
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
