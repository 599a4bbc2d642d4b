"""Monte-Carlo agents in the museum: the crash race and subtraction games, where pages begin it, what was found, and figures."""

from collections.abc import Mapping

from tafelwerk.museum import Finding, Room, Start, Starts
from tafelwerk.plots.figure import Figure

ROOMS = (
    Room(
        family="montecarlo",
        name="crash-race",
        title="The crash race",
        about="Two pieces run towards each other on one lane; whoever lands on the other, or is home first, wins.",
        rules=(
            "Each player has one piece, and the two stand at opposite ends of a lane. The players move in turn, one"
            " field or two. A piece may jump over the other. Whoever lands on the other piece wins, and so does"
            " whoever reaches the far end first. One field before the end only the single step is possible.",
        ),
        picture='tafelwerk montecarlo play dsc 10 --at "3 5"',
        shows=(
            "You came from the left and stand on field 3; a Monte-Carlo agent came from the right and stands on 5. Your"
            " double step lands on it and wins."
        ),
        example=(
            "The player to watch here is a Monte-Carlo agent. It does not think ahead. For each of its moves it"
            " plays a number of games to the end at random, its playouts, and then makes the move after which most of"
            " them were won.",
            "On the lane of length 10 only the single step wins. But of random games 55.52 % are won after the"
            " double step, and 53.11 % after the single step. With 100 playouts per move the agent takes the double"
            " step with a chance of 0.634, and then the win is thrown away. Thinking longer is no cure: an agent with"
            " 200 playouts beats one with 400 in 51.39 % of the games, if each begins half of them.",
        ),
        games=(("dsc", "Race against 200 playouts"),),
        asks=(
            ("tafelwerk montecarlo explain dsc 10 --k 100", "Which step does the agent take, and why?"),
            ("tafelwerk montecarlo duel dsc 10 --k 200", "Does twice as much thinking help?"),
            ("tafelwerk montecarlo perfect dsc 10", "Which step wins?"),
            ("tafelwerk montecarlo random dsc 10", "How good is each step if everybody moves at random?"),
            (
                "tafelwerk montecarlo first-over-half dsc 10",
                "From how many playouts on does more thinking hurt?",
            ),
            (
                "tafelwerk montecarlo blunder dsc",
                "How long must the lane be before unlimited playouts go wrong?",
            ),
            (
                "tafelwerk montecarlo duel esr 5 6 1 --k 10",
                "How is a race of six pieces each, without crashes?",
            ),
        ),
        figures=("montecarlo-2.8", "montecarlo-2.9", "montecarlo-2.10"),
        also=("double-step crash race", "monte carlo", "monte-carlo", "playouts", "esr", "dsr", "wettrennen"),
    ),
    Room(
        family="montecarlo",
        name="subtraction",
        title="Subtraction games",
        about="Take one or two tokens from a heap in turn; whoever takes the last one wins.",
        rules=(
            "A heap of tokens lies between two players. In turn each takes one of a few agreed numbers of tokens,"
            " such as one or two. Whoever takes the last token wins. If fewer are left than a move would take, the"
            " players must have agreed what that means: in most tables here it wins, in the number game 3-5-11 it"
            " loses, and elsewhere it is forbidden.",
        ),
        picture="tafelwerk montecarlo play subtraction 14 --moves 1,2",
        shows="A heap of 14 tokens; the player to move takes one or two of them.",
        example=(
            "With one or two tokens per move the player to move loses every multiple of 3, since the other can"
            " always make up 3. At a heap of 14 one takes 2, and a multiple of 3 is left.",
            "Now let a player judge each move by games that go on with random moves. After taking 1 the share won is"
            " 0.505615, after taking 2 it is 0.505371. The difference is tiny, and it points to the wrong move: the"
            " more games he tries, the more surely such a player takes 1 and loses. No smaller heap deceives him.",
        ),
        games=(("subtraction", "Take the last token"),),
        asks=(
            ("tafelwerk montecarlo perfect subtraction 14 --moves 1,2", "How many tokens should I take?"),
            (
                "tafelwerk montecarlo explain subtraction 14 --moves 1,2 --k 1000",
                "What does a player take who only tries at random?",
            ),
            (
                "tafelwerk montecarlo blunder subtraction --moves 1,2",
                "Which is the first heap at which trying goes wrong?",
            ),
            ("tafelwerk montecarlo errors subtraction --moves 1,2 --limit 60", "How often does it go wrong?"),
            (
                "tafelwerk montecarlo limits --moves 3,5,11 --overshoot loses",
                "Does a large heap make random play fair?",
            ),
            (
                "tafelwerk minimax subtraction 1,2,5 --heap 1000000000000",
                "What should I take from a heap of a million millions?",
            ),
        ),
        figures=("montecarlo-3.1", "montecarlo-2.15", "3-5-11-5"),
        also=("subtraction game", "take away", "take-away", "s(1,2)", "3-5-11", "number game"),
    ),
)

