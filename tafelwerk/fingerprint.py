"""Identity of the code that made a number: hashes of import closures, which name compiled kernels, staged parts and builds.

A module's key covers its own source and all it imports, directly or not, as syntax trees without docstrings and comments.
Editing a text therefore changes no key, and editing a helper changes only the keys of the modules that import it. Keys do not
depend on the location of the package.
"""

import ast
import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tafelwerk.places import cached_text, keep_text, user_cache

PACKAGE = Path(__file__).parent
"""Folder of the package."""

_NAME = PACKAGE.name
_DISTRIBUTIONS = {"flint": "python-flint", "highspy": "highspy", "numba": "numba", "numpy": "numpy"}
"""Third-party modules whose versions are part of a key, and their distributions."""

_DIGITS = 16
READERS = frozenset(
    f"{_NAME}.{name}"
    for name in (
        "build.commit",
        "build.executors",
        "build.kind",
        "build.plan",
        "build.runner",
        "build.session",
        "build.staging",
        "tables.book",
        "tables.checks",
        "tables.checksum",
        "tables.layout",
        "tables.metadata",
        "tables.provenance",
        "tables.records",
        "tables.sandbox",
        "tables.readings",
    )
)
"""Modules that store and read rows but do not compute them."""


class _Source(NamedTuple):
    """Syntax of one file: a digest and the imported names."""

    digest: str
    imports: tuple[str, ...]


class _Memory:
    """Digests of sources by the hash of their bytes, kept between processes: parsing all solvers takes half a second."""

    def __init__(self) -> None:
        self._name = f"syntax-{sys.version_info[0]}.{sys.version_info[1]}.json"
        self._known: dict[str, _Source] = {}
        self._has_news = False
        # digests of another version of this file may be others
        self._parser = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
        with suppress(OSError, ValueError, AttributeError, TypeError, KeyError):
            document = json.loads(cached_text(self._name))
            if document["parser"] == self._parser:
                known = document["sources"].items()
                self._known = {name: _Source(str(digest), tuple(imports)) for name, (digest, imports) in known}

    def source(self, path: Path) -> _Source:
        """Digest and imports of a file."""
        content = path.read_bytes()
        name = hashlib.sha256(content).hexdigest()
        if name not in self._known:
            self._known[name] = _parse(content)
            self._has_news = True
        return self._known[name]

    def keep(self) -> None:
        """Write the digests; if the folder is not writable, the next process only parses again."""
        if self._has_news:
            keep_text(self._name, json.dumps({"parser": self._parser, "sources": self._known}))
            self._has_news = False


@cache
def _memory() -> _Memory:
    return _Memory()


def source_digest(path: Path) -> str:
    """Digest of a Python file, without docstrings and comments."""
    return _memory().source(path).digest


def module_key(module: str) -> str:
    """Key of a module's kernels: the module's import closure inside rules and solvers, and the versions of numba and llvmlite.

    Args:
        module: full name of a module of this package.

    Returns:
        Sixteen hexadecimal digits.
    """
    return _key([module], _is_solver, ("numba", "llvmlite"))


def file_key(path: Path) -> str:
    """As `module_key`, for a file with compiled functions outside the package."""
    source = _memory().source(path)
    _memory().keep()
    modules = [name for name in _modules(source.imports) if _is_solver(name)]
    return _hash([source.digest, _key(modules, _is_solver, ("numba", "llvmlite"))])


@cache
def family_fingerprint(family: str) -> str:
    """Key of a family's rows: closure of its rules, solvers and builders, versions of the libraries these import, and the data
    shipped with the builders.

    Proofs and the modules that store or read rows are not part of it.

    Args:
        family: name of a family.

    Returns:
        Sixteen hexadecimal digits.
    """
    key = _key([f"{_NAME}.families.{family}.builds"], _makes_rows, ())
    room = PACKAGE / "families" / family
    data = [hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(room.glob("*.json"))]
    return _hash([key, *data]) if data else key


def _is_solver(module: str) -> bool:
    # kernels take constants from rules; proofs have kernels of their own
    parts = module.split(".")[1:]
    return parts[0] in ("rules", "solvers", "proofs") or (parts[0] == "families" and parts[2:3] == ["rules"])


def _makes_rows(module: str) -> bool:
    if module in READERS or module.rpartition(".")[2].endswith(("proof", "proofs")):
        return False
    return module.startswith(tuple(f"{_NAME}.{room}." for room in ("rules", "solvers", "build", "tables", "families")))


