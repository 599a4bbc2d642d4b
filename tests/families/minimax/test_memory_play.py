"""Memory in play: the cards against the solved game."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.play import Memory, Table, shuffle_faces
from tafelwerk.solvers.minimax.memory_game import Card, First, Objective, Rule, Second, solve_memory

RULES = pytest.mark.parametrize("rule", list(Rule))


def decks(pairs: int) -> Iterator[tuple[str, ...]]:
    """All orders of the cards."""
    faces = [face for face in "ABCD"[:pairs] for _ in (0, 1)]
    yield from sorted(set(permutations(faces)))


def gain(table: Table, game: Memory) -> int:
    """Pairs of the player who begins less those of the other, when both play perfectly."""
    while not table.is_over:
        # what is chosen depends on what was seen alone
        seen = "".join(table.faces[card] for card in table.flips)
        card = game.perfect_card(table, Random(f"{seen} {table.flips}"))
        assert card in table.possible()
        table.turn(card)
    return table.scores[0] - table.scores[1]


@RULES
@pytest.mark.parametrize("pairs", [1, 3])
def test_perfect_play_is_worth_the_value(pairs: int, rule: Rule) -> None:
    """Over all orders of the cards the mean gain is exactly the value of the solved game."""
    game = Memory(f"memory:{pairs}:{rule}", 0)
    gains = [gain(Table(deck, rule), game) for deck in decks(pairs)]
    assert Fraction(sum(gains), len(gains)) == solve_memory(pairs, rule, Objective.GAIN).value(pairs, 0)


def first_kind(table: Table, card: int) -> First:
    if card not in table.seen:
        return First.UNSEEN
    return First.PAIRED if table.partner(card) in table.seen else First.KNOWN


@RULES
def test_what_may_be_turned(rule: Rule) -> None:
    """In random games the cards that may be turned are those that the solved game knows a value of."""
    solved = solve_memory(5, rule, Objective.GAIN)
    met = set()
    for seed in range(60):
        table, draw = Table(shuffle_faces(5, seed), rule), Random(seed)
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
                kind = Card.MATCH if partner in table.seen else Card.NEW
                found = solved.second_values(where[0], where[1], kind, where[2], after_pass=where[3])
                assert set(found) == seconds
            table.turn(draw.choice(table.possible()))
        assert sum(table.scores) == 5 - len(table.remaining) // 2
    assert met == set(Second)


def test_passes_and_what_cannot_be() -> None:
    table = Table("ABAB", Rule.PASS)
    for card, result in ((0, ""), (1, "no pair"), (0, ""), (1, "a pass"), (1, ""), (0, "the second pass in a row")):
        table.turn(card)
        assert table.result.startswith(result)
    assert table.is_over
    assert table.scores == [0, 0]
    between = Table("ABCABC", Rule.PASS)
    for card in (0, 1, 2, 3, 4, 5, 0, 1, 0, 3, 1, 2):
        between.turn(card)
    assert (between.result, between.scores, between.is_over) == ("a pass", [1, 0], False)
    between.turn(1)
    between.turn(2)
    assert between.is_over
    forced = Table("ABABCC", Rule.FORCED)
    forced.turn(0)
    with pytest.raises(InputError, match="card 1 is up already"):
        forced.turn(0)
    forced.turn(1)
    assert forced.result == "no pair"
    forced.turn(1)
    with pytest.raises(InputError, match="take the pair, or show a card that nobody has seen"):
        forced.turn(0)
    forced.turn(4)
    assert forced.result == "no pair"
    forced.turn(2)
    with pytest.raises(InputError, match="take the match, or decline it by showing another known card"):
        forced.turn(5)
    forced.turn(0)
    assert forced.result == "a pair"
    with pytest.raises(InputError, match="card 1 is taken already"):
        forced.turn(0)
    with pytest.raises(InputError, match="card 7 is not there: cards are 1 to 6"):
        forced.turn(6)
