"""Keys of compiled kernels and of rows: what an edit changes, and what it does not."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import tafelwerk
from tafelwerk.families import FAMILIES
from tafelwerk.places import user_cache

PACKAGE = Path(tafelwerk.__file__).parent
COMPILE = """
from tafelwerk.solvers.machine.watching import watch_compiling
compiled = []
watch_compiling(lambda module, name: compiled.append(name))
from tafelwerk.solvers.search import free_totals
free_totals(20, 3)
from numba.core import config
print(len(compiled), config.DISABLE_INTEL_SVML, config.USING_SVML)
"""
Keys = tuple[dict[str, str], dict[str, str]]


class Checkout:
    """A copy of the package that may be edited."""

    def __init__(self, folder: Path, cache: Path) -> None:
        shutil.copytree(
            PACKAGE, folder / "tafelwerk", ignore=shutil.ignore_patterns("__pycache__", "pocket", "records")
        )
        self.folder = folder
        self.cache = cache

    def edit(self, module: str, change: Callable[[str], str]) -> None:
        """Change the text of a module, named below the package."""
        path = self.folder / "tafelwerk" / f"{module.replace('.', '/')}.py"
        before = path.read_text(encoding="utf-8")
        after = change(before)
        assert after != before
        path.write_text(after, encoding="utf-8")

    def compile(self, **places: str) -> list[str]:
        """Ask a kernel of this copy in a process of its own: how many functions were compiled, and the settings of SVML."""
        environment = os.environ | {"PYTHONPATH": str(self.folder), "XDG_CACHE_HOME": str(self.cache)}
        for name in ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_INTEL_SVML"):
            environment.pop(name, None)
        done = subprocess.run(
            [sys.executable, "-c", COMPILE],
            env=environment | places,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    def compiled(self, **places: str) -> int:
        """How many functions were compiled for a question to a kernel of this copy."""
        return int(self.compile(**places)[0])

    def keys(self) -> Keys:
        """Keys of all solver modules, and of all families, by the copy's own module."""
        with self._fingerprint() as fingerprint:
            modules = {name: fingerprint.module_key(name) for name in solver_modules(self.folder / "tafelwerk")}
            families = {family: fingerprint.family_fingerprint(family) for family in FAMILIES}
        return modules, families

    def key(self, module: str) -> str:
        """Key of one solver module."""
        with self._fingerprint() as fingerprint:
            return str(fingerprint.module_key(module))

    @contextmanager
    def _fingerprint(self) -> Iterator[Any]:
        spec = spec_from_file_location("fingerprint_of_checkout", self.folder / "tafelwerk" / "fingerprint.py")
        assert spec is not None
        assert spec.loader is not None
        fingerprint = module_from_spec(spec)
        spec.loader.exec_module(fingerprint)
        assert self.folder / "tafelwerk" == fingerprint.PACKAGE
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_CACHE_HOME", str(self.cache))
            yield fingerprint


def solver_modules(package: Path, room: str = "solvers") -> dict[str, Path]:
    """Files of the solvers, or of another room, by the names of their modules."""
    paths = [path for path in (package / room).rglob("*.py") if path.stem != "__init__"]
    return {".".join(path.relative_to(package.parent).with_suffix("").parts): path for path in paths}


