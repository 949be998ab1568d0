"""Settings out of the environment."""

import time
from dataclasses import fields
from email.utils import formatdate
from pathlib import Path

import pytest

from mmscope.settings import Limits, SettingsError, load, variables


def test_names_and_bounds_are_read(tmp_path: Path) -> None:
    settings = load(
        {
            "MMSCOPE_ROOT": str(tmp_path),
            "PORT": "9000",
            "MMSCOPE_HOSTS": "Class.Example, ",
            "MMSCOPE_MAX_UPLOAD": "1000",
        }
    )
    assert (settings.port, settings.host, settings.limits.upload) == (9000, "127.0.0.1", 1000)
    assert settings.hosts[-1] == "class.example"
    assert "127.0.0.1" in settings.hosts
    assert settings.core == tmp_path / "wasm-core" / "dist" / "mmscope.wasm"
    assert settings.data == Path.home() / ".local" / "share" / "mmscope"


def test_in_a_checkout_data_lies_beside_it() -> None:
    settings = load({})
    assert settings.data == settings.root / ".data"
    assert settings.core.is_file()


def test_proxies_and_the_path_that_they_show() -> None:
    settings = load({"MMSCOPE_PROXIES": "10.0.0.7, 192.168.0.0/16 ::1", "MMSCOPE_PREFIX": "/mm/x/"})
    assert settings.proxies == ("10.0.0.7/32", "192.168.0.0/16", "::1/128")
    assert settings.prefix == "/mm/x"
    for wrong in ("*", "proxy.example", "10.0.0.1/8", "127.0.0.1:80"):
        with pytest.raises(SettingsError, match="MMSCOPE_PROXIES is"):
            load({"MMSCOPE_PROXIES": wrong})
    named = {"MMSCOPE_PROXIES": "10.0.0.7", "MMSCOPE_USER_HEADER": "X-User"}
    assert load(named).user_header == "X-User"
    with pytest.raises(SettingsError, match="MMSCOPE_USER_HEADER is believed from MMSCOPE_PROXIES alone"):
        load({"MMSCOPE_USER_HEADER": "X-User"})
    for wrong in ("x user", "x:y", "ü"):
        with pytest.raises(SettingsError, match="MMSCOPE_USER_HEADER is"):
            load(named | {"MMSCOPE_USER_HEADER": wrong})
    for wrong in ("mm", "/mm?x", "//mm", "/a b"):
        with pytest.raises(SettingsError, match="MMSCOPE_PREFIX is"):
            load({"MMSCOPE_PREFIX": wrong})


@pytest.mark.parametrize("port", ["x", "-1", "65536", "1.5", "\N{ARABIC-INDIC DIGIT ONE}"])
def test_a_number_out_of_range_is_named(port: str) -> None:
    with pytest.raises(SettingsError, match="PORT is"):
        load({"PORT": port})


@pytest.mark.parametrize(
    ("text", "found"), [("1000", 1000), ("3K", 3072), ("2 MiB", 2 << 20), ("1gb", 1 << 30), ("7b", 7)]
)
def test_a_size_may_have_a_unit(text: str, found: int) -> None:
    assert load({"MMSCOPE_MAX_UPLOAD": text}).limits.upload == found


@pytest.mark.parametrize("text", ["0", "-1", "1T", "1.5M", "M", "1 0 0 x", "9" * 400, "10000000G"])
def test_a_limit_that_is_no_number_of_bytes_is_named(text: str) -> None:
    with pytest.raises(SettingsError, match="MMSCOPE_MAX_STORE is"):
        load({"MMSCOPE_MAX_STORE": text})


def test_every_limit_can_be_set_by_the_name_and_the_default_that_the_help_gives() -> None:
    listed = Limits.variables()
    assert (
        len({v.name for v in listed}) == len(listed) == len(fields(Limits)) - 2
    )  # ratio and stretch are fixed
    assert load({v.name: v.usual for v in listed}).limits == Limits()
    for variable in listed:
        changed = load({variable.name: "70000K" if "MEMORY" in variable.name else "77"}).limits
        assert changed != Limits(), variable.name


@pytest.mark.parametrize("text", ["1\N{KELVIN SIGN}", "5\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}B"])
def test_a_unit_is_plain_ascii(text: str) -> None:
    with pytest.raises(SettingsError, match="MMSCOPE_MAX_STORE"):
        load({"MMSCOPE_MAX_STORE": text})


