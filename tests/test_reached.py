"""Every public function of the solvers is reached from somewhere else than tests, or is named here with a reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

import tafelwerk

PACKAGE = Path(tafelwerk.__file__).parent

KEPT = {
    # answers that are to come: numbered worlds
    "unrank",
    "Lapses",
    "lapses",
    # taught in docs/minimax.md
    "lottery",
    # asked by the benchmarks
    "kernel_seconds",
}
"""Public functions and classes that nothing in the package reaches, and why they stay."""


def definitions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Public functions and classes of a module."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name, node


def words(tree: ast.AST) -> set[str]:
    """Names that are read, imported or spelled in a string of one word, as builds name functions."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.add(node.name.rpartition(".")[2])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            found.add(node.value)
    return found


def unreached() -> set[str]:
    """Names that no other definition of the package reaches, and those that only these reach."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")}
    users: list[tuple[str | None, set[str]]] = []
    public: set[str] = set()
    for path, tree in trees.items():
        inside = "solvers" in path.relative_to(PACKAGE).parts
        named = dict(definitions(tree)) if inside else {}
        public |= named.keys()
        for node in tree.body:
            name = getattr(node, "name", None) if inside and isinstance(node, ast.FunctionDef | ast.ClassDef) else None
            if not (inside and isinstance(node, ast.Import | ast.ImportFrom)):
                users.append((name, words(node)))
    reached = set().union(*(found for name, found in users if name is None))
    waiting = True
    while waiting:
        more = set().union(*(found for name, found in users if name in reached)) - reached
        reached |= more
        waiting = bool(more)
    return public - reached


def test_public_functions_of_solvers_are_reached() -> None:
    assert unreached() == KEPT
