"""Codes too many to be listed: the way from a board and beams to a count, to codes, and to what the beams tell.

Which states has a half-coloured board?               frontier.make_plan, frontier.successor
How many codes are there; a random one; all of them?  paths.follow, paths.drawn, paths.listed
A sample of a variant, and how good is it?            sample.sample
What is known and what would a query tell?            left.Sampled, left.values
"""
