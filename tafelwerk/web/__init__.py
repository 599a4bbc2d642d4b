"""The book in a browser: `tafelwerk serve` on this machine, `tafelwerk atlas` as files. Only these two commands import it.

    the server: all routes, errors as pages                          app.py; the routes of each part: routes/
    what routes share: jobs, pages, files                            site.py
    Host, Origin and security headers                                guard.py
    templates, and the one function that fills them                  pages.py
    processes that do the work, one job at a time each               workers.py; what runs in them: worker.py
    jobs: answers kept, work that takes long                         jobs.py
    look-ups as forms, and the command line of a filled form         questions.py
    tables, rows, what the words of provenance mean                  explorer.py
    SQL                                                              statements.py; charts of two columns: charts.py
    figures                                                          figures.py
    games                                                            play.py; boards: boards/, templates/boards/
    boards, sides and relatives to begin with                        starts.py
    puzzles of Beams, one for every day, and sheets to print         boards/beams_boards.py
    the proof of a value of Dresher's game, line by line             proof.py
    pages in English or German, for Skat                             spoken.py
    all of it as files                                               atlas/

The server's own process imports neither numba nor altair nor the book: it parses addresses and fills templates. A worker runs
the program's commands as the command line does, so a page and `--json` give the same document.
"""
