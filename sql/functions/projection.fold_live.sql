-- The fold of journeys for readers: over the state of the live generation, whatever the search path of who asks.
CREATE OR REPLACE FUNCTION projection.fold_live(installations uuid[], of_app integer, known_by timestamptz)
RETURNS SETOF projection.journey
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT fold.* FROM projection.fold_journeys_v1(installations, of_app, known_by) AS fold
$$;
