"""Sure points of the side on lead: it plays its cards from the top, and the other side gives as few points as it can.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, chapter 9. The declarer's rule is used as
printed, the defenders' rules are not. By the third rule one defender leads, the other trumps with the highest trump, and the
declarer, if he holds trumps and none of the suit led, throws off any card. From then on his hand is not known, but the rules of
figure 9.9 continue as if he held all cards: they lead a suit of which he may have thrown the last card, and which he can now
trump. With clubs as trumps and forehand on lead in

    S8 S7 | CJ HA | C7 H7        declarer: rearhand

they promise the defenders all 13 points, but on S8, CJ the declarer throws H7 and trumps the ace of hearts with C7: 11 points,
and the defenders have nothing better. Here the second rule is stricter: the declarer must have no trumps, or more cards of
the suit than he may have thrown away.

Exchange of values (definition 9.1): a player forced to follow with a number of trumps gives that many, and these are
worth at least as much as his cheapest trumps; so the cheapest are counted while the lowest are removed from his hand.
"""

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Game
from tafelwerk.families.skat.rules.play import Position
from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open import ladder_state as at
from tafelwerk.solvers.skat.open.ladder_state import State, cheapest, dearest, new_state, points, top


def sure_tricks(position: Position) -> int:
    """Card points that the side on lead can force from here by sure tricks; a lower bound.

    Args:
        position: the start of a trick in a suit game or Grand.

    Returns:
        The declarer's points if he leads, otherwise the defenders'; without points already won.

    Raises:
        InputError: Null, or there are cards on the table.
    """
    if position.game is Game.NULL:
        raise InputError("game is clubs, spades, hearts, diamonds or grand, not null: sure tricks count card points")
    if position.table:
        lying = "1 card" if len(position.table) == 1 else "2 cards"
        raise InputError(f"position is the start of a trick, not one with {lying} on the table")
    return int(sure_points(new_state(position, 0), at.FRAMES))


@kernel
def sure_points(state: State, frame: int) -> int:
    """The same for the position of a frame."""
    in_play, declarer = state[frame + at.IN_PLAY], state[at.DECLARER]
    hand = state[at.HANDS + declarer] & in_play
    left = state[at.HANDS + (declarer + 1) % 3] & in_play
    right = state[at.HANDS + (declarer + 2) % 3] & in_play
    if state[frame + at.LEADER] == declarer:
        return _declarers(state, hand, left, right)
    if state[frame + at.LEADER] == (declarer + 1) % 3:
        return _defenders(state, hand, left, right)
    return _defenders(state, hand, right, left)


@kernel
def _declarers(state: State, hand: int, left: int, right: int) -> int:
    """Sure points when the declarer leads (figures 9.1 and 9.2): top trumps, then top cards that nobody can trump."""
    trumps = state[at.SUITS]
    won = 0  # cards that the declarer leads
    given = 0  # cards with which the defenders must follow
    thrown_left = thrown_right = 0  # and how many they may choose freely
    still, still_left, still_right = hand, left, right
    for suit in range(5):
        cards = state[at.SUITS + suit]
        followed_left = followed_right = 0
        while still & cards > (still_left | still_right) & cards:
            ruff_left = suit > 0 and still_left & cards == 0 and still_left & trumps != 0
            ruff_right = suit > 0 and still_right & cards == 0 and still_right & trumps != 0
            if ruff_left or ruff_right:
                break
            lead = top(still & cards)
            still ^= lead
            won |= lead
            follow_left, follow_right = still_left & cards, still_right & cards
            if follow_left:
                still_left ^= follow_left & -follow_left
                followed_left += 1
            else:
                thrown_left += 1
            if follow_right:
                still_right ^= follow_right & -follow_right
                followed_right += 1
            else:
                thrown_right += 1
        given |= cheapest(state, left & cards, followed_left) | cheapest(state, right & cards, followed_right)
    thrown = cheapest(state, left & ~given, thrown_left) | cheapest(state, right & ~given, thrown_right)
    return points(state, won | given | thrown)


@kernel
def _defenders(state: State, hand: int, leader: int, partner: int) -> int:
    """Sure points when a defender leads (figures 9.5 and 9.9, with a stricter second rule)."""
    trumps = state[at.SUITS]
    won = 0  # cards that the defenders play
    given = 0  # cards with which the declarer must follow; his trumps are only counted
    trumped = thrown = 0  # trumps that he must give, cards that he may choose
    loose = 0  # cards that he chose while he may have held trumps
    still = hand  # all that he may hold yet
    while leader:
        cards = 0
        own = other = 0
        if leader & trumps and (leader | partner) & trumps > still & trumps:  # rule 1
            cards = trumps
            if leader & trumps > partner & trumps:
                own = top(leader & trumps)
                other = dearest(state, partner & trumps or partner)
            else:
                own, other = dearest(state, leader & trumps), top(partner & trumps)
        else:
            for suit in range(1, 5):  # rule 2
                of_suit = state[at.SUITS + suit]
                held = still & of_suit
                if leader & of_suit == 0 or (still & trumps and count(held) <= loose):
                    continue
                if partner & of_suit:
                    if (leader | partner) & of_suit > held:
                        cards = of_suit
                        own, other = top(leader & of_suit), top(partner & of_suit)
                elif leader & of_suit > held:
                    cards = of_suit
                    own, other = top(leader & of_suit), dearest(state, partner)
                elif partner & trumps:
                    cards = of_suit
                    own, other = top(leader & of_suit), dearest(state, partner & trumps)
                if cards:
                    break
        if cards:
            follow = still & cards
            if follow == 0:
                thrown += 1
            else:
                still ^= follow & -follow
                if cards == trumps:
                    trumped += 1
                else:
                    given |= follow & -follow
        else:
            for suit in range(1, 5):  # rule 3
                of_suit = state[at.SUITS + suit]
                if leader & of_suit and partner & of_suit == 0 and partner & trumps > still & trumps:
                    cards = of_suit
                    own, other = dearest(state, leader & of_suit), top(partner & trumps)
                    break
            if cards == 0:
                break
            thrown += 1
            if still & trumps:
                loose += 1
        won |= own | other
        leader ^= own
        partner ^= other
        if (other & cards and other > own) or (other & trumps and own & trumps == 0):
            leader, partner = partner, leader
    given |= cheapest(state, hand & trumps, trumped)
    return points(state, won | given | cheapest(state, hand & ~given, thrown))
