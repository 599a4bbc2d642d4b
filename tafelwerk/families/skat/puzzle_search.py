"""Puzzles: positions of Skat, reached by random play, in which exactly one card wins for the side to move."""

from random import Random
from typing import NamedTuple

from tafelwerk.build.puzzles import first_fitting
from tafelwerk.families.skat.answers import Puzzle
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, card_text, cards_text
from tafelwerk.families.skat.rules.deals import random_deal
from tafelwerk.families.skat.rules.play import Judge, OpenGame, game_of, legal, play, start, winning
from tafelwerk.rules.puzzles import SKAT, Grade
from tafelwerk.solvers.skat.open.judge import judge_of

FEWEST_CARDS = 3
"""Least number of legal cards in a puzzle."""


MOST_DRAWN = 8000
"""Greatest number of positions to try; each takes a fraction of a millisecond, searched ones a few milliseconds."""


class _Found(NamedTuple):
    """A position, the values of the legal cards, and the only one that wins."""

    asked: OpenGame
    worth: dict[int, int]
    card: int


def search_puzzle(seed: int, cards: int, game: str | None, grade: Grade | None) -> Puzzle:
    """A puzzle of Skat.

    Args:
        seed: random seed.
        cards: cards in the hand of the player to move.
        game: the game. Default: any.
        grade: difficulty. Default: any.

    Raises:
        InputError: no such puzzle was found.
    """
    judges: dict[Game, Judge] = {}
    games = [Game(game)] if game else list(Game)

    def draw(random: Random) -> _Found | None:
        played = random.choice(games)
        if played not in judges:
            judges[played] = judge_of(played)
        return _drawn(random, played, cards, judges[played])

    found, count = first_fitting(draw, seed, SKAT, lambda one: len(one.worth) - 1, grade, MOST_DRAWN)
    position, asked = found.asked.position, found.asked
    deal, name, declarer, before = asked.words
    return Puzzle(
        deal=deal,
        game=name,
        declarer=declarer,
        played=before or "",
        seed=seed,
        to_move=position.to_move.word,
        side="declarer" if position.to_move is position.declarer else "defenders",
        hands={seat.word: cards_text(position.hands[seat]) for seat in Seat},
        table=" ".join(map(card_text, position.table)),
        points=position.declarer_points,
        solution=card_text(found.card),
        cards={card_text(card): bool(value) if asked.null else value for card, value in found.worth.items()},
        difficulty=count,
        grade=SKAT.grade(count),
        measure=SKAT.measure,
    )


def _drawn(random: Random, game: Game, cards: int, judge: Judge) -> _Found | None:
    """A deal played at random to a position of that many cards; None unless exactly one of several cards wins there."""
    deal, declarer = random_deal(random), random.choice(list(Seat))
    position, played = start(deal, game, declarer), list[int]()
    # the player to move holds `cards` cards; up to two others have played to the trick
    for _ in range(3 * (10 - cards) + random.randrange(3)):
        played.append(random.choice(bits(legal(position))))
        position = play(position, played[-1])
    if len(bits(legal(position))) < FEWEST_CARDS or (game is Game.NULL and position.declarer_tricks):
        return None
    worth = judge.cards(position)
    alone = position.to_move is declarer
    kept = [card for card, value in worth.items() if (value >= winning(game)) == alone]
    return _Found(game_of(deal, game, declarer, played), worth, kept[0]) if len(kept) == 1 else None
