"""Search models in the museum: what a visitor reads of them, and what was found."""

from tafelwerk.museum import Finding, Room

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
        figures=("search-4.4", "search-4.16", "search-root-limit"),
        also=("free search", "root model", "twenty questions", "questions"),
    ),
)

FINDINGS: tuple[Finding, ...] = ()
