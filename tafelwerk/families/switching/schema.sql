-- The switching game on Bridg-It boards: Cut deletes an edge, Short marks one, in turn, Cut first; Short wins when marked edges join
-- A and B, Cut when that has become impossible. The board of order m is a grid of (m - 1) rows of m nodes between A and B.

CREATE TYPE player AS ENUM ('cut', 'short');
CREATE TYPE certainty_kind AS ENUM ('certified', 'sampled');

CREATE TABLE boards ( -- Boards, one per row. Key: m.
    m     UTINYINT  NOT NULL, -- Order of the board.
    nodes USMALLINT NOT NULL, -- Nodes, A and B among them: m (m - 1) + 2. Node 0 is A, 1 is B, then the grid row by row from A. Exact.
    edges USMALLINT NOT NULL  -- Edges: m^2 + (m - 1)^2. Exact.
);

CREATE TABLE edges ( -- The edges of the boards. Key: m, edge.
    m         UTINYINT  NOT NULL, -- Order of the board.
    edge      USMALLINT NOT NULL, -- Number of the edge, row by row, from 0.
    name      VARCHAR   NOT NULL, -- Name of the edge: a letter for the column without I, L and O, and the row from 1, next to A, such as E9.
    x         UTINYINT  NOT NULL, -- Column of its midpoint from 0; even for edges between rows of nodes.
    y         UTINYINT  NOT NULL, -- Row of its midpoint from 0; even for edges between rows of nodes.
    one       USMALLINT NOT NULL, -- One of its two nodes.
    other     USMALLINT NOT NULL, -- Its other node.
    mirror    USMALLINT NOT NULL, -- Its image when left and right are exchanged, as an edge number.
    flipped   USMALLINT NOT NULL, -- Its image when top and bottom, and with them A and B, are exchanged, as an edge number.
    dual      USMALLINT NOT NULL  -- Its image under the duality of the board, as an edge number: deleted here is marked there.
);

CREATE TABLE openings ( -- Both players follow the resistor heuristic and break ties uniformly: one row for each of Cut's m^2 first moves, all of them tied. Key: m, edge; together: m.
    m          UTINYINT  NOT NULL,  -- Order of the board.
    edge       USMALLINT NOT NULL,  -- The first move, an edge by its number in table edges.
    name       VARCHAR   NOT NULL,  -- Its name, such as E9.
    least      USMALLINT NOT NULL,  -- Smallest edge that is its image under a symmetry of the board: rows with the same one are equivalent.
    rate_num   VARCHAR   NOT NULL,  -- Chance that Cut wins after it: numerator of the reduced fraction, in decimal digits. Exact.
    rate_den   VARCHAR   NOT NULL,  -- Its denominator, in decimal digits. Exact.
    rate       DOUBLE    NOT NULL,  -- The chance as the nearest double.
    shortest   USMALLINT NOT NULL,  -- Plies of the shortest game, including the opening. Exact.
    longest    USMALLINT NOT NULL,  -- Plies of the longest game, including the opening. Exact.
    positions  UINTEGER  NOT NULL,  -- Positions visited by a walk through all games. Of edges in parallel or in series the walk takes the smallest. It stores the position after each choice between other edges, and after every eighth move without such a choice. It continues only once from a stored position and its mirror images. Exact.
    branches   UINTEGER  NOT NULL,  -- Positions of this walk with a choice between edges that are neither parallel nor in series. Exact.
    gap_num    VARCHAR   NOT NULL,  -- The closest decision: smallest gap between the greatest potential difference of a position and the next smaller one, with A at 1 and B at 0: numerator, in decimal digits. Exact.
    gap_den    VARCHAR   NOT NULL,  -- Its denominator, in decimal digits. Exact.
    gap        DOUBLE    NOT NULL,  -- The gap as the nearest double.
    gap_states UTINYINT[] NOT NULL, -- Position of the closest decision, one state per edge: 0 free, 1 deleted, 2 marked; with the edge in column least as first move.
    CHECK (rate BETWEEN 0 AND 1 AND gap BETWEEN 0 AND 1 AND shortest <= longest)
);

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

