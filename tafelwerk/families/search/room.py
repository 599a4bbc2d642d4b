"""Search models in the museum: what a visitor reads of them, what was found, and figures."""

from tafelwerk.museum import Finding, Room
from tafelwerk.plots.figure import Figure

ROOMS = (
    Room(
        family="search",
        name="search",
        title="Search models",
        about="One of many things is meant; find out which with as few questions as you can.",
        rules=(
            "One of m things is hidden, each with the same chance. A question sorts the things that are left into"
            " groups, and the answer names the group of the hidden one. The search ends when one thing is left, and"
            " it costs the number of questions. In free search a question may sort as it likes, into at most a"
            " groups. In the root model questions are weak: all groups but one are small, and together they cost at"
            " most the square root of the number of things left, where a group of q things costs q + 1. Mastermind"
            " and Beams are such searches, too, with questions that the rules allow.",
        ),
        picture="tafelwerk plot search-4.4",
        shows=(
            "Free search with ten answers to a question: the best search, even groups, and the logarithm, below"
            " which no search can be."
        ),
        example=(
            "There are 20 things, and each question has 3 answers. The best first question makes two groups of 7 and"
            " one of 6; then 2.85 questions are needed on average. Whoever makes the groups as even as possible all"
            " the way takes 3. No search can take fewer than 2.72683, the logarithm of 20 to base 3.",
        ),
        asks=(
            ("tafelwerk search free 20 3", "How many questions does it take?"),
            ("tafelwerk search explain free 20 3", "Which question comes first, and why?"),
            ("tafelwerk search free 1000000 2", "How many yes-or-no questions for a million things?"),
            ("tafelwerk search root 1000", "What if questions are weak?"),
            ("tafelwerk search root 1000 --strategy h1", "Should I ask what tells me most?"),
            ("tafelwerk search explain root 1000", "Which weak question comes first, and why?"),
        ),
        figures=("search-4.1", "search-root-beyond", "search-root-limit"),
        also=("free search", "root model", "twenty questions", "questions"),
    ),
)

FINDINGS = (
    Finding(
        room="search",
        name="even-groups",
        title="Even groups can cost a quarter more",
        question="Should a question divide what is left as evenly as possible?",
        query=(
            "SELECT codes, total / codes AS best, even / codes AS evenly, 100 * (even::DOUBLE / total - 1) AS more"
            " FROM search.free_totals WHERE width = 10 AND codes > 1 ORDER BY more DESC LIMIT 1"
        ),
        sentence=(
            "With ten answers to a question, {codes} things take {best:.2f} questions on average; whoever always"
            " divides evenly takes {evenly:.2f}, {more:.1f} % more."
        ),
        command="tafelwerk search explain free 19 10",
        story=(
            "To divide into equal groups seems to be the best that a question can do, and every entropy recommends"
            " it. The figure compares it with the best search, for ten answers to a question and up to a thousand"
            " things; the straight line is the logarithm, below which nothing can be.",
            "All three meet at 10, 100 and 1,000. In between the even search is worse. Take 19 things: in even"
            " groups nine of them have two members and one has one, so almost all things need a second question. The"
            " best search puts nine things into groups of their own, which needs no second question, and the other"
            " ten into one group, which needs one.",
            "It is the same idea as in a code of unequal lengths: whole answers should be used up before another"
            " question is begun. For two answers, yes or no, there is no difference: then even groups are always"
            " best.",
        ),
        figure="search-4.4",
        rows={"width": 10},
    ),
    Finding(
        room="search",
        name="weak-questions",
        title="With weak questions Shannon is the wrong guide",
        question="Which measure should one follow if no question tells much?",
        query=(
            "SELECT o.size AS codes, o.total / o.size AS best, 100 * (h.total::DOUBLE / o.total - 1) AS shannon, 100"
            " * (r.total::DOUBLE / o.total - 1) AS other FROM search.root_totals o JOIN search.root_totals h USING"
            " (size) JOIN search.root_totals r USING (size) WHERE o.size = 1000 AND o.strategy = 'optimal' AND"
            " h.strategy = 'h1' AND r.strategy = 'h1.5' AND h.total > r.total"
        ),
        sentence=(
            "In the root model {codes:,} things take {best:.2f} questions; Shannon's entropy takes {shannon:.1f} %"
            " more, the entropy of order 3/2 only {other:.1f} %."
        ),
        command="tafelwerk search explain root 1000",
        story=(
            "In the root model a question only splits off a few of the things left, as in a game where most answers"
            " are no. The figure shows what three measures cost up to 10,000 things, as a multiple of the best"
            " search.",
            "Shannon's entropy falls behind more and more: 6.4 % at 10,000 things. The entropy of order 3/2 comes"
            " ever closer to the best. The difference is in the small groups: Shannon's measure likes many tiny ones,"
            " each of which tells much but seldom; the higher order likes two larger ones, as the best search does.",
            "Both are the same formula with another exponent, and which exponent is good depends on the game. In"
            " free search every order between 0 and infinity asks the same. That the order 3/2 stays good for ever is"
            " not proved here; the other figures go on to a million things.",
        ),
        figure="search-4.16",
        rows={"size": 1000},
    ),
)

FIGURES = (
    Figure("search-4.1", "Free search: perfect play relative to log_a(m)", "search.over_logarithm"),
    Figure("search-4.3", "Free search: even splits relative to perfect play", "search.even_over_perfect"),
    Figure("search-4.4", "Free search, ten answers: even, perfect, logarithm", "search.width_ten"),
    Figure("search-4.16", "Root model: H_1, H_3/2, H_2 relative to perfect play", "search.root_strategies"),
    Figure("search-root-beyond", "Root model: the same to a million codes", "search.root_beyond"),
    Figure(
        "search-root-limit",
        "Root model: mean / square root of the size, to a million codes",
        "search.root_limit",
    ),
)
