"""A JPEG without what it says of camera and place: the same picture, and nothing else of it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms
from profile_samples import SMALLEST, profile

from cvpress.errors import ProfileError
from cvpress.profile.jpeg import turned, without_metadata
from cvpress.profile.photo import photo_file


def exif(orientation: int | None = None) -> Image.Exif:
    made = Image.Exif()
    made[0x0110] = "TELEPHONE"
    place = made.get_ifd(0x8825)
    place[1], place[2] = "N", (52.0, 31.0, 12.0)
    if orientation is not None:
        made[0x0112] = orientation
    return made


def jpeg(mode: str = "RGB", **options: object) -> bytes:
    image = Image.effect_noise((64, 48), 60).convert(mode)
    stream = io.BytesIO()
    image.save(stream, "JPEG", **options)
    return stream.getvalue()


def pixels(raw: bytes) -> bytes:
    return Image.open(io.BytesIO(raw)).tobytes()


@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"restart_marker_blocks": 1}])
@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_place_camera_and_comment_go_and_the_picture_stays(mode: str, options: dict[str, object]) -> None:
    raw = jpeg(mode, exif=exif(), comment=b"SECRET", xmp=b"<x>SECRET</x>", **options)
    assert Image.open(io.BytesIO(raw)).getexif().get_ifd(0x8825)
    bare = without_metadata(raw)
    assert pixels(bare) == pixels(raw)
    assert not Image.open(io.BytesIO(bare)).getexif()
    assert not [word for word in (b"Exif", b"TELEPHONE", b"SECRET") if word in bare]
    assert without_metadata(bare) == bare


def test_the_colour_profile_stays() -> None:
    icc = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    bare = without_metadata(jpeg(exif=exif(), icc_profile=icc))
    assert Image.open(io.BytesIO(bare)).info["icc_profile"] == icc


def test_what_hides_behind_the_end_goes() -> None:
    raw = jpeg()
    assert without_metadata(raw + jpeg(exif=exif())) == without_metadata(raw)


def test_a_picture_that_breaks_off_keeps_what_it_has() -> None:
    raw = without_metadata(jpeg())
    assert without_metadata(raw[:-200]) == raw[:-200]


@given(st.binary(max_size=200))
def test_no_bytes_are_too_broken_and_no_other_file_is_changed(raw: bytes) -> None:
    without_metadata(b"\xff\xd8" + raw)
    turned(b"\xff\xd8" + raw)
    if not raw.startswith(b"\xff\xd8"):
        assert without_metadata(raw) is raw


@pytest.mark.parametrize("orientation", [None, 1, 3, 6, 8])
def test_a_picture_that_is_to_be_turned_is_told(tmp_path: Path, orientation: int | None) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg(exif=exif(orientation)))
    person = profile(tmp_path, SMALLEST + "photo: {file: a.jpg}\n")
    if orientation in (None, 1):
        assert photo_file(person, tmp_path)
        return
    with pytest.raises(ProfileError, match="lies on its side"):
        photo_file(person, tmp_path)
