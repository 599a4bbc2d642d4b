"""Skat: best play with all cards open, play with hidden cards, and bidding, discarding and announcing.

All cards open:

Which value has a position or a card in points, which card wins?     `double_dummy`: `DoubleDummy`
... in Null; which hands does no distribution beat?                  `null_game`: `NullSolver`, `hands_by_lengths`
... in either, by a judge; what does a card lead to in one world?    `open_judge`: `judge_of`, `WorldOutcomes`
How is a position laid out in words, what is certain without search? `open_position`: `State`, `declarer_points`
Which positions can play reach from a deal, with which values?       `whole_deal`: `whole_deal`
What does each step of Kupferschmid's thesis save?                   `thesis_ladder`: `climb`, `sure_tricks`

Own cards seen:

Which worlds are consistent with a player's knowledge?               `worlds`: `count_worlds`, `all_worlds`, `draw_worlds`
What do announcement and bids say about the other hands?             `inference`: `informed_draw`, `bid_weights`
How is a card chosen over worlds; which agent does a name mean?      `hidden_players`: `Pimc`, `Chooser.choose`, `read_agent`

Ten or twelve cards seen:

How high is a hand bid, is the Skat taken up, what is announced?     `model_bidder`: `ModelBidder.advise`, `Announcer.candidates`
What is the chance to win, and which features describe a hand?       `hand_chances`: `Chances.of`, `features`
... in Kupferschmid's thesis?                                        `learning`: `thesis_features`
Which games are solved and played to learn from?                     `learning`: `trials`

Cards, order of play, scores and the format of rounds are in `families.skat.rules`.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003.
"""
