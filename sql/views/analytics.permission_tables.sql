-- The other tables that follow from permission events as views: those over a range over the default one, reach over all days.
CREATE OR REPLACE VIEW analytics.opt_in_by_app_version AS
SELECT opt_in_by_app_version.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.opt_in_by_app_version(today - 90, today - 1) AS opt_in_by_app_version;

CREATE OR REPLACE VIEW analytics.opt_in_by_variant AS
SELECT opt_in_by_variant.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.opt_in_by_variant(today - 90, today - 1) AS opt_in_by_variant;

CREATE OR REPLACE VIEW analytics.opt_in_changes AS
SELECT opt_in_changes.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.opt_in_changes(today - 90, today - 1) AS opt_in_changes;

CREATE OR REPLACE VIEW analytics.provisional_by_os AS
SELECT provisional_by_os.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.provisional_by_os(today - 90, today - 1) AS provisional_by_os;

CREATE OR REPLACE VIEW analytics.win_back_by_os AS
SELECT win_back_by_os.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.win_back_by_os(today - 90, today - 1) AS win_back_by_os;

CREATE OR REPLACE VIEW analytics.reach_daily AS
SELECT reach_daily.*
FROM analytics.reach_daily('1970-01-01', '9999-12-31') AS reach_daily;

COMMENT ON VIEW analytics.opt_in_by_app_version IS
    'The opt-in funnel by app and app version of the prompt, for the 90 days that end the day before the horizon''s.';
COMMENT ON VIEW analytics.opt_in_by_variant IS
    'The opt-in funnel by app, placement, variant and name of the system, for the 90 days that end the day before the '
    'horizon''s.';
COMMENT ON VIEW analytics.opt_in_changes IS
    'What changed between the 90 days that end the day before the horizon''s and the 90 before, by app and each value of each '
    'dimension, both at the same age.';
COMMENT ON VIEW analytics.provisional_by_os IS
    'Provisional trials by app and OS version of their start, for the 90 days that end the day before the horizon''s.';
COMMENT ON VIEW analytics.win_back_by_os IS
    'Win-back by app and OS version of the question, for the 90 days that end the day before the horizon''s.';
COMMENT ON VIEW analytics.reach_daily IS
    'Installations by status at the end of each day by app and OS version, for all days.';
