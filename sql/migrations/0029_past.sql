-- The rows that projection.past gives, a type for each function that computes them.

CREATE TYPE projection.past_sends AS (
    app integer,
    installation_id uuid,
    day date,
    os integer,
    campaign integer,
    hour smallint,
    is_received boolean,
    is_opened boolean,
    is_influenced boolean,
    send_at timestamptz,
    is_opened_24h boolean
);
CREATE TYPE projection.past_opens AS (
    app integer,
    day date,
    os integer,
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint,
    openers bigint,
    active bigint,
    opened_24h bigint
);
CREATE TYPE projection.past_unsent_opens AS (app integer, day date, opens bigint);
CREATE TYPE projection.past_activity AS (
    app integer,
    day date,
    active_28d bigint,
    openers_28d bigint,
    reachable_28d bigint,
    reachable bigint
);
CREATE TYPE projection.past_latencies AS (
    app integer,
    day date,
    size_class integer,
    events bigint,
    over_24h bigint,
    clocks_corrected bigint
);
CREATE TYPE projection.past_events_by_version AS (app integer, day date, app_version integer, events bigint);

-- past_… and known_events replace them; latencies comes again with the column day.
DROP FUNCTION IF EXISTS
    projection.events_of_days(date, date, timestamptz, bigint),
    projection.latencies(date, date, timestamptz),
    projection.recomputed_activity(timestamptz, bigint, text, date, date),
    projection.recomputed_events_by_version(date, date, timestamptz, bigint),
    projection.recomputed_latencies(date, date, timestamptz, bigint),
    projection.recomputed_opens(timestamptz, bigint, text, bigint, bigint),
    projection.recomputed_unsent_opens(date, date, timestamptz, bigint)
CASCADE;
