-- Monte-Carlo agents in races and subtraction games.
-- MC(k) runs k random playouts per candidate move and plays the candidate with the most wins; ties are split evenly.

CREATE TYPE overshoot_rule AS ENUM ('wins', 'loses', 'illegal');
CREATE TYPE asymmetry_kind AS ENUM ('static', 'informed');
CREATE TYPE agent_name AS ENUM ('random', 'perfect', 'careful', 'half-perfect');

CREATE TABLE esr_duels (
    n      USMALLINT NOT NULL CHECK (n >= 1),
    m      USMALLINT NOT NULL,
    s      USMALLINT NOT NULL CHECK (s BETWEEN 1 AND m),
    k      UBIGINT   NOT NULL,
    rival  UBIGINT   NOT NULL,
    first  DOUBLE    NOT NULL CHECK (first BETWEEN 0 AND 1),
    second DOUBLE    NOT NULL CHECK (second BETWEEN 0 AND 1),
    mean   DOUBLE    NOT NULL CHECK (mean BETWEEN 0 AND 1),
    error  DOUBLE    NOT NULL CHECK (error BETWEEN 0 AND 1)
);
COMMENT ON TABLE  esr_duels        IS 'Single-step race ESR(n, m, s): the duel of MC(k) against MC(rival). Certified. Key: n, m, s, k, rival.';
COMMENT ON COLUMN esr_duels.n      IS 'Steps per lane.';
COMMENT ON COLUMN esr_duels.m      IS 'Lanes, and therefore pieces, per player.';
COMMENT ON COLUMN esr_duels.s      IS 'Pieces that must be home to win.';
COMMENT ON COLUMN esr_duels.k      IS 'Playouts per candidate of the agent; 0 stands for infinitely many.';
COMMENT ON COLUMN esr_duels.rival  IS 'Playouts per candidate of its rival; 0 stands for infinitely many.';
COMMENT ON COLUMN esr_duels.first  IS 'Chance that MC(k) wins when it moves first. Certified, see error.';
COMMENT ON COLUMN esr_duels.second IS 'Chance that MC(k) wins when it moves second. Certified, see error.';
COMMENT ON COLUMN esr_duels.mean   IS 'Mean of first and second. Certified, see error.';
COMMENT ON COLUMN esr_duels.error  IS 'Bound on the absolute error of first, second and mean, as fine as a second program can prove: 1e-14 per move of the longest game and per candidate, plus 4e-14.';

CREATE TABLE dsc_duels (
    n      USMALLINT NOT NULL CHECK (n >= 1),
    k      UBIGINT   NOT NULL,
    rival  UBIGINT   NOT NULL,
    first  DOUBLE    NOT NULL CHECK (first BETWEEN 0 AND 1),
    second DOUBLE    NOT NULL CHECK (second BETWEEN 0 AND 1),
    mean   DOUBLE    NOT NULL CHECK (mean BETWEEN 0 AND 1),
    error  DOUBLE    NOT NULL CHECK (error BETWEEN 0 AND 1)
);
COMMENT ON TABLE  dsc_duels        IS 'Double-step crash race DSC(n): the duel of MC(k) against MC(rival). Certified. Key: n, k, rival.';
COMMENT ON COLUMN dsc_duels.n      IS 'Length of the lane.';
COMMENT ON COLUMN dsc_duels.k      IS 'Playouts per candidate of the agent; 0 stands for infinitely many.';
COMMENT ON COLUMN dsc_duels.rival  IS 'Playouts per candidate of its rival; 0 stands for infinitely many.';
COMMENT ON COLUMN dsc_duels.first  IS 'Chance that MC(k) wins when it moves first. Certified, see error.';
COMMENT ON COLUMN dsc_duels.second IS 'Chance that MC(k) wins when it moves second. Certified, see error.';
COMMENT ON COLUMN dsc_duels.mean   IS 'Mean of first and second. Certified, see error.';
COMMENT ON COLUMN dsc_duels.error  IS 'Bound on the absolute error of first, second and mean, as fine as a second program can prove: 1e-14 per move of the longest game and per candidate, plus 4e-14.';

