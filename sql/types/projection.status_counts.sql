-- Installations at the end of a day, by status and level. reach_base is the base of the reach rate. Metrics: Reach.
DROP TYPE IF EXISTS projection.status_counts;
CREATE TYPE projection.status_counts AS (
    installations bigint,
    {statuses+reachable: # #type},
    reach_base bigint,
    {moves: # #type},
    {levels: # #type}
);
