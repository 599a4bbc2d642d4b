"""The engine of the book: what is stored is opened, checked, asked and described.

a book, its files and statements                                   book.py; DuckDB's faults and paths: storage.py
what may be in a file, and connections that reach no other         contents.py
what a file says of itself: builds, tables, hashes                 metadata.py; the builds and state of a book: provenance.py
tables and columns as the schema declares them                     layout.py; checksums of rows: checksum.py
a question, its computation, and its answer                        questions.py, answers.py; explanations: explanation.py
the pocket book beneath the user's                                 book.py; records of long runs: records.py
SQL from users                                                     sandbox.py; DuckDB's values in Python and files: value_types.py
values from a file of anybody's                                    readings.py, and statements noted for figures
rows by the values of their columns                                filters.py; differences of two books: difference.py
is a file complete and as recorded                                 checks.py
printed numbers beside the book's                                  published.py; citations: bibliography.py
"""
