-- Double-dummy Skat: deals, and their outcome under best play by all with every card open.
-- Cards are bits 31 to 0: CJ SJ HJ DJ, then A T K Q 9 8 7 of clubs, spades, hearts and diamonds. A set of cards is a mask.

CREATE TYPE game AS ENUM ('clubs', 'spades', 'hearts', 'diamonds', 'grand', 'null');
CREATE TYPE seat AS ENUM ('forehand', 'middlehand', 'rearhand');
CREATE TYPE ladder_step AS ENUM (
    'minimax', 'ab', 'ab_tt', 'mtd_minus_inf', 'mtd_plus_inf', 'mtd_f', 'mtd_mo', 'fast_points',
    'mws', 'mws_tt', 'mws_equiv', 'mws_ss', 'mws_mo', 'fast_win',
    'null_tt', 'null_safe', 'null_mo', 'fast_null'
);
CREATE TYPE model_name AS ENUM ('hidden', 'open', 'thesis');

CREATE TABLE deals (
    deal       UBIGINT  NOT NULL,
    cards_each UTINYINT NOT NULL CHECK (cards_each BETWEEN 1 AND 10),
    forehand   UINTEGER NOT NULL,
    middlehand UINTEGER NOT NULL,
    rearhand   UINTEGER NOT NULL,
    skat       UINTEGER NOT NULL
);
COMMENT ON TABLE  deals            IS 'Who holds which cards when play begins, the Skat as the declarer leaves it; of rounds also as they were dealt. Key: deal.';
COMMENT ON COLUMN deals.deal       IS 'Number of the deal, its place among all there are; those of ten cards each come first.';
COMMENT ON COLUMN deals.cards_each IS 'Cards in a hand.';
COMMENT ON COLUMN deals.forehand   IS 'Forehand''s cards, a mask; forehand leads to the first trick.';
COMMENT ON COLUMN deals.middlehand IS 'Middlehand''s cards, a mask.';
COMMENT ON COLUMN deals.rearhand   IS 'Rearhand''s cards, a mask.';
COMMENT ON COLUMN deals.skat       IS 'The Skat, a mask; its points are the declarer''s. 0 where hands are small and there is none.';

CREATE TABLE samples (
    seed   UINTEGER NOT NULL,
    number UINTEGER NOT NULL,
    deal   UBIGINT  NOT NULL
);
COMMENT ON TABLE  samples        IS 'Random deals of ten cards each: numbers 0, 1, ... of the sequence that belongs to a seed. Key: seed, number.';
COMMENT ON COLUMN samples.seed   IS 'The seed.';
COMMENT ON COLUMN samples.number IS 'Place in its sequence, from 0.';
COMMENT ON COLUMN samples.deal   IS 'Number of the deal.';

CREATE TABLE results (
    deal     UBIGINT    NOT NULL,
    game     game       NOT NULL,
    declarer seat       NOT NULL,
    points   UTINYINT CHECK (points <= 120),
    won      BOOLEAN    NOT NULL,
    openings UTINYINT[] NOT NULL,
    sure     UTINYINT CHECK (sure <= 120)
);
COMMENT ON TABLE  results          IS 'Outcome of a deal under best play by all. Exact. Key: deal, game, declarer.';
COMMENT ON COLUMN results.deal     IS 'Number of the deal.';
COMMENT ON COLUMN results.game     IS 'What is played.';
COMMENT ON COLUMN results.declarer IS 'Who plays alone, against the other two.';
COMMENT ON COLUMN results.points   IS 'The declarer''s card points at the end, the Skat''s included; NULL in Null, where they do not count. Exact.';
COMMENT ON COLUMN results.won      IS 'Whether the declarer makes 61 points or more; in Null, takes no trick. Exact.';
COMMENT ON COLUMN results.openings IS 'The same points after each of forehand''s cards is led, from its highest bit down; in Null 1 where the declarer takes no trick, else 0. Exact.';
COMMENT ON COLUMN results.sure     IS 'What the side on lead is sure of without search (Kupferschmid 2003, chapter 9, the second rule of the defenders stricter): the declarer''s points at the end are at least that where forehand declares, else at most; NULL in Null. Exact.';

