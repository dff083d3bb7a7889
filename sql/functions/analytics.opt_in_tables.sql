-- Creates a function for each table of the opt-in funnel by dimensions of the prompt. Metrics: Opt-in funnel, Privacy.
DO $do$
DECLARE
    listed record;
BEGIN
    FOR listed IN
        SELECT
            named.*,
            string_agg(
                format('%I %s', key.name, CASE key.name WHEN 'day' THEN 'date' ELSE 'text' END), ', ' ORDER BY key.place
            ) AS columns,
            string_agg(format('cell.%I', key.name), ', ' ORDER BY key.place) AS cells
        FROM (
            VALUES
                {tables by opt_in_table: ('#', '#meaning', '{#keys}'::text[])}
        ) AS named (name, meaning, keys)
        CROSS JOIN unnest(named.keys) WITH ORDINALITY AS key (name, place)
        GROUP BY named.name, named.meaning, named.keys
    LOOP
        EXECUTE format(
            $function$
            CREATE OR REPLACE FUNCTION analytics.%I(
                from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
            )
            RETURNS TABLE (
                %s, {funnel+grant_rate: # #type}
            )
            LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
            AS $$
            SELECT %s, (cell.funnel).*
            FROM projection.opt_in_table(
                from_day, to_day, (SELECT metric.cutoff(as_of)), minimum_cell, %L
            ) AS cell
            ORDER BY cell.place
            $$
            $function$, listed.name, listed.columns, listed.cells, array_remove(listed.keys, 'app_id')
        );
        EXECUTE format(
            'COMMENT ON FUNCTION analytics.%I(date, date, timestamptz, integer) IS %L', listed.name, listed.meaning
        );
    END LOOP;
END
$do$;
