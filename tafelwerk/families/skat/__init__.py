"""Skat: best play with all cards open; bidding, discarding and play with hidden cards.

Nothing else of the package is imported with it: help pages and completion read these names alone.

Questions:    open_cards, trick_starts, bidding, card_choice, games, hands, random_deals, puzzle, replays, score;
              all in `questions`
Answers:      answers, surveys (many deals), and beside their questions in replays and score
Parameters:   parameters (of questions), log_files (files of deals, logs and results)
The book:     stored_games (positions, rounds and games in it, and a judge that reads them)
Looks:        board (cards, hands and rounds as words, in a terminal and as pictures), figures, pictures (the sheet, too)
In play:      table (whose turn it is, what can be typed), play (the session, its programs and hints)
Commands:     match_command, replay_command, play_command, bench; language for --lang
Builds:       builds, commands, tasks; rows in deal_rows and round_rows; classifiers of hands with the shipped weights
Logs:         rules.round_log (our own format); log_formats for xskat and the International Skat Server

Names of the sources, and names here:

| source | here | meaning |
|---|---|---|
| Spitzen | matadors | trumps from the jack of clubs down, with (positive) or without (negative) |
| Reizwert | bid | a value that a game can have |
| sichere Stiche, ss | sure tricks, `sure` | points that the side on lead wins whatever the others hold |
| mws | steps `mws...` of `rules.limits.LADDER` | minimal window search: who wins |
| MTD(f) | steps `mtd...` | search by minimal windows for the points |
| tt, equiv, mo | endings of these steps | transposition table, equivalent cards, move ordering |
| PIMC, K | `pimc:K`, worlds | perfect information Monte Carlo: K deals of the hidden cards per card, solved with open cards |
| Seeger-Fabian | tournament points | +50 and -50 for a game won and lost, and points for the others |
"""

from collections.abc import Iterable
from typing import Any

HELP = "Skat: best play with all cards open; bidding, discarding and play with hidden cards."

FIRST = ("tafelwerk skat games", "tafelwerk skat games kupferschmid-6", "tafelwerk skat deals --deals 3")
"""What to ask the book first."""

APP = "language"
"""Module of the app, whose commands take --lang."""

COMMANDS = {
    "bench": ("bench", ""),
    "bid": ("bidding", "How high should I bid?"),
    "discard": ("bidding", "What should I discard and announce?"),
    "card": ("card_choice", "Which card should I play?"),
    "contracts": ("hands", "How many games are won with hidden cards?"),
    "deals": ("random_deals", "Random deals"),
    "solve": ("open_cards", "Who wins with all cards open?"),
    "sure": ("open_cards", "How many points are certain?"),
    "explain": ("open_cards", "How does best play go?"),
    "games": ("games", "What did each card cost?"),
    "hands": ("hands", "Which hands win?"),
    "match": ("match_command", ""),
    "models": ("hands", "How well do the models judge hands?"),
    "null": ("hands", "Can this Null be beaten?"),
    "play": ("play_command", ""),
    "points": ("random_deals", "How many points does a random hand make?"),
    "position": ("trick_starts", "What is the start of a trick worth?"),
    "puzzle": ("puzzle", "A puzzle: which card wins?"),
    "replay": ("replay_command", ""),
    "score": ("score", "What is a finished game worth?"),
    "shares": ("random_deals", "Which games do random hands win?"),
}
"""Commands: the module of the question or the function, and what a command answers, in a person's words."""

PURPOSES = {
    "At the table": ("play", "bid", "discard", "card", "score"),
    "All cards open": ("solve", "explain", "sure", "position", "puzzle"),
    "Rounds that were played": ("replay", "games", "match"),
    "Statistics": ("shares", "points", "hands", "contracts", "null", "models"),
    "Deals and methods": ("deals", "bench"),
}
"""What commands are for, in the order of help."""

PLAY = (("skat", "skat play", "Bid, declare and play rounds of Skat against two programs."),)
"""Games in play: name, command and what the player does."""

