-- Beams: variants, pieces and patterns; costs of strategies over all codes; strategy trees or their tops; answers as bitsets.

CREATE TYPE variant_name AS ENUM (
    '3c6p', '6c3p', '6c6p', '6c10p', 'hex30', 'square30', 'square36', 'square30-directions', 'square36-directions'
);
CREATE TYPE tie_rule AS ENUM ('lex-c', 'lex-d', 'mix', 'none');

CREATE TABLE variants (
    variant   variant_name NOT NULL,
    colours   UTINYINT     NOT NULL,
    size      UTINYINT     NOT NULL,
    fields    UTINYINT     NOT NULL,
    diagonals UTINYINT     NOT NULL,
    shapes    UINTEGER     NOT NULL,
    placed    UINTEGER,
    patterns  UBIGINT,
    codes     UBIGINT
);
COMMENT ON TABLE  variants           IS 'The variants of the game. Exact. Key: variant.';
COMMENT ON COLUMN variants.variant   IS 'Name: number of colours and fields per piece (6c6p is the standard game), or the board: a hexagon or squares with 30 or 36 fields; -directions: one window per row, column and diagonal.';
COMMENT ON COLUMN variants.colours   IS 'Number of colours; each covers one connected piece.';
COMMENT ON COLUMN variants.size      IS 'Fields per piece.';
COMMENT ON COLUMN variants.fields    IS 'Fields of the board, without an empty centre.';
COMMENT ON COLUMN variants.diagonals IS 'Diagonals of the board; on squares its windows.';
COMMENT ON COLUMN variants.shapes    IS 'Pieces up to translation that fit a rhombus as wide as the board, or the board of squares.';
COMMENT ON COLUMN variants.placed    IS 'Placements of pieces on the board; NULL where they are not listed.';
COMMENT ON COLUMN variants.patterns  IS 'Ways to cover the board with pieces, regardless of colours; NULL where unknown.';
COMMENT ON COLUMN variants.codes     IS 'Codes: patterns times colourings; NULL where the patterns are unknown.';

CREATE TABLE pieces (
    variant variant_name NOT NULL,
    piece   USMALLINT    NOT NULL,
    fields  UBIGINT      NOT NULL
);
COMMENT ON TABLE  pieces         IS 'Placements of pieces on the board. Exact. Key: variant, piece.';
COMMENT ON COLUMN pieces.variant IS 'The variant.';
COMMENT ON COLUMN pieces.piece   IS 'Number of the piece, ordered by lowest field, then by mask.';
COMMENT ON COLUMN pieces.fields  IS 'Fields of the piece as a mask; bit 0 is the first field of the first row.';

CREATE TABLE patterns (
    variant variant_name NOT NULL,
    pattern UINTEGER     NOT NULL,
    pieces  USMALLINT[]  NOT NULL
);
COMMENT ON TABLE  patterns         IS 'Ways to cover the board with pieces, regardless of colours. Exact. Key: variant, pattern.';
COMMENT ON COLUMN patterns.variant IS 'The variant.';
COMMENT ON COLUMN patterns.pattern IS 'Number of the pattern, in the lexicographic order of the lists of pieces.';
COMMENT ON COLUMN patterns.pieces  IS 'Pieces of the pattern, ordered by their lowest fields.';

CREATE TABLE answers (
    variant  variant_name NOT NULL,
    colour   UTINYINT     NOT NULL,
    diagonal UTINYINT     NOT NULL,
    hits     VARCHAR      NOT NULL,
    codes    BLOB         NOT NULL
);
COMMENT ON TABLE  answers          IS 'The codes that give each answer, as a bitset; the codes that a history leaves are the AND of its answers. Exact. Key: variant, colour, diagonal, hits.';
COMMENT ON COLUMN answers.variant  IS 'The variant; only 3c6p and 6c3p.';
COMMENT ON COLUMN answers.colour   IS 'The colour asked for, from 1.';
COMMENT ON COLUMN answers.diagonal IS 'The diagonal asked, from 1.';
COMMENT ON COLUMN answers.hits     IS 'The answer: places on the diagonal that have the colour, from 1 at the end with the smaller field number; - for none.';
COMMENT ON COLUMN answers.codes    IS 'One bit per code; the first code is the lowest bit of the first byte.';

