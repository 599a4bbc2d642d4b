"""Bits of words, one processor instruction each.

`count`, `highest` and `lowest` take sets as int64. `popcount`, `first_bit` and `bit` take unsigned words of any width and stay
within it, so that a vector holds as many results as words.
"""

from typing import Any

from tafelwerk.solvers.machine.jit import INTERPRETED

if INTERPRETED:

    def count(mask: int) -> int:
        """Number of elements of a set."""
        return int(mask).bit_count()

    def highest(mask: int) -> int:
        """Highest element of a non-empty set."""
        return int(mask).bit_length() - 1

    def lowest(mask: int) -> int:
        """Lowest element of a non-empty set."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def popcount(word: Any) -> Any:
        """Number of bits of an unsigned word that are set, as uint8."""
        return int(word).bit_count()

    def first_bit(word: Any) -> Any:
        """Position of the lowest bit of a non-zero unsigned word, as uint16."""
        return (int(word) & -int(word)).bit_length() - 1

    def bit(word: Any, position: Any) -> Any:
        """1 << position, in the type of `word`."""
        return type(word)(1 << int(position))

else:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def count(typing_context, mask):  # type: ignore[no-untyped-def]
        """Number of elements of a set."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @intrinsic
    def highest(typing_context, mask):  # type: ignore[no-untyped-def]
        """Highest element of a non-empty set."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            never = context.get_constant(types.boolean, True)
            return builder.xor(builder.ctlz(arguments[0], never), context.get_constant(types.int64, 63))

        return types.int64(types.int64), generate

    @intrinsic
    def lowest(typing_context, mask):  # type: ignore[no-untyped-def]
        """Lowest element of a non-empty set."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            never = context.get_constant(types.boolean, True)
            return builder.cttz(arguments[0], never)

        return types.int64(types.int64), generate

    @intrinsic
    def popcount(typing_context, word):  # type: ignore[no-untyped-def]
        """Number of bits of an unsigned word that are set, as uint8."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return context.cast(builder, builder.ctpop(arguments[0]), word, types.uint8)

        return types.uint8(word), generate

    @intrinsic
    def first_bit(typing_context, word):  # type: ignore[no-untyped-def]
        """Position of the lowest bit of a non-zero unsigned word, as uint16."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            never = context.get_constant(types.boolean, True)
            return context.cast(builder, builder.cttz(arguments[0], never), word, types.uint16)

        return types.uint16(word), generate

    @intrinsic
    def bit(typing_context, word, position):  # type: ignore[no-untyped-def]
        """1 << position, in the type of `word`."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            shift = context.cast(builder, arguments[1], position, word)
            return builder.shl(context.get_constant(word, 1), shift)

        return word(word, position), generate
