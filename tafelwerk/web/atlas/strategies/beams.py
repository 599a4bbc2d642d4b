"""Trees of the strategies of Beams: the beam after every answer, down to what fits a page."""

from collections.abc import Iterator

from tafelwerk.book import Book
from tafelwerk.web.atlas.strategies.page import Node, Page, file_name, levels
from tafelwerk.wording import counted

MOST_TREES, MOST_NODES = 24, 2000
"""Trees with a page, and nodes of each."""

FAMILY = "beams"


def pages(book: Book) -> Iterator[Page]:
    """A page per stored tree."""
    trees = book.rows(
        FAMILY,
        "SELECT variant::VARCHAR, strategy, tie::VARCHAR, codes, cost FROM beams.nodes WHERE history = ''"
        " ORDER BY nodes.variant, strategy != 'optimal', strategy, nodes.tie",
    )
    for variant, strategy, tie, codes, cost in trees[:MOST_TREES]:
        root, depth, deepest = _tree(book, variant, strategy, tie)
        named = strategy if tie == "none" else f"{strategy}, ties {tie}"
        mean = f"{cost} / {codes:,} = {cost / codes:.4f} beams and wrong fields on average. " if cost else ""
        cut = f" The tree is shown down to {counted(depth, 'answer')} of {deepest}." if depth < deepest else ""
        options = f" --tie {tie}" if tie not in ("none", "lex-c") else ""
        yield Page(
            file_name(FAMILY, variant, strategy, tie if tie != "none" else ""),
            FAMILY,
            f"Beams {variant}: {named}",
            f"{mean}Beams are colour@diagonal; an answer lists the fields hit, - for none. Send the beam, then open its answer."
            f" An answer that is not listed leaves one code.{cut}",
            "tree_file.html",
            {"tree": root},
            (f"tafelwerk beams next --variant {variant} --strategy {strategy}{options}",),
            {"variant": variant, "strategy": strategy, "tie": tie},
        )


def _tree(book: Book, variant: str, strategy: str, tie: str) -> tuple[Node, int, int]:
    """A tree, the number of answers down to which it is shown, and the greatest number stored."""
    of, known = "FROM beams.nodes WHERE variant = ? AND strategy = ? AND tie = ?", (variant, strategy, tie)
    counts = book.rows(FAMILY, f"SELECT depth, count(*) {of} GROUP BY depth ORDER BY depth", *known)
    depth = levels(counts, MOST_NODES)
    rows = book.rows(
        FAMILY,
        f"SELECT history, colour, diagonal, codes, cost {of} AND depth <= ? ORDER BY depth, history",
        *known,
        depth,
    )
    nodes: dict[str, Node] = {}
    for history, colour, diagonal, codes, cost in rows:
        before, _, last = history.rpartition("; ")
        told = counted(codes, "code") + ("" if cost is None else f", mean cost {cost / codes:.4g}")
        nodes[history] = Node(last.partition(" ")[2], f"{colour}@{diagonal}" if colour else "guess", told)
        if history:
            nodes[before].below.append(nodes[history])
    return nodes[""], depth, counts[-1][0]
