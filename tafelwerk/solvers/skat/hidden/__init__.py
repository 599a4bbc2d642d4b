"""Skat with hidden cards: players, whole rounds and matches of programs.

Which agent does a name mean, and how does its program play?      `agents`: `read_agent`, `pimc`, `open_cards`, `random_cards`
What does the declarer play for?                                  `agents`: `declarer_goal`
How is a card chosen over worlds, by how many threads?            `player`: `Pimc`, `Chooser.choose`
How much is searched for a card?                                  `player`: `Effort`
What does each card lead to in one world?                         `world_outcomes`: `WorldOutcomes`
Which worlds are consistent with a player's knowledge?            `worlds`: `count_worlds`, `all_worlds`, `rank`, `unrank`
How are worlds drawn, uniformly or by weights?                    `worlds`: `draw_worlds`, `draw_weighted`
What do defenders infer from the announcement?                    `inference`: `informed_draw`
What do bids say about the other hands?                           `bids`: `bid_weights`
Are all worlds examined, or a sample of them?                     `bids`: `sampled_worlds`
How is a round played from the bidding to the end?                `match`: `play_round`
Who sits where in a match, and which deal is played?              `match`: `match_round`, `seated`, `seat_of`
Who won a match, and by how much?                                 `standings`: `result`, `standings`

What a player knows is `families.skat.rules.knowledge`; a trick's winner is decided by the rules (`families.skat.rules.play`)
and, in searches, in `tafelwerk.solvers.skat.open`. Tournament points are in `tafelwerk.families.skat.rules.contracts`.
"""
