"""What can be asked about Skat."""

from tafelwerk.families.skat.bidding import Bid, Discard
from tafelwerk.families.skat.card_choice import Card
from tafelwerk.families.skat.games import Games
from tafelwerk.families.skat.hands import Contracts, Hands, Models, Null
from tafelwerk.families.skat.open_cards import Explain, Solve, Sure
from tafelwerk.families.skat.puzzle import Puzzle
from tafelwerk.families.skat.random_deals import Deals, Points, Shares
from tafelwerk.families.skat.replays import Replay
from tafelwerk.families.skat.score import Score
from tafelwerk.families.skat.trick_starts import Position
from tafelwerk.tables.questions import Asks, Questions


class SkatQuestions(Questions):
    """The questions, as `book.skat` has them."""

    contracts = Asks(Contracts)
    hands = Asks(Hands)
    null = Asks(Null)
    points = Asks(Points)
    puzzle = Asks(Puzzle)
    shares = Asks(Shares)
    solve = Asks(Solve)
    explain = Asks(Explain)
    position = Asks(Position)
    sure = Asks(Sure)
    games = Asks(Games)
    models = Asks(Models)
    bid = Asks(Bid)
    card = Asks(Card)
    discard = Asks(Discard)
    deals = Asks(Deals)
    replay = Asks(Replay)
    score = Asks(Score)
