"""Figures: a query of the book, then an Altair chart.

    what is a figure, which are there                                  figure.py; declared by FIGURES of the family's room.py
    what does a figure do where rows are missing                       figure.py, need()
    how do charts, axes, legends, panels, rules and titles look        style.py, with the colours of both themes, shapes and sizes
    what becomes of a chart: theme, tooltips, zoom, another width      specification.py, with the numbers that it shows as tables
    how does a figure become SVG, or a page                            rendering.py
    how is any picture written: SVG, PNG, PDF, HTML                    output.py
    boards, hands and trees without altair, what pages put together of
    clicks                                                             pictures.py, and `pictures` of the rooms
    pages of A4: puzzles with solutions, sheets                        sheets.py
    how is altair imported no earlier than a figure is drawn           extras.py
    the figures of a family, its boards among them                     families/FAMILY/figures

`figures(family)` lists what the room declares; the module of `figures` is imported when one is drawn.
"""