FINDINGS = (
    Finding(
        room="crash-race",
        name="more-thinking",
        title="More thinking can hurt",
        question="Does a player who thinks longer play better?",
        query=(
            "SELECT k, rival, 100 * mean AS share FROM montecarlo.dsc_duels WHERE n = 10 AND k = 200 AND rival = 2 *"
            " k AND mean > 0.5"
        ),
        sentence=(
            "In the crash race DSC(10), a Monte-Carlo agent with {k} playouts per move beats the same agent with"
            " {rival} in {share:.1f} % of the games."
        ),
        command="tafelwerk montecarlo duel dsc 10 --k 200",
        story=(
            "Whoever tries more should not be worse for it. The figure puts that to the test on lanes of 3 to 40"
            " fields: a curve shows how often the agent with k playouts beats the same agent with twice as many,"
            " moving first and second equally often. Above one half, the one that thinks less is ahead.",
            "The reason lies in what a playout measures. It says how good a move is if both sides go on at random,"
            " and on some lanes the move that is best against random play loses against good play; on the lane of 10"
            " fields that is the double step. With few playouts the agent takes the right step now and then by luck."
            " With many it takes the wrong one for certain.",
            "This does not say that playouts are useless. With few of them thinking longer helps: from 4 fields on"
            " every curve dips below one half at fewer than 100 playouts. Nor is it about thinking ahead: a player"
            " who works out all moves to the end wins every won position.",
        ),
        figure="montecarlo-2.11",
        rows={"n": 10, "k": 200},
        is_first=True,
    ),
    Finding(
        room="crash-race",
        name="three-basins",
        title="Three times when thinking longer pays",
        question="When is it worth most to think twice as long?",
        query=(
            "SELECT any_value(k) FILTER (place = 1) AS first, any_value(k) FILTER (place = 2) AS second,"
            " any_value(k) FILTER (place = 3) AS third FROM (SELECT k, row_number() OVER (ORDER BY k) AS place FROM"
            " montecarlo.basins WHERE game = 'dsc 40' AND k_max = 1000000) HAVING count(*) = 3"
        ),
        sentence=(
            "On a lane of 40 fields doubling the playouts pays most near {first}, {second} and {third:,} playouts"
            " per move, and less in between."
        ),
        command="tafelwerk montecarlo basins dsc 40 --k-max 1000000",
        story=(
            "The figure follows one duel, k playouts against 2k on a lane of 40 fields, from a single playout to a"
            " thousand million. The curve with the dots is the share that k wins. Where it is lowest, thinking twice as long"
            " is worth most.",
            "One would expect one such place. There are three, and near the second it is worth little: the share"
            " falls to 48.1 % only, after 43.1 % at the first. The two coloured curves show what the mean hides: at"
            " half a million playouts the agent wins 4 % of the games in which it moves first, and 89 % of those in"
            " which it moves second.",
            "The three places are certified: no rounding error can move a minimum to another k, except for the last"
            " one, which lies somewhere from 231,974 to 231,979. Why there are three, and whether longer lanes have"
            " more, the numbers do not say.",
        ),
        figure="montecarlo-2.12",
        rows={"game": "dsc 40"},
    ),
    Finding(
        room="subtraction",
        name="unlimited-playouts",
        title="Unlimited playouts can lose a won position",
        question="Does a player who may think for ever play perfectly?",
        query=(
            "SELECT blunder FROM montecarlo.subtraction_games WHERE moves = '1,2' AND overshoot = 'wins' AND blunder"
            " IS NOT NULL"
        ),
        sentence=(
            "Who may take one or two tokens loses a won heap of {blunder}, however many random playouts judge the"
            " moves."
        ),
        command="tafelwerk montecarlo blunder subtraction --moves 1,2",
        story=(
            "A player who tries for ever knows exactly how each move fares at random play. Is that enough? The"
            " figure lists six games in which one of two numbers is taken: for each heap which moves win, and as n*"
            " the smallest won heap at which unlimited playouts choose a losing move.",
            "At random play the chance to win swings around one half, a little less with each token. In the game"
            " with one and two tokens a swing takes 3.25 heaps, while win and loss repeat every 3. The two drift"
            " apart, and at 14 for the first time the swing points to the wrong move.",
            "It is no matter of too little care: the chances of the two moves are exact fractions, 2071/4096 and"
            " 2070/4096, and the larger one belongs to the losing move. Not every game is like that. With one and"
            " three tokens every move from a won heap wins, and nothing can go wrong.",
        ),
        figure="montecarlo-2.14",
        rows={"moves": "1,2"},
    ),
    Finding(
        room="subtraction",
        name="odd-and-even",
        title="A heap never forgets whether it was odd",
        question="Does a very large heap make random play fair?",
        query=(
            "SELECT any_value(chance_num || '/' || chance_den) FILTER (residue = 1) AS odd, any_value(chance_num ||"
            " '/' || chance_den) FILTER (residue = 0) AS even FROM montecarlo.subtraction_limits WHERE moves ="
            " '3,5,11' AND overshoot = 'loses' HAVING max(modulus) = 2 AND min(chance) < max(chance)"
        ),
        sentence=(
            "In the number game 3-5-11 the player to move wins {odd} of the random games from large odd heaps, and"
            " {even} from large even ones."
        ),
        command="tafelwerk montecarlo limits --moves 3,5,11 --overshoot loses",
        story=(
            "After a hundred random moves one might think that nobody can tell any more who was lucky. The figure"
            " shows the chance to win at random play for heaps up to 200. The dots form two bands, one for odd heaps"
            " and one for even ones, and large heaps leave a gap between them for good.",
            "All three numbers that may be taken are odd. So each move turns an odd heap into an even one and back,"
            " and whether a player faces odd or even heaps is settled by the first. Near the end that decides who"
            " must take too much, which loses here. With numbers of both kinds, such as 1 and 2, the memory fades,"
            " and both limits are 1/2.",
            "The two limits are exact. They are about random play only: with good play it counts whether the heap"
            " leaves 0, 1 or 2 when divided by 8.",
        ),
        figure="3-5-11-4",
        rows={"moves": "3,5,11"},
    ),
)


