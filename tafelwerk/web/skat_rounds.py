"""Skat in the server's own pages: a round at one of its cards, the table while programs think, puzzles.

Plain values for templates. Stands on the rules alone. What a card cost is what `skat replay` and `skat games` say of it.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.families.skat.answers import Puzzle
from tafelwerk.families.skat.board import (
    Cards,
    Hand,
    Table,
    calls_in_words,
    contract_text,
    inconsistency_text,
    sorted_cards,
    value_text,
)
from tafelwerk.families.skat.play import PERSON
from tafelwerk.families.skat.puzzle import grade_text, task
from tafelwerk.families.skat.rules.cards import (
    RANK_TERMS,
    SUIT_TERMS,
    Game,
    Seat,
    card_text,
    known_terms,
    printed_card,
    read_card,
    term,
    titled,
)
from tafelwerk.families.skat.rules.contracts import Contract
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import OpenGame, PricedCard, PricedGame, legal, open_game, tricks_of
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.language import count_noun, join_words, say

Plain = dict[str, Any]


def card_label(card: int) -> str:
    """A card read aloud: "jack of clubs", "Kreuz Bube"."""
    suit, rank = card_text(card)[0], card_text(card)[1]
    read = term(RANK_TERMS[rank]) if rank in RANK_TERMS else rank
    name = term(SUIT_TERMS[suit])
    return say("{read} of {name}", read=read, name=name)


def plain_card(card: int, **more: Any) -> Plain:
    """A card.

    Args:
        card: its bit.
        more: further keys, and others of those that most cards have in common.

    Returns:
        "name": as typed in any language; "suit": its letter; "rank": as shown; "label": read aloud; "legal": whether it may be
        played; "kind": how it is set off, "" for not; "price": what it is worth, None where that is not said, or "shown", "tone"
        and, in words, "told"; "who": who played it.
    """
    return {
        "name": card_text(card),
        "suit": card_text(card)[0],
        "rank": printed_card(card)[1:],
        "label": card_label(card),
        "legal": False,
        "kind": "",
        "price": None,
        "who": "",
        **more,
    }


def plain_hand(mask: int, game: Game | None) -> list[Plain]:
    """A hand, sorted as its player sorts it."""
    return [plain_card(card) for card in sorted_cards(mask, game).cards]


def plain_phrase(message: object) -> Plain:
    """Something said by a session: text, a sentence with cards, or a table.

    Returns:
        "kind": "line" with "parts", each a text or a list of cards; or "table" with "head", "rows" of such parts, and "right",
        the columns aligned right.
    """
    if isinstance(message, Table):
        rows = [[_part(cell) for cell in row] for row in message.rows]
        return {"kind": "table", "head": list(message.head), "rows": rows, "right": list(message.right)}
    if not isinstance(message, tuple):
        message = (message if isinstance(message, Cards | Hand) else str(message),)
    return {"kind": "line", "parts": [_part(part) for part in message]}


def _part(part: object) -> str | list[Plain]:
    if isinstance(part, Hand):
        return plain_hand(part.mask, part.game)
    if isinstance(part, Cards):
        return [plain_card(card) for card in part.cards]
    return str(part)


FLAGS = ("hand", "schneider", "schwarz", "ouvert")

Row = Mapping[str, Any]
"""A round in a list, with the keys of `skat replay --json`."""


def contract_of(row: Row) -> str:
    """The announcement in words, or that there was none."""
    if not row["game"]:
        return term(result_of(row))
    return contract_text(Contract(Game(row["game"]), *(bool(row.get(flag)) for flag in FLAGS)))


def result_of(row: Row) -> str:
    """The result, in English: won, lost, overbid, passed or penalty."""
    if row["won"] is None:
        return "penalty" if row.get("penalised") else "passed"
    return "won" if row["won"] else "overbid" if row.get("overbid") else "lost"


def summary(done: Round) -> Plain:
    """What a page says of a round above its cards."""
    person = say("a person")
    players = [
        say("{player} at {seat}", player=person if name == PERSON else name, seat=term(seat.word))
        for seat, name in zip(Seat, done.players, strict=True)
        if name != seat.word
    ]
    game, score = done.game, done.score
    result = {"won": None, "penalised": done.fined_seats} if score is None else score._asdict()
    text = ""
    if game is not None and score is not None and done.auction.is_recorded:
        text = value_text(game.contract, score, done.points, done.tricks, done.bid)
    return {
        "name": done.name,
        "contract": term(result_of(result)) if game is None else contract_text(game.contract),
        "by": "" if done.declarer is None else term(done.declarer.word),
        "result": term(result_of(result)),
        "points": None if game is None or game.null else done.points,
        "players": join_words(players) if players else "",
        "bidding": bidding(done),
        "value": text,
        "recorded": known_terms(done.source),
        "warnings": join_words(list(map(inconsistency_text, done.warnings))) if done.warnings else "",
    }


def bidding(done: Round) -> str:
    """The calls in words; "" where they are not known."""
    if done.auction.calls:
        return calls_in_words(done.auction.calls)
    if done.bid and done.auction.is_recorded:
        return say("the last bid was {bid}", bid=done.bid)
    return ""


def dealt_hands(done: Round) -> list[Plain]:
    """The hands of a round that was not played."""
    hands = [plain_seat(seat, plain_hand(done.dealt.hands[seat], None)) for seat in Seat]
    return [*hands, hands[0] | {"seat": "skat", "name": "Skat", "cards": plain_hand(done.dealt.skat, None)}]


def plain_seat(seat: Seat, cards: Sequence[Plain], *roles: str, **more: Any) -> Plain:
    """A player with the cards that are seen, and with roles: what the player is and does, the declarer's part first.

    Returns:
        "seat": its word; "name"; "declares", "moves": whether the player is the declarer, and is to play; "roles"; "program":
        who plays; "cards"; "count", "hidden": number of cards that are not seen, and that in words, "" if all are.
    """
    known = {"seat": seat.word, "name": titled(seat.word), "roles": roles, "cards": cards}
    return known | {"declares": False, "moves": False, "program": "", "count": 0, "hidden": "", **more}


def open_table(
    game: OpenGame,
    at: int,
    first: int,
    values: Mapping[str, int | bool] | None,
    *,
    moves: bool = True,
    answer: str | None = None,
) -> Plain:
    """A table with all cards open, after a number of cards.

    Args:
        game: the game.
        at: number of cards played, from 0.
        first: number of cards before the trick that is shown.
        values: the declarer's result after each legal card, where asked for.
        moves: whether somebody is to play.
        answer: name of a legal card that is set off.

    Returns:
        "seats", "skat"; "trick", "cards": heading and cards of the trick; "taken": who took it, "" for nobody yet.
    """
    position = game.positions[at]
    costs = {} if values is None else _costs(game, at, values)
    seats = []
    for seat in Seat:
        is_next, declares = moves and seat is position.to_move, seat is position.declarer
        cards = plain_hand(position.hands[seat], position.game)
        for card in cards if is_next else ():
            card["legal"] = bool(legal(position) >> read_card(card["name"]) & 1)
            card["kind"] = "dim" if not card["legal"] else "last" if card["name"] == answer else ""
            card["price"] = costs.get(card["name"])
        roles = [*[titled("declarer")] * declares, *[say("to play")] * is_next]
        seats.append(plain_seat(seat, cards, *roles, declares=declares, moves=is_next))
    leader = game.positions[first].leader
    return {
        "seats": seats,
        "skat": plain_hand(game.deal.skat, game.game),
        "trick": f"{say('Trick')} {first // 3 + 1}",
        "cards": [
            plain_card(card, who=titled(Seat((leader + turn) % 3).word), kind="last" if first + turn == at - 1 else "")
            for turn, card in enumerate(game.cards[first:at])
        ],
        "taken": _taker_text(game, first, at) if at == first + 3 else "",
    }


def stand(prices: PricedGame, at: int, values: Mapping[str, int | bool] | None = None) -> Plain:
    """The table after a number of cards.

    Args:
        prices: the game of a round, priced.
        at: number of cards played, from 0.
        values: the declarer's result after each legal card, where asked for.

    Returns:
        Plain values for the template.
    """
    game = prices.game
    position = game.positions[at]
    card = prices.played[at - 1] if at else None
    moves = not position.over and at < len(game.cards)
    first = (at - 1) // 3 * 3 if at else 0
    return open_table(game, at, first, values, moves=moves) | {
        "at": at,
        "of": len(game.cards),
        "points": None if game.null else (position.declarer_points, position.defender_points),
        "worth": worth(prices, at),
        "told": "" if card is None else describe_card(card, game.null),
        "cost": 0 if card is None else card.cost,
        "course": course(prices),
        "costs": [(titled(seat.word), prices.cost(seat)) for seat in Seat],
        "next_cost": next((number for number, card in enumerate(prices.played, 1) if card.cost and number > at), None),
        "results": None if game.null else prices.values,
    }


def _taker_text(game: OpenGame, first: int, at: int) -> str:
    """Who took the trick that has just ended."""
    (trick,) = tricks_of(game.positions[first], game.cards[first:at])
    winner = titled(trick.after.leader.word)
    if game.null:
        return say("{winner} takes it.", winner=winner)
    worth_ = count_noun(trick.points, "point")
    return say("{winner} takes {worth}.", winner=winner, worth=worth_)


def worth(prices: PricedGame, at: int) -> str:
    """The result of best play by all after a number of cards."""
    value = prices.values[at]
    if prices.game.null:
        text = term("won") if value else term("lost")
        return say("With best play from here the declarer has {text}.", text=text)
    made = count_noun(value, "point")
    return say("With best play from here the declarer makes {made}.", made=made)


def describe_card(card: PricedCard, null: bool) -> str:
    """Who played a card, and what it cost."""
    who, name = titled(card.seat.word), printed_card(card.card)
    head = say("{who} played {name}", who=who, name=name)
    if not card.cost:
        return say("{head}: no card was better.", head=head)
    best = printed_card(card.best)
    if null:
        return say("{head} and gave the game away; {best} kept it.", head=head, best=best)
    lost = count_noun(card.cost, "point")
    return say("{head}: it cost {lost}; better was {best}.", head=head, lost=lost, best=best)


def _costs(game: OpenGame, at: int, values: Mapping[str, int | bool]) -> dict[str, Plain]:
    """What each legal card costs the side of its player."""
    numbers = {name: int(value) for name, value in values.items()}
    alone = game.positions[at].to_move is game.declarer
    best = (max if alone else min)(numbers.values(), default=0)
    costs = {}
    for name, value in numbers.items():
        cost = abs(best - value)
        result = (term("won") if value else term("lost")) if game.null else str(value)
        text = say("declarer {shown}", shown=result) if game.null else count_noun(value, "point")
        costs[name] = {"shown": result, "told": text, "tone": "bad" if cost else "good"}
    return costs


def course(prices: PricedGame) -> Plain:
    """All tricks.

    Returns:
        "heads": headings; "tricks": each with its "number", its "cards" with price and place, its "winner" and the declarer's
        "points" after it, None in Null.
    """
    game = prices.game
    tricks = []
    for number, trick in enumerate(tricks_of(game.positions[0], game.cards), 1):
        cards = [
            plain_card(
                card.card, at=at, cost=card.cost, who=titled(card.seat.word), label=describe_card(card, game.null)
            )
            for at, card in enumerate(prices.played, 1)
            if card.trick == number
        ]
        tricks.append(
            {
                "number": number,
                "cards": cards,
                "winner": "" if trick.winner is None else titled(trick.winner.word),
                "points": None if game.null else trick.after.declarer_points,
            }
        )
    points = () if game.null else ("the declarer has",)
    return {"heads": [titled("trick"), 1, 2, 3, *map(titled, ("taken by", *points))], "tricks": tricks}


def reasons(done: Round, at: int) -> list[Plain]:
    """What the program that chose a card thought of each, best first; empty where it is not known."""
    choice = done.game.choices[at - 1] if done.game is not None and at else None
    if choice is None:
        return []
    ranked = sorted(choice.cards, key=lambda seen: (seen.card != choice.card, -seen.wins))
    return [plain_card(seen.card, wins=seen.wins, worlds=seen.worlds, mean=seen.mean_points) for seen in ranked]


def laid_away(done: Round, deal: Deal) -> list[Plain]:
    """The Skat as dealt, where the declarer took it up and laid other cards away; none otherwise."""
    is_changed = done.taken and done.auction.is_recorded and done.dealt.skat != deal.skat
    return plain_hand(done.dealt.skat, None) if is_changed else []


def played_before(game: OpenGame, at: int) -> list[str]:
    """The command line that gives the value of every card at a place, behind the program's name."""
    before = " ".join(card_text(card) for card in game.cards[:at])
    deal, kind, declarer, _ = game.words
    line = ["skat", "solve", "--deal", deal, "--game", kind, "--declarer", declarer]
    return [*line, *(("--history", before) if before else ())]


