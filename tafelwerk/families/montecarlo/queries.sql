-- esr_duels join esr_starts
-- subtraction_duels, subtraction_moves join subtraction_positions
-- dsc_moves join dsc_positions
-- dsr_moves join dsr_positions

-- montecarlo-simulated: How close do simulated games come to the exact chance?
SELECT games, round(wins / games, 4) AS first FROM montecarlo.simulations
WHERE game = 'esr 5 6 1' AND first = 'mc:30' AND second = 'mc:60' ORDER BY games;

-- montecarlo-more-hurts: When does the seemingly weaker agent start to win?
SELECT n, min(k) AS first_k
FROM (SELECT *, row_number() OVER (PARTITION BY n ORDER BY k) AS stored FROM montecarlo.dsc_duels WHERE rival = 2 * k AND k > 0)
WHERE n <= 12 AND mean - error > 0.5 GROUP BY n HAVING min(k) = min(stored) ORDER BY n;

-- montecarlo-thrown-away: Where does unlimited sampling throw a won game away?
SELECT heap, move, chance, chance_num || '/' || chance_den AS fraction FROM montecarlo.subtraction_moves
WHERE moves = '1,2' AND overshoot = 'wins' AND best AND NOT wins AND heap % 3 <> 0 ORDER BY heap LIMIT 3;

-- montecarlo-fooled: Which small move sets fool MC(inf) the most?
SELECT moves, period, blunder, round(losing_choices / won_heaps, 3) AS lost FROM montecarlo.subtraction_games
WHERE overshoot = 'wins' ORDER BY lost DESC, moves LIMIT 5;

-- montecarlo-doubling: Where does doubling the playouts pay most?
SELECT moves, arg_min(k, mean) AS k, round(min(mean), 5) AS mean FROM montecarlo.subtraction_duels
WHERE overshoot = 'wins' AND heap = 110 AND rival = 2 * k AND k > 3 GROUP BY moves HAVING count(*) > 2 ORDER BY moves;

-- montecarlo-dsc40: How does DSC(40) continue beyond a million playouts?
SELECT k, round(first, 6) AS first, round(second, 6) AS second, round(mean, 6) AS mean FROM montecarlo.dsc_duels
WHERE n = 40 AND rival = 2 * k AND k IN (10, 100000, 1000000, 10000000, 100000000) ORDER BY k;

-- montecarlo-random: Which heaps does random play favour?
SELECT montecarlo.subtraction_text(moves, overshoot, heap) AS game, montecarlo.fraction(chance_num, chance_den) AS chance
FROM montecarlo.subtraction_positions WHERE moves = '1,2' AND overshoot = 'wins' AND heap <= 5 ORDER BY heap;

-- montecarlo-over-half: Are there several basins, or values above one half, where MC(inf) plays perfectly?
SELECT moves, blunder, heap, min(k) AS stored_k, round(max(mean), 6) AS most
FROM montecarlo.subtraction_duels JOIN montecarlo.subtraction_games USING (moves, overshoot)
WHERE overshoot = 'wins' AND rival = 2 * k AND heap < blunder AND mean - error > 0.5
GROUP BY ALL ORDER BY moves, heap;

-- montecarlo-dsr: Does unlimited sampling ever err in the double-step race with rolled steps?
SELECT count(*) AS moves, count(*) FILTER (WHERE best) AS best, count(*) FILTER (WHERE best AND NOT wins) AS errors,
(SELECT max(mean) FROM montecarlo.dsr_duels) AS most
FROM montecarlo.dsr_moves JOIN montecarlo.dsr_positions USING (n, own, other) WHERE won;

-- montecarlo-convergence: Does the speed of convergence depend on the critical heap?
SELECT moves, blunder, max(heap) FILTER (WHERE abs(mean - far) > 0.001) AS differs_to
FROM (SELECT *, last(mean) OVER (PARTITION BY moves ORDER BY heap ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS far
FROM montecarlo.subtraction_duels WHERE k = 10 AND rival = 20)
JOIN montecarlo.subtraction_games USING (moves, overshoot) WHERE overshoot = 'wins' GROUP BY ALL ORDER BY differs_to;
