"""gzip and zstd, undone in bounds."""

import gzip
import io
import random
from collections.abc import Callable

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from mmscope.captures import CaptureError, PlainText
from mmscope.settings import Limits

SMALL = Limits(plain=1 << 20, ratio=20, stretch=1 << 16)


def unpack(content: bytes, limits: Limits = SMALL) -> bytes:
    return b"".join(PlainText(io.BytesIO(content), limits))


@given(st.lists(st.binary(max_size=2000), min_size=1, max_size=4), st.integers(0, 20))
def test_members_follow_one_another_and_padding_is_ignored(parts: list[bytes], zeros: int) -> None:
    packed = b"".join(gzip.compress(part) for part in parts) + b"\0" * zeros
    assert unpack(packed) == b"".join(parts)


@given(st.binary(max_size=5000))
def test_plain_text_passes_through(content: bytes) -> None:
    if content[:2] != b"\x1f\x8b" and not content.startswith(b"\x28\xb5\x2f\xfd"):
        assert unpack(content) == content


def test_a_cut_or_damaged_gzip_names_the_line() -> None:
    text = random.Random(1).randbytes(300_000).replace(b"\n", b"x") + b"\n"  # noqa: S311  # any bytes will do
    packed = gzip.compress(b"one\ntwo\n" + text)
    with pytest.raises(CaptureError, match=r"line 3: .* cut off") as caught:
        unpack(packed[:-9])
    assert (caught.value.code, caught.value.line) == ("gzip", 4 - 1)
    with pytest.raises(CaptureError, match=r"data (is damaged|ends too early)"):
        unpack(packed[:-8] + b"\0\0\0\0" + packed[-4:])
    with pytest.raises(CaptureError, match=r"data (is damaged|ends too early)"):
        unpack(packed + b"rest")


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_who_asks_for_a_part_gets_what_it_held_until_the_data_ended(pack: Callable[[bytes], bytes]) -> None:
    text = b"".join(b"%d\n" % random.Random(n).getrandbits(60) for n in range(50_000))  # noqa: S311
    packed = pack(text)
    source = PlainText(io.BytesIO(packed[: len(packed) // 2]), Limits(), part=True)
    held = b"".join(source)
    assert len(held) > len(text) // 4
    assert text.startswith(held)
    lines = held.count(b"\n") + 1
    assert source.cut_off is not None
    assert source.cut_off.endswith(f"or damaged before that; what came after line {lines} is missing")
    whole = PlainText(io.BytesIO(packed), Limits(), part=True)
    assert b"".join(whole) == text
    assert whole.cut_off is None
    with pytest.raises(CaptureError, match=r"data (is damaged|ends too early)"):
        b"".join(PlainText(io.BytesIO(packed[:12]), Limits(), part=True))


@given(st.lists(st.binary(max_size=2000), min_size=1, max_size=4), st.integers(1, 9))
def test_frames_of_zstd_follow_one_another(parts: list[bytes], level: int) -> None:
    packed = b"".join(zstandard.compress(part, level) for part in parts)
    assert unpack(packed) == b"".join(parts)


def test_a_cut_or_damaged_zstd_names_the_line() -> None:
    text = random.Random(2).randbytes(300_000).replace(b"\n", b"x") + b"\n"  # noqa: S311  # any bytes will do
    packed = zstandard.ZstdCompressor(write_checksum=True).compress(b"one\ntwo\n" + text)
    with pytest.raises(CaptureError, match=r"line 3: .* cut off") as caught:
        unpack(packed[:-9])
    assert (caught.value.code, caught.value.line) == ("zstd", 3)
    with pytest.raises(CaptureError, match=r"data (is damaged|ends too early)"):
        unpack(packed[:-4] + b"\0\0\0\0")
    with pytest.raises(CaptureError, match=r"data (is damaged|ends too early)"):
        unpack(packed + b"rest")


@pytest.mark.slow
def test_a_bomb_of_zstd_is_refused_before_it_is_unpacked() -> None:
    packed = zstandard.compress(b"\n" * 1_000_000_000)
    source = PlainText(io.BytesIO(packed), Limits(stretch=1 << 20))
    with pytest.raises(CaptureError, match="200 times") as caught:
        for _ in source:
            pass
    assert caught.value.code == "bomb"
    assert source.plain < 120_000_000


def test_a_bomb_is_refused_long_before_it_is_unpacked() -> None:
    packed = gzip.compress(b"a line\n" * 20_000_000)
    source = PlainText(io.BytesIO(packed), Limits(stretch=1 << 20))
    with pytest.raises(CaptureError, match="200 times") as caught:
        for _ in source:
            pass
    assert caught.value.code == "bomb"
    assert source.plain < 120_000_000


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_bomb_behind_a_text_is_refused_as_soon(pack: Callable[[bytes], bytes]) -> None:
    limits = Limits(stretch=1 << 20)
    text = random.Random(3).randbytes(1 << 21).hex("\n").encode()  # noqa: S311  # any text will do
    source = PlainText(io.BytesIO(pack(text) + pack(b"a line\n" * 10_000_000)), limits)
    with pytest.raises(CaptureError, match="200 times") as caught:
        for _ in source:
            pass
    assert caught.value.line > text.count(b"\n")
    assert source.plain < limits.ratio * source.stored


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_what_is_left_behind_a_member_is_little(pack: Callable[[bytes], bytes]) -> None:
    """It is copied for each of them, so more would cost the square of a file of empty ones."""

    class Asked(io.BytesIO):
        most = 0

        def read(self, size: int | None = -1, /) -> bytes:
            self.most = max(self.most, size or 0)
            return super().read(size)

    file = Asked(pack(b"one\n") + pack(b"") * 20_000 + pack(b"two\n"))
    assert b"".join(PlainText(file, Limits())) == b"one\ntwo\n"
    assert 0 < file.most <= 1 << 14


def test_the_text_has_a_bound() -> None:
    with pytest.raises(CaptureError, match="longer than 1048576 bytes"):
        unpack(b"x\n" * 600_000)
