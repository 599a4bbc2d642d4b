-- Beams: variants, pieces and patterns; costs of strategies over all codes; strategy trees or their tops; answers as bitsets.

CREATE TYPE variant_name AS ENUM (
    '3c6p', '6c3p', '6c6p', '6c10p', 'hex30', 'square30', 'square36', 'square30-directions', 'square36-directions'
);
CREATE TYPE tie_rule AS ENUM ('lex-c', 'lex-d', 'mix', 'none');

CREATE TABLE variants ( -- The variants of the game. Exact. Key: variant.
    variant   variant_name NOT NULL, -- Name: number of colours and fields per piece (6c6p is the standard game), or the board: a hexagon or squares with 30 or 36 fields; -directions: one window per row, column and diagonal.
    colours   UTINYINT     NOT NULL, -- Number of colours; each covers one connected piece.
    size      UTINYINT     NOT NULL, -- Fields per piece.
    fields    UTINYINT     NOT NULL, -- Fields of the board, without an empty centre.
    diagonals UTINYINT     NOT NULL, -- Diagonals of the board; on squares its windows.
    shapes    UINTEGER     NOT NULL, -- Pieces up to translation that fit a rhombus as wide as the board, or the board of squares.
    placed    UINTEGER,              -- Placements of pieces on the board; NULL where they are not listed.
    patterns  UBIGINT,               -- Ways to cover the board with pieces, regardless of colours; NULL where unknown.
    codes     UBIGINT                -- Codes: patterns times colourings; NULL where the patterns are unknown.
);

CREATE TABLE pieces ( -- Placements of pieces on the board. Exact. Key: variant, piece.
    variant variant_name NOT NULL, -- The variant.
    piece   USMALLINT    NOT NULL, -- Number of the piece, ordered by lowest field, then by mask.
    fields  UBIGINT      NOT NULL  -- Fields of the piece as a mask; bit 0 is the first field of the first row.
);

CREATE TABLE patterns ( -- Ways to cover the board with pieces, regardless of colours. Exact. Key: variant, pattern.
    variant variant_name NOT NULL, -- The variant.
    pattern UINTEGER     NOT NULL, -- Number of the pattern, in the lexicographic order of the lists of pieces.
    pieces  USMALLINT[]  NOT NULL  -- Pieces of the pattern, ordered by their lowest fields.
);

CREATE TABLE answers ( -- The codes that give each answer, as a bitset; the codes that a history leaves are the AND of its answers. Exact. Key: variant, colour, diagonal, hits.
    variant  variant_name NOT NULL, -- The variant; only 3c6p and 6c3p.
    colour   UTINYINT     NOT NULL, -- The colour asked for, from 1.
    diagonal UTINYINT     NOT NULL, -- The diagonal asked, from 1.
    hits     VARCHAR      NOT NULL, -- The answer: places on the diagonal that have the colour, from 1 at the end with the smaller field number; - for none.
    codes    BLOB         NOT NULL  -- One bit per code; the first code is the lowest bit of the first byte.
);

CREATE TABLE costs ( -- Cost of a strategy: number of codes by queries asked and by wrong fields of the last guess, per part of all codes. Exact. Key: variant, strategy, tie, parts, part, queries, wrong; together: variant, strategy, tie, parts, part.
    variant   variant_name NOT NULL, -- The variant.
    strategy  VARCHAR      NOT NULL, -- hA for greatest entropy of order A, such as h1 or hinf; h-prime and u, which consider only the admissible colours of fields; optimal: least total; "optimal max-depth D": least total with at most D queries for any code; "optimal least-depth": least maximum number of queries among those of least total; "optimal shallowest": least total among those with the least maximum number of queries; improved, the best found; "improved shallowest": one with the least maximum number of queries.
    tie       tie_rule     NOT NULL, -- Tie-break between queries: lowest colour (lex-c), lowest diagonal (lex-d), uniformly random (mix); none for optimal and improved.
    parts     USMALLINT    NOT NULL, -- Number of parts; the cost of the strategy is the sum over all of them.
    part      USMALLINT    NOT NULL, -- Part of the codes, from 1.
    queries   UTINYINT     NOT NULL, -- Queries asked.
    wrong     UTINYINT     NOT NULL, -- Wrong fields of the guess where no query was left; otherwise 0.
    codes_num VARCHAR      NOT NULL, -- Numerator of the number of codes with this cost; for mix the expected number. Exact.
    codes_den VARCHAR      NOT NULL, -- Denominator of the same number.
    codes     DOUBLE       NOT NULL  -- The same number as a double.
);

