-- Dresher's guessing game: the hider picks a number from 1 to n, the searcher guesses and hears higher, lower or correct;
-- the hider gets the number of guesses. Pure strategies of the searcher are binary search trees.

CREATE TYPE run_method AS ENUM ('centred', 'plain');

CREATE TABLE games (
    n              USMALLINT NOT NULL CHECK (n >= 1),
    value_num      VARCHAR   NOT NULL CHECK (regexp_full_match(value_num, '[1-9][0-9]*')),
    value_den      VARCHAR   NOT NULL CHECK (regexp_full_match(value_den, '[1-9][0-9]*')),
    value          DOUBLE    NOT NULL CHECK (value BETWEEN 1 AND n),
    bound_num      INTEGER   NOT NULL,
    bound_den      INTEGER   NOT NULL CHECK (bound_den >= 1),
    bound          DOUBLE    NOT NULL,
    bound_met      BOOLEAN   NOT NULL,
    even_total     UINTEGER  NOT NULL CHECK (even_total <= value * n),
    hider_total    VARCHAR   NOT NULL CHECK (regexp_full_match(hider_total, '[1-9][0-9]*')),
    hider_unique   BOOLEAN   NOT NULL,
    sum_rule       BOOLEAN,
    double_rule    BOOLEAN,
    ends_largest   BOOLEAN,
    searcher_total VARCHAR   NOT NULL CHECK (regexp_full_match(searcher_total, '[1-9][0-9]*')),
    trees          USMALLINT NOT NULL CHECK (trees >= 1),
    depth          UTINYINT  NOT NULL CHECK (depth BETWEEN 1 AND n),
    rounds         UINTEGER  NOT NULL CHECK (rounds >= 1),
    pivots         UINTEGER  NOT NULL,
    candidates     UINTEGER  NOT NULL CHECK (candidates >= 1),
    seconds        DOUBLE    NOT NULL CHECK (seconds >= 0 AND isfinite(seconds))
);
COMMENT ON TABLE  games                IS 'One row per game: value, what its optimal strategies look like, and how they were found. The rows of hider and searcher with the same n prove the value. Key: n; together: n.';
COMMENT ON COLUMN games.n              IS 'The hider picks one of 1, ..., n.';
COMMENT ON COLUMN games.value_num      IS 'Value of the game in guesses, the last one included: numerator of the reduced fraction, in decimal digits. Exact.';
COMMENT ON COLUMN games.value_den      IS 'Its denominator, in decimal digits. Exact.';
COMMENT ON COLUMN games.value          IS 'The value as the nearest double.';
COMMENT ON COLUMN games.bound_num      IS 'L(n) = h - (2^h - h + 1)/(n + 2), h = floor(log2(n + 2)) + 1, what the weights 2, 1, ..., 1, 2 guarantee the hider: numerator of the reduced fraction. Exact.';
COMMENT ON COLUMN games.bound_den      IS 'Its denominator. Exact.';
COMMENT ON COLUMN games.bound          IS 'L(n) as the nearest double.';
COMMENT ON COLUMN games.bound_met      IS 'Whether the value is L(n), so that 2, 1, ..., 1, 2 is optimal: n lies on a plateau. Exact.';
COMMENT ON COLUMN games.even_total     IS 'Guesses that a best search takes for all n numbers together, each once: even_total / n on average against a hider who picks evenly. Exact.';
COMMENT ON COLUMN games.hider_total    IS 'Sum of the weights of this n in table hider, in decimal digits. Exact.';
COMMENT ON COLUMN games.hider_unique   IS 'TRUE: the stored hider strategy is proved to be the only optimal one that treats i and n + 1 - i alike. FALSE: not proved.';
COMMENT ON COLUMN games.sum_rule       IS 'Whether a1 = a2 + a3 for the stored hider strategy (Johnson 1964); NULL for n < 5. Exact.';
COMMENT ON COLUMN games.double_rule    IS 'Whether a1 = 2 a2 for the stored hider strategy (Johnson 1964); NULL for n < 5. Exact.';
COMMENT ON COLUMN games.ends_largest   IS 'Whether a1 > aj for all 1 < j < n in the stored hider strategy (Johnson 1964); NULL for n < 5. Exact.';
COMMENT ON COLUMN games.searcher_total IS 'Sum of the weights of this n in table searcher, in decimal digits. Exact.';
COMMENT ON COLUMN games.trees          IS 'Number of trees that the stored searcher strategy mixes; mirror images count as trees of their own.';
COMMENT ON COLUMN games.depth          IS 'Most guesses that the stored searcher strategy can take: the depth of its deepest tree.';
COMMENT ON COLUMN games.rounds         IS 'Rounds on the way, each but the first of at most 20 simplex iterations; see runs for games solved as the source does. Measured.';
COMMENT ON COLUMN games.pivots         IS 'Simplex iterations of all rounds together. Measured.';
COMMENT ON COLUMN games.candidates     IS 'Trees, mirror images counted once, that were in the linear program at one time or another. Measured.';
COMMENT ON COLUMN games.seconds        IS 'Computing time in seconds, of one core. Measured.';

