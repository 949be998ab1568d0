"""Different files whose ids would be the same: none takes another's place, whatever happens meanwhile."""

import gzip
import hashlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from conftest import ModelRun
from cuts import Cut
from mmscope.api import create_app
from mmscope.captures import (
    CaptureError,
    Entry,
    Library,
    Uploads,
    holder_of,
    new_secret,
    restore,
)
from mmscope.captures import (
    backup as make_backup,
)
from mmscope.captures.backups import backup
from mmscope.captures.library import label
from mmscope.cli import main
from mmscope.settings import Settings
from support import tree, wait_until
from test_library import take_in
from test_owners import in_pieces, own, remove
from test_recovery import drop_catalogue

Reopen = Callable[[], Library]


@pytest.fixture(autouse=True)
def short_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids of one digit of the checksum, so that files with the same one are soon found."""
    for name in ("NEW_DIGITS", "LEAST_DIGITS"):
        monkeypatch.setattr(label, name, 1)


@pytest.fixture(scope="session")
def alike(run_model: ModelRun) -> list[bytes]:
    """Captures whose checksums begin with the same digit and go on with different ones."""
    text = b"".join(run_model("two-nodes", stop_decisions=20).write())
    found = dict[str, bytes]()
    for number in count():
        content = text.replace(b'"source":"model"', b'"source":"model","title":"number %d"' % number)
        digits = hashlib.sha256(content).hexdigest()
        if digits[0] == "a":
            found.setdefault(digits[1], content)
        if len(found) == 4:
            return list(found.values())
    raise AssertionError


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def ids(files: Sequence[bytes]) -> list[str]:
    """What they get when they come in this order."""
    return [f"u-{sha256(file)[: 2 if number else 1]}" for number, file in enumerate(files)]


def whole(library: Library, capture_id: str, content: bytes) -> None:
    """The file is there, with everything that belongs to it and nothing of another."""
    entry = library.get(capture_id)
    assert (entry.state, entry.sha256) == ("ready", sha256(content))
    assert library.file(entry).read_bytes() == content
    beside = label.Label.read(library.store.capture(capture_id))
    assert beside is not None
    assert (beside.sha256, sorted(beside.claims)) == (entry.sha256, library.catalogue.claims(capture_id))
    title = library.read_derived(capture_id, "capture.json")["manifest"]["title"]
    assert entry.title == title
    assert f'"{title}"'.encode() in content
    assert entry.stored == library.store.weigh(capture_id)


def all_whole(reopen: Reopen, files: Sequence[bytes], names: Sequence[str] | None = None) -> None:
    """After a start, under these ids and no others."""
    with closing(reopen()) as library:
        library.catch_up()
        there = [entry.id for entry in library.catalogue.of_origin("upload")]
        assert sorted(there) == sorted(names or ids(files))
        for name, content in zip(names or ids(files), files, strict=True):
            whole(library, name, content)


@pytest.fixture
def client(reopen: Reopen) -> Iterator[TestClient]:
    """A client without a secret."""
    with TestClient(create_app(reopen())) as client:
        yield client


def library_of(client: TestClient) -> Library:
    library: Library = client.app.state.mmscope.library  # type: ignore[attr-defined]
    return library


def in_one(client: TestClient, content: bytes, secret: str | None = None) -> tuple[str, str | None]:
    """Send a file in one request; as in_pieces()."""
    made = client.post("/api/captures", content=content, headers=own(secret))
    assert made.status_code in {200, 201}, made.text
    return made.headers["location"], made.json().get("secret")


@pytest.mark.parametrize("send", [in_one, in_pieces])
def test_each_has_its_own_place_and_its_own_sender(
    client: TestClient, alike: list[bytes], send: Callable[..., tuple[str, str]]
) -> None:
    sent = [send(client, content) for content in alike[:3]]
    assert [url.rpartition("/")[2] for url, _ in sent] == ids(alike[:3])
    for content, (url, _) in zip(alike, sent, strict=False):
        whole(library_of(client), url.rpartition("/")[2], content)
        assert client.get(f"{url}/file").content == content
        assert send(client, content, new_secret())[0] == url, "the same file again is the same capture"
    first, second, third = sent
    assert remove(client, first[0], second[1]).status_code == 403
    assert remove(client, second[0], second[1]).status_code == 200, "the one who sent it again has it still"
    assert client.get(f"{first[0]}/file").content == alike[0]
    assert client.get(f"{third[0]}/file").content == alike[2]


def test_one_that_goes_leaves_the_others(client: TestClient, alike: list[bytes]) -> None:
    (first, secret), (second, _) = (in_one(client, content) for content in alike[:2])
    assert remove(client, first, secret).status_code == 204
    assert client.get(first).status_code == 404
    assert client.get(f"{second}/file").content == alike[1]
    assert in_one(client, alike[1])[0] == second
    assert in_one(client, alike[0])[0] == first


def test_all_at_once(client: TestClient, alike: list[bytes]) -> None:
    """Each from two senders, in both ways."""
    sends = [partial(send, client, content) for content in alike for send in (in_one, in_pieces)]
    with ThreadPoolExecutor(len(sends)) as pool:
        urls = [each.result()[0] for each in [pool.submit(send) for send in sends]]
    assert len(set(urls)) == len(alike)
    for at, content in enumerate(alike):
        assert urls[2 * at] == urls[2 * at + 1]
        whole(library_of(client), urls[2 * at].rpartition("/")[2], content)


def test_where_no_id_is_left_the_file_is_refused(
    client: TestClient, alike: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, _ = in_one(client, alike[0])
    monkeypatch.setattr(label, "MOST_DIGITS", 1)
    before = tree(library_of(client).store.captures)
    refused = client.post("/api/captures", content=alike[1])
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "taken")
    assert "another file has the id" in refused.json()["error"]["message"]
    made = client.post("/api/uploads", headers={"upload-length": str(len(alike[1]))}).headers["location"]
    kind = {"content-type": "application/offset+octet-stream", "upload-offset": "0"}
    client.patch(made, content=alike[1], headers=kind)
    wait_until(lambda: client.get(made).json()["state"] == "failed")
    assert client.get(made).json()["error"]["code"] == "taken"
    assert tree(library_of(client).store.captures) == before
    assert client.get(f"{url}/file").content == alike[0]


def test_what_stands_there_unlisted_stays(library: Library, alike: list[bytes]) -> None:
    """A folder that somebody copied there while the server runs, or one of a disk that failed."""
    folder = library.store.captures / ids(alike)[0]
    folder.mkdir()
    (folder / "source").write_bytes(alike[1])
    assert take_in(library, alike[0])[0].id == f"u-{sha256(alike[0])[:2]}"
    assert (folder / "source").read_bytes() == alike[1]


@pytest.mark.parametrize("lost", ["catalogue", "labels too"])
def test_a_lost_catalogue_is_made_again(
    reopen: Reopen, settings: Settings, alike: list[bytes], lost: str
) -> None:
    with closing(reopen()) as library:
        for content in alike:
            take_in(library, content)
    drop_catalogue(settings.data)
    if lost == "labels too":
        for path in settings.data.glob("captures/*/label.json"):
            path.unlink()
    all_whole(reopen, alike)
    with closing(reopen()) as library:
        for content in alike:
            assert not take_in(library, content)[1]
    all_whole(reopen, alike)


@pytest.mark.parametrize("lost", ["nothing", "catalogue"])
@pytest.mark.parametrize("way", ["in one request", "resumable"])
def test_a_power_cut_while_the_second_comes(
    reopen: Reopen, settings: Settings, alike: list[bytes], tmp_path: Path, cut: Cut, way: str, lost: str
) -> None:
    first, second = alike[:2]
    names = ids(alike[:2])

    def send(library: Library) -> None:
        if way == "in one request":
            take_in(library, second)
            return
        uploads = Uploads(library)
        upload = uploads.create("x", len(second), None)
        with uploads.appending(upload.token, 0, None) as to:
            to.write(second)
            to.commit()
        uploads._read(upload)  # as its thread does  # noqa: SLF001

    with closing(reopen()) as library:
        library.catch_up()
        take_in(library, first)
    shutil.copytree(settings.data, tmp_path / "before")
    for step in count(1):
        shutil.rmtree(settings.data)
        shutil.copytree(tmp_path / "before", settings.data)
        with closing(reopen()) as library:
            ended = cut.ends(step, send, library)
        if lost == "catalogue":
            drop_catalogue(settings.data)
        with closing(reopen()) as library:
            library.catch_up()
            there = {entry.id for entry in library.catalogue.of_origin("upload")}
            assert {names[0]} <= there <= set(names)
            for name in there:
                whole(library, name, first if name == names[0] else second)
            uploads = Uploads(library)
            uploads.start()
            wait_until(lambda: not uploads.count().keys() - {"done", "receiving"})  # noqa: B023
            uploads.close()
            assert take_in(library, second)[0].id == names[1]
            whole(library, names[0], first)
            whole(library, names[1], second)
        if ended:
            assert step > 3, "nothing was cut"
            return


def test_a_backup_brings_both_back(
    reopen: Reopen,
    settings: Settings,
    alike: list[bytes],
    tmp_path: Path,
    library_at: Callable[[Path], Library],
) -> None:
    with closing(reopen()) as library:
        for content in alike:
            take_in(library, content)
    made = make_backup(settings.data, tmp_path / "b.tar")
    assert made.problems == []
    restore(made.path, tmp_path / "back")
    all_whole(lambda: library_at(tmp_path / "back"), alike)
    drop_catalogue(tmp_path / "back")
    all_whole(lambda: library_at(tmp_path / "back"), alike)


@pytest.fixture
def library_at(settings: Settings, reopen: Reopen) -> Callable[[Path], Library]:
    """Open another data folder."""
    with closing(reopen()) as library:
        modules = library.core, library.trace
    return lambda data: Library(replace(settings, data=data), *modules)


def test_a_backup_of_a_moment_in_which_one_takes_the_id_of_another(
    reopen: Reopen,
    settings: Settings,
    alike: list[bytes],
    tmp_path: Path,
    library_at: Callable[[Path], Library],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It copies the catalogue first: that lists the one, and the folder has the other."""
    with closing(reopen()) as library:
        first = take_in(library, alike[0])[0]

        uploads = backup._Making._uploads  # noqa: SLF001

        def swapped(this: backup._Making) -> None:
            library.remove(first.id)
            assert take_in(library, alike[1])[0].id == first.id
            uploads(this)

        monkeypatch.setattr(backup._Making, "_uploads", swapped)  # noqa: SLF001
        made = make_backup(settings.data, tmp_path / "b.tar")
    assert made.problems == []
    assert made.notes == [f"captures/{first.id} was removed while the backup was made: left out"]
    restore(made.path, tmp_path / "back")
    all_whole(lambda: library_at(tmp_path / "back"), [alike[1]])


