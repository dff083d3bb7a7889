-- Notes what became of a stage of a nightly run, which ends now. Runs with the owner's rights: nobody may write the table
-- otherwise. run: its number; stage, outcome, detail: see analytics.runs; seconds: how long it took.
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
COMMENT ON FUNCTION projection.note_run(bigint, text, text, double precision, text) IS
    'Notes what became of a stage of a nightly run.';
