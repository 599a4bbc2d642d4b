"""Skat in play: a person against two programs.

Whose word is it, what do the programs answer, what is the way back?    `sitting.Sitting`
What is asked, and what may be typed?                                   `typed`: `wanted`, `take_answer`
What would a program do, and why did it?                                `hints`: `hints`, `reasons`
What is told of a round?                                                `telling`
What does a session do with a line?                                     `session.SkatSession`
"""
