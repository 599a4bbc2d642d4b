"""Without the extras the program looks up, builds and proves; what needs one says the line that installs it."""

import json
import subprocess
import tomllib
import venv
from pathlib import Path

import pytest
from program import environment, run_python

from tafelwerk.errors import ExitCode, MissingSoftwareError
from tafelwerk.extras import EXTRAS, need
from tafelwerk.fingerprint import PACKAGE

ROOT = PACKAGE.parent
PLOTS = "pip install 'altair>=5.5' 'vl-convert-python>=1.7'"
PAGES = f"{PLOTS} 'jinja2>=3.1' 'starlette>=1.0' 'uvicorn>=0.30'"

ANSWERED = (
    "--version",
    "doctor",
    "tables",
    "dresher hider 4",
    "montecarlo duel dsc 10 --k 200 --json",
    "sql 'SELECT count(*) FROM dresher.games'",
    "build dresher --to 3 --jobs 1",
    "dresher hider 3",
    "verify dresher",
    "plot --list",
    "published dresher",
    "dresher hider 4 -o hider.svg",
    "schema dresher",
)
REFUSED = (
    ("plot dresher-value -o value.svg", "a figure", PLOTS),
    ("plot dresher-value -o value.png", "--output value.png", PLOTS),
    ("dresher hider 4 -o hider.png", "--output hider.png", PLOTS),
    ("sheet dresher -o sheet.pdf", "--output sheet.pdf", PLOTS),
    ("serve", "serve", PAGES),
    ("atlas -o pages", "atlas", PAGES),
)

HIDDEN = """
import contextlib, importlib.machinery, io, json, os, shlex, sys
find = importlib.machinery.PathFinder.find_spec
hidden = set(json.loads(sys.argv[1]))
def seen(name, path=None, target=None):
    return None if name.partition(".")[0] in hidden else find(name, path, target)
importlib.machinery.PathFinder.find_spec = seen
os.chdir(sys.argv[2])
from tafelwerk.cli import main
for line in json.loads(sys.argv[3]):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
        code = main(shlex.split(line))
    print(json.dumps([code, said.getvalue()]))
"""


def test_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for extra, modules in EXTRAS.items():
        assert project["optional-dependencies"][extra] == list(modules.values())
    assert not {line for modules in EXTRAS.values() for line in modules.values()} & set(project["dependencies"])


def test_what_is_missing_is_named_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRAS, "web", {"json": "json>=1", "no_pages": "no-pages>=2", "no_server": "no-server>=3"})
    with pytest.raises(MissingSoftwareError) as refused:
        need("a page", "web")
    names = "no-pages and no-server, which are not installed"
    assert str(refused.value) == f"a page needs {names}: pip install 'no-pages>=2' 'no-server>=3'"


def test_without_the_extras_all_else_is_answered(tmp_path: Path) -> None:
    hidden = [module for modules in EXTRAS.values() for module in modules]
    lines = [*ANSWERED, *(line for line, _, _ in REFUSED)]
    env = {"TAFELWERK_BOOK": str(tmp_path / "book"), "TAFELWERK_POCKET": str(PACKAGE / "pocket")}
    done = run_python(HIDDEN, json.dumps(hidden), str(tmp_path), json.dumps(lines), **env)
    assert done.returncode == 0, done.stderr
    answers = dict(zip(lines, map(json.loads, done.stdout.splitlines()), strict=True))
    for line in ANSWERED:
        assert answers[line][0] == ExitCode.ANSWERED, (line, answers[line])
    for line, what, install in REFUSED:
        code, said = answers[line]
        assert code == ExitCode.BAD_INPUT, (line, said)
        assert " ".join(said.split()).startswith(f"error: {what} needs "), line
        assert " ".join(said.split()).endswith(f"not installed: {install}"), line


@pytest.mark.slow
def test_an_installation_without_extras_is_small_and_answers(tmp_path: Path) -> None:
    bare = tmp_path / "venv"
    venv.create(bare, with_pip=True)
    pip = [bare / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-compile"]
    pip += ["--constraint", ROOT / "constraints.txt"]
    for what in (["hatchling", "editables"], ["--no-build-isolation", ROOT]):
        subprocess.run([*pip, *what], capture_output=True, check=True)
    (packages,) = (bare / "lib").glob("python*/site-packages")
    size = sum(path.stat().st_size for path in packages.rglob("*") if path.is_file())
    assert size <= 580 * 2**20, size
    assert not [name for modules in EXTRAS.values() for name in modules if (packages / name).exists()]
    env = environment(TAFELWERK_BOOK=str(tmp_path / "book"), TAFELWERK_POCKET=str(PACKAGE / "pocket"))
    for line in ANSWERED:
        done = subprocess.run(
            f"{bare}/bin/tafelwerk {line}",
            shell=True,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=env,
            check=False,
        )
        assert done.returncode == 0, (line, done.stderr)
