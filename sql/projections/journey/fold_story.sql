-- What a journey says of asks other than the prompt, and of experiments. Each function takes the story of an
-- installation: its permission events in their order. They return rows, because the planner inlines only such functions;
-- a call for each journey would take ten times as long.

-- Returns the ask, with what followed within the conversion window. No row if the ask is the prompt, or there is none.
-- Metrics: The whole ask.
CREATE OR REPLACE FUNCTION projection.ask_of(story projection.story_event[], conversion_window interval)
RETURNS SETOF projection.ask
LANGUAGE sql IMMUTABLE
AS $$
WITH event AS (
    SELECT event.*, event.ordinality AS n FROM unnest(story) WITH ORDINALITY AS event
),

ask AS (
    SELECT event.*
    FROM event
    WHERE event.type IN ('primer_shown', 'prompt_shown', 'prompt_blocked')
    ORDER BY event.n
    LIMIT 1
),

-- prompt_n: the place of the first prompt, from the ask on.
later_event AS (
    SELECT
        event.n,
        event.type,
        event.answer,
        min(event.n) FILTER (WHERE event.type = 'prompt_shown') OVER () AS prompt_n
    FROM ask
    INNER JOIN event ON event.n >= ask.n AND event.at - ask.at < conversion_window
)

SELECT
    ask.at, ask.os, ask.app_version, ask.placement, ask.variant, ask.type,
    CASE ask.type WHEN 'primer_shown' THEN (SELECT min(later_event.answer) FROM later_event) END,
    (
        SELECT coalesce(
            (
                array_agg(later_event.type ORDER BY later_event.n) FILTER (
                    WHERE later_event.type IN ('prompt_granted', 'prompt_denied')
                        AND later_event.n > later_event.prompt_n
                )
            )[1],
            min(later_event.type) FILTER (WHERE later_event.n = later_event.prompt_n),
            min(later_event.type) FILTER (WHERE later_event.type = 'prompt_blocked')
        )
        FROM later_event
    )
FROM ask
WHERE ask.type <> 'prompt_shown'
$$;

-- Returns the first assignment to each experiment, of those in which the installation counts: undecided until then, and
-- with no answer to a prompt. status_from, status: the status over time, as in journey. Null if there are none.
-- Metrics: Experiments.
CREATE OR REPLACE FUNCTION projection.arms_of(
    story projection.story_event[], status_from timestamptz[], status log.authorization_status[],
    conversion_window interval
)
RETURNS TABLE (arms projection.arm[])
LANGUAGE sql IMMUTABLE
AS $$
SELECT array_agg(
    ROW(
        event.at, event.experiment, event.variant,
        status[width_bucket(event.at + conversion_window, status_from)]
    )::projection.arm
    ORDER BY event.n
)
FROM (
    SELECT
        event.*,
        event.ordinality AS n,
        row_number() OVER (PARTITION BY event.experiment ORDER BY event.ordinality) AS place,
        min(event.ordinality) FILTER (WHERE event.type IN ('prompt_granted', 'prompt_denied')) OVER () AS answer_n
    FROM unnest(story) WITH ORDINALITY AS event
) AS event
WHERE event.type = 'experiment_assigned'
    AND event.place = 1
    AND event.status_before IN ('unknown', 'not_determined', 'provisional')
    AND (event.answer_n < event.n) IS NOT TRUE
$$;

-- Returns the first assignment to another variant than the first one of its experiment; no row if there is none.
-- Metrics: Data quality.
CREATE OR REPLACE FUNCTION projection.reassigned_at(story projection.story_event[]) RETURNS TABLE (at timestamptz)
LANGUAGE sql IMMUTABLE
AS $$
SELECT event.at
FROM (
    SELECT
        event.*,
        event.ordinality AS n,
        first_value(event.variant) OVER (PARTITION BY event.experiment ORDER BY event.ordinality) AS first_variant
    FROM unnest(story) WITH ORDINALITY AS event
    WHERE event.type = 'experiment_assigned'
) AS event
WHERE event.variant <> event.first_variant
ORDER BY event.n
LIMIT 1
$$;