CREATE TABLE positions (
    deal     UBIGINT  NOT NULL,
    game     game     NOT NULL,
    declarer seat     NOT NULL,
    position UINTEGER NOT NULL,
    lower    UTINYINT NOT NULL,
    upper    UTINYINT NOT NULL CHECK (upper <= 120),
    best     UTINYINT NOT NULL CHECK (best <= 31)
);
COMMENT ON TABLE  positions          IS 'Every start of a trick that play can reach in a deal, with the card points still to come. Exact. Key: deal, game, declarer, position.';
COMMENT ON COLUMN positions.deal     IS 'Number of the deal.';
COMMENT ON COLUMN positions.game     IS 'What is played.';
COMMENT ON COLUMN positions.declarer IS 'Who plays alone.';
COMMENT ON COLUMN positions.position IS 'The cards still held, a mask, and in the bits of the two cards of the Skat the seat that leads: 0 forehand, 1 middlehand, 2 rearhand, the higher bit counting 2. Where there is no Skat, the two highest bits that no one holds.';
COMMENT ON COLUMN positions.lower    IS 'Least card points that the declarer still makes under best play by all, the Skat''s and tricks already won not included; in Null 1 where the declarer takes no further trick, else 0. Exact: equal to upper.';
COMMENT ON COLUMN positions.upper    IS 'Most of the same.';
COMMENT ON COLUMN positions.best     IS 'A card to lead that keeps it, as a bit; of several the highest.';

CREATE TABLE games (
    name     VARCHAR  NOT NULL,
    deal     UBIGINT  NOT NULL,
    game     game     NOT NULL,
    declarer seat     NOT NULL,
    start    UTINYINT NOT NULL CHECK (start <= 120),
    points   UTINYINT CHECK (points <= 120),
    won      BOOLEAN  NOT NULL,
    source   VARCHAR  NOT NULL
);
COMMENT ON TABLE  games          IS 'Games that were played, each with its cards in table plays. Exact. Key: name.';
COMMENT ON COLUMN games.name     IS 'Name of the game.';
COMMENT ON COLUMN games.deal     IS 'Number of the deal.';
COMMENT ON COLUMN games.game     IS 'What was played.';
COMMENT ON COLUMN games.declarer IS 'Who played alone.';
COMMENT ON COLUMN games.start    IS 'What best play by all would have brought the declarer: points at the end, the Skat''s included; in Null 1 if won, else 0. Exact.';
COMMENT ON COLUMN games.points   IS 'The points the declarer made, the Skat''s included; NULL in Null. Exact.';
COMMENT ON COLUMN games.won      IS 'Whether the declarer made 61 points, or in Null took no trick; what was announced and bid may ask for more, see rounds.won. Exact.';
COMMENT ON COLUMN games.source   IS 'Where the game is recorded.';

CREATE TABLE plays (
    name   VARCHAR  NOT NULL,
    place  UTINYINT NOT NULL CHECK (place BETWEEN 1 AND 30),
    player seat     NOT NULL,
    card   UTINYINT NOT NULL CHECK (card <= 31),
    before UTINYINT NOT NULL CHECK (before <= 120),
    after  UTINYINT NOT NULL CHECK (after <= 120),
    best   UTINYINT NOT NULL CHECK (best <= 31)
);
COMMENT ON TABLE  plays        IS 'The cards of played games in their order, each with what it cost with every card open. Exact. Key: name, place.';
COMMENT ON COLUMN plays.name   IS 'Name of the game.';
COMMENT ON COLUMN plays.place  IS 'Which card of the game it was, from 1; three make a trick.';
COMMENT ON COLUMN plays.player IS 'Who played it.';
COMMENT ON COLUMN plays.card   IS 'The card, as a bit.';
COMMENT ON COLUMN plays.before IS 'What the game was worth to the declarer before the card, under best play by all from there: points at the end, in Null 1 or 0. Exact.';
COMMENT ON COLUMN plays.after  IS 'The same once the card lay. Exact.';
COMMENT ON COLUMN plays.best   IS 'The card itself where it kept the value, else the highest card that would have, as a bit.';

