"""The classic toolbox in the book.

questions      what can be asked: Memory, boards, positions, races, trees; and what stored rows say
heaps          the same of heaps: values, winning moves and periods
explained      explain: what a position is worth and why
answers        their answers; trees: those of search trees
puzzles        positions in which one move wins or saves: the question and its answer
builds         what is built by default, and the command lines that build it
"""
