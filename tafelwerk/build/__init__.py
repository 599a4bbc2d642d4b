"""The engine of builds: from a request to a family's new file.

what a kind of build is: options, parameters, name, digest         kind.py; a task, and a build as a run sees it: task.py
the builders of the families, which `tafelwerk.families` names     kind.py
which builds a run makes, and how long it takes                    plan.py
a run: workers, losses, Ctrl-C                                     runner.py, executors.py
order of the tasks, when a build is committed, what is kept        session.py
rows of a finished task on disk, checkpoints                       staging.py
parts become the family's new file, which replaces the old one     commit.py; files of the format before this one, too
the pocket book                                                    pocket.py
builds of the game in which the codemaker chooses                  choosing.py
"""
