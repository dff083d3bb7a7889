-- Step 10 of the journey projection: computes the changes to prompt_cell: what the new journeys contribute minus what
-- the old journeys of the same installations contributed. Reads `changed_installation`, `new_journey` and journey;
-- creates the work table `prompt_change`, with the columns of prompt_cell. May be run twice.
CREATE TEMPORARY TABLE prompt_change ON COMMIT DROP AS
SELECT
    sum(cell.people) AS people,
    sum(cell.allowed) AS allowed,
    sum(cell.allowed_24h) AS allowed_24h,
    sum(cell.reachable) AS reachable,
    journey.app,
    cell.day,
    cell.value,
    cell.within,
    cell.dimension
FROM (
    SELECT
        1 AS weight, new_journey.app, new_journey.prompt_at, new_journey.decision, new_journey.decision_at,
        new_journey.prompt_os, new_journey.prompt_app_version, new_journey.prompt_placement, new_journey.prompt_variant,
        new_journey.arms
    FROM new_journey
    UNION ALL
    SELECT
        -1 AS weight, journey.app, journey.prompt_at, journey.decision, journey.decision_at, journey.prompt_os,
        journey.prompt_app_version, journey.prompt_placement, journey.prompt_variant, journey.arms
    FROM changed_installation AS installation
    -- OFFSET 0 makes the planner use the index, however many rows `changed_installation` has.
    CROSS JOIN LATERAL (
        SELECT journey.*
        FROM journey
        WHERE journey.installation_id = installation.installation_id AND journey.app = installation.app
        OFFSET 0
    ) AS journey
) AS journey
CROSS JOIN settings
CROSS JOIN LATERAL projection.prompt_counts(
    journey.weight, journey.prompt_at, journey.decision, journey.decision_at, journey.prompt_os,
    journey.prompt_app_version, journey.prompt_placement, journey.prompt_variant, journey.arms, settings.time_zone
) AS cell
GROUP BY journey.app, cell.day, cell.dimension, cell.value, cell.within
HAVING (sum(cell.people), sum(cell.allowed), sum(cell.allowed_24h), sum(cell.reachable)) <> (0, 0, 0, 0)
