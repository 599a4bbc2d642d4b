"""German help of the Skat commands, by names of commands and options; the English text is at their definitions.

Anything missing here is shown in English.
"""

import re
from collections.abc import Callable

from tafelwerk.commands.help_page import PageWords
from tafelwerk.errors import MissingTableError, UncomputedError
from tafelwerk.rules.skat.words import TERMS

COMMANDS = {
    "skat": "Skat: bestes Spiel mit offenen Karten; Reizen, Drücken und Spielen mit verdeckten Karten.",
    "solve": """Augen des Alleinspielers bei bestem Spiel aller und offenen Karten, auch nach jeder einzelnen Karte; bei Null,
    ob er gewinnt.

    Die Augen enthalten den Skat und die schon gemachten Stiche; mit 61 ist das Spiel gewonnen.

    Beispiel: tafelwerk skat solve --deal "♣B ♣A | ♠B ♣10 | ♥B ♣7 | ♥10 ♥A" --game Kreuz --declarer Vorhand

    Beispiel: tafelwerk skat solve --deal - --game Null --declarer Hinterhand --question win
    """,
    "sure": """Augen, die der Partei am Ausspiel zu Beginn eines Stichs ohne Suche sicher sind.

    Sie spielt von oben, und die andere Partei gibt so wenig Augen zu wie möglich.

    Beispiel: tafelwerk skat sure --deal "♣B ♣A | ♠B ♣10 | ♥B ♣7 | ♥10 ♥A" --game Kreuz --declarer Vorhand
    """,
    "explain": """Der Spielverlauf bei bestem Spiel, Stich für Stich; zu jeder Karte in --played, was sie gekostet hat und welche
    besser war.

    Von mehreren besten Karten wird die höchste gespielt.

    Beispiel: tafelwerk skat explain --deal "♣B ♣A | ♠B ♣10 | ♥B ♣7 | ♥10 ♥A" --game Kreuz --declarer Vorhand

    Beispiel: tafelwerk skat explain --deal "♣B ♣A | ♠B ♣10 | ♥B ♣7" --game Kreuz --declarer Vorhand --played "♣A ♣10 ♥B"

    Beispiel: tafelwerk skat explain --deal "♣B ♣A | ♠B ♣10 | ♥B ♣7 | ♥10 ♥A" --game Kreuz --declarer Vorhand -o spiel.svg
    """,
    "card": """Welche Karte jetzt zu spielen ist, wenn die anderen Blätter verdeckt sind: diejenige, die in den meisten möglichen
    Verteilungen gewinnt.

    In jeder dieser Verteilungen liegen von da an alle Karten offen, und alle spielen bestmöglich. Die Anteile sind darum keine
    Gewinnchancen am Tisch, wo niemand die anderen Blätter sieht.

    Beispiel: tafelwerk skat card --hand "♣B ♠B ♣A ♣10 ♣K ♦A ♦10 ♥A ♥7 ♠7" --game Kreuz --declarer Vorhand --seat Vorhand

    Beispiel: tafelwerk skat card --hand "♥B ♣A ♣8 ♠A ♠9 ♥A ♥10 ♥8 ♦9 ♦7" --game Grand --declarer Hinterhand --seat Vorhand
    """,
    "bid": """Wie hoch mit zehn Karten zu reizen ist, und die Gewinnchance jedes Spiels gegen Spieler, die nur ihre eigenen Karten
    sehen.

    Die Chancen stammen aus Merkmalen des Blatts, deren Gewichte an gelöste und gespielte Spiele angepasst sind; dabei wird jeder
    Skat und jede Möglichkeit zu drücken geprüft. Das höchste Gebot ist das letzte, das im Mittel genug Turnierpunkte bringt. Das
    beste von vielen sieht besser aus, als es ist: Das anzusagende Spiel wird darum auch in zufälligen Verteilungen mit offenen
    Karten geprüft.

    Beispiel: tafelwerk skat bid --hand "♣B ♠B ♣A ♣10 ♣9 ♣8 ♦A ♦10 ♥A ♥7"

    Beispiel: tafelwerk skat bid --hand "♥B ♠A ♠10 ♠K ♠9 ♠8 ♣A ♣7 ♦9 ♦8" --position Hinterhand
    """,
    "discard": """Welche zwei von zwölf Karten zu drücken sind und was anzusagen ist, nach den erwarteten Turnierpunkten.

    Alle 66 Möglichkeiten zu drücken werden für jedes Spiel nach Merkmalen des Blatts bewertet; die besten werden dann in
    gezogenen Verteilungen mit offenen Karten gelöst. Beides zusammen ergibt die Chance gegen Spieler, die nur ihre eigenen
    Karten sehen.

    Beispiel: tafelwerk skat discard --cards "♣B ♠B ♣A ♣10 ♣K ♦A ♦10 ♥A ♥7 ♠7 ♠8 ♦9"

    Beispiel: tafelwerk skat discard --cards "♥B ♦B ♣A ♣K ♣9 ♣8 ♣7 ♠A ♠10 ♥9 | ♦8 ♦7" --position Hinterhand --bid 30
    """,
    "puzzle": """Ein Rätsel: eine Stellung mit offenen Karten, in der genau eine Karte für die Partei am Zug gewinnt. Welche
    ist es?

    Der Alleinspieler gewinnt mit 61 Augen, bei Null ohne Stich; nach jeder Karte wird das beste Spiel aller gesucht. Die
    Schwierigkeit ist die Zahl der erlaubten Karten, die nicht gewinnen: 2 ist easy (leicht), 3 und 4 medium (mittel), ab 5 hard
    (schwer).

    Beispiel: tafelwerk skat puzzle --seed 1

    Beispiel: tafelwerk skat puzzle --cards 7 --game Grand --difficulty hard --seed 1 --solution

    Beispiel: tafelwerk skat puzzle --seed 1 --count 6 --solution -o puzzles.pdf
    """,
    "play": """Skat gegen zwei Programme, die nicht mehr sehen als du: Reizen, Skat, Spiel, Abrechnung.

    Beispiel: tafelwerk skat play

    Beispiel: tafelwerk skat play --seat Vorhand --rounds 3 --seed 7

    Beispiel: tafelwerk skat play --game Grand --opponents pimc:30,random
    """,
    "match": """Drei Programme spielen mit verdeckten Karten gegeneinander, vom Reizen bis zur Abrechnung.

    Jede Verteilung wird dreimal gespielt, und die Programme rücken jedes Mal um einen Platz weiter, sodass jedes Programm jedes
    Blatt einmal bekommt. Derselbe Startwert gibt dieselben Runden, wie viele Prozesse auch rechnen. Nach Strg-C bleiben die
    gespielten Runden im Protokoll, und derselbe Befehl macht dort weiter.

    Beispiel: tafelwerk skat match --deals 4 --players pimc:30,pimc:10,random

    Beispiel: tafelwerk skat match --auto 100 --seed 7 --log rounds.jsonl
    """,
    "bench": """Die Leiter, die Schritte von Minimax bis zum schnellen Löser: Stellungen und Millisekunden je Verteilung auf einem
    Kern, an denselben Verteilungen.

    Minimax wird bis zu 6 Karten je Blatt gemessen, Alpha-Beta bis zu 7. Die Verteilungen wechseln zwischen Farbspielen, Grand und
    den Plätzen. Mit `--question null` sind alle Nullspiele, gelöst von den Schritten für Null.
    `tafelwerk build skat --ladder` speichert die Messwerte jeder Verteilung, für Bilder und SQL.

    Beispiel: tafelwerk skat bench --deals 20 --cards 6

    Beispiel: tafelwerk skat bench --deals 100 --question null
    """,
    "games": """Gespielte Spiele: erzielte Augen, Augen bei bestem Spiel aller und vergebene Augen jeder Partei.

    Mit einem Namen dieses Spiel Karte für Karte: was jede Karte gekostet hat und welche besser war.

    Beispiel: tafelwerk skat games

    Beispiel: tafelwerk skat games kupferschmid-1
    """,
    "replay": """Die Runden eines Protokolls, nach den Regeln nachgespielt: Augen, Wertung, Ergebnis bei bestem Spiel und
    vergebene Augen jeder Partei.

    Mit einem Namen diese Runde Karte für Karte: was jede Karte gekostet hat, welche besser war, und wie ein Programm sie bewertet
    hat. Das Protokoll stammt von skat match oder skat play, von xskat 4.0 oder vom International Skat Server. Unlesbare Runden
    werden ausgelassen und mit ihrer Zeile genannt.

    Mit --as wählt ein Programm jede Karte eines Platzes nach dem, was dort bekannt war. Was seine und die gespielte Karte bei
    bestem Spiel mit offenen Karten bringen, wird in Turnierpunkten nach Seeger und Fabian verglichen. Nach Strg-C bleiben die
    Ergebnisse in --output, und derselbe Befehl macht dort weiter.

    Beispiel: tafelwerk skat replay rounds.jsonl

    Beispiel: tafelwerk skat replay xskat.log xskat-1795314937-4 -o runde.svg

    Beispiel: tafelwerk skat replay iss-games.sgf --limit 100 --jobs 2 --output priced.jsonl

    Beispiel: tafelwerk skat replay iss-games.sgf --as pimc:100 --seat Gegenspieler
    """,
    "score": """Wertung eines gespielten Spiels nach der Internationalen Skatordnung: sein Wert, gewonnen oder verloren, und die
    Punkte nach Seeger und Fabian; oder die Abrechnung einer Liste von Spielen.

    Die Spitzen werden angegeben oder aus den zwölf Karten des Alleinspielers gezählt. Was die Stiche ergeben haben, kommt dazu:
    Schneider nach Augen, Schwarz nach Stichen. Ramsch, Kontra und Re kennt die Skatordnung nicht.

    Eine Liste hat ein Spiel je Zeile: den Namen des Alleinspielers, gewonnen oder verloren und den Wert; oder den Namen, das
    Spiel und alles Weitere in Worten.

    Beispiel: tafelwerk skat score --game Pik --matadors 2 --hand --points 92 --tricks 9

    Beispiel: tafelwerk skat score --game Grand --cards "♠B ♥B ♣A ♣10 ♣K ♠A ♠10 ♥A ♦7 ♦8 | ♥7 ♥8" --points 85 --bid 72

    Beispiel: tafelwerk skat score --game Null --ouvert --tricks 0 --bid 46

    Beispiel: tafelwerk skat score --list evening.txt --players 4
    """,
    "deals": """Verteilungen als Text, eine je Zeile: zufällige, für einen Startwert immer dieselben, oder die einer Datei.

    Hinter # steht die Nummer der Verteilung, unter der das Buch und --deal sie kennen. Gezeigte Zeilen lassen sich wieder
    einlesen.

    Beispiel: tafelwerk skat deals --random 5 --seed 7

    Beispiel: tafelwerk skat deals deals.txt --json
    """,
    "null": """Wie viele Blätter Null gegen jede Verteilung der anderen 22 Karten gewinnen, oder ob ein Blatt es tut.

    Die Gegenspieler dürfen alle Karten sehen; für Null ouvert gilt darum dasselbe. Die 22 Karten liegen beliebig bei den
    Gegenspielern, je zehn, und im Skat. Zu einem Blatt, das zu schlagen ist, gehört eine Verteilung, in der die Gegenspieler
    gewinnen.

    Beispiel: tafelwerk skat null

    Beispiel: tafelwerk skat null --hand "♣7 ♣8 ♣9 ♠7 ♠9 ♠B ♥7 ♥9 ♦7 ♦9"

    Beispiel: tafelwerk skat null --hand "♣7 ♣9 ♣B ♠7 ♠9 ♠B ♥7 ♥8 ♥10 ♦8" --json
    """,
    "shares": """Anteil der zufälligen Verteilungen, die jeder Alleinspieler in jedem Spiel gewinnt, mit offenen Karten und bei
    bestem Spiel aller.

    Gespielt wird aus der Hand: Niemand nimmt den Skat auf, und seine Augen zählen dem Alleinspieler. Die Anteile sind keine
    Gewinnchancen am Tisch, wo niemand die anderen Blätter sieht und die meisten dieser Spiele nicht angesagt würden.

    Beispiel: tafelwerk skat shares --deals 50

    Beispiel: tafelwerk skat shares --deals 20 --seed 7
    """,
    "points": """Augen, die jeder Alleinspieler in jedem Spiel erzielt, mit offenen Karten und bei bestem Spiel aller: Mittel und
    Verteilung.

    Gespielt wird aus der Hand: Niemand nimmt den Skat auf, und seine Augen zählen dem Alleinspieler. Die Antwort mit --json hat
    auch die Quartile und das Intervall jedes Anteils.

    Beispiel: tafelwerk skat points

    Beispiel: tafelwerk skat points --deals 20
    """,
    "contracts": """Spiele, die mit offenen Karten gewonnen werden, und mit verdeckten von einem Programm gegen sich selbst.

    Das Programm reizt, drückt und sagt an, auf zufälligen Verteilungen. Jedes Spiel wird nach bestem Spiel mit offenen Karten
    beurteilt und einmal vom Programm an allen drei Plätzen gespielt. Der Unterschied gilt für dieses Programm, nicht für
    perfektes Spiel mit verdeckten Karten.

    Beispiel: tafelwerk skat contracts

    Beispiel: tafelwerk skat contracts --player pimc:30 --deals 50
    """,
    "hands": """Gewonnene Spiele nach Klassen von Blättern des Alleinspielers, mit offenen Karten, neben den Chancen, nach denen
    das Programm reizt.

    Eine Klasse ist durch Buben, Trümpfe und Asse außerhalb der Trümpfe bestimmt, bei Null dadurch, wie weit die Karten über
    sicheren liegen. Darunter sind Spiele nach der Chance geteilt, die ihnen die angepassten Modelle geben, mit --dealt auch nach
    den Karten des Skats. Es zählen nur Spiele, an die die Modelle nicht angepasst sind.

    Beispiel: tafelwerk skat hands

    Beispiel: tafelwerk skat hands --dealt --seed 2 --position Vorhand
    """,
    "models": """Klassifikatoren für Blätter: wie gut jeder gewonnene von verlorenen Spielen trennt, an Spielen, an die er nicht
    angepasst wurde.

    Richtig positiv heißt: mit einer Chance von mindestens 50 % bewertet und gewonnen; falsch positiv: ebenso bewertet und
    verloren. Der Verlust ist die mittlere quadratische Abweichung von Chance und Ausgang. Die Gewichte stehen in der Tabelle
    skat.models und in der Antwort mit --json.

    Beispiel: tafelwerk skat models
    """,
}
"""Texts of commands in --help; example lines run as they are."""

