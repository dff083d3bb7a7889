-- The keys that a row has unless it says otherwise.
CREATE OR REPLACE FUNCTION projection.published_keys(report bigint) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT jsonb_build_object('report', report, 'os_name', '', 'os_version', '') $$;
COMMENT ON FUNCTION projection.published_keys(bigint) IS 'The keys of a kept row that are not said: its report, and no system.';

-- Keeps rows of a table of a kept report; metrics: Restatement. rows: objects of texts by the names of columns; those that are
-- not kept are passed over. "table": the name without published_.
-- Runs with the owner's rights: nobody may write the tables otherwise.
CREATE OR REPLACE FUNCTION projection.publish_rows(report bigint, "table" text, rows jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
INSERT INTO analytics.published_opt_in_daily
SELECT published.*
FROM jsonb_populate_recordset(
    jsonb_populate_record(NULL::analytics.published_opt_in_daily, projection.published_keys(report)), rows
) AS published
WHERE "table" = 'opt_in_daily';
INSERT INTO analytics.published_reach_daily
SELECT published.*
FROM jsonb_populate_recordset(
    jsonb_populate_record(NULL::analytics.published_reach_daily, projection.published_keys(report)), rows
) AS published
WHERE "table" = 'reach_daily';
INSERT INTO analytics.published_opens_daily
SELECT published.*
FROM jsonb_populate_recordset(
    jsonb_populate_record(NULL::analytics.published_opens_daily, projection.published_keys(report)), rows
) AS published
WHERE "table" = 'opens_daily';
INSERT INTO analytics.published_activity_daily
SELECT published.*
FROM jsonb_populate_recordset(
    jsonb_populate_record(NULL::analytics.published_activity_daily, projection.published_keys(report)), rows
) AS published
WHERE "table" = 'activity_daily';
$$;
COMMENT ON FUNCTION projection.publish_rows(bigint, text, jsonb) IS 'Keeps rows of a table of a kept report.';
