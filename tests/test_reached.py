"""Every public function of the solvers is reached from somewhere else than tests, or is named here with a reason."""

import ast
import re
from dis import get_instructions
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

import tafelwerk

PACKAGE = Path(tafelwerk.__file__).parent

KEPT = {
    # taught in docs/minimax.md
    "lottery",
    # asked by the benchmarks
    "kernel_seconds",
}
"""Public functions and classes that nothing in the package reaches, and why they stay."""


def words(code: CodeType) -> set[str]:
    """Names that are read, imported or spelled in a string of one word, as builds name functions, by code and all within it."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= words(constant)
        elif isinstance(constant, tuple):
            names |= {text for text in constant if isinstance(text, str) and text.isidentifier()}
        elif isinstance(constant, str) and constant.isidentifier():
            names.add(constant)
    return {name.rpartition(".")[2] for name in names}


def find_unreached() -> set[str]:
    """Names that no other definition of the package reaches, and those that only these reach."""
    users: list[tuple[str | None, set[str]]] = []
    public: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        module = SourceFileLoader(path.stem, str(path)).get_code(path.stem)
        inside = "solvers" in path.relative_to(PACKAGE).parts
        own = set[str]()
        for code in module.co_consts:
            if isinstance(code, CodeType):
                is_public = inside and not code.co_name.startswith(("_", "<"))
                own |= {code.co_name} if is_public else set()
                users.append((code.co_name if inside else None, words(code)))
        public |= own
        # importing and defining reach nothing
        loads = {str(step.argval) for step in get_instructions(module) if step.opname.startswith("LOAD")}
        users.append((None, loads if inside else loads | set(module.co_names)))
    reached = set().union(*(found for name, found in users if name is None))
    waiting = True
    while waiting:
        more = set().union(*(found for name, found in users if name in reached)) - reached
        reached |= more
        waiting = bool(more)
    return public - reached


def test_public_functions_of_solvers_are_reached() -> None:
    assert find_unreached() == KEPT


def test_packages_name_what_they_have() -> None:
    """The docstring of a package says where what is: its files and their definitions are there."""
    files = {path.name for path in PACKAGE.rglob("*.py")}
    missing = []
    for package in PACKAGE.rglob("__init__.py"):
        text = ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or ""
        missing += [(package, name) for name in re.findall(r"\w+\.py\b", text) if name not in files]
        for module, name in re.findall(r"^(\w+)\.(\w+)", text, re.MULTILINE):
            path = package.with_name(f"{module}.py")
            if name != "py" and path.exists():
                defined = re.search(rf"^(?:def |class )?{name}\b", path.read_text(encoding="utf-8"), re.MULTILINE)
                missing += [] if defined else [(package, f"{module}.{name}")]
    assert missing == []