CREATE TABLE lines ( -- Games that Cut loses with the heuristic: one for each first move that can lose, the smallest of equivalent edges. Orders 3 and 4: against a Short who wins however Cut breaks ties. Orders 5 to 10: heuristic against heuristic. Key: m, opening, ply; together: m, opening.
    m       UTINYINT  NOT NULL, -- Order of the board.
    opening USMALLINT NOT NULL, -- The first move, the smallest of equivalent edges.
    ply     USMALLINT NOT NULL, -- Number of the move, from 1; odd ones are Cut's.
    edge    USMALLINT NOT NULL, -- The move.
    name    VARCHAR   NOT NULL, -- Its name.
    ties    USMALLINT NOT NULL  -- Number of tied edges from which the move was chosen, itself included; 1 for Short at orders 3 and 4. Exact.
);

CREATE TABLE positions ( -- Every position of orders 2 and 3 with as many deleted as marked edges (Cut to move) or one more (Short to move). Bit e of a mask (value 2^e) is edge e. Key: m, deleted, marked.
    m         UTINYINT  NOT NULL, -- Order of the board.
    deleted   USMALLINT NOT NULL, -- Edges that Cut has deleted, as a mask.
    marked    USMALLINT NOT NULL, -- Edges that Short has marked, as a mask.
    to_move   player    NOT NULL, -- Player to move, even if the game is over.
    winner    player    NOT NULL, -- Player who wins under perfect play, or has won. Exact.
    decided   BOOLEAN   NOT NULL, -- Whether the game is over. Exact.
    moves     USMALLINT NOT NULL, -- Winning moves of the player to move, as a mask; 0 if there is none. Exact.
    heuristic USMALLINT NOT NULL  -- Moves of the resistor heuristic, as a mask; 0 if the game is over. Exact.
);

CREATE TABLE pairings ( -- Duels of two agents, Cut first. Agents: heuristic, temperature:T, annealing:T, gauss-seidel:SWEEPS[:T[:OMEGA]][:START], edge-count[:T], shortest-path[:T], k-best:K:DEPTH, mc:K, perfect, random. Key: m, cut, short.
    m         UTINYINT       NOT NULL, -- Order of the board.
    cut       VARCHAR        NOT NULL, -- The agent that plays Cut.
    short     VARCHAR        NOT NULL, -- The agent that plays Short.
    chance    DOUBLE         NOT NULL, -- Chance that Short wins; if sampled, the share of games that Short won. See column certainty.
    error     DOUBLE         NOT NULL, -- Certified: bound on the absolute error; for agents that a second program recomputes, as fine as it can prove: from 1e-13, more for many playouts, many sweeps and low temperatures. Sampled: standard error.
    certainty certainty_kind NOT NULL, -- certified: by backward induction over all positions, or by following all games except very unlikely ones. sampled: from simulated games.
    games     UINTEGER,                -- Number of simulated games; NULL if certified.
    seed      UBIGINT,                 -- Random seed of the games; NULL if certified.
    CHECK (chance BETWEEN 0 AND 1 AND error BETWEEN 0 AND 1),
    CHECK ((certainty = 'sampled') = (games IS NOT NULL) AND (games IS NULL) = (seed IS NULL))
);

CREATE TABLE agents ( -- Choices of an agent in every open position of orders 2 and 3, one free edge per row. Key: m, agent, deleted, marked, edge; together: m, agent.
    m       UTINYINT  NOT NULL, -- Order of the board.
    agent   VARCHAR   NOT NULL, -- The agent, as in table pairings.
    deleted USMALLINT NOT NULL, -- Edges that Cut has deleted, as a mask: bit e is edge e.
    marked  USMALLINT NOT NULL, -- Edges that Short has marked, as a mask.
    edge    UTINYINT  NOT NULL, -- A free edge.
    chance  DOUBLE    NOT NULL, -- Chance that the agent takes it, whoever is to move. Certified.
    error   DOUBLE    NOT NULL, -- Bound on the absolute error of the chance, as fine as a second program can prove; see pairings.
    CHECK (chance BETWEEN 0 AND 1 AND error BETWEEN 0 AND 1)
);

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
