-- What builds say of their rows may be wrong in a file whose hashes fit: `-- name`, then statements.

-- certainty
UPDATE meta.builds SET certainty = 'certified' WHERE name LIKE '%free%';

-- evidence
UPDATE meta.builds SET evidence = 'certificate';

-- unknown evidence
UPDATE meta.builds SET evidence = 'hearsay';

-- name
UPDATE meta.builds SET name = 'search free --codes 61 --width 3' WHERE name LIKE '%free%';

-- parameters
UPDATE meta.builds SET parameters = '{"free": 61, "widths": [3]}' WHERE name LIKE '%free%';

-- parameters of no build
UPDATE meta.builds SET parameters = '{"chess": 8}' WHERE name LIKE '%free%';

-- parameters of another type
UPDATE meta.builds SET parameters = '[1]' WHERE name LIKE '%free%';

-- digest
UPDATE meta.builds SET digest = '0123456789abcdef' WHERE name LIKE '%free%';

-- number
UPDATE meta.builds SET build = build + 1 WHERE name LIKE '%free%';

-- rows of another build
UPDATE free_totals SET build = (SELECT max(build) FROM meta.builds WHERE NOT name LIKE '%free%');

-- a row of no build
UPDATE free_totals SET build = 0 WHERE codes = 30;

-- rows
UPDATE meta.builds SET "rows" = "rows" + 1 WHERE name LIKE '%free%';

-- hash
UPDATE meta.builds SET sha256 = repeat('0', 64) WHERE name LIKE '%free%';

-- seconds
UPDATE meta.builds SET seconds = -1;

-- no builds
DELETE FROM meta.builds;

-- a build less
DELETE FROM meta.builds WHERE name LIKE '%free%';

-- a build twice
INSERT INTO meta.builds FROM meta.builds LIMIT 1;

-- a build that was never made
INSERT INTO meta.builds SELECT 266875861232907, '0f2b8e0e86d0b1f5', 'search root --size 81', '{"points": null, "root": "optimal", "size": 81}', 81, sha256, fingerprint, machine, certainty, evidence, seconds, built_at FROM meta.builds LIMIT 1;

-- comment of a column
COMMENT ON COLUMN free_totals.total IS 'Queries, about. Exact.';

-- a view
CREATE VIEW more AS SELECT 42 AS total;

-- a column dropped
ALTER TABLE free_totals DROP COLUMN query;
