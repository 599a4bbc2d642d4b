"""Printed numbers of the switching game: the dissertation's chapter 5."""

from collections.abc import Iterator

from tafelwerk.tables.published import Number, Source


def printed_numbers() -> Iterator[Number]:
    """The numbers, in the order of the source."""
    source = Source.DISSERTATION
    position = "switching.move(3, 'A5 C5 C3 A1')"
    yield from source.numbers(
        "figure 5.5, order 3 after A5 C5 C3 A1, potential difference of {0}",
        f"{position}.values['{{0}}']",
        {"A3": "21/42", "B4": "21/42", "E3": "20/42"},
    )
    yield from source.numbers(
        "section 5.3.2, Shannon against Shannon, order {0}, Cut's chance",
        "SELECT cut FROM switching.rates WHERE m = {0}",
        dict.fromkeys(range(2, 9), "1"),
    )
    yield source.number(
        "section 5.3.2, Shannon against Shannon, order 9, losing openings",
        "E9 P9",
        "SELECT string_agg(name, ' ' ORDER BY edge) FROM switching.openings WHERE m = 9 AND rate = 0",
    )
    yield source.number(
        "section 5.3.2, Shannon against Shannon, order 9, Cut's chance",
        "79/81",
        "SELECT (sum(rate))::INTEGER, count(*) FROM switching.openings WHERE m = 9",
    )
    yield source.number(
        "section 5.4.1, order 4, the heuristic against MC(128), Short's chance",
        "0.015",
        "switching.duel(4, 'heuristic', 'mc:128', 2000, 1).short",
        "the agent there wins less throughout and is best with fewer playouts; how it differs is not stated",
    )
    yield source.number(
        "section 5.4.1, order 4, the heuristic against MC(K), Short's chance as K grows",
        "0",
        "SELECT chance FROM switching.pairings WHERE m = 4 AND cut = 'heuristic' AND short = 'mc:inf'",
    )
    yield source.number(
        "section 5.4.3, order 4, Cut at temperature 0.01, Short's chance at the best",
        "0.05",
        "SELECT max(chance) FROM switching.pairings WHERE m = 4 AND cut = 'temperature:0.01' AND short LIKE 'temperature:%'",
        "printed as about 5 %, the best of a map of 1000 games per point; sampled here, too",
    )
