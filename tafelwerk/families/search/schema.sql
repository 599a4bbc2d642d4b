-- Search models without a board: free search, the root model.
-- A query splits the codes left into parts, and the answer names the part that holds the code. The search ends when one code is
-- left.

CREATE TABLE free_totals ( -- Free search: every partition into at most width parts is a query. Exact. Key: width, codes.
    width UINTEGER NOT NULL,                       -- Largest number of answers per query, a.
    codes UINTEGER NOT NULL,                       -- Number of equally likely codes, m.
    total UBIGINT  NOT NULL,                       -- Queries summed over all codes under perfect play; total / codes is the expected number. Exact.
    even  UBIGINT  NOT NULL,                       -- The same where every query splits as evenly as possible, as every H_alpha with 0 < alpha < inf does. Exact.
    query STRUCT(size UINTEGER, count UINTEGER)[], -- An optimal first query: part sizes, descending, and the number of parts of each size; NULL for one code.
    CHECK (total <= even)
);

CREATE TABLE root_totals ( -- Root model: all parts of a query but one are small; a small part costs 1 + its size, and together they cost at most ceil(sqrt(codes)). Exact. Key: strategy, size.
    strategy VARCHAR  NOT NULL,                        -- optimal, or hA for the query of greatest Renyi entropy of order A, such as h1, h1.5, hinf; tie-break: fewest parts, then the smallest rest.
    size     UINTEGER NOT NULL,                        -- Number of equally likely codes.
    alpha    DOUBLE,                                   -- Order of the entropy, rounded to a double; infinity for hinf, NULL for optimal.
    total    UBIGINT  NOT NULL,                        -- Queries summed over all codes; total / size is the expected number. Exact.
    rest     UINTEGER,                                 -- Codes in the rest, the part of the first query that costs nothing; NULL for one code.
    parts    USMALLINT,                                -- Number of small parts of the first query; NULL for one code.
    small    STRUCT(size UINTEGER, count USMALLINT)[], -- Small parts of the first query: sizes, descending, and the number of parts of each size; NULL for one code.
    CHECK ((rest IS NULL) = (size = 1) AND (small IS NULL) = (size = 1))
);

-- parts of a query as text: 103^3 stands for three parts of 103 codes
CREATE MACRO parts_text(parts) AS array_to_string(
    list_transform(parts, lambda part: part.size || CASE WHEN part.count > 1 THEN '^' || part.count ELSE '' END), ', '
);
COMMENT ON MACRO parts_text IS 'Parts of a query as the program prints them, 103^3 for three parts of 103 codes. Example: parts_text([{''size'': 103, ''count'': 3}, {''size'': 100, ''count'': 1}]) is 103^3, 100.';
