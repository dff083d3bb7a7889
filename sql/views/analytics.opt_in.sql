-- The opt-in tables as views: by OS version over the default range, daily over all days.
CREATE OR REPLACE VIEW analytics.opt_in_by_os AS
SELECT opt_in_by_os.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.opt_in_by_os(today - 90, today - 1) AS opt_in_by_os;

CREATE OR REPLACE VIEW analytics.opt_in_daily AS
SELECT opt_in_daily.*
FROM analytics.opt_in_daily('1970-01-01', '9999-12-31') AS opt_in_daily;

COMMENT ON VIEW analytics.opt_in_by_os IS
    'The opt-in funnel by app and OS version of the prompt, for the 90 days that end the day before the horizon''s.';
COMMENT ON VIEW analytics.opt_in_daily IS 'The opt-in funnel by app, day and OS version of the prompt, for all days.';