CREATE VIEW whole AS
    SELECT variant, strategy, tie, min(parts) AS parts
    FROM (SELECT variant, strategy, tie, parts FROM costs GROUP BY ALL HAVING count(DISTINCT part) = parts) GROUP BY ALL;
COMMENT ON VIEW   whole          IS 'Strategies with all parts of their costs stored. Exact.';
COMMENT ON COLUMN whole.variant  IS 'The variant.';
COMMENT ON COLUMN whole.strategy IS 'As in costs.';
COMMENT ON COLUMN whole.tie      IS 'As in costs.';
COMMENT ON COLUMN whole.parts    IS 'Number of parts; the smallest where several divisions are stored.';

CREATE TABLE nodes ( -- Nodes of a strategy's tree, or of its top, without nodes where one code is left. Exact. Key: variant, strategy, tie, history.
    variant  variant_name NOT NULL, -- The variant.
    strategy VARCHAR      NOT NULL, -- As in costs.
    tie      tie_rule     NOT NULL, -- As in costs.
    history  VARCHAR      NOT NULL, -- Queries and answers so far, such as "1@3 2,4; 2@5 -": colour@diagonal and the hits; empty at the start.
    depth    UTINYINT     NOT NULL, -- Number of queries so far.
    colour   UTINYINT,              -- Colour of the next query, from 1; NULL where no query is asked, and at the deepest nodes of a top.
    diagonal UTINYINT,              -- Diagonal of the next query, from 1; NULL where colour is.
    codes    UBIGINT      NOT NULL, -- Codes left.
    cost     UBIGINT                -- Cost summed over the codes left, including the queries asked before; NULL in a top, whose costs are in node_costs, per part.
);

CREATE TABLE node_costs ( -- Cost of the codes of a part at the nodes of a top; the sum over all parts is the cost of the node. Exact. Key: variant, strategy, tie, parts, part, history; together: variant, strategy, tie, parts, part.
    variant  variant_name NOT NULL, -- The variant.
    strategy VARCHAR      NOT NULL, -- As in costs.
    tie      tie_rule     NOT NULL, -- As in costs.
    parts    USMALLINT    NOT NULL, -- As in costs.
    part     USMALLINT    NOT NULL, -- As in costs.
    history  VARCHAR      NOT NULL, -- As in nodes.
    cost     UBIGINT      NOT NULL  -- Cost summed over those codes of the part that are left at the node, including the queries asked before.
);

CREATE TABLE curves ( -- Total cost of entropy strategies by order of the entropy. Exact. Key: variant, tie, alpha, strategy.
    variant   variant_name NOT NULL, -- The variant.
    tie       tie_rule     NOT NULL, -- As in costs.
    alpha     DOUBLE       NOT NULL, -- Order of the entropy, from 0 to infinity, rounded to a double; strategy holds it exactly.
    strategy  VARCHAR      NOT NULL, -- As in costs.
    total_num VARCHAR      NOT NULL, -- Numerator of the queries and wrong fields summed over all codes; for mix the expected sum. Exact.
    total_den VARCHAR      NOT NULL, -- Denominator of the same sum.
    codes     UBIGINT      NOT NULL, -- Number of codes.
    mean      DOUBLE       NOT NULL  -- Mean cost per code, as a double.
);

CREATE TABLE bounds ( -- Lower bounds of the total of every strategy: least total with every query at large sets of codes, and a bound in place of the cost of smaller sets. Proved, exact. Key: variant, above, exact.
    variant variant_name NOT NULL, -- The variant.
    above   UINTEGER     NOT NULL, -- Sets of more codes than this were searched with every query; a smaller number gives a sharper bound.
    exact   UTINYINT     NOT NULL, -- Largest number of codes of sets that were solved exactly.
    total   UBIGINT      NOT NULL  -- Lower bound of the queries and wrong fields summed over all codes.
);

