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
