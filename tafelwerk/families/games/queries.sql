-- positions join games
-- sources join games

-- games-positions: How many positions of my own games are won, drawn and lost?
SELECT game, kind, value, count(*) AS positions FROM games.positions GROUP BY ALL ORDER BY ALL;
