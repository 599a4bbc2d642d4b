"""Pictures of boards, hands, trees and tables.

    boards of tic-tac-toe                                         squares.py
    trees: search trees, trees of strategies                      trees.py
    tables of text                                                tables.py

Boards of Beams, Mastermind and Bridg-It and hands of Skat are in the rooms of their games.
"""