CREATE TABLE statistics (
    deal         UBIGINT  NOT NULL,
    game         game     NOT NULL,
    declarer     seat     NOT NULL,
    step         ladder_step NOT NULL,
    target       UTINYINT NOT NULL CHECK (target <= 61),
    points       UTINYINT CHECK (points <= 120),
    won          BOOLEAN  NOT NULL,
    nodes        UBIGINT  NOT NULL CHECK (nodes >= 1),
    entries      UINTEGER,
    milliseconds DOUBLE   NOT NULL CHECK (milliseconds >= 0 AND isfinite(milliseconds))
);
COMMENT ON TABLE  statistics              IS 'What each step from minimax to the fast solver spent on random deals. Key: deal, game, declarer, step.';
COMMENT ON COLUMN statistics.deal         IS 'Number of the deal.';
COMMENT ON COLUMN statistics.game         IS 'What is played.';
COMMENT ON COLUMN statistics.declarer     IS 'Who plays alone.';
COMMENT ON COLUMN statistics.step         IS 'The step, by the short name that skat bench gives it.';
COMMENT ON COLUMN statistics.target       IS 'Points that win: more than half of those in the deal, 61 of 120; 0 in Null.';
COMMENT ON COLUMN statistics.points       IS 'The declarer''s points under best play by all, NULL where the step asks only who wins, and in Null. Exact.';
COMMENT ON COLUMN statistics.won          IS 'Whether the declarer makes the target; in Null, takes no trick. Exact.';
COMMENT ON COLUMN statistics.nodes        IS 'Positions looked at, card by card: of minimax the whole tree of play; of another step a property of the one program that counted them.';
COMMENT ON COLUMN statistics.entries      IS 'Positions in the transposition table at the end, starts of tricks all of them; NULL for a step without a table, and for the fast solvers, whose tables serve other deals, too. A property of the one program that counted them.';
COMMENT ON COLUMN statistics.milliseconds IS 'Time of one core, kernels compiled. Measured.';

