-- The counts that a published row has after an erasure; null: no row. Metrics: Restatement.
-- published: as they were published; before, after: as they would be counted now, before and after the erasure. Of each null
-- if there is no such row, with nulls in it if its numbers are withheld.
CREATE OR REPLACE FUNCTION projection.corrected_counts(published bigint[], before bigint[], after bigint[])
RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT CASE
    WHEN published IS NOT DISTINCT FROM before THEN after
    WHEN published IS NULL THEN NULL
    WHEN before IS NULL THEN published
    WHEN after IS NULL THEN NULL
    ELSE (
        SELECT array_agg(
            CASE
                WHEN was.published IS NOT DISTINCT FROM was.before THEN was.after
                WHEN was.published IS NULL THEN NULL
                ELSE greatest(was.published + coalesce(was.after - was.before, 0), 0)
            END ORDER BY was.place
        )
        FROM unnest(published, before, after) WITH ORDINALITY AS was (published, before, after, place)
    )
END
$$;
COMMENT ON FUNCTION projection.corrected_counts(bigint[], bigint[], bigint[]) IS
    'Published counts without what was erased of them.';

-- A row of a published file with its counts, as projection.published_counts reads it. Rates, which follow from the counts,
-- are empty.
CREATE OR REPLACE FUNCTION projection.published_line(
    "table" text, app_id text, day date, os_name text, os_version text, counts bigint[]
) RETURNS text
LANGUAGE sql STABLE
AS $$
SELECT CASE "table"
    WHEN 'opt_in_daily' THEN
        concat_ws(',', app_id, day, os_name, os_version, array_to_string(counts, ',', ''))
    WHEN 'reach_daily' THEN concat_ws(
        ',', app_id, day, os_name, os_version, array_to_string(counts[1:7], ',', ''), '',
        array_to_string(counts[8:9], ',', '')
    )
    WHEN 'opens_daily' THEN concat_ws(
        ',', app_id, day, os_name, os_version, array_to_string(counts[1:4], ',', ''), '', '', '', '', '',
        array_to_string(counts[5:6], ',', '')
    )
    WHEN 'activity_daily' THEN concat_ws(
        ',', app_id, day, array_to_string(counts[1:2], ',', ''), '', array_to_string(counts[3:5], ',', ''), ''
    )
END
$$;
COMMENT ON FUNCTION projection.published_line(text, text, date, text, text, bigint[]) IS
    'A line of one of the files that reports keep.';
