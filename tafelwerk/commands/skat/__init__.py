"""`tafelwerk skat` and `tafelwerk build skat`.

solve, sure, explain `open_cards`        every card open
card                `choice`            the card to play, the other hands hidden
bid, discard        `bidding`           chances against players who see their own cards
play                `play`, `at_table`  rounds of a person; the game itself is in `tafelwerk.play.skat`
match, bench        `match`, `bench`    measurements of programs and of solvers
puzzle              `puzzle`            positions in which one card wins
games, replay       `games`, `replay`   games played, in the book or in a log; with `replay_shown`, `round_file`, `logs`
deals, models       `deals`, `models`   deals and their numbers, classifiers of hands
--lang              `language`          language of the output; help in German is in `german`
build skat          `builds`
"""

from tafelwerk.commands.skat import (
    bench,
    bidding,
    choice,
    deals,
    games,
    match,
    models,
    open_cards,
    play,
    puzzle,
    replay,
)
from tafelwerk.commands.skat.builds import build_app
from tafelwerk.commands.skat.words import app

__all__ = [
    "QUESTIONS",
    "app",
    "bench",
    "bidding",
    "build_app",
    "choice",
    "deals",
    "games",
    "match",
    "models",
    "open_cards",
    "play",
    "puzzle",
    "replay",
]

QUESTIONS = ("tafelwerk skat deals --random 3", "tafelwerk skat games", "tafelwerk skat games kupferschmid-6")
"""Example questions to a new book."""
