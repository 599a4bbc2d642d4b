"""`tafelwerk skat card` and `tafelwerk skat sure`: what a person and a program are told, and what is refused."""

import json
from collections.abc import Iterator
from itertools import combinations
from math import comb, sqrt
from pathlib import Path
from random import Random

import pytest
from naive import skat as naive
from program import call, refused
from skat_questions import ask, read, words_for

from tafelwerk.build.skat import computed
from tafelwerk.proofs.skat.sure import sure_points
from tafelwerk.rules.skat.cards import ALL_CARDS, Game, Seat, bits, card_text, cards_text, mask_of, read_cards
from tafelwerk.rules.skat.deals import random_deals
from tafelwerk.rules.skat.knowledge import World, knowledge, to_choose
from tafelwerk.rules.skat.play import Position, legal, play, start
from tafelwerk.solvers.skat.hidden.player import Chooser, Effort, Pimc, Positions
from tafelwerk.solvers.skat.hidden.worlds import draw_worlds

HAND, SKAT = "CJ SJ CA CT CK DA DT HA H7 S7", "D7 D8"
DECLARES = ("--hand", HAND, "--skat", SKAT, "--game", "clubs", "--declarer", "forehand", "--seat", "forehand")


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    return tmp_path / "no book"


def late(seed: int, game: Game, left: int, *, to_move: Seat | None = None) -> tuple[list[str], Position]:
    """The options for who is to move late in a random game, with that many cards in the hand or fewer, and the position.

    A Null is one in which the declarer has taken no trick yet.
    """
    (deal,) = random_deals(1, seed)
    random, declarer = Random(seed), Seat(seed % 3)
    position, played = start(deal, game, declarer), []
    while position.hands[position.to_move].bit_count() > left or position.to_move is not (to_move or position.to_move):
        played.append(random.choice(bits(legal(position))))
        position = play(position, played[-1])
    if position.declarer_tricks and game is Game.NULL:
        return late(seed + 3, game, left, to_move=to_move)
    seat = position.to_move
    words = ["--hand", cards_text(deal.hands[seat]), "--game", game.value, "--declarer", declarer.word]
    words += ["--seat", seat.word, "--played", " ".join(map(card_text, played))]
    if seat is declarer:
        words += ["--skat", cards_text(deal.skat)]
    return words, position


def test_shares_are_those_of_worlds_drawn(nowhere: Path) -> None:
    """As many as were asked for, each card in each of them; the card is that of the player of matches."""
    found = ask("card", *DECLARES, "--worlds", 30, "--seed", 4, book=nowhere)
    known = knowledge(Seat.FOREHAND, read_cards(HAND), Game.CLUBS, Seat.FOREHAND, skat=read_cards(SKAT))
    assert (found["worlds"], found["samples"], found["certainty"]) == (comb(20, 10), 30, "sampled")
    assert set(found["open_card_share"]) == set(HAND.split())
    positions = [known.position(world) for world in draw_worlds(known, 30, 32 * 4)]
    choice = Chooser().choose(positions, effort=Effort(full=True))
    assert found["open_card_share"] == {card_text(one.card): one.wins / 30 for one in choice.cards}
    assert found["card"] == card_text(choice.card) == card_text(Pimc(seed=4, worlds=30)(known).card)
    errors = [sqrt(share * (1 - share) / 30) for share in found["open_card_share"].values()]
    assert found["standard_error"] == pytest.approx(max(errors))
    low, high = found["interval"]
    assert [low, high] == found["intervals"][found["card"]]
    assert low <= found["open_card_share"][found["card"]] <= high
    assert found["needs"] == 61


@pytest.mark.parametrize("game", [Game.GRAND, Game.HEARTS, Game.NULL])
@pytest.mark.parametrize("seed", [1, 2, 5])
def test_few_worlds_are_all_looked_at(game: Game, seed: int, nowhere: Path) -> None:
    """Each world by plain minimax, whoever is to move."""
    words, position = late(seed, game, 3 if game is Game.NULL else 2)
    found = ask("card", *words, "--worlds", 5000, book=nowhere)
    assert (found["certainty"], found["samples"], found["standard_error"]) == ("exact", found["worlds"], 0)
    assert "level" not in found
    seat, declares = position.to_move, position.to_move is position.declarer
    worlds = list(_all_worlds(words, position))
    assert len(worlds) == found["worlds"]
    wins = dict.fromkeys(map(card_text, bits(legal(position))), 0)
    for world in worlds:
        for card, value in naive.values(world).items():
            won = value + world.declarer_points >= 61
            if game is Game.NULL:
                won = not world.declarer_tricks and bool(value)
            wins[card_text(card)] += won == declares
    assert found["open_card_share"] == {card: won / len(worlds) for card, won in wins.items()}
    assert found["open_card_share"][found["card"]] == max(found["open_card_share"].values())
    assert seat.word == found["question"]["seat"]


