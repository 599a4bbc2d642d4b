"""Parts of the ladder as the thesis prints them (Kupferschmid 2003), in plain Python: to be compared with, slips included."""

from tafelwerk.rules.skat.cards import bits
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
