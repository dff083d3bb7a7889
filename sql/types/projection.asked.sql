-- Installations that were asked in a range of days, by day and OS; see projection.past_asked.
DROP TYPE IF EXISTS projection.asked;
CREATE TYPE projection.asked AS (
    app integer,
    day date,
    os integer,
    {funnel counts: # #type}
);
