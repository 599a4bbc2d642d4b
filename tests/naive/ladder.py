"""Parts of the ladder as the thesis prints them (Kupferschmid 2003), in plain Python: to be compared with, slips included."""

from collections import Counter

from naive.skat import CARD_POINTS, beats, strength, suit

from tafelwerk.rules.skat.cards import NAMES, bits
from tafelwerk.rules.skat.play import Position, legal, play

Stored = dict[tuple[tuple[int, int, int], int], tuple[int, str]]


def nodes(position: Position) -> int:
    """Positions of the whole tree, the leaves and the root counted."""
    return 1 + sum(nodes(play(position, card)) for card in bits(legal(position)))


def printed_ab_tt(position: Position, alpha: int = -1000, beta: int = 1000, stored: Stored | None = None) -> int:
    """Points still to come for the declarer by figure 5.2 to the letter; wrong now and then."""
    if position.over:
        return 0
    stored = {} if stored is None else stored
    key = (position.hands, int(position.leader))
    if not position.table and key in stored:
        value, flag = stored[key]
        if flag == "valid":
            return value
        alpha, beta = (max(alpha, value), beta) if flag == "lbound" else (alpha, min(beta, value))
        if alpha >= beta:
            return value
    maximises = position.to_move == position.declarer
    result, flag = (alpha if maximises else beta), "valid"
    for card in reversed(bits(legal(position))):
        after = play(position, card)
        gain = after.declarer_points - position.declarer_points
        if maximises:
            result = max(result, gain + printed_ab_tt(after, result - gain, beta - gain, stored))
            flag = "lbound" if result >= beta else flag
        else:
            result = min(result, gain + printed_ab_tt(after, alpha - gain, result - gain, stored))
            flag = "ubound" if result <= alpha else flag
        if flag != "valid":
            break
    if not position.table:
        stored[key] = (result, flag)
    return result


def sure_tricks(position: Position, printed: bool = False) -> int:
    """Points that the side on lead is sure of (chapter 9). `printed`: by figure 9.9 to the letter, which promises too much.

    Every trick is played out; the declarer's cards that he may have thrown off stay in his hand.
    """
    hands = [{NAMES[card] for card in bits(hand)} for hand in position.hands]
    seats = [(position.leader + turn) % 3 for turn in range(3)]
    game, declarer = position.game.value, int(position.declarer)
    if position.leader == declarer:
        return _one_against_two(game, *(hands[seat] for seat in seats))
    partner = 3 - declarer - position.leader
    return _two_against_one(game, hands[position.leader], hands[partner], hands[declarer], printed)


def _one_against_two(game: str, hand: set[str], left: set[str], right: set[str]) -> int:
    total = 0
    still = [set(hand), set(left), set(right)]
    tricks = [Counter[str](), Counter[str]()]
    for what in ("trump", "C", "S", "H", "D"):
        while True:
            mine = _of(game, still[0], what)
            theirs = _of(game, still[1] | still[2], what)
            if not mine or (theirs and not beats(game, mine[-1], theirs[-1])):
                break
            if what != "trump" and any(not _of(game, one, what) and _of(game, one, "trump") for one in still[1:]):
                break
            still[0].remove(mine[-1])
            total += CARD_POINTS[mine[-1][1]]
            for one, count in zip(still[1:], tricks, strict=True):
                follow = _of(game, one, what)
                if follow:
                    one.remove(follow[0])
                count[what if follow else "any"] += 1
    return total + _least(game, left, tricks[0]) + _least(game, right, tricks[1])


def _two_against_one(game: str, leader: set[str], partner: set[str], hand: set[str], printed: bool) -> int:
    total, loose, tricks = 0, 0, Counter[str]()
    leader, partner, still = set(leader), set(partner), set(hand)
    while leader:
        trumps = [_of(game, one, "trump") for one in (leader, partner, still)]
        highest = _highest(game, trumps[0] + trumps[1], trumps[2])
        led, free = "", False
        if trumps[0] and highest:
            led = "trump"
            if highest in leader:
                own, other = highest, _dearest(game, trumps[1] or partner)
            else:
                own, other = _dearest(game, trumps[0]), highest
        else:
            for what in "CSHD":
                own_cards, others, held = (_of(game, one, what) for one in (leader, partner, still))
                if not own_cards:
                    continue
                must_follow = len(held) > (0 if printed else loose)
                if trumps[2] and not must_follow:
                    continue
                if _highest(game, own_cards + others, held):
                    own = own_cards[-1]
                    other = others[-1] if others else ""
                    if not others:
                        other = _dearest(game, partner if _highest(game, own_cards, held) else trumps[1])
                    led = what
                    break
                if not others and trumps[1]:
                    led, own, other = what, own_cards[-1], _dearest(game, trumps[1])
                    break
            if not led and trumps[1] and highest:
                for what in "CSHD":
                    own_cards = _of(game, leader, what)
                    if own_cards and not _of(game, partner, what):
                        led, own, other, free = what, _dearest(game, own_cards), highest, True
                        break
        if not led:
            break
        follow = _of(game, still, led)
        if follow and not free:
            still.remove(follow[0])
            tricks[led] += 1
        else:
            tricks["any"] += 1
            loose += free and bool(trumps[2])
        total += CARD_POINTS[own[1]] + CARD_POINTS[other[1]]
        leader.remove(own)
        partner.remove(other)
        if beats(game, other, own):
            leader, partner = partner, leader
    return total + _least(game, hand, tricks)


def _of(game: str, cards: set[str], what: str) -> list[str]:
    """Cards of a suit, lowest first."""
    return sorted((card for card in cards if suit(game, card) == what), key=lambda card: strength(game, card))


def _highest(game: str, ours: list[str], theirs: list[str]) -> str:
    """Our highest card of a suit if it is above all theirs, else none."""
    if not ours:
        return ""
    best = max(ours, key=lambda card: strength(game, card))
    return best if all(beats(game, best, card) for card in theirs) else ""


def _dearest(game: str, cards: set[str] | list[str]) -> str:
    """The card worth most; of several the one that the order of game has last, so that nothing is left to chance."""
    order = ("trump", "C", "S", "H", "D")
    return min(cards, key=lambda card: (-CARD_POINTS[card[1]], -order.index(suit(game, card)), strength(game, card)))


def _least(game: str, hand: set[str], tricks: Counter[str]) -> int:
    """Least points of a hand's cards that has to follow so often in each suit, and play so many more."""
    rest, total = set(hand), 0
    for what, number in tricks.items():
        if what != "any":
            chosen = sorted(_of(game, hand, what), key=lambda card: CARD_POINTS[card[1]])[:number]
            assert len(chosen) == number
            rest -= set(chosen)
            total += sum(CARD_POINTS[card[1]] for card in chosen)
    return total + sum(sorted(CARD_POINTS[card[1]] for card in rest)[: tricks["any"]])
