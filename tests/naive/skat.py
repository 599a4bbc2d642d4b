"""Skat with open cards, played out to the end every way by the second program's rules. To be believed at sight."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

from tafelwerk.families.skat.rules.cards import NAMES, Game, Seat
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import Position
from tafelwerk.proofs.skat.second_program import Hands, State, after, begin, cards_of, legal_cards


def value(position: Position) -> int:
    """Card points still to come for the declarer under best play, of the cards on the table too; Null: 1 if the declarer takes no
    trick from here on, else 0."""
    return _value(position.game.value, int(position.declarer), _state(position))


def values(position: Position) -> dict[int, int]:
    """The same after each legal card of the player to move, points that the card itself brings included."""
    game, declarer, state = position.game.value, int(position.declarer), _state(position)
    return {card: _after(game, declarer, state, card) for card in moves(state, game)}


def starts(position: Position) -> set[tuple[Hands, int]]:
    """The starts of tricks that follow the running trick, or the next one where none runs: hands as masks, who leads."""

    def ends(state: State) -> Iterator[tuple[Hands, int]]:
        for card in moves(state, position.game.value):
            following = after(state, position.game.value, 0, card)
            yield from ends(following) if following.lying else [(following.hands, following.leader)]

    return set(ends(_state(position)))


def random_position(random: Random, cards_each: int, cards_on_table: int, game: Game) -> Position:
    """A position of hands of `cards_each` cards, `cards_on_table` (0 to 2) of which have been played to the running trick.

    Half of the positions have few suits, so that there is more to follow and to trump.
    """
    suits = "CSHD" if random.random() < 0.5 or cards_each > 5 else "".join(random.sample("CSHD", 2))
    dealt = random.sample([card for card in range(32) if NAMES[card][0] in suits], 3 * cards_each)
    forehand, middlehand, rearhand = (sum(1 << card for card in dealt[seat::3]) for seat in range(3))
    state = State((forehand, middlehand, rearhand), random.randrange(3), (), 0, 0)
    for _ in range(cards_on_table):
        state = after(state, game.value, 0, random.choice(moves(state, game.value)))
    return Position(state.hands, state.lying, Seat(state.leader), 0, 0, Seat(random.randrange(3)), game)


def random_play(random: Random, deal: Deal, game: Game, declarer: Seat, count: int) -> list[int]:
    """The first `count` cards of a game in which everyone plays at random; a Null that is lost goes on."""
    state, cards = begin(deal.hands, deal.skat), list[int]()
    for _ in range(count):
        cards.append(random.choice(moves(state, game.value)))
        state = replace(after(state, game.value, declarer, cards[-1]), over=False)
    return cards


def moves(state: State, game: str) -> list[int]:
    """The legal cards of the player to move."""
    return cards_of(legal_cards(game, state.hands[state.mover], state.lying))


def _state(position: Position) -> State:
    return State(position.hands, int(position.leader), tuple(position.table), 0, 0)


@lru_cache(200_000)
def _value(game: str, declarer: int, state: State) -> int:
    if not any(state.hands):
        return int(game == "null")
    worths = [_after(game, declarer, state, card) for card in moves(state, game)]
    return max(worths) if state.mover == declarer else min(worths)


def _after(game: str, declarer: int, state: State, card: int) -> int:
    following = after(state, game, declarer, card)
    if game == "null" and following.tricks:
        return 0
    return following.points + _value(game, declarer, replace(following, points=0, tricks=0, over=False))