CREATE TABLE query_bounds ( -- Proofs that every strategy takes more than a number of queries for some code. Proved, exact. Key: variant, queries.
    variant variant_name NOT NULL, -- The variant.
    queries UTINYINT     NOT NULL  -- Number of queries that is not enough.
);

CREATE TABLE adversaries ( -- Zero-sum games in which the codemaker chooses a code and the breaker a strategy; the payoff is the number of queries and of wrong fields. Exact. Key: variant.
    variant   variant_name NOT NULL, -- The variant.
    codes     UINTEGER NOT NULL,     -- Number of codes.
    value     DOUBLE   NOT NULL,     -- Expected cost under best play of both sides, rounded to a double; exactly value_num / value_den.
    value_num VARCHAR  NOT NULL,     -- Numerator of the value, reduced, decimal digits. Exact.
    value_den VARCHAR  NOT NULL,     -- Denominator of the value, reduced, decimal digits. Exact.
    trees     UINTEGER NOT NULL      -- Number of strategies that the breaker mixes.
);

CREATE TABLE adversary_codes ( -- An optimal choice of the codemaker: the chance of each code, by classes of codes that symmetries of the board and permutations of the colours map to each other. Exact. Key: variant, class.
    variant    variant_name NOT NULL, -- The variant.
    class      UINTEGER NOT NULL,     -- Index of the class, in the order of the first codes, from 0.
    code       VARCHAR  NOT NULL,     -- First code of the class: the colours of its fields, in the order of the fields.
    codes      UINTEGER NOT NULL,     -- Number of codes of the class.
    chance     DOUBLE   NOT NULL,     -- Chance of each code of the class, rounded to a double; exactly chance_num / chance_den. Times codes, the chances sum to 1.
    chance_num VARCHAR  NOT NULL,     -- Numerator of the chance, reduced, decimal digits. Exact.
    chance_den VARCHAR  NOT NULL      -- Denominator of the chance, reduced, decimal digits. Exact.
);

CREATE TABLE adversary_trees ( -- An optimal mixture of the breaker: strategies and their chances. A random symmetry of the board and a random permutation of the colours are applied to the strategy drawn. Exact. Key: variant, tree.
    variant    variant_name NOT NULL, -- The variant.
    tree       UINTEGER  NOT NULL,    -- Index of the strategy, the most probable first, from 0.
    chance     DOUBLE    NOT NULL,    -- Chance of the strategy, rounded to a double; exactly chance_num / chance_den.
    chance_num VARCHAR   NOT NULL,    -- Numerator of the chance, reduced, decimal digits. Exact.
    chance_den VARCHAR   NOT NULL,    -- Denominator of the chance, reduced, decimal digits. Exact.
    totals     UBIGINT[] NOT NULL     -- Queries and wrong fields summed over the codes of each class, in the order of the classes.
);

CREATE TABLE adversary_nodes ( -- The strategies of adversary_trees, one node per set of two or more codes, in depth-first order. Exact. Key: variant, tree, node.
    variant variant_name NOT NULL, -- The variant.
    tree   UINTEGER NOT NULL,      -- Index of the strategy.
    node   UINTEGER NOT NULL,      -- Number of the node; the root is 0.
    parent UINTEGER,               -- Number of the parent node; NULL at the root.
    answer VARCHAR,                -- The places hit that lead to this node; NULL at the root.
    query  VARCHAR  NOT NULL       -- The query asked at this node, such as 1@2, or the code guessed where no query splits the codes left.
);

CREATE MACRO query_text(colour, diagonal) AS colour || '@' || diagonal;
COMMENT ON MACRO query_text IS 'A query as the program prints it: colour@diagonal, both from 1. Example: query_text(2, 5) is 2@5.';

CREATE MACRO places(hits) AS CASE WHEN hits = '-' THEN [] ELSE string_split(hits, ',') END::UTINYINT[];
COMMENT ON MACRO places IS 'The places in an answer, from 1; an empty list for "-". Example: places(''1,3'') is [1, 3].';

CREATE MACRO answer_text(places) AS CASE WHEN len(places) = 0 THEN '-' ELSE array_to_string(list_sort(places), ',') END;
COMMENT ON MACRO answer_text IS 'An answer as the program prints it, from the places hit, from 1. Example: answer_text([3, 1]) is 1,3.';
