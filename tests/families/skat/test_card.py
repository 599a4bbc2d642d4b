"""`tafelwerk skat card`: shares of worlds, drawn or all of them; its words are in tests/shown, refusals in tests/refusals."""

from math import comb
from random import Random

import pytest
from naive import skat as naive
from program import call
from skat_questions import ask

from tafelwerk.book import open_book
from tafelwerk.families.skat import card_choice
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, card_text, cards_text, points
from tafelwerk.families.skat.rules.deals import random_deals
from tafelwerk.families.skat.rules.knowledge import to_choose
from tafelwerk.families.skat.rules.play import Position, legal, play, start
from tafelwerk.solvers.skat.hidden_players import Positions
from tafelwerk.solvers.skat.worlds import all_worlds, draw_worlds

HAND, SKAT = "CJ SJ CA CT CK DA DT HA H7 S7", "D7 D8"
DECLARES = ("--hand", HAND, "--skat", SKAT, "--game", "clubs", "--declarer", "forehand", "--seat", "forehand")


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
    words += ["--seat", seat.word, "--history", " ".join(map(card_text, played))]
    if seat is declarer:
        words += ["--skat", cards_text(deal.skat)]
    return words, position


@pytest.mark.parametrize(("game", "seed"), [(Game.HEARTS, 5), (Game.NULL, 2), (Game.NULL, 1)])
def test_few_worlds_are_all_looked_at(game: Game, seed: int) -> None:
    """Each world by plain minimax, whoever is to move."""
    words, position = late(seed, game, 3 if game is Game.NULL else 2)
    found = ask("card", *words, "--worlds", 5000)
    assert (found["certainty"], found["samples"], found["standard_error"]) == ("exact", found["worlds"], 0)
    assert "level" not in found
    seat, declares = position.to_move, position.to_move is position.declarer
    options = dict(zip(words[::2], words[1::2], strict=True))
    known = to_choose(*(options.get(f"--{name}") for name in ("hand", "game", "declarer", "seat", "skat", "history")))  # type: ignore[arg-type]
    worlds = [known.position(world) for world in all_worlds(known)]
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


@pytest.mark.parametrize(("game", "seed"), [(Game.CLUBS, 5), (Game.GRAND, 7), (Game.NULL, 1)])
def test_the_cards_still_held_say_the_same_up_to_the_last(game: Game, seed: int) -> None:
    """With all cards played; and with those of earlier tricks and the table in one list, where the leader is given."""
    (deal,) = random_deals(1, seed)
    random, declarer = Random(seed), Seat(seed % 3)
    position, played = start(deal, game, declarer), []
    while not position.over:
        seat, history = position.to_move, " ".join(map(card_text, played))
        if len(played) % 3 == 0:
            begin, gone = position, history
        skat = cards_text(deal.skat) if seat is declarer else None
        words = (game.value, declarer.word, seat.word, skat)
        still = cards_text(position.hands[seat])
        assert to_choose(still, *words, history) == to_choose(cards_text(deal.hands[seat]), *words, history)
        table = " ".join(map(card_text, position.table)) or None
        won = begin.declarer_points - (0 if seat is declarer else points(deal.skat))
        leads = begin.leader.word
        in_one = to_choose(still, *words, history, leader=leads, declarer_points=won)
        assert in_one == to_choose(still, *words, gone, leader=leads, declarer_points=won, table=table)
        mixed = " ".join(sorted(gone.split()))
        in_any_order = to_choose(still, *words, mixed, leader=leads, declarer_points=won, table=table)
        assert (in_any_order.unseen, in_any_order.sizes) == (in_one.unseen, in_one.sizes)
        played.append(random.choice(bits(legal(position))))
        position = play(position, played[-1])


def test_the_last_card_is_exact() -> None:
    words, position = late(5, Game.GRAND, 1)
    options = dict(zip(words[::2], words[1::2], strict=True)) | {"--hand": cards_text(position.hands[position.to_move])}
    advice = ask("card", *(word for pair in options.items() for word in pair))
    assert (advice["card"], advice["certainty"]) == (options["--hand"], "exact")


def test_a_long_wait_is_told_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the language of the answer; a million worlds are estimated, not begun."""
    known = to_choose(HAND, "clubs", "forehand", "forehand", SKAT, None)
    asked = card_choice.Card(HAND, "clubs", "forehand", "forehand", SKAT, worlds=1_000_000)
    with open_book() as book:
        wanted = asked.computation(book)
    assert wanted.always
    assert wanted.operations == comb(20, 10) * card_choice.CARD_OPERATIONS
    assert len(Positions(known, draw_worlds(known, 5, 1))[1:]) == 4
    monkeypatch.setattr("tafelwerk.book.LONG", 1e5)
    done = call("skat", "card", *DECLARES, "--worlds", 10, "--lang", "de")
    assert done.stderr == "Berechnung: geschätzt etwa 0,01 s\n"