def test_when_all_is_known_the_answer_is_exact(nowhere: Path) -> None:
    """The last trick, to which the declarer leads: who holds which card may be open, what becomes of it is not."""
    words, position = late(3, Game.GRAND, 1)
    found = ask("card", *words, book=nowhere)
    assert found["certainty"] == "exact"
    assert found["card"] == card_text(bits(legal(position))[0])
    text = read("card", *words, book=nowhere)
    assert "no other card is legal" in text


def test_bids_weigh_the_worlds(nowhere: Path) -> None:
    plain = ask("card", *DECLARES, "--worlds", 10, book=nowhere)
    heard = ask("card", *DECLARES, "--worlds", 10, "--bids", "18,20 48", book=nowhere)
    assert heard["question"]["bids"] == "18 20 48"
    assert (heard["worlds"], heard["samples"]) == (plain["worlds"], 10)
    # clubs with two count 36, and 48 takes Schneider
    assert (plain["needs"], heard["needs"]) == (61, 90)
    again = ask("card", *DECLARES, "--worlds", 10, "--bids", "18 20 48", book=nowhere)
    assert again | {"seconds": 0} == heard | {"seconds": 0}
    text = read("card", *DECLARES, "--worlds", 10, "--bids", "18 20 48", book=nowhere)
    assert "10 deals drawn by the bids 18 20 48" in " ".join(text.split())
    assert "The declarer needs 90 points" in " ".join(text.split())


def test_in_words(nowhere: Path) -> None:
    found = ask("card", *DECLARES, "--worlds", 10, book=nowhere)
    text = " ".join(read("card", *DECLARES, "--worlds", 10, book=nowhere).split())
    assert f"Play {found['card']}: it wins" in text
    assert "184,756 deals are consistent with the cards seen and the suits not followed; 10 deals drawn" in text
    assert "not the chance to win with hidden cards" in text
    defends = ("--hand", HAND, "--game", "grand", "--declarer", "rearhand", "--seat", "forehand", "--worlds", 5)
    assert "defenders win" in read("card", *defends, book=nowhere)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"--hand": "CJ SJ"}, "--hand: a hand has 10 cards, not 2"),
        ({"--skat": "D7"}, "--skat: the Skat has 2 cards, not 1"),
        ({"--skat": "CJ D8"}, "CJ is in two places"),
        ({"--game": "chess"}, "--game: a game is clubs, "),
        ({"--declarer": "x"}, "--declarer: a seat is forehand, "),
        ({"--seat": "x"}, "--seat: a seat is forehand, "),
        ({"--seat": "middlehand"}, "only the declarer knows the Skat"),
        ({"--played": "CJ"}, "it is middlehand's turn, not forehand's"),
        ({"--played": "D9"}, "card 1: forehand cannot play D9"),
        ({"--played": "CJ CJ"}, "--played: CJ is given twice"),
        ({"--played": "CJ D7"}, "card 2: middlehand cannot play D7: it is in the Skat"),
        ({"--bids": "20 18"}, "--bids: bids must rise"),
        ({"--bids": "19"}, "--bids: 19 cannot be bid"),
        ({"--bids": ""}, "--bids: give at least one bid"),
        ({"--worlds": "0"}, "--worlds must be 1 to 1,000,000, not 0"),
        ({"--worlds": "50001", "--bids": "18"}, "--worlds must be 1 to 50,000 with --bids, not 50,001"),
        ({"--seed": "-1"}, "--seed must be 0 to 4,294,967,295, not -1"),
    ],
)
def test_what_is_refused(changed: dict[str, str], fault: str, nowhere: Path) -> None:
    options = dict(zip(DECLARES[::2], DECLARES[1::2], strict=True)) | changed
    words = [word for pair in options.items() for word in pair]
    assert fault in refused(call("skat", "card", *words, "--book", nowhere), 2)
    assert not nowhere.exists()


