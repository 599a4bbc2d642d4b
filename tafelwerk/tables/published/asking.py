"""Questions in Python's words, such as `dresher.value(509).value`: read without running anything else."""

import ast
from collections.abc import Sequence
from typing import Any

from tafelwerk.frozen import frozen


@frozen
class Asking:
    """A question, and what is read of its answer.

    Attributes:
        family, question: as in Python.
        arguments, named: literals.
        path: attributes, keys and places, from the answer on.
    """

    family: str
    question: str
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    path: tuple[str | int, ...]

    def of(self, book: Any, **options: Any) -> Any:
        """The value.

        Args:
            book: a book that answers questions.
            options: as a question takes them, `compute=True` among them.
        """
        answer = getattr(getattr(book, self.family), self.question)(*self.arguments, **self.named, **options)
        return follow(answer, self.path)


def follow(value: Any, path: Sequence[str | int]) -> Any:
    """What stands at a path: attributes of objects, keys of mappings, places of lists."""
    for step in path:
        value = getattr(value, step) if isinstance(step, str) and hasattr(value, step) else value[step]
    return value


def parse(text: str) -> Asking:
    """A question in Python's words.

    Raises:
        ValueError: the text is of another form.
    """
    node = ast.parse(text, mode="eval").body
    path: list[str | int] = []
    while not isinstance(node, ast.Call):
        if isinstance(node, ast.Attribute):
            path.insert(0, node.attr)
        elif isinstance(node, ast.Subscript):
            path.insert(0, ast.literal_eval(node.slice))
        else:
            break
        node = node.value
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=family), attr=question)):
            arguments = tuple(ast.literal_eval(argument) for argument in node.args)
            keywords = {str(argument.arg): ast.literal_eval(argument.value) for argument in node.keywords}
            return Asking(family, question, arguments, keywords, tuple(path))
    raise ValueError(f"no question in Python's words: {text}")
