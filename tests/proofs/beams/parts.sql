-- Kinds of error in the parts and the top of a strategy: one statement each.

UPDATE node_costs SET cost = cost + 1 WHERE history = '';
UPDATE node_costs SET cost = cost + 1 WHERE history <> '' AND part = 1;
DELETE FROM node_costs WHERE part = 2;
DELETE FROM node_costs WHERE contains(history, chr(59)) AND part = 1;
UPDATE nodes SET codes = codes + 1 WHERE depth = 2;
DELETE FROM nodes WHERE depth = 2 AND codes > 20;
UPDATE costs SET codes_num = codes_num::BIGINT + 1, codes = codes + 1 WHERE queries = 8;
UPDATE costs SET codes = codes + 1 WHERE queries = 8;
UPDATE costs SET queries = queries + 1 WHERE part = 1;
UPDATE costs SET part = 3 WHERE part = 1;
