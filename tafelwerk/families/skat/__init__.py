"""Skat: best play with all cards open; bidding, discarding and play with hidden cards.

Nothing is imported here: help pages and completion read these names alone.

Parameters and files:     parameters, sources (deals and logs that commands read), log_files, round_file
Answers:                  answers (games, positions, bids), surveys (many deals), replay_answers, in_place
Questions:                a module for each subject, listed in `questions`; what people read of the longer ones in *_text
Rows as questions ask:    positions (a judge that reads the book), stored_rounds, prices (what cards cost)
Scores:                   score, score_sheet (lists of games, their format and totals)
Rounds of a log:          replays, replacement (a program in place of one seat)
Commands of their own:    play with at_table, match, bench, replay, puzzle; language and german for --lang
Builds:                   builds, commands, tasks; rows in *_rows; ladder, appendix, classifiers; weights, hand_classes
"""

HELP = "Skat: best play with all cards open; bidding, discarding and play with hidden cards."

FIRST = ("tafelwerk skat deals --random 3", "tafelwerk skat games", "tafelwerk skat games kupferschmid-6")
"""What to ask the book first."""

APP = "language"
"""Module of the app, whose commands take --lang."""

COMMANDS = {
    "bench": "bench",
    "bid": "bidding",
    "discard": "bidding",
    "card": "card_choice",
    "contracts": "contracts",
    "deals": "deals",
    "solve": "open_cards",
    "sure": "open_cards",
    "explain": "open_cards",
    "games": "games",
    "hands": "hands",
    "match": "match",
    "models": "fitted_models",
    "null": "null_hands",
    "play": "play_command",
    "points": "points",
    "puzzle": "puzzle",
    "replay": "replay",
    "score": "score",
    "shares": "shares",
}
"""Commands, in the order of help, and their modules."""

PLAY = (("skat", "skat play", "Bid, declare and play rounds of Skat against two programs."),)
"""Games in play: name, command and what the player does."""