CREATE TABLE costs (
    variant   variant_name NOT NULL,
    strategy  VARCHAR      NOT NULL,
    tie       tie_rule     NOT NULL,
    parts     USMALLINT    NOT NULL,
    part      USMALLINT    NOT NULL,
    queries   UTINYINT     NOT NULL,
    wrong     UTINYINT     NOT NULL,
    codes_num VARCHAR      NOT NULL,
    codes_den VARCHAR      NOT NULL,
    codes     DOUBLE       NOT NULL
);
COMMENT ON TABLE  costs           IS 'Cost of a strategy: number of codes by queries asked and by wrong fields of the last guess, per part of all codes. Exact. Key: variant, strategy, tie, parts, part, queries, wrong; together: variant, strategy, tie, parts, part.';
COMMENT ON COLUMN costs.variant   IS 'The variant.';
COMMENT ON COLUMN costs.strategy  IS 'hA for greatest entropy of order A, such as h1 or hinf; h-prime and u, which consider only the admissible colours of fields; optimal: least total; "optimal max-depth D": least total with at most D queries for any code; "optimal least-depth": least maximum number of queries among those of least total; "optimal shallowest": least total among those with the least maximum number of queries; improved, the best found; "improved shallowest": one with the least maximum number of queries.';
COMMENT ON COLUMN costs.tie       IS 'Tie-break between queries: lowest colour (lex-c), lowest diagonal (lex-d), uniformly random (mix); none for optimal and improved.';
COMMENT ON COLUMN costs.part      IS 'Part of the codes, from 1.';
COMMENT ON COLUMN costs.parts     IS 'Number of parts; the cost of the strategy is the sum over all of them.';
COMMENT ON COLUMN costs.queries   IS 'Queries asked.';
COMMENT ON COLUMN costs.wrong     IS 'Wrong fields of the guess where no query was left; otherwise 0.';
COMMENT ON COLUMN costs.codes_num IS 'Numerator of the number of codes with this cost; for mix the expected number. Exact.';
COMMENT ON COLUMN costs.codes_den IS 'Denominator of the same number.';
COMMENT ON COLUMN costs.codes     IS 'The same number as a double.';

CREATE VIEW whole AS
    SELECT variant, strategy, tie, min(parts) AS parts
    FROM (SELECT variant, strategy, tie, parts FROM costs GROUP BY ALL HAVING count(DISTINCT part) = parts) GROUP BY ALL;
COMMENT ON VIEW   whole          IS 'Strategies with all parts of their costs stored. Exact.';
COMMENT ON COLUMN whole.variant  IS 'The variant.';
COMMENT ON COLUMN whole.strategy IS 'As in costs.';
COMMENT ON COLUMN whole.tie      IS 'As in costs.';
COMMENT ON COLUMN whole.parts    IS 'Number of parts; the smallest where several divisions are stored.';

CREATE TABLE nodes (
    variant  variant_name NOT NULL,
    strategy VARCHAR      NOT NULL,
    tie      tie_rule     NOT NULL,
    history  VARCHAR      NOT NULL,
    depth    UTINYINT     NOT NULL,
    colour   UTINYINT,
    diagonal UTINYINT,
    codes    UBIGINT      NOT NULL,
    cost     UBIGINT
);
COMMENT ON TABLE  nodes          IS 'Nodes of a strategy''s tree, or of its top, without nodes where one code is left. Exact. Key: variant, strategy, tie, history.';
COMMENT ON COLUMN nodes.variant  IS 'The variant.';
COMMENT ON COLUMN nodes.strategy IS 'As in costs.';
COMMENT ON COLUMN nodes.tie      IS 'As in costs.';
COMMENT ON COLUMN nodes.history  IS 'Queries and answers so far, such as "1@3 2,4; 2@5 -": colour@diagonal and the hits; empty at the start.';
COMMENT ON COLUMN nodes.depth    IS 'Number of queries so far.';
COMMENT ON COLUMN nodes.colour   IS 'Colour of the next query, from 1; NULL where no query is asked, and at the deepest nodes of a top.';
COMMENT ON COLUMN nodes.diagonal IS 'Diagonal of the next query, from 1; NULL where colour is.';
COMMENT ON COLUMN nodes.codes    IS 'Codes left.';
COMMENT ON COLUMN nodes.cost     IS 'Cost summed over the codes left, including the queries asked before; NULL in a top, whose costs are in node_costs, per part.';

