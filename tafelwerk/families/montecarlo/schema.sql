-- Monte-Carlo agents in races and subtraction games.
-- MC(k) runs k random playouts per candidate move and plays the candidate with the most wins; ties are split evenly.

CREATE TYPE overshoot_rule AS ENUM ('wins', 'loses', 'illegal');
CREATE TYPE asymmetry_kind AS ENUM ('static', 'informed');
CREATE TYPE agent_name AS ENUM ('random', 'perfect', 'careful', 'half-perfect');

CREATE TABLE esr_duels ( -- Single-step race ESR(n, m, s): the duel of MC(k) against MC(rival). Certified. Key: n, m, s, k, rival.
    n      USMALLINT NOT NULL CHECK (n >= 1),                 -- Steps per lane.
    m      USMALLINT NOT NULL,                                -- Lanes, and therefore pieces, per player.
    s      USMALLINT NOT NULL CHECK (s BETWEEN 1 AND m),      -- Pieces that must be home to win.
    k      UBIGINT   NOT NULL,                                -- Playouts per candidate of the agent; 0 stands for infinitely many.
    rival  UBIGINT   NOT NULL,                                -- Playouts per candidate of its rival; 0 stands for infinitely many.
    first  DOUBLE    NOT NULL CHECK (first BETWEEN 0 AND 1),  -- Chance that MC(k) wins when it moves first. Certified, see error.
    second DOUBLE    NOT NULL CHECK (second BETWEEN 0 AND 1), -- Chance that MC(k) wins when it moves second. Certified, see error.
    mean   DOUBLE    NOT NULL CHECK (mean BETWEEN 0 AND 1),   -- Mean of first and second. Certified, see error.
    error  DOUBLE    NOT NULL CHECK (error BETWEEN 0 AND 1)   -- Bound on the absolute error of first, second and mean, as fine as a second program can prove: 1e-14 per move of the longest game and per candidate, plus 4e-14.
);

CREATE TABLE dsc_duels ( -- Double-step crash race DSC(n): the duel of MC(k) against MC(rival). Certified. Key: n, k, rival.
    n      USMALLINT NOT NULL CHECK (n >= 1),                 -- Length of the lane.
    k      UBIGINT   NOT NULL,                                -- Playouts per candidate of the agent; 0 stands for infinitely many.
    rival  UBIGINT   NOT NULL,                                -- Playouts per candidate of its rival; 0 stands for infinitely many.
    first  DOUBLE    NOT NULL CHECK (first BETWEEN 0 AND 1),  -- Chance that MC(k) wins when it moves first. Certified, see error.
    second DOUBLE    NOT NULL CHECK (second BETWEEN 0 AND 1), -- Chance that MC(k) wins when it moves second. Certified, see error.
    mean   DOUBLE    NOT NULL CHECK (mean BETWEEN 0 AND 1),   -- Mean of first and second. Certified, see error.
    error  DOUBLE    NOT NULL CHECK (error BETWEEN 0 AND 1)   -- Bound on the absolute error of first, second and mean, as fine as a second program can prove: 1e-14 per move of the longest game and per candidate, plus 4e-14.
);

CREATE TABLE dsr_duels ( -- Double-step race DSR(n): the duel of MC(k) against MC(rival). Certified. Key: n, k, rival.
    n      USMALLINT NOT NULL CHECK (n >= 1),                 -- Length of the lane.
    k      UBIGINT   NOT NULL,                                -- Playouts per candidate of the agent; 0 stands for infinitely many.
    rival  UBIGINT   NOT NULL,                                -- Playouts per candidate of its rival; 0 stands for infinitely many.
    first  DOUBLE    NOT NULL CHECK (first BETWEEN 0 AND 1),  -- Chance that MC(k) wins when it moves first. Certified, see error.
    second DOUBLE    NOT NULL CHECK (second BETWEEN 0 AND 1), -- Chance that MC(k) wins when it moves second. Certified, see error.
    mean   DOUBLE    NOT NULL CHECK (mean BETWEEN 0 AND 1),   -- Mean of first and second. Certified, see error.
    error  DOUBLE    NOT NULL CHECK (error BETWEEN 0 AND 1)   -- Bound on the absolute error of first, second and mean, as fine as a second program can prove: 1e-14 per move of the longest game and per candidate, plus 4e-14.
);

