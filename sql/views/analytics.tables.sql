-- The tables of the reports as views: each over the function of its name, whose comment it takes. May be run twice.
DO $do$
DECLARE
    made record;
BEGIN
    FOR made IN
        SELECT
            named.view,
            kind.arguments,
            obj_description(routine.oid, 'pg_proc') || ' ' || kind.sentence AS meaning
        FROM (
            VALUES
                ($$'1970-01-01', '9999-12-31'$$, 'The view holds all days.', ARRAY[
                    'activity_daily',
                    'deliveries_daily',
                    'opens_daily',
                    'opt_in_daily',
                    'reach_daily'
                ]),
                ('today - 90, today - 1', 'The view holds the 90 days that end the day before the horizon''s.', ARRAY[
                    'data_quality',
                    'decision_curve',
                    'key_numbers',
                    'opens_by_campaign',
                    'opens_by_hour',
                    'opt_in_by_app_version',
                    'opt_in_by_os',
                    'opt_in_by_os_and_app_version',
                    'opt_in_by_variant',
                    'opt_in_changes',
                    'provisional_by_os',
                    'rejects',
                    'win_back_by_os'
                ]),
                ('today - 1', 'The view looks back from the day before the horizon''s.', ARRAY['findings']),
                ('', 'The view is of all apps, without a minimum cell.', ARRAY['restatements'])
        ) AS kind (arguments, sentence, views)
        CROSS JOIN LATERAL unnest(kind.views) AS named (view)
        INNER JOIN pg_proc AS routine
            ON routine.pronamespace = 'analytics'::regnamespace AND routine.proname = named.view
    LOOP
        EXECUTE format(
            'CREATE OR REPLACE VIEW analytics.%1$I AS
            SELECT %1$I.*
            FROM stats.day(analytics.horizon()) AS today
            CROSS JOIN LATERAL analytics.%1$I(%2$s) AS %1$I',
            made.view, made.arguments
        );
        EXECUTE format('COMMENT ON VIEW analytics.%I IS %L', made.view, made.meaning);
    END LOOP;
END
$do$;