CREATE TABLE rounds (
    name       VARCHAR   NOT NULL,
    dealt      UBIGINT   NOT NULL,
    bid        USMALLINT NOT NULL CHECK (bid <= 264),
    declarer   seat,
    game       game,
    hand       BOOLEAN,
    schneider  BOOLEAN,
    schwarz    BOOLEAN,
    ouvert     BOOLEAN,
    matadors   TINYINT CHECK (matadors BETWEEN -11 AND 11),
    won        BOOLEAN,
    overbid    BOOLEAN,
    value      SMALLINT,
    score      SMALLINT,
    forehand   VARCHAR   NOT NULL,
    middlehand VARCHAR   NOT NULL,
    rearhand   VARCHAR   NOT NULL,
    calls      VARCHAR,
    seed       UBIGINT,
    source     VARCHAR   NOT NULL
);
COMMENT ON TABLE  rounds            IS 'Rounds with hidden cards, from the deal to the score; the game that was played has the same name in table games. Exact. Key: name.';
COMMENT ON COLUMN rounds.name       IS 'Name of the round.';
COMMENT ON COLUMN rounds.dealt      IS 'Number of the deal as it was dealt; games.deal is that after discarding.';
COMMENT ON COLUMN rounds.bid        IS 'The last bid made or held; 0 where all passed.';
COMMENT ON COLUMN rounds.declarer   IS 'Who played alone; NULL, as all columns of the game, where all passed.';
COMMENT ON COLUMN rounds.game       IS 'What was played.';
COMMENT ON COLUMN rounds.hand       IS 'Whether the Skat was left untouched.';
COMMENT ON COLUMN rounds.schneider  IS 'Whether Schneider was announced.';
COMMENT ON COLUMN rounds.schwarz    IS 'Whether Schwarz was announced.';
COMMENT ON COLUMN rounds.ouvert     IS 'Whether the declarer''s cards lay open.';
COMMENT ON COLUMN rounds.matadors   IS 'Trumps from the highest down that the declarer had (positive) or lacked (negative), the Skat counted; 0 in Null. Exact.';
COMMENT ON COLUMN rounds.won        IS 'Whether the declarer won, by points, announcements and bid. Exact.';
COMMENT ON COLUMN rounds.overbid    IS 'Whether the game was worth less than the bid, and so lost. Exact.';
COMMENT ON COLUMN rounds.value      IS 'What the game counted; of an overbid one the least multiple of its base value that reaches the bid. Exact.';
COMMENT ON COLUMN rounds.score      IS 'What the declarer was written: the value, or minus twice the value. Exact.';
COMMENT ON COLUMN rounds.forehand   IS 'Who sat at forehand: a program''s name, or who else.';
COMMENT ON COLUMN rounds.middlehand IS 'Who sat at middlehand.';
COMMENT ON COLUMN rounds.rearhand   IS 'Who sat at rearhand.';
COMMENT ON COLUMN rounds.calls      IS 'What was said in the bidding, word by word; NULL where that is not known.';
COMMENT ON COLUMN rounds.seed       IS 'Where the players'' chance began; NULL where that is not known.';
COMMENT ON COLUMN rounds.source     IS 'What played or recorded the round.';

CREATE TABLE decisions (
    name          VARCHAR  NOT NULL,
    place         UTINYINT NOT NULL CHECK (place BETWEEN 1 AND 30),
    card          UTINYINT NOT NULL CHECK (card <= 31),
    chosen        BOOLEAN  NOT NULL,
    worlds        UINTEGER NOT NULL,
    wins          UINTEGER NOT NULL CHECK (wins <= worlds),
    points_worlds UINTEGER NOT NULL,
    points        UINTEGER NOT NULL CHECK (points <= 120 * points_worlds)
);
COMMENT ON TABLE  decisions               IS 'What a program saw before it played a card of a round: each card that it might have played, in worlds that agreed with what it knew. Sampled: the worlds are drawn, their number is the sample''s. Key: name, place, card; together: name.';
COMMENT ON COLUMN decisions.name          IS 'Name of the round.';
COMMENT ON COLUMN decisions.place         IS 'Which card of the game was to be played, as in plays.';
COMMENT ON COLUMN decisions.card          IS 'A card that might have been played, as a bit.';
COMMENT ON COLUMN decisions.chosen        IS 'Whether it was played.';
COMMENT ON COLUMN decisions.worlds        IS 'In how many worlds it was looked at; fewer than other cards once it could no longer come out first.';
COMMENT ON COLUMN decisions.wins          IS 'In how many of them the side of who played wins after it, with all cards open and best play by all. Sampled.';
COMMENT ON COLUMN decisions.points_worlds IS 'In how many worlds its points were found; 0 unless it had as many wins as any.';
COMMENT ON COLUMN decisions.points        IS 'The declarer''s points at the end, added over these. Sampled.';

