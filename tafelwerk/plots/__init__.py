"""Figures: a query of the book, then an Altair chart.

    what is a figure, which are there                                  figure.py; declared by figures/ of the family's room
    what does a figure do where rows are missing                       figure.py, need()
    how do charts, axes, legends, panels, rules and titles look        style.py
    which colours of both themes, shapes and sizes                     colours.py
    what becomes of a chart: theme, tooltips, description, zoom        specification.py, parts.py
    how does a figure become as wide as wanted                         width.py
    how does a figure become SVG, or a page                            rendering.py, page.py
    how is any picture written: SVG, PNG, PDF, HTML                    output.py
    boards, hands and trees without altair                             pictures.py, drawings/
    pages of A4: puzzles with solutions, sheets                        sheets.py; several pages in one document: pdf.py
    how is altair imported no earlier than a figure is drawn           lazy.py
    the figures of a family, its boards among them                     families/FAMILY/figures/

`figures(family)` lists what the room declares; a figure's module is imported when it is drawn.
"""
