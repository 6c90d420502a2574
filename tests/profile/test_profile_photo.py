"""The photo is looked at before TeX is: what it is, what it is called, where it lies, how large it says it is."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image
from profile_samples import SMALLEST, profile

from cvpress.errors import ProfileError
from cvpress.profile.photo import MAX_BYTES, photo_file

NO_IMAGES = [b"", b"not a picture\n", b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0\x00\x00" + b"\0" * 20]


def checked(folder: Path, name: str) -> Path | None:
    return photo_file(profile(folder, SMALLEST + f"photo: {{file: '{name}'}}\n"), folder)


def fault(folder: Path, name: str) -> str:
    with pytest.raises(ProfileError) as caught:
        checked(folder, name)
    (problem,) = caught.value.problems
    assert str(problem.spot) == "p.yaml:5:15"
    assert problem.rule == "bad-photo"
    assert problem.advice
    return problem.message


def image(path: Path, kind: str, **options: object) -> Path:
    Image.new("RGB", (40, 50), "white").save(path, kind, **options)
    return path


def png_that_says(width: int, height: int, size: int) -> bytes:
    """A PNG of about `size` bytes whose header states any number of pixels."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"\x00" * size) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("name", "kind", "options"),
    [
        ("a.png", "PNG", {}),
        ("a.PNG", "PNG", {}),
        ("a.jpg", "JPEG", {}),
        ("a.jpeg", "JPEG", {"progressive": True}),
        ("a.jpg", "JPEG", {"icc_profile": b"x" * 70_000, "comment": b"y" * 60_000}),
    ],
)
def test_a_png_or_jpeg_passes(tmp_path: Path, name: str, kind: str, options: dict[str, object]) -> None:
    image(tmp_path / name, kind, **options)
    assert checked(tmp_path, name) == (tmp_path / name).resolve()


def test_fill_bytes_before_a_marker_are_skipped(tmp_path: Path) -> None:
    path = image(tmp_path / "a.jpg", "JPEG")
    raw = path.read_bytes()
    path.write_bytes(raw[:2] + b"\xff\xff\xff" + raw[2:])
    assert checked(tmp_path, "a.jpg") == path.resolve()


def test_without_a_photo_there_is_none(tmp_path: Path) -> None:
    assert photo_file(profile(tmp_path, SMALLEST), tmp_path) is None
    assert photo_file(profile(tmp_path, SMALLEST + "photo: {caption: A view}\n"), tmp_path) is None


@pytest.mark.parametrize("name", ["a.png", "a.jpg"])
@pytest.mark.parametrize("content", NO_IMAGES)
def test_what_is_no_image_is_told_whatever_its_ending(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    assert fault(tmp_path, name) == f"the photo '{name}' is not a PNG or JPEG image"


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "WEBP"])
def test_other_formats_under_a_false_name_are_told(tmp_path: Path, kind: str) -> None:
    image(tmp_path / "a.png", kind)
    assert "is not a PNG or JPEG image" in fault(tmp_path, "a.png")


@pytest.mark.parametrize(("name", "kind"), [("a.png", "JPEG"), ("a.jpg", "PNG"), ("a", "PNG"), ("a.gif", "JPEG")])
def test_the_ending_must_fit(tmp_path: Path, name: str, kind: str) -> None:
    image(tmp_path / name, kind)
    assert fault(tmp_path, name) == f"the photo '{name}' is a {kind} image by another ending"


@pytest.mark.parametrize(("width", "height"), [(30_000, 30_000), (0, 100), (100_000, 10), (8_000, 5_001)])
def test_a_small_file_that_says_it_is_huge_is_told(tmp_path: Path, width: int, height: int) -> None:
    (tmp_path / "a.png").write_bytes(png_that_says(width, height, 1_000_000))
    assert f"says it has {width} x {height} pixels" in fault(tmp_path, "a.png")


def test_forty_megapixels_pass(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png_that_says(8_000, 5_000, 100))
    assert checked(tmp_path, "a.png") is not None


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "a.png").open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    assert "is larger than 20 MB" in fault(tmp_path, "a.png")


@pytest.mark.parametrize("name", ["../a.png", "/etc/hostname", "link.png", "folder/../../a.png"])
def test_no_way_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    image(tmp_path / "a.png", "PNG")
    own = tmp_path / "ada"
    (own / "folder").mkdir(parents=True)
    (own / "link.png").symlink_to(tmp_path / "a.png")
    assert fault(own, name) == f"the photo '{name}' lies outside the profile's folder"


def test_a_link_inside_the_folder_is_followed(tmp_path: Path) -> None:
    target = image(tmp_path / "a.png", "PNG")
    (tmp_path / "link.png").symlink_to("a.png")
    assert checked(tmp_path, "link.png") == target.resolve()


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "loop.png").symlink_to("loop.png")
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "folder.png").mkdir()
    assert "cannot be read" in fault(tmp_path, "absent.png")
    assert "cannot be read" in fault(tmp_path, "loop.png")
    assert "is not a file" in fault(tmp_path, "pipe.png")
    assert "is not a file" in fault(tmp_path, "folder.png")
