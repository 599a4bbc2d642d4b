"""Skat with all cards open.

which value has a position, who wins?          doubledummy.DoubleDummy for points, null.NullSolver; either: judge.judge_of
which value has each card?                     DoubleDummy.cards and .outcomes, NullSolver.cards
how does the points search run?                doubledummy._search, one frame per card; exact values by MTD(f): doubledummy.solve
how is a position laid out in words?           position: game, hands, frames, followed by the table
who takes a trick, which cards are equal?      position.takes, position.representatives
what is certain without search?                quick_tricks.declarer_points and .defender_points
which move is tried first?                     move_ordering.arrange
what is stored, which positions share a key?   table.key_of, .entry_of, .store
Null: which cards are tried?                   null_order.arrange_leads and so on
Null: what does a single suit decide?          null_suits.suit_facts: safe cards, forced tricks, equal suits
every position of a deal, without search       whole_deal.whole_deal: values layer by layer from the last trick back
which positions can play reach?                whole_deal_marks.mark; the layout of a deal: whole_deal_board
the thesis's sequence of programs              ladder.climb, by steps; ladder_search and ladder_state: a second solver of its own,
                                               thesis_quick_tricks.sure_tricks: the thesis's quick tricks
"""
