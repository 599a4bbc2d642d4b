"""Skat before the first card is led: bids, discards and announcements, from chances learnt from games.

How high is a hand bid, is the Skat taken up, what is the plan?   `bidding`: `ModelBidder.advise`, `hand_contract`
Which discard and announcement are best, of twelve cards?         `announcing`: `Announcer.candidates`
How many sampled deals does a discard win with open cards?        `announcing`: `Announcer.wins`
What is a game worth in tournament points?                        `announcing`: `expected_score`
What is the chance to win a contract?                             `chances`: `Chances.of`
... over all discards, over all Skats?                            `chances`: `Chances.over_discards`, `over_skats`
How do fitted weights become log odds?                            `chances`: `_tables`, `_odds_kernel`
Which numbers describe a hand?                                    `features`: `OWN`, `features`, `null_suits`
... in Kupferschmid's thesis?                                     `thesis_features`: `thesis_features`
Which games are solved and played to learn from?                  `trials`: `trials`

Rules of the auction, contracts, values, matadors and ways to discard are in `families.skat.rules` (`auction`, `scoring`,
`deals`); the weights are fitted in `tafelwerk.families.skat.classifiers`. Solvers of open cards are in
`tafelwerk.solvers.skat.open`.
"""
