CREATE TYPE kind AS ENUM ('odd', 'even');

CREATE TABLE squares ( -- Squares and roots of small numbers. Key: kind, n.
    kind   kind     NOT NULL, -- Whether n is odd or even.
    n      UINTEGER NOT NULL, -- The number.
    square HUGEINT  NOT NULL, -- Its square. Exact.
    root   DOUBLE,            -- Its square root; NULL where it is a square.
    note   VARCHAR,           -- The number in words of its own; NULL at multiples of 7.
    error  DOUBLE   NOT NULL  -- Bound of the error of the root.
);

CREATE TABLE signs ( -- Signs that alternate. Key: n.
    n    UINTEGER NOT NULL, -- The number.
    sign TINYINT  NOT NULL  -- -1 or 1.
);
