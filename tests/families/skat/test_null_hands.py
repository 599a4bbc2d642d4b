"""`skat null`: deals and leads of its answers do what is said of them; its words are in tests/shown."""

from pathlib import Path
from random import Random

import pytest

from tafelwerk import open_book
from tafelwerk.build.runner import run
from tafelwerk.families.skat import builds as skat
from tafelwerk.families.skat.rules.cards import Game, card_text, cards_text, mask_of, read_card, read_cards, read_seat
from tafelwerk.families.skat.rules.deals import read_deal
from tafelwerk.families.skat.rules.play import hand_with, play, start
from tafelwerk.solvers.skat.null_game import NullSolver, beaten_classes

SAFE = "C7 C8 C9 S7 S9 SJ H7 H9 D7 D9"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("null") / "book"
    run(path, [skat.NullCounts()], executor="inline")
    return path


def hands() -> list[str]:
    """Hands of every kind: beaten or not, with the suits in any order."""
    random = Random(28)
    chosen = [hand_with(random.sample(one.holdings, 4)) for one in list(beaten_classes())[::200]]
    chosen += [mask_of(random.sample(range(32), 10)) for _ in range(3)]
    return [SAFE, *map(cards_text, chosen)]


def test_a_deal_that_beats_the_hand_or_a_lead(book: Path, tmp_path: Path) -> None:
    """The defenders win the deals of the answer."""
    for hand in hands():
        with open_book(book, pocket=False) as stored, open_book(tmp_path / "none", pocket=False) as empty:
            found, computed = stored.skat.null(hand), empty.skat.null(hand)
        assert (found.source, computed.source, found.evidence) == ("book", "computed", "recomputed")
        assert (found.suits, found.weak) == (computed.suits, computed.weak)
        assert [one.unbeatable for one in found.leads] == [one.unbeatable for one in computed.leads]
        assert sorted(card for suit in found.suits.values() for card in suit.cards) == sorted(hand.split())
        solver = NullSolver()
        for one in (*found.leads, *computed.leads):
            assert (one.deal is None) == one.unbeatable
            if one.deal is None:
                assert (one.lead is not None) == (one.leader == "declarer")
                continue
            assert one.declarer is not None
            deal, seat = read_deal(one.deal), read_seat(one.declarer)
            assert deal.hands[seat] == read_cards(hand)
            assert (one.leader == "declarer") == (one.declarer == "forehand")
            assert not solver.won(start(deal, Game.NULL, seat))


def test_the_lead_of_an_answer_wins(book: Path) -> None:
    with open_book(book, pocket=False) as stored:
        lead = stored.skat.null(SAFE).leads[1].lead
    assert lead is not None
    random, hand = Random(1), read_cards(SAFE)
    for _ in range(20):
        others = [card for card in range(32) if not hand >> card & 1]
        random.shuffle(others)
        text = " | ".join(" ".join(map(card_text, cards)) for cards in (others[:10], others[10:20], others[20:]))
        position = start(read_deal(f"{SAFE} | {text}"), Game.NULL, read_seat("forehand"))
        assert NullSolver().won(play(position, read_card(lead)))
