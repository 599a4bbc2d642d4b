"""Skat in play: a person against two programs.

Whose turn is it, what do the programs do, how is an answer undone?    `sitting.Sitting`
What is asked, and what can be typed?                                  `typed`: `wanted`, `take_answer`
What would a program do, and why did it?                               `hints`: `hints`, `reasons`
How is a round put into words?                                         `telling`
What does a session do with a line?                                    `session.SkatSession`
"""
