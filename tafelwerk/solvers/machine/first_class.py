"""Functions that kernels take as an argument: a kernel is compiled once for all functions of one signature."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from tafelwerk.solvers.machine.jit import INTERPRETED

INTEGER: Any
INTEGERS: Any
"""Types of a signature: an int64, and a contiguous array of them."""

if INTERPRETED:
    INTEGER = INTEGERS = int

    def first_class(function: Callable[..., object], result: Any, *arguments: Any) -> Any:
        """See the compiled version."""
        return function

else:
    from numba import types

    from tafelwerk.solvers.machine.compiler import compiled

    INTEGER, INTEGERS = types.int64, types.int64[::1]

    def first_class(function: Callable[..., object], result: Any, *arguments: Any) -> Any:
        """Make a function that Python can call and kernels take as an argument; it is compiled on first use.

        Args:
            function: function that calls kernels only. numba finds compiled functions by name, so names within a module must
                differ.
            result, arguments: types of its result and arguments, such as INTEGER.
        """
        return _FirstClass(function, result(*arguments))

    class _FirstClass(types.WrapperAddressProtocol):
        """A compiled function with an address, as numba's protocol for first-class functions requires."""

        def __init__(self, function: Callable[..., object], signature: Any) -> None:
            # otherwise numba does not know the type of a first-class function before it has compiled one
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
            """Signature of the function."""
            return self._signature
