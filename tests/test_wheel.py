"""What a user installs: every module, schema and list of games, pocket book and records, the marker of types, no tests.
The direction of imports, as the contracts in pyproject.toml state it.
"""

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Names of the files in a freshly made wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_every_source_is_in_the_wheel(names: set[str]) -> None:
    sources = {
        path.relative_to(ROOT).as_posix()
        for ending in ("*.py", "*.pyi", "*.sql", "*.json", "*.bib", "*.po", "*.duckdb")
        for path in (ROOT / "tafelwerk").rglob(ending)
    }
    assert "tafelwerk/build/runner.py" in sources
    assert "tafelwerk/families/montecarlo/schema.sql" in sources
    assert "tafelwerk/tables/skat_appendix.json" in sources
    assert "tafelwerk/families/skat/weights.json" in sources
    assert "tafelwerk/pocket/montecarlo.duckdb" in sources
    assert sources <= names
    assert "tafelwerk/py.typed" in names


def test_nothing_else_is(names: set[str]) -> None:
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"tafelwerk"}
    assert not [name for name in names if "test" in name or "__pycache__" in name]
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_no_room_imports_against_the_direction() -> None:
    program = Path(sysconfig.get_path("scripts")) / "lint-imports"
    done = subprocess.run(
        [program, "--config", "pyproject.toml", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout
