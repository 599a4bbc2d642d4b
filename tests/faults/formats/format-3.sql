-- Tables of the family search in format 3, without comments, and a row of each.

CREATE SCHEMA meta;

CREATE TABLE meta.format (
    version    UINTEGER NOT NULL,
    family     VARCHAR  NOT NULL,
    written_by VARCHAR  NOT NULL
);

CREATE TABLE meta.builds (
    digest      VARCHAR   NOT NULL,
    name        VARCHAR   NOT NULL,
    parameters  VARCHAR   NOT NULL,
    "rows"      UBIGINT   NOT NULL,
    sha256      VARCHAR   NOT NULL,
    fingerprint VARCHAR   NOT NULL,
    machine     VARCHAR   NOT NULL,
    certainty   VARCHAR   NOT NULL,
    evidence    VARCHAR   NOT NULL,
    seconds     DOUBLE    NOT NULL,
    built_at    TIMESTAMP NOT NULL
);

CREATE TABLE meta.tables (
    name   VARCHAR NOT NULL,
    "rows" UBIGINT NOT NULL,
    sha256 VARCHAR NOT NULL
);

CREATE TABLE meta.seals (
    name   VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL
);

CREATE TABLE free_totals (
    width UINTEGER NOT NULL,
    codes UINTEGER NOT NULL,
    total UBIGINT  NOT NULL,
    even  UBIGINT  NOT NULL,
    query STRUCT(size UINTEGER, count UINTEGER)[],
    CHECK (total <= even)
);

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

CREATE MACRO parts_text(parts) AS array_to_string(
    list_transform(parts, lambda part: part.size || CASE WHEN part.count > 1 THEN '^' || part.count ELSE '' END), ', '
);

INSERT INTO meta.format VALUES (3, 'search', 'tafelwerk 0.1.0');
INSERT INTO free_totals (width, codes, total, even) VALUES (3, 60, 230, 240);
INSERT INTO root_totals (strategy, size, total) VALUES ('optimal', 1, 1);
