"""Questions about games of Skat put to the program, small games to ask about, and English words in what is said in German."""

import re
from pathlib import Path
from random import Random
from typing import Any

from naive import skat as naive
from program import answered, call

from tafelwerk.families.skat.rules.cards import NAMES, Game, Seat, bits, card_text
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import Position, legal, play, start


def words_for(deal: str, game: str, declarer: str, *more: object) -> list[str]:
    """The options that name a game."""
    return ["--deal", deal, "--game", game, "--declarer", declarer, *map(str, more)]


def asked_as(deal: Deal, game: Game, declarer: Seat, played: list[int]) -> list[str]:
    """The options that name a position of a game."""
    return words_for(deal.text(), game.value, declarer.word, "--history", " ".join(map(card_text, played)))


def ask(command: str, *words: object, book: Path | None = None, stdin: str | None = None) -> Any:
    """What a program is answered; without a book of one that is empty."""
    return answered("skat", command, *words, book=book, stdin=stdin)


def read(command: str, *words: object, book: Path | None = None) -> str:
    """What a person is answered."""
    done = call("skat", command, *map(str, words), *(() if book is None else ("--book", book)))
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


def random_game(seed: int, cards_each: int, game: Game | None = None) -> tuple[Deal, Game, Seat, list[int]]:
    """A small deal of few suits, with a Skat where the seed is odd, and some cards of it played at random."""
    random = Random(seed)
    suits = random.sample("CSHD", 2) if cards_each < 6 else list("CSHD")
    pack = random.sample([card for card in range(32) if NAMES[card][0] in suits], 3 * cards_each)
    hands = [sum(1 << card for card in pack[seat::3]) for seat in range(3)]
    skat = sum(1 << card for card in random.sample(sorted(set(range(32)) - set(pack)), 2)) if seed % 2 else 0
    deal = Deal((hands[0], hands[1], hands[2]), skat)
    game, declarer = game or random.choice(list(Game)), Seat(random.randrange(3))
    position, played = start(deal, game, declarer), []
    for _ in range(random.randrange(3 * cards_each)):
        played.append(random.choice(bits(legal(position))))
        position = play(position, played[-1])
    return deal, game, declarer, played


def worth(position: Position) -> int:
    """The outcome by plain minimax: points at the end, in Null 1 if won."""
    if position.game is Game.NULL:
        return int(not position.declarer_tricks and naive.value(position))
    return position.declarer_points + naive.value(position)


ENGLISH = re.compile(
    r"\b(the|of|and|is|or|to|with|for|by|you|your|not|points?|won|lost|cards?|plays?|tricks?|forehand|middlehand|rearhand"
    r"|declarer|defenders?|clubs|spades|hearts|diamonds|has|rounds?|deals?|missing|unknown|try|invalid|table|costs?|leads?|best|chances?"
    r"|must|be|needs?|cannot|nothing|there)\b"
)


def spoken(line: str) -> str:
    """A line without what is the same in every language: commands, options, names of rounds and models, what was typed."""
    same = r"Weiter mit: .*|tafelwerk .*|--\w+|match-\S+|xskat\S*|\b(open|thesis|hidden|random)\b|'[^']*'"
    return re.sub(same, "", line)


def english_words(said: str, *, typed: str = "") -> list[str]:
    """English words in what is said in German, but for those that were typed."""
    return [word for word in ENGLISH.findall(spoken(said)) if not re.search(rf"\b{word}\b", typed)]
