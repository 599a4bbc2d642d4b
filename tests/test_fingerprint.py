"""Keys of compiled kernels and of rows: what an edit changes, and what it does not."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import tafelwerk

PACKAGE = Path(tafelwerk.__file__).parent
KEYS = """
import json
from tafelwerk import fingerprint
from tafelwerk.build.catalogue import FAMILIES
modules = [
    ".".join(path.relative_to(fingerprint.PACKAGE.parent).with_suffix("").parts)
    for path in (fingerprint.PACKAGE / "solvers").rglob("*.py") if path.stem != "__init__"
]
print(json.dumps([{m: fingerprint.module_key(m) for m in modules}, {f: fingerprint.family_fingerprint(f) for f in FAMILIES}]))
"""
COMPILE = """
from tafelwerk.solvers.watching import watch_compiling
compiled = []
watch_compiling(lambda module, name: compiled.append(name))
from tafelwerk.solvers.search.free import free_totals
free_totals(20, 3)
print(len(compiled))
"""
Keys = tuple[dict[str, str], dict[str, str]]


class Checkout:
    """A copy of the package that may be edited."""

    def __init__(self, folder: Path, cache: Path) -> None:
        shutil.copytree(PACKAGE, folder / "tafelwerk", ignore=shutil.ignore_patterns("__pycache__"))
        self.folder = folder
        self.cache = cache

    def edit(self, module: str, change: Callable[[str], str]) -> None:
        """Change the text of a module, named below the package."""
        path = self.folder / "tafelwerk" / f"{module.replace('.', '/')}.py"
        before = path.read_text(encoding="utf-8")
        after = change(before)
        assert after != before
        path.write_text(after, encoding="utf-8")

    def run(self, program: str) -> str:
        """Output of a program that imports this copy."""
        environment = os.environ | {"PYTHONPATH": str(self.folder), "XDG_CACHE_HOME": str(self.cache)}
        environment.pop("NUMBA_CACHE_DIR", None)
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def keys(self) -> Keys:
        """Keys of all solver modules, and of all families."""
        modules, families = json.loads(self.run(KEYS))
        return modules, families


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A copy of the package with an empty cache."""
    return Checkout(tmp_path / "one", tmp_path / "cache")


@pytest.fixture
def parsed(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A copy of the package; what is parsed of its sources is remembered from test to test."""
    return Checkout(tmp_path / "one", tmp_path_factory.getbasetemp() / "syntax")


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    """Keys of the package as it is."""
    return Checkout(tmp_path_factory.mktemp("unedited"), tmp_path_factory.getbasetemp() / "syntax").keys()


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    assert before.keys() == after.keys()
    return {name for name in before if before[name] != after[name]}


def add_docstring_words(text: str) -> str:
    """Longer docstrings, a comment and empty lines: every line below moves."""
    return "# A comment.\n\n" + re.sub(r'"""(?=[A-Z])', '"""More words.\n\n    ', text)


def add_constant(text: str) -> str:
    return f"{text}\n_ADDED = 1\n"


def importers(module: str) -> set[str]:
    """Modules of the solvers that import a module, directly or not: found by searching their text line by line."""
    texts = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in (PACKAGE / "solvers").rglob("*.py")
        if path.stem != "__init__"
    }
    found = {module}
    while True:
        more = set()
        for name, text in texts.items():
            # what only type checkers see is indented below its `if`
            text = re.sub(r"^if TYPE_CHECKING:\n(?:    .*\n|\n)+", "", text, flags=re.MULTILINE)
            for other in found:
                package, _, last = other.rpartition(".")
                spelled = rf"^\s*(?:from {re.escape(other)} import|import {re.escape(other)}\b)"
                listed = rf"^\s*from {re.escape(package)} import (?:\([^)]*|[^(\n]*)\b{last}\b"
                if re.search(spelled, text, re.MULTILINE) or re.search(listed, text, re.MULTILINE):
                    more.add(name)
        if more <= found:
            return found
        found |= more


def test_docstring_edit_changes_no_key(parsed: Checkout, before: Keys) -> None:
    for module in ("solvers.skat.doubledummy", "solvers.skat.null", "build.skat.tasks"):
        parsed.edit(module, add_docstring_words)
    assert parsed.keys() == before


def test_kernel_edit_in_one_family_changes_no_other_family(parsed: Checkout, before: Keys) -> None:
    modules, families = before
    parsed.edit("solvers.skat.doubledummy", add_constant)
    modules_after, families_after = parsed.keys()
    assert changed(families, families_after) == {"skat"}
    edited = changed(modules, modules_after)
    assert "tafelwerk.solvers.skat.doubledummy" in edited
    assert all(name.startswith("tafelwerk.solvers.skat.") for name in edited)


@pytest.mark.parametrize("helper", ["solvers.core.bits", "solvers.core.partitions", "solvers.beams.lanes"])
def test_helper_edit_changes_exactly_the_modules_that_import_it(parsed: Checkout, before: Keys, helper: str) -> None:
    modules, _ = before
    parsed.edit(helper, add_constant)
    assert changed(modules, parsed.keys()[0]) == importers(f"tafelwerk.{helper}")


def test_builder_edit_changes_its_family(parsed: Checkout, before: Keys) -> None:
    _, families = before
    parsed.edit("build.dresher.rows", add_constant)
    assert changed(families, parsed.keys()[1]) == {"dresher"}


def test_proof_edit_changes_no_family(parsed: Checkout, before: Keys) -> None:
    _, families = before
    parsed.edit("build.dresher.proof", add_constant)
    assert parsed.keys()[1] == families


def test_second_checkout_and_docstring_edit_compile_nothing(checkout: Checkout, tmp_path: Path) -> None:
    assert int(checkout.run(COMPILE)) > 0
    assert int(checkout.run(COMPILE)) == 0
    checkout.edit("solvers.search.free", add_docstring_words)
    assert int(checkout.run(COMPILE)) == 0
    other = Checkout(tmp_path / "elsewhere" / "two", checkout.cache)
    assert int(other.run(COMPILE)) == 0
    checkout.edit("solvers.search.free", add_constant)
    assert int(checkout.run(COMPILE)) > 0


def test_damaged_cache_is_compiled_anew(checkout: Checkout) -> None:
    checkout.run(COMPILE)
    for path in checkout.cache.rglob("*.nbc"):
        path.write_bytes(path.read_bytes()[:100])
    assert int(checkout.run(COMPILE)) > 0
    assert int(checkout.run(COMPILE)) == 0


def test_preset_cache_folder_holds_keys_below(checkout: Checkout, tmp_path: Path) -> None:
    preset = tmp_path / "preset"
    environment = f"import os; os.environ['NUMBA_CACHE_DIR'] = {str(preset)!r}\n"
    assert int(checkout.run(environment + COMPILE)) > 0
    assert list(preset.rglob("search.free/*/*.nbc"))
    checkout.edit("solvers.search.free", add_constant)
    assert int(checkout.run(environment + COMPILE)) > 0
    assert int(checkout.run(environment + COMPILE)) == 0
    assert len(list(preset.rglob("search.free/*"))) == 2


def test_folder_that_cannot_be_written_is_done_without(checkout: Checkout, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    environment = f"import os; os.environ['NUMBA_CACHE_DIR'] = {str(blocked)!r}\n"
    assert int(checkout.run(environment + COMPILE)) > 0


def test_svml_is_off(parsed: Checkout) -> None:
    program = "import tafelwerk.solvers.jit\nfrom numba.core import config\nprint(config.DISABLE_INTEL_SVML, config.USING_SVML)"
    assert parsed.run(program).split() == ["1", "False"]
