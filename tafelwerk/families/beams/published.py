"""Printed numbers of Beams: the dissertation's sections 4.4 and 4.6."""

from collections.abc import Iterator

from tafelwerk.tables.published import Number, Source, grid

VARIANTS = ("3c6p", "6c3p", "6c6p")
STRATEGIES = ("h0", "h1", "h2", "hinf")
TIES = ("lex-c", "lex-d", "mix")

TABLE_4_8 = grid(
    (*VARIANTS, "6c10p"),
    ("colours", "fields", "shapes", "patterns", "codes", "diagonals"),
    "3 18 751 310 1860 15 6 18 11 311 223920 15 6 36 814 4234462 3048812640 21 6 60 361648 - - 27",
)
"""Counts by variant and column."""

TABLE_4_10 = {
    (variant, strategy, tie): mean
    for (strategy, (variant, tie)), mean in grid(
        STRATEGIES,
        [(variant, tie) for variant in VARIANTS for tie in TIES],
        "4.0392 4.0328 4.0460 7.8675 7.8826 8.080 10.6639 10.6729 10.70 "
        "3.9898 3.9919 3.9875 7.6982 7.6978 7.6969 10.2829 10.2830 10.2827 "
        "4.0043 4.0032 4.0125 7.8553 7.8538 7.8361 10.4646 10.4641 10.4628 "
        "4.2602 4.2532 4.2677 8.3770 8.3463 8.3026 10.9718 10.9530 10.91",
    ).items()
}
"""Means by variant, strategy and tie rule."""

EXCESSES = grid(STRATEGIES, TIES, "2.26 2.10 2.43 1.01 1.06 0.95 1.37 1.35 1.58 7.85 7.68 8.04")
"""Table 4.10, 3c6p: by how many percent the mean exceeds the perfect one, by strategy and tie rule."""

SIMULATED = {("6c6p", "h0", "mix"): 600, ("6c6p", "hinf", "mix"): 600}
"""Means of table 4.10 that are simulated in the source and here, and the number of games played for them here."""

TABLE_4_18 = {"3c6p": "3.9847", "6c3p": "7.6963"}
"""Means of the best orders of the entropy by variant."""

TABLE_4_19 = grid(("h-prime", "u"), ("3c6p", "6c6p"), "4.66 13.04 4.77 13.31")
"""Means of L. Schreiber's agents by strategy and variant, simulated."""

EXPERTS = {("h-prime", 14, 1): "17.94", ("u", 8, 2): "18.29"}
"""The same for 6c10p, by strategy, number of games and seed here."""

_ERRATUM = (
    "computed in the source on a board of 18 fields with one wrong field in one diagonal: {3, 4, 5, 6} read as {8, 4, 5, 6}, "
    "fields from 0; on that board MIX gives the printed mean"
)
_NUMBERING = f"{_ERRATUM}; LEX depends on the numbering of the diagonals, which is not printed"
_PERFECT = (
    "the optimum on the board with the wrong field, if the first query is {3, 8, 12, 16}; by the rules it is 7334"
)
_SAMPLED = "simulated in the source and here; `beams simulate` gives the standard error of its mean"
_FEWER = "simulated in the source with agents that exclude fewer colours than the codes left allow"
_COST = "sum((queries + wrong) * codes)"
_CODES = "beams.costs JOIN beams.whole USING (variant, strategy, tie, parts)"