CREATE TABLE trials (
    seed     UINTEGER NOT NULL,
    number   UINTEGER NOT NULL,
    game     game     NOT NULL,
    declarer seat     NOT NULL,
    deal     UBIGINT  NOT NULL,
    hand     UINTEGER NOT NULL,
    skat     UINTEGER NOT NULL,
    won      BOOLEAN  NOT NULL
);
COMMENT ON TABLE  trials          IS 'Games to learn from: random deals whose declarer, with the Skat taken up, might play a game; the two cards laid away are drawn among rough good ones. Key: seed, number, game.';
COMMENT ON COLUMN trials.seed     IS 'The seed of the random deals.';
COMMENT ON COLUMN trials.number   IS 'Place of the deal in its sequence, from 0, before anything was laid away.';
COMMENT ON COLUMN trials.game     IS 'What is played.';
COMMENT ON COLUMN trials.declarer IS 'Who plays alone; seats take turns from deal to deal.';
COMMENT ON COLUMN trials.deal     IS 'Number of the deal after discarding.';
COMMENT ON COLUMN trials.hand     IS 'The declarer''s ten cards, a mask.';
COMMENT ON COLUMN trials.skat     IS 'The cards laid away, a mask.';
COMMENT ON COLUMN trials.won      IS 'Whether the declarer wins under best play by all with every card open: 61 points or more, in Null no trick. Exact.';

CREATE TABLE playouts (
    seed   UINTEGER  NOT NULL,
    number UINTEGER  NOT NULL,
    game   game      NOT NULL,
    worlds USMALLINT NOT NULL CHECK (worlds >= 1),
    won    BOOLEAN   NOT NULL,
    points UTINYINT CHECK (points <= 120)
);
COMMENT ON TABLE  playouts        IS 'Trials played out once by programs that see only their own cards. Sampled: one game each. Key: seed, number, game, worlds.';
COMMENT ON COLUMN playouts.seed   IS 'As in trials.';
COMMENT ON COLUMN playouts.number IS 'As in trials.';
COMMENT ON COLUMN playouts.game   IS 'As in trials.';
COMMENT ON COLUMN playouts.worlds IS 'Worlds that the programs looked at for each card.';
COMMENT ON COLUMN playouts.won    IS 'Whether the declarer won this once.';
COMMENT ON COLUMN playouts.points IS 'The declarer''s points, the Skat''s included; NULL in Null.';

CREATE TABLE playout_cards (
    seed          UINTEGER  NOT NULL,
    number        UINTEGER  NOT NULL,
    game          game      NOT NULL,
    worlds        USMALLINT NOT NULL,
    place         UTINYINT  NOT NULL CHECK (place BETWEEN 1 AND 30),
    card          UTINYINT  NOT NULL CHECK (card <= 31),
    points_worlds USMALLINT NOT NULL
);
COMMENT ON TABLE  playout_cards               IS 'The cards of the playouts in their order. Sampled: the worlds are drawn. Key: seed, number, game, worlds, place; together: seed, number, game, worlds.';
COMMENT ON COLUMN playout_cards.seed          IS 'As in trials.';
COMMENT ON COLUMN playout_cards.number        IS 'As in trials.';
COMMENT ON COLUMN playout_cards.game          IS 'As in trials.';
COMMENT ON COLUMN playout_cards.worlds        IS 'As in playouts.';
COMMENT ON COLUMN playout_cards.place         IS 'Which card of the game it was, from 1; three make a trick.';
COMMENT ON COLUMN playout_cards.card          IS 'The card, as a bit.';
COMMENT ON COLUMN playout_cards.points_worlds IS 'In how many worlds the points of tied cards were found before it was played, a matter of the effort of the program; 0 where no cards tied.';

