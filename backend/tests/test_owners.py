"""Who may remove an upload, and who is told that it is there."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from mmscope.api import create_app
from mmscope.api.visitor import SECRET
from mmscope.captures import Library, holder_of, is_secret, new_secret
from mmscope.captures.library.owners import holds, joined
from mmscope.cli import main
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings
from support import made_older, tree

TOKEN = "an administrator's token is long".replace(" ", "-")
TYPE = {"content-type": "application/offset+octet-stream", "tus-resumable": "1.0.0"}


class Serve:
    """A server on the data folder, one after another."""

    def __init__(self, settings: Settings, core: CoreModule, trace: TraceModule) -> None:
        self._settings, self._modules = settings, (core, trace)
        self._running: TestClient | None = None

    def __call__(self, **changes: Any) -> TestClient:  # noqa: ANN401  # any setting's value
        """A client that has no secret."""
        self.stop()
        library = Library(replace(self._settings, **{"admin": TOKEN, **changes}), *self._modules)
        library.catch_up()
        self._running = TestClient(create_app(library)).__enter__()
        return self._running

    def stop(self) -> None:
        """End the one that runs."""
        running, self._running = self._running, None
        if running is not None:
            running.__exit__(None, None, None)


@pytest.fixture
def serve(settings: Settings, core: CoreModule, trace: TraceModule) -> Iterator[Serve]:
    serve = Serve(settings, core, trace)
    yield serve
    serve.stop()


def code(answer: Any) -> tuple[int, str]:  # noqa: ANN401  # the client's own response
    return answer.status_code, answer.json()["error"]["code"]


def own(secret: str | None) -> dict[bytes, bytes]:
    return {} if secret is None else {SECRET.encode(): secret.encode("latin-1")}


def listed(client: TestClient, secret: str = "") -> list[tuple[str, bool]]:
    rows = client.get("/api/captures", headers=own(secret)).json()
    return [(row["id"], row["removable"]) for row in rows]


def remove(client: TestClient, url: str, secret: str | None) -> Any:  # noqa: ANN401
    return client.delete(url, headers=own(secret))


def in_pieces(client: TestClient, content: bytes, secret: str | None = None) -> tuple[str, str | None]:
    """Send a file over tus; the capture's address, and the secret of the answer."""
    head = {b"upload-length": b"%d" % len(content), **own(secret)}
    made = client.post("/api/uploads", headers=head)
    url = made.headers["location"]
    assert client.patch(url, content=content, headers={**TYPE, "upload-offset": "0"}).status_code == 204
    assert "event: done" in client.get(f"{url}/events").text
    return f"/api/captures/{client.get(url).json()['id']}", made.headers.get(SECRET)


def test_only_the_secret_of_the_answer_removes_an_upload(serve: Serve, text: bytes) -> None:
    client = serve()
    made = client.post("/api/captures", content=text)
    url, secret = made.headers["location"], made.json()["secret"]
    assert is_secret(secret)
    assert made.json()["removable"] is True
    for wrong in (None, "", new_secret(), secret[:-1], f"{secret}x", holder_of(secret), "\xe9"):
        assert code(remove(client, url, wrong)) == (403, "not_yours"), wrong
    assert client.get(f"{url}/file").content == text
    assert remove(client, url, secret).status_code == 204
    assert client.get(url).status_code == 404


def test_an_upload_in_pieces_has_a_secret_too(serve: Serve, text: bytes) -> None:
    client = serve()
    url, secret = in_pieces(client, text)
    assert secret is not None
    assert code(remove(client, url, None)) == (403, "not_yours")
    assert remove(client, url, secret).status_code == 204


def test_a_secret_that_the_sender_has_already_removes_the_next_file_too(serve: Serve, text: bytes) -> None:
    client, secret = serve(), new_secret()
    made = client.post("/api/captures", content=text, headers={SECRET: secret})
    assert (made.status_code, "secret" in made.json()) == (201, False)
    more, given = in_pieces(client, gzip.compress(text), secret)
    assert given is None
    assert all(mine for _, mine in listed(client, secret)[1:])
    assert remove(client, more, secret).status_code == 204
    assert remove(client, made.headers["location"], secret).status_code == 204


@pytest.mark.parametrize("secret", ["short", "o" * 42, "o" * 44, "o" * 42 + "=", "p\xe9" * 30])
def test_a_secret_that_could_be_guessed_is_refused(serve: Serve, text: bytes, secret: str) -> None:
    client = serve()
    assert code(client.post("/api/captures", content=text, headers=own(secret))) == (400, "upload")
    assert code(client.post("/api/uploads", headers={b"upload-length": b"3", **own(secret)})) == (
        400,
        "upload",
    )
    assert len(listed(client)) == 1


