"""Targets for small inputs: JSON from outside, headers, forms, settings, packed files."""

import base64
import dataclasses
import gzip
import io
import json
from collections.abc import Callable
from dataclasses import asdict, replace

import zstandard

from fuzz.feed import Feed, scratch
from mmscope.api.routes.body import _Form
from mmscope.api.routes.tus import _metadata
from mmscope.captures import CHECKSUMS, CaptureError, PlainText
from mmscope.captures.library.label import Label
from mmscope.captures.manifest import DEPTH, parse_manifest
from mmscope.captures.store import LABEL, SOURCE
from mmscope.captures.uploads.upload import CARD, Appending, Card, Upload
from mmscope.settings import Limits, SettingsError, load, variables

One = Callable[[bytes], None]
_SENTENCE = 1000  # characters at most, whatever it quotes


def explained(error: Exception, *codes: str) -> None:
    """An error is a sentence that can be sent, and of one of these codes, if any are given."""
    assert not codes or (isinstance(error, CaptureError) and error.code in codes), repr(error)
    sentence = str(error)
    assert sentence, repr(error)
    assert len(sentence) < _SENTENCE, sentence
    assert sentence.encode(), repr(error)


def manifest() -> One:
    """The manifest of a capture: an object that can be written again and is read as the same."""

    def depth(value: object) -> int:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
        return 0 if inner is None else 1 + max(map(depth, inner), default=0)

    def one(data: bytes) -> None:
        try:
            value = parse_manifest(data.decode("utf-8", "backslashreplace"))
        except CaptureError as error:
            explained(error, "manifest")
            return
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        assert text.encode()
        assert parse_manifest(text) == value
        assert depth(value) <= DEPTH + 1

    return one


def metadata() -> One:
    """Headers of an upload: its metadata as they were encoded, and the checksum of its bytes."""
    folder = scratch()
    (folder / SOURCE).touch()
    upload = Upload("upload", folder, Card("file", 0, None))

    def any_text(text: str) -> None:
        try:
            assert all(isinstance(value, str) for value in _metadata(text).values())
        except CaptureError as error:
            explained(error)
        try:
            Appending(upload, text).close()
            assert text.partition(" ")[0] in CHECKSUMS
        except CaptureError as error:
            explained(error)

    def encoded(feed: Feed) -> None:
        pairs = {name: feed.text() for name in ("filename", "sha256", "other")}
        header = ",".join(f"{k} {base64.b64encode(v.encode()).decode()}" for k, v in pairs.items())
        assert _metadata(header) == pairs

    def one(data: bytes) -> None:
        feed = Feed(data)
        if feed.number() % 4 == 0:
            encoded(feed)
        else:
            any_text(feed.rest().decode("latin-1"))  # as servers give headers

    return one


def cards() -> One:
    """Cards and labels in the data folder: not understood, or written again as the same."""
    folder = scratch()

    def one(data: bytes) -> None:
        (folder / SOURCE).write_bytes(data[:2])
        (folder / LABEL).write_bytes(data)
        (folder / CARD).write_bytes(data)
        label = Label.read(folder)
        if label is not None:
            entry = label.entry("u-0")
            assert entry.filename
            assert entry.filename.isprintable()
            assert entry.size == len(data[:2])
            label.write(folder)
            assert Label.read(folder) == label
        try:
            card = Card.read(folder)
        except ValueError:
            assert Upload.load(folder) is None
            return
        (folder / CARD).write_text(json.dumps(asdict(card)))
        assert Card.read(folder) == card
        upload = Upload.load(folder)
        if upload is not None:
            assert upload.state in {"receiving", "waiting", "reading", "done", "failed"}
            upload.save()

    return one