CREATE TABLE dsr_duels (
    n      USMALLINT NOT NULL CHECK (n >= 1),
    k      UBIGINT   NOT NULL,
    rival  UBIGINT   NOT NULL,
    first  DOUBLE    NOT NULL CHECK (first BETWEEN 0 AND 1),
    second DOUBLE    NOT NULL CHECK (second BETWEEN 0 AND 1),
    mean   DOUBLE    NOT NULL CHECK (mean BETWEEN 0 AND 1),
    error  DOUBLE    NOT NULL CHECK (error BETWEEN 0 AND 1)
);
COMMENT ON TABLE  dsr_duels        IS 'Double-step race DSR(n): the duel of MC(k) against MC(rival). Certified. Key: n, k, rival.';
COMMENT ON COLUMN dsr_duels.n      IS 'Length of the lane.';
COMMENT ON COLUMN dsr_duels.k      IS 'Playouts per candidate of the agent; 0 stands for infinitely many.';
COMMENT ON COLUMN dsr_duels.rival  IS 'Playouts per candidate of its rival; 0 stands for infinitely many.';
COMMENT ON COLUMN dsr_duels.first  IS 'Chance that MC(k) wins when it moves first. Certified, see error.';
COMMENT ON COLUMN dsr_duels.second IS 'Chance that MC(k) wins when it moves second. Certified, see error.';
COMMENT ON COLUMN dsr_duels.mean   IS 'Mean of first and second. Certified, see error.';
COMMENT ON COLUMN dsr_duels.error  IS 'Bound on the absolute error of first, second and mean, as fine as a second program can prove: 1e-14 per move of the longest game and per candidate, plus 4e-14.';

CREATE TABLE subtraction_duels (
    moves     VARCHAR        NOT NULL,
    overshoot overshoot_rule NOT NULL,
    heap      UINTEGER       NOT NULL,
    k         UBIGINT        NOT NULL,
    rival     UBIGINT        NOT NULL,
    first     DOUBLE         NOT NULL CHECK (first BETWEEN 0 AND 1),
    second    DOUBLE         NOT NULL CHECK (second BETWEEN 0 AND 1),
    mean      DOUBLE         NOT NULL CHECK (mean BETWEEN 0 AND 1),
    error     DOUBLE         NOT NULL CHECK (error BETWEEN 0 AND 1)
);
COMMENT ON TABLE  subtraction_duels           IS 'Subtraction game: the duel of MC(k) against MC(rival). Certified. Key: moves, overshoot, heap, k, rival.';
COMMENT ON COLUMN subtraction_duels.moves     IS 'Numbers of tokens that a move may take, ascending, joined by commas.';
COMMENT ON COLUMN subtraction_duels.overshoot IS 'Result of taking more than is left: wins, loses or illegal.';
COMMENT ON COLUMN subtraction_duels.heap      IS 'Size of the heap at the start.';
COMMENT ON COLUMN subtraction_duels.k         IS 'Playouts per candidate of the agent; 0 stands for infinitely many.';
COMMENT ON COLUMN subtraction_duels.rival     IS 'Playouts per candidate of its rival; 0 stands for infinitely many.';
COMMENT ON COLUMN subtraction_duels.first     IS 'Chance that MC(k) wins when it moves first. Certified, see error.';
COMMENT ON COLUMN subtraction_duels.second    IS 'Chance that MC(k) wins when it moves second. Certified, see error.';
COMMENT ON COLUMN subtraction_duels.mean      IS 'Mean of first and second. Certified, see error.';
COMMENT ON COLUMN subtraction_duels.error     IS 'Bound on the absolute error of first, second and mean, as fine as a second program can prove: 1e-14 per move of the longest game and per candidate, plus 4e-14.';

CREATE TABLE esr_starts (
    n          USMALLINT NOT NULL CHECK (n >= 1),
    m          USMALLINT NOT NULL,
    s          USMALLINT NOT NULL CHECK (s BETWEEN 1 AND m),
    chance     DOUBLE    NOT NULL CHECK (chance BETWEEN 0 AND 1),
    chance_num VARCHAR,
    chance_den VARCHAR,
    error      DOUBLE    NOT NULL CHECK (error BETWEEN 0 AND 1)
);
COMMENT ON TABLE  esr_starts            IS 'Single-step race ESR(n, m, s): random play from the start. Key: n, m, s.';
COMMENT ON COLUMN esr_starts.n          IS 'Steps per lane.';
COMMENT ON COLUMN esr_starts.m          IS 'Lanes, and therefore pieces, per player.';
COMMENT ON COLUMN esr_starts.s          IS 'Pieces that must be home to win.';
COMMENT ON COLUMN esr_starts.chance     IS 'Chance that the player to move wins when both move at random. Certified, see error.';
COMMENT ON COLUMN esr_starts.chance_num IS 'Numerator of the chance, reduced, in decimal digits; NULL if the exact fraction would be too large. Exact.';
COMMENT ON COLUMN esr_starts.chance_den IS 'Denominator of the chance, reduced, in decimal digits; NULL if the exact fraction would be too large. Exact.';
COMMENT ON COLUMN esr_starts.error      IS 'Bound on the absolute error of chance: 2^-54, that of rounding, or 2^-52 if no fraction is stored.';

