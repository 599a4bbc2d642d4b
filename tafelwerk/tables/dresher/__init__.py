"""Dresher's guessing game in the book. Sizes and search trees: `tafelwerk.rules.dresher`.

questions   value, hider, searcher, certificate, explain: what is known of one game
            reply, matrix, simplex: best trees against given weights, small games with all their trees
            stored_numbers: which games are stored
answers     what each of them answers; `Certificate` is the form that `tafelwerk.proofs.dresher.checker` reads
"""

from tafelwerk.rules.dresher import FAMILY
from tafelwerk.tables.dresher.answers import Certificate

__all__ = ["FAMILY", "Certificate"]
