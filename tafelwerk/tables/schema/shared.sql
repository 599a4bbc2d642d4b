-- Macros in every family's file. A macro of a file cannot call another one, so each is self-contained.

CREATE MACRO fraction(n, d) AS list_transform(
    [{'n': n::VARCHAR, 'd': d::VARCHAR}],
    lambda w: CASE
        WHEN NOT (regexp_full_match(w.n, '-?[0-9]+') AND regexp_full_match(w.d, '-?[0-9]+'))
            OR regexp_full_match(w.d, '-?0+') THEN NULL
        WHEN length(w.n) > 38 OR length(w.d) > 38 THEN w.n || CASE WHEN w.d = '1' THEN '' ELSE '/' || w.d END
        ELSE list_transform(
            [{'n': try_cast(w.n AS HUGEINT), 'd': try_cast(w.d AS HUGEINT)}],
            lambda v: (v.n // gcd(v.n, v.d) * sign(v.d))::VARCHAR
                || CASE WHEN abs(v.d) = gcd(v.n, v.d) THEN '' ELSE '/' || (abs(v.d) // gcd(v.n, v.d))::VARCHAR END
        )[1]
    END
)[1];
COMMENT ON MACRO fraction IS 'An exact fraction as the program prints it, from numerator and denominator, given as integers or as digits: reduced, the sign in front, no "/1". NULL for a denominator of 0 and for arguments that are not integers. Numbers of more than 37 digits must be reduced already, as those of the book are. Example: fraction(22890, 4) is 11445/2.';

CREATE MACRO bits(mask) AS [bit FOR bit IN range(64) IF (mask::UBIGINT >> bit) & 1 = 1];
COMMENT ON MACRO bits IS 'Positions of the bits set in a mask, ascending from 0. Example: bits(328) is [3, 6, 8].';
