-- Records the outcome of a stage of a nightly run, which ends now. seconds: how long it took; others: see
-- analytics.runs. Runs with the owner's rights, because no role may write that table.
CREATE OR REPLACE FUNCTION projection.note_run(
    run bigint, stage text, outcome text, seconds double precision, detail text
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
INSERT INTO analytics.runs (run, started_at, ended_at, stage, outcome, detail)
VALUES (
    note_run.run, clock_timestamp() - make_interval(secs => note_run.seconds), clock_timestamp(), note_run.stage,
    note_run.outcome, note_run.detail
)
$$;
