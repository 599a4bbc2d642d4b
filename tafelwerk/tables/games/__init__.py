"""Look-ups of the games of the user's own.

What is the value of a position, and its best moves?      questions: `position`
What is the value of every move?                          questions: `explain`
Which games are stored?                                   look_ups: `stored_games`, `stored_game`, `stored_position`
"""