def _key(roots: Iterable[str], follows: Callable[[str], bool], libraries: Iterable[str]) -> str:
    closure = _closure(roots, follows)
    used = {_DISTRIBUTIONS[name] for source in closure.values() for name in _outside(source)} | set(libraries)
    parts = [f"{name}=={installed_version(name) or 'none'}" for name in sorted(used)]
    return _hash([*parts, *(f"{name} {closure[name].digest}" for name in sorted(closure))])


def _closure(roots: Iterable[str], follows: Callable[[str], bool]) -> dict[str, _Source]:
    """The sources of some modules and of all that they import, if `follows` accepts them."""
    sources: dict[str, _Source] = {}
    waiting = list(roots)
    while waiting:
        module = waiting.pop()
        path = _path(module)
        if module in sources or path is None:
            continue
        sources[module] = _memory().source(path)
        waiting += [name for name in _modules(sources[module].imports) if follows(name)]
    _memory().keep()
    return sources


def _modules(imports: Iterable[str]) -> Iterator[str]:
    """The modules of this package among imported names: `package.module.name` names a module or something in one."""
    for name in imports:
        if name.startswith(f"{_NAME}."):
            if _path(name) is not None:
                yield name
            elif _path(name.rpartition(".")[0]) is not None:
                yield name.rpartition(".")[0]


def _outside(source: _Source) -> Iterator[str]:
    for name in source.imports:
        if name.partition(".")[0] in _DISTRIBUTIONS:
            yield name.partition(".")[0]


@cache
def _path(module: str) -> Path | None:
    """File of a module of this package, or None."""
    stem = PACKAGE.joinpath(*module.split(".")[1:])
    if stem.with_suffix(".py").is_file():
        return stem.with_suffix(".py")
    return stem / "__init__.py" if (stem / "__init__.py").is_file() else None


@cache
def installed_version(distribution: str) -> str | None:
    """Version of an installed distribution, or None."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _parse(content: bytes) -> _Source:
    tree = ast.parse(content)
    imports: dict[str, None] = {}
    _collect(tree, imports)
    digest = hashlib.sha256(_plain(tree).encode("utf-8", "surrogatepass")).hexdigest()
    return _Source(digest, tuple(sorted(imports)))


def _collect(node: ast.AST, imports: dict[str, None]) -> None:
    """Names imported anywhere below a node, except those for type checkers only."""
    branches = ast.iter_child_nodes(node)
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        branches = iter(node.orelse)
    elif isinstance(node, ast.Import):
        imports |= dict.fromkeys(alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        imports |= dict.fromkeys(f"{node.module}.{alias.name}" for alias in node.names)
    for branch in branches:
        if not isinstance(branch, (ast.expr, ast.alias)):
            _collect(branch, imports)


def _plain(value: object) -> str:
    """A syntax tree as text of nested tuples, without positions, docstrings, or fields that depend on the version of Python."""
    if isinstance(value, ast.AST):
        fields = [(name, getattr(value, name, None)) for name in value._fields]
        texts = [(name, _plain(part)) for name, part in fields if part is not None and part != []]
        return _tuple([repr(type(value).__name__), *(f"({name!r}, {text})" for name, text in texts if text != "()")])
    if isinstance(value, list):
        return _tuple([_plain(part) for part in value if not _is_text(part)])
    return repr(repr(value))


def _tuple(texts: list[str]) -> str:
    return f"({', '.join(texts)}{',' * (len(texts) == 1)})"


def _is_text(node: object) -> bool:
    """Whether a statement is only a string, such as a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:_DIGITS]


def kernel_cache() -> Path:
    """Folder of all compiled kernels: below NUMBA_CACHE_DIR if set, otherwise in the user's cache folder."""
    preset = os.environ.get("NUMBA_CACHE_DIR")
    return Path(preset) / "tafelwerk" if preset else user_cache() / "kernels"


def kernel_folder(module: str) -> Path:
    """Folder of a module's compiled kernels."""
    return kernel_cache() / module.removeprefix(f"{_NAME}.solvers.") / module_key(module)


def use_libm() -> None:
    """Turn off Intel's SVML before numba is imported: proofs and records assume the accuracy of the C library."""
    os.environ["NUMBA_DISABLE_INTEL_SVML"] = "1"


@cache
def machine() -> str:
    """Processor and C library, which decide the last bits of floats: "AMD EPYC 7B13; glibc 2.36; SVML off"."""
    return f"{_processor()}; {' '.join(platform.libc_ver()).strip() or platform.system()}; SVML off"


def _processor() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine() or "unknown processor"
