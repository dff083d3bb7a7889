-- Drops the partitions of log.engagement_event that are entirely before the retention cutoff (in log.intake_rules), deletes
-- older events from the others, and returns the dropped names in order. For the owner. May be run twice.
CREATE OR REPLACE FUNCTION log.drop_retired() RETURNS SETOF text
LANGUAGE plpgsql
AS $$
DECLARE
    bound timestamptz := (SELECT intake_rules.retained_from FROM log.intake_rules);
    partition_name text;
BEGIN
    FOR partition_name IN SELECT retired.name FROM log.retired_partitions() AS retired ORDER BY retired.name LOOP
        EXECUTE format('DROP TABLE log.%I', partition_name);
        RETURN NEXT partition_name;
    END LOOP;
    DELETE FROM log.engagement_event AS event WHERE event.occurred_at < bound;
END
$$;
REVOKE ALL ON FUNCTION log.drop_retired() FROM PUBLIC;

-- Returns the partitions of log.engagement_event that are entirely before the retention cutoff, judging by their names.
CREATE OR REPLACE FUNCTION log.retired_partitions() RETURNS TABLE (name text)
LANGUAGE sql STABLE
AS $$
SELECT held.name
FROM (
    SELECT class.relname::text AS name, replace(substring(class.relname FROM '[0-9_]+$'), '_', '') AS span
    FROM pg_catalog.pg_inherits AS inherits
    INNER JOIN pg_catalog.pg_class AS class ON class.oid = inherits.inhrelid
    WHERE inherits.inhparent = 'log.engagement_event'::regclass
) AS held
CROSS JOIN log.intake_rules
WHERE CASE length(held.span)
    WHEN 6 THEN (to_date(held.span, 'YYYYMM') + interval '1 month') AT TIME ZONE 'UTC'
    ELSE (to_date(held.span, 'YYYY') + interval '1 year') AT TIME ZONE 'UTC'
END <= intake_rules.retained_from
$$;
REVOKE ALL ON FUNCTION log.retired_partitions() FROM PUBLIC;
