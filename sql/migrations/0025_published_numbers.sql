-- Kept reports as typed rows, one table for each whose numbers are compared; metrics: Restatement. Run once, by the migrator, as
-- the owner. What was kept as files goes: the next report is compared with the one after it.
DELETE FROM analytics.published_report WHERE true;
ALTER TABLE analytics.published_report
    ADD COLUMN report bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    DROP COLUMN opt_in_daily, DROP COLUMN reach_daily, DROP COLUMN opens_daily, DROP COLUMN activity_daily;
COMMENT ON COLUMN analytics.published_report.report IS 'The number of the report.';

-- Counts are null where the report published none. Without a system its name and version are empty.
CREATE TABLE analytics.published_opt_in_daily (
    report bigint NOT NULL REFERENCES analytics.published_report ON DELETE CASCADE,
    prompted bigint,
    decided bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint,
    day date NOT NULL,
    app_id text COLLATE "C" NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    os_version text COLLATE "C" NOT NULL,
    PRIMARY KEY (report, app_id, day, os_name, os_version)
);
COMMENT ON TABLE analytics.published_opt_in_daily IS 'The counts of opt_in_daily as the latest reports published them.';

CREATE TABLE analytics.published_reach_daily (
    report bigint NOT NULL REFERENCES analytics.published_report ON DELETE CASCADE,
    authorized bigint,
    provisional bigint,
    ephemeral bigint,
    denied bigint,
    not_determined bigint,
    unknown bigint,
    reachable bigint,
    gained bigint,
    lost bigint,
    day date NOT NULL,
    app_id text COLLATE "C" NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    os_version text COLLATE "C" NOT NULL,
    PRIMARY KEY (report, app_id, day, os_name, os_version)
);
COMMENT ON TABLE analytics.published_reach_daily IS 'The counts of reach_daily as the latest reports published them.';

CREATE TABLE analytics.published_opens_daily (
    report bigint NOT NULL REFERENCES analytics.published_report ON DELETE CASCADE,
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    sent_24h bigint,
    opened_24h bigint,
    openers bigint,
    active bigint,
    day date NOT NULL,
    app_id text COLLATE "C" NOT NULL,
    os_name text COLLATE "C" NOT NULL,
    os_version text COLLATE "C" NOT NULL,
    PRIMARY KEY (report, app_id, day, os_name, os_version)
);
COMMENT ON TABLE analytics.published_opens_daily IS 'The counts of opens_daily as the latest reports published them.';

CREATE TABLE analytics.published_activity_daily (
    report bigint NOT NULL REFERENCES analytics.published_report ON DELETE CASCADE,
    active bigint,
    openers bigint,
    active_28d bigint,
    openers_28d bigint,
    reachable_28d bigint,
    day date NOT NULL,
    app_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (report, app_id, day)
);
COMMENT ON TABLE analytics.published_activity_daily IS 'The counts of activity_daily as the latest reports published them.';

-- They come again without the parameter late_by, and the views of their names with them.
DROP FUNCTION IF EXISTS
    analytics.opt_in_daily(date, date, timestamptz, integer, timestamptz),
    analytics.reach_daily(date, date, timestamptz, integer, timestamptz),
    analytics.opens_daily(date, date, timestamptz, integer, timestamptz),
    analytics.activity_daily(date, date, timestamptz, integer, timestamptz),
    projection.activity(date, date, timestamptz, timestamptz),
    projection.activity_taken_back(timestamptz, timestamptz),
    projection.answers(text, timestamptz, timestamptz, date),
    projection.corrected_counts(bigint[], bigint[], bigint[]),
    projection.counts_known_late(date, date, timestamptz, integer, timestamptz),
    projection.engagement_after(timestamptz),
    projection.fold_journeys_v1(uuid[], integer, timestamptz, timestamptz),
    projection.fold_live(uuid[], integer, timestamptz, timestamptz),
    projection.installations_after(timestamptz, timestamptz),
    projection.journeys_after(timestamptz, timestamptz),
    projection.journeys_known_by(timestamptz, timestamptz),
    projection.journeys_refolded(timestamptz, timestamptz),
    projection.kept_reports_now(),
    projection.known_engagement(timestamptz, bigint, timestamptz),
    projection.opens(date, date, timestamptz, timestamptz),
    projection.opens_taken_back(timestamptz),
    projection.opt_in(date, date, timestamptz, timestamptz),
    projection.opt_in_days(date, date, timestamptz, timestamptz),
    projection.publish(analytics.published_report, bigint),
    projection.published_counts(text, text, text, text),
    projection.published_line(text, text, date, text, text, bigint[]),
    projection.published_measures(text),
    projection.reach(date, date, timestamptz, timestamptz),
    projection.reach_steps_known_by(date, date, timestamptz, timestamptz),
    projection.recomputed_activity(timestamptz, bigint, text, date, date, timestamptz),
    projection.recomputed_days(timestamptz, bigint, text, timestamptz),
    projection.recomputed_opens(timestamptz, bigint, text, bigint, bigint, timestamptz),
    projection.recomputed_sends(timestamptz, bigint, text, bigint, bigint, timestamptz),
    projection.report_name(analytics.published_report),
    projection.sends(date, date, timestamptz, timestamptz),
    projection.set_aside_at(timestamptz, timestamptz),
    projection.systems_taken_back(timestamptz)
CASCADE;
