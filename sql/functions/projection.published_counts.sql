-- The counts of the four tables that reports keep, in the order of the measures of projection.published_measures; null
-- where a row was withheld. Reads their CSV: nothing in these tables needs quotes, as app_id, os_name and os_version have
-- none of the signs that do (events.md), and only the sign against formulas stands before an app_id.
CREATE OR REPLACE FUNCTION projection.published_counts(
    opt_in_daily text, reach_daily text, opens_daily text, activity_daily text
)
RETURNS TABLE (
    "table" text,
    app_id text,
    day date,
    os_name text,
    os_version text,
    counts bigint[]
)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT
    file.name,
    ltrim(line.cells[1], ''''),
    line.cells[2]::date,
    CASE WHEN file.name <> 'activity_daily' THEN coalesce(line.cells[3], '') ELSE '' END,
    CASE WHEN file.name <> 'activity_daily' THEN coalesce(line.cells[4], '') ELSE '' END,
    CASE file.name
        WHEN 'opt_in_daily' THEN line.cells[5:10]
        WHEN 'reach_daily' THEN line.cells[5:11] || line.cells[13:14]
        WHEN 'opens_daily' THEN line.cells[5:8] || line.cells[14:15]
        WHEN 'activity_daily' THEN line.cells[3:4] || line.cells[6:8]
    END::bigint[]
FROM (VALUES
    ('opt_in_daily', opt_in_daily),
    ('reach_daily', reach_daily),
    ('opens_daily', opens_daily),
    ('activity_daily', activity_daily)
) AS file (name, csv)
CROSS JOIN LATERAL (
    -- An empty field is null.
    SELECT string_to_array(row.csv, ',', '') AS cells
    FROM string_to_table(file.csv, E'\n') WITH ORDINALITY AS row (csv, n)
    WHERE row.n > 1 AND row.csv <> ''
    OFFSET 0
) AS line
$$;
COMMENT ON FUNCTION projection.published_counts(text, text, text, text) IS
    'The counts of published files, a row for each of theirs.';

-- The measures of the four tables: those of their columns that are counts.
CREATE OR REPLACE FUNCTION projection.published_measures("table" text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT CASE "table"
    WHEN 'opt_in_daily' THEN ARRAY['prompted', 'decided', 'granted', 'denied', 'undecided', 'open_window']
    WHEN 'reach_daily' THEN ARRAY[
        'authorized', 'provisional', 'ephemeral', 'denied', 'not_determined', 'unknown', 'reachable', 'gained', 'lost'
    ]
    WHEN 'opens_daily' THEN ARRAY['sent', 'received', 'direct_opens', 'influenced_opens', 'openers', 'active']
    WHEN 'activity_daily' THEN ARRAY['active', 'openers', 'active_28d', 'openers_28d', 'reachable_28d']
END
$$;
COMMENT ON FUNCTION projection.published_measures(text) IS 'The counts that a table has, in the order of its columns.';
