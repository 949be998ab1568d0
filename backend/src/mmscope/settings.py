"""Where things are and how much they may take: read from the environment once, at start."""

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from mmscope.bounds import PACKED_RATIO, PACKED_STRETCH, PLAIN

MIB = 1 << 20
GIB = 1 << 30


class SettingsError(ValueError):
    """A setting cannot be used; the text names the variable and the reason."""


_UNITS = {"": 1, "K": 1 << 10, "M": MIB, "G": GIB}


def _in_units(number: int) -> str:
    """As `_number` reads it: 256M."""
    for unit in ("G", "M", "K"):
        if number and number % _UNITS[unit] == 0:
            return f"{number // _UNITS[unit]}{unit}"
    return str(number)


def _limit(variable: str, usual: int, meaning: str, least: int = 1, most: int = 1 << 40) -> Any:  # noqa: ANN401
    """A limit: the variable that sets it, its usual value and what it bounds, for `mmscope serve --help`."""
    return field(
        default=usual,
        metadata={"limit": Variable(variable, meaning, _in_units(usual)), "range": (usual, least, most)},
    )


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable that is read at start."""

    name: str
    meaning: str  # what it sets, and its unit
    usual: str = ""  # where nothing is set


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of everything that comes from outside. Sizes in bytes, times in seconds."""

    upload: int = _limit("MMSCOPE_MAX_UPLOAD", 256 * MIB, "bytes of a file sent in one request")
    resumable: int = _limit("MMSCOPE_MAX_RESUMABLE", 8 * GIB, "bytes of a file sent in several requests")
    uploads: int = _limit("MMSCOPE_MAX_UPLOADS", 16, "files being received at a time", most=10_000)
    slowest_upload: int = _limit(
        "MMSCOPE_SLOWEST_UPLOAD", 8 << 10, "bytes a second at which a file must come on average", 0
    )
    upload_window: int = _limit(
        "MMSCOPE_UPLOAD_WINDOW", 60, "seconds over which this average is taken", most=86400
    )
    slow_upload: int = _limit(
        "MMSCOPE_SLOW_UPLOAD",
        64 << 10,
        "bytes a second; where too many files come, a slower one gives way",
        0,
    )
    upload_records: int = _limit(
        "MMSCOPE_MAX_UPLOAD_RECORDS", 4000, "resumable uploads known, ended ones included", most=1_000_000
    )
    upload_seconds: int = _limit(
        "MMSCOPE_UPLOAD_SECONDS",
        7 * 86400,
        "an upload that nothing was added to for so long is dropped",
        most=10 * 366 * 86400,
    )
    listeners: int = _limit(
        "MMSCOPE_MAX_LISTENERS", 400, "streams of uploads' events at a time", most=100_000
    )
    upload_listeners: int = _limit("MMSCOPE_UPLOAD_LISTENERS", 16, "of them, of one upload", most=100_000)
    plain: int = _limit("MMSCOPE_MAX_PLAIN", PLAIN, "bytes of a file once unpacked")
    ratio: int = PACKED_RATIO  # plain bytes per stored byte, in any stretch: the browser has the same
    stretch: int = PACKED_STRETCH  # of so many plain bytes
    events: int = _limit(
        "MMSCOPE_MAX_EVENTS", 4 * MIB, "events in one capture of mmscope-trace", most=1 << 28
    )
    core_memory: int = _limit(
        "MMSCOPE_CORE_MEMORY", GIB, "bytes of one instance of the core", least=64 * MIB, most=4 * GIB
    )
    capture_seconds: float = _limit(
        "MMSCOPE_CAPTURE_SECONDS", 120, "the core's time for one capture", most=86400
    )
    slowest: int = _limit("MMSCOPE_SLOWEST_READ", MIB, "bytes a second by which that time is extended")
    trace_seconds: int = _limit(
        "MMSCOPE_TRACE_SECONDS", 900, "the trace reader's time for one capture of another tool", most=86400
    )
    captures: int = _limit("MMSCOPE_MAX_CAPTURES", 10_000, "captures in all")
    store: int = _limit("MMSCOPE_MAX_STORE", 64 * GIB, "bytes of all captures and uploads on disk")
    share: int = _limit(
        "MMSCOPE_SHARE",
        10,
        "one person may have one in so many of captures, bytes, rooms and places in a queue",
        most=1000,
    )
    readings: int = _limit("MMSCOPE_MAX_READINGS", 2, "files read in at a time, one of each person", most=100)
    searches: int = _limit("MMSCOPE_MAX_SEARCHES", 2, "searches at a time, one of each person", most=100)
    waiting: int = _limit(
        "MMSCOPE_MAX_WAITING", 200, "requests that wait for a search, and so many for a reading", most=100_000
    )
    claims: int = _limit(
        "MMSCOPE_MAX_CLAIMS", 64, "who may remove a file that several sent; of more, only the administrator"
    )
    spare: int = _limit("MMSCOPE_SPARE", 256 * MIB, "bytes of the disk left free; of a small disk, a 20th", 0)
    replays: int = _limit("MMSCOPE_MAX_REPLAYS", 16, "captures open to be stepped through at a time")
    replay_memory: int = _limit(
        "MMSCOPE_REPLAY_MEMORY", GIB, "bytes of memory for them; a single one may take more", least=64 * MIB
    )
    replay_keep: float = _limit(
        "MMSCOPE_REPLAY_KEEP", 60, "seconds one stays open after the last question", 0, 86400
    )
    rooms: int = _limit("MMSCOPE_MAX_ROOMS", 200, "live rooms at a time", most=100_000)
    room_members: int = _limit("MMSCOPE_ROOM_MEMBERS", 1000, "in one room at a time", most=10_000)
    room_connections: int = _limit(
        "MMSCOPE_MAX_ROOM_CONNECTIONS",
        3000,
        "connections to rooms at a time, which count apart",
        most=100_000,
    )
    room_seconds: int = _limit("MMSCOPE_ROOM_SECONDS", 86400, "seconds until a room ends", most=86400)
    room_results: int = _limit(
        "MMSCOPE_MAX_ROOM_RESULTS", 1000, "rooms that are over, whose results are kept", 0, 100_000
    )
    room_answers: int = _limit("MMSCOPE_MAX_ROOM_ANSWERS", 5_000_000, "answers in them, of about 100 bytes")
    connections: int = _limit(
        "MMSCOPE_MAX_CONNECTIONS", 2000, "connections open at a time; a third as many as files may be open"
    )
    connections_each: int = _limit(
        "MMSCOPE_MAX_CONNECTIONS_EACH",
        1000,
        "connections of one address, and requests under way of one client of a proxy",
    )
    head_seconds: int = _limit(
        "MMSCOPE_HEAD_SECONDS", 10, "the head of a request must come within this time", most=86400
    )
    stalled_seconds: int = _limit(
        "MMSCOPE_STALLED_SECONDS", 60, "who takes nothing of an answer for so long is cut off", most=86400
    )

    def seconds(self, size: int) -> float:
        """How long the reading of a file of so many bytes may take, whatever is in it."""
        return self.capture_seconds + size / self.slowest

    @classmethod
    def read(cls, env: Mapping[str, str]) -> "Limits":
        """Those of the environment. Raises SettingsError."""
        limits = {}
        for limit in fields(cls):
            if "limit" in limit.metadata:
                limits[limit.name] = _number(env, limit.metadata["limit"].name, *limit.metadata["range"])
        return cls(**limits)

    @classmethod
    def variables(cls) -> list[Variable]:
        """Those that may be set, as the help lists them."""
        return [f.metadata["limit"] for f in fields(cls) if f.metadata]


