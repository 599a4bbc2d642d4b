CREATE SCHEMA meta;

CREATE TABLE meta.format ( -- One row: what this file is.
    version    UINTEGER NOT NULL, -- Version of the file format.
    family     VARCHAR  NOT NULL, -- Family of games the file belongs to.
    written_by VARCHAR  NOT NULL  -- Program and version that wrote the file.
);

CREATE TABLE meta.builds ( -- Every build whose rows are in this file. Key: name, digest.
    build       UBIGINT   NOT NULL, -- Number by which rows name it, in their column build: the first 52 bits of its digest.
    digest      VARCHAR   NOT NULL, -- Hash of family and parameters: a build is known by it.
    name        VARCHAR   NOT NULL, -- Arguments of `tafelwerk build` that make it.
    parameters  VARCHAR   NOT NULL, -- Parameters, as a JSON object.
    "rows"      UBIGINT   NOT NULL, -- Rows the build delivered.
    sha256      VARCHAR   NOT NULL, -- Canonical SHA-256 of the rows the build delivered.
    fingerprint VARCHAR   NOT NULL, -- Fingerprint of the code that made them: closure of the family's solvers and builders, versions of the libraries.
    machine     VARCHAR   NOT NULL, -- Processor, C library and whether SVML was used: they decide the last bits of floats.
    certainty   VARCHAR   NOT NULL, -- exact, certified (float with a proven bound) or sampled.
    evidence    VARCHAR   NOT NULL, -- How the numbers are known: certificate (a small plain program checks them), recomputed (a second program, or another seed and order, agreed), single (one program alone).
    seconds     DOUBLE    NOT NULL, -- Computing time of all tasks together, in seconds.
    built_at    TIMESTAMP NOT NULL  -- When the build was committed, UTC.
);

CREATE TABLE meta.tables ( -- What every table of this file held when it was written. Key: name.
    name   VARCHAR NOT NULL, -- Name of the table.
    "rows" UBIGINT NOT NULL, -- Number of its rows.
    sha256 VARCHAR NOT NULL  -- Canonical SHA-256 of its rows.
);

CREATE TABLE meta.seals ( -- Hashes of what meta.tables leaves out: the measured columns, and meta.builds. They find damage; who alters rows can alter them, too. Key: name.
    name   VARCHAR NOT NULL, -- A table with measured columns, or meta.builds.
    sha256 VARCHAR NOT NULL  -- Canonical SHA-256 of its rows: of the key and the measured columns; of meta.builds, all columns.
);
