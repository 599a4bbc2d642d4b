"""Published numbers that several tests hold up, each with its source; those of the five sources are the package's own."""

from tafelwerk.families.dresher import published as dresher
from tafelwerk.families.mastermind import published as mastermind
from tafelwerk.families.montecarlo import published as montecarlo
from tafelwerk.families.search import published as search

TABLE_2_4 = {
    k: tuple(montecarlo.TABLE_2_4[k, column] for column in ("first", "second", "mean"))
    for k in sorted({k for k, _ in montecarlo.TABLE_2_4})
}
"""ESR(5,6,1), MC(k) against MC(2k): k to (moving first, moving second, mean)."""

TABLE_4_5 = {
    (strategy, tie): (total, mastermind.TOTALS["360", strategy, tie])
    for (codes, strategy, tie), total in mastermind.TOTALS.items()
    if codes == "1296"
} | {("h0", "mix"): ("5697.76", "1451.80"), ("optimal", "none"): ("5625", "1446")}
"""Mastermind with 1296 and with 360 codes: (strategy, tie rule) to totals. MIX H_0 on 1296 codes is printed as 5706.96, which
weighs the two tied kinds of first guess equally: over all tied codes, the rule as stated, it is 5697.76."""

TABLE_4_15 = search.TABLE_4_15
DRESHER_DEPTHS = dresher.DEPTHS
V_509 = dresher.V_509

OPTIMAL_TOTALS = {
    (4, 6, False): 5625,
    (4, 7, False): 11228,
    (4, 8, False): 20471,
    (4, 6, True): 1446,
    (4, 8, True): 7817,
    (4, 9, True): 14914,
    (4, 10, True): 26274,
}
"""Least totals of Mastermind (pegs, colours, all different): K. Koyama and T. W. Lai, An optimal Mastermind strategy,
J. Recreational Math. 25, 1993 (5625), and exhaustive searches published since."""

A286676 = (
    *(1, 3, 9, 2, 20, 12, 23, 27, 31, 35, 187, 1461, 485, 105, 64, 69, 67, 18, 11, 41, 87, 23, 97, 828, 251175, 497650),
    *(1582733, 480083, 3070955, 139927, 1253, 1301, 160, 83, 172, 89, 184, 181, 187, 193, 199, 205, 211, 217, 223, 229),
    *(235, 241, 247, 253, 259, 265),
)
"""Numerators of the values of Dresher's guessing game for N = 1 to 52. The On-Line Encyclopedia of Integer Sequences, A286676
(L. Chen, 2017 and 2019); denominators are A286677."""

DRESHER_VALUES = (
    *("1", "3/2", "9/5", "2", "20/9", "12/5", "23/9", "27/10", "31/11", "35/12", "187/62", "1461/470", "485/152"),
    *("105/32", "64/19", "69/20", "67/19", "18/5", "11/3", "41/11", "87/23"),
)
"""The first 21 values as the same entry writes them out: A286676(N) / A286677(N)."""

OCTAL_PERIODS = {
    "0.77": (12, 70),
    "0.137": (34, 51),
    "0.117": (48, 46),
    "0.177": (20, 496),
    "0.1377": (24, 140),
    "0.11377": (32, 186),
    "0.7777": (24, 141),
    "0.127": (4, 46577),
    "0.156": (349, 3478),
    "0.055": (148, 258),
    "0.644": (442, 3255),
    "0.356": (142, 7314),
    "0.165": (1550, 5180),
    "0.16": (149459, 105350),
    "0.56": (144, 326639),
}
"""Period and last exception: OEIS A002186, A002187, A071453, A071435, A071434, A071452, A071074, A071464 (the last of them: A.
Gangolli and T. Plambeck, A note on periodicity in some octal games, International Journal of Game Theory 18 (1989)); then
Winning Ways, chapter 4, table of octal games, and Gangolli and Plambeck. OEIS A071436 has the last exception of 0.56 too low,
326637: the values of 326639 and 326639 + 144 differ."""

SPARSE_PERIODS = {
    "0.16": (149459, 105350),
    "0.56": (144, 326639),
    "0.354": (1180, 10061915),
    "0.104": (11770282, 197769597),
    "0.454": (60620715, 160949018),
    "0.054": (10015179, 193235615),
}
"""Period and last exception: A. Gangolli and T. Plambeck, A note on periodicity in some octal games; A. Flammenkamp, Octal games.
Flammenkamp counts the heaps before the period, one more than the last exception."""

HEAP_SEQUENCES = {
    "octal 0.77": (
        "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 4 2 7 "
        "4 1 2 8 1 4 7 2 1 8 6 7 4 1 2 8 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1"
    ),
    "octal 0.137": (
        "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2 "
        "1 1 0 4 5 3 7 4 8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4 8 1 1 2"
    ),
    "grundy": (
        "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4 1 5 4 1 5 4 1 5 4 1 0 2 1 0 2 1 5 2 1 3 "
        "2 1 3 2 4 3 2 4 3 2 4 3 2 4 3 2 4 3 2 4 5 2 4 5 2 4 3 7 4 3 7 4 3 7 4 3 5 2 3 5 2 3 5 2 3"
    ),
    "octal 0.7777": (
        "0 1 2 3 4 5 6 7 3 2 8 9 7 6 5 4 3 2 8 9 4 5 12 13 9 8 2 3 4 5 15 14 3 2 8 9 7 6 5 4 3 2 8 9 13 12 15 14 9 8 2 3 4 5 16 "
        "17 10 11 8 9 14 15 5 4 3 2 16 17 13 12 15 14 9 8 2 3 4 5 6 7 3 2 8 9 14 15 5 4 3 2"
    ),
}
"""OEIS A002186, A002187, A002188 and A071074, from heap 0 on."""