_DEAL = '"Vorhand | Mittelhand | Hinterhand | Skat"'
_SEATS = "Vorhand, Mittelhand oder Hinterhand"
_GAMES = "Kreuz, Pik, Herz, Karo, Grand oder Null"

OPTIONS = {
    "--answers": 'Antworten, die zuerst gegeben werden, getrennt durch ";".',
    "score --announce": "Was mit Hand angesagt war; schwarz schließt schneider ein.",
    "--as": "Programm, das jede Karte eines Platzes wählt, etwa pimc:100.",
    "--bid": "Dein letztes Gebot, gereizt oder gehalten.",
    "score --bid": "Letztes Gebot des Alleinspielers, gereizt oder gehalten.",
    "--bids": "Die Gebote in ihrer Reihenfolge, nach denen die Verteilungen gewichtet werden.",
    "--book": "Ordner des Buchs. Vorgabe: TAFELWERK_BOOK, sonst der Datenordner des Benutzers.",
    "--cards": "Die zwölf Karten, Blatt und Skat, in beliebiger Reihenfolge.",
    "score --cards": "Die zwölf Karten des Alleinspielers, Blatt und Skat, statt --matadors.",
    "bench --cards": "Karten je Blatt.",
    "puzzle --cards": "Karten im Blatt des Spielers am Zug.",
    "deals --cards": "Karten je Blatt; bei weniger als zehn gibt es keinen Skat. Vorgabe: 10.",
    "--color": "Wann farbig: always immer, never nie. Vorgabe: auto, in einem Terminal; NO_COLOR und FORCE_COLOR gelten.",
    "--compute": "Berechnen, was das Buch nicht hat, wie lange es auch dauert.",
    "--count": "Anzahl der gezeigten Möglichkeiten, zu drücken und anzusagen.",
    "puzzle --count": "Anzahl der Rätsel, mit Startwerten von --seed an, alle verschieden; mit -o ein Bogen aus A4-Seiten."
    " Vorgabe: eines.",
    "--deal": f"Verteilung {_DEAL} oder ihre Nummer; - liest die Standardeingabe.",
    "play --deal": f"Verteilung für eine Runde: {_DEAL} oder ihre Nummer.",
    "match --deals": "Anzahl der Verteilungen, jede dreimal gespielt.",
    "null --hand": "Die zehn Karten in beliebiger Reihenfolge. Vorgabe: alle Blätter, gezählt.",
    "score --hand": "Der Skat wurde nicht aufgenommen.",
    "shares --deals": "Anzahl der Verteilungen, die ersten des Startwerts. Vorgabe: alle, die im Buch stehen.",
    "points --deals": "Anzahl der Verteilungen, die ersten des Startwerts. Vorgabe: alle, die mit Augen im Buch stehen.",
    "hands --dealt": "Blätter wie ausgeteilt, der Skat bleibt liegen; aus den Verteilungen von --question win.",
    "hands --least": "Kleinste Zahl von Spielen einer Klasse.",
    "hands --position": f"Platz des Alleinspielers: {_SEATS}. Vorgabe: alle Plätze zusammen.",
    "hands --seed": "Startwert der zufälligen Verteilungen.",
    "contracts --deals": "Anzahl der Verteilungen, die ersten des Startwerts. Vorgabe: alle, die im Buch stehen.",
    "contracts --player": "Programm an allen drei Plätzen, etwa pimc:100.",
    "bench --deals": "Anzahl der zufälligen Verteilungen, die jeder Schritt löst.",
    "--declarer": f"Platz des Alleinspielers: {_SEATS}.",
    "play --declarer": "Mit --game: Platz des Alleinspielers. Vorgabe: deiner.",
    "--difficulty": "Wie schwer: easy leicht, medium mittel, hard schwer. Vorgabe: beliebig.",
    "--format": "Format des Protokolls. Vorgabe: an seinem Anfang erkannt.",
    "--game": f"Spiel: {_GAMES}.",
    "discard --game": f"Nur dieses Spiel: {_GAMES}.",
    "puzzle --game": f"Spiel: {_GAMES}. Vorgabe: beliebig.",
    "play --game": 'Spiel ohne Reizen, etwa Kreuz, "Grand Hand", "Null Ouvert".',
    "bid --hand": "Die zehn Karten, in beliebiger Reihenfolge.",
    "card --hand": "Die zehn Karten des Platzes zu Beginn des Spiels; beim Alleinspieler nach dem Drücken.",
    "--help": "Diese Hilfe zeigen.",
    "--jobs": "Rechnende Prozesse. Vorgabe: einer je Kern.",
    "--json": "Ein JSON-Dokument statt Text, auf Englisch.",
    "--keep": "Berechnetes ins Buch schreiben.",
    "--lang": "Sprache des Texts: de oder en. Vorgabe: die der Umgebung.",
    "score --list": "Statt eines Spiels eine Liste: eine Datei mit einem Spiel je Zeile, etwa: Anna gewonnen 48. - liest die"
    " Standardeingabe.",
    "games --limit": "Anzahl der Spiele. Vorgabe: 40 in einer Tabelle, mit --json alle.",
    "replay --limit": "Anzahl der Runden. Vorgabe: alle; eine Tabelle nennt 40.",
    "bench --limit": "Stellungen, nach denen ein Schritt eine Verteilung aufgibt; der schnelle Löser nie.",
    "match --log": "Datei, an die jede Runde angehängt wird; Runden darin werden nicht noch einmal gespielt.",
    "play --log": "Datei, an die fertige Runden angehängt werden.",
    "score --matadors": "Spitzen: 2 ist mit zwei, -2 ist ohne zwei. Bei Null zählen sie nicht.",
    "--open": "Mit offenen Blättern spielen.",
    "--opponents": "Programme links und rechts von dir: pimc:K zieht je Karte K Welten, random spielt irgendeine Karte, open"
    " sieht alle Karten.",
    "score --ouvert": "Die Karten des Alleinspielers lagen offen; außer bei Null nur mit Schwarz angesagt.",
    "--output": "Die Antwort auch als Bild: FILE.svg, .png, .pdf oder .html.",
    "replay --output": "Datei für die Runden: FILE.jsonl, ein JSON-Dokument je Runde; FILE.csv oder FILE.parquet, eine Zeile je"
    " Karte. Runden eines abgebrochenen Laufs werden nicht noch einmal bewertet. Mit NAME ein Bild der Runde: FILE.svg, .png,"
    " .pdf oder .html.",
    "--played": "Bisher gespielte Karten in ihrer Reihenfolge.",
    "score --players": "Spieler am Tisch einer Liste, 3 oder 4. Vorgabe: so viele, wie sie zuerst nennt, oder 3.",
    "--players": "Drei Programme, die gleich reizen: pimc:K zieht je Karte K Welten, informed:K gewichtet sie nach der Ansage,"
    " random spielt irgendeine Karte, open sieht alle Karten.",
    "score --points": "Augen des Alleinspielers mit dem Skat; bei Null zählen sie nicht.",
    "--position": f"Dein Platz: {_SEATS}.",
    "--price": "Bewertung der Karten, in etwa 0,1 s je Runde.",
    "solve --question": "win: nur, ob der Alleinspieler gewinnt (schneller); points: das ganze Ergebnis.",
    "bench --question": "Gemessene Schritte: win, die den Sieger finden; points, die die Augen finden; table, Alpha-Beta mit"
    " Transpositionstabelle; null, die für Null. Vorgabe: alle außer denen für Null.",
    "--random": "Anzahl der zufälligen Verteilungen. Vorgabe: 1.",
    "--round": "Nummer der Runde des Startwerts, mit der begonnen wird.",
    "--rounds": "Anzahl der Runden. Vorgabe: bis du aufhörst.",
    "card --seat": "Dein Platz; du bist am Zug.",
    "play --seat": f"Dein Platz in der ersten Runde: {_SEATS}. Vorgabe: zufällig.",
    "replay --seat": "Platz des Programms: Vorhand, Mittelhand, Hinterhand, Alleinspieler oder Gegenspieler. Vorgabe:"
    " Alleinspieler.",
    "--seconds": "Sekunden, die ein Programm je Karte denken darf. Vorgabe: unbegrenzt.",
    "score --tricks": "Stiche des Alleinspielers. Vorgabe: Beide Parteien haben welche. Nötig bei Null, 0 ist gewonnen.",
    "--seed": "Startwert der zufälligen Verteilungen.",
    "card --seed": "Startwert des Zufalls.",
    "puzzle --seed": "Startwert des Zufalls. Vorgabe: zufällig.",
    "deals --seed": "Startwert der zufälligen Verteilungen. Vorgabe: 0.",
    "replay --seed": "Startwert des Programms. Vorgabe: 0.",
    "shares --seed": "Startwert der zufälligen Verteilungen.",
    "points --seed": "Startwert der zufälligen Verteilungen.",
    "contracts --seed": "Startwert der zufälligen Verteilungen.",
    "play --seed": "Startwert, mit dem sich ein Spiel wiederholen lässt. Vorgabe: zufällig.",
    "--skat": "Die zwei gedrückten Karten, nur beim Alleinspieler. Vorgabe: unbekannt, wie im Handspiel.",
    "--solution": "Auch die Lösungen zeigen, auf einem Bogen auf eigenen Seiten.",
    "bid --worlds": "Anzahl der zufälligen Verteilungen, in denen das anzusagende Spiel geprüft wird; 0: keine.",
    "card --worlds": "Anzahl der Verteilungen der verdeckten Karten, die gelöst werden; alle, wenn es nicht mehr gibt.",
    "discard --worlds": "Verteilungen, in denen die besten Möglichkeiten zu drücken verglichen werden; 0: nur nach dem Blatt.",
    "match --worlds": "Welten je Karte für pimc ohne Zahl. Vorgabe: 100.",
    "play --worlds": "Welten je Karte, für Tipps und für pimc ohne Zahl.",
    "replay file": "Protokoll von Runden; - liest die Standardeingabe.",
    "deals file": "Verteilungen zum Prüfen und Nummerieren, eine je Zeile; - liest die Standardeingabe.",
    "games name": "Spiel, Karte für Karte. Vorgabe: alle als Liste.",
    "replay name": "Runde, Karte für Karte. Vorgabe: alle als Liste.",
}
"""Help of options and arguments; prefixed with the command's name where commands differ."""

