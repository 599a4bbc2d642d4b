"""Figures: a query of the book, then an Altair chart.

    what is a figure, which are there, how is one written to a file    figure.py
    what does a figure do where rows are missing                       figure.py, need()
    how do charts, axes, legends, panels, rules and titles look        style.py
    which colours of both themes, shapes and sizes                     colours.py
    what becomes of a chart: theme, tooltips, description, zoom        specification.py, parts.py
    how does a figure become as wide as wanted                         width.py
    how is it written: SVG, PNG, PDF, a page                           output.py, page.py
    boards, hands and trees without altair, every picture as a file    pictures.py, drawings/
    pages of A4: puzzles with solutions, sheets                        sheets.py; several pages in one document: pdf.py
    how is altair kept out of `plot --list`                            lazy.py
    Mastermind, search models                                          mastermind.py, search.py
    Beams: costs over alpha, costs of codes, boards                    beams/means.py, costs.py, board.py
    Dresher's game: strategies, value, course of the solution          dresher/hider.py, value.py, course.py
    heap games, Memory, whole games                                    minimax/heaps.py, memory.py, positions.py
    MC(k): curves, races, subtraction games, bias                      montecarlo/
    Skat: outcomes, hands, the ladder of solvers                       skat/
    switching game: boards (Bridg-It: lattice.py), heuristic, agents   switching/

A module's figures register themselves under @figure; `figures(family)` imports them.
"""
