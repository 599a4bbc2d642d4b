"""Variants with too many codes to list: from a board and beams to the number of codes, to random codes, and to queries.

states of a partially coloured board                 frontier.make_plan, frontier.successor
number of codes, random codes, all codes             paths.follow, paths.drawn, paths.listed
a sample of a variant and its precision              sample.sample
knowledge of the codes left; values of queries       left.Sampled, left.worth
"""
