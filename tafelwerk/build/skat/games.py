"""Games that were played, and the games published in the thesis."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat, mask_of, read_card, read_cards
from tafelwerk.rules.skat.deals import Deal, deal_number, numbered_deal
from tafelwerk.rules.skat.play import Position, play, replay, start


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game played to its end; a Null may end with the declarer's first trick.

    Attributes:
        name: its unique name.
        deal: number of the deal.
        game: the game, as a word.
        declarer: seat of the declarer, as a word.
        cards: cards in the order played.
        source: source of the record.
    """

    name: str
    deal: int
    game: str
    declarer: str
    cards: tuple[int, ...]
    source: str

    def positions(self) -> list[Position]:
        """The positions before each card and after the last.

        Raises:
            InputError: unknown deal, an illegal card, or the game is not over; the message names the game.
        """
        try:
            found = replay(numbered_deal(self.deal), Game(self.game), Seat[self.declarer.upper()], self.cards)
        except InputError as fault:
            raise InputError(f"game {self.name}: {fault}") from None
        last = found[-1]
        if not last.over and not (last.game is Game.NULL and last.declarer_tricks):
            raise InputError(f"game {self.name}: not over after {len(self.cards)} cards")
        return found


@cache
def published_games() -> tuple[RecordedGame, ...]:
    """The nine games of S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, appendix: three rounds
    that his program played against XSkat."""
    document = json.loads((files("tafelwerk.tables") / "skat_appendix.json").read_text(encoding="utf-8"))
    return tuple(recorded(entry, document["source"]) for entry in document["games"])


def recorded(entry: Mapping[str, Any], source: str) -> RecordedGame:
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
    game, declarer = Game(entry["game"]), Seat((entry["declarer"] - first) % 3)
    position, cards = start(deal, game, declarer), []
    for trick in tricks:
        for _ in Seat:
            cards.append(trick[position.to_move])
            position = play(position, cards[-1])
    return RecordedGame(entry["name"], deal_number(deal), game.value, declarer.word, tuple(cards), source)