_AGENTS = {
    "10 playouts per move": "mc:10",
    "50 playouts per move": "mc:50",
    "1,000 playouts per move": "mc:1000",
    "endless playouts": "mc:inf",
    "perfect play": "perfect",
    "random play": "random",
}

_WATCHED = {
    "10 playouts against 20": ("mc:10", "mc:20"),
    "100 playouts against 200": ("mc:100", "mc:200"),
    "1,000 playouts against 2,000": ("mc:1000", "mc:2000"),
    "endless playouts against perfect play": ("mc:inf", "perfect"),
    "endless playouts against random play": ("mc:inf", "random"),
}


def _starts(title: str, heading: str, others: Mapping[str, Mapping[str, str]]) -> Starts:
    """The starts of a game; `others`: fields of its relatives, by what they are."""
    return Starts(
        title,
        (
            Start("You begin, against 200 playouts per move", {"as": "first", "against": "mc:200"}),
            Start("200 playouts per move begin, you answer", {"as": "second", "against": "mc:200"}),
            Start("Watch 200 playouts against 400", {"watch": "1", "against": "mc:200"}),
        ),
        (
            ("You begin, against", [Start(text, {"as": "first", "against": agent}) for text, agent in _AGENTS.items()]),
            (
                "Watch",
                [
                    Start(text, {"watch": "1", "against": one, "rival": other})
                    for text, (one, other) in _WATCHED.items()
                ],
            ),
            (heading, [Start(text, fields) for text, fields in others.items()]),
        ),
    )


STARTS = {
    "dsc": _starts(
        "The crash race",
        "Other races",
        {
            "a lane of 7": {"game": "dsc 7"},
            "a lane of 12": {"game": "dsc 12"},
            "a lane of 25": {"game": "dsc 25"},
            "a lane each, so that nobody crashes": {"game": "dsr 10"},
            "two runners each, five steps": {"game": "esr 5 2 1"},
            "three runners each, two must come home": {"game": "esr 3 3 2"},
        },
    ),
    "subtraction": _starts(
        "Subtraction games",
        "Other rules",
        {
            "take 1 or 2 of 14": {"game": "subtraction 14"},
            "take 1, 2 or 3 of 21": {"game": "subtraction 21", "moves": "1,2,3"},
            "take 2 or 3 of 20": {"game": "subtraction 20", "moves": "2,3"},
            "take 3, 5 or 11 of 40, and lose if that is too much": {
                "game": "subtraction 40",
                "moves": "3,5,11",
                "overshoot": "loses",
            },
        },
    ),
}
"""By the game's name in play."""

