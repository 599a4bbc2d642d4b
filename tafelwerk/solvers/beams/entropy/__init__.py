"""Entropy strategies of Beams: the query of greatest entropy, or of an approximation, and the exact cost over all codes.

What does every query make of a set?                    queries.Parts
Which queries are best on one set, exactly?             queries.best_queries, queries.first (ties)
What are H' and U?                                      admissible.values, admissible.best
What does a strategy cost over all codes?               analysis.analyse; under MIX analysis.analyse_mixed
How does that loop work?                                analysis_kernel.run, on a workspace.Workspace
Where does the loop choose its query?                   choose.choose
... for two, three, up to 64 codes?                     few_codes.first_query, few_codes.best_of_few
... for H' and U?                                       admissible.admissible_query
How is an analysis distributed as tasks?                plan.make_plan, plan.share
Which sets are equivalent under MIX?                    plan.Alike
What is asked at the top of a large tree?               top.top
What does it cost to finish early?                      early.finish_early
"""
