-- The switching game on Bridg-It boards: Cut deletes an edge, Short marks one, in turn, Cut first; Short wins when marked edges join
-- A and B, Cut when that has become impossible. The board of order m is a grid of (m - 1) rows of m nodes between A and B.

CREATE TYPE player AS ENUM ('cut', 'short');
CREATE TYPE certainty_kind AS ENUM ('certified', 'sampled');

CREATE TABLE boards (
    m     UTINYINT  NOT NULL,
    nodes USMALLINT NOT NULL,
    edges USMALLINT NOT NULL
);
COMMENT ON TABLE  boards       IS 'Boards, one per row. Key: m.';
COMMENT ON COLUMN boards.m     IS 'Order of the board.';
COMMENT ON COLUMN boards.nodes IS 'Nodes, A and B among them: m (m - 1) + 2. Node 0 is A, 1 is B, then the grid row by row from A. Exact.';
COMMENT ON COLUMN boards.edges IS 'Edges: m^2 + (m - 1)^2. Exact.';

CREATE TABLE edges (
    m         UTINYINT  NOT NULL,
    edge      USMALLINT NOT NULL,
    name      VARCHAR   NOT NULL,
    x         UTINYINT  NOT NULL,
    y         UTINYINT  NOT NULL,
    one       USMALLINT NOT NULL,
    other     USMALLINT NOT NULL,
    mirror    USMALLINT NOT NULL,
    flipped   USMALLINT NOT NULL,
    dual      USMALLINT NOT NULL
);
COMMENT ON TABLE  edges         IS 'The edges of the boards. Key: m, edge.';
COMMENT ON COLUMN edges.m       IS 'Order of the board.';
COMMENT ON COLUMN edges.edge    IS 'Number of the edge, row by row, from 0.';
COMMENT ON COLUMN edges.name    IS 'Name of the edge: a letter for the column without I, L and O, and the row from 1, next to A, such as E9.';
COMMENT ON COLUMN edges.x       IS 'Column of its midpoint from 0; even for edges between rows of nodes.';
COMMENT ON COLUMN edges.y       IS 'Row of its midpoint from 0; even for edges between rows of nodes.';
COMMENT ON COLUMN edges.one     IS 'One of its two nodes.';
COMMENT ON COLUMN edges.other   IS 'Its other node.';
COMMENT ON COLUMN edges.mirror  IS 'Its image when left and right are exchanged, as an edge number.';
COMMENT ON COLUMN edges.flipped IS 'Its image when top and bottom, and with them A and B, are exchanged, as an edge number.';
COMMENT ON COLUMN edges.dual    IS 'Its image under the duality of the board, as an edge number: deleted here is marked there.';

CREATE TABLE openings (
    m          UTINYINT  NOT NULL,
    edge       USMALLINT NOT NULL,
    name       VARCHAR   NOT NULL,
    least      USMALLINT NOT NULL,
    rate_num   VARCHAR   NOT NULL,
    rate_den   VARCHAR   NOT NULL,
    rate       DOUBLE    NOT NULL,
    shortest   USMALLINT NOT NULL,
    longest    USMALLINT NOT NULL,
    positions  UINTEGER  NOT NULL,
    branches   UINTEGER  NOT NULL,
    gap_num    VARCHAR   NOT NULL,
    gap_den    VARCHAR   NOT NULL,
    gap        DOUBLE    NOT NULL,
    gap_states UTINYINT[] NOT NULL,
    CHECK (rate BETWEEN 0 AND 1 AND gap BETWEEN 0 AND 1 AND shortest <= longest)
);
COMMENT ON TABLE  openings            IS 'Both players follow the resistor heuristic and break ties uniformly: one row for each of Cut''s m^2 first moves, all of them tied. Key: m, edge; together: m.';
COMMENT ON COLUMN openings.m          IS 'Order of the board.';
COMMENT ON COLUMN openings.edge       IS 'The first move, an edge by its number in table edges.';
COMMENT ON COLUMN openings.name       IS 'Its name, such as E9.';
COMMENT ON COLUMN openings.least      IS 'Smallest edge that is its image under a symmetry of the board: rows with the same one are equivalent.';
COMMENT ON COLUMN openings.rate_num   IS 'Chance that Cut wins after it: numerator of the reduced fraction, in decimal digits. Exact.';
COMMENT ON COLUMN openings.rate_den   IS 'Its denominator, in decimal digits. Exact.';
COMMENT ON COLUMN openings.rate       IS 'The chance as the nearest double.';
COMMENT ON COLUMN openings.shortest   IS 'Plies of the shortest game, including the opening. Exact.';
COMMENT ON COLUMN openings.longest    IS 'Plies of the longest game, including the opening. Exact.';
COMMENT ON COLUMN openings.positions  IS 'Positions visited by a walk through all games. Of edges in parallel or in series the walk takes the smallest. It stores the position after each choice between other edges, and after every eighth move without such a choice. It continues only once from a stored position and its mirror images. Exact.';
COMMENT ON COLUMN openings.branches   IS 'Positions of this walk with a choice between edges that are neither parallel nor in series. Exact.';
COMMENT ON COLUMN openings.gap_num    IS 'The closest decision: smallest gap between the greatest potential difference of a position and the next smaller one, with A at 1 and B at 0: numerator, in decimal digits. Exact.';
COMMENT ON COLUMN openings.gap_den    IS 'Its denominator, in decimal digits. Exact.';
COMMENT ON COLUMN openings.gap        IS 'The gap as the nearest double.';
COMMENT ON COLUMN openings.gap_states IS 'Position of the closest decision, one state per edge: 0 free, 1 deleted, 2 marked; with the edge in column least as first move.';

