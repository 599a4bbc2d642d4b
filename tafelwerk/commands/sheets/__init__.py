"""Printable pages, one module per family: each has OPTIONS, the options of `tafelwerk sheet` that it takes, and `pages`.

the strategy's whole tree                   mastermind.py
win and loss, heap by heap                  montecarlo.py
mixtures of both players, search trees      dresher.py
Memory: values and turns                    minimax.py
hands and their chances                     skat.py
a board with its numbers, and puzzles       beams.py
totals of optimal searches                  search.py
a blank board, an opening with its proof    switching.py
"""
