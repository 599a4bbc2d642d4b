"""The classic toolbox in the museum: what a visitor reads of its games, where pages begin them, what was found, and figures."""

from typing import TYPE_CHECKING

from tafelwerk.museum import Finding, Room, Start, Starts
from tafelwerk.plots.figure import Figure
from tafelwerk.wording import count_noun

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
                'tafelwerk minimax tree --game tictactoe --at "XO.X.O..." --levels 3',
                "How does a program search?",
            ),
            ("tafelwerk minimax puzzle --seed 1", "Which square wins?"),
        ),
        also=("tictactoe", "tic tac toe", "noughts and crosses", "misere", "wild", "xo", "drei gewinnt"),
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
        picture='tafelwerk minimax play notakto --at "....X...."',
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
        picture="tafelwerk minimax play grundy:8+5+3",
        shows="Grundy's game with three heaps, of 3, 5 and 8 tokens.",
        example=(
            "In Nim the value of a heap is its number of tokens. Values of several heaps are put together digit by digit"
            " in binary without carrying (xor), and the player to move wins exactly if the result is not 0, by a move"
            " that makes it 0. With heaps of 3, 5 and 7, 3 xor 5 xor 7 is 1; taking one token from the 3 wins, since 2"
            " xor 5 xor 7 is 0.",
            "In Grundy's game a heap of 8 can be split into 1 + 7, 2 + 6 or 3 + 5. Only 1 + 7 wins. After 2 + 6 the"
            " other splits 6 into 2 + 4, and after 3 + 5 he splits 5 into 2 + 3: then he wins.",
            "In Grundy's game, too, each heap has a value, its Grundy value, but it is not its number of tokens: heaps"
            " of 3, 5 and 8 have the values 1, 2 and 2. They are put together as in Nim: 1 xor 2 xor 2 is 1, so the"
            " player to move wins, here by 3 to 1 + 2 or 8 to 3 + 5.",
        ),
        games=(
            ("nim", "Play Nim"),
            ("grundy", "Split heaps"),
            ("nim-passes", "Play Nim, with one pass each"),
        ),
        asks=(
            ("tafelwerk minimax nim 3 5 7", "How do I win at Nim?"),
            ("tafelwerk minimax explain grundy:8", "Which split of one heap wins, and why?"),
            ("tafelwerk minimax explain grundy:8+5+3", "Which move wins with three heaps?"),
            ("tafelwerk minimax octal 0.77 --heap 10", "How do I win at Kayles?"),
            ("tafelwerk minimax octal 0.77", "When does Kayles begin to repeat?"),
            ("tafelwerk minimax octal 0.127", "Does every heap game repeat soon?"),
            ("tafelwerk minimax explain nim-passes", "What is a pass worth in Nim?"),
            ("tafelwerk minimax subtraction 1,2,3 --heap 21", "How many of 21 matches should I take?"),
        ),
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
            "streichhölzer",
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
        picture='tafelwerk minimax play memory:6 --at "5"',
        shows=(
            "Twelve cards, six pairs; one has just been turned, and a second is to follow. Cards once seen stay in"
            " view, since nobody forgets them."
        ),
        example=(
            "3 pairs are left, and of one of them a card is known. Turn an unseen card: with a chance of 1/5 it"
            " matches the known one, and you have a pair. With a chance of 4/5 it is new. Should you then look at"
            " another unseen card? No: then you fall behind by 3/2 pairs on average, since the other player often"
            " knows a card of every pair by then. Turn the known card instead, and it is 1/3 of a pair. All in all the"
            " position is worth -1/5: it is a little better not to be on the move.",
        ),
        games=(("memory", "Find pairs"),),
        asks=(
            ("tafelwerk minimax memory 3 1", "Which cards should I turn?"),
            ('tafelwerk minimax explain memory "3 1"', "What is each choice worth?"),
            ("tafelwerk minimax memory 9 8", "Can it be best to learn nothing?"),
            ("tafelwerk minimax memory 8 0", "Is it good to begin?"),
            ("tafelwerk minimax memory 3 1 --rule forced", "What if everybody must turn a new card?"),
        ),
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
        picture='tafelwerk minimax play burnt-pancakes-4 --at "2 -1 3 4"',
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
        also=("pancakes", "burnt pancake", "pancake sorting", "burnt-pancakes-4", "pfannkuchen"),
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
        story=(
            "Whoever turns an unknown card learns something, but so does the other player, who is on the move next."
            " When nobody forgets a card, what is seen belongs to both.",
            "The figure has a square for every position: how many pairs are left, and of how many a card is known."
            " Blue is good for the player to move, orange bad, and dots mark where passing is best. They lie near the"
            " right edge, where almost every pair is half known. There an unknown card that matches nothing gives"
            " the other player a run of pairs. So one turns two known cards and lets the other take the risk.",
            "If both do that, the game would never end; by the rule here it ends after two passes in a row, and the"
            " pairs left count for nobody. The right half of the figure is for the rule that every turn must show a"
            " new card or take a pair. There something else is odd: a pair just found is sometimes better left.",
        ),
        figure="minimax-memory",
        rows={"rule": "pass", "objective": "gain", "pairs": 9},
        is_first=True,
    ),
    Finding(
        room="memory",
        name="odd-pairs",
        title="Begin if the number of pairs is odd",
        question="Is it good to begin at Memory?",
        query=(
            "SELECT max(pairs) AS most FROM minimax.memory WHERE rule = 'pass' AND objective = 'gain' AND known = 0"
            " AND lead = 0 AND pairs >= 7 HAVING bool_and((value > 0) = (pairs % 2 = 1)) AND count(*) = most - 6"
        ),
        sentence=(
            "From 7 to {most} pairs, the player who begins is ahead on average if the number of pairs is odd, and"
            " behind if it is even."
        ),
        command="tafelwerk minimax memory 9 0",
        story=(
            "At the start no card is known. The figure shows what the first turn is worth, in pairs won more than"
            " the other player, for each number of pairs and for two sets of rules. The line goes up and down at"
            " every step.",
            "The advantage is small, and it gets smaller: a few hundredths of a pair. Small games are different."
            " With 1 pair one has it at once; with 2 pairs whoever begins mostly shows the other where the pairs are;"
            " from 7 pairs on odd and even take turns.",
            "All these values are exact fractions, but the rule is read off them. That it goes on for ever is not"
            " proved here. And it needs players who forget nothing.",
        ),
        figure="minimax-memory-start",
        rows={"rule": "pass", "objective": "gain", "known": 0},
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
        story=(
            "To find out who wins, a program can try every move, every reply and so on to the end. Alpha-beta search"
            " gives up a move as soon as one reply shows that it is worse than another found before. The figure"
            " shows how many positions it visits, depending on which moves it tries first.",
            "If the best move comes first, all that follows is given up quickly. If the worst comes first, much less"
            " is saved. To try the centre first is already a good guess.",
            "The result is always the same: a draw. Only the work differs. Best and worst order are taken from the"
            " true values, which a program does not know beforehand. And a program that remembers positions needs"
            " less anyway: there are only 5,478 different ones.",
        ),
        figure="minimax-nodes",
        rows={"game": "tictactoe"},
    ),
    Finding(
        room="tic-tac-toe",
        name="six-moves-ahead",
        title="Six moves ahead are enough",
        question="How far must one look ahead at tic-tac-toe?",
        query=(
            "SELECT count(*) FILTER (depth = 1) AS positions, count(*) FILTER (depth = 1 AND NOT every) AS one,"
            " count(*) FILTER (depth = 5 AND NOT every) AS five, count(*) FILTER (depth = 6 AND NOT every) AS six"
            " FROM minimax.look_ahead l JOIN minimax.positions p USING (game, rank) WHERE l.game = 'tictactoe' AND"
            " p.distance > 0 HAVING positions > 0 AND six = 0"
        ),
        sentence=(
            "Looking one move ahead can go wrong in {one} of {positions:,} positions of tic-tac-toe, five moves in"
            " {five}, and six in none."
        ),
        command="tafelwerk plot minimax-look-ahead",
        story=(
            "A program that cannot see the end of a game judges the positions where it stops. Here it counts lines:"
            " rows still open to itself minus rows still open to the other. The figure shows how often the moves that"
            " look best to it are right, by the number of moves that it looks ahead.",
            "The lower line counts the positions in which all moves that look best are right, the upper one those in"
            " which at least one is. Each move more helps, the first ones most. With six moves ahead nothing is left"
            " to go wrong, although a game may last nine.",
            "This is about one way to count and about a small game. In general looking further ahead need not be"
            " better in every position.",
        ),
        figure="minimax-look-ahead",
        rows={"game": "tictactoe"},
    ),
    Finding(
        room="notakto",
        name="one-board-or-two",
        title="First wins on one board, second on two",
        question="Is it good to begin at Notakto?",
        query=(
            "SELECT any_value(g.distance) FILTER (g.game = 'notakto') AS alone, any_value(bit_count(p.moves)) FILTER"
            " (g.game = 'notakto') AS ways, any_value(g.distance) FILTER (g.game = 'notakto-2') AS both FROM"
            " minimax.games g JOIN minimax.positions p ON p.game = g.game AND p.rank = g.start WHERE (g.game ="
            " 'notakto' AND g.value = 1) OR (g.game = 'notakto-2' AND g.value = -1) HAVING count(*) = 2"
        ),
        sentence=(
            "On one board whoever begins wins, with {ways} of the nine first moves, and the game is over after"
            " {alone} crosses; on two boards whoever begins loses, after {both}."
        ),
        command="tafelwerk minimax solve notakto-2",
        story=(
            "Both players set crosses, so there are no sides: a position is won or lost for whoever is on the move."
            " It is a game of the kind of Nim, but backwards, since whoever makes the last row loses.",
            "On one board only the centre wins. Every other first cross has a refutation. With a second board beside"
            " it the wins and losses change places: whatever the first player does, the other has an answer on one"
            " of the boards.",
            "The program has tried all positions, 231 of one board and 53,361 of two. It says nothing of three boards.",
        ),
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
        story=(
            "Every heap has a Grundy value, a number that says all about it. In many games these values repeat: in"
            " Kayles, at the top of the figure, every 12 heaps, with 14 exceptions in the beginning, the last of them"
            " heap 70.",
            "In the game 0.127 a period as short as 4 hides behind 46,577 heaps that do not follow it. One may take"
            " one token if nothing of the heap is left, two if one heap is left, and three in any case, even"
            " splitting the rest in two. So short a rule, and so long a beginning.",
            "A period that has been seen for long enough is proved: by a theorem of Guy and Smith it goes on for"
            " ever if it holds up to about twice the heap where it began. Whether every such game has a period is an"
            " open question.",
        ),
        figure="minimax-grundy",
        rows={"game": "octal 0.127"},
    ),
    Finding(
        room="heaps",
        name="few-lost-heaps",
        title="Hardly any heap is lost in Grundy's game",
        question="From which heaps does one lose at Grundy's game?",
        query=(
            "SELECT count(*) FILTER (value = 0 AND heap > 0) AS lost, max(heap) FILTER (value = 0) AS last,"
            " max(heap) AS most FROM minimax.grundy WHERE game = 'grundy' HAVING most > 1222"
        ),
        sentence=(
            "Of the single heaps up to {most:,} tokens only {lost} are lost for the player to move in Grundy's game,"
            " the last of them {last:,}."
        ),
        command="tafelwerk minimax grundy 1222",
        story=(
            "In Grundy's game a move splits a heap into two of different sizes. The lowest part of the figure shows"
            " how frequent each Grundy value is, for ranges of heaps up to 100,000. The orange ticks are the heaps of"
            " value 0, from which one loses.",
            "They get rare, and then there are no more. A heap is lost only if no split of it has two parts of the"
            " same value, and a large heap has very many splits.",
            "It looks as if 1,222 were the last lost heap, but nobody has proved it. Nor is it known whether the"
            " values of this game, one of the first to be studied, ever begin to repeat.",
        ),
        figure="minimax-grundy",
        rows={"game": "grundy"},
    ),
    Finding(
        room="burnt-pancakes",
        name="fourteen-flips",
        title="Fourteen flips",
        question="How many flips does the worst stack need?",
        query="SELECT greatest FROM minimax.games WHERE game = 'burnt-pancakes-7'",
        sentence="No stack of seven burnt pancakes needs more than {greatest} flips.",
        command="tafelwerk minimax solve burnt-pancakes-7",
        story=(
            "Seven pancakes with a burnt side can lie in 645,120 ways. Going backwards from the sorted stack, a"
            " program finds for each of them how many flips it needs. The figure counts the stacks by that number,"
            " with a curve for each size of the stack.",
            "Four stacks of seven out of five need eight, nine or ten flips; then the curve breaks off steeply. The"
            " worst stack takes fourteen, two for each pancake.",
            "That it is two for each pancake is no law. It holds in the figure from two pancakes to seven; eight"
            " take fifteen, which is one less than sixteen. No formula for all stacks is known.",
        ),
        figure="minimax-pancakes",
        rows={"game": "burnt-pancakes-7"},
    ),
    Finding(
        room="burnt-pancakes",
        name="hardest-stack",
        title="The hardest stack is in order",
        question="Which stack is hardest to sort?",
        query=(
            "SELECT g.greatest, minimax.position_text(g.game, any_value(p.rank)) AS stack FROM minimax.games g JOIN"
            " minimax.positions p ON p.game = g.game AND p.distance = g.greatest WHERE g.game = 'burnt-pancakes-7'"
            " GROUP BY g.game, g.greatest HAVING count(*) = 1"
        ),
        sentence=(
            "One stack of seven pancakes needs {greatest} flips: {stack}, all in order, but each with its burnt side"
            " up."
        ),
        command='tafelwerk minimax solve burnt-pancakes-7 "-1 -2 -3 -4 -5 -6 -7"',
        story=(
            "One would think that a thorough muddle is hardest to sort. But the right-hand end of the curve for"
            " seven pancakes in the figure is a single stack, and in it every pancake is in its place; it only has"
            " the wrong side up.",
            "A flip turns pancakes and reverses them at once. To turn one pancake over without changing the order,"
            " one has to undo the change of order afterwards, and that is the work here: all seven must be turned,"
            " and none may be moved.",
            "With three, four and five pancakes other stacks are as hard, such as the same one with the smallest"
            " pancake turned. With six and seven it is alone. For larger stacks that is not decided here.",
        ),
        figure="minimax-pancakes",
        rows={"game": "burnt-pancakes-7"},
    ),
)


