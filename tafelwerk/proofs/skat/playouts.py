"""Claims about trials played out with hidden cards.

Each seat plays as in `player`, with its own random seed 3 * number + seat, and without a bid to reach. Among cards that
win in equally many worlds one is chosen by points in the first 4, 8, 12 ... worlds, until a program has searched a number of
positions with its own solver, which no other program can count. The number of worlds with computed points is therefore stored;
given that number, each card is chosen again, and the game is played by the cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.proofs.claims import Claim, Rows
from tafelwerk.proofs.skat import features
from tafelwerk.proofs.skat.chance import drawn
from tafelwerk.proofs.skat.deals import numbered
from tafelwerk.proofs.skat.judge import Judge
from tafelwerk.proofs.skat.player import Look
from tafelwerk.proofs.skat.rules import SEATS, Contract, Hands, State, after, allowed, begin
from tafelwerk.proofs.skat.stored import Stored, has_keys, proved
from tafelwerk.proofs.skat.trials import numbers_of, trials_of
from tafelwerk.tables.book import Book

PLAYOUTS, CARDS = f"{FAMILY}.playouts", f"{FAMILY}.playout_cards"
KEY = ("seed", "number", "game", "worlds")

WORLDS = 20
"""Worlds per card of the programs of playouts."""

BID = 18
"""The lowest bid, at which a game only has to reach what was announced."""

Key = tuple[int, int, str, int]


def claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """The claims, given the parameters of the builds."""
    yield has_keys(book, PLAYOUTS, lambda: _keys(stored))
    games = Rows(book, PLAYOUTS, (*KEY, "won", "points"))
    yield Claim(
        f"{PLAYOUTS}, {CARDS}",
        "the end of the cards",
        (*KEY, "won", "points", "place"),
        "recomputed",
        # also without playouts, so that cards without a playout are found
        max(1, len(games)),
        lambda at: _ends(book, games.at(range(len(games)))),
        noun="games",
        whole=True,
    )
    cards = Rows(book, CARDS, (*KEY, "place", "card", "points_worlds"))
    yield proved(
        CARDS, "chosen again", ("card",), cards, lambda rows: _chosen_again(book, rows), noun="cards", seconds=0.05
    )


def _keys(stored: Stored) -> list[Key]:
    """One trial per deal, drawn among those in doubt."""
    found = []
    for seed, number in numbers_of(stored, "played out"):
        some = [trial for trial in trials_of(seed, number) if features.in_doubt(trial.game, trial.strength)]
        if some:
            place = drawn((seed << 32) + number, 1)[0] * len(some) >> 53
            found.append((seed, number, some[place].game, WORLDS))
    return found


def _beginning(key: Key) -> tuple[Hands, int, int] | None:
    """Hands, Skat and declarer of a playout; None if no such trial is drawn."""
    seed, number, game, _ = key
    trial = next((one for one in trials_of(seed, number) if one.game == game), None)
    if trial is None:
        return None
    forehand, middlehand, rearhand, skat = numbered(trial.deal)
    return (forehand, middlehand, rearhand), skat, SEATS.index(trial.declarer)


def _cards(book: Book) -> Mapping[Key, list[tuple[int, int]]]:
    """Places and cards of each playout, in order."""
    found: dict[Key, list[tuple[int, int]]] = {}
    for *key, place, card in book.rows(FAMILY, f"SELECT {', '.join(KEY)}, place, card FROM {CARDS} ORDER BY ALL"):
        found.setdefault((key[0], key[1], key[2], key[3]), []).append((place, card))
    return found


def _ends(book: Book, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """Errors of the cards: illegal or missing cards, or a game that does not end as stored."""
    cards = dict(_cards(book))
    for seed, number, game, worlds, won, points in rows:
        key = (seed, number, game, worlds)
        name, played, first = _name(key), cards.pop(key, []), _beginning(key)
        if first is None:
            yield f"{name}: no such trial"
            continue
        if [place for place, _ in played] != list(range(1, len(played) + 1)):
            yield f"{name}: places of cards are not 1 to {len(played)}"
            continue
        state = _position(first, game, [card for _, card in played])
        if state is None or not state.over:
            yield f"{name}: its cards are no whole game"
            continue
        end = (state.tricks == 0, None) if game == "null" else (state.points >= 61, state.points)
        if end != (won, points):
            yield f"{name}: won {won}, points {points}; by the cards {end[0]}, {end[1]}"
    for key in cards:
        yield f"{_name(key)}: cards of no playout"


def _position(first: tuple[Hands, int, int], game: str, cards: Sequence[int]) -> State | None:
    """The position after some cards; None if one of them is not legal."""
    hands, skat, declarer = first
    state = begin(hands, skat)
    for card in cards:
        if state.over or not allowed(game, state.hands[state.mover], state.lying) >> card & 1:
            return None
        state = after(state, game, declarer, card)
    return state


def _chosen_again(book: Book, rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    judge, played = Judge(), _cards(book)
    for seed, number, game, worlds, place, card, points_worlds in rows:
        key = (seed, number, game, worlds)
        first, before = _beginning(key), tuple(one for at, one in played[key] if at < place)
        if first is None:
            yield f"{_name(key)}: no such trial"
            continue
        hands, skat, declarer = first
        state = _position(first, game, before)
        if state is None or state.over:
            yield f"{_name(key)}, card {place}: no card can be played there"
            continue
        contract = Contract(game, False, False, False, False)
        look = Look(contract, declarer, BID, hands, skat, before, worlds, 3 * number + state.mover)
        if look.chosen(judge, points_worlds) != card:
            yield f"{_name(key)}, card {place}: not {card} with the points of {points_worlds} worlds"


def _name(key: Key) -> str:
    return f"seed {key[0]}, number {key[1]}, {key[2]}"