HOLDER = holder_of("theirs")


@pytest.fixture
def replaced(reopen: Reopen, alike: list[bytes]) -> Entry:
    """As a version left it that compared ids alone: the row is the first file's, the folder the second's."""
    with closing(reopen()) as library:
        library.catch_up()
        first, second = (take_in(library, content)[0] for content in alike[:2])
        library.catalogue.put(replace(second), [HOLDER])
        label.Label.of(second, [HOLDER]).write(library.store.capture(second.id))
        library.catalogue.remove(second.id)
        shutil.rmtree(library.store.capture(first.id))
        library.store.capture(second.id).rename(library.store.capture(first.id))
    return first


def parted(reopen: Reopen, entry: Entry, alike: list[bytes], claims: list[str]) -> None:
    """The second has an id of its own, and the first can be sent again."""
    name = f"u-{sha256(alike[1])[:2]}"
    with closing(reopen()) as library:
        library.catch_up()
        whole(library, name, alike[1])
        assert library.catalogue.claims(name) == claims
        with pytest.raises(CaptureError, match="upload it again"):
            library.ready(entry.id)
        assert take_in(library, alike[0])[0].id == entry.id
    all_whole(reopen, alike[:2], [entry.id, name])


def test_one_that_was_put_in_the_place_of_another_is_found_at_a_start(
    reopen: Reopen, alike: list[bytes], replaced: Entry, caplog: pytest.LogCaptureFixture
) -> None:
    parted(reopen, replaced, alike, [HOLDER])
    assert f"captures/{replaced.id} holds another file than the catalogue lists" in caplog.text


