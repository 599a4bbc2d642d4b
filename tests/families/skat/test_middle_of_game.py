"""Games taken up in the middle: leader, points and cards on the table; and Ouvert, where every trick counts.

The same position is asked for as a whole game with the cards played, and as a diagram shows it.
"""

from functools import cache
from random import Random
from typing import Any

import pytest
from naive import skat as naive
from program import call
from skat_questions import ask, asked_as, random_game, words_for

from tafelwerk.families.skat.rules.cards import NAMES, Game, Seat, bits, card_text, cards_text, points, read_cards
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import Position, game_of, legal, play, start


def diagram(position: Position, skat: int) -> list[str]:
    """Options for a position as a diagram shows it: the cards held, who led, what lies on the table."""
    deal = " | ".join(cards_text(mask) for mask in (*position.hands, skat) if mask or mask in position.hands)
    words = words_for(deal, position.game.value, position.declarer.word, "--leader", position.leader.word)
    words += ["--points", str(position.declarer_points)]
    return words + (["--table", " ".join(map(card_text, position.table))] if position.table else [])


@pytest.mark.parametrize("seed", range(12))
def test_a_diagram_has_the_values_of_the_game(seed: int) -> None:
    deal, game, declarer, played = random_game(seed, 3 + seed % 3)
    position = game_of(deal, game, declarer, played).position
    if position.game is Game.NULL and position.declarer_tricks:
        position = start(deal, game, declarer)
        played = []
    # without a Skat in the diagram its points are among those given
    for skat in {0, deal.skat}:
        asked = ask("solve", *diagram(position, skat))
        whole = ask("solve", *asked_as(deal, game, declarer, played))
        assert [asked[key] for key in ("won", "points", "cards", "to_move") if key in asked] == [
            whole[key] for key in ("won", "points", "cards", "to_move") if key in asked
        ]
        line = [
            ask("explain", *words)["line"]
            for words in (diagram(position, skat), asked_as(deal, game, declarer, played))
        ]
        assert line[0] == line[1]


def all_tricks(position: Position, each: int) -> bool:
    """Whether the declarer takes every trick, by plain minimax."""

    @cache
    def wins(hands: Any, trick: tuple[str, ...], leader: int) -> bool:
        if len(trick) == 3:
            winner = naive.winner(position.game.value, trick, leader)
            return winner == position.declarer and wins(hands, (), winner)
        if not any(hands) and not trick:
            return True
        mover = (leader + len(trick)) % 3
        after = (
            wins(naive.without(hands, card), (*trick, card), leader)
            for card in naive.legal(position.game.value, hands, trick, leader)
        )
        return any(after) if mover == position.declarer else all(after)

    taken = each - max(map(int.bit_count, position.hands))
    table = tuple(NAMES[card] for card in position.table)
    return position.declarer_tricks == taken and wins(naive.names_of(position.hands), table, position.leader)


@pytest.mark.parametrize("seed", range(16))
def test_every_trick_is_needed(seed: int) -> None:
    """Strong hands of the declarer, so that both outcomes occur."""
    random = Random(seed)
    pack = random.sample(sorted(bits(read_cards("CJ SJ HJ DJ CA CT CK SA ST SK HA HT"))), 12)
    strong = sorted(pack)[-4:] if seed % 4 else pack[:4]
    others = [card for card in pack if card not in strong]
    hands = [strong, others[:4], others[4:]]
    forehand, middlehand, rearhand = (sum(1 << card for card in hand) for hand in hands)
    deal, game = Deal((forehand, middlehand, rearhand)), random.choice([Game.GRAND, Game.CLUBS])
    words = words_for(deal.text(), game.value, "forehand", "--ouvert")
    answer = ask("solve", *words)
    position = start(deal, game, Seat.FOREHAND)
    assert answer["won"] == all_tricks(position, 4)
    assert answer["cards"] == {card_text(card): all_tricks(play(position, card), 4) for card in bits(legal(position))}
    assert answer.get("points") is None
    priced = ask("explain", *words)
    assert (priced["won"], len(priced["line"])) == (answer["won"], 12)


def test_a_null_ouvert_is_a_null() -> None:
    words = words_for("C7 S8 | C8 S7 | C9 S9", "null", "forehand")
    plain, ouvert = (ask("solve", *words, *more) for more in ((), ("--ouvert",)))
    assert plain["cards"] == ouvert["cards"]
    assert call("skat", "solve", *words, "--ouvert").stdout.startswith("Null Ouvert, forehand")


LATE = [
    "--hand",
    "D8 D7 DK",
    *["--game", "clubs", "--declarer", "forehand", "--seat", "middlehand", "--leader", "forehand"],
]
GONE = ["--history", "HJ DJ C7 C8 C9 CQ CK CT S7 S8 S9 SQ SK ST SA H7 H8 H9 HQ HK HT"]


def test_points_and_open_cards_decide() -> None:
    """The declarer's trumps take the last tricks: what is needed, and who wins, follows from the points so far."""
    shares = [
        ask("card", *LATE, *GONE, "--table", "CA", "--points", points_so_far, *more)["open_card_share"]
        for points_so_far, more in ((0, ()), (61, ()), (0, ("--open", "CJ SJ CA")))
    ]
    assert [max(share.values()) for share in shares[1:]] == [0, 0]
    assert max(shares[0].values()) > 0


def test_points_of_a_diagram_are_the_declarers() -> None:
    """What is neither in play nor the declarer's is the defenders'."""
    words = words_for("CA | SJ | HJ C7", "clubs", "forehand", "--table", "CJ CT", "--points", 40)
    last = ask("explain", *words)["tricks"][-1]
    assert last["declarer"] + last["defenders"] == points(2**32 - 1)
