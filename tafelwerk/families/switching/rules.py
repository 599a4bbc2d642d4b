"""Rules of the switching game: boards, players, agents by name and which are compared; graphs as text.

Agents by name. A drop is the potential difference of a free edge:

    perfect           evenly among the winning moves; in a lost position among all free edges
    heuristic         the greatest drop, ties evenly; the same as temperature:0
    temperature:T     free edges in proportion to (drop / greatest drop)^(1/T); `inf`: evenly among edges with a drop
    annealing:T       the heuristic at the temperature T times the share of edges that are free
    gauss-seidel:S    the heuristic with potentials after S Gauss-Seidel sweeps; gauss-seidel:S:T at temperature T;
                      gauss-seidel:S:T:W with over-relaxation W. A last word says where sweeps start: `half` (1/2, the
                      default), `warm` (the potentials after the agent's last move, 1/2 at its first) or `random` (uniform
                      from 0 to 1)
    mc:K              the edge with the most wins in K random playouts per free edge, ties evenly; mc:inf: the greatest
                      chance to win
    edge-count        the edge after which the rival lacks the most edges compared with the player: Short lacks the fewest
                      edges that would join A and B, Cut the fewest that would separate them; edge-count:T: in proportion to
                      exp(-(best - value) / T)
    shortest-path     the edge on the most shortest paths between A and B, marked edges of length 0; shortest-path:T: in
                      proportion to (paths / most paths)^(1/T)
    k-best:K:D        minimax to depth D over the K best edges by edge-count in every position, values as in edge-count
    random            evenly among all free edges

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2, 5.4 to 5.6, definition 5.7.

A graph is a text: one edge per line, two node names, then a conductance and whether the edge is taken.

`add_edge` and `joining` make a graph from any format; `graph_files` reads those of other programs.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from tafelwerk.errors import ContentError, InputError, in_quotes
from tafelwerk.rules.numbers import decimal_text, exact, fraction
from tafelwerk.spelling import compose
from tafelwerk.wording import join_words

FAMILY = "switching"

LEAST_ORDER, MOST_ORDER = 2, 100
"""Orders of boards."""

MOST_WHOLE_ORDER = 3
"""Largest order at which every position is stored."""

MOST_REFUTED_ORDER = 4
"""Largest order at which every choice of the heuristic is followed."""

PLAYERS = ("cut", "short")

POLICIES = ("heuristic", "perfect")

GAMES, SEED = 10_000, 1
"""Default number of games in a sample, and default seed."""

MOST_GAMES = 10_000_000
"""Most games in a sample."""


def checked_order(order: int) -> int:
    """The order, if there is a board of that order.

    Raises:
        InputError: there is no such board.
    """
    if isinstance(order, bool) or not isinstance(order, int) or not LEAST_ORDER <= order <= MOST_ORDER:
        raise InputError(f"an order is {LEAST_ORDER} to {MOST_ORDER}, not {in_quotes(order)}")
    return order


def is_whole(order: int) -> bool:
    """Whether every position of the board can be listed."""
    return order <= MOST_WHOLE_ORDER


def build_line(order: int) -> str:
    """The command line that builds a board's openings, and the positions of a small board."""
    return f"tafelwerk build {FAMILY} --order {order}"


HOW = (
    "agents are perfect, heuristic, random, temperature:T, annealing:T, mc:K, mc:inf, gauss-seidel:SWEEPS[:T[:OMEGA]][:START], "
    "edge-count[:T], shortest-path[:T], k-best:K:DEPTH, with T such as 0.1 or 1/10"
)

STARTS = ("half", "warm", "random")
"""Starts of Gauss-Seidel sweeps."""

MOST_AGENT_PLAYOUTS, MOST_SWEEPS, MOST_TEMPERATURE = 1_000_000, 1000, 10**6

FOLLOWED_ORDER, LEAST_FOLLOWED = 4, 1000
"""Order of the board on which games of the heuristic against MC(K) are followed move by move, and least K."""

MOST_WIDTH, MOST_DEPTH = 100, 6
"""Largest K and D of k-best:K:D."""

LEAST_ANNEALED, MOST_ANNEALED = Fraction(1, 1000), Fraction(1000)
"""Bounds of the initial temperature of annealing."""

