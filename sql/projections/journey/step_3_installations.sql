-- Step 3 of the journey projection: the installations whose journeys may change, in the work table
-- `changed_installation`: those with new permission events, or a new open within 30 days after a grant, except those
-- set aside. up_to: the position up to which batches are read. May be run twice. Reads the log, the work table of step 1 and journey.
CREATE TEMPORARY TABLE changed_installation ON COMMIT DROP AS
SELECT
    installation.installation_id,
    installation.app,
    sum(installation.new_events)::bigint AS new_events,
    $2::bigint AS up_to
FROM (
    SELECT
        event.installation_id,
        event.app,
        count(*) AS new_events
    FROM projection.permission_events($1::bigint, $2::bigint) AS event
    GROUP BY event.installation_id, event.app
    UNION ALL
    SELECT
        event.installation_id,
        event.app,
        0 AS new_events
    FROM collected_event AS event
    -- OFFSET 0 makes the planner use the index, however many opens there are.
    INNER JOIN LATERAL (
        SELECT journey.decision, journey.decision_at
        FROM journey AS journey
        WHERE journey.installation_id = event.installation_id AND journey.app = event.app
        OFFSET 0
    ) AS journey
        ON journey.decision = 'prompt_granted'
        AND event.effective_at >= journey.decision_at
        AND event.effective_at < journey.decision_at + make_interval(secs => 30 * 86400)
) AS installation
WHERE NOT EXISTS (
    SELECT
    FROM installation_set_aside
    WHERE installation_set_aside.installation_id = installation.installation_id
        AND installation_set_aside.app = installation.app
)
GROUP BY installation.installation_id, installation.app
-- In key order, so that the lookups of later steps share pages.
ORDER BY installation.installation_id, installation.app
