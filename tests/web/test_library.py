"""The script that draws figures is made once and kept, whole or not at all."""

from pathlib import Path

import pytest

from tafelwerk.web import figures


def test_the_script_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import vl_convert

    monkeypatch.setattr(figures, "user_cache", lambda: tmp_path / "cache")
    made = figures.library.__wrapped__()
    assert "vegaEmbed" in made
    (kept,) = (tmp_path / "cache").iterdir()
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda text: pytest.fail("made again"))
    assert figures.library.__wrapped__() == made == kept.read_text(encoding="utf-8")


def test_it_is_made_where_it_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import vl_convert

    (tmp_path / "file").touch()
    monkeypatch.setattr(figures, "user_cache", lambda: tmp_path / "file" / "cache")
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda text: text)
    assert figures.library.__wrapped__() == "(() => {window.vegaEmbed = vegaEmbed;})();"