CREATE TABLE subtraction_duels ( -- Subtraction game: the duel of MC(k) against MC(rival). Certified. Key: moves, overshoot, heap, k, rival.
    moves     VARCHAR        NOT NULL,                           -- Numbers of tokens that a move may take, ascending, joined by commas.
    overshoot overshoot_rule NOT NULL,                           -- Result of taking more than is left: wins, loses or illegal.
    heap      UINTEGER       NOT NULL,                           -- Size of the heap at the start.
    k         UBIGINT        NOT NULL,                           -- Playouts per candidate of the agent; 0 stands for infinitely many.
    rival     UBIGINT        NOT NULL,                           -- Playouts per candidate of its rival; 0 stands for infinitely many.
    first     DOUBLE         NOT NULL CHECK (first BETWEEN 0 AND 1), -- Chance that MC(k) wins when it moves first. Certified, see error.
    second    DOUBLE         NOT NULL CHECK (second BETWEEN 0 AND 1), -- Chance that MC(k) wins when it moves second. Certified, see error.
    mean      DOUBLE         NOT NULL CHECK (mean BETWEEN 0 AND 1), -- Mean of first and second. Certified, see error.
    error     DOUBLE         NOT NULL CHECK (error BETWEEN 0 AND 1) -- Bound on the absolute error of first, second and mean, as fine as a second program can prove: 1e-14 per move of the longest game and per candidate, plus 4e-14.
);

CREATE TABLE esr_starts ( -- Single-step race ESR(n, m, s): random play from the start. Key: n, m, s.
    n          USMALLINT NOT NULL CHECK (n >= 1),                -- Steps per lane.
    m          USMALLINT NOT NULL,                               -- Lanes, and therefore pieces, per player.
    s          USMALLINT NOT NULL CHECK (s BETWEEN 1 AND m),     -- Pieces that must be home to win.
    chance     DOUBLE    NOT NULL CHECK (chance BETWEEN 0 AND 1), -- Chance that the player to move wins when both move at random. Certified, see error.
    chance_num VARCHAR,                                          -- Numerator of the chance, reduced, in decimal digits; NULL if the exact fraction would be too large. Exact.
    chance_den VARCHAR,                                          -- Denominator of the chance, reduced, in decimal digits; NULL if the exact fraction would be too large. Exact.
    error      DOUBLE    NOT NULL CHECK (error BETWEEN 0 AND 1)  -- Bound on the absolute error of chance: 2^-54, that of rounding, or 2^-52 if no fraction is stored.
);

CREATE TABLE dsc_positions ( -- Double-step crash race DSC(n): every undecided position reachable from the start. Exact. Key: n, own, other.
    n          USMALLINT NOT NULL CHECK (n >= 1),                -- Length of the lane.
    own        USMALLINT NOT NULL CHECK (own < n),               -- Fields that the player to move has gone.
    other      USMALLINT NOT NULL CHECK (other < n),             -- Fields that the opponent has gone.
    won        BOOLEAN   NOT NULL,                               -- Whether the player to move wins under perfect play. Exact.
    chance     DOUBLE    NOT NULL CHECK (chance BETWEEN 0 AND 1), -- Chance that the player to move wins when both move at random, rounded to a double.
    chance_num VARCHAR   NOT NULL,                               -- Numerator of the chance, reduced, in decimal digits. Exact.
    chance_den VARCHAR   NOT NULL                                -- Denominator of the chance, reduced, in decimal digits. Exact.
);

