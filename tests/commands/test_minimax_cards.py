"""Memory in play: the cards of `tafelwerk minimax play memory:PAIRS` against the solved game."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from program import call, refused

from tafelwerk.commands.minimax.cards import Table, deal, perfect_card
from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.memory import First, Objective, Rule, Second
from tafelwerk.solvers.minimax.memory import Card, MemoryTable, solve

RULES = pytest.mark.parametrize("rule", list(Rule))


def play(*words: str, typed: list[str]) -> str:
    done = call("minimax", "play", *words, stdin="".join(f"{line}\n" for line in typed))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def decks(pairs: int) -> Iterator[tuple[str, ...]]:
    """All orders of the cards."""
    faces = [face for face in "ABCD"[:pairs] for _ in (0, 1)]
    yield from sorted(set(permutations(faces)))


def gain(table: Table, solved: MemoryTable) -> int:
    """Pairs of the player who begins less those of the other, when both play perfectly."""
    while not table.is_over:
        # what is chosen depends on what was seen alone
        seen = "".join(table.faces[card] for card in table.flips)
        card = perfect_card(table, solved, Random(f"{seen} {table.flips}"))
        assert card in table.possible()
        table.turn(card)
    return table.scores[0] - table.scores[1]


@RULES
@pytest.mark.parametrize("pairs", [1, 2, 3])
def test_perfect_play_is_worth_the_value(pairs: int, rule: Rule) -> None:
    """Over all orders of the cards the mean gain is exactly the value of the solved game."""
    solved = solve(pairs, rule, Objective.GAIN)
    gains = [gain(Table(deck, rule), solved) for deck in decks(pairs)]
    assert Fraction(sum(gains), len(gains)) == solved.value(pairs, 0)


@pytest.mark.slow
@RULES
def test_perfect_play_of_four_pairs(rule: Rule) -> None:
    solved = solve(4, rule, Objective.GAIN)
    gains = [gain(Table(deck, rule), solved) for deck in decks(4)]
    assert Fraction(sum(gains), len(gains)) == solved.value(4, 0)


def first_kind(table: Table, card: int) -> First:
    if card not in table.seen:
        return First.UNSEEN
    return First.PAIRED if table.partner(card) in table.seen else First.KNOWN


@RULES
def test_what_may_be_turned(rule: Rule) -> None:
    """In random games the cards that may be turned are those that the solved game knows a value of."""
    solved = solve(5, rule, Objective.GAIN)
    met = set()
    for seed in range(150):
        table, draw = deal(5, rule, seed), Random(seed)
        while not table.is_over:
            where = (*table.counts(), table.after_pass)
            firsts = set(solved.first_values(where[0], where[1], where[2], after_pass=where[3]))
            kinds = {first_kind(table, card) for card in table.possible()}
            assert kinds - {First.PAIRED} == firsts & {First.UNSEEN, First.KNOWN}
            assert (First.PAIRED in kinds) == (First.TAKE in firsts)
            first = draw.choice(table.possible())
            table.turn(first)
            partner, seconds = table.partner(first), set()
            for card in table.possible():
                if card == partner and partner in table.seen:
                    seconds.add(Second.TAKE)
                elif card not in table.seen:
                    seconds.add(Second.UNSEEN)
                else:
                    seconds.add(Second.DECLINE if partner in table.seen else Second.KNOWN)
            met |= seconds
            if table.first_was_seen:
                assert (Second.UNSEEN in seconds) == bool(table.unseen)
                assert (Second.TAKE in seconds) == (partner in table.seen)
                assert bool(seconds & {Second.KNOWN, Second.DECLINE}) == (First.PASS in firsts)
            else:
                card = Card.MATCH if partner in table.seen else Card.NEW
                found = solved.second_values(where[0], where[1], card, where[2], after_pass=where[3])
                assert set(found) == seconds
            table.turn(draw.choice(table.possible()))
        assert sum(table.scores) == 5 - len(table.left) // 2
    assert met == set(Second)


def test_passes_and_what_cannot_be() -> None:
    table = Table("ABAB", Rule.PASS)
    for card, result in ((0, ""), (1, "no pair"), (0, ""), (1, "a pass"), (1, ""), (0, "the second pass in a row")):
        assert table.turn(card).startswith(result)
    assert table.is_over
    assert table.scores == [0, 0]
    forced = Table("ABABCC", Rule.FORCED)
    forced.turn(0)
    with pytest.raises(InputError, match="card 1 is up already"):
        forced.turn(0)
    assert forced.turn(1) == "no pair"
    forced.turn(1)
    with pytest.raises(InputError, match="take the pair, or show a card that nobody has seen"):
        forced.turn(0)
    assert forced.turn(4) == "no pair"
    forced.turn(2)
    with pytest.raises(InputError, match="take the match, or decline it by a known card"):
        forced.turn(5)
    assert forced.turn(0) == "a pair"
    with pytest.raises(InputError, match="card 1 is taken already"):
        forced.turn(0)
    with pytest.raises(InputError, match="card 7 is not there: cards are 1 to 6"):
        forced.turn(6)


def test_a_session() -> None:
    said = play(
        "memory:3:forced", "--seed", "1", typed=["hint", "1", "hint", "x", "1", "2", "moves", "undo"]
    ).splitlines()
    value = solve(3, Rule.FORCED).value(3, 0)
    assert f"unseen: {value} ({float(value):g})  best" in said
    assert "'x' is no card: type its number, 1 to 6." in said
    assert "card 1 is up already." in said
    assert "Nothing can be taken back: what was seen is known." in said
    turned = next(line for line in said if line.startswith("Turned so far: ")).removeprefix("Turned so far: ")
    assert turned.startswith("1 2 ")
    last = re.fullmatch(r'To go on: tafelwerk minimax (play .*) --position "(.*)"', said[-1])
    assert last is not None
    assert last[2] == turned
    again = call("minimax", *last[1].split(), "--position", last[2], stdin="moves\n").stdout.splitlines()
    assert f"Turned so far: {turned}" in again


@pytest.mark.parametrize("name", ["memory:4", "memory:4:forced"])
@pytest.mark.parametrize("side", ["first", "second"])
def test_a_game_to_its_end(name: str, side: str) -> None:
    """The user turns the first card there is, unseen ones before others."""
    typed: list[str] = []
    while True:
        lines = play(name, "--as", side, "--seed", "6", typed=[*typed, "moves"]).splitlines()
        if "after" in lines[-1]:
            break
        possible = next(line for line in reversed(lines) if line.startswith("Possible: ")).split()[1:]
        turned = next(line for line in reversed(lines) if line.startswith("Turned so far: ")).split()[3:]
        typed.append(next((card for card in possible if card not in turned), possible[0]))
    assert re.fullmatch(r"(You win|Drawn|perfect wins) after \d+ cards: you have \d, perfect has \d\.", lines[-1])


def test_an_opponent_that_ends_the_game_at_once() -> None:
    said = play("memory:1", "--as", "second", typed=[]).splitlines()
    assert said[-1] == "perfect wins after 2 cards: you have 0, perfect has 1."
    assert not any(line.startswith("Type the number") for line in said)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("memory",), "memory:PAIRS"),
        (("memory:0",), "1 to 26 pairs"),
        (("memory:27",), "1 to 26 pairs"),
        (("memory:3:free",), "rule pass or forced"),
        (("memory:3", "--against", "look-ahead:2"), "perfect or random"),
        (("memory:3", "--position", "1 1"), "card 1 is up already"),
        (("memory:3", "--position", "7"), "card 7 is not there"),
        (("memory:1", "--position", "1 2"), "the game is over"),
    ],
)
def test_bad_questions(words: tuple[str, ...], told: str) -> None:
    assert told in refused(call("minimax", "play", *words), 2)
