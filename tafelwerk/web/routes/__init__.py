"""Routes of the server: each file has the addresses of one part, and what answers them.

the data desk: tables by game, rows, facets                          table_pages.py
SQL                                                                  sql_pages.py
builds, cards, records, documents of the whole book                  book_pages.py
questions                                                            question_pages.py
figures                                                              figure_pages.py
games                                                                game_pages.py
rounds of Skat card by card; the table of Skat; puzzles of Skat      skat_pages.py
puzzles of Beams                                                     beams_puzzles.py
"""
