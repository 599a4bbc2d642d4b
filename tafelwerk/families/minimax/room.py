"""The classic toolbox in the museum: tic-tac-toe, Notakto, heap games, Memory and burnt pancakes, and what was found."""

from typing import TYPE_CHECKING

from tafelwerk.museum import Finding, Room

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture


def _draw_squares() -> "Picture":
    from tafelwerk.families.minimax.pictures import board_drawing

    return board_drawing("X.OOX.X..", "8", numbered=False)


ROOMS = (
    Room(
        family="minimax",
        name="tic-tac-toe",
        title="Tic-tac-toe",
        about="Crosses and noughts on nine squares; three of your own in a row win.",
        rules=(
            "Two players mark a free square in turn, X with a cross, O with a nought; X begins. Whoever has three"
            " marks in a row first wins, along a row, a column or a diagonal. If the board is full before that, it is"
            " a draw. There are relatives: in misère tic-tac-toe three in a row lose, and in wild tic-tac-toe both"
            " may set either mark, and whoever completes three equal ones wins.",
        ),
        draw=_draw_squares,
        picture='tafelwerk minimax tictactoe "XO......."',
        shows=(
            "X has taken a corner and O the square beside it. X is to move; marked are the moves that win fastest."
            " Free squares have their numbers, 0 to 8."
        ),
        example=(
            "With best play tic-tac-toe is a draw, but not from here: O's reply beside the corner was a mistake. X"
            " wins with square 3, 4 or 6, in 5 moves of both together. After square 3 O must block at 6; then X takes"
            " the centre, 4, and threatens to complete a row at 5 and at 8.",
        ),
        games=(("tictactoe", "Play tic-tac-toe"),),
        asks=(
            ('tafelwerk minimax tictactoe "XO......."', "Who wins, and by which square?"),
            ('tafelwerk minimax explain tictactoe "XO......."', "What is each square worth?"),
            ("tafelwerk minimax solve tictactoe-misere", "What if three in a row lose?"),
            ("tafelwerk minimax solve tictactoe-wild", "What if both may set either mark?"),
            (
                'tafelwerk minimax tree --game tictactoe --position "XO.X.O..." --depth 3',
                "How does a program search?",
            ),
            ("tafelwerk minimax puzzle --seed 1", "Which square wins?"),
        ),
        figures=("minimax-nodes", "minimax-look-ahead"),
        also=("tictactoe", "tic tac toe", "noughts and crosses", "misere", "wild", "xo"),
    ),
    Room(
        family="minimax",
        name="notakto",
        title="Notakto",
        about="Both players set crosses, and nobody wants three in a row.",
        rules=(
            "The board is that of tic-tac-toe, but both players set crosses. On one board, whoever completes three"
            " in a row loses. On two boards a player chooses one for each move; a board with three in a row is"
            " finished, and whoever finishes the last board loses. There is no draw.",
        ),
        picture='tafelwerk minimax play notakto --position "....X...."',
        shows="One board with the first cross in the centre; free squares have their numbers, 0 to 8.",
        example=(
            "On one board the player who begins wins, but only with the centre, square 4. Each of the other eight"
            " first moves loses. After the centre the game is over in 5 more moves.",
            "On two boards it is the other way round: whoever begins loses, after 11 moves of both together with"
            " best play.",
        ),
        games=(("notakto", "Avoid three in a row"),),
        asks=(
            ("tafelwerk minimax solve notakto", "Which first cross wins?"),
            ("tafelwerk minimax explain notakto", "What refutes the other first crosses?"),
            ("tafelwerk minimax solve notakto-2", "Who wins on two boards?"),
            ('tafelwerk minimax solve notakto "X...X...."', "What now, with two crosses set?"),
        ),
        also=("notakto-2", "no tac to", "x-only tic-tac-toe"),
    ),
    Room(
        family="minimax",
        name="heaps",
        title="Nim and other heap games",
        about="Take tokens from heaps, or split heaps; whoever cannot move loses.",
        rules=(
            "Heaps of tokens lie on the table, and a move changes one of them. In Nim one takes as many tokens from"
            " a heap as one likes. In Grundy's game one splits a heap into two of different sizes. In Kayles one"
            " takes one or two tokens and may split the rest of the heap in two. Whoever cannot move loses.",
        ),
        picture="tafelwerk minimax play grundy:8",
        shows="One heap of 8 tokens.",
        example=(
            "In Grundy's game a heap of 8 can be split into 1 + 7, 2 + 6 or 3 + 5. Only 1 + 7 wins. After 2 + 6 the"
            " other splits 6 into 2 + 4, and after 3 + 5 he splits 5 into 2 + 3: then he wins.",
            "Several heaps are no harder. Each has a number, its Grundy value, and the values are put together digit"
            " by digit in binary without carrying (xor). The heaps 8, 13 and 20 have the values 2, 3 and 0: together"
            " 1. The player to move wins exactly if the whole is not 0, by a move that makes it 0, such as 13 to 2 +"
            " 11.",
        ),
        games=(
            ("grundy", "Split heaps"),
            ("nim-passes", "Play Nim, with one pass each"),
        ),
        asks=(
            ("tafelwerk minimax explain grundy:8", "Which split of one heap wins, and why?"),
            ("tafelwerk minimax grundy 8 13 20", "Which move wins with three heaps?"),
            ("tafelwerk minimax octal 0.77 --heap 10", "How do I win at Kayles?"),
            ("tafelwerk minimax octal 0.77", "When does Kayles begin to repeat?"),
            ("tafelwerk minimax octal 0.127", "Does every heap game repeat soon?"),
            ("tafelwerk minimax explain nim-passes", "What is a pass worth in Nim?"),
            ("tafelwerk minimax subtraction 1,2,3 --heap 21", "How many of 21 matches should I take?"),
        ),
        figures=("minimax-grundy",),
        also=(
            "nim",
            "grundy",
            "grundy's game",
            "kayles",
            "dawson",
            "octal",
            "octal games",
            "heap games",
            "nim-passes",
        ),
    ),
    Room(
        family="minimax",
        name="memory",
        title="Memory",
        about="Turn two cards, find pairs, and remember what you have seen.",
        rules=(
            "Pairs of equal cards lie face down. In turn a player turns two cards, one after the other. If they are"
            " equal, he takes them and goes on; otherwise they are turned back. When all pairs are taken, whoever has"
            " more of them wins. Here nobody forgets a card, so what counts is which cards to turn. Two known cards"
            " may be turned, too, which shows nothing new; after two such passes in a row the game ends.",
        ),
        picture='tafelwerk minimax play memory:6 --position "1 5"',
        shows=("Twelve cards, six pairs; two cards have been turned, and stay in view since nobody forgets them."),
        example=(
            "3 pairs are left, and of one of them a card is known. Turn an unseen card: with a chance of 1/5 it"
            " matches the known one, and you have a pair. With a chance of 4/5 it is new. Should you then look at"
            " another unseen card? No: then you fall behind by 3/2 pairs on average, since the other player knows all"
            " but one of the cards. Turn the known card instead, and it is 1/3 of a pair. All in all the position is"
            " worth -1/5: it is a little better not to be on the move.",
        ),
        games=(("memory", "Find pairs"),),
        asks=(
            ("tafelwerk minimax memory 3 1", "Which cards should I turn?"),
            ('tafelwerk minimax explain memory "3 1"', "What is each choice worth?"),
            ("tafelwerk minimax memory 9 8", "Can it be best to learn nothing?"),
            ("tafelwerk minimax memory 8 0", "Is it good to begin?"),
            ("tafelwerk minimax memory 3 1 --rule forced", "What if everybody must turn a new card?"),
        ),
        figures=("minimax-memory", "minimax-memory-start"),
        also=("concentration", "pairs", "pelmanism", "memory game"),
    ),
    Room(
        family="minimax",
        name="burnt-pancakes",
        title="Burnt pancakes",
        about="Sort a stack of pancakes by turning over its top, until every burnt side is down.",
        rules=(
            "A stack of pancakes of different sizes lies on a plate, and each is burnt on one side. A flip turns"
            " over as many pancakes from the top as you like, as one block: their order is reversed, and so is each"
            " of them. In the end the smallest is to lie on top, the largest at the bottom, and all burnt sides down."
            " The puzzle is for one player, who wants few flips.",
        ),
        picture='tafelwerk minimax play burnt-pancakes-4 --position "2 -1 3 4"',
        shows=("Four pancakes: the second smallest lies on top, below it the smallest with its burnt side up."),
        example=(
            "The stack is 2 -1 3 4 from the top; the minus says that the burnt side is up. Flip 1 pancake, and it is"
            " -2 -1 3 4. Flip 2, and both change places and sides: 1 2 3 4. So it takes 2 flips; after any other"
            " first flip it would take 3 more.",
            "The stack in order with every burnt side up, -1 -2 -3 -4, takes 8 flips.",
        ),
        games=(("burnt-pancakes", "Sort a stack"),),
        asks=(
            ('tafelwerk minimax solve burnt-pancakes-4 "2 -1 3 4"', "Which flip comes first?"),
            (
                'tafelwerk minimax explain burnt-pancakes-4 "-1 -2 -3 -4"',
                "How is a stack sorted with all burnt sides up?",
            ),
            (
                'tafelwerk minimax solve burnt-pancakes-3 "1 2 -3"',
                "What if only the lowest one is burnt side up?",
            ),
            ('tafelwerk minimax explain burnt-pancakes-7 "-1 -2 -3 -4 -5 -6 -7"', "And with seven pancakes?"),
        ),
        figures=("minimax-pancakes",),
        also=("pancakes", "burnt pancake", "pancake sorting", "burnt-pancakes-4"),
    ),
)

