-- Without a delivery there is no horizon, and every table is empty.
SELECT pg_temp.gives('analytics.horizon()', '{NULL}', 'without a delivery there is none');
SELECT pg_temp.gives(
    format('analytics.%I(''2026-01-01'', ''2026-12-31'')', name), '{}', 'of an empty log has no rows'
)
FROM unnest(ARRAY[
    'opt_in_by_os', 'opt_in_daily', 'opt_in_by_app_version', 'opt_in_by_variant', 'opt_in_by_os_and_app_version', 'opt_in_changes',
    'provisional_by_os', 'win_back_by_os', 'reach_daily', 'opens_daily', 'opens_by_campaign', 'opens_by_hour',
    'activity_daily', 'deliveries_daily', 'rejects', 'reject_examples', 'data_quality', 'decision_curve', 'key_numbers'
]) AS name;
SELECT pg_temp.gives($$analytics.findings('2026-03-01')$$, '{}', 'of an empty log has no rows');
SELECT pg_temp.gives('analytics.restatements()', '{}', 'of an empty log has no rows');
SELECT pg_temp.gives(
    $$analytics.opt_in_funnel('2026-01-01', '2026-12-31', '1 day')$$, '{}', 'of an empty log has no rows'
);
