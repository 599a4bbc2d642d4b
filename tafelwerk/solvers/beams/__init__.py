"""Beams: find a hidden code of coloured pieces on a board of hexagons or squares by queries (colour, diagonal).

Board and codes
    pieces.py                pieces placed and up to translation, answers of a diagonal for a piece, symmetries of the board
    patterns.py              ways to cover the board, listed; make_problem prepares a variant for all others
    elements.py              elements: their number (count_elements), pieces, answers, best_guess, best_filling
    codes_left.py            codes that a history leaves: consistent, history_bitset, Knowledge; puzzles: make_puzzle
Entropy strategies (lex-c, lex-d, MIX, H', U)
    entropy_queries.py       best queries on one set, exactly: Parts, best_queries, first (ties); H' and U: values, best
    entropy_choice.py        the query at a set, as a kernel (choose); weights of all queries: weigh_queries
    entropy_few_codes.py     the same for up to 64 codes: least_of_few
    entropy_analysis.py      cost over all codes, the loop of all strategies: analyse, analyse_mixed (MIX), analyse_ahead
    analysis_shares.py       parts of an analysis: make_plan, share, share_ahead; equivalent sets under MIX: Alike
    entropy_tree.py          top of a large tree: top; early finishing: finish_early
Strategies that look ahead
    lookahead_strategy.py    the query at a set of a large variant: query_ahead, choose_ahead
    lookahead_few_codes.py   sets of at most 63 codes: solve, count_costs
Optimal and good strategies of small variants
    optimal_strategies.py    optimal, limited_choice, improve; within a limit of queries: limited_tree; their trees: Tree, walk;
                             lower_bound, depth_two_bound
    least_cost.py            the search for the least cost, with weights of the codes and limits of the queries
    few_codes.py             the same on sets of at most 63 codes
    search_tables.py         tables of a variant, splits by queries, lower bounds of n codes, equality up to symmetry
    weighted_replies.py      best replies to a codemaker who chooses: Replies; classes of codes
Too many codes to list
    code_frontier.py         states of a partially coloured board: make_plan, successor
    code_paths.py            number of patterns and of codes, random codes, all codes, from paths of states
    code_samples.py          samples and their precision: sample; knowledge of the codes left: SampleKnowledge, worth

A set of codes has one of three forms. Elements (`elements`): rows of pieces, one row for all colourings of the colours not
asked for; every search works on them. Bitsets (`codes_left`): one bit per code, stored in books. Masks (`few_codes`):
at most 63 codes.
"""
