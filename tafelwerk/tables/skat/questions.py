"""The family's questions."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import BookError, InputError
from tafelwerk.rules.skat import FAMILY
from tafelwerk.rules.skat.auction import read_bids
from tafelwerk.rules.skat.cards import Game, Seat, bits, card_text, cards_text, read_cards, read_game, read_seat
from tafelwerk.rules.skat.deals import deal_of
from tafelwerk.rules.skat.knowledge import to_choose
from tafelwerk.rules.skat.limits import WORLDS, agent_name
from tafelwerk.rules.skat.logs import RoundLog
from tafelwerk.rules.skat.play import OpenGame, open_game
from tafelwerk.rules.skat.pricing import price
from tafelwerk.rules.skat.scoring import BIDS, Contract
from tafelwerk.rules.skat.words import counted, term, worded
from tafelwerk.tables.question import question
from tafelwerk.tables.skat.answers import (
    Announced,
    Bid,
    CardAdvice,
    Deals,
    Discard,
    Explanation,
    Games,
    Models,
    PlayedGame,
    Solution,
    Sure,
    Validation,
    Weights,
)
from tafelwerk.tables.skat.contracts import contracts as contracts
from tafelwerk.tables.skat.hands import hands as hands
from tafelwerk.tables.skat.in_place import InPlaces
from tafelwerk.tables.skat.null_hands import null as null
from tafelwerk.tables.skat.played import get_games, get_rounds
from tafelwerk.tables.skat.points import points as points
from tafelwerk.tables.skat.positions import stored_judge, timed, whole
from tafelwerk.tables.skat.priced import explanation_fields
from tafelwerk.tables.skat.puzzles import puzzle as puzzle
from tafelwerk.tables.skat.replayed import ReplayedGame, ReplayedRound, Rounds
from tafelwerk.tables.skat.shares import shares as shares

if TYPE_CHECKING:
    from tafelwerk.rules.skat.play import Judge
    from tafelwerk.tables.book import Book

DEALS, SHOWN = 40, 5
"""Defaults: number of deals on which discards are compared, and number of candidates shown."""


def _resolve(asked: dict[str, Any]) -> None:
    """The game in canonical words."""
    names = ("deal", "game", "declarer", "played")
    game = open_game(*(asked[name] for name in names))
    asked |= zip(names, game.words, strict=True)
    only = asked.get("question")
    if only not in (None, "win", "points"):
        raise InputError(f"question must be win or points, not {only}")
    if only == "points" and game.null:
        raise InputError("--question points: in Null points do not count; use --question win, or leave it out")


def _phrase(deal: str, game: str, declarer: str, played: str | None, question: str | None = None) -> str:
    return open_game(deal, game, declarer, played).name


_BUILD = 'tafelwerk build skat --deal "{deal}"'


@question(_phrase, _BUILD, resolve=_resolve)
def solve(
    book: Book, deal: str, game: str, declarer: str, played: str | None = None, question: str | None = None
) -> Solution | None:
    """Value of a position under best play by all with all cards open, and of each card in it.

    Args:
        book: the book.
        deal: "forehand's cards | middlehand's | rearhand's | the Skat", or the deal's number.
        game: clubs, spades, hearts, diamonds, grand or null.
        declarer: forehand, middlehand or rearhand.
        played: cards played so far, in order.
        question: "win": only whether the declarer wins (faster); "points": the full result, if points count.

    Raises:
        InputError: an argument is invalid.
        BookError: stored rows contradict each other.
    """
    wanted, only_win = open_game(deal, game, declarer, played), question == "win"
    with timed() as watch:
        row = None
        if not wanted.cards:
            row = book.one(
                FAMILY,
                "SELECT points, won, openings, build FROM skat.results WHERE deal = ? AND game = ? AND declarer = ?",
                wanted.number,
                game,
                declarer,
            )
        if row is None:
            with whole(wanted):
                judge = stored_judge(book, wanted, [wanted.position])
                values = None if judge is None else judged(judge, wanted, only_win)
    if row is None:
        return None if values is None else solution(wanted, *values, 0, watch.seconds)
    points, won, openings = row
    leads = bits(wanted.deal.hands[0])
    if len(openings) != len(leads) or (points is None) != wanted.null:
        raise BookError(
            f"table skat.results holds {len(openings)} openings and points {points} for deal {wanted.number}; "
            "for details run: tafelwerk verify skat"
        )
    cards = None if only_win else dict(zip(leads, openings, strict=True))
    return solution(wanted, won, None if only_win else points, cards, 0, watch.seconds)


def judged(judge: Judge, wanted: OpenGame, only_win: bool) -> tuple[bool, int | None, dict[int, int] | None]:
    """Whether a position is won; its value, and the value after each card, unless only the winner is asked for."""
    position = wanted.position
    if only_win:
        return judge.won(position), None, None
    cards = judge.cards(position)
    best = max if position.to_move is position.declarer else min
    value = best(cards.values()) if cards else judge.value(position)
    return value >= wanted.winning, value, cards


def solution(
    wanted: OpenGame, won: bool, value: int | None, cards: dict[int, int] | None, nodes: int, seconds: float
) -> Solution:
    """The answer for a position, from the results of `judged`, the positions searched and the time taken."""
    position = wanted.position
    return Solution(
        points=None if wanted.null else value,
        won=won,
        cards=None if cards is None else {card_text(card): _worth(worth, wanted) for card, worth in cards.items()},
        to_move=None if position.over else position.to_move.word,
        deal=str(wanted.number),
        nodes=nodes,
        seconds=seconds,
    )


@question(_phrase, _BUILD, resolve=_resolve)
def explain(book: Book, deal: str, game: str, declarer: str, played: str | None = None) -> Explanation | None:
    """The course of a game under best play, and the cost of each played card; arguments and errors as for `solve`."""
    wanted = open_game(deal, game, declarer, played)
    with timed() as watch, whole(wanted):
        judge = stored_judge(book, wanted, wanted.positions)
        if judge is None:
            return None
        priced = price(judge, wanted)
    return Explanation(**explanation_fields(priced, 0, watch.seconds))


def _worth(value: int, game: OpenGame) -> int | bool:
    return bool(value) if game.null else value


def _resolve_sure(asked: dict[str, Any]) -> None:
    """The game in canonical words; sure tricks are defined at the start of a trick."""
    _resolve(asked)
    position = open_game(*(asked[name] for name in ("deal", "game", "declarer", "played"))).position
    if position.game is Game.NULL:
        raise InputError("sure tricks count card points, which do not count in Null; give another game")
    if position.over or position.table:
        raise InputError("sure tricks need the start of a trick; here a trick is incomplete, or no cards are left")


@question(_phrase, 'tafelwerk skat sure --deal "{deal}"', stored=False, resolve=_resolve_sure)
def sure(book: Book, deal: str, game: str, declarer: str, played: str | None = None) -> Sure | None:
    """Points certain for the side on lead without search, at the start of a trick (Kupferschmid 2003, chapter 9).

    Args:
        book: the book.
        deal: "forehand's cards | middlehand's | rearhand's | the Skat", or the deal's number.
        game: clubs, spades, hearts, diamonds or grand.
        declarer: forehand, middlehand or rearhand.
        played: cards played so far, in order.

    Raises:
        InputError: an argument is invalid, the game is Null, all cards are played, or a trick is incomplete.
    """
    return None


@question(
    lambda **_: term("played games"),
    "tafelwerk build skat",
)
def games(book: Book, game: str | None = None, limit: int | None = None) -> Games | PlayedGame | None:
    """Games played, as a list, or one of them card by card.

    Args:
        book: the book.
        game: name of one game. Default: all.
        limit: length of the list. Default: all.

    Raises:
        BookError: stored cards are not a legal game.
    """
    if game is None:
        games = get_games(book, limit)
        return Games(games) if games else None
    with timed() as watch:
        done = get_rounds(book, [game]).get(game)
    if done is None or done.game is None or done.prices is None:
        return None
    fields = explanation_fields(done.prices, 0, watch.seconds)
    kind, declarer = done.game.game.value, done.game.declarer.word
    return PlayedGame(name=game, game=kind, declarer=declarer, recorded=done.source, **fields)


@question(lambda **_: term("models of hands"), "tafelwerk build skat --trials 3000")
def models(book: Book) -> Models | None:
    """The classifiers fitted to the largest number of deals, and their results on held-out games."""
    rows = book.rows(
        FAMILY,
        "SELECT seed, deals, played, model, game, declarer, list(feature ORDER BY place), list(weight ORDER BY place),"
        " list(DISTINCT build) AS build"
        " FROM skat.models GROUP BY seed, deals, played, model, game, declarer"
        " QUALIFY rank() OVER (ORDER BY deals DESC, played DESC, seed) = 1"
        " ORDER BY model, game, declarer",
    )
    if not rows:
        return None
    seed, deals, played = rows[0][:3]
    validations = book.rows(
        FAMILY,
        "SELECT model, game, declarer, true_positives, false_positives, false_negatives, true_negatives, loss"
        " FROM skat.validations WHERE seed = ? AND deals = ? AND played = ? ORDER BY model, game, declarer",
        seed,
        deals,
        played,
    )
    weights = [
        Weights(model, game, declarer, dict(zip(features, values, strict=True)))
        for _, _, _, model, game, declarer, features, values in rows
    ]
    return Models(seed, deals, played, [Validation(*row) for row in validations], weights, certainty="sampled")


def _resolve_cards(asked: dict[str, Any]) -> None:
    """Cards and seat in canonical words."""
    name, wanted = ("hand", 10) if "hand" in asked else ("cards", 12)
    cards = read_cards(asked[name].replace("|", " "))
    if cards.bit_count() != wanted:
        raise InputError(f"{name} must have {wanted} cards, not {cards.bit_count()}")
    asked[name], asked["position"] = cards_text(cards), read_seat(asked["position"]).word
    if asked.get("game") is not None:
        asked["game"] = read_game(asked["game"]).value


def announced(contract: Contract) -> Announced:
    """A contract as an answer."""
    return Announced(contract.game.value, contract.hand, contract.schneider, contract.schwarz, contract.ouvert)


@question("a bid", 'tafelwerk skat bid --hand "{hand}"', stored=False, resolve=_resolve_cards)
def bid(book: Book, hand: str, position: str = "forehand", worlds: int = DEALS, seed: int = 0) -> Bid | None:
    """How high to bid with ten cards, and the chance to win each game as declarer against players who see only their own cards.

    Args:
        book: the book.
        hand: the ten cards.
        position: forehand, middlehand or rearhand.
        worlds: number of random deals on which the announcement is tested; 0: none.
        seed: random seed of these deals.

    Raises:
        InputError: not ten cards, unknown seat, or a negative number.
    """
    return None


def _resolve_choice(asked: dict[str, Any]) -> None:
    """Cards, seats and bids in canonical words."""
    known = to_choose(*(asked[name] for name in ("hand", "game", "declarer", "seat", "skat", "played")))
    asked |= {
        "hand": cards_text(known.hand | known.played[known.seat]),
        "game": known.game.value,
        "declarer": known.declarer.word,
        "seat": known.seat.word,
        "skat": None if asked["skat"] is None else cards_text(read_cards(asked["skat"])),
        "played": " ".join(map(card_text, known.cards)) or None,
    }
    if asked["worlds"] < 1 or asked["seed"] < 0:
        raise InputError(f"worlds must be 1 or more and seed 0 or more, not {asked['worlds']} and {asked['seed']}")
    if asked["bids"] is not None:
        # rising bids are always consistent with some bidding, whoever is declarer
        asked["bids"] = " ".join(map(str, read_bids(asked["bids"])))


@question("a card to play", 'tafelwerk skat card --hand "{hand}"', stored=False, resolve=_resolve_choice)
def card(
    book: Book,
    hand: str,
    game: str,
    declarer: str,
    seat: str,
    skat: str | None = None,
    played: str | None = None,
    worlds: int = WORLDS,
    bids: str | None = None,
    seed: int = 0,
) -> CardAdvice | None:
    """The card to play when the other hands are hidden: the one that wins in most worlds with all cards open from there.

    Args:
        book: the book.
        hand: the ten cards held by the player when play began, the declarer's after discarding.
        game: clubs, spades, hearts, diamonds, grand or null.
        declarer: forehand, middlehand or rearhand.
        seat: seat of the player, who is to move.
        skat: the declarer's two discarded cards. Default: unknown, as for defenders and in a Hand game.
        played: cards played so far, in order.
        worlds: number of worlds drawn; all are examined if there are no more.
        bids: the bids in order, which weight the worlds. Default: all worlds are equally likely.
        seed: random seed of the worlds.

    Raises:
        InputError: inconsistent arguments, another player's turn, or no consistent deal.
    """
    return None


def _discard_line(cards: str, position: str, bid: int, game: str | None, worlds: int, seed: int, count: int) -> str:
    options = {"cards": cards, "position": position, "bid": bid, "game": game, "worlds": worlds, "seed": seed}
    given = [str(word) for name, value in options.items() if value is not None for word in (f"--{name}", value)]
    return shlex.join(["tafelwerk", "skat", "discard", *given, "--compute"])


@question(
    lambda worlds, **_: worded(
        f"a discard tested on {worlds:,} deals of the other cards",
        f"ein Drücken, geprüft in {counted(worlds, 'deal')} der anderen Karten",
    ),
    _discard_line,
    stored=False,
    resolve=_resolve_cards,
)
def discard(
    book: Book,
    cards: str,
    position: str = "forehand",
    bid: int = BIDS[0],
    game: str | None = None,
    worlds: int = DEALS,
    seed: int = 0,
    count: int = SHOWN,
) -> Discard | None:
    """Which two of twelve cards to discard and what to announce, by expected tournament points.

    Args:
        book: the book.
        cards: the twelve cards.
        position: seat of the declarer.
        bid: the declarer's last bid, made or held.
        game: the only game to consider. Default: any.
        worlds: number of deals of the other cards on which the best candidates are solved; 0: the hand model only.
        seed: random seed of these deals.
        count: number of candidates to return.

    Raises:
        InputError: an argument is invalid, or the game is Null and worth less than the bid.
    """
    return None


def _resolve_deals(asked: dict[str, Any]) -> None:
    """Given deals in canonical words, or the defaults of random deals."""
    if asked["given"] is not None:
        asked["given"] = [deal_of(text).text() for text in asked["given"]]
    else:
        asked |= {name: asked[name] if asked[name] is not None else other for name, other in _RANDOM.items()}


_RANDOM = {"random": 1, "seed": 0, "cards": 10}


@question("deals", "tafelwerk skat deals", stored=False, resolve=_resolve_deals)
def deals(
    book: Book,
    random: int | None = None,
    seed: int | None = None,
    cards: int | None = None,
    given: Sequence[str] | None = None,
) -> Deals | None:
    """Deals and their numbers: random deals, always the same for a seed, or given deals.

    Args:
        book: the book.
        random: number of random deals. Default: 1.
        seed: random seed. Default: 0.
        cards: cards per hand; below ten there is no Skat. Default: 10.
        given: deals as text, or their numbers, instead of random ones.

    Raises:
        InputError: one of them is not a deal.
    """
    return None


def _resolve_replay(asked: dict[str, Any]) -> None:
    """Check that the options fit the list, one round, or a program in place of one seat, and fill in the defaults of the last."""
    if asked["agent"] is not None:
        if not asked["price"]:
            raise InputError("--as needs prices of cards; leave out --no-price")
        asked["agent"] = agent_name(asked["agent"])
        asked |= {name: asked[name] if asked[name] is not None else other for name, other in _PLACE.items()}
        if asked["seat"] not in PLACES:
            raise InputError(f"seat must be one of {', '.join(PLACES)}, not {asked['seat']}")
        return
    for name in _PLACE:
        if asked[name] is not None:
            raise InputError(f"--{name} is for a program in place of one seat; add --as AGENT")
    if asked["round"] is None:
        return
    for option, given in (("--limit", asked["limit"] is not None), ("--no-price", not asked["price"])):
        if given:
            raise InputError(f"{option} is for the list of rounds; leave it out for a single round")


PLACES = (*(seat.word for seat in Seat), "declarer", "defenders")
"""Seats in whose place a program can play in recorded games."""

_PLACE = {"seat": "declarer", "seed": 0}


@question("rounds of a log", "tafelwerk skat replay {log}", stored=False, resolve=_resolve_replay)
def replay(
    book: Book,
    log: RoundLog,
    round: str | None = None,
    limit: int | None = None,
    price: bool = True,
    agent: str | None = None,
    seat: str | None = None,
    seed: int | None = None,
) -> Rounds | ReplayedRound | ReplayedGame | InPlaces | None:
    """The rounds of a log, with the cost of each card with all cards open; or a program in place of one seat.

    Args:
        book: the book.
        log: the log, from `tafelwerk.formats.skat_logs.records_of` or `log_file`.
        round: full or short name of one round. Default: all.
        limit: length of the list. Default: all.
        price: whether to price the cards.
        agent: the program that chooses each card of a seat, such as `pimc:100`. Default: none.
        seat: seat in whose place it plays, one of `PLACES`. Default: the declarer.
        seed: random seed of the program. Default: 0.

    Raises:
        InputError: unknown round, seat or agent, or a log without readable rounds.
    """
    return None
