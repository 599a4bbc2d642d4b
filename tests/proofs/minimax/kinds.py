"""Kinds of error in a book of whole games, heap games and Memory."""

from mutations import Planted, lies

OWN = {
    "misere.moves": "list_append(moves, [60])",
    # the same in both rows
    "sparse_periods.alternating": "NOT alternating",
    "memory.actions": "[CASE WHEN actions[1] = 'pass' THEN 'take' ELSE 'pass' END]",
}
PLANTED = Planted("minimax", lies=lies("minimax"), own=OWN)
