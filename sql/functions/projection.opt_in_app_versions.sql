-- The opt-in funnel by app and app version of the prompt; Metrics: Opt-in funnel. For the parameters see opt_in.
-- app_version: empty where the prompt named none.
CREATE OR REPLACE FUNCTION projection.opt_in_app_versions(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    app_version text,
    prompted bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    counted.app,
    coalesce(app_version.text, ''),
    sum(counted.prompted)::bigint,
    sum(counted.granted)::bigint,
    sum(counted.denied)::bigint,
    sum(counted.undecided)::bigint,
    sum(counted.open_window)::bigint
FROM projection.opt_in_counts(from_day, to_day, known_by) AS counted
LEFT JOIN log.word AS app_version ON app_version.word = counted.app_version
GROUP BY counted.app, app_version.text
$$;
COMMENT ON FUNCTION projection.opt_in_app_versions(date, date, timestamptz) IS
    'The opt-in funnel by app and app version.';
