"""What goes on when a kill comes: each scene kills once, and says what it found afterwards."""

import os
import random
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from kill_uploads import BrokenError, LostError, Upload, check, text
from mmscope.captures import BackupError, backup, restore
from mmscope.settings import Settings
from support import Server, fill, tree, wait_until

BULK = 24 << 20  # bytes that make backup and restore last
_numbers = count(1)


@dataclass
class Stage:
    """A server on a data folder, and the captures it must have."""

    settings: Settings
    chance: random.Random
    events: int
    known: dict[str, bytes] = field(default_factory=dict)
    sending: float = 0.1  # seconds that an upload takes to be sent,
    reading: float = 0.1  # and to be read
    server: Server = field(init=False)

    def __post_init__(self) -> None:
        """Start the server and give it a first capture, which shows how long that takes."""
        self.server = Server(self.settings, MMSCOPE_LIST_UPLOADS="on")
        first = self.upload()
        first.join()
        assert first.capture is not None
        assert first.sent is not None
        assert first.read is not None
        self.sending, self.reading = first.sent - first.began, first.read - first.sent
        self.known[first.capture] = first.content

    @property
    def data(self) -> Path:
        """Its data folder."""
        return self.settings.data

    def upload(self, *, may_be_full: bool = False) -> Upload:
        """A new file on its way."""
        return Upload(self.server, text(next(_numbers), self.events), may_be_full=may_be_full)

    def pause(self, seconds: float) -> None:
        """Some of these seconds."""
        threading.Event().wait(self.chance.uniform(0, seconds))

    def start(self) -> None:
        """Start the server again."""
        self.server = Server(self.settings, MMSCOPE_LIST_UPLOADS="on")

    def end(self) -> None:
        """End the server."""
        self.server.kill()

    def verify(self, upload: Upload | None = None) -> None:
        """All is there, the upload too; that one is removed again."""
        known = dict(self.known)
        if upload is not None:
            upload.after(self.server)
            if upload.capture is not None:
                known[upload.capture] = upload.content
        check(self.server, self.data, known)
        for name in known.keys() - self.known.keys():
            answer = self.server.http.delete(f"/api/captures/{name}")
            if answer.status_code != 204:
                raise BrokenError(f"{name} cannot be removed: {answer.status_code}")


Scene = Callable[[Stage], None]


def sending(stage: Stage) -> None:
    """The server, while a file is sent."""
    _kill_within(stage, stage.upload(), stage.sending)


def reading(stage: Stage) -> None:
    """The server, while a file is read."""
    upload = stage.upload()
    wait_until(upload.is_sent)
    _kill_within(stage, upload, stage.reading)


def _kill_within(stage: Stage, upload: Upload, seconds: float) -> None:
    """Kill the server at a moment of what takes so long; then the upload is whole."""
    stage.pause(1.1 * seconds)
    stage.server.kill()
    upload.join()
    stage.start()
    stage.verify(upload)


def removing(stage: Stage) -> None:
    """The server, while a capture is removed: it is there or it is not."""
    upload = stage.upload()
    upload.join()
    assert upload.capture is not None
    url = f"/api/captures/{upload.capture}"
    http = stage.server.http

    def remove() -> None:
        try:
            http.delete(url)
        except Exception:  # noqa: BLE001  # killed, and its client closed
            return

    thread = threading.Thread(target=remove)
    thread.start()
    stage.pause(0.02)
    stage.server.kill()
    thread.join()
    stage.start()
    there = stage.server.http.get(url).status_code
    if there not in {200, 404}:
        raise BrokenError(f"a capture that was being removed answers {there}")
    wait_until(lambda: stage.server.http.get("/api/health").json()["pending"] == 0)
    if there == 200:
        stage.server.http.delete(url)
    stage.verify()


