"""Look-ups of the games of the user's own.

What is a position worth, and what are its best moves?    questions: `position`
Why: what is every move worth?                            questions: `explain`
Which games are stored?                                   look_ups: `stored_games`, `stored_game`, `stored_position`
"""