CREATE TABLE dsc_moves ( -- Double-step crash race DSC(n): every candidate of every position in dsc_positions. Exact. Key: n, own, other, step.
    n          USMALLINT NOT NULL CHECK (n >= 1),                -- Length of the lane.
    own        USMALLINT NOT NULL CHECK (own < n),               -- Fields that the player to move has gone.
    other      USMALLINT NOT NULL CHECK (other < n),             -- Fields that the opponent has gone.
    step       UTINYINT  NOT NULL CHECK (step IN (1, 2)),        -- The candidate: fields to go, 1 or 2.
    wins       BOOLEAN   NOT NULL,                               -- Whether the candidate wins under perfect play. Exact.
    best       BOOLEAN   NOT NULL,                               -- Whether the candidate has the highest chance under random play: MC(inf) plays it, and breaks ties evenly. Exact.
    chance     DOUBLE    NOT NULL CHECK (chance BETWEEN 0 AND 1), -- Chance that the mover wins at random play after the candidate, rounded to a double.
    chance_num VARCHAR   NOT NULL,                               -- Numerator of the chance, reduced, in decimal digits. Exact.
    chance_den VARCHAR   NOT NULL                                -- Denominator of the chance, reduced, in decimal digits. Exact.
);

CREATE TABLE dsr_positions ( -- Double-step race DSR(n): every undecided position reachable from the start. Exact. Key: n, own, other.
    n          USMALLINT NOT NULL CHECK (n >= 1),                -- Length of the lane.
    own        USMALLINT NOT NULL CHECK (own < n),               -- Fields that the player to move has gone.
    other      USMALLINT NOT NULL CHECK (other < n),             -- Fields that the opponent has gone.
    won        BOOLEAN   NOT NULL,                               -- Whether the player to move wins under perfect play. Exact.
    chance     DOUBLE    NOT NULL CHECK (chance BETWEEN 0 AND 1), -- Chance that the player to move wins when both move at random, rounded to a double.
    chance_num VARCHAR   NOT NULL,                               -- Numerator of the chance, reduced, in decimal digits. Exact.
    chance_den VARCHAR   NOT NULL                                -- Denominator of the chance, reduced, in decimal digits. Exact.
);

CREATE TABLE dsr_moves ( -- Double-step race DSR(n): every candidate of every position in dsr_positions. Exact. Key: n, own, other, step.
    n          USMALLINT NOT NULL CHECK (n >= 1),                -- Length of the lane.
    own        USMALLINT NOT NULL CHECK (own < n),               -- Fields that the player to move has gone.
    other      USMALLINT NOT NULL CHECK (other < n),             -- Fields that the opponent has gone.
    step       UTINYINT  NOT NULL CHECK (step IN (1, 2)),        -- The candidate: fields to go, 1 or 2.
    wins       BOOLEAN   NOT NULL,                               -- Whether the candidate wins under perfect play. Exact.
    best       BOOLEAN   NOT NULL,                               -- Whether the candidate has the highest chance under random play: MC(inf) plays it, and breaks ties evenly. Exact.
    chance     DOUBLE    NOT NULL CHECK (chance BETWEEN 0 AND 1), -- Chance that the mover wins at random play after the candidate, rounded to a double.
    chance_num VARCHAR   NOT NULL,                               -- Numerator of the chance, reduced, in decimal digits. Exact.
    chance_den VARCHAR   NOT NULL                                -- Denominator of the chance, reduced, in decimal digits. Exact.
);

CREATE TABLE subtraction_positions ( -- Subtraction game: perfect play and random play, one row per heap. Exact. Key: moves, overshoot, heap.
    moves      VARCHAR        NOT NULL,                          -- Numbers of tokens that a move may take, ascending, joined by commas.
    overshoot  overshoot_rule NOT NULL,                          -- Result of taking more than is left: wins, loses or illegal.
    heap       UINTEGER       NOT NULL,                          -- Size of the heap.
    won        BOOLEAN        NOT NULL,                          -- Whether the player to move wins under perfect play. Exact.
    chance     DOUBLE         NOT NULL CHECK (chance BETWEEN 0 AND 1), -- Chance that the player to move wins when both move at random, rounded to a double.
    chance_num VARCHAR        NOT NULL,                          -- Numerator of the chance, reduced, in decimal digits. Exact.
    chance_den VARCHAR        NOT NULL                           -- Denominator of the chance, reduced, in decimal digits. Exact.
);