def command(settings: Settings, *arguments: str) -> "subprocess.Popen[bytes]":
    """A command of mmscope, at work."""
    env = {**os.environ, "MMSCOPE_ROOT": str(settings.root), "MMSCOPE_DATA": str(settings.data)}
    return subprocess.Popen(
        [sys.executable, "-m", "mmscope", *arguments],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def bulk(stage: Stage) -> None:
    """Something to copy."""
    aside = stage.data / "aside" / "bulk"
    aside.parent.mkdir(exist_ok=True)
    aside.write_bytes(bytes(BULK))


def backing_up(stage: Stage) -> None:
    """The backup, or the server under it, while a file is sent: a backup with its name is whole."""
    bulk(stage)
    out = stage.data.parent / "backups"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    upload = stage.upload()
    made = command(stage.settings, "backup", "-o", str(out))
    wait_until(lambda: any(out.iterdir()) or made.poll() is not None)
    stage.pause(0.4)
    ends_backup = stage.chance.random() < 0.5
    if ends_backup:
        made.send_signal(signal.SIGKILL)
    else:
        stage.server.kill()
    made.wait()
    if not ends_backup and made.returncode != 0:
        raise BrokenError(f"a backup ended with {made.returncode} because the server was killed")
    found = list(out.glob("*.tar"))
    if not found and not ends_backup:
        raise BrokenError("a backup said that it was made, and is not there")
    for path in found:
        back = stage.data.parent / "back"
        shutil.rmtree(back, ignore_errors=True)
        _same(stage, restore, path, back)
    if ends_backup:
        stage.server.kill()
    upload.join()
    stage.start()
    stage.verify(upload)


def _same(stage: Stage, put: Callable[[Path, Path], object], path: Path, back: Path) -> None:
    """Put a backup back: all known captures are in it."""
    try:
        put(path, back)
    except BackupError as error:
        raise BrokenError(f"a backup under its own name is not whole: {error}") from error
    for name, content in stage.known.items():
        source = back / "captures" / name / "source"
        if not source.is_file() or source.read_bytes() != content:
            raise LostError(f"{name} is not in the backup")


def restoring(stage: Stage) -> None:
    """The restore: no server starts on half of it, and the next restore brings all."""
    bulk(stage)
    back = stage.data.parent / "back"
    path = stage.data.parent / "kept.tar"
    for old in (back, path):
        shutil.rmtree(old, ignore_errors=True)
    path.unlink(missing_ok=True)
    made = backup(stage.data, path)
    expected = _listed(path)
    work = command(stage.settings, "restore", str(made.path), "-o", str(back))
    wait_until(lambda: (back / ".restoring").exists() or work.poll() is not None)
    stage.pause(0.3)
    work.send_signal(signal.SIGKILL)
    work.wait()
    half = (back / ".restoring").exists()
    if half or not (back / "catalogue.sqlite").exists():
        if half:
            _refuses(replace(stage.settings, data=back))
        _same(stage, restore, path, back)
    if not expected <= set(tree(back)):
        raise LostError("a restore left something out")
    stage.verify()


def _listed(path: Path) -> set[str]:
    with tarfile.open(path) as tar:
        return {info.name.partition("/")[2] for info in tar} - {"manifest.json"}


def _refuses(settings: Settings) -> None:
    try:
        Server(settings).kill()
    except AssertionError as error:
        if "run `mmscope restore` again" not in str(error):
            raise BrokenError(f"a server on half a restore said: {error}") from error
    else:
        raise BrokenError("a server started on half a restore")


def damaged(stage: Stage) -> None:
    """The server, and then files go missing or tear: a start, or the doctor, brings all back."""
    stage.server.kill()
    harm = stage.chance.choice([_no_catalogue, _no_log, _no_derived, _torn, _no_label, _bad_catalogue])
    harm(stage)
    work = command(stage.settings, "doctor", "--deep", "--mend")
    if harm in {_torn, _bad_catalogue} and work.wait() != 0:
        raise BrokenError(f"the doctor could not mend {harm.__name__}")
    work.send_signal(signal.SIGKILL)  # at any moment, where a start does the same
    work.wait()
    stage.start()
    stage.verify()


def _no_catalogue(stage: Stage) -> None:
    for part in stage.data.glob("catalogue.sqlite*"):
        part.unlink()


def _bad_catalogue(stage: Stage) -> None:
    (stage.data / "catalogue.sqlite").write_bytes(stage.chance.randbytes(5000))


def _no_log(stage: Stage) -> None:
    for part in stage.data.glob("catalogue.sqlite-*"):
        part.unlink()


def _any(stage: Stage, pattern: str) -> Path:
    return stage.chance.choice(sorted((stage.data / "captures").glob(pattern)))


def _no_derived(stage: Stage) -> None:
    shutil.rmtree(_any(stage, "*/*/"))


def _torn(stage: Stage) -> None:
    path = _any(stage, "*/*/*")
    os.truncate(path, stage.chance.randrange(path.stat().st_size))


def _no_label(stage: Stage) -> None:
    _any(stage, "*/label.json").unlink()


def missing(stage: Stage) -> None:
    """The server, and a capture's file is gone: it is said, and sending it again brings it back."""
    stage.server.kill()
    name, content = stage.chance.choice(sorted(stage.known.items()))
    shutil.rmtree(stage.data / "captures" / name)
    stage.start()
    wait_until(lambda: stage.server.http.get("/api/health").json()["pending"] == 0)
    answer = stage.server.http.get(f"/api/captures/{name}/file")
    if answer.status_code != 410:
        raise BrokenError(f"a capture whose file is gone answers {answer.status_code}")
    again = Upload(stage.server, content)
    again.join()
    if again.capture != name:
        raise BrokenError(f"the same file sent again became {again.capture}")
    stage.verify()


def full(stage: Stage) -> None:
    """The server on a disk that fills up while a file is sent or read."""
    upload = stage.upload(may_be_full=True)
    stage.pause(stage.sending)
    filler = fill(stage.data.parent, left=stage.chance.choice([0, 16 << 10, 1 << 20]))
    stage.pause(stage.sending + stage.reading)
    stage.server.kill()
    upload.join()
    if stage.chance.random() < 0.5:
        try:
            stage.start()
        except AssertionError as error:
            if "is full" not in str(error):
                raise BrokenError(f"on a full disk the start said: {error}") from error
        else:
            if stage.server.http.get("/api/health/live").status_code != 200:
                raise BrokenError("on a full disk it does not answer")
            stage.server.kill()
    filler.unlink()
    stage.start()
    stage.verify(upload)
