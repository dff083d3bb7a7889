-- The tables that pages alone show, as views over the default range.
CREATE OR REPLACE VIEW analytics.opt_in_by_os_and_app_version AS
SELECT opt_in_by_os_and_app_version.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.opt_in_by_os_and_app_version(today - 90, today - 1) AS opt_in_by_os_and_app_version;

CREATE OR REPLACE VIEW analytics.decision_curve AS
SELECT decision_curve.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.decision_curve(today - 90, today - 1) AS decision_curve;

CREATE OR REPLACE VIEW analytics.key_numbers AS
SELECT key_numbers.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.key_numbers(today - 90, today - 1) AS key_numbers;

CREATE OR REPLACE VIEW analytics.opens_by_hour AS
SELECT opens_by_hour.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.opens_by_hour(today - 90, today - 1) AS opens_by_hour;

COMMENT ON VIEW analytics.opens_by_hour IS
    'Sends and direct opens by app, weekday and hour of the send, for the 90 days that end the day before the horizon''s.';
COMMENT ON VIEW analytics.opt_in_by_os_and_app_version IS
    'The opt-in funnel by app, OS version and app version of the prompt, for the 90 days that end the day before the '
    'horizon''s.';
COMMENT ON VIEW analytics.decision_curve IS
    'Share of people prompted who decided within so many seconds, for the 90 days that end the day before the horizon''s.';
COMMENT ON VIEW analytics.key_numbers IS
    'The rates of the overview by app, for the 90 days that end the day before the horizon''s, and the 90 before them.';