CREATE TABLE subtraction_moves ( -- Subtraction game: every candidate at every heap. Exact. Key: moves, overshoot, heap, move.
    moves      VARCHAR        NOT NULL,                          -- Numbers of tokens that a move may take, ascending, joined by commas.
    overshoot  overshoot_rule NOT NULL,                          -- Result of taking more than is left: wins, loses or illegal.
    heap       UINTEGER       NOT NULL,                          -- Size of the heap.
    move       UINTEGER       NOT NULL CHECK (move >= 1),        -- The candidate: number of tokens to take.
    wins       BOOLEAN        NOT NULL,                          -- Whether the candidate wins under perfect play. Exact.
    best       BOOLEAN        NOT NULL,                          -- Whether the candidate has the highest chance under random play: MC(inf) plays it, and breaks ties evenly. Exact.
    chance     DOUBLE         NOT NULL CHECK (chance BETWEEN 0 AND 1), -- Chance that the mover wins at random play after the candidate, rounded to a double.
    chance_num VARCHAR        NOT NULL,                          -- Numerator of the chance, reduced, in decimal digits. Exact.
    chance_den VARCHAR        NOT NULL                           -- Denominator of the chance, reduced, in decimal digits. Exact.
);

CREATE TABLE subtraction_games ( -- Subtraction games: proven periods of perfect play, and errors of MC(inf). Exact. Key: moves, overshoot, searched_to.
    moves             VARCHAR        NOT NULL,                   -- Numbers of tokens that a move may take, ascending, joined by commas.
    overshoot         overshoot_rule NOT NULL,                   -- Result of taking more than is left: wins, loses or illegal.
    preperiod         UBIGINT,                                   -- Number of heaps before win and loss repeat, counted from heap 1; NULL if no period was found. Proved by a repeated state.
    period            UBIGINT        CHECK (period >= 1),        -- Length of the repeating pattern of win and loss; NULL if none was found. Proved by a repeated state.
    blunder           UINTEGER       CHECK (blunder BETWEEN 1 AND searched_to), -- Smallest won heap at which every best candidate of MC(inf) loses; NULL if there is none up to searched_to. Exact.
    blunder_with_ties UINTEGER       CHECK (blunder_with_ties BETWEEN 1 AND searched_to), -- Smallest won heap at which some best candidate of MC(inf) loses; NULL if there is none up to searched_to. Exact.
    searched_to       UINTEGER       NOT NULL,                   -- Largest heap searched for blunders.
    won_heaps         UINTEGER       NOT NULL CHECK (won_heaps <= searched_to), -- Number of won heaps up to searched_to. Exact.
    losing_choices    DOUBLE         NOT NULL CHECK (losing_choices BETWEEN 0 AND won_heaps) -- Sum over the won heaps of the chance that MC(inf) plays a losing move, rounded to a double; divide by won_heaps for the mean.
);

CREATE TABLE subtraction_limits ( -- Subtraction games: limits of the winning chance in random play as the heap grows, one row per residue class of heaps. Exact. Key: moves, overshoot, residue.
    moves      VARCHAR        NOT NULL,                          -- Numbers of tokens that a move may take, ascending, joined by commas.
    overshoot  overshoot_rule NOT NULL,                          -- Result of taking more than is left: wins, loses or illegal.
    modulus    UINTEGER       NOT NULL,                          -- Heaps that are congruent modulo this number share a limit.
    residue    UINTEGER       NOT NULL CHECK (residue < modulus), -- Remainder of the heap by the modulus.
    chance     DOUBLE         NOT NULL CHECK (chance BETWEEN 0 AND 1), -- Limit of the chance that the player to move wins at random play, rounded to a double.
    chance_num VARCHAR        NOT NULL,                          -- Numerator of the limit, reduced, in decimal digits. Exact.
    chance_den VARCHAR        NOT NULL                           -- Denominator of the limit, reduced, in decimal digits. Exact.
);