CREATE TABLE models (
    model    model_name NOT NULL,
    seed     UINTEGER  NOT NULL,
    deals    UINTEGER  NOT NULL,
    played   UINTEGER  NOT NULL,
    game     game      NOT NULL,
    declarer seat      NOT NULL,
    place    USMALLINT NOT NULL,
    feature  VARCHAR   NOT NULL,
    weight   DOUBLE    NOT NULL CHECK (isfinite(weight))
);
COMMENT ON TABLE  models          IS 'Classifiers of hands, a weight a feature. Key: model, seed, deals, played, game, declarer, place.';
COMMENT ON COLUMN models.model    IS 'thesis: least squares on the seven features of Kupferschmid 2003, section 13.1; open: logistic, chance to win with open cards; hidden: logistic on the log odds of open, whose weight all seats of a kind of game share, chance to win with hidden cards.';
COMMENT ON COLUMN models.seed     IS 'The seed of the random deals it was fitted to.';
COMMENT ON COLUMN models.deals    IS 'Number of deals, from number 0, whose trials it was fitted to; those whose number // 3 % 5 is 4 were held back and validate it.';
COMMENT ON COLUMN models.played   IS 'The same for playouts.';
COMMENT ON COLUMN models.game     IS 'What is played; the suit games share the weights of open and hidden.';
COMMENT ON COLUMN models.declarer IS 'Who plays alone.';
COMMENT ON COLUMN models.place    IS 'Place of the feature, from 0.';
COMMENT ON COLUMN models.feature  IS 'Name of the feature.';
COMMENT ON COLUMN models.weight   IS 'Its weight, rounded to six decimals. Fitted.';

CREATE TABLE validations (
    model           model_name NOT NULL,
    seed            UINTEGER NOT NULL,
    deals           UINTEGER NOT NULL,
    played          UINTEGER NOT NULL,
    game            game     NOT NULL,
    declarer        seat     NOT NULL,
    true_positives  UINTEGER NOT NULL,
    false_positives UINTEGER NOT NULL,
    false_negatives UINTEGER NOT NULL,
    true_negatives  UINTEGER NOT NULL,
    loss            DOUBLE CHECK (loss >= 0)
);
COMMENT ON TABLE  validations                 IS 'How classifiers do on games that they were not fitted to. Key: model, seed, deals, played, game, declarer.';
COMMENT ON COLUMN validations.model           IS 'As in models; hidden is compared with playouts, the others with trials.';
COMMENT ON COLUMN validations.seed            IS 'As in models.';
COMMENT ON COLUMN validations.deals           IS 'As in models.';
COMMENT ON COLUMN validations.played          IS 'As in models.';
COMMENT ON COLUMN validations.game            IS 'What is played.';
COMMENT ON COLUMN validations.declarer        IS 'Who plays alone.';
COMMENT ON COLUMN validations.true_positives  IS 'Games given half a chance or more that were won.';
COMMENT ON COLUMN validations.false_positives IS 'Games given half a chance or more that were lost.';
COMMENT ON COLUMN validations.false_negatives IS 'Games given less that were won.';
COMMENT ON COLUMN validations.true_negatives  IS 'Games given less that were lost.';
COMMENT ON COLUMN validations.loss            IS 'Mean squared difference of chance and outcome, 1 for a game won, 0 for one lost (Brier); NULL where no game was held back.';

