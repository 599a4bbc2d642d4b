"""Strategies of Beams where codes have weights, or where no code may cost more than a limit.

value of the game in which the codemaker chooses     replies.Replies, with deduction.adversary_game.solve_game
classes of codes                                     classes.code_classes
best replies to chances of any denominator           exact.ExactReplies
least total within limits for every code             search.set_weights, search.search_kernel
tree of a strategy                                   growth.grow
search                                               search.search_kernel
    on sets of at most 63 codes                      few_codes.few_codes_kernel
"""