CREATE TABLE lasting_blunders ( -- Subtraction games: whether MC(inf) errs at arbitrarily large heaps, and how often in the long run; numbers are rounded to doubles. Key: moves, overshoot.
    moves     VARCHAR        NOT NULL,                           -- Numbers of tokens that a move may take, ascending, joined by commas.
    overshoot overshoot_rule NOT NULL,                           -- Result of taking more than is left: wins, loses or illegal.
    lasts     BOOLEAN        NOT NULL,                           -- Whether there are won heaps of any size at which every best candidate of MC(inf) loses. If not, every move from every large won heap wins. Proved.
    share     DOUBLE         NOT NULL CHECK (share BETWEEN 0 AND 1), -- Limit, over all won heaps up to ever larger ones, of the mean chance that MC(inf) plays a losing move.
    modulus   DOUBLE         CHECK (modulus > 0 AND modulus < 1), -- Factor by which differences between candidates shrink per heap: modulus of the dominating root of the recurrence of random play. NULL if every move from every large won heap wins.
    angle     DOUBLE         CHECK (angle > 0 AND angle < 3.15), -- Angle of that root in radians, per as many heaps as the greatest common divisor of the moves; pi if it is real. NULL as for modulus.
    played    DOUBLE[]                                           -- For each move, limit of the share of heaps at which MC(inf) plays it. NULL as for modulus.
);

CREATE TABLE agent_duels ( -- Subtraction games: duels of agents without playouts. Exact. Key: moves, overshoot, first, second, heap.
    moves      VARCHAR        NOT NULL,                          -- Numbers of tokens that a move may take, ascending, joined by commas.
    overshoot  overshoot_rule NOT NULL,                          -- Result of taking more than is left: wins, loses or illegal.
    first      agent_name     NOT NULL,                          -- Agent that moves first.
    second     agent_name     NOT NULL,                          -- Agent that moves second.
    heap       UINTEGER       NOT NULL,                          -- Size of the heap at the start.
    chance     DOUBLE         NOT NULL CHECK (chance BETWEEN 0 AND 1), -- Chance that the first player wins, rounded to a double.
    chance_num VARCHAR        NOT NULL,                          -- Numerator of the chance, reduced, in decimal digits. Exact.
    chance_den VARCHAR        NOT NULL                           -- Denominator of the chance, reduced, in decimal digits. Exact.
);

CREATE TABLE asymmetry_scans ( -- Biased playouts: biases that were scanned, and the largest heap. Exact. Key: moves, overshoot, kind, epsilon, epsilon_num, epsilon_den, heaps.
    moves       VARCHAR        NOT NULL,                         -- Numbers of tokens that a move may take, ascending, joined by commas.
    overshoot   overshoot_rule NOT NULL,                         -- Result of taking more than is left: wins, loses or illegal.
    kind        asymmetry_kind NOT NULL,                         -- static: the smaller move with (1 - e)/2, the larger with (1 + e)/2. informed: in won heaps the winning moves share (1 + e)/2.
    epsilon     DOUBLE         NOT NULL CHECK (epsilon BETWEEN -1 AND 1), -- The bias e, rounded to a double.
    epsilon_num BIGINT         NOT NULL,                         -- Numerator of e, reduced. Exact.
    epsilon_den BIGINT         NOT NULL CHECK (epsilon_den >= 1), -- Denominator of e, reduced. Exact.
    heaps       UINTEGER       NOT NULL                          -- Largest heap scanned.
);

