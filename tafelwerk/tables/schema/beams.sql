-- Beams: boards, pieces, patterns; what strategies cost over all codes; their trees or the tops of these; answers as bitsets.

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
COMMENT ON COLUMN variants.variant   IS 'Colours and fields of a piece: 6c6p is the standard game; hexagons and squares of 30 and 36 fields, -directions: with a window for each row, column and diagonal.';
COMMENT ON COLUMN variants.colours   IS 'How many colours; each covers one connected piece.';
COMMENT ON COLUMN variants.size      IS 'Fields of a piece.';
COMMENT ON COLUMN variants.fields    IS 'Fields of the board, the centre not counted.';
COMMENT ON COLUMN variants.diagonals IS 'Diagonals of the board; of squares its windows.';
COMMENT ON COLUMN variants.shapes    IS 'Pieces up to translation that fit a rhombus as wide as the board, or the board of squares.';
COMMENT ON COLUMN variants.placed    IS 'Pieces as they can lie on the board; NULL where they are not listed.';
COMMENT ON COLUMN variants.patterns  IS 'Ways to cover the board with pieces, colours not regarded; NULL where they are not known.';
COMMENT ON COLUMN variants.codes     IS 'Codes: patterns times colourings; NULL where the patterns are not known.';

CREATE TABLE pieces (
    variant variant_name NOT NULL,
    piece   USMALLINT    NOT NULL,
    fields  UBIGINT      NOT NULL
);
COMMENT ON TABLE  pieces         IS 'Pieces as they can lie on the board. Exact. Key: variant, piece.';
COMMENT ON COLUMN pieces.variant IS 'The variant.';
COMMENT ON COLUMN pieces.piece   IS 'Number of the piece: by lowest field, then by mask.';
COMMENT ON COLUMN pieces.fields  IS 'Its fields as a mask; field 0 is the first of the first row.';

CREATE TABLE patterns (
    variant variant_name NOT NULL,
    pattern UINTEGER     NOT NULL,
    pieces  USMALLINT[]  NOT NULL
);
COMMENT ON TABLE  patterns         IS 'Ways to cover the board with pieces, colours not regarded. Exact. Key: variant, pattern.';
COMMENT ON COLUMN patterns.variant IS 'The variant.';
COMMENT ON COLUMN patterns.pattern IS 'Number of the pattern, in the order of its pieces.';
COMMENT ON COLUMN patterns.pieces  IS 'Its pieces, each the one with the lowest field of those left.';

CREATE TABLE answers (
    variant  variant_name NOT NULL,
    colour   UTINYINT     NOT NULL,
    diagonal UTINYINT     NOT NULL,
    hits     VARCHAR      NOT NULL,
    codes    BLOB         NOT NULL
);
COMMENT ON TABLE  answers          IS 'For each answer the codes that give it, as a bitset: a history is the AND of its answers. Exact. Key: variant, colour, diagonal, hits.';
COMMENT ON COLUMN answers.variant  IS 'The variant; those with few codes.';
COMMENT ON COLUMN answers.colour   IS 'The colour asked for, from 1.';
COMMENT ON COLUMN answers.diagonal IS 'The diagonal asked, from 1.';
COMMENT ON COLUMN answers.hits     IS 'The answer: places on the diagonal that have the colour, from 1 at the end with the smaller field number; - for none.';
COMMENT ON COLUMN answers.codes    IS 'A bit a code, the first code in the lowest bit of the first byte.';

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
COMMENT ON TABLE  costs           IS 'What a strategy spends: codes by queries asked and by wrong fields of the last guess, part by part of all codes. Exact. Key: variant, strategy, tie, parts, part, queries, wrong; together: variant, strategy, tie, parts, part.';
COMMENT ON COLUMN costs.variant   IS 'The variant.';
COMMENT ON COLUMN costs.strategy  IS 'h1 and the like for the order of the entropy, hinf; h-prime and u, which look at fields alone; optimal; improved, the best found.';
COMMENT ON COLUMN costs.tie       IS 'Which of tied queries is asked: that of the least colour, of the least diagonal, all with equal chance; none for optimal and improved.';
COMMENT ON COLUMN costs.part      IS 'Part of the codes, from 1.';
COMMENT ON COLUMN costs.parts     IS 'How many parts there are; only all of them together are the strategy''s cost.';
COMMENT ON COLUMN costs.queries   IS 'Queries asked.';
COMMENT ON COLUMN costs.wrong     IS 'Wrong fields of the guess, where no query was left.';
COMMENT ON COLUMN costs.codes_num IS 'Codes that cost so much, in mix their expected number: the numerator. Exact.';
COMMENT ON COLUMN costs.codes_den IS 'Its denominator.';
COMMENT ON COLUMN costs.codes     IS 'The same as a double.';

CREATE VIEW whole AS
    SELECT variant, strategy, tie, min(parts) AS parts
    FROM (SELECT variant, strategy, tie, parts FROM costs GROUP BY ALL HAVING count(DISTINCT part) = parts) GROUP BY ALL;