def test_a_long_wait_is_told_before_it_begins(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the language of the answer; a million worlds are estimated, not begun."""
    known = to_choose(HAND, "clubs", "forehand", "forehand", SKAT, None)
    wanted = computed.card(HAND, "clubs", "forehand", "forehand", SKAT, None, 1_000_000, None, 0)
    assert wanted.always
    assert wanted.operations == comb(20, 10) * computed.CARD_OPERATIONS
    assert len(Positions(known, draw_worlds(known, 5, 1))[1:]) == 4
    monkeypatch.setattr("tafelwerk.book.LONG", 1e6)
    done = call("skat", "card", *DECLARES, "--worlds", 100, "--json", "--book", nowhere)
    assert done.stderr == "computing: about 0.12 s by estimate\n"
    assert json.loads(done.stdout)["samples"] == 100
    done = call("skat", "card", *DECLARES, "--worlds", 100, "--lang", "de", "--book", nowhere)
    assert "Berechnung: geschätzt etwa 0,12 s\n" in done.stderr


def test_a_revoke_leaves_no_world(nowhere: Path) -> None:
    """Both others throw off on the highest trump, and trumps are left over that nobody can have."""
    hand = "CJ C7 C8 S7 S8 H7 H8 D7 D8 D9"
    words = ("--hand", hand, "--skat", "SA HA", "--game", "clubs", "--declarer", "forehand", "--seat", "forehand")
    fault = refused(call("skat", "card", *words, "--played", "CJ ST HT", "--book", nowhere), 2)
    assert "no deal agrees with what is known" in fault


def test_sure_points(nowhere: Path) -> None:
    deal = "CJ CA | SJ CT | HJ C7 | HT HA"
    found = ask("sure", *words_for(deal, "clubs", "forehand"), book=nowhere)
    sure = sure_points("clubs", 0, 0, tuple(map(read_cards, deal.split(" | ")[:3])))  # type: ignore[arg-type]
    to_come = 2 + 11 + 2 + 10 + 2
    assert (found["side"], found["sure"], found["to_come"]) == ("declarer", sure, to_come)
    assert (found["least"], found["most"]) == (21 + sure, 21 + to_come)
    found = ask("sure", *words_for(deal, "clubs", "rearhand"), book=nowhere)
    sure = sure_points("clubs", 2, 0, tuple(map(read_cards, deal.split(" | ")[:3])))  # type: ignore[arg-type]
    assert (found["side"], found["sure"], found["leader"]) == ("defenders", sure, "forehand")
    assert (found["least"], found["most"]) == (21, 21 + to_come - sure)
    text = read("sure", *words_for(deal, "clubs", "rearhand"), book=nowhere)
    assert f"sure of {sure} of the {to_come} points still to be won" in text
    for more, fault in (
        (("--played", "CJ"), "a trick is incomplete"),
        (("--game", "null"), "sure tricks count card points"),
    ):
        words = [*words_for(deal, "clubs", "forehand"), *more]
        assert fault in refused(call("skat", "sure", *words, "--book", nowhere), 2)


def _all_worlds(words: list[str], position: Position) -> Iterator[Position]:
    """Every way the hidden cards may lie, by trying all of them."""
    options = dict(zip(words[::2], words[1::2], strict=True))
    known = to_choose(*(options.get(f"--{name}") for name in ("hand", "game", "declarer", "seat", "skat", "played")))  # type: ignore[arg-type]
    gone = sum(known.played) | known.hand | (known.skat or 0)
    hidden = bits(ALL_CARDS & ~gone)
    one, other = known.seat.left, known.seat.left.left
    for first in combinations(hidden, known.sizes[one]):
        rest = [card for card in hidden if card not in first]
        for second in combinations(rest, known.sizes[other]):
            if mask_of(first) & known.voids[one] or mask_of(second) & known.voids[other]:
                continue
            hands = [0, 0, 0]
            hands[known.seat], hands[one], hands[other] = known.hand, mask_of(first), mask_of(second)
            skat = known.skat if known.skat is not None else ALL_CARDS & ~gone & ~hands[one] & ~hands[other]
            yield known.position(World((hands[0], hands[1], hands[2]), skat))


def test_json_is_one_document(nowhere: Path) -> None:
    done = call("skat", "card", *DECLARES, "--worlds", "3", "--json", "--book", nowhere)
    assert done.returncode == 0
    assert json.loads(done.stdout)["question"]["name"] == "skat card"
