"""Figures of the classic toolbox: heap games, Memory, tic-tac-toe, burnt pancakes."""
