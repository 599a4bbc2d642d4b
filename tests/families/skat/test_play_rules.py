"""The rules of play, starts of tricks and what they make a position worth, against names of cards and plain minimax.
What a player knows: built card by card, and refused where it cannot be.
Cards, how they are written, and their order in each game, against the rules spelled out in names.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import skat as naive
from naive.skat import random_play
from skat_questions import worth as plainly_worth

from tafelwerk.families.skat.rules import cards
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, mask_of, order, read_card, read_cards
from tafelwerk.families.skat.rules.deals import random_deal, read_deal
from tafelwerk.families.skat.rules.knowledge import Knowledge, World, knowledge
from tafelwerk.families.skat.rules.play import (
    Position,
    follow,
    leader_cards,
    legal,
    needed_keys,
    play,
    replay,
    start_key,
    starts_behind,
    trick_winner,
    worth,
)
from tafelwerk.language import Language, speaking
from tafelwerk.proofs.skat import second_program

games = st.sampled_from(Game)
seats = st.sampled_from(Seat)
randoms = st.randoms(use_true_random=False)


@given(randoms, games, st.integers(1, 10), st.integers(0, 31))
def test_what_follows_is_never_empty(random: Random, game: Game, size: int, led: int) -> None:
    hand = random.sample([card for card in range(32) if card != led], size)
    assert follow(game, led, mask_of(hand)) == second_program.legal_cards(game.value, mask_of(hand), [led])


@given(games, seats, st.lists(st.integers(0, 31), min_size=3, max_size=3, unique=True))
def test_who_takes_a_trick(game: Game, leader: Seat, cards: list[int]) -> None:
    assert trick_winner(game, leader, cards) == second_program.taker(game.value, leader, cards)


@given(randoms, games, st.integers(0, 2))
def test_minimax_by_these_rules_is_minimax(random: Random, game: Game, on_table: int) -> None:
    """Played out by `play`, a position is worth what the twin says, which has its own rules."""
    position = naive.random_position(random, 3, on_table, game)
    assert position.hands[position.leader].bit_count() == (2 if on_table else 3)
    assert len(position.table) == on_table
    after = naive.values(position)
    assert mask_of(after) == legal(position)
    assert {card: _minimax(play(position, card), position) for card in after} == after
    assert naive.value(position) == _minimax(position, position)


def _minimax(position: Position, since: Position) -> int:
    """What the declarer gets since a position under best play, points or 1 for no trick in Null; by the rules under test."""
    if position.over:
        if position.game is Game.NULL:
            return int(position.declarer_tricks == since.declarer_tricks)
        return position.declarer_points - since.declarer_points
    after = [_minimax(play(position, card), since) for card in bits(legal(position))]
    return max(after) if position.to_move == position.declarer else min(after)


seeds = st.integers(0, 2**32)
on_table = st.integers(0, 2)


def two_free(position: Position) -> tuple[int, int]:
    """Two cards that are in play nowhere."""
    used = set(bits(sum(position.hands))) | set(position.table)
    high, low = [card for card in reversed(range(32)) if card not in used][:2]
    return high, low


@given(seeds, seats, st.integers(1, 10))
def test_keys_are_cards_still_held_and_who_leads(seed: int, leader: Seat, cards_each: int) -> None:
    random = Random(seed)
    deal = random_deal(random, cards_each)
    hands = [sum(1 << card for card in random.sample(bits(hand), random.randint(1, cards_each))) for hand in deal.hands]
    high, low = leader_cards(deal)
    key = start_key((hands[0], hands[1], hands[2]), leader, (high, low))
    assert [hand & key for hand in deal.hands] == hands
    assert 2 * (key >> high & 1) + (key >> low & 1) == leader
    assert not key & ~(sum(deal.hands) | 1 << high | 1 << low)


@given(seeds, games, st.integers(1, 4), on_table)
def test_which_starts_are_needed(seed: int, game: Game, cards_each: int, on_table: int) -> None:
    position = naive.random_position(Random(seed), cards_each, on_table, game)
    behind = naive.starts(position)
    assert {(one.hands, int(one.leader)) for one in starts_behind(position)} == behind
    cards = two_free(position)
    wanted = behind if position.table else behind | {(position.hands, int(position.leader))}
    if game is Game.NULL:
        taken = {(one.hands, int(one.leader)) for one in starts_behind(position) if one.declarer_tricks}
        assert all(leader == position.declarer for _, leader in taken)
        wanted -= taken
    assert needed_keys(position, cards) == {
        start_key(hands, Seat(leader), cards) for hands, leader in wanted if any(hands)
    }


@given(seeds, games, st.integers(1, 4), on_table)
def test_worth_is_plain_minimax(seed: int, game: Game, cards_each: int, on_table: int) -> None:
    """Neither more nor less than the needed starts is known."""
    random = Random(seed)
    position = replace(
        naive.random_position(random, cards_each, on_table, game),
        declarer_points=random.randrange(60),
        defender_points=random.randrange(60),
        declarer_tricks=random.randrange(2),
    )
    cards = two_free(position)
    known = [position, *starts_behind(position)]
    values = {
        start_key(one.hands, one.leader, cards): naive.value(replace(one, table=()))
        for one in known
        if not one.table and any(one.hands)
    }
    values = {key: values[key] for key in needed_keys(position, cards)}
    assert worth(position, values, cards) == plainly_worth(position)
    if game is Game.NULL and position.declarer_tricks:
        assert not values
        return
    for card in bits(position.hands[position.to_move]):
        if card in naive.values(position):
            after = play(position, card)
            assert worth(after, values, cards) == plainly_worth(after)
    if values and position.table:
        with pytest.raises(KeyError):
            worth(position, {}, cards)


def test_a_game_that_is_over_needs_nothing() -> None:
    for game, value in ((Game.GRAND, 21), (Game.NULL, 1)):
        position = Position((0, 0, 0), (), Seat.FOREHAND, 21, 90, Seat.FOREHAND, game)
        assert needed_keys(position, (31, 30)) == set()
        assert worth(position, {}, (31, 30)) == value


FOREHAND, MIDDLEHAND, _ = Seat
SMALL = read_deal("CJ SA H7 | HJ S7 D8 | DT C9 HA | CA CT")
PACK = SMALL.hands[0] | SMALL.hands[1] | SMALL.hands[2] | SMALL.skat


def known_to(seat: Seat, cards: str = "", *, declarer: Seat = FOREHAND, **more: int | None) -> Knowledge:
    played = map(read_card, cards.split())
    return knowledge(seat, SMALL.hands[seat], Game.CLUBS, declarer, played, pack=PACK, **more)


def test_ouvert_shows_the_declarers_hand() -> None:
    known = known_to(MIDDLEHAND, "SA", shown=SMALL.hands[0])
    assert known.hands == (read_cards("CJ H7"), SMALL.hands[1], None)
    assert known.skat is None
    assert known.unseen == SMALL.hands[2] | SMALL.skat
    assert known.legal == read_cards("S7")
    assert known_to(FOREHAND, shown=SMALL.hands[0]) == known_to(FOREHAND)


def test_a_deal_without_a_skat_hides_none() -> None:
    pack = PACK & ~SMALL.skat
    known = knowledge(MIDDLEHAND, SMALL.hands[1], Game.GRAND, FOREHAND, pack=pack)
    assert known.skat == 0
    assert known.unseen == SMALL.hands[0] | SMALL.hands[2]


@given(st.randoms(use_true_random=False), st.integers(1, 10), st.sampled_from(Game), st.sampled_from(Seat), st.data())
def test_knowledge_follows_the_game(random: Random, each: int, game: Game, declarer: Seat, data: st.DataObject) -> None:
    deal = random_deal(random, each)
    played = data.draw(st.integers(0, 3 * each))
    cards = random_play(random, deal, game, declarer, played)
    positions = replay(deal, game, declarer, cards)
    pack = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat
    for seat in Seat:
        skat = deal.skat if seat is declarer else None
        known = knowledge(seat, deal.hands[seat], game, declarer, cards, skat=skat, pack=pack)
        world = World(positions[-1].hands, deal.skat)
        assert known.skat == (skat if deal.skat else 0)
        assert known.position(world) == positions[-1]
        assert known.deal(world) == deal
        assert known.hand == positions[-1].hands[seat]
        assert known.sizes == tuple(hand.bit_count() for hand in positions[-1].hands)
        assert known.cards == tuple(cards)
        assert known.over == positions[-1].over
        assert known.to_move is positions[-1].to_move
        if known.to_move is seat:
            assert known.legal == legal(positions[-1])
        # every card that lies in another's hand is unseen, or the Skat's
        hidden = known.unseen | (known.skat or 0) | known.hand
        assert hidden == pack & ~mask_of(cards)
        lacked = [0, 0, 0]
        for card, position in zip(cards, positions, strict=False):
            suit = second_program.suit_of(game, [*position.table, card][0])
            lacked[position.to_move] |= 0 if suit >> card & 1 else suit
        assert list(known.voids) == lacked


masks = st.integers(0, cards.ALL_CARDS)


@given(masks)
def test_sets_of_cards_read_back(mask: int) -> None:
    assert cards.read_cards(cards.cards_text(mask)) == mask
    assert cards.mask_of(cards.bits(mask)) == mask
    assert cards.bits(mask) == sorted(cards.bits(mask), reverse=True)
    assert cards.points(mask) == sum(cards.POINTS[card] for card in cards.bits(mask))
    assert all(cards.read_card(cards.card_text(card)) == card for card in cards.bits(mask))


@given(st.permutations(range(32)), st.sampled_from(Language), st.booleans())
def test_shown_cards_read_back(found: list[int], language: Language, signs: bool) -> None:
    with speaking(language, signs=signs):
        shown = cards.card_names(found)
        assert cards.read_list(shown) == found
    assert cards.read_list(shown) == found  # in the other language too


@given(st.permutations(range(32)), st.sampled_from(Language), st.sampled_from([" ", ": ", "", "-"]))
def test_a_rank_alone_is_of_the_suit_before_it(found: list[int], language: Language, mark: str) -> None:
    """As magazines and scores print a hand: ♣ B 10 9, ♠ A K."""
    with speaking(language, signs=True):
        words = [cards.card_name(card) for card in found]
    grouped = [word if not at or word[0] != words[at - 1][0] else word[1:] for at, word in enumerate(words)]
    spaced = " ".join(word[0] + mark + word[1:] if word[0] in "♣♠♥♦" else word for word in grouped)
    named = spaced
    for sign, name in zip("♣♠♥♦", ("Kreuz", "Pik", "Herz", "Karo"), strict=True):
        named = named.replace(sign, f"{name} ")
    assert cards.read_list(spaced) == found
    assert cards.read_list(named) == found
    of_first = [at for at, word in enumerate(words) if word[0] == words[0][0]]
    run = words[0][0] + "".join(words[at][1:] for at in of_first)
    assert cards.read_list(run) == [found[at] for at in of_first]


def test_games_and_seats_read_back() -> None:
    for language in Language:
        with speaking(language):
            games, seats = [cards.term(game.value) for game in Game], [cards.term(seat.word) for seat in Seat]
        assert [cards.read_game(f" {name.upper()} ") for name in games] == list(Game)
        assert [cards.read_seat(name.capitalize()) for name in seats] == list(Seat)
    assert [cards.read_seat(name) for name in ("vorne", "Mitte", "hinten")] == list(Seat)
    assert [seat.left.word for seat in Seat] == ["middlehand", "rearhand", "forehand"]
    german = {"Eichel": "clubs", "Grün": "spades", "blatt": "spades", "Rot": "hearts", "Schellen": "diamonds"}
    assert {word: cards.read_game(word).value for word in german} == german


def test_places_and_suits() -> None:
    for game in Game:
        own = order(game)
        assert order(game) is own
        assert [own.place[own.card[bit]] for bit in range(32)] == list(range(32))
        assert own.trumps | own.suits[0] | own.suits[1] | own.suits[2] | own.suits[3] == cards.ALL_CARDS
        assert own.trumps.bit_count() + sum(suit.bit_count() for suit in own.suits) == 32
        assert tuple(map(own.from_game, (own.trumps, *own.suits))) == second_program.suits_of(game.value)
        if game is not Game.NULL:
            assert own.values == tuple(cards.POINTS[card] for card in own.card)


@given(games, masks)
def test_sets_go_there_and_back(game: Game, mask: int) -> None:
    own = order(game)
    assert own.from_game(own.to_game(mask)) == mask
    assert own.to_game(own.from_game(mask)) == mask
    assert own.to_game(mask).bit_count() == mask.bit_count()
    assert sorted(own.sorted(mask), reverse=True) == cards.bits(mask)
    assert own.to_game(mask) & own.to_game(cards.ALL_CARDS ^ mask) == 0


def test_higher_bits_take_the_trick() -> None:
    """All pairs of cards: what a kernel does with integers is what the rules say with names."""
    for game in Game:
        own = order(game)
        suit_of = [next(mask for mask in (own.trumps, *own.suits) if mask >> bit & 1) for bit in range(32)]
        for first, second in permutations(range(32), 2):
            led, played = own.place[first], own.place[second]
            takes = played > led if (suit_of[led] | own.trumps) >> played & 1 else False
            assert (trick_winner(game, Seat.FOREHAND, (first, second)) == Seat.MIDDLEHAND) == takes


SUITS = ("CJ CA CT CK CQ C9 C8 C7", "SJ SA ST SK SQ S9 S8 S7", "HJ HA HT HK HQ H9 H8 H7", "DJ DA DT DK DQ D9 D8 D7")


@pytest.mark.parametrize(
    "suits", ["EGRS", ("Eichel-", "Grün-", "Rot-", "Schellen-"), ("eichel ", "blatt ", "herz ", "schellen ")]
)
@pytest.mark.parametrize("ranks", ["U A 10 K O 9 8 7", "Unter Ass Zehn König Ober 9 8 7", "u as z k o 9 8 7"])
def test_german_cards_are_read(suits: Sequence[str], ranks: str) -> None:
    """S is Schellen among them; a whole pack, in any order."""
    words = [suit + rank for suit in suits for rank in ranks.split()]
    pack = [cards.read_card(name) for suit in SUITS for name in suit.split()]
    for between in (" ", ".", ", "):
        assert cards.read_list(between.join(words)) == pack
    assert cards.read_list(" ".join(reversed(words))) == pack[::-1]
