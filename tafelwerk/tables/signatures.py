"""Types of the questions as Python users ask them: `book.mastermind.next(...)` with parameters, `compute`, `keep` and the answer.

python -m tafelwerk.tables.signatures FILE        writes the stub that type checkers and editors read

They are taken from the source of each family's questions, where they stand once.
"""

import ast
import inspect
import sys
from collections.abc import Collection, Iterator
from importlib import import_module
from inspect import cleandoc
from pathlib import Path

from tafelwerk.families import has_room
from tafelwerk.tables.json_schema import families, questions
from tafelwerk.tables.question import Question

HEAD = '''"""The questions of each family, as a book is asked them; made from their definitions by `make types`."""

'''


def text() -> str:
    """The stub: a class per family, a method per question."""
    imports: set[str] = set()
    classes = [_family(family, imports) for family in families() if not has_room(family)]
    return HEAD + "\n".join(sorted(imports)) + "\n\n" + "\n\n".join(classes) + "\n"


def class_name(family: str) -> str:
    """Name of a family's class in the stub."""
    return f"{family.capitalize()}Questions"


def _family(family: str, imports: set[str]) -> str:
    asked: dict[str, list[str]] = {}
    for asks in questions(family):
        assert isinstance(asks, Question)
        asked.setdefault(asks.look_up_function.__module__, []).append(asks.look_up_function.__name__)
    methods = [method for module, names in asked.items() for method in _methods(module, names, imports)]
    body = "\n".join(f"    {line}" for method in methods for line in method.splitlines())
    return f"class {class_name(family)}:\n{body}"


def _methods(module: str, names: Collection[str], imports: set[str]) -> Iterator[str]:
    """The methods of the questions that a module defines; where their types are defined joins the imports."""
    found = import_module(module)
    parsed = set(getattr(found, "PARSERS", {}))
    tree = ast.parse(inspect.getsource(found))
    homes = dict(_imported(tree)) | dict.fromkeys(_own(tree), module)
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and function.name in names:
            signature = _signature(function, parsed)
            for one in ast.walk(signature):
                if isinstance(one, ast.Name) and one.id in homes:
                    imports.add(f"import {homes[one.id]}")
                    # families have classes of the same name
                    one.id = f"{homes[one.id]}.{one.id}"
            yield ast.unparse(signature)


def _signature(function: ast.FunctionDef, parsed: set[str]) -> ast.FunctionDef:
    """A question's method: without the book, text where text is parsed, `compute` and `keep`, an answer that is not None."""
    found = ast.parse(ast.unparse(function)).body[0]
    assert isinstance(found, ast.FunctionDef)
    arguments = found.args
    arguments.args[0] = ast.arg("self")
    for argument in (*arguments.args[1:], *arguments.kwonlyargs):
        argument.annotation = _plain(argument.annotation)
        if argument.arg in parsed:
            kinds = [*ast.unparse(argument.annotation).split(" | "), "str"]
            argument.annotation = ast.parse(" | ".join(dict.fromkeys(kinds)), mode="eval").body
    arguments.defaults = [_shown(default) for default in arguments.defaults]
    arguments.kw_defaults = [default and _shown(default) for default in arguments.kw_defaults]
    arguments.kwonlyargs += [ast.arg(name, ast.Name("bool")) for name in ("compute", "keep")]
    arguments.kw_defaults += [ast.Constant(value=False)] * 2
    found.returns = _without_none(_plain(function.returns))
    found.decorator_list = []
    summary = cleandoc(ast.get_docstring(function) or "").partition("\n")[0]
    found.body = [ast.Expr(ast.Constant(summary))]
    return found


def _plain(annotation: ast.expr | None) -> ast.expr:
    """An annotation without the quotes around it."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return ast.parse(annotation.value, mode="eval").body
    assert annotation is not None
    return annotation


def _shown(default: ast.expr) -> ast.expr:
    """A default where it is a plain value, else an ellipsis."""
    return default if isinstance(default, ast.Constant) else ast.Constant(value=...)


def _without_none(kind: ast.expr) -> ast.expr:
    if isinstance(kind, ast.BinOp) and isinstance(kind.right, ast.Constant) and kind.right.value is None:
        return kind.left
    return kind


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that a module imports, for type checkers too, and the module that each comes from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from ((alias.name, node.module) for alias in node.names)


def _own(tree: ast.Module) -> Iterator[str]:
    """The names of types that a module defines."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (one.id for one in targets if isinstance(one, ast.Name) and one.id[:1].isupper())


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
