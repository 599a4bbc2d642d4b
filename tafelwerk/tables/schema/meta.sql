CREATE SCHEMA meta;

CREATE TABLE meta.format (
    version    UINTEGER NOT NULL,
    family     VARCHAR  NOT NULL,
    written_by VARCHAR  NOT NULL
);
COMMENT ON TABLE  meta.format            IS 'One row: what this file is.';
COMMENT ON COLUMN meta.format.version    IS 'Version of the file format.';
COMMENT ON COLUMN meta.format.family     IS 'Family of games the file belongs to.';
COMMENT ON COLUMN meta.format.written_by IS 'Program and version that wrote the file.';

CREATE TABLE meta.builds (
    build       UBIGINT   NOT NULL,
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
COMMENT ON TABLE  meta.builds             IS 'Every build whose rows are in this file. Key: name, digest.';
COMMENT ON COLUMN meta.builds.build       IS 'Number by which rows name it, in their column build: the first 52 bits of its digest.';
COMMENT ON COLUMN meta.builds.digest      IS 'Hash of family and parameters: a build is known by it.';
COMMENT ON COLUMN meta.builds.name        IS 'Arguments of `tafelwerk build` that make it.';
COMMENT ON COLUMN meta.builds.parameters  IS 'Parameters, as a JSON object.';
COMMENT ON COLUMN meta.builds."rows"      IS 'Rows the build delivered.';
COMMENT ON COLUMN meta.builds.sha256      IS 'Canonical SHA-256 of the rows the build delivered.';
COMMENT ON COLUMN meta.builds.fingerprint IS 'Fingerprint of the code that made them: closure of the family''s solvers and builders, versions of the libraries.';
COMMENT ON COLUMN meta.builds.machine     IS 'Processor, C library and whether SVML was used: they decide the last bits of floats.';
COMMENT ON COLUMN meta.builds.certainty   IS 'exact, certified (float with a proven bound) or sampled.';
COMMENT ON COLUMN meta.builds.evidence    IS 'How the numbers are known: certificate (a small plain program checks them), recomputed (a second program, or another seed and order, agreed), single (one program alone).';
COMMENT ON COLUMN meta.builds.seconds     IS 'Computing time of all tasks together, in seconds.';
COMMENT ON COLUMN meta.builds.built_at    IS 'When the build was committed, UTC.';

CREATE TABLE meta.tables (
    name   VARCHAR NOT NULL,
    "rows" UBIGINT NOT NULL,
    sha256 VARCHAR NOT NULL
);
COMMENT ON TABLE  meta.tables        IS 'What every table of this file held when it was written. Key: name.';
COMMENT ON COLUMN meta.tables.name   IS 'Name of the table.';
COMMENT ON COLUMN meta.tables."rows" IS 'Number of its rows.';
COMMENT ON COLUMN meta.tables.sha256 IS 'Canonical SHA-256 of its rows.';

CREATE TABLE meta.seals (
    name   VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL
);
COMMENT ON TABLE  meta.seals        IS 'Hashes of what meta.tables leaves out: the measured columns, and meta.builds. They find damage; who alters rows can alter them, too. Key: name.';
COMMENT ON COLUMN meta.seals.name   IS 'A table with measured columns, or meta.builds.';
COMMENT ON COLUMN meta.seals.sha256 IS 'Canonical SHA-256 of its rows: of the key and the measured columns; of meta.builds, all columns.';
