"""Printed numbers of Skat: Kupferschmid's thesis."""

from collections.abc import Iterator

from tafelwerk.tables.published.number import Number, Source, numbers

TOTALS = (50, 87, 52, 95, 70, 61, 59, 101, 95)
"""Appendix: the declarer's points in the nine games, in their order."""

NINE_CARDS = "C7 C8 CQ CK CA D7 DT DA SA | HJ D8 D9 DQ S9 H7 H8 H9 HQ | DJ C9 HA S7 S8 SQ SK ST DK"
"""Chapter 4, second example: clubs, the declarer is forehand."""

NODES = {
    ("section 5.2", "ab_tt"): "84912121",
    ("section 7.3", "mws_tt"): "2491071",
    ("section 7.3", "mws_equiv"): "1090127",
    ("summary", "mws_ss"): "500000",
    ("summary", "mws_mo"): "150000",
}
"""Mean number of positions per random deal, by place and step of the ladder."""

_OTHER_DEALS = (
    "a mean over other random deals and far fewer of them, of a quantity that varies by a factor of a thousand; "
    "positions with cards on the table are counted in the same way"
)

_LOST_BOUNDS = (
    "not chance: over 40 random deals our mean is 25.4 +- 4.7 million, 12 standard errors below the printed one; the source's "
    "table holds one bound of a position and loses it when the other is stored, ours holds both: a likely cause, not tested"
)


def published() -> Iterator[Number]:
    """The numbers, in the order of the source."""
    source = Source.SKAT
    question = f"skat.solve({NINE_CARDS!r}, 'clubs', 'forehand')"
    yield Number(source, "chapter 4, second example, declarer's points", "78", f"{question}.points")
    yield from numbers(
        source,
        "chapter 4, second example, points after {0}",
        f"{question}.cards['{{0}}']",
        dict.fromkeys(("SA", "C7", "C8"), "78"),
    )
    yield Number(
        source,
        "section 9.4, mean of the value less the sure points",
        "8.67",
        "SELECT avg(abs(points::INTEGER - sure)) FROM skat.results JOIN skat.deals USING (deal)"
        " WHERE cards_each = 10 AND game <> 'null' AND sure IS NOT NULL",
        "not the same quantity, it seems: ours is a mean over deals, 9.7 if the declarer leads, 33 to 34 if not; over 5000 "
        "starts of tricks from each of the nine printed games it is 9.6 +- 1.1; the source says that the leader was random, but "
        "not what it counts if a defender leads",
    )
    yield Number(
        source,
        "section 11.2, mean positions per deal of Null",
        "20993",
        "SELECT round(avg(nodes))::BIGINT FROM skat.statistics JOIN skat.deals USING (deal)"
        " WHERE cards_each = 10 AND step = 'null_mo'",
        _OTHER_DEALS,
    )
    yield Number(
        source,
        "section 12.1, deals that agree with what the declarer knows at first",
        "184756",
        "skat.card('CJ SJ CA CT CK DA DT HA H7 S7', 'clubs', 'forehand', 'forehand', skat='D7 D8', worlds=2).worlds",
    )
    yield from numbers(
        source,
        "{0}, mean positions per deal, {1}",
        "SELECT round(avg(nodes))::BIGINT FROM skat.statistics JOIN skat.deals USING (deal)"
        " WHERE cards_each = 10 AND step = '{1}'",
        NODES,
        dict.fromkeys(NODES, _OTHER_DEALS) | {("section 5.2", "ab_tt"): _LOST_BOUNDS},
    )
    yield from numbers(
        source,
        "appendix, game {0}, declarer's points",
        "SELECT points FROM skat.games WHERE name = 'kupferschmid-{0}'",
        {number: str(points) for number, points in enumerate(TOTALS, 1)},
    )