def test_a_folder_of_no_user_is_named() -> None:
    with pytest.raises(SettingsError, match="MMSCOPE_DATA"):
        load({"MMSCOPE_DATA": "~nobody-of-this-name/data"})


def test_a_folder_whose_name_is_too_long_is_named() -> None:
    with pytest.raises(SettingsError, match="MMSCOPE_ROOT"):
        load({"MMSCOPE_ROOT": "x" * 256})


TOKEN = "0123456789abcdef" * 2


def test_an_administrators_token_comes_from_the_environment_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    assert load({}).admin is load({"MMSCOPE_ADMIN_TOKEN": ""}).admin is None
    assert load({"MMSCOPE_ADMIN_TOKEN": TOKEN}).admin == TOKEN
    assert load({"MMSCOPE_ADMIN_TOKEN_FILE": str(file)}).admin == TOKEN
    assert TOKEN not in repr(load({"MMSCOPE_ADMIN_TOKEN": TOKEN}))
    with pytest.raises(SettingsError, match="are both set"):
        load({"MMSCOPE_ADMIN_TOKEN": TOKEN, "MMSCOPE_ADMIN_TOKEN_FILE": str(file)})


@pytest.mark.parametrize("token", ["short", TOKEN[:-1], f"{TOKEN[:16]} {TOKEN[16:]}", TOKEN + "\xe9"])
def test_a_token_that_is_no_good_is_refused_and_not_quoted(tmp_path: Path, token: str) -> None:
    file = tmp_path / "token"
    file.write_text(token)
    for env in ({"MMSCOPE_ADMIN_TOKEN": token}, {"MMSCOPE_ADMIN_TOKEN_FILE": str(file)}):
        with pytest.raises(SettingsError, match="openssl rand") as caught:
            load(env)
        assert token not in str(caught.value)
        assert next(iter(env)) in str(caught.value)


@pytest.mark.parametrize("content", [None, b"", b"\xff" * 40])
def test_a_file_without_a_token_stops_the_start(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SettingsError, match="MMSCOPE_ADMIN_TOKEN_FILE"):
        load({"MMSCOPE_ADMIN_TOKEN_FILE": str(file)})


@pytest.mark.parametrize(("text", "found"), [("", False), ("on", True), ("off", False)])
def test_on_and_off_are_read(text: str, *, found: bool) -> None:
    assert load({"MMSCOPE_LIST_UPLOADS": text}).lists is found


def test_neither_on_nor_off_is_named() -> None:
    with pytest.raises(SettingsError, match="MMSCOPE_LIST_UPLOADS is 'maybe'"):
        load({"MMSCOPE_LIST_UPLOADS": "maybe"})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "'none'"),
        ("none", "'none'"),
        ("'self'", "'self'"),
        ("self, https://Class.example  http://[::1]:8080", "'self' https://class.example http://[::1]:8080"),
        ("https://*.class.example:*", "https://*.class.example:*"),
    ],
)
def test_who_may_frame_the_app_is_read(text: str, found: str) -> None:
    assert load({"MMSCOPE_FRAME_ANCESTORS": text}).frames == found


@pytest.mark.parametrize(
    "text",
    [
        "*",
        "https:",
        "class.example",
        "https://a; script-src *",
        "https://a/path",
        "none self",
        "unsafe-inline",
    ],
)
def test_what_is_no_origin_may_not_frame_the_app(text: str) -> None:
    with pytest.raises(SettingsError, match="MMSCOPE_FRAME_ANCESTORS"):
        load({"MMSCOPE_FRAME_ANCESTORS": text})


def test_an_upload_ends_in_a_year_that_a_date_can_have() -> None:
    [most] = [f.metadata["range"][2] for f in fields(Limits) if f.name == "upload_seconds"]
    assert formatdate(time.time() + most, usegmt=True)
    with pytest.raises(SettingsError, match="MMSCOPE_UPLOAD_SECONDS"):
        load({"MMSCOPE_UPLOAD_SECONDS": str(most + 1)})


@pytest.mark.parametrize("empty", ["", " "])
def test_an_empty_address_is_none(empty: str) -> None:
    """Not every address of the machine, which an empty one means to a socket."""
    assert load({"MMSCOPE_HOST": empty}).host == "127.0.0.1"


def test_an_empty_variable_is_as_one_that_is_not_set() -> None:
    assert load({variable.name: "" for variable in variables()}) == load({})
