-- What a stranger may put into a file of Dresher's games, by kind; SECRET is the path of a file that is not the book's.

-- a view in place of a table
ALTER TABLE games RENAME TO kept;
DROP VIEW conjectures;
DROP VIEW plateaus;
CREATE VIEW games AS SELECT * REPLACE (content AS value_num) FROM kept, read_text('SECRET');

-- a view replaced
CREATE OR REPLACE VIEW plateaus AS SELECT 42 AS first, 42 AS last;

-- one more view
CREATE VIEW sneaky AS FROM read_text('SECRET');

-- a view in a schema of its own
CREATE SCHEMA other;
CREATE VIEW other.plateaus AS SELECT 1 AS first;

-- a macro
CREATE MACRO row_number() AS (SELECT content FROM read_text('SECRET'));

-- a table macro
CREATE MACRO sneaky() AS TABLE FROM read_text('SECRET');

-- a computed column
CREATE TABLE sneaky (a INTEGER, b INTEGER GENERATED ALWAYS AS (a + 1));

-- provenance in a view
ALTER TABLE meta.format RENAME TO kept;
CREATE VIEW meta.format AS SELECT version, family, content FROM meta.kept, read_text('SECRET');

-- builds in a view
ALTER TABLE meta.builds RENAME TO kept;
CREATE VIEW meta.builds AS SELECT kept.* FROM meta.kept, read_text('SECRET');
