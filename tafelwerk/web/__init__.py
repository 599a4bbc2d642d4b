"""The book in a browser: `tafelwerk serve` on this machine, `tafelwerk atlas` as files. Only these two commands import it.

    the server: all routes, errors as pages                          app.py; the routes of each part: routes/
    what routes share: templates, jobs, pages, files                 site.py
    Host, Origin and security headers, addresses                     guard.py
    jobs: processes that do the work, answers kept                   jobs.py; what runs in a process: worker.py
    look-ups as forms, and the command line of a filled form         command_forms.py, routes/question_pages.py
    tables, rows, facets                                             routes/book_pages.py
    what is stored, and how its numbers are known; findings           stored_tables.py
    what the words of provenance mean; the language of a page        site.py
    SQL, with charts of two columns                                  statements.py, routes/sql_pages.py
    figures                                                          picture_jobs.py, routes/figure_pages.py
    games: addresses and templates                                   routes/game_pages.py
    games: turns that are taken, boards                              game_jobs.py; families/F/pictures.py
    guesses put together by clicks                                   static/workbench.js
    puzzles of Beams, one for every day                              puzzle_jobs.py
    all of it as files                                               atlas/

The server's own process imports neither numba nor altair nor the book: it parses addresses and fills templates. A worker runs
the program's commands as the command line does, so a page and `--json` give the same document.
"""
