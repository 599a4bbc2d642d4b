"""Routes of the server: each file has the addresses of one part, and what answers them.

the data desk: tables by game, rows, facets; builds, cards, records,
documents of the whole book                                          book_pages.py
SQL                                                                  sql_pages.py
questions                                                            question_pages.py
figures                                                              figure_pages.py
games; puzzles of Beams                                              game_pages.py
rounds of Skat card by card, its table, its puzzles; German          skat_pages.py
"""