@pytest.mark.parametrize("first_goes_first", [True, False])
def test_nobody_takes_away_what_somebody_else_sent(
    serve: Serve, text: bytes, *, first_goes_first: bool
) -> None:
    client = serve()
    url, first = in_pieces(client, text)
    again = client.post("/api/captures?filename=mine", content=text)
    assert (again.status_code, again.headers["location"], again.json()["removable"]) == (200, url, True)
    one, other = (first, again.json()["secret"]) if first_goes_first else (again.json()["secret"], first)
    stays = remove(client, url, one)
    assert (stays.status_code, stays.json()["removable"]) == (200, False)
    assert code(remove(client, url, one)) == (403, "not_yours")
    assert client.get(f"{url}/file").content == text
    assert remove(client, url, other).status_code == 204


def test_the_bytes_that_a_capture_takes_are_known_after_each_claim(serve: Serve, text: bytes) -> None:
    client = serve()
    library = client.app.state.mmscope.library  # type: ignore[attr-defined]
    url, _ = in_pieces(client, text)
    capture = url.rpartition("/")[2]
    secret = client.post("/api/captures", content=text).json()["secret"]
    assert library.get(capture).stored == library.store.weigh(capture)
    assert remove(client, url, secret).status_code == 200
    assert library.get(capture).stored == library.store.weigh(capture)


def test_sending_a_file_twice_with_one_secret_is_one_claim(serve: Serve, text: bytes) -> None:
    client, secret = serve(), new_secret()
    urls = {in_pieces(client, text, secret)[0] for _ in range(2)}
    assert remove(client, urls.pop(), secret).status_code == 204


def test_a_bundled_capture_stays_whoever_asks(serve: Serve, packed: bytes) -> None:
    client = serve()
    sent = client.post("/api/captures", content=packed)
    assert (sent.status_code, sent.json()["removable"], "secret" in sent.json()) == (200, False, False)
    for secret in (None, new_secret(), TOKEN):
        assert code(remove(client, "/api/captures/first", secret)) == (403, "bundled")


def test_the_administrator_removes_anything(serve: Serve, text: bytes) -> None:
    client = serve()
    url, _ = in_pieces(client, text)
    assert code(remove(client, url, TOKEN[:-1])) == (403, "not_yours")
    assert listed(client, TOKEN)[1][1] is True
    assert remove(client, url, TOKEN).status_code == 204
    sent = client.post("/api/captures", content=text, headers={SECRET: TOKEN})
    assert is_secret(sent.json()["secret"]), "the token is no secret of a file"


def test_without_a_token_nobody_is_the_administrator(serve: Serve, text: bytes) -> None:
    client = serve(admin=None)
    url, _ = in_pieces(client, text)
    for guess in ("", "None", TOKEN):
        assert code(remove(client, url, guess)) == (403, "not_yours")


def test_what_came_before_there_were_secrets_is_the_administrators(
    serve: Serve, settings: Settings, text: bytes
) -> None:
    url, secret = in_pieces(serve(), text)
    serve.stop()
    label = settings.data / url.replace("/api/", "") / "label.json"
    old = {name: value for name, value in json.loads(label.read_bytes()).items() if name != "claims"}
    label.write_text(json.dumps(old))
    made_older(settings.data / "catalogue.sqlite", "0002")
    client = serve()
    refused = remove(client, url, secret)
    assert code(refused) == (403, "not_yours")
    assert "an administrator can remove it" in refused.json()["error"]["message"]
    again = client.post("/api/captures", content=text).json()
    assert (again["removable"], "secret" in again) == (False, False), "another's claim is nobody's end"
    assert remove(client, url, TOKEN).status_code == 204


def test_the_file_of_so_many_that_not_all_can_have_a_claim(
    serve: Serve, settings: Settings, text: bytes
) -> None:
    client = serve(limits=replace(settings.limits, claims=2))
    sent = [client.post("/api/captures", content=text).json() for _ in range(3)]
    assert ["secret" in one for one in sent] == [True, True, False]
    url = f"/api/captures/{sent[0]['id']}"
    assert code(remove(client, url, sent[0]["secret"])) == (403, "not_yours")
    assert remove(client, url, TOKEN).status_code == 204


@pytest.mark.parametrize("lost", ["catalogue", "label", "damaged label"])
def test_who_may_remove_it_is_known_after_a_loss(
    serve: Serve, settings: Settings, text: bytes, lost: str
) -> None:
    client = serve()
    url, secret = in_pieces(client, text)
    other = client.post("/api/captures", content=text).json()["secret"]
    serve.stop()
    label = settings.data / url.replace("/api/", "") / "label.json"
    if lost == "catalogue":
        for part in settings.data.glob("catalogue.sqlite*"):
            part.unlink()
    elif lost == "label":
        label.unlink()
    client = serve()
    if lost == "damaged label":
        read = json.loads(label.read_bytes())
        label.write_text(json.dumps({**read, "claims": [*read["claims"], 7]}))
        for part in settings.data.glob("catalogue.sqlite*"):
            part.unlink()
        client = serve()
        assert code(remove(client, url, secret)) == (403, "not_yours")
        return
    assert len(json.loads(label.read_bytes())["claims"]) == 2
    assert remove(client, url, secret).status_code == 200
    assert remove(client, url, other).status_code == 204