CREATE TABLE dsc_positions (
    n          USMALLINT NOT NULL CHECK (n >= 1),
    own        USMALLINT NOT NULL CHECK (own < n),
    other      USMALLINT NOT NULL CHECK (other < n),
    won        BOOLEAN   NOT NULL,
    chance     DOUBLE    NOT NULL CHECK (chance BETWEEN 0 AND 1),
    chance_num VARCHAR   NOT NULL,
    chance_den VARCHAR   NOT NULL
);
COMMENT ON TABLE  dsc_positions            IS 'Double-step crash race DSC(n): every undecided position reachable from the start. Exact. Key: n, own, other.';
COMMENT ON COLUMN dsc_positions.n          IS 'Length of the lane.';
COMMENT ON COLUMN dsc_positions.own        IS 'Fields that the player to move has gone.';
COMMENT ON COLUMN dsc_positions.other      IS 'Fields that the opponent has gone.';
COMMENT ON COLUMN dsc_positions.won        IS 'Whether the player to move wins under perfect play. Exact.';
COMMENT ON COLUMN dsc_positions.chance     IS 'Chance that the player to move wins when both move at random, rounded to a double.';
COMMENT ON COLUMN dsc_positions.chance_num IS 'Numerator of the chance, reduced, in decimal digits. Exact.';
COMMENT ON COLUMN dsc_positions.chance_den IS 'Denominator of the chance, reduced, in decimal digits. Exact.';

CREATE TABLE dsc_moves (
    n          USMALLINT NOT NULL CHECK (n >= 1),
    own        USMALLINT NOT NULL CHECK (own < n),
    other      USMALLINT NOT NULL CHECK (other < n),
    step       UTINYINT  NOT NULL CHECK (step IN (1, 2)),
    wins       BOOLEAN   NOT NULL,
    best       BOOLEAN   NOT NULL,
    chance     DOUBLE    NOT NULL CHECK (chance BETWEEN 0 AND 1),
    chance_num VARCHAR   NOT NULL,
    chance_den VARCHAR   NOT NULL
);
COMMENT ON TABLE  dsc_moves            IS 'Double-step crash race DSC(n): every candidate of every position in dsc_positions. Exact. Key: n, own, other, step.';
COMMENT ON COLUMN dsc_moves.n          IS 'Length of the lane.';
COMMENT ON COLUMN dsc_moves.own        IS 'Fields that the player to move has gone.';
COMMENT ON COLUMN dsc_moves.other      IS 'Fields that the opponent has gone.';
COMMENT ON COLUMN dsc_moves.step       IS 'The candidate: fields to go, 1 or 2.';
COMMENT ON COLUMN dsc_moves.wins       IS 'Whether the candidate wins under perfect play. Exact.';
COMMENT ON COLUMN dsc_moves.best       IS 'Whether the candidate has the highest chance under random play: MC(inf) plays it, and breaks ties evenly. Exact.';
COMMENT ON COLUMN dsc_moves.chance     IS 'Chance that the mover wins at random play after the candidate, rounded to a double.';
COMMENT ON COLUMN dsc_moves.chance_num IS 'Numerator of the chance, reduced, in decimal digits. Exact.';
COMMENT ON COLUMN dsc_moves.chance_den IS 'Denominator of the chance, reduced, in decimal digits. Exact.';

