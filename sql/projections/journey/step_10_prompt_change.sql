-- Step 10 of the journey projection: computes the changes to prompt_cell: what the new journeys contribute minus what
-- the old journeys of the same installations contributed. Reads `touched`, `folded` and journey; creates the work
-- table `prompt_change`, with the columns of prompt_cell. May be run twice.
CREATE TEMPORARY TABLE prompt_change ON COMMIT DROP AS
SELECT
    sum(counted.asked) AS asked,
    sum(counted.allowed) AS allowed,
    sum(counted.allowed_24h) AS allowed_24h,
    contributed.app,
    counted.day,
    counted.value,
    counted.other,
    counted.dimension
FROM (
    SELECT
        1 AS weight, folded.app, folded.prompt_at, folded.decision, folded.decision_at, folded.prompt_os,
        folded.prompt_app_version, folded.prompt_placement, folded.prompt_variant
    FROM folded
    UNION ALL
    SELECT
        -1 AS weight, journey.app, journey.prompt_at, journey.decision, journey.decision_at, journey.prompt_os,
        journey.prompt_app_version, journey.prompt_placement, journey.prompt_variant
    FROM touched
    -- OFFSET 0 makes the planner use the index, however many rows `touched` has.
    CROSS JOIN LATERAL (
        SELECT journey.*
        FROM journey
        WHERE journey.installation_id = touched.installation_id AND journey.app = touched.app
        OFFSET 0
    ) AS journey
) AS contributed
CROSS JOIN settings
CROSS JOIN LATERAL projection.prompt_counts(
    contributed.weight, contributed.prompt_at, contributed.decision, contributed.decision_at, contributed.prompt_os,
    contributed.prompt_app_version, contributed.prompt_placement, contributed.prompt_variant, settings.time_zone
) AS counted
GROUP BY contributed.app, counted.day, counted.dimension, counted.value, counted.other
HAVING (sum(counted.asked), sum(counted.allowed), sum(counted.allowed_24h)) <> (0, 0, 0)