CREATE TABLE hider (
    n           USMALLINT NOT NULL CHECK (n >= 1),
    number      USMALLINT NOT NULL CHECK (number BETWEEN 1 AND n),
    weight      VARCHAR   NOT NULL CHECK (regexp_full_match(weight, '0|[1-9][0-9]*')),
    probability DOUBLE    NOT NULL CHECK (probability BETWEEN 0 AND 1)
);
COMMENT ON TABLE  hider             IS 'An optimal strategy of the hider for each n. Key: n, number; together: n.';
COMMENT ON COLUMN hider.n           IS 'The hider picks one of 1, ..., n.';
COMMENT ON COLUMN hider.number      IS 'What is picked.';
COMMENT ON COLUMN hider.weight      IS 'Its probability times games.hider_total: an integer in decimal digits; the weights of an n have no common divisor. Exact.';
COMMENT ON COLUMN hider.probability IS 'Its probability as the nearest double.';

CREATE TABLE searcher (
    n           USMALLINT  NOT NULL CHECK (n >= 1),
    tree        USMALLINT  NOT NULL CHECK (tree >= 1),
    weight      VARCHAR    NOT NULL CHECK (regexp_full_match(weight, '[1-9][0-9]*')),
    probability DOUBLE     NOT NULL CHECK (probability BETWEEN 0 AND 1),
    root        USMALLINT  NOT NULL CHECK (root BETWEEN 1 AND n),
    depth       UTINYINT   NOT NULL CHECK (depth BETWEEN 1 AND n),
    mirror      USMALLINT  NOT NULL CHECK (mirror >= 1),
    depths      UTINYINT[] NOT NULL CHECK (len(depths) = n)
);
COMMENT ON TABLE  searcher             IS 'An optimal strategy of the searcher for each n: binary search trees and how often each is used. Key: n, tree; together: n.';
COMMENT ON COLUMN searcher.n           IS 'The hider picks one of 1, ..., n.';
COMMENT ON COLUMN searcher.tree        IS 'Number of the tree, from 1: the most probable first, ties in the order of their depths.';
COMMENT ON COLUMN searcher.weight      IS 'Its probability times games.searcher_total: an integer above 0 in decimal digits; the weights of an n have no common divisor. Exact.';
COMMENT ON COLUMN searcher.probability IS 'Its probability as the nearest double.';
COMMENT ON COLUMN searcher.root        IS 'The first guess.';
COMMENT ON COLUMN searcher.depth       IS 'The most guesses that it takes.';
COMMENT ON COLUMN searcher.mirror      IS 'Number of its mirror image, which is as probable; of itself where it is symmetric.';
COMMENT ON COLUMN searcher.depths      IS 'For each of 1, ..., n how many guesses it takes: the depth in the tree, 1 at the root. They determine the tree.';

