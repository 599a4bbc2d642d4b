"""The rules of Skat once more, plainly: cards, tricks, deals and their numbers, values of games. Cards are their names.

Source: International Skat Order; order and numbers of the cards as the comments of the tables say.
"""

SUITS, SEATS = "CSHD", ("forehand", "middlehand", "rearhand")

GAMES = ("clubs", "spades", "hearts", "diamonds", "grand", "null")
"""What can be played, in the order of the tables."""

NAMES = [*(suit + rank for suit in "DHSC" for rank in "789QKTA"), "DJ", "HJ", "SJ", "CJ"]
"""Name of each card of a book, by bit."""