CREATE TABLE dsr_positions (
    n          USMALLINT NOT NULL CHECK (n >= 1),
    own        USMALLINT NOT NULL CHECK (own < n),
    other      USMALLINT NOT NULL CHECK (other < n),
    won        BOOLEAN   NOT NULL,
    chance     DOUBLE    NOT NULL CHECK (chance BETWEEN 0 AND 1),
    chance_num VARCHAR   NOT NULL,
    chance_den VARCHAR   NOT NULL
);
COMMENT ON TABLE  dsr_positions            IS 'Double-step race DSR(n): every undecided position reachable from the start. Exact. Key: n, own, other.';
COMMENT ON COLUMN dsr_positions.n          IS 'Length of the lane.';
COMMENT ON COLUMN dsr_positions.own        IS 'Fields that the player to move has gone.';
COMMENT ON COLUMN dsr_positions.other      IS 'Fields that the opponent has gone.';
COMMENT ON COLUMN dsr_positions.won        IS 'Whether the player to move wins under perfect play. Exact.';
COMMENT ON COLUMN dsr_positions.chance     IS 'Chance that the player to move wins when both move at random, rounded to a double.';
COMMENT ON COLUMN dsr_positions.chance_num IS 'Numerator of the chance, reduced, in decimal digits. Exact.';
COMMENT ON COLUMN dsr_positions.chance_den IS 'Denominator of the chance, reduced, in decimal digits. Exact.';

CREATE TABLE dsr_moves (
    n          USMALLINT NOT NULL CHECK (n >= 1),
    own        USMALLINT NOT NULL CHECK (own < n),
    other      USMALLINT NOT NULL CHECK (other < n),
    step       UTINYINT  NOT NULL CHECK (step IN (1, 2)),
    wins       BOOLEAN   NOT NULL,
    best       BOOLEAN   NOT NULL,
    chance     DOUBLE    NOT NULL CHECK (chance BETWEEN 0 AND 1),
    chance_num VARCHAR   NOT NULL,
    chance_den VARCHAR   NOT NULL
);
COMMENT ON TABLE  dsr_moves            IS 'Double-step race DSR(n): every candidate of every position in dsr_positions. Exact. Key: n, own, other, step.';
COMMENT ON COLUMN dsr_moves.n          IS 'Length of the lane.';
COMMENT ON COLUMN dsr_moves.own        IS 'Fields that the player to move has gone.';
COMMENT ON COLUMN dsr_moves.other      IS 'Fields that the opponent has gone.';
COMMENT ON COLUMN dsr_moves.step       IS 'The candidate: fields to go, 1 or 2.';
COMMENT ON COLUMN dsr_moves.wins       IS 'Whether the candidate wins under perfect play. Exact.';
COMMENT ON COLUMN dsr_moves.best       IS 'Whether the candidate has the highest chance under random play: MC(inf) plays it, and breaks ties evenly. Exact.';
COMMENT ON COLUMN dsr_moves.chance     IS 'Chance that the mover wins at random play after the candidate, rounded to a double.';
COMMENT ON COLUMN dsr_moves.chance_num IS 'Numerator of the chance, reduced, in decimal digits. Exact.';
COMMENT ON COLUMN dsr_moves.chance_den IS 'Denominator of the chance, reduced, in decimal digits. Exact.';

CREATE TABLE subtraction_positions (
    moves      VARCHAR        NOT NULL,
    overshoot  overshoot_rule NOT NULL,
    heap       UINTEGER       NOT NULL,
    won        BOOLEAN        NOT NULL,
    chance     DOUBLE         NOT NULL CHECK (chance BETWEEN 0 AND 1),
    chance_num VARCHAR        NOT NULL,
    chance_den VARCHAR        NOT NULL
);
COMMENT ON TABLE  subtraction_positions            IS 'Subtraction game: perfect play and random play, one row per heap. Exact. Key: moves, overshoot, heap.';
COMMENT ON COLUMN subtraction_positions.moves      IS 'Numbers of tokens that a move may take, ascending, joined by commas.';
COMMENT ON COLUMN subtraction_positions.overshoot  IS 'Result of taking more than is left: wins, loses or illegal.';
COMMENT ON COLUMN subtraction_positions.heap       IS 'Size of the heap.';
COMMENT ON COLUMN subtraction_positions.won        IS 'Whether the player to move wins under perfect play. Exact.';
COMMENT ON COLUMN subtraction_positions.chance     IS 'Chance that the player to move wins when both move at random, rounded to a double.';
COMMENT ON COLUMN subtraction_positions.chance_num IS 'Numerator of the chance, reduced, in decimal digits. Exact.';
COMMENT ON COLUMN subtraction_positions.chance_den IS 'Denominator of the chance, reduced, in decimal digits. Exact.';