CREATE TABLE runs (
    n          USMALLINT  NOT NULL CHECK (n >= 1),
    method     run_method NOT NULL,
    rounds     UINTEGER   NOT NULL CHECK (rounds >= 1),
    pivots     UINTEGER   NOT NULL CHECK (pivots >= 1),
    candidates UINTEGER   NOT NULL CHECK (candidates >= 1),
    seconds    DOUBLE     NOT NULL CHECK (seconds >= 0 AND isfinite(seconds))
);
COMMENT ON TABLE  runs            IS 'What it takes to solve a game from nothing by two ways of asking for the next tree. Key: n, method; together: n, method.';
COMMENT ON COLUMN runs.n          IS 'The hider picks one of 1, ..., n.';
COMMENT ON COLUMN runs.method     IS 'plain: a best tree against the program''s optimal hider strategy; centred: best trees against mixtures of it with the best strategy known.';
COMMENT ON COLUMN runs.rounds     IS 'How often the linear program was solved. Counted by one program.';
COMMENT ON COLUMN runs.pivots     IS 'Simplex iterations of all rounds together. Counted by one program.';
COMMENT ON COLUMN runs.candidates IS 'Trees, mirror images counted once, that were in the program at one time or another. Counted by one program.';
COMMENT ON COLUMN runs.seconds    IS 'Computing time in seconds, of one core. Measured.';

CREATE TABLE bounds (
    n      USMALLINT  NOT NULL CHECK (n >= 1),
    method run_method NOT NULL,
    round  UINTEGER   NOT NULL CHECK (round >= 1),
    upper  DOUBLE     NOT NULL,
    lower  DOUBLE     NOT NULL CHECK (lower > 0)
);
COMMENT ON TABLE  bounds        IS 'How the bounds on the value close in from round to round, for the runs of some n; doubles of one program, without a proven error. Key: n, method, round; together: n, method.';
COMMENT ON COLUMN bounds.n      IS 'The hider picks one of 1, ..., n.';
COMMENT ON COLUMN bounds.method IS 'As in runs.';
COMMENT ON COLUMN bounds.round  IS 'Number of the round, from 1.';
COMMENT ON COLUMN bounds.upper  IS 'Optimum of the program with the trees so far: no mixture of them does better.';
COMMENT ON COLUMN bounds.lower  IS 'What a best tree takes against the hider strategy that is optimal in the program, or in a last round against the best known: the hider can have that much.';

CREATE VIEW conjectures AS
SELECT n, bound_met AS plateau, sum_rule, double_rule, ends_largest, hider_unique FROM games WHERE n >= 5;
COMMENT ON VIEW   conjectures              IS 'What Johnson (1964) and Gilbert (1962) supposed about the hider''s optimal strategy, for each n from 5 on.';
COMMENT ON COLUMN conjectures.n            IS 'The hider picks one of 1, ..., n.';
COMMENT ON COLUMN conjectures.plateau      IS 'Whether the value is L(n). Exact.';
COMMENT ON COLUMN conjectures.sum_rule     IS 'Whether a1 = a2 + a3 for the stored hider strategy. Exact.';
COMMENT ON COLUMN conjectures.double_rule  IS 'Whether a1 = 2 a2 for it. Exact.';
COMMENT ON COLUMN conjectures.ends_largest IS 'Whether a1 > aj for all 1 < j < n in it. Exact.';
COMMENT ON COLUMN conjectures.hider_unique IS 'Whether it is proved to be the only optimal one that treats i and n + 1 - i alike.';

CREATE VIEW plateaus AS
SELECT min(n) AS first, max(n) AS last
FROM (SELECT n, n - row_number() OVER (ORDER BY n) AS island FROM games WHERE bound_met)
GROUP BY island ORDER BY first;
COMMENT ON VIEW   plateaus       IS 'Runs of consecutive stored n whose value is L(n); where games in between are not stored, a plateau shows cut.';
COMMENT ON COLUMN plateaus.first IS 'First n of the run.';
COMMENT ON COLUMN plateaus.last  IS 'Last n of the run, as far as games are stored.';

-- between two numbers next to each other brackets open where the tree goes down, and close where it goes up
CREATE MACRO tree_text(depths) AS array_to_string([
    repeat('(', greatest(depths[i]::INTEGER - CASE WHEN i = 1 THEN 1 ELSE depths[i - 1] END, 0)) || i
        || repeat(')', greatest(depths[i]::INTEGER - CASE WHEN i = len(depths) THEN 1 ELSE depths[i + 1] END, 0))
    FOR i IN range(1, len(depths) + 1)
], ' ');
COMMENT ON MACRO tree_text IS 'A binary search tree from the depths of 1, ..., n: left part, root, right part, the parts in brackets. Example: tree_text([2, 1, 3, 2]) is (1) 2 ((3) 4).';
