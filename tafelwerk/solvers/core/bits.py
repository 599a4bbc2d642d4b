"""Sets as words, for the kernels: how many are in it, the highest, the lowest. Each is one instruction of the processor."""

from numba import types
from numba.extending import intrinsic

from tafelwerk.solvers.jit import INTERPRETED

if INTERPRETED:

    def count(mask: int) -> int:
        """How many a set has."""
        return int(mask).bit_count()

    def highest(mask: int) -> int:
        """The highest bit of a set that is not empty."""
        return int(mask).bit_length() - 1

    def lowest(mask: int) -> int:
        """The lowest bit of a set that is not empty."""
        return (int(mask) & -int(mask)).bit_length() - 1

else:

    @intrinsic
    def count(typing_context, mask):  # type: ignore[no-untyped-def]
        """How many a set has."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @intrinsic
    def highest(typing_context, mask):  # type: ignore[no-untyped-def]
        """The highest bit of a set that is not empty."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            never = context.get_constant(types.boolean, True)
            return builder.xor(builder.ctlz(arguments[0], never), context.get_constant(types.int64, 63))

        return types.int64(types.int64), generate

    @intrinsic
    def lowest(typing_context, mask):  # type: ignore[no-untyped-def]
        """The lowest bit of a set that is not empty."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            never = context.get_constant(types.boolean, True)
            return builder.cttz(arguments[0], never)

        return types.int64(types.int64), generate