def printed_numbers() -> Iterator[Number]:
    """The numbers, in the order of the source."""
    source = Source.DISSERTATION
    yield from source.numbers("table 4.8, {0}, {1}", "SELECT {1} FROM beams.variants WHERE variant = '{0}'", TABLE_4_8)
    yield source.number(
        "section 4.4.3, 3c6p, perfect strategy, total",
        "7347",
        f"SELECT {_COST}::BIGINT FROM {_CODES} WHERE variant = '3c6p' AND strategy = 'optimal'",
        _PERFECT,
    )
    yield from source.numbers(
        "table 4.10, {0}, {1}, {2}, mean",
        f"SELECT {_COST} / sum(codes) FROM {_CODES} WHERE variant = '{{0}}' AND strategy = '{{1}}' AND tie = '{{2}}'",
        {key: mean for key, mean in TABLE_4_10.items() if key[0] != "6c6p" and key not in SIMULATED},
        {key: _ERRATUM if key[2] == "mix" else _NUMBERING for key in TABLE_4_10 if key[0] != "6c6p"}
        | {("6c3p", "h0", "mix"): "simulated in the source, on a board with one wrong field; exact here"},
    )
    yield from source.numbers(
        "table 4.10, {0}, {1}, {2}, mean",
        "beams.summary('{0}', '{1} --tie {2}').mean",
        {key: mean for key, mean in TABLE_4_10.items() if key[0] == "6c6p" and key not in SIMULATED},
    )
    yield from source.numbers(
        "table 4.10, {0}, {1}, {2}, mean",
        "beams.simulate('{0}', '{1} --tie {2}', {3}).mean",
        {(*key, games): TABLE_4_10[key] for key, games in SIMULATED.items()},
        {(*key, games): _SAMPLED for key, games in SIMULATED.items()},
    )
    yield from source.numbers(
        "table 4.10, 3c6p, {0}, {1}, percent above the perfect mean",
        f"SELECT 100 * ({_COST} FILTER (strategy = '{{0}}' AND tie = '{{1}}') / ({_COST} FILTER (strategy = 'optimal')) - 1)"
        f" FROM {_CODES} WHERE variant = '3c6p'",
        EXCESSES,
        {
            key: f"{_ERRATUM if key[1] == 'mix' else _NUMBERING}; the perfect mean there is 3.95"
            for key in EXCESSES
            if key != ("h1", "lex-d")  # alike on both boards
        },
    )
    yield from source.numbers(
        "section 4.4.5, 6c6p, h1, mix, 5000 games, {0} of the cost",
        "beams.summary('6c6p', 'h1').{0}",
        {"mean": "10.258", "variance": "1.836"},
        {
            "mean": "simulated in the source, +- 0.038; ours is over all codes, of lex-c",
            "variance": "simulated in the source, with a standard error of 0.04; ours is over all codes, of lex-c",
        },
    )
    yield source.number(
        "section 4.4.5, 6c6p, h1, mix, 5000 games, share with two wrong fields",
        "0.004",
        f"SELECT sum(codes) FILTER (wrong = 2) / sum(codes) FROM {_CODES}"
        " WHERE variant = '6c6p' AND strategy = 'h1' AND tie = 'mix'",
        "simulated in the source, with a standard error of 0.0008",
    )
    yield source.number(
        "table 4.18, 3c6p, perfect strategy, mean",
        "3.9500",
        f"SELECT {_COST} / sum(codes) FROM {_CODES} WHERE variant = '3c6p' AND strategy = 'optimal'",
        _PERFECT,
    )
    yield from source.numbers(
        "table 4.18, {0}, best order of Rényi's entropy, mean",
        "SELECT min(mean) FROM beams.curves WHERE variant = '{0}' AND tie = 'lex-c' AND alpha > 0",
        TABLE_4_18,
        dict.fromkeys(TABLE_4_18, _NUMBERING),
    )
    yield source.number(
        "table 4.18, 3c6p, percent by which the best order's mean exceeds the perfect one",
        "0.88",
        "SELECT 100 * (min(mean) / (SELECT sum((queries + wrong) * codes) / sum(codes) FROM beams.costs WHERE variant = '3c6p'"
        " AND strategy = 'optimal') - 1) FROM beams.curves WHERE variant = '3c6p' AND tie = 'lex-c' AND alpha > 0",
        f"{_NUMBERING}; the perfect mean there is 3.95",
    )
    yield from source.numbers(
        "table 4.19, {1}, {0}, mean",
        "beams.summary('{1}', '{0}').mean",
        TABLE_4_19,
        dict.fromkeys(TABLE_4_19, _FEWER)
        | {("u", "3c6p"): "simulated in the source, +- 0.11; the exact mean lies within that interval"},
    )
    yield from source.numbers(
        "table 4.19, 6c10p, {0}, mean",
        "beams.simulate('6c10p', '{0}', {1}, {2}).mean",
        EXPERTS,
        dict.fromkeys(EXPERTS, f"{_FEWER}; sampled here, see `beams simulate`"),
    )
