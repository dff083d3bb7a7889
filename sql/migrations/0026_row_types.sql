-- Groups of columns that several functions return, each named once. Run once, by the migrator, as the owner.
-- What the columns mean stands in views/columns.sql.
CREATE TYPE projection.funnel AS (
    prompted bigint,
    decided bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint,
    grant_rate numeric,
    grant_rate_low numeric,
    grant_rate_high numeric
);
COMMENT ON TYPE projection.funnel IS 'The opt-in funnel of a group of people, as it is published.';

CREATE TYPE projection.decisions AS (
    acceptance_rate numeric,
    acceptance_rate_low numeric,
    acceptance_rate_high numeric,
    seconds_to_decision_p50 numeric,
    seconds_to_decision_p90 numeric,
    eligible_7d bigint,
    retained_7d bigint,
    opened_7d bigint,
    eligible_30d bigint,
    retained_30d bigint,
    opened_30d bigint
);
COMMENT ON TYPE projection.decisions IS 'How those who decided did, how fast, and what became of those who allowed.';

CREATE TYPE projection.trials AS (
    started bigint,
    kept_prominent bigint,
    kept_quiet bigint,
    kept_unspecified bigint,
    turned_off bigint,
    upgraded bigint,
    refused bigint,
    pending bigint,
    keep_rate numeric,
    keep_rate_low numeric,
    keep_rate_high numeric
);
COMMENT ON TYPE projection.trials IS 'Provisional trials of a group of people by their outcome.';

CREATE TYPE projection.win_back AS (
    asked bigint,
    went bigint,
    returned bigint,
    return_rate numeric,
    return_rate_low numeric,
    return_rate_high numeric
);
COMMENT ON TYPE projection.win_back IS 'Who was asked to go to Settings, went there and came back.';

-- Recreated with the grant rate, and the view of its name with it.
DROP FUNCTION IF EXISTS analytics.opt_in_daily(date, date, timestamptz, integer) CASCADE;
