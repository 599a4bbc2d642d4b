-- Search models without a board: free search, the root model.
-- A query splits the codes left into parts, and the answer names the part that holds the code. The search ends when one code is
-- left.

CREATE TABLE free_totals (
    width UINTEGER NOT NULL,
    codes UINTEGER NOT NULL,
    total UBIGINT  NOT NULL,
    even  UBIGINT  NOT NULL,
    query STRUCT(size UINTEGER, count UINTEGER)[],
    CHECK (total <= even)
);
COMMENT ON TABLE  free_totals       IS 'Free search: every partition into at most width parts is a query. Exact. Key: width, codes.';
COMMENT ON COLUMN free_totals.width IS 'Largest number of answers per query, a.';
COMMENT ON COLUMN free_totals.codes IS 'Number of equally likely codes, m.';
COMMENT ON COLUMN free_totals.total IS 'Queries summed over all codes under perfect play; total / codes is the expected number. Exact.';
COMMENT ON COLUMN free_totals.even  IS 'The same where every query splits as evenly as possible, as every H_alpha with 0 < alpha < inf does. Exact.';
COMMENT ON COLUMN free_totals.query IS 'An optimal first query: part sizes, descending, and the number of parts of each size; NULL for one code.';

CREATE TABLE root_totals (
    strategy VARCHAR  NOT NULL,
    size     UINTEGER NOT NULL,
    alpha    DOUBLE,
    total    UBIGINT  NOT NULL,
    rest     UINTEGER,
    parts    USMALLINT,
    small    STRUCT(size UINTEGER, count USMALLINT)[],
    CHECK ((rest IS NULL) = (size = 1) AND (small IS NULL) = (size = 1))
);
COMMENT ON TABLE  root_totals          IS 'Root model: all parts of a query but one are small; a small part costs 1 + its size, and together they cost at most ceil(sqrt(codes)). Exact. Key: strategy, size.';
COMMENT ON COLUMN root_totals.strategy IS 'optimal, or hA for the query of greatest Renyi entropy of order A, such as h1, h1.5, hinf; tie-break: fewest parts, then the smallest rest.';
COMMENT ON COLUMN root_totals.size     IS 'Number of equally likely codes.';
COMMENT ON COLUMN root_totals.alpha    IS 'Order of the entropy, rounded to a double; infinity for hinf, NULL for optimal.';
COMMENT ON COLUMN root_totals.total    IS 'Queries summed over all codes; total / size is the expected number. Exact.';
COMMENT ON COLUMN root_totals.rest     IS 'Codes in the rest, the part of the first query that costs nothing; NULL for one code.';
COMMENT ON COLUMN root_totals.parts    IS 'Number of small parts of the first query; NULL for one code.';
COMMENT ON COLUMN root_totals.small    IS 'Small parts of the first query: sizes, descending, and the number of parts of each size; NULL for one code.';

-- parts of a query as text: 103^3 stands for three parts of 103 codes
CREATE MACRO parts_text(parts) AS array_to_string(
    list_transform(parts, lambda part: part.size || CASE WHEN part.count > 1 THEN '^' || part.count ELSE '' END), ', '
);
COMMENT ON MACRO parts_text IS 'Parts of a query as the program prints them, 103^3 for three parts of 103 codes. Example: parts_text([{''size'': 103, ''count'': 3}, {''size'': 100, ''count'': 1}]) is 103^3, 100.';
