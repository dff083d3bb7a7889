-- Returns the experiments of which only one arm has people, for the pages: nothing can be compared with it. settled: its
-- people whose outcome is known; null if withheld. Metrics: Read every day, Privacy.
SELECT
    arm.app_id,
    arm.base,
    arm.experiment,
    arm.variant,
    CASE WHEN arm.settled >= $4::integer THEN arm.settled END AS settled
FROM (
    SELECT arm_day.app_id, arm_day.base, arm_day.experiment, arm_day.variant, sum(arm_day.settled)::bigint AS settled
    FROM projection.past(NULL::projection.experiment_day, $3::timestamptz) AS arm_day
    -- Of the base assigned, the rows of the other outcome have the same people.
    WHERE arm_day.others = 0 AND arm_day.outcome <> 'reachable'
    GROUP BY 1, 2, 3, 4
) AS arm
-- An experiment has its own days, so the range matters only if it is empty.
WHERE $1::date <= $2::date AND ($5::text IS NULL OR arm.app_id = $5::text)
ORDER BY arm.app_id COLLATE "C", arm.base COLLATE "C", arm.experiment COLLATE "C"
