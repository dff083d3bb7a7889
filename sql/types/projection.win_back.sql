-- People asked, while denied, to turn notifications on in Settings, and how many came back (win-back), as published:
-- the list win_back with its rate; null where withheld. Metrics: Win-back.
DROP TYPE IF EXISTS projection.win_back;
CREATE TYPE projection.win_back AS ({win_back+return_rate: # #type});
