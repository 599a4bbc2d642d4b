"""Golden answers: questions to the program, kept with the answers they had, so that a rebuild can be compared step by step.

    questions/FAMILY.txt   command lines, one per line, each after the name of the book it is asked of
    answers/FAMILY.json    exit code and answer of each, one per line
    builds.txt             command lines that make the small book
    files/                 the files that command lines name
    small_book.py          makes the small book
    questions.py           which questions there are; asking one
    comparison.py          what an answer keeps, and how two answers differ: the only rules there are
    __main__.py            `make golden`: asks everything, prints what changed, writes the answers anew

An answer is what `--json` prints, never a text for people. Tables and columns stand only in questions that are SQL.
"""
