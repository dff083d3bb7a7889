-- Counts the people whose ask falls in a range of days by all values of their ask together. Metrics: The whole ask. The
-- same keys can have several rows.
CREATE OR REPLACE FUNCTION projection.ask_counts(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (app integer, {ask_values: # integer}, {ask counts: # #type})
LANGUAGE sql STABLE SET enable_sort = off
AS $$
SELECT person.app, {ask_values: person.#}, {ask counts: #counted}
FROM (
    -- OFFSET 0: otherwise each count computes whether the window is over.
    SELECT person.* FROM projection.asks(from_day, to_day, as_of) AS person OFFSET 0
) AS person
GROUP BY person.app, {ask_values: person.#}
$$;
