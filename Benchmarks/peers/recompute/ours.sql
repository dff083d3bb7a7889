-- The same tables as the peers', read from the projections: what their results are compared with.
-- Parameters: table, one of the results. Days and windows as there.
SELECT analytics.horizon() AS horizon \gset
CREATE TEMPORARY VIEW result_activity AS
SELECT app, day, active_28d, openers_28d, reachable_28d, reachable
FROM projection.activity('2000-01-01', '2100-01-01', :'horizon')
WHERE active_28d > 0 OR reachable > 0;
CREATE TEMPORARY VIEW result_campaigns AS
SELECT app, day, value AS campaign, sent, received, direct_opens, influenced_opens
FROM projection.opens_cell WHERE dimension = 'campaign';
CREATE TEMPORARY VIEW result_opens AS
SELECT app, day, value AS os, sent, received, direct_opens, influenced_opens, openers, active
FROM projection.opens('2000-01-01', '2100-01-01', :'horizon', 'os');
CREATE TEMPORARY VIEW result_deliveries AS SELECT day, outcome, deliveries FROM projection.delivery_cell;
CREATE TEMPORARY VIEW result_quality AS
SELECT app, day, sum(events) AS events, sum(over_24h) AS over_24h, sum(clocks_corrected) AS clocks_corrected
FROM projection.quality_cell WHERE dimension = 'size_class' GROUP BY app, day;
CREATE TEMPORARY VIEW result_unsent AS SELECT app, day, opens FROM projection.open_without_send_cell;
CREATE TEMPORARY VIEW result_odd AS
SELECT app, stats.day(at) AS day, 'orphan_decisions' AS measure, count(*) AS events
FROM projection.journey, unnest(orphan_times) AS at GROUP BY 1, 2
UNION ALL
SELECT app, stats.day(at) AS day, 'status_jumps', count(*)
FROM projection.journey, unnest(jump_times) AS at GROUP BY 1, 2;
CREATE TEMPORARY VIEW result_win_back AS
SELECT app, stats.day(asked_at) AS day, asked_os AS os, count(*) AS asked, count(settings_opened_at) AS went,
    count(*) FILTER (WHERE has_returned) AS returned
FROM projection.journey WHERE asked_at IS NOT NULL GROUP BY 1, 2, 3;
CREATE TEMPORARY VIEW result_provisional AS
SELECT app, stats.day(trial_at) AS day, trial_os AS os, coalesce(outcome, 'pending') AS outcome, count(*) AS started
FROM projection.journey WHERE trial_at IS NOT NULL GROUP BY 1, 2, 3, 4;
CREATE TEMPORARY VIEW result_reach AS
SELECT app, day, os.os, (status_counts).authorized, (status_counts).provisional, (status_counts).denied,
    (status_counts).not_determined, (status_counts).unknown, (status_counts).gained, (status_counts).lost
FROM projection.reach('2000-01-01', '2100-01-01', :'horizon') AS reach
INNER JOIN log.os ON os.os_name = reach.os_name AND os.major = reach.os_major AND os.minor = reach.os_minor;
CREATE TEMPORARY VIEW result_opt_in AS
SELECT app, day, os, app_version, placement, variant,
    count(*) AS prompted, count(*) FILTER (WHERE is_granted) AS granted, count(*) FILTER (WHERE is_denied) AS denied,
    count(*) FILTER (WHERE is_undecided) AS undecided, count(*) FILTER (WHERE is_eligible_7d) AS eligible_7d,
    count(*) FILTER (WHERE is_retained_7d) AS retained_7d, count(*) FILTER (WHERE is_opened_7d) AS opened_7d,
    count(*) FILTER (WHERE is_eligible_30d) AS eligible_30d, count(*) FILTER (WHERE is_retained_30d) AS retained_30d,
    count(*) FILTER (WHERE is_opened_30d) AS opened_30d
FROM projection.opt_in('2000-01-01', '2100-01-01', :'horizon')
GROUP BY 1, 2, 3, 4, 5, 6;
