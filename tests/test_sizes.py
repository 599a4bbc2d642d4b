"""Sizes that a reader can hold: kernels, workspaces and signatures of the algorithms."""

import ast
from collections.abc import Iterator
from pathlib import Path

import tafelwerk

ROOT = Path(tafelwerk.__file__).parent

MOST_LINES, MOST_FIELDS, MOST_ARGUMENTS = 100, 15, 9
"""Lines of a kernel without its docstring, fields of a NamedTuple, arguments of a function."""

EXCEPTIONS = {
    "solvers.deduction.optimal_tree.optimal_tree": "options, all given by name",
}


def _definitions(node: ast.AST, name: str) -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inner = f"{name}.{child.name}"
            yield inner, child
            yield from _definitions(child, inner)


def _sizes(definition: ast.FunctionDef | ast.ClassDef) -> Iterator[tuple[str, int, int]]:
    """What is measured of a definition, its size, and the most that is allowed."""
    names = {ast.unparse(each) for each in (*definition.decorator_list, *getattr(definition, "bases", ()))}
    if isinstance(definition, ast.ClassDef):
        if "NamedTuple" in names:
            yield "fields", sum(isinstance(line, ast.AnnAssign) for line in definition.body), MOST_FIELDS
        return
    parts = definition.args
    arguments = [each.arg for each in (*parts.posonlyargs, *parts.args, *parts.kwonlyargs)]
    yield "arguments", len(arguments) - (arguments[:1] in (["self"], ["cls"])), MOST_ARGUMENTS
    if names & {"kernel", "inlined"}:
        has_text = ast.get_docstring(definition) is not None
        first = definition.body[1 if has_text and len(definition.body) > 1 else 0]
        assert definition.end_lineno is not None
        yield "lines", definition.end_lineno - first.lineno + 1, MOST_LINES


def test_kernels_workspaces_and_signatures_have_a_size_that_can_be_read() -> None:
    """An exception is named above with its reason."""
    larger: dict[str, str] = {}
    for folder in ("solvers", "proofs"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for name, definition in _definitions(ast.parse(path.read_text(encoding="utf-8")), module):
                for what, size, most in _sizes(definition):
                    if size > most:
                        larger[name] = f"{size} {what}"
    assert {name: size for name, size in larger.items() if name not in EXCEPTIONS} == {}
    assert EXCEPTIONS.keys() <= larger.keys(), "no exception any more"
