"""Figures of the Monte-Carlo family, under the numbers of their sources.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapters 2 and 3; page on the
win probabilities of the number game 3-5-11 at random moves (3-5-11-N).
"""

from tafelwerk.plots.figure import Figure

SIMULATED_GAMES = {6: 1000, 7: 300, 8: 100, 9: 30, 10: 10}
"""Games per heap, by the number of the figure of 3-5-11."""

FIGURES = (
    Figure("montecarlo-2.1", "ESR(n,m,s): the board", "montecarlo.races.single_step_board", has_rows=False),
    Figure(
        "montecarlo-2.2",
        "ESR(5,6,1) to k = 50, with the scatter of a simulation",
        "montecarlo.races.simulation_scatter",
    ),
    Figure(
        "montecarlo-2.3", "ESR(5,6,1) to k = 50: moving first, second, and the mean", "montecarlo.races.exact_to_fifty"
    ),
    Figure(
        "montecarlo-2.4",
        "ESR(5,6,1): table of chances to ten places, beside simulated games",
        "montecarlo.races.table_of_chances",
    ),
    Figure("montecarlo-2.5", "ESR(5,6,1) to k = 1000", "montecarlo.races.to_a_thousand"),
    Figure("montecarlo-2.6", "ESR(5,6,2) to k = 1000", "montecarlo.races.two_pieces_home"),
    Figure("montecarlo-2.7", "ESR(n,m,s): n, m, s varied around ESR(5,6,2)", "montecarlo.races.race_variations"),
    Figure(
        "montecarlo-2.8", "DSC(n): the board after a first move", "montecarlo.races.crash_race_board", has_rows=False
    ),
    Figure("montecarlo-2.9", "DSC(10): random and perfect play in every position", "montecarlo.races.positions"),
    Figure("montecarlo-2.10", "DSC(n), n = 3 to 12", "montecarlo.races.short_lanes"),
    Figure("montecarlo-2.11", "DSC(n), n = 3 to 40", "montecarlo.races.all_lanes"),
    Figure("montecarlo-2.12", "DSC(40) to k = 10^9", "montecarlo.races.long_lane"),
    Figure("montecarlo-2.13", "DSC(n) with two or more basins", "montecarlo.races.many_basins"),
    Figure(
        "montecarlo-2.14",
        "Two-move games: winning moves, periods, first blunders",
        "montecarlo.subtraction.winning_moves",
    ),
    Figure("montecarlo-2.15", "Two-move games, heaps 3 to 50", "montecarlo.subtraction.heap_panels"),
    Figure("montecarlo-2.16", "Two-move games: limit graphs of large heaps", "montecarlo.subtraction.limit_graphs"),
    Figure("montecarlo-3.1", "S(1,2): random play as a damped wave", "montecarlo.subtraction.damped_wave"),
    Figure("montecarlo-3.2", "S(1,2): bad moves under static bias", "montecarlo.subtraction.static_bias"),
    Figure(
        "montecarlo-3.3",
        "S(1,2): bad moves under static bias, by heap mod 3",
        "montecarlo.subtraction.static_bias_apart",
    ),
    Figure("montecarlo-3.4", "S(1,2): bad moves under informed bias", "montecarlo.subtraction.informed_bias"),
    Figure("montecarlo-3.5", "S(4,7): bad moves under static bias", "montecarlo.subtraction.four_or_seven"),
    Figure("3-5-11-3", "3-5-11: chances of small heaps as fractions", "montecarlo.subtraction.first_chances"),
    Figure("3-5-11-4", "3-5-11: random play and its limits", "montecarlo.subtraction.random_play"),
    Figure("3-5-11-5", "3-5-11: random play, heaps won and lost", "montecarlo.subtraction.random_play_won"),
    *(
        Figure(
            f"3-5-11-{number}",
            f"3-5-11: random play, simulated with {games:,} games per heap",
            "montecarlo.subtraction.simulated_shares",
            (games,),
        )
        for number, games in SIMULATED_GAMES.items()
    ),
    Figure("3-5-11-11", "3-5-11: careful against random, exact", "montecarlo.subtraction.careful_first"),
    Figure("3-5-11-12", "3-5-11: random against half-perfect, exact", "montecarlo.subtraction.half_perfect_second"),
)
