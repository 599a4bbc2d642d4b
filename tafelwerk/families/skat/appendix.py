"""The games published in the thesis."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tafelwerk.families.skat.rules.cards import Game, Seat, mask_of, read_card, read_cards
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.rounds import UNNAMED, Round, game_alone
from tafelwerk.families.skat.rules.scoring import Contract


@cache
def published_games() -> tuple[Round, ...]:
    """The nine games of S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, appendix: three rounds
    that his program played against XSkat."""
    document = json.loads((files("tafelwerk.tables") / "skat_appendix.json").read_text(encoding="utf-8"))
    return tuple(appendix_game(entry, document["source"]) for entry in document["games"])


def appendix_game(entry: Mapping[str, Any], source: str) -> Round:
    """A game from the appendix, which lists cards by player in clockwise order, whoever leads.

    Args:
        entry: `name` and `game`; `declarer` and `forehand`, players 0 to 2; `skat`, two cards; `tricks`, for each the cards of
            players 0, 1 and 2, not necessarily in the order played.
        source: source of the record.

    Raises:
        InputError: not a deal, or an illegal card.
    """
    first = entry["forehand"]
    # by seat: forehand leads first
    tricks = [[read_card(trick.split()[(first + seat) % 3]) for seat in Seat] for trick in entry["tricks"]]
    forehand, middlehand, rearhand = (mask_of(trick[seat] for trick in tricks) for seat in Seat)
    deal = Deal((forehand, middlehand, rearhand), read_cards(entry["skat"]))
    done = game_alone(deal, Contract(Game(entry["game"])), Seat((entry["declarer"] - first) % 3))
    for trick in tricks:
        for _ in Seat:
            assert done.to_act is not None
            done = done.played(trick[done.to_act])
    return done.with_record(entry["name"], UNNAMED, source)