CREATE TABLE asymmetry_bad_moves ( -- Biased playouts: won heaps at which MC(inf) may lose. Exact. Key: moves, overshoot, kind, epsilon, epsilon_num, epsilon_den, heap.
    moves       VARCHAR        NOT NULL,                         -- Numbers of tokens that a move may take, ascending, joined by commas.
    overshoot   overshoot_rule NOT NULL,                         -- Result of taking more than is left: wins, loses or illegal.
    kind        asymmetry_kind NOT NULL,                         -- static: the smaller move with (1 - e)/2, the larger with (1 + e)/2. informed: in won heaps the winning moves share (1 + e)/2.
    epsilon     DOUBLE         NOT NULL CHECK (epsilon BETWEEN -1 AND 1), -- The bias e, rounded to a double.
    epsilon_num BIGINT         NOT NULL,                         -- Numerator of e, reduced. Exact.
    epsilon_den BIGINT         NOT NULL CHECK (epsilon_den >= 1), -- Denominator of e, reduced. Exact.
    heap        UINTEGER       NOT NULL,                         -- A won heap.
    share_num   UINTEGER       NOT NULL CHECK (share_num BETWEEN 1 AND share_den), -- Numerator of the share of best candidates that lose. Exact.
    share_den   UINTEGER       NOT NULL                          -- Denominator of the share. Exact.
);

CREATE TABLE basins ( -- Self-play basins: local minima over k of the mean chance of MC(k) against MC(2k). Certified. Key: game, k_max, k.
    game   VARCHAR NOT NULL,                                    -- The game as written on the command line.
    k_max  UBIGINT NOT NULL,                                    -- Largest k searched.
    k      UBIGINT NOT NULL CHECK (k BETWEEN k_low AND k_high), -- Playouts per candidate at the lowest point evaluated or, in a long interval from k_low to k_high, near its middle.
    k_low  UBIGINT NOT NULL CHECK (k_low > 1),                  -- Smallest k at which the minimum may be: the mean at k_low - 1 is certainly higher than at k. Certified.
    k_high UBIGINT NOT NULL CHECK (k_high < k_max),             -- Largest k at which the minimum may be: the mean at k_high + 1 is certainly higher than at k. Certified.
    mean   DOUBLE  NOT NULL CHECK (mean BETWEEN 0 AND 1),       -- Mean chance of MC(k) to win at this k. Certified, see error.
    error  DOUBLE  NOT NULL CHECK (error BETWEEN 0 AND 1)       -- Bound on the absolute error of mean, as in the tables of duels.
);

CREATE TABLE simulations ( -- Simulated games of two agents; the playouts of MC(k) are simulated, too. Sampled. Key: game, first, second, games, seed.
    game          VARCHAR  NOT NULL,                           -- The game as written on the command line.
    first         VARCHAR  NOT NULL,                           -- Agent that moves first: mc:K, mc:inf, random, perfect, careful or half-perfect.
    second        VARCHAR  NOT NULL,                           -- Agent that moves second.
    games         UINTEGER NOT NULL CHECK (games >= 1),        -- Games played.
    seed          UBIGINT  NOT NULL,                           -- Random seed; each game and pair of agents has its own random streams.
    wins          UINTEGER NOT NULL CHECK (wins <= games),     -- Games won by the agent that moves first. Sampled.
    seconds       DOUBLE   NOT NULL CHECK (seconds >= 0),      -- CPU seconds that the games took. Measured.
    exact_seconds DOUBLE            CHECK (exact_seconds >= 0) -- CPU seconds for the certified chance of the same duel, given random play; NULL if an agent has no playouts. Measured.
);

CREATE MACRO agent_text(k) AS 'mc:' || CASE WHEN k = 0 THEN 'inf' ELSE k::VARCHAR END;
COMMENT ON MACRO agent_text IS 'The agent MC(k) as the program prints it; 0 stands for infinitely many playouts. Example: agent_text(0) is mc:inf.';

CREATE MACRO position_text(own, other) AS own || ' ' || other;
COMMENT ON MACRO position_text IS 'A position of a double-step race as --at reads it: fields gone by the player to move and by the opponent. Example: position_text(3, 5) is 3 5.';

CREATE MACRO subtraction_text(moves, overshoot, heap) AS 'subtraction ' || heap || ' --moves ' || moves
    || CASE WHEN overshoot::VARCHAR = 'wins' THEN '' ELSE ' --overshoot ' || overshoot END;
COMMENT ON MACRO subtraction_text IS 'A subtraction game as written on the command line. Example: subtraction_text(''1,2'', ''loses'', 21) is subtraction 21 --moves 1,2 --overshoot loses.';
