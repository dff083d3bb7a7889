-- Returns a row for each installation whose ask falls in a range of days: what the table of the whole ask counts.
-- Metrics: The whole ask.
-- os and the other values of the ask are numbers of the log's dictionaries; null if the ask named none. type, answer,
-- result: those of projection.ask, with the prompt as an ask, but null unless is_settled (the window is over), since
-- those who answer at once would make a new primer look better than it is.
CREATE OR REPLACE FUNCTION projection.asks(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (
    app integer,
    {ask_values: # integer},
    is_settled boolean,
    type log.event_type,
    answer log.primer_answer,
    result log.event_type
)
LANGUAGE sql STABLE
AS $$
SELECT
    ask.app,
    {ask_values: #of},
    wait.is_over,
    CASE WHEN wait.is_over THEN ask.type END,
    CASE WHEN wait.is_over THEN ask.answer END,
    CASE WHEN wait.is_over THEN ask.result END
FROM (
    SELECT
        journey.app, journey.prompt_at AS at, journey.prompt_os AS os, journey.prompt_app_version AS app_version,
        journey.prompt_placement AS placement, journey.prompt_variant AS variant,
        'prompt_shown'::log.event_type AS type, NULL::log.primer_answer AS answer,
        coalesce(journey.decision, 'prompt_shown') AS result
    FROM projection.cohort('prompt', from_day, to_day, as_of, true) AS journey
    WHERE (journey.ask).at IS NULL
    UNION ALL
    SELECT journey.app, (journey.ask).*
    FROM projection.cohort('ask', from_day, to_day, as_of, true) AS journey
) AS ask
CROSS JOIN LATERAL (
    SELECT ask.at + (SELECT make_interval(secs => settings.conversion_window_seconds) FROM projection.settings) <= as_of
) AS wait (is_over)
$$;