CREATE TABLE subtraction_moves (
    moves      VARCHAR        NOT NULL,
    overshoot  overshoot_rule NOT NULL,
    heap       UINTEGER       NOT NULL,
    move       UINTEGER       NOT NULL CHECK (move >= 1),
    wins       BOOLEAN        NOT NULL,
    best       BOOLEAN        NOT NULL,
    chance     DOUBLE         NOT NULL CHECK (chance BETWEEN 0 AND 1),
    chance_num VARCHAR        NOT NULL,
    chance_den VARCHAR        NOT NULL
);
COMMENT ON TABLE  subtraction_moves            IS 'Subtraction game: every candidate at every heap. Exact. Key: moves, overshoot, heap, move.';
COMMENT ON COLUMN subtraction_moves.moves      IS 'Numbers of tokens that a move may take, ascending, joined by commas.';
COMMENT ON COLUMN subtraction_moves.overshoot  IS 'Result of taking more than is left: wins, loses or illegal.';
COMMENT ON COLUMN subtraction_moves.heap       IS 'Size of the heap.';
COMMENT ON COLUMN subtraction_moves.move       IS 'The candidate: number of tokens to take.';
COMMENT ON COLUMN subtraction_moves.wins       IS 'Whether the candidate wins under perfect play. Exact.';
COMMENT ON COLUMN subtraction_moves.best       IS 'Whether the candidate has the highest chance under random play: MC(inf) plays it, and breaks ties evenly. Exact.';
COMMENT ON COLUMN subtraction_moves.chance     IS 'Chance that the mover wins at random play after the candidate, rounded to a double.';
COMMENT ON COLUMN subtraction_moves.chance_num IS 'Numerator of the chance, reduced, in decimal digits. Exact.';
COMMENT ON COLUMN subtraction_moves.chance_den IS 'Denominator of the chance, reduced, in decimal digits. Exact.';

CREATE TABLE subtraction_games (
    moves             VARCHAR        NOT NULL,
    overshoot         overshoot_rule NOT NULL,
    preperiod         UBIGINT,
    period            UBIGINT        CHECK (period >= 1),
    blunder           UINTEGER       CHECK (blunder BETWEEN 1 AND searched_to),
    blunder_with_ties UINTEGER       CHECK (blunder_with_ties BETWEEN 1 AND searched_to),
    searched_to       UINTEGER       NOT NULL,
    won_heaps         UINTEGER       NOT NULL CHECK (won_heaps <= searched_to),
    losing_choices    DOUBLE         NOT NULL CHECK (losing_choices BETWEEN 0 AND won_heaps)
);
COMMENT ON TABLE  subtraction_games                   IS 'Subtraction games: proven periods of perfect play, and errors of MC(inf). Exact. Key: moves, overshoot, searched_to.';
COMMENT ON COLUMN subtraction_games.moves             IS 'Numbers of tokens that a move may take, ascending, joined by commas.';
COMMENT ON COLUMN subtraction_games.overshoot         IS 'Result of taking more than is left: wins, loses or illegal.';
COMMENT ON COLUMN subtraction_games.preperiod         IS 'Number of heaps before win and loss repeat, counted from heap 1; NULL if no period was found. Proved by a repeated state.';
COMMENT ON COLUMN subtraction_games.period            IS 'Length of the repeating pattern of win and loss; NULL if none was found. Proved by a repeated state.';
COMMENT ON COLUMN subtraction_games.blunder           IS 'Smallest won heap at which every best candidate of MC(inf) loses; NULL if there is none up to searched_to. Exact.';
COMMENT ON COLUMN subtraction_games.blunder_with_ties IS 'Smallest won heap at which some best candidate of MC(inf) loses; NULL if there is none up to searched_to. Exact.';
COMMENT ON COLUMN subtraction_games.searched_to       IS 'Largest heap searched for blunders.';
COMMENT ON COLUMN subtraction_games.won_heaps         IS 'Number of won heaps up to searched_to. Exact.';
COMMENT ON COLUMN subtraction_games.losing_choices    IS 'Sum over the won heaps of the chance that MC(inf) plays a losing move, rounded to a double; divide by won_heaps for the mean.';

