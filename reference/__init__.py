"""The reference pages, made from the definitions that the program itself runs on.

    python -m reference docs        writes docs/reference and, as files for programs, docs/schemas; `make docs` does it, too

Neither is in the repository.

Files of the pages:

    commands.py     every command with its arguments, options and examples, from the command line's own tree
    options.py      every option of every command, by its idea in options.txt
    answers.py      every JSON document with its keys, from the JSON Schemas of the questions
    python.py       the Python interface: `open_book`, `Book`, and the questions of each family
    tables.py       every table and view with its columns, and the SQL macros
    figures.py      every figure with its title
    pictures.py     pictures of README and docs; `make pictures`
    markdown.py     headings, tables and anchors of these pages

tests/reference makes the pages and compares them with the definitions: a missing command, option, key,
macro or figure fails there.
"""