CREATE TABLE node_costs (
    variant  variant_name NOT NULL,
    strategy VARCHAR      NOT NULL,
    tie      tie_rule     NOT NULL,
    parts    USMALLINT    NOT NULL,
    part     USMALLINT    NOT NULL,
    history  VARCHAR      NOT NULL,
    cost     UBIGINT      NOT NULL
);
COMMENT ON TABLE  node_costs          IS 'Cost of the codes of a part at the nodes of a top; the sum over all parts is the cost of the node. Exact. Key: variant, strategy, tie, parts, part, history; together: variant, strategy, tie, parts, part.';
COMMENT ON COLUMN node_costs.variant  IS 'The variant.';
COMMENT ON COLUMN node_costs.strategy IS 'As in costs.';
COMMENT ON COLUMN node_costs.tie      IS 'As in costs.';
COMMENT ON COLUMN node_costs.parts    IS 'As in costs.';
COMMENT ON COLUMN node_costs.part     IS 'As in costs.';
COMMENT ON COLUMN node_costs.history  IS 'As in nodes.';
COMMENT ON COLUMN node_costs.cost     IS 'Cost summed over those codes of the part that are left at the node, including the queries asked before.';

CREATE TABLE curves (
    variant   variant_name NOT NULL,
    tie       tie_rule     NOT NULL,
    alpha     DOUBLE       NOT NULL,
    strategy  VARCHAR      NOT NULL,
    total_num VARCHAR      NOT NULL,
    total_den VARCHAR      NOT NULL,
    codes     UBIGINT      NOT NULL,
    mean      DOUBLE       NOT NULL
);
COMMENT ON TABLE  curves           IS 'Total cost of entropy strategies by order of the entropy. Exact. Key: variant, tie, alpha, strategy.';
COMMENT ON COLUMN curves.variant   IS 'The variant.';
COMMENT ON COLUMN curves.tie       IS 'As in costs.';
COMMENT ON COLUMN curves.alpha     IS 'Order of the entropy, from 0 to infinity, rounded to a double; strategy holds it exactly.';
COMMENT ON COLUMN curves.strategy  IS 'As in costs.';
COMMENT ON COLUMN curves.total_num IS 'Numerator of the queries and wrong fields summed over all codes; for mix the expected sum. Exact.';
COMMENT ON COLUMN curves.total_den IS 'Denominator of the same sum.';
COMMENT ON COLUMN curves.codes     IS 'Number of codes.';
COMMENT ON COLUMN curves.mean      IS 'Mean cost per code, as a double.';

CREATE TABLE bounds (
    variant variant_name NOT NULL,
    above   UINTEGER     NOT NULL,
    exact   UTINYINT     NOT NULL,
    total   UBIGINT      NOT NULL
);
COMMENT ON TABLE  bounds         IS 'Lower bounds of the total of every strategy: least total with every query at large sets of codes, and a bound in place of the cost of smaller sets. Proved, exact. Key: variant, above, exact.';
COMMENT ON COLUMN bounds.variant IS 'The variant.';
COMMENT ON COLUMN bounds.above   IS 'Sets of more codes than this were searched with every query; a smaller number gives a sharper bound.';
COMMENT ON COLUMN bounds.exact   IS 'Largest number of codes of sets that were solved exactly.';
COMMENT ON COLUMN bounds.total   IS 'Lower bound of the queries and wrong fields summed over all codes.';

CREATE TABLE query_bounds (
    variant variant_name NOT NULL,
    queries UTINYINT     NOT NULL
);
COMMENT ON TABLE  query_bounds         IS 'Proofs that every strategy takes more than a number of queries for some code. Proved, exact. Key: variant, queries.';
COMMENT ON COLUMN query_bounds.variant IS 'The variant.';
COMMENT ON COLUMN query_bounds.queries IS 'Number of queries that is not enough.';

CREATE TABLE adversaries (
    variant   variant_name NOT NULL,
    codes     UINTEGER NOT NULL,
    value     DOUBLE   NOT NULL,
    value_num VARCHAR  NOT NULL,
    value_den VARCHAR  NOT NULL,
    trees     UINTEGER NOT NULL
);
COMMENT ON TABLE  adversaries           IS 'Zero-sum games in which the codemaker chooses a code and the breaker a strategy; the payoff is the number of queries and of wrong fields. Exact. Key: variant.';
COMMENT ON COLUMN adversaries.variant IS 'The variant.';
COMMENT ON COLUMN adversaries.codes     IS 'Number of codes.';
COMMENT ON COLUMN adversaries.value     IS 'Expected cost under best play of both sides, rounded to a double; exactly value_num / value_den.';
COMMENT ON COLUMN adversaries.value_num IS 'Numerator of the value, reduced, decimal digits. Exact.';
COMMENT ON COLUMN adversaries.value_den IS 'Denominator of the value, reduced, decimal digits. Exact.';
COMMENT ON COLUMN adversaries.trees     IS 'Number of strategies that the breaker mixes.';

