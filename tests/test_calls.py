"""Calls of the program's functions, one per line of calls.txt: what each answers, or refuses and in which words.
Examples in docstrings of the solvers.
"""

import doctest
import re
from collections.abc import Iterator
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tafelwerk
from tafelwerk.errors import InputError

STANDARD = ("dataclasses", "flint", "fractions", "functools", "itertools", "math", "random")


def cases() -> Iterator[tuple[str, str]]:
    """Module and limit, and a line below them."""
    head = ""
    for line in Path(__file__).with_name("calls.txt").read_text(encoding="utf-8").splitlines():
        if re.fullmatch(r"\[[\w.]+( \w+=.*)?\]", line):
            head = line.strip("[]")
        elif line and not line.startswith("#"):
            yield head, line


def names_of(modules: str) -> Iterator[tuple[str, Any]]:
    """Names of modules of the package or of the tests, divided by commas."""
    for name in modules.split(", "):
        is_ours = name.partition(".")[0] in ("families", "proofs", "solvers")
        yield from vars(import_module(f"tafelwerk.{name}" if is_ours else name)).items()


def check_limit(name: str, size: int, call: str, names: dict[str, Any]) -> None:
    """That a call is answered where a limit of the module is so large, and refused where it is one less."""
    module = import_module(names["__name__"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, size)
        eval(call, names)
        patch.setattr(module, name, size - 1)
        with pytest.raises(InputError, match=str(size - 1)):
            eval(call, names)


def check(line: str, names: dict[str, Any]) -> None:
    """That a call is refused, or that what stands there is true."""
    if limit := re.fullmatch(r"limit (\w+)=(\d+): (.*)", line):
        check_limit(limit[1], int(limit[2]), limit[3], names)
        return
    call, sign, message = line.rpartition(" => ")
    if sign:
        message = re.sub(r"\{(.+?)\}", lambda part: str(eval(part[1], names)), message)
    several = re.fullmatch(r"each\((.*?)\): (.*)", call or line)
    for value in eval(f"[{several[1]}]", names) if several else [None]:
        names["x"] = value
        with pytest.raises(InputError) if sign else nullcontext() as caught:
            answer = eval(several[2] if several else call or line, names)
            assert sign or answer, line
        if caught:
            assert message in str(caught.value), line
            assert "\n" not in str(caught.value)


@pytest.mark.parametrize("head", dict.fromkeys(head for head, _ in cases() if head))
def test_a_call_is_answered_or_refused(head: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, _, limit = head.partition(" ")
    module = import_module(f"tafelwerk.{name}")
    names = {"np": import_module("numpy"), **dict(names_of(", ".join(STANDARD)))}
    if limit:
        constant, _, value = limit.partition("=")
        monkeypatch.setattr(module, constant, eval(value, names))
    for known, line in cases():
        if known and known != head:
            continue
        if line.startswith("with "):
            names |= {**dict(names_of(line.removeprefix("with "))), **vars(module)}
        elif definition := re.fullmatch(r"(\w+) := (.*)", line):
            names[definition[1]] = eval(definition[2], names)
        else:
            check(line, names)


ROOT = Path(tafelwerk.__file__).parent
MODULES = sorted(
    ".".join(("tafelwerk", *path.relative_to(ROOT).with_suffix("").parts))
    for path in (ROOT / "solvers").rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", MODULES)
def test_an_example_prints_what_it_says(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert tried > 0
    assert failed == 0
