"""A puzzle of Skat: all hands, the cards that may be the answer and, once one is given, what each card leads to."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from tafelwerk.families.skat.answers import Puzzle
from tafelwerk.families.skat.puzzle import rated, task
from tafelwerk.families.skat.rules.cards import Seat, bits, printed_card, read_card, term, titled
from tafelwerk.families.skat.rules.play import open_game
from tafelwerk.language import counted, say
from tafelwerk.web.boards.skat.cards import Plain, plain_card, plain_hand


def shown(found: Mapping[str, Any], answer: str | None) -> Plain:
    """A puzzle for a page.

    Args:
        found: the document of `skat puzzle --json`.
        answer: name of the card that is the answer; None before there is one, "" where the solution is asked for.

    Returns:
        Plain values for the template.
    """
    puzzle = Puzzle(**{one.name: found[one.name] for one in fields(Puzzle) if one.name in found})
    game = open_game(puzzle.deal, puzzle.game, puzzle.declarer, puzzle.played or None)
    position = game.position
    null = puzzle.game == "null"
    seats = []
    for place in range(3):
        seat = Seat(place)
        moves = seat is position.to_move
        cards = plain_hand(position.hands[seat], game.game)
        for card in cards:
            card["legal"] = moves and card["name"] in puzzle.cards
            if answer is not None and card["legal"]:
                value = puzzle.cards[card["name"]]
                worth = term("won") if value else term("lost")
                card["price"] = {
                    "shown": worth if null else str(value),
                    "tone": "good" if card["name"] == puzzle.solution else "bad",
                    "told": say("declarer {worth}", worth=worth) if null else counted(int(value), "point"),
                }
        seats.append(
            {
                "seat": seat.word,
                "name": titled(seat.word),
                "declares": seat is position.declarer,
                "moves": moves,
                "cards": cards,
            }
        )
    leader = position.leader
    return {
        "title": game.name,
        "task": task(puzzle),
        "rated": rated(puzzle),
        "seats": seats,
        "trick": [
            plain_card(card, seat=titled(Seat((leader + place) % 3).word)) for place, card in enumerate(position.table)
        ],
        "skat": [plain_card(card) for card in bits(game.deal.skat)],
        "legal": list(puzzle.cards),
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
    cost = "" if null else counted(abs(int(value) - int(puzzle.cards[puzzle.solution])), "point")
    costs = say(" and costs {cost}", cost=cost) if cost else ""
    return say("No: {card} does not win{costs}. {only}", card=card, costs=costs, only=only)
