"""Comparison of two Monte-Carlo candidates: the mean sign of a difference of two binomials, for any k.

For independent X1 ~ Binomial(k, p1) and X2 ~ Binomial(k, p2), f1 - f2 = E sgn(X1 - X2), where a tie counts 0. With N nodes
t_n = (2 n - 1) pi / N the sum

    S(d) = (2 / N) sum_{0 < t_n < pi} sin(d t_n) cot(t_n / 2)

is a square wave: sin(d t) cot(t / 2) = 1 + 2 sum_{0 < r < d} cos(r t) + cos(d t), and the mean of cos(r t_n) over all N nodes is
0 unless N divides r, and -1 at r = N. So S(d) = sgn(d) for |d| < N, and |S(d)| <= 1 always. Therefore

    E sgn(X1 - X2) = (2 / N) sum_{0 < t_n < pi} Im(phi(t_n)) cot(t_n / 2) + rest,    |rest| <= 2 P(|X1 - X2| >= N),

where phi is the characteristic function of the difference. N follows from Bernstein's inequality and grows like sqrt(k); the
number of nodes at which phi has not yet vanished stays about 30 for any k.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.1 (the agent and the
chances of its choices; the method here is another).
"""

from math import atan2, ceil, cos, exp, log, log1p, pi, sin, sqrt

from tafelwerk.solvers.machine.double_double import UNIT, subtract, two_sum
from tafelwerk.solvers.machine.jit import kernel

MOST_PLAYOUTS = 2**53
"""Most playouts per candidate: above it, a double does not represent every integer."""

TAIL_EXPONENT = 45.0
"""Tails below exp(-45) < 2.9e-20 count as truncation error."""

BREAK_OFF = 1e-20


@kernel
def bernstein_reach(variance: float, bound: float, exponent: float) -> float:
    """The t for which exp(-t^2 / (2 (variance + bound t / 3))) = exp(-exponent).

    A sum of independent centred variables, each at most `bound`, exceeds t with at most that probability (Bernstein).
    """
    linear = bound * exponent / 3.0
    return linear + sqrt(linear * linear + 2.0 * variance * exponent)


@kernel
def variation(hi: float, lo: float, k: float, delta: float) -> float:
    """Bound on the total variation distance between Binomial(k, 1/2 + hi + lo) and Binomial(k, p) for any p within delta.

    It is k delta by coupling trial by trial, or delta sqrt(k / (2 p (1 - p))) by Pinsker's inequality and KL <= chi^2.
    """
    if delta == 0.0:
        return 0.0
    product = ((0.5 - hi) - lo) * ((0.5 + hi) + lo)
    coupled = k * delta
    if product * k <= 1.0:
        return 1.001 * coupled
    return 1.001 * min(coupled, delta * sqrt(k / (2.0 * product)))


@kernel
def sign_kernel(h1: float, l1: float, h2: float, l2: float, k: float) -> tuple[float, float]:
    """E sgn(X1 - X2) and a bound on its absolute error, for p_i = 1/2 + h_i + l_i exactly; k an integer up to 2^53.

    The bound is computed along with the value: u = 2^-53, elementary functions within one unit in the last place (2 u). Per node,
    to first order:

    - x = t / 2 has relative error 2.5 u, s = sin x and c = cos x 4.5 u (c from the complement of x above 1), cot x 10
      u, weight times |phi| times sine 17 u besides the errors of the last two;
    - z = phi^(1/k) has Re z = c^2 + 4 y1 y2 s^2 and Im z = 2 (p1 - p2) s c. The parts of Re z have 15 u, and their
      absolute values sum to at most |z| (Cauchy-Schwarz on |z|^2 = (c^2 + 4 y1^2 s^2)(c^2 + 4 y2^2 s^2)); Im z has 12
      u. The angle is off by at most |Im z| (12 u |Re z| + 15 u |z|) / |z|^2 <= 27 u |angle|, with atan2 and the factor
      k 30 u relatively;
    - for s^2 <= 1/2, |z|^2 = 1 - x with x = a + b - a b, a and b = 4 p q s^2 with 16 u: x is off by u (17 (a + b) + 34
      a b + x), the logarithm by that over 1 - x and 2 u relatively; for s^2 > 1/2 the product of sums of squares has 31
      u.

    Everything is summed with compensation and multiplied by 1.001 for second orders and the rounding of the bound
    itself.
    """
    dh, dl = subtract(h1, l1, h2, l2)
    d = dh + dl
    if d == 0.0:
        return 0.0, 0.0
    v1 = ((1.0 - 2.0 * h1) - 2.0 * l1) * ((1.0 + 2.0 * h1) + 2.0 * l1)
    v2 = ((1.0 - 2.0 * h2) - 2.0 * l2) * ((1.0 + 2.0 * h2) + 2.0 * l2)
    reach = 1.0000001 * bernstein_reach(0.25 * k * (v1 + v2), 1.0, TAIL_EXPONENT) + 1.0
    distance = k * abs(d)
    if distance > reach:
        return (1.0 if d > 0.0 else -1.0), 6e-20
    n = min(ceil(distance + reach), k + 1.0)
    step = pi / (2.0 * n)
    y1, y2 = h1 + l1, h2 + l2
    total, rest, bound = 0.0, 0.0, 0.0
    odd = 1.0
    while odd < n:
        x = step * odd
        s = sin(x)
        c = cos(x) if x < 1.0 else sin(step * (n - odd))
        cot = c / s
        ss = s * s
        if ss <= 0.5:
            a, b = v1 * ss, v2 * ss
            drop = (a + b) - a * b
            logarithm = 0.5 * k * log1p(-drop)
            off = 0.5 * k * UNIT * (17.0 * (a + b) + 34.0 * a * b + drop) / (1.0 - drop)
        else:
            g1, g2 = 2.0 * y1 * s, 2.0 * y2 * s
            logarithm = 0.5 * k * log((c * c + g1 * g1) * (c * c + g2 * g2))
            off = 0.5 * k * UNIT * 31.0
        size = exp(logarithm)
        if size * cot < BREAK_OFF:
            break
        phase = k * atan2(2.0 * d * s * c, c * c + 4.0 * y1 * y2 * ss)
        wave = sin(phase)
        weight = cot * size
        total, low = two_sum(total, weight * wave)
        rest += low
        bound += weight * ((18.0 * UNIT + off - 3.0 * UNIT * logarithm) * abs(wave) + 32.0 * UNIT * abs(phase))
        odd += 2.0
    value = 2.0 / n * (total + rest)
    error = 1.001 * (2.0 / n * bound + 4.0 * UNIT * abs(value)) + (2.5 * BREAK_OFF if n > k else 1.5e-19)
    return min(1.0, max(-1.0, value)), error
