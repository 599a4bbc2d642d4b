"""Moves of Nim with passes, compiled. The rules are in `families.minimax.rules.nim_passes`."""

from tafelwerk.families.minimax.rules import nim_passes as rules
from tafelwerk.families.minimax.rules.nim_passes import HEAPS, MOST, PASS
from tafelwerk.solvers.minimax.ranked.game import LOST, CompiledGame, Words, ranked_moves


@ranked_moves
def _moves(rank: int, successors: Words, labels: Words, variant: int) -> int:
    """Bits 0 to 8 are the heaps, bit 9 is the pass of the player to move, bit 10 the opponent's."""
    if rank & 0o777 == 0:
        return LOST
    heaps, own, other = rank & 0o777, rank >> 9 & 1, rank >> 10
    count = 0
    for heap in range(HEAPS):
        for taken in range(1, (heaps >> 3 * heap & 7) + 1):
            successors[count] = heaps - (taken << 3 * heap) | other << 9 | own << 10
            labels[count] = heap * MOST + taken - 1
            count += 1
    if own:
        successors[count], labels[count] = heaps | other << 9, PASS
        count += 1
    return count


NIM_PASSES = CompiledGame(rules.NIM_PASSES, 2048, _moves, PASS + 1)