def test_a_power_cut_while_they_are_parted(
    reopen: Reopen, settings: Settings, alike: list[bytes], replaced: Entry, tmp_path: Path, cut: Cut
) -> None:
    shutil.copytree(settings.data, tmp_path / "before")
    for step in count(1):
        shutil.rmtree(settings.data)
        shutil.copytree(tmp_path / "before", settings.data)
        ended = cut.ends(step, lambda: reopen().close())
        parted(reopen, replaced, alike, [HOLDER])
        if ended:
            assert step > 3, "nothing was cut"
            return


def doctor(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    status = main(["doctor", *options])
    return status, capsys.readouterr().out


@pytest.mark.parametrize("its_label", ["its own", "the first's", "none"])
def test_the_doctor_parts_them(
    reopen: Reopen,
    settings: Settings,
    alike: list[bytes],
    replaced: Entry,
    its_label: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("MMSCOPE_ROOT", str(settings.root))
    monkeypatch.setenv("MMSCOPE_DATA", str(settings.data))
    folder = settings.data / "captures" / replaced.id
    if its_label == "the first's":
        label.Label.of(replaced, []).write(folder)
    elif its_label == "none":
        (folder / "label.json").write_text("{}")
    before = tree(settings.data / "captures")
    status, given = doctor(capsys, "--deep")
    assert (status, given.count("holds another file than the catalogue lists")) == (1, 1)
    assert "doctor --mend gives that file an id of its own" in given
    assert tree(settings.data / "captures") == before
    assert doctor(capsys, "--deep", "--mend")[0] == 0
    parted(reopen, replaced, alike, [HOLDER] if its_label == "its own" else [])
    assert "problems=0" in doctor(capsys, "--deep")[1]


def test_the_first_sent_again_replaces_nothing(reopen: Reopen, alike: list[bytes], replaced: Entry) -> None:
    """Also where no label says yet whose file stands there."""
    with closing(reopen()) as library:
        library.start()
        second = library.catalogue.by_content(sha256(alike[1]))
        assert second is not None
        library.store.rename(second.id, replaced.id)
        library.catalogue.remove(second.id)
        label.Label.of(replaced, []).write(library.store.capture(replaced.id))
        assert take_in(library, alike[0])[0].id == replaced.id
        whole(library, replaced.id, alike[0])
        wait_until(lambda: not library.catalogue.behind(library.fingerprint))
    all_whole(reopen, alike[:2])


def test_a_file_of_an_older_version_keeps_its_id(
    reopen: Reopen, settings: Settings, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    with monkeypatch.context() as patch, closing(reopen()) as library:
        patch.setattr(label, "NEW_DIGITS", 16)
        old, _ = take_in(library, text)
        assert old.id == f"u-{sha256(text)[:16]}"
    other = gzip.compress(text, 3)
    for loss in (False, True):
        if loss:
            drop_catalogue(settings.data)
        with closing(reopen()) as library:
            library.catch_up()
            again, is_new = take_in(library, text)
            assert (again.id, is_new) == (old.id, False)
            assert take_in(library, other)[0].id == f"u-{sha256(other)[:32]}"
    with suppress(FileNotFoundError):
        (settings.data / "captures" / old.id / "source").unlink()
    with closing(reopen()) as library:
        assert take_in(library, text)[0].id == old.id, "its link opens it again"
