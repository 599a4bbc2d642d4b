-- Dresher's guessing game: the hider picks a number from 1 to n, the searcher guesses and hears higher, lower or correct;
-- the hider is paid the number of guesses. Pure strategies of the searcher are binary search trees.

CREATE TYPE run_method AS ENUM ('centred', 'plain');

CREATE TABLE games ( -- One row per game: value, features of its optimal strategies, and the work of the computation. The rows of hider and searcher with the same n prove the value. Key: n; together: n.
    n              USMALLINT NOT NULL CHECK (n >= 1),            -- The hider picks one of 1, ..., n.
    value_num      VARCHAR   NOT NULL CHECK (regexp_full_match(value_num, '[1-9][0-9]*')), -- Value of the game in guesses, the last one included: numerator of the reduced fraction, in decimal digits. Exact.
    value_den      VARCHAR   NOT NULL CHECK (regexp_full_match(value_den, '[1-9][0-9]*')), -- Its denominator, in decimal digits. Exact.
    value          DOUBLE    NOT NULL CHECK (value BETWEEN 1 AND n), -- The value as the nearest double.
    bound_num      INTEGER   NOT NULL,                           -- L(n) = h - (2^h - h + 1)/(n + 2) with h = floor(log2(n + 2)) + 1, the mean number of guesses that the weights 2, 1, ..., 1, 2 guarantee the hider: numerator of the reduced fraction. Exact.
    bound_den      INTEGER   NOT NULL CHECK (bound_den >= 1),    -- Its denominator. Exact.
    bound          DOUBLE    NOT NULL,                           -- L(n) as the nearest double.
    bound_met      BOOLEAN   NOT NULL,                           -- Whether the value is L(n), so that 2, 1, ..., 1, 2 is optimal: n lies on a plateau. Exact.
    even_total     UINTEGER  NOT NULL CHECK (even_total <= value * n), -- Sum of the guesses of a best tree over all n numbers: against a hider who picks evenly it takes even_total / n guesses on average. Exact.
    hider_total    VARCHAR   NOT NULL CHECK (regexp_full_match(hider_total, '[1-9][0-9]*')), -- Sum of the weights of this n in table hider, in decimal digits. Exact.
    hider_unique   BOOLEAN   NOT NULL,                           -- TRUE: the stored hider strategy is proved to be the only optimal one that treats i and n + 1 - i alike. FALSE: not proved.
    sum_rule       BOOLEAN,                                      -- Whether a1 = a2 + a3 for the stored hider strategy (Johnson 1964); NULL for n < 5. Exact.
    double_rule    BOOLEAN,                                      -- Whether a1 = 2 a2 for the stored hider strategy (Johnson 1964); NULL for n < 5. Exact.
    ends_largest   BOOLEAN,                                      -- Whether a1 > aj for all 1 < j < n in the stored hider strategy (Johnson 1964); NULL for n < 5. Exact.
    searcher_total VARCHAR   NOT NULL CHECK (regexp_full_match(searcher_total, '[1-9][0-9]*')), -- Sum of the weights of this n in table searcher, in decimal digits. Exact.
    trees          USMALLINT NOT NULL CHECK (trees >= 1),        -- Number of trees that the stored searcher strategy mixes; mirror images count as trees of their own.
    depth          UTINYINT  NOT NULL CHECK (depth BETWEEN 1 AND n), -- Most guesses that the stored searcher strategy can take: the depth of its deepest tree.
    rounds         UINTEGER  NOT NULL CHECK (rounds >= 1),       -- Number of rounds; every round but the first has at most 20 simplex iterations. Table runs has games solved as in the source. Measured.
    pivots         UINTEGER  NOT NULL,                           -- Number of simplex iterations in all rounds. Measured.
    candidates     UINTEGER  NOT NULL CHECK (candidates >= 1),   -- Number of trees that were ever in the linear program; mirror images count once. Measured.
    seconds        DOUBLE    NOT NULL CHECK (seconds >= 0 AND isfinite(seconds)) -- Computing time on one core, in seconds. Measured.
);

CREATE TABLE hider ( -- An optimal strategy of the hider for each n. Key: n, number; together: n.
    n           USMALLINT NOT NULL CHECK (n >= 1),               -- The hider picks one of 1, ..., n.
    number      USMALLINT NOT NULL CHECK (number BETWEEN 1 AND n), -- The number picked.
    weight      VARCHAR   NOT NULL CHECK (regexp_full_match(weight, '0|[1-9][0-9]*')), -- Probability of the number times games.hider_total: an integer in decimal digits. The weights of one n have no common divisor. Exact.
    probability DOUBLE    NOT NULL CHECK (probability BETWEEN 0 AND 1) -- Probability of the number as the nearest double.
);