CREATE VIEW rates AS
SELECT m, count(*) AS openings, sum(rate) / count(*) AS cut, count(*) FILTER (rate = 0) AS losing,
    count(*) FILTER (rate > 0 AND rate < 1) AS mixed, max(longest) AS longest, min(gap) AS gap
FROM openings GROUP BY m ORDER BY m;
COMMENT ON VIEW rates IS 'Heuristic against heuristic by the order of the board.';
COMMENT ON COLUMN rates.m        IS 'Order of the board.';
COMMENT ON COLUMN rates.openings IS 'First moves, m^2.';
COMMENT ON COLUMN rates.cut      IS 'Chance that Cut wins, up to rounding of a double.';
COMMENT ON COLUMN rates.losing   IS 'First moves after which Cut never wins. Exact.';
COMMENT ON COLUMN rates.mixed    IS 'First moves after which ties decide. Exact.';
COMMENT ON COLUMN rates.longest  IS 'Plies of the longest game. Exact.';
COMMENT ON COLUMN rates.gap      IS 'Gap of the closest decision of all games.';

CREATE TABLE lines (
    m       UTINYINT  NOT NULL,
    opening USMALLINT NOT NULL,
    ply     USMALLINT NOT NULL,
    edge    USMALLINT NOT NULL,
    name    VARCHAR   NOT NULL,
    ties    USMALLINT NOT NULL
);
COMMENT ON TABLE  lines         IS 'Games that Cut loses with the heuristic: one for each first move that can lose, the smallest of equivalent edges. Orders 3 and 4: against a Short who wins however Cut breaks ties. Orders 5 to 10: heuristic against heuristic. Key: m, opening, ply; together: m, opening.';
COMMENT ON COLUMN lines.m       IS 'Order of the board.';
COMMENT ON COLUMN lines.opening IS 'The first move, the smallest of equivalent edges.';
COMMENT ON COLUMN lines.ply     IS 'Number of the move, from 1; odd ones are Cut''s.';
COMMENT ON COLUMN lines.edge    IS 'The move.';
COMMENT ON COLUMN lines.name    IS 'Its name.';
COMMENT ON COLUMN lines.ties    IS 'Number of tied edges from which the move was chosen, itself included; 1 for Short at orders 3 and 4. Exact.';

CREATE TABLE positions (
    m         UTINYINT  NOT NULL,
    deleted   USMALLINT NOT NULL,
    marked    USMALLINT NOT NULL,
    to_move   player    NOT NULL,
    winner    player    NOT NULL,
    decided   BOOLEAN   NOT NULL,
    moves     USMALLINT NOT NULL,
    heuristic USMALLINT NOT NULL
);
COMMENT ON TABLE  positions           IS 'Every position of orders 2 and 3 with as many deleted as marked edges (Cut to move) or one more (Short to move). Bit e of a mask (value 2^e) is edge e. Key: m, deleted, marked.';
COMMENT ON COLUMN positions.m         IS 'Order of the board.';
COMMENT ON COLUMN positions.deleted   IS 'Edges that Cut has deleted, as a mask.';
COMMENT ON COLUMN positions.marked    IS 'Edges that Short has marked, as a mask.';
COMMENT ON COLUMN positions.to_move   IS 'Player to move, even if the game is over.';
COMMENT ON COLUMN positions.winner    IS 'Player who wins under perfect play, or has won. Exact.';
COMMENT ON COLUMN positions.decided   IS 'Whether the game is over. Exact.';
COMMENT ON COLUMN positions.moves     IS 'Winning moves of the player to move, as a mask; 0 if there is none. Exact.';
COMMENT ON COLUMN positions.heuristic IS 'Moves of the resistor heuristic, as a mask; 0 if the game is over. Exact.';