CREATE MACRO card_name(card) AS (CASE WHEN card >= 28 THEN ['D', 'H', 'S', 'C'][card - 27] || 'J'
    ELSE ['D', 'H', 'S', 'C'][card // 7 + 1] || ['7', '8', '9', 'Q', 'K', 'T', 'A'][card % 7 + 1] END);
CREATE MACRO card_names(cards) AS (array_to_string(
    [CASE WHEN card >= 28 THEN ['D', 'H', 'S', 'C'][card - 27] || 'J'
     ELSE ['D', 'H', 'S', 'C'][card // 7 + 1] || ['7', '8', '9', 'Q', 'K', 'T', 'A'][card % 7 + 1] END
     FOR card IN list_reverse(range(32)) IF (cards::UBIGINT >> card) & 1 = 1], ' '));
CREATE MACRO jacks(cards) AS bit_count((cards::UBIGINT >> 28)::UTINYINT);
COMMENT ON MACRO card_name IS 'A card as the program prints it, from its bit, 0 to 31. Example: card_name(31) is CJ.';
COMMENT ON MACRO card_names IS 'The cards of a mask as the program prints them: jacks, then clubs, spades, hearts, diamonds, aces first. Example: card_names(2147483649) is CJ D7.';
COMMENT ON MACRO jacks IS 'Number of jacks in a mask. Example: jacks(2415919104) is 2.';

CREATE MACRO cards(mask) AS
    [CASE WHEN card >= 28 THEN ['D', 'H', 'S', 'C'][card - 27] || 'J'
     ELSE ['D', 'H', 'S', 'C'][card // 7 + 1] || ['7', '8', '9', 'Q', 'K', 'T', 'A'][card % 7 + 1] END
     FOR card IN list_reverse(range(32)) IF (mask::UBIGINT >> card) & 1 = 1];
COMMENT ON MACRO cards IS 'The cards of a mask as a list of names, in the order of card_names. Example: cards(2147483649) is [CJ, D7].';

CREATE MACRO card_mask(names) AS list_transform(
    [list_transform(
        list_filter(regexp_split_to_array(upper(names), '[\s,|]+'), lambda word: word <> ''),
        lambda word: list_position([
            'D7', 'D8', 'D9', 'DQ', 'DK', 'DT', 'DA', 'H7', 'H8', 'H9', 'HQ', 'HK', 'HT', 'HA', 'S7', 'S8', 'S9', 'SQ', 'SK', 'ST', 'SA',
            'C7', 'C8', 'C9', 'CQ', 'CK', 'CT', 'CA', 'DJ', 'HJ', 'SJ', 'CJ'
        ], word) - 1
    )],
    lambda found: CASE WHEN len(list_filter(found, lambda card: card IS NULL)) > 0 THEN NULL
        ELSE coalesce(list_sum([1::UBIGINT << card FOR card IN list_distinct(found)]), 0)::UINTEGER END
)[1];
COMMENT ON MACRO card_mask IS 'The mask of cards by their names; NULL where one is no card. Example: card_mask(''CJ D7'') is 2147483649.';

CREATE MACRO card_points(mask) AS (11 * bit_count(mask::UBIGINT & 135274560) + 10 * bit_count(mask::UBIGINT & 67637280)
    + 4 * bit_count(mask::UBIGINT & 33818640) + 3 * bit_count(mask::UBIGINT & 16909320)
    + 2 * bit_count(mask::UBIGINT & 4026531840))::UTINYINT;
COMMENT ON MACRO card_points IS 'Card points of a mask; 120 in the whole pack. Example: card_points(134238208) is 21.';

CREATE MACRO deal_text(forehand, middlehand, rearhand, skat) AS array_to_string([
    array_to_string(
        [CASE WHEN card >= 28 THEN ['D', 'H', 'S', 'C'][card - 27] || 'J'
         ELSE ['D', 'H', 'S', 'C'][card // 7 + 1] || ['7', '8', '9', 'Q', 'K', 'T', 'A'][card % 7 + 1] END
         FOR card IN list_reverse(range(32)) IF (mask::UBIGINT >> card) & 1 = 1], ' ')
    FOR mask IN [forehand, middlehand, rearhand, skat] IF mask <> 0
], ' | ');
COMMENT ON MACRO deal_text IS 'A deal as --deal reads it, from the masks of the hands and of the Skat. Example: deal_text(2147483648, 268435456, 1, 0) is CJ | DJ | D7.';

CREATE VIEW openings AS
SELECT r.deal, r.game, r.declarer, card_name(card) AS card, r.openings[place] AS points
FROM results r JOIN deals d USING (deal), LATERAL (
    SELECT card, row_number() OVER (ORDER BY card DESC) AS place
    FROM (SELECT unnest(range(32)) AS card) WHERE (d.forehand::UBIGINT >> card) & 1 = 1);
COMMENT ON VIEW   openings          IS 'What each lead of forehand to the first trick is worth.';
COMMENT ON COLUMN openings.deal     IS 'Number of the deal.';
COMMENT ON COLUMN openings.game     IS 'What is played.';
COMMENT ON COLUMN openings.declarer IS 'Who plays alone.';
COMMENT ON COLUMN openings.card     IS 'The card led.';
COMMENT ON COLUMN openings.points   IS 'As in results.openings.';

CREATE VIEW hands AS
SELECT r.deal, r.game, r.declarer, r.points, r.won,
    CASE r.declarer WHEN 'forehand' THEN d.forehand WHEN 'middlehand' THEN d.middlehand ELSE d.rearhand END AS hand, d.skat
FROM results r JOIN deals d USING (deal);
COMMENT ON VIEW   hands          IS 'Results with the declarer''s hand, to ask what hands win.';
COMMENT ON COLUMN hands.deal     IS 'Number of the deal.';
COMMENT ON COLUMN hands.game     IS 'What is played.';
COMMENT ON COLUMN hands.declarer IS 'Who plays alone.';
COMMENT ON COLUMN hands.points   IS 'As in results.';
COMMENT ON COLUMN hands.won      IS 'As in results.';
COMMENT ON COLUMN hands.hand     IS 'The declarer''s ten cards, a mask; card_names(hand) spells it out.';
COMMENT ON COLUMN hands.skat     IS 'The Skat, a mask.';

CREATE VIEW costs AS
SELECT p.name, (p.place - 1) // 3 + 1 AS trick, p.place, p.player, card_name(p.card) AS card, p.after,
    abs(p.before::INTEGER - p.after) AS cost, CASE WHEN p.best <> p.card THEN card_name(p.best) END AS better
FROM plays p;
COMMENT ON VIEW   costs        IS 'Played games card by card: what each card cost, and what would have been better.';
COMMENT ON COLUMN costs.name   IS 'Name of the game.';
COMMENT ON COLUMN costs.trick  IS 'Number of the trick, from 1.';
COMMENT ON COLUMN costs.place  IS 'As in plays.';
COMMENT ON COLUMN costs.player IS 'Who played it.';
COMMENT ON COLUMN costs.card   IS 'The card, spelt out.';
COMMENT ON COLUMN costs.after  IS 'As in plays.';
COMMENT ON COLUMN costs.cost   IS 'Points it gave away; in Null 1 where it gave the game away.';
COMMENT ON COLUMN costs.better IS 'The highest card that would have cost nothing; NULL where the card cost nothing.';

CREATE VIEW decided AS
SELECT p.name, p.trick, p.place, p.player,
    CASE p.player WHEN 'forehand' THEN r.forehand WHEN 'middlehand' THEN r.middlehand ELSE r.rearhand END AS program,
    p.player = r.declarer AS alone, p.card, d.worlds, d.wins, d.points / nullif(d.points_worlds, 0) AS points, p.cost, p.better
FROM decisions d JOIN costs p USING (name, place) JOIN rounds r USING (name) WHERE d.chosen;
COMMENT ON VIEW   decided         IS 'Cards that a program chose: what it saw, and what the card cost with every card open.';
COMMENT ON COLUMN decided.name    IS 'Name of the round.';
COMMENT ON COLUMN decided.trick   IS 'Number of the trick, from 1.';
COMMENT ON COLUMN decided.place   IS 'As in plays.';
COMMENT ON COLUMN decided.player  IS 'Who played it.';
COMMENT ON COLUMN decided.program IS 'Which program that was.';
COMMENT ON COLUMN decided.alone   IS 'Whether it was the declarer.';
COMMENT ON COLUMN decided.card    IS 'The card, spelt out.';
COMMENT ON COLUMN decided.worlds  IS 'As in decisions.';
COMMENT ON COLUMN decided.wins    IS 'As in decisions.';
COMMENT ON COLUMN decided.points  IS 'The declarer''s points at the end, in the mean over worlds; NULL where they were not looked for.';
COMMENT ON COLUMN decided.cost    IS 'As in costs.';
COMMENT ON COLUMN decided.better  IS 'As in costs.';
