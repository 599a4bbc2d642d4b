"""Registration for notices that kernels are compiled; free of numba, so that one can register before it is loaded."""

from collections.abc import Callable

_TOLD: list[Callable[[str, str], None]] = []


def watch_compiling(tell: Callable[[str, str], None]) -> None:
    """Have `tell` called with the module and name of every function before this process compiles it."""
    _TOLD.append(tell)


def about_to_compile(module: str, name: str) -> None:
    """Notify all that registered; called by the compiler."""
    for tell in _TOLD:
        tell(module, name)