@dataclass(frozen=True, slots=True)
class Share:
    """What one person may have of a limit: one in MMSCOPE_SHARE of it, and one at least."""

    limit: str  # the field of Limits
    what: str  # they have so many of, or bytes of
    remedy: str  # for who wants more
    named: bool = False  # only of whom a proxy names: anybody else may come back as another
    in_bytes: bool = False

    def each(self, limits: Limits) -> int:
        """How much that is."""
        return max(1, int(getattr(limits, self.limit)) // limits.share)

    def refusal(self, limits: Limits, person: str) -> str:
        """What somebody is told who has it all. `person`: @ and a name, or where they come from."""
        whose = person[1:] if person.startswith("@") else "all of your network together"
        return f"{whose} may have {self.amount(limits)} at a time; {self.remedy}"

    def amount(self, limits: Limits) -> str:
        """What each may have, in words."""
        number = self.each(limits)
        if not self.in_bytes:
            return f"{number:,} {self.what}"
        size = f"{number / GIB:.1f} GiB" if number >= GIB else f"{number / MIB:.1f} MiB"
        return f"{size} of {self.what}"

    @property
    def variable(self) -> Variable:
        """That of the limit."""
        found: Variable = next(f.metadata["limit"] for f in fields(Limits) if f.name == self.limit)
        return found


SHARES = (
    CAPTURES := Share("captures", "captures", "remove one that is not needed", named=True),
    BYTES := Share("store", "captures", "remove one that is not needed", named=True, in_bytes=True),
    IN_ROOMS := Share("rooms", "live rooms", "close one that is not needed"),
    QUEUED := Share("waiting", "requests that wait", "wait until one of them is answered"),
)


ROOMS = "rooms.sqlite"  # live rooms and their results, below the data folder
LESSONS = "lessons"  # a teacher's own, there too
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a server or a command needs to know about its surroundings."""

    root: Path  # the folder that holds datasets/, frontend/ and wasm-core/
    data: Path  # what the server keeps; created at start
    host: str = "127.0.0.1"
    port: int = 8000
    hosts: tuple[str, ...] = LOOPBACK  # accepted in the Host header
    limits: Limits = Limits()
    metrics: bool = False  # served at /api/metrics
    metrics_port: int = 0  # on which they are served, and nothing else; 0: on none
    metrics_host: str = "127.0.0.1"
    log: str = "text"  # or json
    admin: str | None = field(default=None, repr=False)  # the administrator's token
    lists: bool = False  # everybody is told which captures were uploaded
    proxies: tuple[str, ...] = ()  # networks of those that are believed who asks
    user_header: str = ""  # in which they name who is signed in
    prefix: str = ""  # the path at which a proxy shows the server
    frames: str = "'none'"  # whose pages may show the app in a frame: sources of a Content-Security-Policy

    @property
    def core(self) -> Path:
        """The policy core."""
        return self.root / "wasm-core" / "dist" / "mmscope.wasm"

    @property
    def trace(self) -> Path:
        """The reader of other tools' traces."""
        return self.root / "wasm-core" / "dist" / "mmtrace.wasm"

    @property
    def paste(self) -> Path:
        """The reader of a machine's own texts."""
        return self.root / "wasm-core" / "dist" / "mmpaste.wasm"

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


PLACES = (
    Variable("PORT", "port to listen on", "8000"),
    Variable("MMSCOPE_HOST", "address to listen on", "127.0.0.1"),
    Variable("MMSCOPE_HOSTS", "names accepted in the Host header besides the loopback ones; *: any", "none"),
    Variable("MMSCOPE_DATA", "the data folder", ".data in a checkout, else ~/.local/share/mmscope"),
    Variable("MMSCOPE_METRICS", "on: figures for Prometheus at /api/metrics", "off"),
    Variable("MMSCOPE_METRICS_PORT", "a port that gives these figures, and nothing else", "none"),
    Variable("MMSCOPE_METRICS_HOST", "the address of that port", "127.0.0.1"),
    Variable("MMSCOPE_LOG", "json: each line of the log is an object, with the id of its request", "text"),
    Variable("MMSCOPE_ROOT", "the folder with wasm-core, datasets and frontend", "found from the package"),
)
ACCESS = (
    Variable("MMSCOPE_ADMIN_TOKEN", "removes any upload, at least 32 characters", "none"),
    Variable("MMSCOPE_ADMIN_TOKEN_FILE", "a file that holds it instead", "none"),
    Variable(
        "MMSCOPE_LIST_UPLOADS",
        "on: everybody sees the list of all uploads; else each browser its own",
        "off",
    ),
    Variable(
        "MMSCOPE_PROXIES",
        "addresses and networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed",
        "none",
    ),
    Variable(
        "MMSCOPE_USER_HEADER",
        "the header in which these proxies name who is signed in, such as X-Forwarded-User",
        "none",
    ),
    Variable("MMSCOPE_PREFIX", "the path at which a proxy shows the server, such as /mmscope", "none"),
    Variable(
        "MMSCOPE_FRAME_ANCESTORS", "sites that may show the app in a frame: none, self, origins", "none"
    ),
)


def variables() -> list[Variable]:
    """Every variable that load() reads."""
    return [*PLACES, *ACCESS, *Limits.variables()]


def load(env: Mapping[str, str] | None = None) -> Settings:
    """Settings from the environment (default: this process's); variables() lists what is read.

    Raises SettingsError.
    """
    env = os.environ if env is None else env
    root = _folder(env, "MMSCOPE_ROOT") or _find_root()
    usual = Settings(root=root, data=_folder(env, "MMSCOPE_DATA") or _default_data(root))
    more = tuple(name.strip().lower() for name in env.get("MMSCOPE_HOSTS", "").split(",") if name.strip())
    return replace(
        usual,
        host=env.get("MMSCOPE_HOST", "").strip() or usual.host,  # an empty one would mean every address
        port=_number(env, "PORT", usual.port, 0, 65535),
        hosts=usual.hosts + more,
        limits=Limits.read(env),
        metrics=_choice(env, "MMSCOPE_METRICS", "off", "on") == "on",
        metrics_port=_number(env, "MMSCOPE_METRICS_PORT", usual.metrics_port, 1, 65535),
        metrics_host=env.get("MMSCOPE_METRICS_HOST", "").strip() or usual.metrics_host,
        log=_choice(env, "MMSCOPE_LOG", "text", "json"),
        admin=_admin(env),
        lists=_choice(env, "MMSCOPE_LIST_UPLOADS", "off", "on") == "on",
        proxies=(proxies := _proxies(env)),
        user_header=_user_header(env, proxies),
        prefix=_prefix(env),
        frames=_frames(env, usual.frames),
    )


_NUMBER = re.compile("([0-9]{1,15})([KMG]?)(?:i?B)?", re.ASCII | re.IGNORECASE)


def number_in(text: str) -> int | None:
    """A whole number; K, M and G stand for powers of 1024. None: it is none."""
    found = _NUMBER.fullmatch(text.replace(" ", ""))
    return int(found[1]) * _UNITS[found[2].upper()] if found else None


def _number(env: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    """Of a variable, as number_in() reads it."""
    text = env.get(name, "")
    if not text:
        return usual
    number = number_in(text)
    if number is None or not least <= number <= most:
        raise SettingsError(f"{name} is {text!r}, but must be a number from {least} to {most}")
    return number


def _choice(env: Mapping[str, str], name: str, usual: str, other: str) -> str:
    """One of two words."""
    word = env.get(name, "") or usual
    if word not in {usual, other}:
        raise SettingsError(f"{name} is {word!r}, but must be {usual} or {other}")
    return word


TOKEN = 32  # characters of an administrator's token at least


def _admin(env: Mapping[str, str]) -> str | None:
    """The administrator's token. Errors never quote it."""
    name, file = "MMSCOPE_ADMIN_TOKEN", "MMSCOPE_ADMIN_TOKEN_FILE"
    if env.get(name) and env.get(file):
        raise SettingsError(f"{name} and {file} are both set: set one of them")
    token = env.get(name, "")
    if path := _folder(env, file):
        name = file
        try:
            token = path.read_text(encoding="utf-8").strip()
        except (OSError, ValueError) as error:
            raise SettingsError(f"{file} names {path}, which cannot be read: {error}") from error
    elif not token:
        return None
    if len(token) < TOKEN or not re.fullmatch("[!-~]+", token):
        least = f"at least {TOKEN} printable ASCII characters without spaces"
        raise SettingsError(f"{name} must give {least}; `openssl rand -hex 32` makes such a token")
    return token


def _proxies(env: Mapping[str, str]) -> tuple[str, ...]:
    name = "MMSCOPE_PROXIES"
    words = env.get(name, "").replace(",", " ").split()
    try:
        return tuple(str(ipaddress.ip_network(word)) for word in words)
    except ValueError as error:
        raise SettingsError(
            f"{name} is {env[name]!r}, but must name addresses or networks: {error}"
        ) from error


def _user_header(env: Mapping[str, str], proxies: tuple[str, ...]) -> str:
    name = "MMSCOPE_USER_HEADER"
    header = env.get(name, "").strip()
    if header and not re.fullmatch(r"[A-Za-z0-9-]{1,64}", header):
        raise SettingsError(f"{name} is {env[name]!r}, but must be a header's name such as X-Forwarded-User")
    if header and not proxies:
        raise SettingsError(f"{name} is believed from MMSCOPE_PROXIES alone: set them, too")
    return header


def _prefix(env: Mapping[str, str]) -> str:
    name = "MMSCOPE_PREFIX"
    path = env.get(name, "").strip().rstrip("/")
    if path and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", path):
        raise SettingsError(f"{name} is {env[name]!r}, but must be a path such as /mmscope")
    return path


_ORIGIN = re.compile(r"https?://(\*\.)?[a-z0-9.-]+(:([0-9]{1,5}|\*))?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")


def _frames(env: Mapping[str, str], usual: str) -> str:
    """Sources of frame-ancestors; what could be read as another directive is refused."""
    name = "MMSCOPE_FRAME_ANCESTORS"
    words = [word.strip("'") for word in env.get(name, "").lower().replace(",", " ").split()]
    for word in words:
        if word not in {"none", "self"} and not _ORIGIN.fullmatch(word):
            raise SettingsError(
                f"{name} has {word!r}, but must be none, or self and origins such as https://class.example"
            )
    if "none" in words and len(words) > 1:
        raise SettingsError(f"{name} cannot be none and something else")
    return " ".join(f"'{word}'" if word in {"none", "self"} else word for word in words) or usual


def _folder(env: Mapping[str, str], name: str) -> Path | None:
    text = env.get(name, "")
    if not text:
        return None
    try:
        folder = Path(text).expanduser().absolute()
        folder.exists()
    except RuntimeError as error:
        raise SettingsError(f"{name} is {text!r}, but there is no such user's folder") from error
    except OSError as error:
        raise SettingsError(f"{name} is {text!r}, which cannot be used: {error.strerror}") from error
    return folder


SHIPPED = "shipped"  # of an installed package: what a checkout has beside it, in the same folders


def _find_root() -> Path:
    """What came with the installed package, else the checkout it runs from, else the working folder."""
    here = Path(__file__).absolute()
    for folder in (here.with_name(SHIPPED), *here.parents):
        if (folder / "wasm-core" / "dist").is_dir():
            return folder
    return Path.cwd()


def _default_data(root: Path) -> Path:
    """Beside a checkout that can be written to, else in the user's own folder."""
    if (root / "Makefile").is_file() and os.access(root, os.W_OK):
        return root / ".data"
    return Path.home() / ".local" / "share" / "mmscope"