CREATE TABLE searcher ( -- An optimal strategy of the searcher for each n: binary search trees and their probabilities. Key: n, tree; together: n.
    n           USMALLINT  NOT NULL CHECK (n >= 1),              -- The hider picks one of 1, ..., n.
    tree        USMALLINT  NOT NULL CHECK (tree >= 1),           -- Number of the tree, from 1: most probable first, ties in lexicographic order of depths.
    weight      VARCHAR    NOT NULL CHECK (regexp_full_match(weight, '[1-9][0-9]*')), -- Probability of the tree times games.searcher_total: an integer above 0 in decimal digits. The weights of one n have no common divisor. Exact.
    probability DOUBLE     NOT NULL CHECK (probability BETWEEN 0 AND 1), -- Probability of the tree as the nearest double.
    root        USMALLINT  NOT NULL CHECK (root BETWEEN 1 AND n), -- The first guess.
    depth       UTINYINT   NOT NULL CHECK (depth BETWEEN 1 AND n), -- Most guesses that the tree takes.
    mirror      USMALLINT  NOT NULL CHECK (mirror >= 1),         -- Number of the mirror image of the tree, which is equally probable; its own number if it is symmetric.
    depths      UTINYINT[] NOT NULL CHECK (len(depths) = n)      -- Number of guesses that the tree takes for each of 1, ..., n: the depth in the tree, 1 at the root. The depths determine the tree.
);

CREATE TABLE runs ( -- Work of solving a game from scratch, with two methods of pricing the next tree. Key: n, method; together: n, method.
    n          USMALLINT  NOT NULL CHECK (n >= 1),               -- The hider picks one of 1, ..., n.
    method     run_method NOT NULL,                              -- plain: best trees against the hider strategy that is optimal in the linear program. centred: best trees against mixtures of it with the best strategy known.
    rounds     UINTEGER   NOT NULL CHECK (rounds >= 1),          -- Number of rounds: how often the linear program was solved. Counted by one program.
    pivots     UINTEGER   NOT NULL CHECK (pivots >= 1),          -- Number of simplex iterations in all rounds. Counted by one program.
    candidates UINTEGER   NOT NULL CHECK (candidates >= 1),      -- Number of trees that were ever in the linear program; mirror images count once. Counted by one program.
    seconds    DOUBLE     NOT NULL CHECK (seconds >= 0 AND isfinite(seconds)) -- Computing time on one core, in seconds. Measured.
);

CREATE TABLE bounds ( -- Bounds on the value after each round, for the runs of some n; doubles from one program, without a proven error. Key: n, method, round; together: n, method.
    n      USMALLINT  NOT NULL CHECK (n >= 1),     -- The hider picks one of 1, ..., n.
    method run_method NOT NULL,                    -- As in runs.
    round  UINTEGER   NOT NULL CHECK (round >= 1), -- Number of the round, from 1.
    upper  DOUBLE     NOT NULL,                    -- Optimum of the linear program with the trees so far, in guesses: no mixture of these trees takes fewer.
    lower  DOUBLE     NOT NULL CHECK (lower > 0)   -- Mean number of guesses of a best tree against the hider strategy that is optimal in the linear program, or in a last round against the best known: the hider can guarantee that much.
);

CREATE VIEW conjectures AS
SELECT n, bound_met AS plateau, sum_rule, double_rule, ends_largest, hider_unique FROM games WHERE n >= 5;
COMMENT ON VIEW   conjectures              IS 'Conjectures of Johnson (1964) and Gilbert (1962) about the optimal strategy of the hider, for each n from 5 on.';
COMMENT ON COLUMN conjectures.n            IS 'The hider picks one of 1, ..., n.';
COMMENT ON COLUMN conjectures.plateau      IS 'Whether the value is L(n). Exact.';
COMMENT ON COLUMN conjectures.sum_rule     IS 'Whether a1 = a2 + a3 for the stored hider strategy. Exact.';
COMMENT ON COLUMN conjectures.double_rule  IS 'Whether a1 = 2 a2 for the stored hider strategy. Exact.';
COMMENT ON COLUMN conjectures.ends_largest IS 'Whether a1 > aj for all 1 < j < n in the stored hider strategy. Exact.';
COMMENT ON COLUMN conjectures.hider_unique IS 'Whether the stored hider strategy is proved to be the only optimal one that treats i and n + 1 - i alike.';

CREATE VIEW plateaus AS
SELECT min(n) AS first, max(n) AS last
FROM (SELECT n, n - row_number() OVER (ORDER BY n) AS island FROM games WHERE bound_met)
GROUP BY island ORDER BY first;
COMMENT ON VIEW   plateaus       IS 'Runs of consecutive stored n whose value is L(n); a plateau with missing games appears as several runs.';
COMMENT ON COLUMN plateaus.first IS 'First n of the run.';
COMMENT ON COLUMN plateaus.last  IS 'Last stored n of the run.';

-- between two adjacent numbers, brackets open if the tree goes down, and close if it goes up
CREATE MACRO tree_text(depths) AS array_to_string([
    repeat('(', greatest(depths[i]::INTEGER - CASE WHEN i = 1 THEN 1 ELSE depths[i - 1] END, 0)) || i
        || repeat(')', greatest(depths[i]::INTEGER - CASE WHEN i = len(depths) THEN 1 ELSE depths[i + 1] END, 0))
    FOR i IN range(1, len(depths) + 1)
], ' ');
COMMENT ON MACRO tree_text IS 'A binary search tree as text, from the depths of 1, ..., n: left subtree, root, right subtree, the subtrees in brackets. Example: tree_text([2, 1, 3, 2]) is (1) 2 ((3) 4).';
