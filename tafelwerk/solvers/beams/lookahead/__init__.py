"""Good strategies of large variants: the best of a few queries at every set, judged by what the next queries achieve.

cost of the strategy over a part of all codes        analysis.share_ahead
query after a history                                analysis.query_ahead
loop of the analysis                                 loop.run
choice of the query at a set                         choose.choose_ahead
    estimated cost of a set from its size            choose.make_worth
sets of at most 63 codes                             few.solve, few.count_costs
"""