FINDINGS = (
    Finding(
        room="memory",
        name="learn-nothing",
        title="In Memory, the best move can be to learn nothing",
        question="Should one always turn an unknown card?",
        query=(
            "SELECT pairs, known FROM minimax.memory WHERE rule = 'pass' AND objective = 'gain' AND pairs = 9 AND"
            " known = 8 AND lead = 0 AND actions = ['pass']"
        ),
        sentence=(
            "With {pairs} pairs left, and one card known of {known} of them, the best move is to turn two cards that"
            " everybody has already seen."
        ),
        command="tafelwerk minimax memory 9 8",
        figure="minimax-memory",
        rows={"rule": "pass", "objective": "gain", "pairs": 9},
        is_first=True,
    ),
    Finding(
        room="tic-tac-toe",
        name="order-of-moves",
        title="The order of moves decides",
        question="How much work does a good guess save?",
        query=(
            "SELECT min(nodes) FILTER (move_order = 'best first') AS best, min(nodes) FILTER (move_order = 'worst"
            " first') AS worst, min(nodes) FILTER (algorithm = 'minimax') AS every FROM minimax.node_counts WHERE"
            " game = 'tictactoe' AND (algorithm = 'minimax' OR move_order != 'natural') HAVING best IS NOT NULL AND"
            " every IS NOT NULL"
        ),
        sentence=(
            "All of tic-tac-toe has {every:,} nodes; alpha-beta visits {worst:,} with the worst order of moves,"
            " {best:,} with the best."
        ),
        command="tafelwerk plot minimax-nodes",
        figure="minimax-nodes",
        rows={"game": "tictactoe"},
    ),
    Finding(
        room="heaps",
        name="late-period",
        title="A heap game that settles late",
        question="When does a heap game begin to repeat?",
        query=("SELECT period, last_exception AS late FROM minimax.periods WHERE game = 'octal 0.127' AND proved"),
        sentence=(
            "The Grundy values of the octal game 0.127 repeat with period {period}, but only beyond heap {late:,}."
        ),
        command="tafelwerk minimax octal 0.127",
        figure="minimax-grundy",
        rows={"game": "octal 0.127"},
    ),
    Finding(
        room="burnt-pancakes",
        name="fourteen-flips",
        title="Fourteen flips",
        question="How many flips does the worst stack need?",
        query="SELECT greatest FROM minimax.games WHERE game = 'burnt-pancakes-7'",
        sentence="No stack of seven burnt pancakes needs more than {greatest} flips.",
        command="tafelwerk minimax solve burnt-pancakes-7",
        figure="minimax-pancakes",
        rows={"game": "burnt-pancakes-7"},
    ),
)
