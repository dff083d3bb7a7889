-- Without a delivery there is no horizon, and every table is empty.
SELECT pg_temp.gives('analytics.horizon()', '{NULL}', 'null without deliveries');
SELECT pg_temp.gives(
    format('analytics.%I(''2026-01-01'', ''2026-12-31'')', name), '{}', 'no rows for an empty log'
)
FROM unnest(ARRAY[
    'opt_in_by_os', 'opt_in_daily', 'opt_in_by_app_version', 'opt_in_by_locale', 'opt_in_by_variant', 'opt_in_by_os_and_app_version', 'opt_in_changes',
    'provisional_by_os', 'win_back_by_os', 'reach_daily', 'opens_daily', 'opens_by_campaign', 'opens_by_hour',
    'activity_daily', 'deliveries_daily', 'rejects', 'reject_examples', 'data_quality', 'decision_curve', 'key_numbers', 'marks'
]) AS name;
SELECT pg_temp.gives($$analytics.findings('2026-03-01')$$, '{}', 'no rows for an empty log');
SELECT pg_temp.gives('analytics.opt_in_experiments()', '{}', 'no rows for an empty log');
SELECT pg_temp.gives('analytics.opt_in_experiment_days()', '{}', 'no rows for an empty log');
SELECT pg_temp.gives('analytics.restatements()', '{}', 'no rows for an empty log');
SELECT pg_temp.gives(
    $$analytics.opt_in_funnel('2026-01-01', '2026-12-31', '1 day')$$, '{}', 'no rows for an empty log'
);
