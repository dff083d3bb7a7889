-- Sends and what became of them as published. Metrics: Opens.
DROP TYPE IF EXISTS projection.opened;
CREATE TYPE projection.opened AS ({sends+direct_open_rate+influenced_open_rate: # #type});
