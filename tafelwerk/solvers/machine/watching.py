"""Whether kernels are compiled, and registration for notices that they are; free of numba, for use before it is loaded."""

import os
from collections.abc import Callable

_interprets = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

_TOLD: list[Callable[[str, str], None]] = []


def interpret() -> None:
    """Have kernels of this process run as plain Python; without effect once they are loaded."""
    global _interprets
    _interprets = True


def interprets() -> bool:
    """Whether kernels that are loaded from now on run as plain Python."""
    return _interprets


def watch_compiling(tell: Callable[[str, str], None]) -> None:
    """Have `tell` called with the module and name of every function before this process compiles it."""
    _TOLD.append(tell)


def about_to_compile(module: str, name: str) -> None:
    """Notify all that registered; called by the compiler."""
    for tell in _TOLD:
        tell(module, name)
