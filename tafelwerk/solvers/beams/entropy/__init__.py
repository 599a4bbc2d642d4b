"""Entropy strategies of Beams: the query of greatest entropy, or of an approximation, and the exact cost over all codes.

parts of a set under every query                     queries.Parts
best queries on one set, exactly                     queries.best_queries, queries.first (ties)
H' and U                                             admissible.values, admissible.best
cost of a strategy over all codes                    analysis.analyse; under MIX analysis.analyse_mixed
    of several orders of entropy together            analysis.analyse_all
loop of the analysis                                 analysis_kernel.run, on a workspace.Workspace
choice of the query in the loop                      choose.choose
    for two, three, up to 64 codes                   few_codes.first_query, few_codes.least_of_few
    for H' and U                                     admissible.admissible_query
parts of an analysis                                 plan.make_plan, plan.share
    of several orders of entropy together            plan.make_plans, plan.cells_of, plan.shares
equivalent sets under MIX                            plan.Alike
top of a large tree                                  top.top
early finishing                                      early.finish_early
"""