@pytest.fixture(scope="module")
def syntax(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with what earlier runs remember of the sources: to parse them all takes seconds."""
    cache = tmp_path_factory.mktemp("syntax")
    (cache / "tafelwerk").mkdir()
    for memory in user_cache().glob("syntax-*.json"):
        shutil.copy(memory, cache / "tafelwerk")
    return cache


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory, syntax: Path) -> Keys:
    """Keys of the package as it is."""
    return Checkout(tmp_path_factory.mktemp("unedited"), syntax).keys()


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    assert before.keys() == after.keys()
    return {name for name in before if before[name] != after[name]}


def add_docstring_words(text: str) -> str:
    """Longer docstrings, a comment and empty lines: every line below moves."""
    return "# A comment.\n\n" + re.sub(r'"""(?=[A-Z])', '"""More words.\n\n    ', text)


def add_constant(text: str) -> str:
    return f"{text}\n_ADDED = 1\n"


def importers(module: str) -> set[str]:
    """Modules of the solvers that import a module, directly or through rules: found by searching their texts."""
    imported: dict[str, set[str]] = {}
    solvers = solver_modules(PACKAGE)
    rooms = {
        name: path for name, path in solver_modules(PACKAGE, "families").items() if name.split(".")[3:4] == ["rules"]
    }
    for name, path in (solver_modules(PACKAGE, "rules") | rooms | solvers).items():
        # what only type checkers see is indented below its `if`
        text = re.sub(r"^if TYPE_CHECKING:\n(?:    .*\n|\n)+", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        imported[name] = set(re.findall(r"^\s*import ([\w.]+)", text, re.MULTILINE))
        for package, listed in re.findall(r"^\s*from ([\w.]+) import (\([^)]*|[^(\n]*)", text, re.MULTILINE):
            imported[name] |= {package, *(f"{package}.{word}" for word in re.findall(r"\w+", listed))}
    found = {module}
    while more := {name for name, names in imported.items() if name not in found and names & found}:
        found |= more
    return found & solvers.keys()


EDITS: list[tuple[str, set[str]]] = [
    ("solvers.skat.double_dummy", {"skat"}),
    ("solvers.machine.bits", set(FAMILIES)),
    ("solvers.deduction.search_problem", {"beams", "mastermind"}),
    ("rules.deduction", {"beams", "mastermind", "search"}),
    ("families.skat.rules.cards", {"skat"}),
    ("families.dresher.solutions", {"dresher"}),
    ("proofs.dresher.stored_rows", set()),
    ("families.minimax.pictures", set()),
]
"""Modules, and the families that an edit of them may change."""


def test_an_edit_changes_the_keys_of_what_imports_the_module(tmp_path: Path, syntax: Path, before: Keys) -> None:
    """Docstrings and comments change none."""
    copy, (modules, families) = Checkout(tmp_path / "one", syntax), before
    for module in ("solvers.skat.double_dummy", "solvers.skat.null_game", "families.skat.tasks"):
        copy.edit(module, add_docstring_words)
    assert copy.keys() == before
    for module, of_families in EDITS:
        copy.edit(module, add_constant)
        modules_after, families_after = copy.keys()
        assert changed(modules, modules_after) == importers(f"tafelwerk.{module}") & modules.keys(), module
        assert changed(families, families_after) <= of_families, module
        assert bool(changed(families, families_after)) == bool(of_families), module
        modules, families = modules_after, families_after
    weights = copy.folder / "tafelwerk" / "families" / "skat" / "weights.json"
    weights.write_text(weights.read_text(encoding="utf-8").replace("-14.31", "-14.32"), encoding="utf-8")
    modules_after, families_after = copy.keys()
    assert (modules_after, changed(families, families_after)) == (modules, {"skat"})


def test_a_preset_folder_holds_keys_below_and_serves_a_checkout_elsewhere_with_other_docstrings(tmp_path: Path) -> None:
    preset = tmp_path / "preset"
    compiled, *svml = Checkout(tmp_path / "one", tmp_path / "cache").compile(NUMBA_CACHE_DIR=str(preset))
    assert int(compiled) > 0
    assert svml == ["1", "False"]
    checkout = Checkout(tmp_path / "elsewhere" / "two", tmp_path / "cache")
    checkout.edit("solvers.search", add_docstring_words)
    assert checkout.compiled(NUMBA_CACHE_DIR=str(preset)) == 0
    for damaged in preset.rglob("*.nbc"):
        damaged.write_bytes(damaged.read_bytes()[:100])
    assert checkout.compiled(NUMBA_CACHE_DIR=str(preset)) > 0
    checkout.edit("solvers.search", add_constant)
    assert checkout.compiled(NUMBA_CACHE_DIR=str(preset)) > 0
    folders = list(preset.rglob("search/*"))
    assert len(folders) == 2
    assert all(list(folder.glob("*.nbc")) for folder in folders)


def test_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert Checkout(tmp_path / "one", tmp_path / "cache").compiled(NUMBA_CACHE_DIR=str(blocked)) > 0


def test_what_another_parser_remembers_is_not_believed(tmp_path: Path, before: Keys) -> None:
    module = "tafelwerk.solvers.search"
    checkout = Checkout(tmp_path / "one", tmp_path / "cache")
    assert checkout.key(module) == before[0][module]
    (memory,) = checkout.cache.rglob("syntax-*.json")
    document = json.loads(memory.read_text(encoding="utf-8"))
    lies = {name: ["0", imports] for name, (_, imports) in document["sources"].items()}
    memory.write_text(json.dumps(document | {"sources": lies}), encoding="utf-8")
    assert checkout.key(module) != before[0][module]
    memory.write_text(json.dumps({"parser": "another", "sources": lies}), encoding="utf-8")
    assert checkout.key(module) == before[0][module]