PANELS = {
    "Game": "Spiel",
    "Options": "Optionen",
    "Build": "Rechnen",
    "Answer": "Antwort",
    "Book": "Buch",
    "Commands": "Befehle",
}
"""Titles of panels of options and commands."""

PAGE = PageWords(
    usage="Aufruf",
    example="Beispiel",
    examples="Beispiele",
    default="Vorgabe",
    required="Erforderlich.",
    choice="Eines von {}.",
    least="Mindestens {}.",
    most="Höchstens {}.",
    between="Von {} bis {}.",
    comma=".",
    titles=PANELS,
    pieces={"[OPTIONS]": "[OPTIONEN]", "COMMAND [ARGS]...": "BEFEHL [ARGUMENTE]..."},
    values={seat: TERMS[seat] for seat in ("forehand", "middlehand", "rearhand", "declarer")},
)
"""Fixed words of a help page."""


def _bounds(found: re.Match[str]) -> str:
    """That a number is out of bounds."""
    name, least, *most, given = (one.translate(_SEPARATORS) for one in found.groups())
    what = f"zwischen {least} und {most[0]} liegen" if most else f"mindestens {least} sein"
    return f"{name} muss {what}, nicht {given}"


_SEPARATORS = str.maketrans(",.", ".,")

FAULTS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"^missing option '(.+?)'", r"Option \1 fehlt"),
    (r"^missing argument '(.+?)'", r"Argument \1 fehlt"),
    (r"^missing command", "der Name eines Befehls fehlt"),
    (r"^option '(.+?)' requires an argument", r"Option \1 braucht einen Wert"),
    (r"^option '(.+?)' does not take a value", r"Option \1 hat keinen Wert"),
    (r"^invalid value for '(.+?)'(: .+?) is not one of (.+?)(?=; try: )", r"\1\2 ist keines von \3"),
    (r"^invalid value for '(.+?)'(: .+?) is not a whole number", r"\1\2 ist keine ganze Zahl"),
    (r"^invalid value for '(.+?)'(: .+?) is not a (?:valid )?(?:float|number)", r"\1\2 ist keine Zahl"),
    (r"^invalid value for '(.+?)'", r"falscher Wert für \1"),
    (r"^unknown option (.+?)(?=; )", r"unbekannte Option \1"),
    (r"^unknown command (.+?)(?=; )", r"unbekannter Befehl \1"),
    (r"^got unexpected extra argument(?:s|\(s\))? \((.+?)\)", r"zu viele Argumente: \1"),
    (r"^(tafelwerk .+?) takes no argument (.+?)(?=; )", r"\1 nimmt kein Argument \2"),
    (r"^(\S+) follows the command's name: (.+) COMMAND", r"\1 steht hinter dem Namen des Befehls: \2 BEFEHL"),
    (r"^(\S+) must be ([\d.,-]+) to ([\d.,-]+), not ([\d.,-]+)$", _bounds),
    (r"^(\S+) must be ([\d.,-]+) or more, not ([\d.,-]+)$", _bounds),
    (r"; a flag such as --json takes no value", "; ein Schalter wie --json hat keinen Wert"),
    (r"^(.+) has no round (.+?)(?=; )", r"\1 hat keine Runde \2"),
    (r"^unknown game (.+?)(?=; )", r"unbekanntes Spiel \1"),
    (r"; did you mean (.+?)\?", lambda found: f"; meinst du {found[1].replace(' or ', ' oder ')}?"),
    (r" All names: (?=tafelwerk )", " Alle Namen: "),
    (r"; all names: (?=tafelwerk )", "; alle Namen: "),
    (r"; it may be (.+?)$", lambda found: f"; möglich: {found[1].replace(' or ', ' oder ')}"),
    (r"; try: (?=tafelwerk )", "; siehe: "),
)
"""Faults that are worded in English where they are found: patterns of the English lines, and the German ones in their place."""

MISSING: dict[type[MissingTableError | UncomputedError], str] = {
    MissingTableError: "{what}: nicht im Buch {book}; zu bauen mit: {line}",
    UncomputedError: "{what}: nicht gespeichert und aufwendig zu berechnen; zu berechnen mit: {line}",
}
"""What is said of an answer that is not stored, as the errors' `form`."""