def form() -> One:
    """A form with a file: the file's bytes as they were put in, the same however the form is cut."""

    def read(boundary: bytes, body: bytes, step: int) -> tuple[str, bytes, str | None]:
        out = b""
        try:
            found = _Form(boundary)
            for at in range(0, len(body), step):
                out += b"".join(found.feed(body[at : at + step]))
            found.finish()
        except CaptureError as error:
            explained(error)
            return error.code, b"", None
        return "", out, found.filename

    def made(feed: Feed) -> None:
        boundary = b"b%d" % feed.number()
        name, step = feed.take(feed.number() % 8).hex() or "n", 1 + feed.number()
        before, content = feed.take(feed.number()), feed.rest()
        if boundary in before + content or b"\n--" in before + content:
            return
        body = (
            b'--%s\r\nContent-Disposition: form-data; name="x"\r\n\r\n%s\r\n'
            b'--%s\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n%s\r\n--%s--\r\n'
        ) % (boundary, before, boundary, name.encode(), content, boundary)
        assert read(boundary, body, step) == ("", content, name)

    def one(data: bytes) -> None:
        feed = Feed(data)
        if feed.number() % 4 == 0:
            made(feed)
            return
        boundary, step, body = feed.take(feed.number() % 80), 1 + feed.number() % 64, feed.rest()
        assert read(boundary, body, step) == read(boundary, body, len(body) or 1)

    return one


def settings() -> One:
    """The environment: settings within their bounds, or a sentence that names the variable."""
    names = [variable.name for variable in variables()]
    ranges = {f.name: f.metadata["range"] for f in dataclasses.fields(Limits) if "range" in f.metadata}

    def one(data: bytes) -> None:
        feed, env, named = Feed(data), {}, set[str]()
        while feed.left:
            env[feed.choice(names)] = feed.text(100).replace("\0", "")
        try:
            found = load(env)
        except SettingsError as error:
            explained(error)
            named.update(name for name in env if name in str(error))
            assert named
            return
        for name, (_, least, most) in ranges.items():
            assert least <= getattr(found.limits, name) <= most
        assert found.data.is_absolute()
        assert found.root.is_absolute()

    return one


def packed() -> One:
    """Plain and packed files: the same text however they are read, within the limits, or a reason."""
    limits = replace(Limits(), plain=1 << 18, stretch=1 << 14, ratio=100)
    compress: list[Callable[[bytes], bytes]] = [
        bytes,
        lambda text: gzip.compress(text, mtime=0),
        zstandard.compress,
        lambda text: gzip.compress(text[:9], mtime=0) + bytes(3) + gzip.compress(text[9:], mtime=0),
        lambda text: zstandard.compress(text[:9]) + zstandard.compress(text[9:]),
    ]

    class File:
        def __init__(self, content: bytes, step: int) -> None:
            self._content, self._step = io.BytesIO(content), step

        def read(self, size: int, /) -> bytes:
            return self._content.read(min(size, self._step))

    def read(content: bytes, step: int) -> tuple[str, bytes]:
        source, out = PlainText(File(content, step), limits), []
        try:
            for piece in source:
                assert piece
                out.append(piece)
        except CaptureError as error:
            explained(error, "gzip", "zstd", "too_large", "bomb", "format")
            return error.code, b""
        text = b"".join(out)
        assert source.plain == len(text) <= limits.plain
        assert source.line == text.count(b"\n") + 1
        return "", text

    def one(data: bytes) -> None:
        feed = Feed(data)
        how, step = feed.number(), 16 + feed.number()
        content = feed.rest()
        if how % 4 == 0:
            text = content * (1 + how // 4)
            file = compress[step % len(compress)](text)
            code, found = read(file, step)
            known = text[:4] in {b"PK\3\4", b"\x28\xb5\x2f\xfd"} or text[:2] in {b"\x1f\x8b", b"BZ", b"\xfd7"}
            assert code in {"too_large", "bomb"} or found == text or (known and step % len(compress) == 0)
            return
        whole, cut = read(content, 1 << 20), read(content, step)
        # how far a bomb gets before it is seen depends on how its file is read
        assert whole == cut or {whole[0], cut[0]} & {"bomb", "too_large", "gzip", "zstd"}

    return one


SMALL: dict[str, Callable[[], One]] = {
    f.__name__: f for f in (manifest, metadata, cards, form, settings, packed)
}
