"""Settings out of the environment."""

from pathlib import Path

import pytest

from mmscope.settings import SettingsError, load


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


@pytest.mark.parametrize("port", ["x", "-1", "65536", "1.5", "\N{ARABIC-INDIC DIGIT ONE}"])
def test_a_number_out_of_range_is_named(port: str) -> None:
    with pytest.raises(SettingsError, match="PORT is"):
        load({"PORT": port})
