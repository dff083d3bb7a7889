-- Returns the rows of a type as they were at a horizon, from the function past_… that returns this type: rows of state,
-- for a horizon that the state has passed, or counts of a range of days that several tables share, for any horizon.
-- kind: a null of the type. from_day, to_day, dimension: passed on if the function has them. In a session with the
-- tables of make_past_tables, rows of the same parameters are computed once per transaction; those of dimension day by
-- whole months, which different ranges share. Only tables of the owner are read: a caller's own temporary tables can't
-- change the result. The query is planned only when it runs, so that reports that read state don't pay for it.
CREATE OR REPLACE FUNCTION projection.past(
    kind anyelement, as_of timestamptz, from_day date DEFAULT NULL, to_day date DEFAULT NULL, dimension text DEFAULT NULL
)
RETURNS SETOF anyelement
LANGUAGE plpgsql SECURITY DEFINER ROWS 100000 SET search_path = pg_catalog, projection, log, pg_temp
AS $$
DECLARE
    source name;
    columns text;
    computed text;
    first_day date;
    last_day date;
BEGIN
    SELECT routine.proname, type.columns, format('projection.%I(%s) AS past_row', routine.proname, call.arguments)
    INTO source, columns, computed
    FROM pg_proc AS routine
    CROSS JOIN LATERAL (
        SELECT string_agg(quote_ident(parameter.name) || ' => $' || argument.place, ', ')
        FROM unnest(routine.proargnames) AS parameter (name)
        INNER JOIN unnest('{as_of,from_day,to_day,dimension}'::text[]) WITH ORDINALITY AS argument (name, place)
            ON argument.name = parameter.name
    ) AS call (arguments)
    CROSS JOIN LATERAL (
        SELECT string_agg('past_row.' || quote_ident(field.attname), ', ' ORDER BY field.attnum)
        FROM pg_attribute AS field
        WHERE field.attrelid = pg_typeof(kind)::text::regclass
    ) AS type (columns)
    WHERE routine.pronamespace = 'projection'::regnamespace
        AND routine.proname ^@ 'past_'
        AND routine.prorettype = pg_typeof(kind);
    IF EXISTS (
        SELECT
        FROM pg_class AS class
        WHERE class.relnamespace = pg_my_temp_schema()
            AND class.relname = source
            AND class.relkind = 'r'
            AND class.relowner = current_user::regrole
    ) THEN
        FOR first_day, last_day IN
            SELECT from_day, to_day WHERE dimension IS DISTINCT FROM 'day'
            UNION ALL
            SELECT month.first_moment::date, (month.first_moment + interval '1 month')::date - 1
            -- Events are never before 2008 in UTC, which is still 2007 in some time zones.
            FROM generate_series(
                greatest(date_trunc('month', from_day::timestamp), timestamp '2007-12-01'),
                metric.last_day(to_day, as_of),
                interval '1 month'
            ) AS month (first_moment)
            WHERE dimension = 'day'
        LOOP
            INSERT INTO pg_temp.past_horizon VALUES (source, as_of, first_day, last_day, dimension) ON CONFLICT DO NOTHING;
            IF FOUND THEN
                EXECUTE format('INSERT INTO pg_temp.%I SELECT past_row.*, $1, $2, $3, $4 FROM %s', source, computed)
                    USING as_of, first_day, last_day, dimension;
            END IF;
        END LOOP;
        computed := format(
            'pg_temp.%I AS past_row
            WHERE (past_row.as_of, past_row.of_dimension) IS NOT DISTINCT FROM ($1, $4) AND %s',
            source, CASE dimension
                WHEN 'day' THEN 'past_row.day BETWEEN $2 AND $3'
                ELSE '(past_row.from_day, past_row.to_day) IS NOT DISTINCT FROM ($2, $3)'
            END);
    END IF;
    RETURN QUERY EXECUTE format('SELECT %s FROM %s', columns, computed) USING as_of, from_day, to_day, dimension;
END
$$;
