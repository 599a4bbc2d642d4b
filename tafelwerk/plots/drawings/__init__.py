"""What players have before them, as pictures.

    pegs of Mastermind with their answers, words with theirs      pegs.py
    hands, tricks and the Skat                                    cards.py
    boards of tic-tac-toe                                         squares.py
    trees: search trees, trees of strategies                      trees.py
    tables of text                                                tables.py

Boards of Beams and Bridg-It stand with their figures: beams/board.py, switching/lattice.py, switching/drawing.py.
"""
