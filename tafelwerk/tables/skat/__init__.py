"""Skat in the book.

What can be asked?                                   `questions`
What is answered?                                    `answers`
What does the book hold of a deal's positions?       `positions`: `stored_judge`, `get_position`
Which card alone wins?                               `puzzles`
Which games and rounds were played?                  `played`: `get_games`, `get_plays`, `get_rounds`
"""
