"""Figures of the search models: free search (4.1, 4.3, 4.4) and the root model (4.16 and its continuation).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.3, 4.2.5 and 4.5.3.
"""

from tafelwerk.plots.figure import Figure

FIGURES = (
    Figure("search-4.1", "Free search: perfect play relative to log_a(m)", "search.models.over_logarithm"),
    Figure("search-4.3", "Free search: even splits relative to perfect play", "search.models.even_over_perfect"),
    Figure("search-4.4", "Free search, ten answers: even, perfect, logarithm", "search.models.width_ten"),
    Figure("search-4.16", "Root model: H_1, H_3/2, H_2 relative to perfect play", "search.models.root_strategies"),
    Figure("search-root-beyond", "Root model: the same to a million codes", "search.models.root_beyond"),
    Figure(
        "search-root-limit",
        "Root model: mean / square root of the size, to a million codes",
        "search.models.root_limit",
    ),
)
