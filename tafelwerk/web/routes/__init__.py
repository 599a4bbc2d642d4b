"""Routes of the server: each file has the addresses of one part, and what answers them.

first page, families, tables, builds, documents of the whole book    book.py
SQL                                                                  sql.py
questions                                                            questions.py
figures                                                              figures.py
games                                                                games.py
rounds of Skat card by card; the table of Skat; puzzles of Skat      skat.py, skat_table.py, skat_puzzle.py
"""
