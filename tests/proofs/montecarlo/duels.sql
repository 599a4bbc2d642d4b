-- Kinds of error in each table of duels, as in lies.sql.

-- {table}: all by 1e-11
UPDATE {table} SET first = first + 1e-11, second = second + 1e-11, mean = (first + 1e-11 + (second + 1e-11)) / 2
    WHERE {rows};

-- {table}: turned | abs(first - second) > 1e-9
UPDATE {table} SET first = second, second = first WHERE {rows};

-- {table}: no error | error > 0 AND first NOT IN (0, 1)
UPDATE {table} SET error = 0 WHERE {rows};

-- {table}: error too large
UPDATE {table} SET error = 1e-9 WHERE {rows};

-- {table}: error is nan
UPDATE {table} SET error = 'nan' WHERE {rows};

-- {table}: first is nan
UPDATE {table} SET first = 'nan', mean = 'nan' WHERE {rows};

-- {table}: the rival's | k = 5
UPDATE {table} SET k = rival, rival = 2 * rival WHERE {rows};

-- {table}: a run gone
DELETE FROM {table} WHERE k = 4;

-- {table}: all gone
DELETE FROM {table};

-- {table}: the curve of the next k
UPDATE {table} t SET first = o.first, second = o.second, mean = o.mean, error = o.error FROM {table} o
    WHERE o.rowid = t.rowid + 1 AND o.k = t.k + 1 AND o.rival = t.rival + 2 AND o.mean <> t.mean;
