-- Returns a row if there are counts of activity, and one if there are of opens, of days before this one.
CREATE OR REPLACE FUNCTION projection.counts_before(first_day date) RETURNS TABLE (app integer)
LANGUAGE sql STABLE
AS $$
(SELECT step.app FROM projection.activity_step AS step WHERE step.day < first_day LIMIT 1)
UNION ALL
(SELECT cell.app FROM projection.opens_cell AS cell WHERE cell.day < first_day LIMIT 1)
$$;
