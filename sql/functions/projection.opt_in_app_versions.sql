-- The opt-in funnel by app and app version of the prompt; Metrics: Opt-in funnel. For the parameters see opt_in.
-- app_version: empty where the prompt named none.
-- Its parameters are plain, so that opt_in becomes a part of it and what nobody asks for is not computed.
CREATE OR REPLACE FUNCTION projection.opt_in_app_versions(
    from_day date, to_day date, known_by timestamptz
)
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
    counted.prompted,
    counted.granted,
    counted.denied,
    counted.undecided,
    counted.open_window
FROM (
    SELECT
        opt_in.app,
        opt_in.app_version,
        count(*) AS prompted,
        count(*) FILTER (WHERE opt_in.is_granted) AS granted,
        count(*) FILTER (WHERE opt_in.is_denied) AS denied,
        count(*) FILTER (WHERE opt_in.is_undecided) AS undecided,
        count(*) FILTER (WHERE opt_in.is_open) AS open_window
    FROM projection.opt_in(from_day, to_day, known_by) AS opt_in
    GROUP BY opt_in.app, opt_in.app_version
) AS counted
LEFT JOIN log.word AS app_version ON app_version.word = counted.app_version
$$;
COMMENT ON FUNCTION projection.opt_in_app_versions(date, date, timestamptz) IS
    'The opt-in funnel by app and app version.';
