"""`tafelwerk skat`.

Beside the modules of the commands: what a round at the table says is in `at_table` and `tafelwerk.play.skat`; `replay` reads
logs with `replay_shown`, `round_file` and `logs`; the language spoken (--lang) is in `language`, help in German in `german`.
"""

MODULES = {
    "bench": ("bench",),
    "bidding": (
        "bid",
        "discard",
    ),
    "choice": ("card",),
    "contracts": ("contracts",),
    "deals": ("deals",),
    "open_cards": (
        "solve",
        "sure",
        "explain",
    ),
    "games": ("games",),
    "hands": ("hands",),
    "match": ("match",),
    "models": ("models",),
    "null": ("null",),
    "play": ("play",),
    "points": ("points",),
    "puzzle": ("puzzle",),
    "replay": ("replay",),
    "shares": ("shares",),
}
"""Modules of the commands, in the order of help; `words` has the app."""

QUESTIONS = ("tafelwerk skat deals --random 3", "tafelwerk skat games", "tafelwerk skat games kupferschmid-6")
"""Example questions to a new book."""
