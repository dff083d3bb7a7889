-- The tables of the reports as views. Each calls the function of the same name. May be run twice.
DO $do$
DECLARE
    definition record;
BEGIN
    FOR definition IN
        SELECT
            routine.oid::regprocedure AS function,
            routine.proname AS view,
            kind.arguments,
            description.meaning,
            kind.sentence
        FROM (
            VALUES {tables: ('#', '#meaning')}
        ) AS description (name, meaning)
        INNER JOIN pg_proc AS routine
            ON routine.pronamespace = 'analytics'::regnamespace AND routine.proname = description.name
        CROSS JOIN LATERAL (
            SELECT candidate.arguments, candidate.sentence
            FROM (
                VALUES
                    (
                        1, description.name ~ '_daily$|^marks$', $$'1970-01-01', '9999-12-31'$$,
                        'The view contains all days.'
                    ),
                    (
                        2, description.name IN ('opens_by_level', 'turn_offs_by_frequency'), 'today - 90, today - 1',
                        'In the view the last day is the one before the horizon''s.'
                    ),
                    (
                        3, 'from_day' = ANY (routine.proargnames), 'today - 90, today - 1',
                        'The view contains the 90 days that end the day before the horizon''s.'
                    ),
                    (4, true, '', 'The view covers all apps, without a minimum cell.')
            ) AS candidate (place, is_so, arguments, sentence)
            WHERE candidate.is_so
            ORDER BY candidate.place
            LIMIT 1
        ) AS kind
    LOOP
        EXECUTE format(
            'CREATE OR REPLACE VIEW analytics.%1$I AS
            SELECT %1$I.*
            FROM stats.day(analytics.horizon()) AS today
            CROSS JOIN LATERAL analytics.%1$I(%2$s) AS %1$I',
            definition.view, definition.arguments
        );
        EXECUTE format('COMMENT ON FUNCTION %s IS %L', definition.function, definition.meaning);
        EXECUTE format(
            'COMMENT ON VIEW analytics.%I IS %L', definition.view, definition.meaning || ' ' || definition.sentence
        );
    END LOOP;
END
$do$;
