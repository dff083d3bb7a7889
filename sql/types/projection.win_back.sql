-- The numbers of win-back as published. Metrics: Win-back.
DROP TYPE IF EXISTS projection.win_back;
CREATE TYPE projection.win_back AS ({win_back+return_rate: # #type});
