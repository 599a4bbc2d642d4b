"""Published numbers that several tests hold up, each with its source; those of the five sources are the package's own."""

import tomllib
from pathlib import Path

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
    (strategy, tie): (total, mastermind.TOTALS["360", strategy, tie, "4x6 distinct"])
    for (codes, strategy, tie, _), total in mastermind.TOTALS.items()
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

ROWS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
A286676 = tuple(map(int, ROWS["A286676"].split()))
DRESHER_VALUES = tuple(ROWS["DRESHER_VALUES"].split())
OCTAL_PERIODS = {code: tuple(numbers) for code, numbers in ROWS["OCTAL_PERIODS"].items()}
SPARSE_PERIODS = {code: tuple(numbers) for code, numbers in ROWS["SPARSE_PERIODS"].items()}
HEAP_SEQUENCES = {name: " ".join(values.split()) for name, values in ROWS["HEAP_SEQUENCES"].items()}
"""Sources stand in the file."""