_WHOLE = re.compile(r"[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent in parsed form, as made by `parse_agent`.

    Attributes:
        kind: perfect, heuristic, annealing, mc, gauss-seidel, edge-count, shortest-path, k-best or random.
        playouts: K of mc; None for infinitely many and for other agents.
        sweeps: S of gauss-seidel; 0 for other agents.
        temperature: T of the agents that have one, 0 otherwise; None for infinity.
        omega: over-relaxation of gauss-seidel; 1 is none.
        start: start of gauss-seidel, one of STARTS.
        width, depth: K and D of k-best; 0 for other agents.
    """

    kind: str
    playouts: int | None = None
    sweeps: int = 0
    temperature: Fraction | None = Fraction(0)
    omega: Fraction = Fraction(1)
    start: str = STARTS[0]
    width: int = 0
    depth: int = 0

    @property
    def is_positional(self) -> bool:
        """Whether its choice depends on the position alone, with chances that can be computed."""
        return self.start == STARTS[0]

    def __str__(self) -> str:
        """Canonical name of the agent: temperature:0 is heuristic, 0.50 is 0.5."""
        if self.kind == "mc":
            return f"mc:{'inf' if self.playouts is None else self.playouts}"
        heat = "inf" if self.temperature is None else decimal_text(self.temperature)
        if self.kind == "gauss-seidel":
            omega = decimal_text(self.omega)
            numbers = [heat, omega] if omega != "1" else [heat] if heat != "0" else []
            words = [*numbers, *([] if self.is_positional else [self.start])]
            return ":".join([self.kind, str(self.sweeps), *words])
        if self.kind == "k-best":
            return f"k-best:{self.width}:{self.depth}"
        kind = "temperature" if self.kind == "heuristic" else self.kind
        return self.kind if heat == "0" else f"{kind}:{heat}"


@lru_cache(maxsize=1024)  # sets of builds name the same agents tens of thousands of times
def parse_agent(text: str) -> Agent:
    """The agent of a given name.

    Raises:
        InputError: no agent has that name, or a number is out of range.
    """
    match text.strip().lower().split(":"):
        case ["perfect" | "heuristic" | "random" as kind]:
            return Agent(kind)
        case ["mc", "inf"]:
            return Agent("mc")
        case ["mc", playouts]:
            return Agent("mc", _read_count("K of mc:K", playouts, MOST_AGENT_PLAYOUTS))
        case ["temperature", heat]:
            return Agent("heuristic", temperature=_temperature(heat))
        case ["annealing", heat]:
            return Agent("annealing", temperature=_annealing_factor(heat))
        case ["edge-count" | "shortest-path" as kind, *heat] if len(heat) <= 1:
            return Agent(kind, temperature=_temperature(*heat) if heat else Fraction(0))
        case ["k-best", width, depth]:
            wide = _read_count("K of k-best:K:DEPTH", width, MOST_WIDTH)
            return Agent("k-best", width=wide, depth=_read_count("DEPTH of k-best:K:DEPTH", depth, MOST_DEPTH))
        case ["gauss-seidel", sweeps, *words] if len(words) <= 3:
            count = _read_count("SWEEPS of gauss-seidel:SWEEPS", sweeps, MOST_SWEEPS)
            start = words.pop() if words and words[-1] in STARTS else STARTS[0]
            if len(words) <= 2:
                heat, omega = [*words, *("0", "1")[len(words) :]]
                return Agent("gauss-seidel", None, count, _temperature(heat), _relaxation(omega), start)
    raise InputError(f"unknown agent {in_quotes(text)}: {HOW}")


def agent_name(text: str) -> str:
    """Canonical name of an agent.

    Raises:
        InputError: see `parse_agent`.
    """
    return str(parse_agent(text))


def is_listed(order: int, names: Iterable[str]) -> bool:
    """Whether the agents' chances against each other are computed over all positions of the board, without sampling."""
    return is_whole(order) and all(parse_agent(name).is_positional for name in names)


def is_followed(order: int, cut: str, short: str) -> bool:
    """Whether the games of two agents are few enough to be followed move by move: the heuristic against MC of many playouts."""
    agent = parse_agent(short)
    many = agent.playouts is None or agent.playouts >= LEAST_FOLLOWED
    return order == FOLLOWED_ORDER and cut == "heuristic" and agent.kind == "mc" and many


def is_sampled(order: int, cut: str, short: str) -> bool:
    """Whether the chance of two agents against each other comes from simulated games."""
    return not is_listed(order, (cut, short)) and not is_followed(order, cut, short)


def check_sample(order: int, cut: str, short: str, games: int | None, seed: int | None) -> None:
    """Raise InputError if games or a seed are given for agents that are not sampled."""
    if not is_sampled(order, cut, short) and (games is not None or seed is not None):
        option = "--games" if games is not None else "--seed"
        raise InputError(
            f"{option} is for simulated games; on the board of order {order} the answer for {cut} and {short} is certified"
        )


def is_temperature(heat: Fraction) -> bool:
    """Whether agents play at this temperature: 0, or within a factor MOST_TEMPERATURE of 1."""
    return heat == 0 or Fraction(1, MOST_TEMPERATURE) <= heat <= MOST_TEMPERATURE


def _read_count(what: str, text: str, most: int) -> int:
    number = int(text) if _WHOLE.fullmatch(text) else 0
    if not 1 <= number <= most:
        raise InputError(f"{what} is a whole number from 1 to {most}, not {in_quotes(text)}")
    return number


def _number(text: str) -> Fraction | None:
    """A number that can be read again from an agent's name; None for any other text."""
    number = exact(text)
    return number if number is not None and exact(decimal_text(abs(number))) is not None else None


def _relaxation(text: str) -> Fraction:
    omega = _number(text) or Fraction(0)
    if not 0 < omega < 2 or omega.denominator > MOST_TEMPERATURE:
        raise InputError(
            "OMEGA of gauss-seidel:SWEEPS:T:OMEGA is above 0 and below 2, a decimal or p/q such as 1.5 or 3/2 with a denominator "
            f"up to {MOST_TEMPERATURE}, not {in_quotes(text)}; START, the last word, is {', '.join(STARTS[:-1])} or {STARTS[-1]}"
        )
    return omega


def _annealing_factor(text: str) -> Fraction:
    heat = _number(text) or Fraction(0)
    if not LEAST_ANNEALED <= heat <= MOST_ANNEALED:
        raise InputError(f"T of annealing:T is 0.001 to 1000, not {in_quotes(text)}")
    return heat


def _temperature(text: str) -> Fraction | None:
    if text == "inf":
        return None
    heat = _number(text)
    if heat is None or not is_temperature(heat):
        raise InputError(
            f"a temperature is 0, from 0.000001 to {MOST_TEMPERATURE}, or inf, such as 0.1, not {in_quotes(text)}"
        )
    return heat


TEMPERATURES = (
    *("0.001", "0.002", "0.005", "0.01", "0.02", "0.03", "0.05", "0.07"),
    *("0.1", "0.14", "0.2", "0.3", "0.5", "0.7", "1"),
)
"""Temperatures of the pairings that are built as a set."""

PLAYOUTS = (1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 100, 200, 500, 1000)
"""Playouts of the pairings that are built as a set."""

MANY_PLAYOUTS = ("1000", "2000", "3000", "5000", "7000", "10000", "20000", "50000", "inf")
"""Playouts of the pairings that are followed move by move, one build each."""

FEW_PLAYOUTS = ("1000", "10000", "inf")
"""Those in the standard set."""

MOST_SAMPLED, MOST_CERTIFIED = (100, 500), (100, 1000)
"""Most playouts in the standard and the full set: on boards with sampled games, and on boards with every position listed."""

SWEEPS, MANY_SWEEPS = (1, 2, 3, 4, 5, 6, 8, 10), (1, 2, 4, 8, 12, 16, 24, 40)
"""Gauss-Seidel sweeps of the pairings that are built as a set: up to order LAST_SMALL, and on larger boards."""

SWEPT_TEMPERATURES, COOL_TEMPERATURES = ("0.05", "0.1", "0.2", "0.5"), ("0.05", "0.07", "0.1", "0.2")
"""Temperatures combined with all sweeps, for the same two sizes of boards; also used by the heuristic at a temperature."""

LAST_SMALL = 5
"""Order of the largest board with more games, and with fewer sweeps at higher temperatures."""

MOST_WALKED_ORDER = 20
"""Order of the largest board whose games of the heuristic a second program walks again; larger ones take it hours."""

COLD = "temperature:0.01"
"""Cut's agent in pairings in which only Short's temperature varies."""

STANDARD_GAMES, FEWER_GAMES = 2000, 1000
"""Games of each sampled pairing in a set: up to order LAST_SMALL, and on larger boards."""

SAMPLED_ORDERS, LARGE_ORDERS = (4, 5, 6), (7, 8, 9, 10)
"""Orders with sampled pairings: in the standard set, and further ones in the full set."""

MAPPED = ("0.001", "0.01", "0.03", "0.05", "0.1", "0.2", "0.5", "1")
"""Temperatures that the standard set pairs with one another."""

WARM, HOT = Fraction(3, 5), Fraction(1)
"""Temperatures from which an agent's games are decided in fractions: on larger boards, and at EXACT_ORDER."""

EXACT_ORDER = 5

MOST_PROVED_PLAYOUTS = 1000
"""Most playouts of an agent for which the proofs recompute its choices in every position."""

MOST_PROVED_SWEEPS, MOST_HEATED_SWEEPS = 20, 100
"""Most sweeps for which the proofs recompute an agent's choices, without and with a temperature: after many sweeps, doubles
cannot tell the greatest drops apart."""

RESOLUTION, MOST_PLIES = 2.0**-52, 13
"""Unit of the error that is stated of a certified chance, and most plies of a game on a board whose positions are listed."""

UNPROVED = frozenset({"edge-count", "shortest-path", "k-best"})
"""Agents that the proofs do not recompute."""


def agent_pairs(order: int, *, full: bool = False) -> list[tuple[str, str]]:
    """Pairs of agents that are compared on a board, without duplicates.

    Args:
        order: order of the board.
        full: whether to give all pairs; otherwise those of the figures. On the smallest board the two are the same.
    """
    full, is_small_board, small = full or order == LEAST_ORDER, is_whole(order), order <= FOLLOWED_ORDER
    hot = [
        f"temperature:{heat}" for heat in TEMPERATURES if full or not is_hot(order, parse_agent(f"temperature:{heat}"))
    ]
    shorts = list(hot) if full or is_small_board else []
    pairs = [*product([COLD], hot), *zip(hot, hot, strict=True)]
    if small:
        mapped = [agent for agent in hot if full or agent.partition(":")[2] in MAPPED]
        pairs += product(mapped, mapped)
        most = MOST_CERTIFIED[full] if is_small_board else MOST_SAMPLED[full]
        shorts += [f"mc:{k}" for k in PLAYOUTS if k <= most]
    if is_small_board:
        plain = ["heuristic", "perfect", "random"]
        shorts += plain
        cuts = [*plain, COLD, "temperature:0.1", "mc:100"]
        swept = [f"gauss-seidel:{sweeps}" for sweeps in SWEEPS]
        pairs += product(cuts, [*shorts, *swept] if full else ["perfect"])
    if full or not is_small_board:
        shorts += [f"gauss-seidel:{sweeps}:{heat}" for sweeps, heat in product(*sweeping(order))]
        shorts += [f"temperature:{heat}" for heat in sweeping(order)[1]]
    return list(dict.fromkeys([*pairs, *product(["heuristic"], shorts)]))


def sweeping(order: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Gauss-Seidel sweeps and temperatures compared on a board."""
    return (SWEEPS, SWEPT_TEMPERATURES) if order <= LAST_SMALL else (MANY_SWEEPS, COOL_TEMPERATURES)


def usual_games(order: int) -> int:
    """Games of each sampled pairing in a set."""
    return STANDARD_GAMES if order <= LAST_SMALL else FEWER_GAMES


def is_hot(order: int, agent: Agent) -> bool:
    """Whether many of the agent's moves are decided in fractions."""
    heat = HOT if agent.temperature is None else agent.temperature
    return agent.kind == "heuristic" and order >= EXACT_ORDER and heat >= (HOT if order == EXACT_ORDER else WARM)


def is_proved(agent: Agent) -> bool:
    """Whether the proofs recompute the agent's choices: few enough playouts or sweeps."""
    most = MOST_PROVED_SWEEPS if agent.temperature == 0 else MOST_HEATED_SWEEPS
    return (agent.playouts or 0) <= MOST_PROVED_PLAYOUTS and agent.sweeps <= most and agent.kind not in UNPROVED


def resolution(*names: str) -> float:
    """Error that is stated of chances that the proofs recompute, by the agents: twice what a second program in doubles resolves.

    Sums, binomials, powers of drops, and drops after sweeps each add to it. 0 if one of the agents is not recomputed.
    """
    agents = [parse_agent(name) for name in names]
    if not all(map(is_proved, agents)):
        return 0.0
    return sum(_units(agent) for agent in agents) * RESOLUTION


def _units(agent: Agent) -> float:
    power = float(1 / agent.temperature) if agent.temperature else 0.0
    power *= MOST_PLIES if agent.kind == "annealing" else 1
    each = 100 if agent.omega == 1 else 10_000
    return MOST_PLIES * (40 + 2 * (agent.playouts or 0) + power * (8 + each * agent.sweeps))


def is_walked(order: int) -> bool:
    """Whether a second program walks all games of the heuristic: on larger boards it walks some first moves only."""
    return order <= MOST_WALKED_ORDER


def is_recomputed(order: int, pairs: Iterable[tuple[str, ...]]) -> bool:
    """Whether a second program recomputes the chances of agents: not after many playouts or sweeps, nor games of a perfect Short.

    Args:
        order: order of the board.
        pairs: names of Cut's and Short's agents, or of one agent whose choices are meant.
    """
    for agents in (list(map(parse_agent, names)) for names in pairs):
        cut, short = str(agents[0]), str(agents[-1])
        if len(agents) > 1 and is_followed(order, cut, short):
            return False
        kinds = ["" if is_listed(order, (cut, short)) else agent.kind for agent in agents]
        if kinds[0] != "perfect" and not (all(map(is_proved, agents)) and "perfect" not in kinds):
            return False
    return True


MOST_NAMED = 8
"""Nodes that a message lists."""

LONGEST_ATTRIBUTES = 10_000
"""Greatest length of the attributes of an edge as text."""

STATES = {"deleted": 1, "marked": 2}

SWAPPED = (0, 2, 1)
"""State of the dual edge, by state: an edge deleted here is marked there."""

LARGEST_CONDUCTANCE = 10**18
"""Conductances are between 1 / LARGEST_CONDUCTANCE and LARGEST_CONDUCTANCE."""

TERMINALS = ("A", "B")
"""The nodes that Short joins, unless others are named."""

_PLAIN = re.compile(r'[^-(),"\\\s]+')
"""Names of nodes that can stand in an edge's name without quotes."""

_TERMINAL = re.compile(r'"(?:[^"\\]|\\[\\"])+"|[^\s,"]+')

_EDGE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s,"])+')
"""Name of an edge in a list."""

_NUMBER = re.compile(r"[-+.0-9]")
"""Start of a third word that is meant as a conductance."""


HEADER = ("source", "target", "conductance")
"""Header of a list of edges that Python was given; it is no news to anyone."""


@dataclass(slots=True)
class EdgeList:
    """A graph listed as text.

    `text`: the text, which is also the form of a document; `nodes`: numbers by name, those of the terminals are 0 and 1 in what
    `joining` returns; `ends`, `conductances`, `states`, `names` and `lines` of the edges, with distinct names; `notes`: what was
    read as no edge, a sentence each.
    """

    text: str

    nodes: dict[str, int] = field(default_factory=dict)
    ends: list[tuple[int, int]] = field(default_factory=list)
    conductances: list[Fraction] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    notes: tuple[str, ...] = ()
    _parallel: dict[frozenset[str], int] = field(default_factory=dict, repr=False)
    _reversed: dict[str, int] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        return self.text

    def names_of(self, edges: Iterable[int]) -> list[str]:
        """Names of the given edges."""
        return [self.names[edge] for edge in edges]

    def add_edge(self, line: int, one: str, other: str, conductance: Fraction = Fraction(1), state: int = 0) -> None:
        """Add an edge between two nodes by their names."""
        self.ends.append((self.nodes.setdefault(one, len(self.nodes)), self.nodes.setdefault(other, len(self.nodes))))
        pair = frozenset((one, other))
        count = self._parallel[pair] = self._parallel.get(pair, 0) + 1
        self.names.append(_edge_name(one, other, count))
        # the same edge named from its other end
        self._reversed[_edge_name(other, one, count)] = len(self.names) - 1
        self.conductances.append(conductance)
        self.states.append(state)
        self.lines.append(line)

    def joining(self, terminals: tuple[str, str] = TERMINALS) -> "EdgeList":
        """The graph with two of its nodes as terminals.

        Raises:
            ContentError: it has no edge, no edge has one of the nodes, or nothing connects them.
        """
        if not self.ends:
            raise ContentError("it has no edge; write one edge per line, two node names")
        held = {node for edge in self.ends for node in edge}
        for name in terminals:
            if self.nodes.get(name) not in held:
                nodes = join_words([_node_name(node) for node in self.nodes], MOST_NAMED)
                raise ContentError(
                    f"no edge has the node {in_quotes(name, 40)}; name the two nodes that Short joins with --terminals S,T; "
                    f"its nodes are {nodes}{''.join(f'; {note}' for note in self.notes)}"
                )
        order = {name: number for number, name in enumerate(dict.fromkeys((*terminals, *self.nodes)))}
        number_of = [order[name] for name in self.nodes]
        joined = replace(self, nodes=order, ends=[(number_of[node], number_of[other]) for node, other in self.ends])
        _check_connected(joined, terminals)
        return joined

    def edges(self, text: str) -> list[int]:
        """Edges by their names, separated by blanks or commas.

        Raises:
            InputError: no edge has one of the names.
        """
        number = self._reversed | {name: edge for edge, name in enumerate(self.names)}
        edge_names = _EDGE.findall(compose(text))
        for name in edge_names:
            if name not in number:
                raise InputError(
                    f"there is no edge {in_quotes(name)} in the graph: name an edge by its two nodes, "
                    "such as A-x; the second of two parallel edges is A-x(2)"
                )
        return [number[name] for name in edge_names]


def parse(text: str) -> EdgeList:
    """The graph in a text, one edge per line, with the terminals A and B; errors of `read_edges` and `EdgeList.joining`."""
    return read_edges(text).joining()


COMMENTS = ("#", "%", "//")
"""What a line of a comment begins with, in edge lists of networkx, of collections of graphs, and of programs."""


def read_edges(text: str) -> EdgeList:
    """The graph in a text, one edge per line; empty lines, lines of comments and what stands behind a # are skipped.

    Raises:
        ContentError: a line is not an edge; the message has its number.
    """
    graph = EdgeList(compose(text))
    try:
        for number, line in enumerate(graph.text.splitlines(), 1):
            words = line.split()
            if not words or words[0].startswith(COMMENTS):
                continue
            if "#" in words:
                words = words[: words.index("#")]
            if words[1:2] == ["--"]:
                del words[1]
            conductance, state = _more(number, line.strip(), words)
            graph.add_edge(number, words[0], words[1], conductance, state)
    except InputError as fault:
        raise ContentError(str(fault)) from None
    return graph


def read_terminals(text: str | Sequence[str]) -> tuple[str, str]:
    """The terminals that a text such as "s,t" names, or a list of two; a name with a comma or a blank is quoted.

    Raises:
        InputError: these are not two different names.
    """
    if isinstance(text, str):
        names = [json.loads(name) if name[0] == '"' else name for name in _TERMINAL.findall(compose(text))]
    else:
        names = [compose(str(name)) for name in text]
    if len(names) != 2 or names[0] == names[1]:
        raise InputError(f"--terminals must be two different nodes, such as A,B, not {in_quotes(str(text))}")
    return names[0], names[1]


def taken_conductances(text: str) -> tuple[Fraction, Fraction]:
    """Conductances of deleted and of marked edges, such as "1/100,100".

    Raises:
        InputError: the text does not have two numbers above 0.
    """
    words = text.split(",")
    if len(words) != 2:
        raise InputError(
            f"--taken must be two conductances, of deleted and of marked edges, such as 1/100,100, not {in_quotes(text)}"
        )
    deleted, marked = (read_conductance("--taken: a conductance", word) for word in words)
    return deleted, marked


def read_conductance(name: str, word: str) -> Fraction:
    """A conductance above 0; raises InputError for anything else."""
    conductance = fraction(name, word, 0, LARGEST_CONDUCTANCE)
    if conductance * LARGEST_CONDUCTANCE < 1:
        raise InputError(
            f"{name} must be at least 1/10^18, not {in_quotes(word, 40)}; write an edge without current as deleted"
        )
    return conductance


def graph_text(nodes: Sequence[str], edges: Iterable[tuple[int, int, Fraction, int]]) -> str:
    """The text of a graph, one edge per line.

    Args:
        nodes: names of the nodes.
        edges: first and second node, conductance, and state: 0 free, 1 deleted, 2 marked.
    """
    taken: Mapping[int, str] = {number: name for name, number in STATES.items()}
    lines = []
    for node, other, conductance, state in edges:
        words = [nodes[node], nodes[other]]
        words += [] if conductance == 1 else [decimal_text(conductance)]
        words += [taken[state]] if state else []
        lines.append(" ".join(words))
    return "\n".join(lines)


def _more(number: int, line: str, words: list[str]) -> tuple[Fraction, int]:
    """Conductance and state of the edge on a line."""
    more = words[2:]
    if more and more[0].startswith("{"):
        return conductance_of(f"line {number}: ", _attributes(number, line.split(None, 2)[2])), 0
    with_number = bool(more) and _NUMBER.match(more[0]) is not None
    if len(words) < 2 or len(more) > 1 + with_number:
        raise InputError(f"line {number}: an edge is two node names, such as A x, not {in_quotes(line, 40)}")
    conductance = Fraction(1)
    if with_number:
        conductance = read_conductance(f"line {number}: a conductance", more[0])
    taken = more[with_number:]
    if taken and taken[0] not in STATES:
        raise InputError(
            f"line {number}: a taken edge is deleted or marked, not {in_quotes(taken[0], 40)}; "
            "a conductance is a number such as 2.5"
        )
    return conductance, STATES[taken[0]] if taken else 0


def conductance_of(place: str, attributes: Mapping[str, object]) -> Fraction:
    """The conductance among an edge's attributes, under that name or `weight`; 1 if there is none.

    Raises:
        InputError: it is no number above 0; the message begins with `place`.
    """
    value = attributes.get("conductance", attributes.get("weight"))
    return Fraction(1) if value is None else read_conductance(f"{place}a conductance", str(value))


def _attributes(number: int, text: str) -> Mapping[str, object]:
    """The attributes of an edge, as networkx writes them after its nodes: {} or {'weight': 2.5}."""
    from ast import literal_eval

    try:
        attributes = literal_eval(text) if len(text) <= LONGEST_ATTRIBUTES else None
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        attributes = None
    if not isinstance(attributes, dict):
        raise InputError(
            f"line {number}: after two nodes, give a conductance or attributes such as {{'weight': 2.5}}, not"
            f" {in_quotes(text, 40)}"
        )
    return attributes


def _edge_name(one: str, other: str, count: int) -> str:
    """The name of the count-th edge between two nodes."""
    name = f"{_node_name(one)}-{_node_name(other)}"
    return name if count == 1 else f"{name}({count})"


def _node_name(name: str) -> str:
    """A node's name as it stands in an edge's name: quoted if it contains a character that separates nodes."""
    return name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _check_connected(found: EdgeList, terminals: tuple[str, str]) -> None:
    """Raise ContentError unless edges join the terminals, deleted ones included: otherwise there never was a game."""
    reached, todo = {0}, [0]
    beside: dict[int, list[int]] = {}
    for end, other in found.ends:
        beside.setdefault(end, []).append(other)
        beside.setdefault(other, []).append(end)
    while todo:
        for node in beside.get(todo.pop(), ()):
            if node not in reached:
                reached.add(node)
                todo.append(node)
    if 1 not in reached:
        raise ContentError(
            f"{' and '.join(map(_node_name, terminals))} are not connected, even if all deleted edges count, so there is no "
            "game; if Cut has won by its moves, list the edges that it deleted, too, as `x y deleted`"
        )
