"""`mmscope machine`: mails in quoted-printable (RFC 2045, 6.7) are the texts that they encode."""

import quopri
import re
from itertools import groupby
from typing import Any

import pytest

from test_machine import read, texts
from test_machine_lines import KINDS, said

Item = dict[str, Any]
HEAD = """\
From: somebody@example.com
Content-Transfer-Encoding: quoted-printable
Content-Type: text/plain; charset="utf-8"
DKIM-Signature: v=1; a=rsa-sha256; bh=20AB=

"""


def _plain(text: str) -> str:
    return text


def _wide(text: str) -> str:
    """With blanks as a composer of mails makes them."""
    return text.replace("  ", " \u00a0")


def _told(text: str) -> Item:
    """All but where it stands. A fold may part pieces of one kind."""
    found = read(text)
    return {**said(found), "pieces": [kind for kind, _ in groupby(p["kind"] for p in found["pieces"])]}


def _mail(text: str, *, tabs: bool = False, end: bytes = b"\n") -> bytes:
    return quopri.encodestring(text.encode(), quotetabs=tabs).replace(b"\n", end)


def _lines(mail: bytes) -> list[tuple[int, int]]:
    """Of each line of the text, which lines of the mail it is."""
    found, first = [(0, 0)], 1
    for n, line in enumerate(mail.splitlines(), 1):
        if not line.endswith(b"="):
            found.append((first, n))
            first = n + 1
    return [*found, (first, first)]


@pytest.mark.parametrize("blanks", [_plain, _wide])
@pytest.mark.parametrize("tabs", [False, True])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("head", ["", HEAD])
def test_a_mail_says_what_it_encodes(blanks: Any, tabs: bool, end: bytes, head: str) -> None:  # noqa: ANN401, FBT001
    for kind in KINDS:
        for name, text in texts(kind).items():
            mail = _mail(blanks(text), tabs=tabs, end=end)
            if not head and not re.search(rb"=3D|=C2=A0|=20=20", mail):
                continue
            assert _told(head + mail.decode()) == _told(blanks(text)), (kind, name)


def test_what_was_read_is_where_it_stands_in_the_mail() -> None:
    folded = 0
    for kind in KINDS:
        for name, text in texts(kind).items():
            mail = _mail(text)
            lines = _lines(mail)
            head = HEAD.count("\n")
            found, plain = read(HEAD + mail.decode()), read(text)
            for piece, known in zip(found["pieces"], plain["pieces"], strict=True):
                first, last = (n - head for n in piece["lines"])
                assert first == lines[known["lines"][0]][0], (kind, name)
                assert lines[known["lines"][1]][0] <= last <= lines[known["lines"][1]][1], (kind, name)
            for report, known in zip(found["reports"], plain["reports"], strict=True):
                for (a, b), (c, d) in zip(report["counted"], known["counted"], strict=True):
                    raw = (HEAD.encode() + mail)[a:b]
                    assert quopri.decodestring(raw) == text.encode()[c:d]
                    folded += b"\n" in raw
    assert folded > 0


def test_a_number_across_a_fold_is_one() -> None:
    zone = "Node 0 Normal free:123456kB min:55700kB low:69624kB high:83548kB managed:13200000kB"
    for at in range(len(zone)):
        mail = f"{zone[:at]}=\n{zone[at:]}\nlowmem_reserve[]: 0 0\norder=3D0\n"
        [report] = read(mail)["reports"]
        [found] = report["zones"]
        assert (found["free"], found["min"], found["managed"]) == (30864, 13925, 3300000), mail
        assert found["lowmem_reserve"] == [0, 0]


def test_parts_of_a_mail_and_other_texts_beside_it() -> None:
    zoneinfo, report = texts("zoneinfo")["005"], texts("oom")["027"]
    mail = _mail(report).decode()
    part = 'Content-Type: text/html; charset="utf-8"\nContent-Transfer-Encoding: 7bit\n\n'
    for text in (
        f"{HEAD}{mail}\n--=_Part_12\n{part}page=4096\nvm.swappiness=60\n--=_Part_12--\n",
        f"{HEAD}{mail}\n\x1c\nmmscope/file\npage=4096\nvm.swappiness=60\n",
    ):
        found = read(text)
        assert [r["explained"] for r in found["reports"]] == [True]
        assert found["sysctls"] == {"swappiness": 60}
    assert len(read(f"{zoneinfo}\x1c\nmmscope/file\n{HEAD}{mail}")["zones"]) == len(read(zoneinfo)["zones"])


@pytest.mark.parametrize(
    "text",
    [
        "vm.swappiness=20\nvm.watermark_scale_factor=30\nvm.zone_reclaim_mode=00\n",
        "vm.swappiness=20\nkernel.core_pattern=\n",
        f"{'x' * 70}=\nvm.swappiness=20\nvm.watermark_scale_factor=30\n",
        "It was in quoted-printable.\n\nvm.swappiness=20\n",
    ],
)
def test_what_only_looks_like_it_is_read_as_it_stands(text: str) -> None:
    found = read(text)["sysctls"]
    assert found["swappiness"] == 20
    assert found.get("watermark_scale_factor", 30) == 30