CREATE TABLE subtraction_limits (
    moves      VARCHAR        NOT NULL,
    overshoot  overshoot_rule NOT NULL,
    modulus    UINTEGER       NOT NULL,
    residue    UINTEGER       NOT NULL CHECK (residue < modulus),
    chance     DOUBLE         NOT NULL CHECK (chance BETWEEN 0 AND 1),
    chance_num VARCHAR        NOT NULL,
    chance_den VARCHAR        NOT NULL
);
COMMENT ON TABLE  subtraction_limits            IS 'Subtraction games: limits of the winning chance in random play as the heap grows, one row per residue class of heaps. Exact. Key: moves, overshoot, residue.';
COMMENT ON COLUMN subtraction_limits.moves      IS 'Numbers of tokens that a move may take, ascending, joined by commas.';
COMMENT ON COLUMN subtraction_limits.overshoot  IS 'Result of taking more than is left: wins, loses or illegal.';
COMMENT ON COLUMN subtraction_limits.modulus    IS 'Heaps that are congruent modulo this number share a limit.';
COMMENT ON COLUMN subtraction_limits.residue    IS 'Remainder of the heap by the modulus.';
COMMENT ON COLUMN subtraction_limits.chance     IS 'Limit of the chance that the player to move wins at random play, rounded to a double.';
COMMENT ON COLUMN subtraction_limits.chance_num IS 'Numerator of the limit, reduced, in decimal digits. Exact.';
COMMENT ON COLUMN subtraction_limits.chance_den IS 'Denominator of the limit, reduced, in decimal digits. Exact.';

CREATE TABLE lasting_blunders (
    moves     VARCHAR        NOT NULL,
    overshoot overshoot_rule NOT NULL,
    lasts     BOOLEAN        NOT NULL,
    share     DOUBLE         NOT NULL CHECK (share BETWEEN 0 AND 1),
    modulus   DOUBLE         CHECK (modulus > 0 AND modulus < 1),
    angle     DOUBLE         CHECK (angle > 0 AND angle < 3.15),
    played    DOUBLE[]
);
COMMENT ON TABLE  lasting_blunders           IS 'Subtraction games: whether MC(inf) errs at arbitrarily large heaps, and how often in the long run; numbers are rounded to doubles. Key: moves, overshoot.';
COMMENT ON COLUMN lasting_blunders.moves     IS 'Numbers of tokens that a move may take, ascending, joined by commas.';
COMMENT ON COLUMN lasting_blunders.overshoot IS 'Result of taking more than is left: wins, loses or illegal.';
COMMENT ON COLUMN lasting_blunders.lasts     IS 'Whether there are won heaps of any size at which every best candidate of MC(inf) loses. If not, every move from every large won heap wins. Proved.';
COMMENT ON COLUMN lasting_blunders.share     IS 'Limit, over all won heaps up to ever larger ones, of the mean chance that MC(inf) plays a losing move.';
COMMENT ON COLUMN lasting_blunders.modulus   IS 'Factor by which differences between candidates shrink per heap: modulus of the dominating root of the recurrence of random play. NULL if every move from every large won heap wins.';
COMMENT ON COLUMN lasting_blunders.angle     IS 'Angle of that root in radians, per as many heaps as the greatest common divisor of the moves; pi if it is real. NULL as for modulus.';
COMMENT ON COLUMN lasting_blunders.played    IS 'For each move, limit of the share of heaps at which MC(inf) plays it. NULL as for modulus.';

CREATE TABLE agent_duels (
    moves      VARCHAR        NOT NULL,
    overshoot  overshoot_rule NOT NULL,
    first      agent_name     NOT NULL,
    second     agent_name     NOT NULL,
    heap       UINTEGER       NOT NULL,
    chance     DOUBLE         NOT NULL CHECK (chance BETWEEN 0 AND 1),
    chance_num VARCHAR        NOT NULL,
    chance_den VARCHAR        NOT NULL
);
COMMENT ON TABLE  agent_duels            IS 'Subtraction games: duels of agents without playouts. Exact. Key: moves, overshoot, first, second, heap.';
COMMENT ON COLUMN agent_duels.moves      IS 'Numbers of tokens that a move may take, ascending, joined by commas.';
COMMENT ON COLUMN agent_duels.overshoot  IS 'Result of taking more than is left: wins, loses or illegal.';
COMMENT ON COLUMN agent_duels.first      IS 'Agent that moves first.';
COMMENT ON COLUMN agent_duels.second     IS 'Agent that moves second.';
COMMENT ON COLUMN agent_duels.heap       IS 'Size of the heap at the start.';
COMMENT ON COLUMN agent_duels.chance     IS 'Chance that the first player wins, rounded to a double.';
COMMENT ON COLUMN agent_duels.chance_num IS 'Numerator of the chance, reduced, in decimal digits. Exact.';
COMMENT ON COLUMN agent_duels.chance_den IS 'Denominator of the chance, reduced, in decimal digits. Exact.';