COMMENT ON VIEW   whole          IS 'Strategies whose costs are all there. Exact.';
COMMENT ON COLUMN whole.variant  IS 'The variant.';
COMMENT ON COLUMN whole.strategy IS 'As in costs.';
COMMENT ON COLUMN whole.tie      IS 'As in costs.';
COMMENT ON COLUMN whole.parts    IS 'How many parts they are divided into; the least number where several divisions are there.';

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
COMMENT ON TABLE  nodes          IS 'The top of a strategy''s tree, or all of it but for single codes left. Exact. Key: variant, strategy, tie, history.';
COMMENT ON COLUMN nodes.variant  IS 'The variant.';
COMMENT ON COLUMN nodes.strategy IS 'As in costs.';
COMMENT ON COLUMN nodes.tie      IS 'As in costs.';
COMMENT ON COLUMN nodes.history  IS 'Queries and answers so far: "1@3 2,4; 2@5 -", colour@diagonal and the hits; empty at the start.';
COMMENT ON COLUMN nodes.depth    IS 'Queries asked so far.';
COMMENT ON COLUMN nodes.colour   IS 'The colour asked for next, from 1; NULL where no query is asked, and at the deepest nodes of a top.';
COMMENT ON COLUMN nodes.diagonal IS 'The diagonal asked next, from 1; NULL as colour is.';
COMMENT ON COLUMN nodes.codes    IS 'Codes left.';
COMMENT ON COLUMN nodes.cost     IS 'What the codes left cost in all, the queries asked before included; NULL in a top: node_costs has it, part by part.';

CREATE TABLE node_costs (
    variant  variant_name NOT NULL,
    strategy VARCHAR      NOT NULL,
    tie      tie_rule     NOT NULL,
    parts    USMALLINT    NOT NULL,
    part     USMALLINT    NOT NULL,
    history  VARCHAR      NOT NULL,
    cost     UBIGINT      NOT NULL
);
COMMENT ON TABLE  node_costs          IS 'What the codes of a part cost at the nodes of a top; where all parts of costs are there, their sum is the node''s cost. Exact. Key: variant, strategy, tie, parts, part, history; together: variant, strategy, tie, parts, part.';
COMMENT ON COLUMN node_costs.variant  IS 'The variant.';
COMMENT ON COLUMN node_costs.strategy IS 'As in costs.';
COMMENT ON COLUMN node_costs.tie      IS 'As in costs.';
COMMENT ON COLUMN node_costs.parts    IS 'As in costs.';
COMMENT ON COLUMN node_costs.part     IS 'As in costs.';
COMMENT ON COLUMN node_costs.history  IS 'As in nodes.';
COMMENT ON COLUMN node_costs.cost     IS 'What the part''s codes left at the node cost in all, the queries asked before included.';

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
COMMENT ON TABLE  curves           IS 'What entropy strategies cost over the order of the entropy, no more than that of each. Exact. Key: variant, tie, alpha, strategy.';
COMMENT ON COLUMN curves.variant   IS 'The variant.';
COMMENT ON COLUMN curves.tie       IS 'As in costs.';
COMMENT ON COLUMN curves.alpha     IS 'Order of the entropy, from 0 to infinity; a double of what strategy says exactly.';
COMMENT ON COLUMN curves.strategy  IS 'As in costs.';
COMMENT ON COLUMN curves.total_num IS 'Queries and wrong fields summed over all codes, in mix expected: the numerator. Exact.';
COMMENT ON COLUMN curves.total_den IS 'Its denominator.';
COMMENT ON COLUMN curves.codes     IS 'How many codes there are.';
COMMENT ON COLUMN curves.mean      IS 'The mean over the codes, as a double.';

CREATE TABLE bounds (
    variant variant_name NOT NULL,
    above   UINTEGER     NOT NULL,
    exact   UTINYINT     NOT NULL,
    total   UBIGINT      NOT NULL
);
COMMENT ON TABLE  bounds         IS 'Totals that no strategy is below: the least total with every query at sets of many codes, and a bound in place of the rest of smaller ones. Proved, exact. Key: variant, above, exact.';
COMMENT ON COLUMN bounds.variant IS 'The variant.';
COMMENT ON COLUMN bounds.above   IS 'Sets of more codes were searched with every query: the smaller, the sharper.';
COMMENT ON COLUMN bounds.exact   IS 'Largest set that was solved exactly, in codes.';
COMMENT ON COLUMN bounds.total   IS 'Queries and wrong fields summed over all codes cost no strategy less.';

CREATE MACRO query_text(colour, diagonal) AS colour || '@' || diagonal;
COMMENT ON MACRO query_text IS 'A query as the program prints it: colour@diagonal, both from 1. Example: query_text(2, 5) is 2@5.';

CREATE MACRO places(hits) AS CASE WHEN hits = '-' THEN [] ELSE string_split(hits, ',') END::UTINYINT[];
COMMENT ON MACRO places IS 'The places that an answer names, from 1 at the end from which they are counted; an empty list for "-". Example: places(''1,3'') is [1, 3].';

CREATE MACRO answer_text(places) AS CASE WHEN len(places) = 0 THEN '-' ELSE array_to_string(list_sort(places), ',') END;
COMMENT ON MACRO answer_text IS 'An answer as the program prints it, from the places that are hit, from 1. Example: answer_text([3, 1]) is 1,3.';
