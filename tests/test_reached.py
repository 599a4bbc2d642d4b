"""Every public function of the solvers is reached from somewhere else than tests, or is named here with a reason.
Sizes that a reader can hold: kernels, workspaces and signatures of the algorithms.
"""

import ast
import re
from collections.abc import Iterator
from dis import get_instructions
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

import tafelwerk

PACKAGE = Path(tafelwerk.__file__).parent

KEPT = {
    # taught in docs/minimax.md
    "lottery",
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


MOST_LINES, MOST_FIELDS, MOST_ARGUMENTS = 100, 15, 9
"""Lines of a kernel without its docstring, fields of a NamedTuple, arguments of a function."""


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
    larger: dict[str, str] = {}
    for folder in ("solvers", "proofs"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
            for name, definition in _definitions(ast.parse(path.read_text(encoding="utf-8")), module):
                for what, size, most in _sizes(definition):
                    if size > most:
                        larger[name] = f"{size} {what}"
    assert larger == {}
