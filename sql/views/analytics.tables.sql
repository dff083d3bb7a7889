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
        INNER JOIN (
            VALUES
                ('_daily$|^marks$', $$'1970-01-01', '9999-12-31'$$, 'The view contains all days.'),
                (
                    '_by(_|$)|^(data_quality|decision_curve|key_numbers|open_curve|opt_in_changes|rejects|restatements|verdicts)$',
                    'today - 90, today - 1',
                    'The view contains the 90 days that end the day before the horizon''s.'
                ),
                ('^(opt_in_experiments|opt_in_experiment_days)$', '', 'The view covers all apps, without a minimum cell.')
        ) AS kind (names, arguments, sentence) ON description.name ~ kind.names
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
