"""Pictures of boards, hands, trees and tables.

    guesses of Mastermind as pegs or words, with their answers    pegs.py
    hands, tricks and the Skat                                    cards.py
    boards of tic-tac-toe                                         squares.py
    trees: search trees, trees of strategies                      trees.py
    tables of text                                                tables.py

Boards of Beams and Bridg-It are with their figures: beams/boards.py, switching/lattice.py, switching/drawing.py.
"""
