-- Installations that were asked in a range of days, by each value of each dimension; see projection.past_asked_by.
DROP TYPE IF EXISTS projection.asked_by;
CREATE TYPE projection.asked_by AS (
    app_id text COLLATE "C",
    dimension text COLLATE "C",
    name text COLLATE "C",
    {funnel+asked_24h counts: # #type}
);
