-- The numbers of provisional trials as published. Metrics: Provisional.
DROP TYPE IF EXISTS projection.trials;
CREATE TYPE projection.trials AS ({trials+keep_rate: # #type});
