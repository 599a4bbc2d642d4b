"""The engine of the command line, and the commands that all families share; a family's own are in its room.

a question as a command                                            asking.py; options from types: coercion.py
a family's app, from its room                                      families.py
what all commands share: apps, --book, runs of builds              common.py; progress of a build: progress.py
what is printed: tables, JSON, sentences                           output.py, files too; rows of SQL: rowset.py
a text in a number of columns                                      fitting.py
--help, usage errors                                               help_page.py, usage_errors.py; values for Tab: completion.py
plain Python or compiled                                           compiling.py
explanations, puzzles, games in a terminal                         explaining.py, puzzles.py, terminal.py
the shared commands                                                find, build, tables, sql, export, verify, diff, doctor, schema,
                                                                   cite, published, plot, sheet, play, serve, atlas, warm
"""