CREATE TABLE adversary_codes (
    variant    variant_name NOT NULL,
    class      UINTEGER NOT NULL,
    code       VARCHAR  NOT NULL,
    codes      UINTEGER NOT NULL,
    chance     DOUBLE   NOT NULL,
    chance_num VARCHAR  NOT NULL,
    chance_den VARCHAR  NOT NULL
);
COMMENT ON TABLE  adversary_codes            IS 'An optimal choice of the codemaker: the chance of each code, by classes of codes that symmetries of the board and permutations of the colours map to each other. Exact. Key: variant, class.';
COMMENT ON COLUMN adversary_codes.variant IS 'The variant.';
COMMENT ON COLUMN adversary_codes.class      IS 'Index of the class, in the order of the first codes, from 0.';
COMMENT ON COLUMN adversary_codes.code       IS 'First code of the class: the colours of its fields, in the order of the fields.';
COMMENT ON COLUMN adversary_codes.codes      IS 'Number of codes of the class.';
COMMENT ON COLUMN adversary_codes.chance     IS 'Chance of each code of the class, rounded to a double; exactly chance_num / chance_den. Times codes, the chances sum to 1.';
COMMENT ON COLUMN adversary_codes.chance_num IS 'Numerator of the chance, reduced, decimal digits. Exact.';
COMMENT ON COLUMN adversary_codes.chance_den IS 'Denominator of the chance, reduced, decimal digits. Exact.';

CREATE TABLE adversary_trees (
    variant    variant_name NOT NULL,
    tree       UINTEGER  NOT NULL,
    chance     DOUBLE    NOT NULL,
    chance_num VARCHAR   NOT NULL,
    chance_den VARCHAR   NOT NULL,
    totals     UBIGINT[] NOT NULL
);
COMMENT ON TABLE  adversary_trees            IS 'An optimal mixture of the breaker: strategies and their chances. A random symmetry of the board and a random permutation of the colours are applied to the strategy drawn. Exact. Key: variant, tree.';
COMMENT ON COLUMN adversary_trees.variant IS 'The variant.';
COMMENT ON COLUMN adversary_trees.tree       IS 'Index of the strategy, the most probable first, from 0.';
COMMENT ON COLUMN adversary_trees.chance     IS 'Chance of the strategy, rounded to a double; exactly chance_num / chance_den.';
COMMENT ON COLUMN adversary_trees.chance_num IS 'Numerator of the chance, reduced, decimal digits. Exact.';
COMMENT ON COLUMN adversary_trees.chance_den IS 'Denominator of the chance, reduced, decimal digits. Exact.';
COMMENT ON COLUMN adversary_trees.totals     IS 'Queries and wrong fields summed over the codes of each class, in the order of the classes.';

CREATE TABLE adversary_nodes (
    variant variant_name NOT NULL,
    tree   UINTEGER NOT NULL,
    node   UINTEGER NOT NULL,
    parent UINTEGER,
    answer VARCHAR,
    query  VARCHAR  NOT NULL
);
COMMENT ON TABLE  adversary_nodes        IS 'The strategies of adversary_trees, one node per set of two or more codes, in depth-first order. Exact. Key: variant, tree, node.';
COMMENT ON COLUMN adversary_nodes.variant IS 'The variant.';
COMMENT ON COLUMN adversary_nodes.tree   IS 'Index of the strategy.';
COMMENT ON COLUMN adversary_nodes.node   IS 'Number of the node; the root is 0.';
COMMENT ON COLUMN adversary_nodes.parent IS 'Number of the parent node; NULL at the root.';
COMMENT ON COLUMN adversary_nodes.answer IS 'The places hit that lead to this node; NULL at the root.';
COMMENT ON COLUMN adversary_nodes.query  IS 'The query asked at this node, such as 1@2, or the code guessed where no query splits the codes left.';

CREATE MACRO query_text(colour, diagonal) AS colour || '@' || diagonal;
COMMENT ON MACRO query_text IS 'A query as the program prints it: colour@diagonal, both from 1. Example: query_text(2, 5) is 2@5.';

CREATE MACRO places(hits) AS CASE WHEN hits = '-' THEN [] ELSE string_split(hits, ',') END::UTINYINT[];
COMMENT ON MACRO places IS 'The places in an answer, from 1; an empty list for "-". Example: places(''1,3'') is [1, 3].';

CREATE MACRO answer_text(places) AS CASE WHEN len(places) = 0 THEN '-' ELSE array_to_string(list_sort(places), ',') END;
COMMENT ON MACRO answer_text IS 'An answer as the program prints it, from the places hit, from 1. Example: answer_text([3, 1]) is 1,3.';