CREATE TABLE asymmetry_scans (
    moves       VARCHAR        NOT NULL,
    overshoot   overshoot_rule NOT NULL,
    kind        asymmetry_kind NOT NULL,
    epsilon     DOUBLE         NOT NULL CHECK (epsilon BETWEEN -1 AND 1),
    epsilon_num BIGINT         NOT NULL,
    epsilon_den BIGINT         NOT NULL CHECK (epsilon_den >= 1),
    heaps       UINTEGER       NOT NULL
);
COMMENT ON TABLE  asymmetry_scans             IS 'Biased playouts: biases that were scanned, and the largest heap. Exact. Key: moves, overshoot, kind, epsilon, epsilon_num, epsilon_den, heaps.';
COMMENT ON COLUMN asymmetry_scans.moves       IS 'Numbers of tokens that a move may take, ascending, joined by commas.';
COMMENT ON COLUMN asymmetry_scans.overshoot   IS 'Result of taking more than is left: wins, loses or illegal.';
COMMENT ON COLUMN asymmetry_scans.kind        IS 'static: the smaller move with (1 - e)/2, the larger with (1 + e)/2. informed: in won heaps the winning moves share (1 + e)/2.';
COMMENT ON COLUMN asymmetry_scans.epsilon     IS 'The bias e, rounded to a double.';
COMMENT ON COLUMN asymmetry_scans.epsilon_num IS 'Numerator of e, reduced. Exact.';
COMMENT ON COLUMN asymmetry_scans.epsilon_den IS 'Denominator of e, reduced. Exact.';
COMMENT ON COLUMN asymmetry_scans.heaps       IS 'Largest heap scanned.';

CREATE TABLE asymmetry_bad_moves (
    moves       VARCHAR        NOT NULL,
    overshoot   overshoot_rule NOT NULL,
    kind        asymmetry_kind NOT NULL,
    epsilon     DOUBLE         NOT NULL CHECK (epsilon BETWEEN -1 AND 1),
    epsilon_num BIGINT         NOT NULL,
    epsilon_den BIGINT         NOT NULL CHECK (epsilon_den >= 1),
    heap        UINTEGER       NOT NULL,
    share_num   UINTEGER       NOT NULL CHECK (share_num BETWEEN 1 AND share_den),
    share_den   UINTEGER       NOT NULL
);
COMMENT ON TABLE  asymmetry_bad_moves             IS 'Biased playouts: won heaps at which MC(inf) may lose. Exact. Key: moves, overshoot, kind, epsilon, epsilon_num, epsilon_den, heap.';
COMMENT ON COLUMN asymmetry_bad_moves.moves       IS 'Numbers of tokens that a move may take, ascending, joined by commas.';
COMMENT ON COLUMN asymmetry_bad_moves.overshoot   IS 'Result of taking more than is left: wins, loses or illegal.';
COMMENT ON COLUMN asymmetry_bad_moves.kind        IS 'static: the smaller move with (1 - e)/2, the larger with (1 + e)/2. informed: in won heaps the winning moves share (1 + e)/2.';
COMMENT ON COLUMN asymmetry_bad_moves.epsilon     IS 'The bias e, rounded to a double.';
COMMENT ON COLUMN asymmetry_bad_moves.epsilon_num IS 'Numerator of e, reduced. Exact.';
COMMENT ON COLUMN asymmetry_bad_moves.epsilon_den IS 'Denominator of e, reduced. Exact.';
COMMENT ON COLUMN asymmetry_bad_moves.heap        IS 'A won heap.';
COMMENT ON COLUMN asymmetry_bad_moves.share_num   IS 'Numerator of the share of best candidates that lose. Exact.';
COMMENT ON COLUMN asymmetry_bad_moves.share_den   IS 'Denominator of the share. Exact.';

