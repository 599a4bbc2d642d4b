"""Who wants to know that kernels are compiled; without numba, so that one can ask before it is loaded."""

from collections.abc import Callable

_TOLD: list[Callable[[str, str], None]] = []


def watch_compiling(tell: Callable[[str, str], None]) -> None:
    """Have `tell` called with module and name of every function before it is compiled, in this process."""
    _TOLD.append(tell)


def about_to_compile(module: str, name: str) -> None:
    """Tell all who asked; called by the compiler."""
    for tell in _TOLD:
        tell(module, name)
