CREATE TYPE kind AS ENUM ('odd', 'even');

CREATE TABLE squares (
    kind   kind     NOT NULL,
    n      UINTEGER NOT NULL,
    square HUGEINT  NOT NULL,
    root   DOUBLE,
    note   VARCHAR,
    error  DOUBLE   NOT NULL
);
COMMENT ON TABLE  squares        IS 'Squares and roots of small numbers. Key: kind, n.';
COMMENT ON COLUMN squares.kind   IS 'Whether n is odd or even.';
COMMENT ON COLUMN squares.n      IS 'The number.';
COMMENT ON COLUMN squares.square IS 'Its square. Exact.';
COMMENT ON COLUMN squares.root   IS 'Its square root; NULL where it is a square.';
COMMENT ON COLUMN squares.note   IS 'The number in words of its own; NULL at multiples of 7.';
COMMENT ON COLUMN squares.error  IS 'Bound of the error of the root.';

CREATE TABLE signs (
    n    UINTEGER NOT NULL,
    sign TINYINT  NOT NULL
);
COMMENT ON TABLE  signs      IS 'Signs that alternate. Key: n.';
COMMENT ON COLUMN signs.n    IS 'The number.';
COMMENT ON COLUMN signs.sign IS '-1 or 1.';
