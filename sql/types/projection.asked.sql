-- Installations that were asked in a range of days, by the values in their prompt; see projection.past_asked.
DROP TYPE IF EXISTS projection.asked;
CREATE TYPE projection.asked AS (
    app integer,
    day date,
    os integer,
    {words+lone_words: # integer},
    {funnel counts: # #type}
);
