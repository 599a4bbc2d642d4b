"""Memory: plans by their words, and in play, the cards against the solved game."""

from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from tafelwerk.families.minimax.play import Memory, Table, shuffle_faces
from tafelwerk.families.minimax.rules.chance_games import First, Second
from tafelwerk.solvers.minimax.chance_games import Card, Objective, Rule, solve_memory

RULES = pytest.mark.parametrize("rule", list(Rule))


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
    gains = [gain(Table(deck, rule), game) for deck in sorted(set(permutations("AABBCC"[: 2 * pairs])))]
    assert Fraction(sum(gains), len(gains)) == solve_memory(pairs, rule, Objective.GAIN).value(pairs, 0)


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
            unseen = {card for card in table.possible() if card not in table.seen}
            paired = {card for card in table.possible() if table.partner(card) in table.seen} - unseen
            assert bool(unseen) == (First.UNSEEN in firsts)
            assert bool(paired) == (First.TAKE in firsts)
            assert bool({*table.possible()} - unseen - paired) == (First.KNOWN in firsts)
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