CREATE TABLE basins (
    game   VARCHAR NOT NULL,
    k_max  UBIGINT NOT NULL,
    k      UBIGINT NOT NULL CHECK (k BETWEEN k_low AND k_high),
    k_low  UBIGINT NOT NULL CHECK (k_low > 1),
    k_high UBIGINT NOT NULL CHECK (k_high < k_max),
    mean   DOUBLE  NOT NULL CHECK (mean BETWEEN 0 AND 1),
    error  DOUBLE  NOT NULL CHECK (error BETWEEN 0 AND 1)
);
COMMENT ON TABLE  basins        IS 'Self-play basins: local minima over k of the mean chance of MC(k) against MC(2k). Certified. Key: game, k_max, k.';
COMMENT ON COLUMN basins.game   IS 'The game as written on the command line.';
COMMENT ON COLUMN basins.k_max  IS 'Largest k searched.';
COMMENT ON COLUMN basins.k      IS 'Playouts per candidate at the lowest point evaluated or, in a long interval from k_low to k_high, near its middle.';
COMMENT ON COLUMN basins.k_low  IS 'Smallest k at which the minimum may be: the mean at k_low - 1 is certainly higher than at k. Certified.';
COMMENT ON COLUMN basins.k_high IS 'Largest k at which the minimum may be: the mean at k_high + 1 is certainly higher than at k. Certified.';
COMMENT ON COLUMN basins.mean   IS 'Mean chance of MC(k) to win at this k. Certified, see error.';
COMMENT ON COLUMN basins.error  IS 'Bound on the absolute error of mean, as in the tables of duels.';

CREATE TABLE simulations (
    game          VARCHAR  NOT NULL,
    first         VARCHAR  NOT NULL,
    second        VARCHAR  NOT NULL,
    games         UINTEGER NOT NULL CHECK (games >= 1),
    seed          UBIGINT  NOT NULL,
    wins          UINTEGER NOT NULL CHECK (wins <= games),
    seconds       DOUBLE   NOT NULL CHECK (seconds >= 0),
    exact_seconds DOUBLE            CHECK (exact_seconds >= 0)
);
COMMENT ON TABLE  simulations               IS 'Simulated games of two agents; the playouts of MC(k) are simulated, too. Sampled. Key: game, first, second, games, seed.';
COMMENT ON COLUMN simulations.game          IS 'The game as written on the command line.';
COMMENT ON COLUMN simulations.first         IS 'Agent that moves first: mc:K, mc:inf, random, perfect, careful or half-perfect.';
COMMENT ON COLUMN simulations.second        IS 'Agent that moves second.';
COMMENT ON COLUMN simulations.games         IS 'Games played.';
COMMENT ON COLUMN simulations.seed          IS 'Random seed; each game and pair of agents has its own random streams.';
COMMENT ON COLUMN simulations.wins          IS 'Games won by the agent that moves first. Sampled.';
COMMENT ON COLUMN simulations.seconds       IS 'CPU seconds that the games took. Measured.';
COMMENT ON COLUMN simulations.exact_seconds IS 'CPU seconds for the certified chance of the same duel, given random play; NULL if an agent has no playouts. Measured.';

CREATE MACRO agent_text(k) AS 'mc:' || CASE WHEN k = 0 THEN 'inf' ELSE k::VARCHAR END;
COMMENT ON MACRO agent_text IS 'The agent MC(k) as the program prints it; 0 stands for infinitely many playouts. Example: agent_text(0) is mc:inf.';

CREATE MACRO position_text(own, other) AS own || ' ' || other;
COMMENT ON MACRO position_text IS 'A position of a double-step race as --at reads it: fields gone by the player to move and by the opponent. Example: position_text(3, 5) is 3 5.';

CREATE MACRO subtraction_text(moves, overshoot, heap) AS 'subtraction ' || heap || ' --moves ' || moves
    || CASE WHEN overshoot::VARCHAR = 'wins' THEN '' ELSE ' --overshoot ' || overshoot END;
COMMENT ON MACRO subtraction_text IS 'A subtraction game as written on the command line. Example: subtraction_text(''1,2'', ''loses'', 21) is subtraction 21 --moves 1,2 --overshoot loses.';
