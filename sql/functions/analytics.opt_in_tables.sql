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
                ('opt_in_daily', 'app, day and OS version of the prompt', '{day,os_name,os_version}'::text[]),
                ('opt_in_by_app_version', 'app and app version of the prompt', '{app_version}'),
                ('opt_in_by_locale', 'app and locale of the prompt', '{locale}'),
                (
                    'opt_in_by_os_and_app_version', 'app, OS version and app version of the prompt',
                    '{os_name,os_version,app_version}'
                ),
                (
                    'opt_in_by_variant', 'app, placement and variant of the prompt and name of its system',
                    '{placement,variant,os_name}'
                )
        ) AS named (name, dimensions, keys)
        CROSS JOIN unnest(named.keys) WITH ORDINALITY AS key (name, place)
        GROUP BY named.name, named.dimensions, named.keys
    LOOP
        EXECUTE format(
            $function$
            CREATE OR REPLACE FUNCTION analytics.%I(
                from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
            )
            RETURNS TABLE (
                app_id text, %s, prompted bigint, decided bigint, granted bigint, denied bigint, undecided bigint,
                open_window bigint, grant_rate numeric, grant_rate_low numeric, grant_rate_high numeric
            )
            LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
            AS $$
            SELECT cell.app_id, %s, (cell.funnel).*
            FROM projection.opt_in_table(
                from_day, to_day, (SELECT coalesce(as_of, analytics.horizon())), minimum_cell, %L
            ) AS cell
            ORDER BY cell.place
            $$
            $function$, listed.name, listed.columns, listed.cells, listed.keys
        );
        EXECUTE format(
            'COMMENT ON FUNCTION analytics.%I(date, date, timestamptz, integer) IS %L',
            listed.name, format('The opt-in funnel by %s.', listed.dimensions)
        );
    END LOOP;
END
$do$;
