"""Where things are and how much they may take: read from the environment once, at start."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mmscope.bounds import PACKED_RATIO, PACKED_STRETCH, PLAIN

MIB = 1 << 20
GIB = 1 << 30


class SettingsError(ValueError):
    """A setting cannot be used; the text names the variable and the reason."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of everything that comes from outside. Sizes in bytes, times in seconds."""

    upload: int = 256 * MIB  # a file as it arrives in one request, usually compressed
    resumable: int = 8 * GIB  # a file that arrives in many
    uploads: int = 16  # of those under way at a time
    upload_seconds: float = 7 * 86400.0  # an upload to which nothing was added for so long is forgotten
    plain: int = PLAIN  # the same file with gzip or zstd undone
    ratio: int = PACKED_RATIO  # plain bytes per stored byte, in any stretch
    stretch: int = PACKED_STRETCH  # of so many plain bytes
    events: int = 4 << 20  # in one capture
    core_memory: int = GIB  # of one instance of the core
    capture_seconds: float = 120.0  # the core's time for one capture
    slowest: int = MIB  # bytes of its file a second: a reading of less, and of more than that time, is ended
    trace_seconds: float = 900.0  # the trace reader's time for one capture of another tool
    captures: int = 10_000  # in the catalogue
    store: int = 64 * GIB  # files in the data folder
    spare: int = 256 * MIB  # of the disk that stay free; of a small disk, a 20th
    replays: int = 4  # open at a time

    def seconds(self, size: int) -> float:
        """How long the reading of a file of so many bytes may take, whatever is in it."""
        return self.capture_seconds + size / self.slowest


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a server or a command needs to know about its surroundings."""

    root: Path  # the folder that holds datasets/, frontend/ and wasm-core/
    data: Path  # what the server keeps; created at start
    host: str = "127.0.0.1"
    port: int = 8000
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")  # accepted in the Host header
    limits: Limits = Limits()

    @property
    def core(self) -> Path:
        """The policy core."""
        return self.root / "wasm-core" / "dist" / "mmscope.wasm"

    @property
    def trace(self) -> Path:
        """The reader of other tools' traces."""
        return self.root / "wasm-core" / "dist" / "mmtrace.wasm"

    @property
    def bundled(self) -> Path:
        """Captures that come with the project."""
        return self.root / "datasets" / "captures"

    @property
    def published(self) -> Path:
        """The tables of the source documents."""
        return self.root / "datasets" / "published"

    @property
    def scenarios(self) -> Path:
        """What the model can run."""
        return self.root / "datasets" / "scenarios"

    @property
    def frontend(self) -> Path:
        """The built front end."""
        return self.root / "frontend" / "dist"


def load(env: Mapping[str, str] | None = None) -> Settings:
    """Settings from the environment (default: this process's).

    MMSCOPE_ROOT, MMSCOPE_DATA: folders. MMSCOPE_HOST, PORT: where to listen. MMSCOPE_HOSTS: names
    accepted in the Host header, comma separated, beside the loopback ones. MMSCOPE_MAX_UPLOAD,
    MMSCOPE_MAX_RESUMABLE, MMSCOPE_MAX_PLAIN: bytes. MMSCOPE_CAPTURE_SECONDS: time for one capture.
    Raises SettingsError.
    """
    env = os.environ if env is None else env
    root = _folder(env, "MMSCOPE_ROOT") or _find_root()
    usual = Settings(root=root, data=_folder(env, "MMSCOPE_DATA") or _default_data(root))
    more = tuple(name.strip().lower() for name in env.get("MMSCOPE_HOSTS", "").split(",") if name.strip())
    limits = Limits(
        upload=_number(env, "MMSCOPE_MAX_UPLOAD", usual.limits.upload, 1, 1 << 40),
        resumable=_number(env, "MMSCOPE_MAX_RESUMABLE", usual.limits.resumable, 1, 1 << 40),
        plain=_number(env, "MMSCOPE_MAX_PLAIN", usual.limits.plain, 1, 1 << 40),
        capture_seconds=_number(env, "MMSCOPE_CAPTURE_SECONDS", 120, 1, 86400),
    )
    return Settings(
        root=root,
        data=usual.data,
        host=env.get("MMSCOPE_HOST", usual.host),
        port=_number(env, "PORT", usual.port, 0, 65535),
        hosts=usual.hosts + more,
        limits=limits,
    )


def _number(env: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    text = env.get(name, "")
    if not text:
        return usual
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise SettingsError(f"{name} is {text!r}, but must be a number from {least} to {most}")
    return int(text)


def _folder(env: Mapping[str, str], name: str) -> Path | None:
    text = env.get(name, "")
    return Path(text).expanduser().absolute() if text else None


def _find_root() -> Path:
    """The checkout this package runs from, else the working folder."""
    for folder in Path(__file__).absolute().parents:
        if (folder / "wasm-core" / "dist").is_dir():
            return folder
    return Path.cwd()


def _default_data(root: Path) -> Path:
    """Beside a checkout that can be written to, else in the user's own folder."""
    if (root / "Makefile").is_file() and os.access(root, os.W_OK):
        return root / ".data"
    return Path.home() / ".local" / "share" / "mmscope"
