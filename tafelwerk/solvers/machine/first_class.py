"""Functions that kernels take as an argument: a kernel is compiled once for all functions of one signature."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from numba import types

from tafelwerk.solvers.machine.jit import INTERPRETED, compiled

INTEGER, INTEGERS = types.int64, types.int64[::1]
"""Types of a signature: an int64, and a contiguous array of them."""


def first_class(function: Callable[..., object], result: Any, *arguments: Any) -> Any:
    """Make a function that Python calls and that kernels take as an argument; compiled on first use.

    Args:
        function: what it calls must be kernels. numba finds compiled functions by name: those of a module must differ.
        result, arguments: its types, such as INTEGER.
    """
    return function if INTERPRETED else _FirstClass(function, result(*arguments))


class _FirstClass(types.WrapperAddressProtocol):
    """A compiled function with an address, as numba's protocol for first-class functions wants it."""

    def __init__(self, function: Callable[..., object], signature: Any) -> None:
        # without it numba does not know the type of a first-class function before it has compiled one
        from numba.experimental import function_type  # noqa: F401

        self._function = function
        self._signature = signature
        self.__doc__ = function.__doc__

    def __call__(self, *arguments: object) -> Any:
        return self._compiled(*arguments)

    @cached_property
    def _compiled(self) -> Any:
        return compiled(self._function, self._signature, no_cfunc_wrapper=False)

    @cached_property
    def _address(self) -> int:
        result = self._compiled.overloads[self._signature.args]
        return int(result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name))

    def __wrapper_address__(self) -> int:
        """Address of the compiled function."""
        return self._address

    def signature(self) -> Any:
        """Its signature."""
        return self._signature
