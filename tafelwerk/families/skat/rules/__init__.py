"""The rules of Skat, in plain Python.

How are cards, games and seats written, and in what order?    `cards`: `read_card`, `card_name`, `read_game`, `read_seat`, `order`
Which hands does a deal have, and which number?               `deals`: `Deal`, `read_deal`, `random_deals`, `deal_number`
Which cards can be discarded?                                 `deals`: `discards`, `discard`
Which cards are legal, and who takes a trick?                 `play`: `Position`, `legal`, `play`, `replay`
Which game do words name?                                     `play`: `OpenGame`, `open_game`
What did each card of a game cost?                            `play`: `price`, by a `Judge`
Which contracts are there, and what do they score?            `contracts`: `Contract`, `goal`, `score`, `value_counts`
Who becomes declarer, at which bid?                           `contracts`: `Auction`, `say_bid`, `run_auction`
What does a player know?                                      `knowledge`: `Knowledge`, `after`
How does a round go from the deal to the score?               `rounds`: `Round`, `GameInPlay`, `Choice`
How is a round written and typed?                             `round_log`: `write_round`, `read_round`, `read_rounds`
Which rounds does a log of any format have?                   `round_log`: `RoundLog`, `Skipped`
Which words, in which language?                               `cards`: `term`, `titled`, `does`, `in_english`
Which limits and agents are there?                            `limits`: `agent_name`
Which steps has the ladder?                                   `limits`: `ladder_steps`
What are the rounds of a match called?                        `round_log`: `round_names`, `round_numbers`
"""

FAMILY = "skat"