ROW_BYTES = {"": 262.0, "positions": 5.0}
"""Bytes per row of the standard book's file, for estimates, and of a table with far more rows than the others."""


def _games(ctx: Any) -> Iterable[str]:
    from tafelwerk.families.skat.rules.cards import Game

    return _terms(ctx, [game.value for game in Game])


def _seats(ctx: Any) -> Iterable[str]:
    return _terms(ctx, ("forehand", "middlehand", "rearhand"))


def _terms(ctx: Any, words: Iterable[str]) -> Iterable[str]:
    """English terms in the language of the command line, with initial capitals in German."""
    from tafelwerk.commands.common import LANGUAGE, language_in
    from tafelwerk.families.skat.rules.cards import titled
    from tafelwerk.language import Language, speaking

    if (ctx.meta.get(LANGUAGE) or language_in(ctx.find_root().args)) is not Language.GERMAN:
        return words
    with speaking(Language.GERMAN):
        return [*map(titled, words)]


def _agents(ctx: Any) -> Iterable[str]:
    from tafelwerk.families.skat.rules.limits import AGENTS

    return AGENTS


def _players(ctx: Any) -> Iterable[str]:
    """Agents behind the commas of a list of players."""
    before, comma, _ = str(ctx.obj).rpartition(",")
    return [before + comma + agent for agent in _agents(ctx)]


def _stored_games(ctx: Any) -> Iterable[str]:
    if ctx.info_name != "games":  # other names are those of a file
        return ()
    from tafelwerk.commands.completion import book_of
    from tafelwerk.tables.names import cached_names, played_games

    with book_of(ctx) as book:
        return cached_names(played_games, book, "skat")


COMPLETIONS = {
    "--game": _games,
    "--declarer": _seats,
    "--seat": _seats,
    "AGENT[,AGENT]": _players,
    "A,B,C": _players,
    "AGENT": _agents,
    "NAME": _stored_games,
}
"""Values that a shell completes: words, or what finds them, by the option or by what stands for them in help."""

OPTION_SYNONYMS = {
    "--alleinspieler": "--declarer",
    "--angesagt": "--announce",
    "--ansage": "--announce",
    "--ausspiel": "--leader",
    "--augen": "--points",
    "--blatt": "--hand",
    "--cards": "--hand",
    "--gereizt": "--bid",
    "--gewonnen": "--result=won",
    "--hand": "--cards",
    "--karten": "--cards",
    "--liste": "--list",
    "--lost": "--result=lost",
    "--lösung": "--solution",
    "--mit": "--matadors",
    "--ohne": "--matadors=without {}",
    "--platz": "--seat",
    "--schneider-angesagt": "--announce=schneider",
    "--schneider-announced": "--announce=schneider",
    "--schwarz-angesagt": "--announce=schwarz",
    "--schwarz-announced": "--announce=schwarz",
    "--schwierigkeit": "--difficulty",
    "--spiel": "--game",
    "--spieler": "--players",
    "--spitzen": "--matadors",
    "--startwert": "--seed",
    "--stiche": "--tricks",
    "--tisch": "--table",
    "--verloren": "--result=lost",
    "--verteilung": "--deal",
    "--with": "--matadors",
    "--without": "--matadors=without {}",
    "--won": "--result=won",
    **dict.fromkeys(
        ("clubs", "spades", "hearts", "diamonds", "grand", "null", "kreuz", "pik", "herz", "karo"), "--game"
    ),
}
"""What players write for options, of commands that have none of that name: another name, an option for its value (`{}` is what
follows), and values of an option that lacks before them, which a refusal names. Shown nowhere."""

COMMAND_SYNONYMS = {
    "abrechnen": "score",
    "abrechnung": "score",
    "ausspielen": "card",
    "drücken": "discard",
    "druecken": "discard",
    "geben": "deals",
    "lösen": "solve",
    "loesen": "solve",
    "nachspielen": "replay",
    "reizen": "bid",
    "punkte": "score",
    "rätsel": "puzzle",
    "raetsel": "puzzle",
    "spielen": "play",
    "wertung": "score",
}
"""Names that players have for commands; shown nowhere."""