CREATE TABLE pairings (
    m         UTINYINT       NOT NULL,
    cut       VARCHAR        NOT NULL,
    short     VARCHAR        NOT NULL,
    chance    DOUBLE         NOT NULL,
    error     DOUBLE         NOT NULL,
    certainty certainty_kind NOT NULL,
    games     UINTEGER,
    seed      UBIGINT,
    CHECK (chance BETWEEN 0 AND 1 AND error BETWEEN 0 AND 1),
    CHECK ((certainty = 'sampled') = (games IS NOT NULL) AND (games IS NULL) = (seed IS NULL))
);
COMMENT ON TABLE  pairings           IS 'Duels of two agents, Cut first. Agents: heuristic, temperature:T, annealing:T, gauss-seidel:SWEEPS[:T[:OMEGA]][:START], edge-count[:T], shortest-path[:T], k-best:K:DEPTH, mc:K, perfect, random. Key: m, cut, short.';
COMMENT ON COLUMN pairings.m         IS 'Order of the board.';
COMMENT ON COLUMN pairings.cut       IS 'The agent that plays Cut.';
COMMENT ON COLUMN pairings.short     IS 'The agent that plays Short.';
COMMENT ON COLUMN pairings.chance    IS 'Chance that Short wins; if sampled, the share of games that Short won. See column certainty.';
COMMENT ON COLUMN pairings.error     IS 'Certified: bound on the absolute error; for agents that a second program recomputes, as fine as it can prove: from 1e-13, more for many playouts, many sweeps and low temperatures. Sampled: standard error.';
COMMENT ON COLUMN pairings.certainty IS 'certified: by backward induction over all positions, or by following all games except very unlikely ones. sampled: from simulated games.';
COMMENT ON COLUMN pairings.games     IS 'Number of simulated games; NULL if certified.';
COMMENT ON COLUMN pairings.seed      IS 'Random seed of the games; NULL if certified.';

CREATE TABLE agents (
    m       UTINYINT  NOT NULL,
    agent   VARCHAR   NOT NULL,
    deleted USMALLINT NOT NULL,
    marked  USMALLINT NOT NULL,
    edge    UTINYINT  NOT NULL,
    chance  DOUBLE    NOT NULL,
    error   DOUBLE    NOT NULL,
    CHECK (chance BETWEEN 0 AND 1 AND error BETWEEN 0 AND 1)
);
COMMENT ON TABLE  agents         IS 'Choices of an agent in every open position of orders 2 and 3, one free edge per row. Key: m, agent, deleted, marked, edge; together: m, agent.';
COMMENT ON COLUMN agents.m       IS 'Order of the board.';
COMMENT ON COLUMN agents.agent   IS 'The agent, as in table pairings.';
COMMENT ON COLUMN agents.deleted IS 'Edges that Cut has deleted, as a mask: bit e is edge e.';
COMMENT ON COLUMN agents.marked  IS 'Edges that Short has marked, as a mask.';
COMMENT ON COLUMN agents.edge    IS 'A free edge.';
COMMENT ON COLUMN agents.chance  IS 'Chance that the agent takes it, whoever is to move. Certified.';
COMMENT ON COLUMN agents.error   IS 'Bound on the absolute error of the chance, as fine as a second program can prove; see pairings.';

-- rows of m edges, in columns A, C, ..., alternate with rows of m - 1 edges, in columns B, D, ...
CREATE MACRO edge_name(m, edge) AS list_transform(
    [{'pair': edge::INTEGER // (2 * m::INTEGER - 1), 'place': edge::INTEGER % (2 * m::INTEGER - 1)}],
    lambda w: list_transform(
        [CASE WHEN w.place < m::INTEGER THEN [2 * w.place, 2 * w.pair]
         ELSE [2 * (w.place - m::INTEGER) + 1, 2 * w.pair + 1] END],
        lambda xy: substr('ABCDEFGHJKMNPQRSTUVWXYZ', xy[1] // 23, (xy[1] >= 23)::INTEGER)
            || substr('ABCDEFGHJKMNPQRSTUVWXYZ', xy[1] % 23 + 1, 1) || (xy[2] + 1)
    )[1]
)[1];
COMMENT ON MACRO edge_name IS 'Name of an edge of the board of order m, from its number: a letter for the column without I, L and O, and the row from 1, next to A. Example: edge_name(3, 4) is D2.';

CREATE MACRO edge_names(m, mask) AS array_to_string(list_transform(
    [{'edge': edge, 'place': edge % (2 * m::INTEGER - 1)} FOR edge IN range(64) IF (mask::UBIGINT >> edge) & 1 = 1],
    lambda w: CASE WHEN w.place < m::INTEGER
        THEN substr('ABCDEFGHJKMNPQRSTUVWXYZ', 2 * w.place + 1, 1) || (2 * (w.edge // (2 * m::INTEGER - 1)) + 1)
        ELSE substr('ABCDEFGHJKMNPQRSTUVWXYZ', 2 * (w.place - m::INTEGER) + 2, 1)
            || (2 * (w.edge // (2 * m::INTEGER - 1)) + 2) END
), ' ');
COMMENT ON MACRO edge_names IS 'Names of the edges in a mask, bit e for edge e of the board of order m up to 6, as in tables positions and agents. Example: edge_names(3, 17) is A1 D2.';