def anticipate(stand: Plain, turn: str) -> Plain | None:
    """A table right after the person's answer, before any program has acted.

    Args:
        stand: the table before, as `table.table` gives it.
        turn: the answer.

    Returns:
        The table, with "thinking"; None if the round was over before.
    """
    if stand["ask"] == "over":
        return None
    after: dict[str, Any] = {**stand, "options": [], "hint": [], "warning": "", "asked": ""}
    after["hand"] = [{**card, "legal": False, "price": None, "kind": ""} for card in stand["hand"]]
    left = stand["seats"][0]
    thinks = say("The programs are thinking ...")
    if stand["ask"] == "card":
        name = _name(turn)
        card = next((card for card in after["hand"] if card["name"] == name), None)
        trick = stand["trick"]
        if card is None or trick is None:
            return None
        after["hand"].remove(card)
        cards = [*trick["cards"], {**card, "who": titled(term("you"))}]
        after["trick"] = {**trick, "cards": cards}
        if len(cards) < 3:
            thinks = say("{name} is thinking ...", name=left["name"])
    return after | {"thinking": thinks}


def _name(turn: str) -> str:
    with suppress(InputError):
        return card_text(read_card(turn))
    return ""


def puzzle_board(document: Mapping[str, Any], answer: str | None) -> Plain:
    """A puzzle for a page.

    Args:
        document: the document of `skat puzzle --json`.
        answer: name of the card that is the answer; None before there is one, "" where the solution is asked for.

    Returns:
        Plain values for the template.
    """
    puzzle = Puzzle(**{key.name: document[key.name] for key in fields(Puzzle) if key.name in document})
    game = open_game(puzzle.deal, puzzle.game, puzzle.declarer, puzzle.played or None)
    null = puzzle.game == "null"
    at, values = len(game.cards), None if answer is None else puzzle.cards
    return {
        "title": game.name,
        "task": task(puzzle),
        "rated": grade_text(puzzle),
        "stand": open_table(game, at, at - at % 3, values, answer=answer),
        "answer": answer,
        "solved": answer == puzzle.solution,
        "verdict": "" if answer is None else _verdict(puzzle, answer, null=null),
    }


def _verdict(puzzle: Puzzle, answer: str, *, null: bool) -> str:
    """What is said of an answer."""
    solution = printed_card(read_card(puzzle.solution))
    only = say("{solution} alone wins.", solution=solution)
    if not answer:
        return only
    card, value = printed_card(read_card(answer)), puzzle.cards[answer]
    if answer == puzzle.solution:
        return say("Right: {only}", only=only)
    cost = "" if null else count_noun(abs(int(value) - int(puzzle.cards[puzzle.solution])), "point")
    costs = say(" and costs {cost}", cost=cost) if cost else ""
    return say("No: {card} does not win{costs}. {only}", card=card, costs=costs, only=only)