@pytest.mark.parametrize("older", ["catalogue.sqlite", "label.json"])
def test_a_claim_counts_that_one_of_both_does_not_know(
    serve: Serve, settings: Settings, text: bytes, older: str
) -> None:
    """As in a copy without the catalogue's log, or a backup between two steps of a running server."""
    url, first = in_pieces(serve(), text)
    serve.stop()
    [path] = settings.data.rglob(older)
    before = path.read_bytes()
    second = serve().post("/api/captures", content=text).json()["secret"]
    serve.stop()
    path.write_bytes(before)
    client = serve()
    assert client.get(url, headers={"mmscope-secret": second}).json()["removable"]
    assert remove(client, url, first).status_code == 200
    assert client.get(f"{url}/file").content == text
    assert remove(client, url, second).status_code == 204
    serve.stop()
    assert not list(settings.data.rglob("source"))


def test_what_only_the_administrator_removes_stays_so(serve: Serve, settings: Settings, text: bytes) -> None:
    url, secret = in_pieces(serve(), text)
    serve.stop()
    [label] = settings.data.rglob("label.json")
    label.write_text(json.dumps({**json.loads(label.read_bytes()), "claims": []}))
    assert code(remove(serve(), url, secret)) == (403, "not_yours")


def test_a_file_that_is_sent_again_because_it_was_lost_keeps_its_claims(
    serve: Serve, settings: Settings, text: bytes
) -> None:
    url, first = in_pieces(serve(), text)
    source = settings.data / url.replace("/api/", "") / "source"
    source.unlink()
    client = serve()
    assert client.get(url).json()["state"] == "failed"
    second = client.post("/api/captures", content=text).json()["secret"]
    assert remove(client, url, second).status_code == 200
    assert source.read_bytes() == text
    assert remove(client, url, first).status_code == 204


def test_secrets_are_kept_nowhere(serve: Serve, settings: Settings, text: bytes) -> None:
    client = serve()
    secrets = [in_pieces(client, text)[1], client.post("/api/captures", content=text).json()["secret"]]
    kept = b"".join(tree(settings.data).values())
    assert all(holder_of(str(one)).encode() in kept for one in secrets)
    assert not any(str(one).encode() in kept for one in [*secrets, TOKEN])
    assert TOKEN not in repr(client.app.state.mmscope.library.settings)  # type: ignore[attr-defined]


def test_the_list_of_uploads_is_for_those_who_sent_them(serve: Serve, text: bytes) -> None:
    client = serve(lists=False)
    url, secret = in_pieces(client, text)
    capture = url.rpartition("/")[2]
    assert listed(client) == listed(client, new_secret()) == [("first", False)]
    assert listed(client, str(secret)) == [("first", False), (capture, True)]
    assert listed(client, TOKEN) == [("first", False), (capture, True)]
    shared = client.get(url)
    assert (shared.status_code, shared.json()["removable"]) == (200, False), "a link is there to be shared"
    assert SECRET in shared.headers["vary"]
    client = serve(lists=True)
    assert listed(client) == [("first", False), (capture, False)]


def test_the_command_removes_whatever_it_is_told(
    serve: Serve,
    settings: Settings,
    text: bytes,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    client = serve()
    url, _ = in_pieces(client, text)
    capture = url.rpartition("/")[2]
    monkeypatch.setenv("MMSCOPE_ROOT", str(settings.root))
    monkeypatch.setenv("MMSCOPE_DATA", str(settings.data))
    assert main(["remove", capture]) == 3
    assert "in use by another mmscope server" in capsys.readouterr().err
    serve.stop()
    assert main(["remove", capture, "u-nosuch", "first"]) == 1
    out, err = capsys.readouterr()
    assert out == f"removed {capture}\n"
    assert "no capture 'u-nosuch'" in err
    assert "'first' comes with mmscope" in err
    assert listed(serve(), TOKEN) == [("first", False)]


HOLDERS = st.lists(st.sampled_from("abcdef").map(holder_of), unique=True)


@given(HOLDERS, st.none() | st.sampled_from("abcdef").map(holder_of), st.integers(1, 6))
def test_whoever_sends_a_file_has_a_claim_or_nobody_has(
    claims: list[str], holder: str | None, most: int
) -> None:
    found = joined(claims or None, holder, most)
    assert found == [] or (holder and holds(found, holder) and set(claims) <= set(found))
    assert len(found) == len(set(found)) <= most
    assert joined([], holder, most) == []


def test_secrets_are_all_different_and_of_one_form() -> None:
    made = [new_secret() for _ in range(1000)]
    assert len(set(made)) == 1000
    assert all(map(is_secret, made))
    assert not is_secret(f"{made[0]}\n")
