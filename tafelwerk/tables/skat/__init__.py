"""Skat in the book.

What can be asked?                                   `questions`
Which answers are there?                             `answers`
Which positions of a deal does the book hold?        `positions`: `stored_judge`, `get_position`
Which single card wins?                              `puzzles`
Which Nulls does no distribution beat?               `null_hands`
How often does each declarer win each game?          `shares`
How many points does each declarer make?             `points`
Which contracts are won, open and hidden?            `contracts`
Which hands win, and how are they rated?             `hands`
Which games and rounds were played?                  `played`: `get_games`, `get_plays`, `get_rounds`
"""
