"""Finds the user's own games, and the code of a named one.

A package registers games by entry points (`tafelwerk.own_games`).
A Python file, or a class in an importable module, is a game, too: "nim.py", "nim.py:Nim", "my_games:Nim". Code comes from
installed packages or from a file or class named by the user, never from a book. What it prints goes to standard error.
"""

import ast
import hashlib
import inspect
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from tafelwerk import own_games
from tafelwerk.errors import InputError, quoted
from tafelwerk.families.games.rules.rules import FAULTS, NEEDED, Rules
from tafelwerk.own_games import installed, is_restricted
from tafelwerk.spelling import compose
from tafelwerk.streams import keep_answers_apart

_OTHERS = frozenset({"builtins", "typing", "abc", "dataclasses", "tafelwerk"})
"""Modules of base classes that do not affect a game's rules."""

_KNOWN: dict[str, Rules] = {}

_HOMES: WeakKeyDictionary[type, ModuleType] = WeakKeyDictionary()
"""Modules of the classes that files define: two files of one name are two modules, of which `sys.modules` has one."""


def register(rules: Rules) -> Rules:
    """Register a game under its name in this process."""
    _KNOWN[rules.name] = rules
    return rules


def known(name: str) -> Rules | None:
    """The game of that name registered in this process or by a package; None if there is none.

    Raises:
        InputError: a package registers it, but it cannot be loaded.
    """
    name = compose(name)
    if name in _KNOWN:
        keep_answers_apart()
        return _KNOWN[name]
    point = installed().get(name)
    if point is None:
        return None
    keep_answers_apart()
    try:
        made = point.load()
    except FAULTS as fault:
        told = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        raise InputError(f"the game {name} of {point.value} cannot be loaded: {told}") from fault
    return _registered_as(name, _made(made, name))


def find(named: str) -> Rules:
    """Find a game by its name, its file or its class, such as "nim", "nim.py", "nim.py:Nim", "my_games:Nim".

    Raises:
        InputError: there is none, or it cannot be loaded.
    """
    name = named.strip()
    found = known(name)
    if found is not None:
        return found
    keep_answers_apart()
    path, _, kind = name.partition(":")
    if is_restricted():
        name = compose(name)
        if name in own_games.OFFERED:
            file, _, kind = own_games.OFFERED[name].partition(":")
            _KNOWN[name] = register(_of_module(_loaded(Path(file)), kind, name))
            return _KNOWN[name]
        offered = ", ".join((*installed(), *own_games.OFFERED)) or "none"
        raise InputError(
            f"there is no game {quoted(named)}: here a game is one that a package offers, or a file that the server was given; "
            f"there is {offered}"
        )
    if path.endswith(".py"):
        return register(_of_module(_loaded(Path(path)), kind, name))
    if kind.isidentifier() and all(part.isidentifier() for part in path.split(".")):
        return register(_of_module(_imported(path, name), kind, name))
    raise InputError(
        f"there is no game {quoted(named)}: packages register {', '.join(installed()) or 'none'}; "
        "give a name, a file such as nim.py, or a class such as my_games:Nim"
    )


def code_of(rules: Rules) -> str | None:
    """Digest of a game's code, sixteen hexadecimal digits; None without source, such as for a class typed at a prompt.

    It covers the game's attributes and the syntax of the modules of its class and bases, without comments and layout.
    """
    kinds = [kind for kind in type(rules.game).__mro__ if kind.__module__.partition(".")[0] not in _OTHERS]
    parts = [class_of(rules), repr(sorted(getattr(rules.game, "__dict__", {}).items()))]
    try:
        modules = dict.fromkeys(_HOMES.get(kind) or sys.modules[kind.__module__] for kind in kinds)
        parts.extend(ast.dump(ast.parse(inspect.getsource(module))) for module in modules)
    except (OSError, TypeError, SyntaxError, ValueError, KeyError):
        return None
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def class_of(rules: Rules) -> str:
    """The game's class, as "module:Name"."""
    kind = type(rules.game)
    return f"{kind.__module__}:{kind.__qualname__}"


def _registered_as(name: str, rules: Rules) -> Rules:
    """The game under the name of its entry point, which tells users more than its own."""
    rules.name = name
    return register(rules)


class _Fresh(SourceFileLoader):
    """Compiles the source at every load: bytecode that is kept may be that of a version changed within the same second."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def _loaded(path: Path) -> Any:
    """Import the module of a file."""
    if not path.is_file():
        raise InputError(f"there is no file {quoted(str(path))}")
    spec = spec_from_file_location(path.stem, path, loader=_Fresh(path.stem, str(path)))
    if spec is None or spec.loader is None:
        raise InputError(f"{path} cannot be read as Python")
    module = module_from_spec(spec)
    before = sys.modules.get(path.stem)
    # where classes look for their own source; a module of the program's is left alone
    sys.modules.setdefault(path.stem, module)
    try:
        spec.loader.exec_module(module)
    except FAULTS as fault:
        if before is None:
            del sys.modules[path.stem]
        told = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        raise InputError(f"{path} cannot be loaded: {told}") from fault
    own = (one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__)
    _HOMES.update(dict.fromkeys(own, module))
    return module


def _imported(module: str, named: str) -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except FAULTS as fault:
        told = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        raise InputError(f"the game {named} cannot be loaded: {told}") from fault


def _of_module(module: Any, kind: str, named: str) -> Rules:
    """The game of a module: the named class, or the only one."""
    if kind:
        if not hasattr(module, kind):
            raise InputError(f"{named}: there is no {kind} in {module.__name__}")
        return _made(getattr(module, kind), named)
    found = [
        one
        for one in vars(module).values()
        if isinstance(one, type) and one.__module__ == module.__name__ and all(hasattr(one, name) for name in NEEDED)
    ]
    if len(found) != 1:
        names = ", ".join(one.__name__ for one in found)
        told = f"has several games ({names}); name one" if found else f"has no class with {', '.join(NEEDED)}"
        raise InputError(f"{named} {told}{f': {named}:{found[0].__name__}' if found else ''}")
    return _made(found[0], named)


def _made(kind: Any, named: str) -> Rules:
    """Make a game by calling a class or a function without arguments."""
    if not isinstance(kind, type) and not inspect.isroutine(kind):
        return Rules(kind)
    try:
        game = kind()
    except FAULTS as fault:
        told = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        raise InputError(f"the game {named} cannot be made: {told}; it must be callable without arguments") from fault
    return Rules(game)