SIMULATED_GAMES = {6: 1000, 7: 300, 8: 100, 9: 30, 10: 10}
"""Games per heap, by the number of the figure of 3-5-11."""

FIGURES = (
    Figure("montecarlo-2.1", "ESR(n,m,s): the board", "montecarlo.races.single_step_board", has_rows=False),
    Figure(
        "montecarlo-2.2",
        "ESR(5,6,1) to k = 50, with the scatter of a simulation",
        "montecarlo.races.simulation_scatter",
    ),
    Figure(
        "montecarlo-2.3", "ESR(5,6,1) to k = 50: moving first, second, and the mean", "montecarlo.races.exact_to_fifty"
    ),
    Figure(
        "montecarlo-2.4",
        "ESR(5,6,1): table of chances to ten places, beside simulated games",
        "montecarlo.races.table_of_chances",
    ),
    Figure("montecarlo-2.5", "ESR(5,6,1) to k = 1000", "montecarlo.races.to_a_thousand"),
    Figure("montecarlo-2.6", "ESR(5,6,2) to k = 1000", "montecarlo.races.two_pieces_home"),
    Figure("montecarlo-2.7", "ESR(n,m,s): n, m, s varied around ESR(5,6,2)", "montecarlo.races.race_variations"),
    Figure(
        "montecarlo-2.8", "DSC(n): the board after a first move", "montecarlo.races.crash_race_board", has_rows=False
    ),
    Figure("montecarlo-2.9", "DSC(10): random and perfect play in every position", "montecarlo.races.positions"),
    Figure("montecarlo-2.10", "DSC(n), n = 3 to 12", "montecarlo.races.short_lanes"),
    Figure("montecarlo-2.11", "DSC(n), n = 3 to 40", "montecarlo.races.all_lanes"),
    Figure("montecarlo-2.12", "DSC(40) to k = 10^9", "montecarlo.races.long_lane"),
    Figure("montecarlo-2.13", "DSC(n) with two or more basins", "montecarlo.races.many_basins"),
    Figure(
        "montecarlo-2.14",
        "Two-move games: winning moves, periods, first blunders",
        "montecarlo.subtraction.winning_moves",
    ),
    Figure("montecarlo-2.15", "Two-move games, heaps 3 to 50", "montecarlo.subtraction.heap_panels"),
    Figure("montecarlo-2.16", "Two-move games: limit graphs of large heaps", "montecarlo.subtraction.limit_graphs"),
    Figure("montecarlo-3.1", "S(1,2): random play as a damped wave", "montecarlo.subtraction.damped_wave"),
    Figure("montecarlo-3.2", "S(1,2): bad moves under static bias", "montecarlo.subtraction.static_bias"),
    Figure(
        "montecarlo-3.3",
        "S(1,2): bad moves under static bias, by heap mod 3",
        "montecarlo.subtraction.static_bias_apart",
    ),
    Figure("montecarlo-3.4", "S(1,2): bad moves under informed bias", "montecarlo.subtraction.informed_bias"),
    Figure("montecarlo-3.5", "S(4,7): bad moves under static bias", "montecarlo.subtraction.four_or_seven"),
    Figure("3-5-11-3", "3-5-11: chances of small heaps as fractions", "montecarlo.subtraction.first_chances"),
    Figure("3-5-11-4", "3-5-11: random play and its limits", "montecarlo.subtraction.random_play"),
    Figure("3-5-11-5", "3-5-11: random play, heaps won and lost", "montecarlo.subtraction.random_play_won"),
    *(
        Figure(
            f"3-5-11-{number}",
            f"3-5-11: random play, simulated with {games:,} games per heap",
            "montecarlo.subtraction.simulated_shares",
            (games,),
        )
        for number, games in SIMULATED_GAMES.items()
    ),
    Figure("3-5-11-11", "3-5-11: careful against random, exact", "montecarlo.subtraction.careful_first"),
    Figure("3-5-11-12", "3-5-11: random against half-perfect, exact", "montecarlo.subtraction.half_perfect_second"),
)