_RELATIVES = {
    "three in a row win": "tictactoe",
    "three in a row lose": "tictactoe-misere",
    "both set crosses or noughts, three in a row win": "tictactoe-wild",
    "both set crosses or noughts, three in a row lose": "tictactoe-wild-misere",
}


def _games(**names: str) -> tuple[Start, ...]:
    return tuple(Start(text.replace("_", " "), {"game": name}) for text, name in names.items())


def _easier(game: str) -> tuple[tuple[str, tuple[Start, ...]], ...]:
    """Starts against opponents that err."""
    fields = {"game": game, "as": "first"}
    seeing = (
        Start(f"sees {count_noun(depth, 'move')} ahead", {**fields, "against": f"look-ahead:{depth}"})
        for depth in range(1, 5)
    )
    return (
        ("Against an opponent that", tuple(seeing)),
        ("Against random play", (Start("any move", {**fields, "against": "random"}),)),
    )


STARTS = {
    "tictactoe": Starts(
        "Tic-tac-toe",
        (
            Start("You begin, against perfect play", {"game": "tictactoe", "as": "first"}),
            Start("Perfect play begins", {"game": "tictactoe", "as": "second"}),
            Start("Three in a row lose", {"game": "tictactoe-misere", "as": "first"}),
        ),
        (
            ("You begin", tuple(Start(text, {"game": name, "as": "first"}) for text, name in _RELATIVES.items())),
            (
                "Perfect play begins",
                tuple(Start(text, {"game": name, "as": "second"}) for text, name in _RELATIVES.items()),
            ),
            *_easier("tictactoe"),
        ),
    ),
    "notakto": Starts(
        "Notakto",
        (
            Start("Two boards, you begin", {"game": "notakto-2", "as": "first"}),
            Start("One board, you begin", {"game": "notakto", "as": "first"}),
            Start("Two boards, perfect play begins", {"game": "notakto-2", "as": "second"}),
        ),
    ),
    "nim": Starts(
        "Nim",
        (
            Start("Heaps of 3, 5 and 7", {"game": "nim:3+5+7"}),
            Start("Heaps of 1, 3, 5 and 7, as on paper", {"game": "nim:1+3+5+7"}),
            Start("Heaps of 4 and 7; the program begins", {"game": "nim:4+7", "as": "second"}),
        ),
        _easier("nim:3+5+7"),
    ),
    "nim-passes": Starts(
        "Nim with passes",
        (
            Start("You begin, against perfect play", {"as": "first"}),
            Start("Perfect play begins", {"as": "second"}),
            Start("You begin, against random play", {"as": "first", "against": "random"}),
        ),
    ),
    "grundy": Starts(
        "Games of heaps",
        (
            Start("Split a heap of 12 into unequal parts", {"game": "grundy:12"}),
            Start("Three heaps: 7, 5 and 3", {"game": "grundy:7+5+3"}),
            Start("Take 1, 2 or 3 of 21", {"game": "subtraction:1,2,3:21"}),
        ),
        (
            ("Split into unequal parts", _games(a_heap_of_20="grundy:20")),
            (
                "Take from the heap",
                (
                    Start("1, 2 or 5 of 21", {"game": "subtraction:1,2,5:21"}),
                    Start("2 or 3 of heaps of 15 and 8", {"game": "subtraction:2,3:15+8"}),
                ),
            ),
            (
                "Octal games",
                (
                    Start("Kayles, 12 in a row: take 1 or 2, perhaps split", {"game": "octal:0.77:12"}),
                    Start("Dawson's Kayles, 15 in a row: take 2, perhaps split", {"game": "octal:0.07:15"}),
                    Start("Dawson's chess, 9 in a row", {"game": "octal:0.137:9"}),
                ),
            ),
            *_easier("grundy:12"),
        ),
    ),
    "memory": Starts(
        "Memory",
        (
            Start("6 pairs, you begin", {"game": "memory:6", "as": "first"}),
            Start("4 pairs, you begin", {"game": "memory:4", "as": "first"}),
            Start("6 pairs, perfect play begins", {"game": "memory:6", "as": "second"}),
        ),
        (
            ("Pairs", tuple(Start(f"{n} pairs", {"game": f"memory:{n}"}) for n in (8, 12))),
            ("Every turn shows a new card", tuple(Start(f"{n} pairs", {"game": f"memory:{n}:forced"}) for n in (6, 8))),
        ),
    ),
    "burnt-pancakes": Starts(
        "Burnt pancakes",
        tuple(Start(f"{n} pancakes", {"game": f"burnt-pancakes-{n}"}) for n in (3, 4, 5)),
        (("More", (Start("6 pancakes", {"game": "burnt-pancakes-6"}),)),),
    ),
}
"""By the game's name in play."""

FIGURES = (
    Figure(
        "minimax-grundy",
        "Grundy values: Kayles and Dawson's Kayles by their periods, Grundy's game as a whole",
        "minimax.grundy",
    ),
    Figure(
        "minimax-look-ahead",
        "Tic-tac-toe: how often a look-ahead keeps the value, by depth",
        "minimax.look_ahead",
        build="tafelwerk build minimax tictactoe",
    ),
    Figure(
        "minimax-memory",
        "Memory: value of every position, and where passing or declining is best",
        "minimax.memory_values",
    ),
    Figure(
        "minimax-memory-start",
        "Memory: value of the first turn by pairs, rule and objective",
        "minimax.memory_starts",
    ),
    Figure(
        "minimax-nodes",
        "Tic-tac-toe: nodes of minimax and alpha-beta by the order of moves",
        "minimax.nodes",
        build="tafelwerk build minimax tictactoe",
    ),
    Figure(
        "minimax-pancakes",
        "Burnt pancakes: stacks by the number of flips needed",
        "minimax.pancakes",
        build="tafelwerk build minimax game burnt-pancakes-7",
    ),
)
