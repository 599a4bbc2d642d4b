"""Published numbers that several tests hold up, each with its source."""

TABLE_2_4 = {
    3: ("0.3758100195", "0.3153747770", "0.3455923983"),
    5: ("0.4037732550", "0.3242759771", "0.3640246161"),
    10: ("0.4111841910", "0.3048624298", "0.3580233104"),
    15: ("0.4196865181", "0.2893856412", "0.3545360797"),
    20: ("0.4319218854", "0.2781711913", "0.3550465383"),
    25: ("0.4454074238", "0.2688789094", "0.3571431666"),
    30: ("0.4590431929", "0.2604627193", "0.3597529561"),
}
"""ESR(5,6,1), MC(k) against MC(2k): k to (moving first, moving second, mean). Jena dissertation on the exact analysis of
heuristics for combinatorial games, table 2.4, the exact rows."""

TABLE_4_5: dict[tuple[str, str], tuple[str, str]] = {
    ("h0", "lex"): ("5668", "1457"),
    ("h0", "mix"): ("5697.76", "1451.80"),
    ("h1", "lex"): ("5722", "1450"),
    ("h1", "mix"): ("11445/2", "1450"),
    ("h2", "lex"): ("5696", "1459"),
    ("h2", "mix"): ("5256409/924", "4375/3"),
    ("hinf", "lex"): ("5801", "1490"),
    ("hinf", "mix"): ("5791.42", "1483.67"),
    ("optimal", "none"): ("5625", "1446"),
}
"""Mastermind with 1296 and with 360 codes: (strategy, tie rule) to totals, fractions where the source gives them, else
rounded to two places. Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.5; there MIX H_0
on 1296 codes is printed as 5706.96, which weighs the two tied kinds of first guess equally: over all tied codes, the
rule as stated, it is 5697.76."""

TABLE_4_15 = (0, 2, 5, 9, 12, 17, 21, 27, 32, 36, 43, 48, 54, 62, 68)
"""Root model under perfect play: totals for 1 to 15 codes. The same, table 4.15."""

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
