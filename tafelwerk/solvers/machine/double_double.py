"""Numbers of about 106 bits as unevaluated sums of two doubles, for kernels.

A pair (hi, lo) stands for hi + lo with |lo| <= ulp(hi) / 2. `u` below is 2^-53.

Sources: T. J. Dekker, A floating-point technique for extending the available precision, Numerische Mathematik 18 (1971);
M. Joldes, J.-M. Muller, V. Popescu, Tight and rigorous error bounds for basic building blocks of double-word arithmetic,
ACM Transactions on Mathematical Software 44 (2017), whose algorithms and bounds these are.
"""

from tafelwerk.solvers.machine.jit import fma, kernel

UNIT = 2.0**-53


@kernel
def two_sum(a: float, b: float) -> tuple[float, float]:
    """a + b exactly, for any a and b."""
    s = a + b
    a1 = s - b
    return s, (a - a1) + (b - (s - a1))


@kernel
def fast_two_sum(a: float, b: float) -> tuple[float, float]:
    """a + b exactly, for |a| >= |b| or a = 0."""
    s = a + b
    return s, b - (s - a)


@kernel
def two_product(a: float, b: float) -> tuple[float, float]:
    """a * b exactly, unless it underflows."""
    p = a * b
    return p, fma(a, b, -p)


@kernel
def add(ah: float, al: float, bh: float, bl: float) -> tuple[float, float]:
    """Sum of two pairs; relative error below 3.0001 u^2 (AccurateDWPlusDW)."""
    sh, sl = two_sum(ah, bh)
    th, tl = two_sum(al, bl)
    vh, vl = fast_two_sum(sh, sl + th)
    return fast_two_sum(vh, tl + vl)


@kernel
def subtract(ah: float, al: float, bh: float, bl: float) -> tuple[float, float]:
    """Difference of two pairs; relative error below 3.0001 u^2."""
    return add(ah, al, -bh, -bl)


@kernel
def multiply(ah: float, al: float, bh: float, bl: float) -> tuple[float, float]:
    """Product of two pairs; relative error below 5 u^2 (DWTimesDW3)."""
    ch, cl = two_product(ah, bh)
    return fast_two_sum(ch, cl + fma(al, bh, fma(ah, bl, al * bl)))


@kernel
def multiply_double(ah: float, al: float, b: float) -> tuple[float, float]:
    """Product of a pair and a double; relative error below 2 u^2 (DWTimesFP3)."""
    ch, cl = two_product(ah, b)
    return fast_two_sum(ch, fma(al, b, cl))


@kernel
def divide(ah: float, al: float, bh: float, bl: float) -> tuple[float, float]:
    """Quotient of two pairs; relative error below 15 u^2 + 56 u^3 (DWDivDW2)."""
    th = ah / bh
    rh, rl = multiply_double(bh, bl, th)
    delta = (ah - rh) + (al - rl)
    return fast_two_sum(th, delta / bh)


@kernel
def divide_double(ah: float, al: float, b: float) -> tuple[float, float]:
    """Quotient of a pair and a double; relative error below 3 u^2 (DWDivFP3)."""
    th = ah / b
    ph, pl = two_product(th, b)
    delta = ((ah - ph) - pl) + al
    return fast_two_sum(th, delta / b)
