-- State of the engagement projections: opens, activity, deliveries and data quality.
-- Run once, by the migrator, as the owner. Reads nothing.
--
-- A period is 30 days of effective_at (projection.period). It leads the keys that a night's rows are spread over by
-- installation, so that new rows share pages as they would in a partition of their own, and no partition is ever made.

-- Metrics: Opens. A notification is known from whatever came first of its send, a receipt or an open.
-- notification_id leads its key, since the sends of a campaign come together.
CREATE TABLE projection.notification (
    send_at timestamptz,
    send_occurred_at timestamptz,
    app integer NOT NULL,
    send_period integer,
    own_os integer,
    os integer,
    campaign integer,
    claims_app_open boolean NOT NULL DEFAULT false,
    installation_id uuid NOT NULL,
    send_id uuid,
    notification_id text COLLATE "C" NOT NULL,
    received timestamptz[],
    opened timestamptz[],
    PRIMARY KEY (notification_id, installation_id, app),
    CONSTRAINT only_sends_claim CHECK (send_at IS NOT NULL OR NOT claims_app_open)
) WITH (fillfactor = 90);
-- Complete for sends, so that the neighbours of a send in time are found in one place.
CREATE INDEX notification_send ON projection.notification (send_period, installation_id, app, send_at)
    WHERE send_at IS NOT NULL;
COMMENT ON TABLE projection.notification IS
    'One row for each notification_id of an installation, by its first send; send_at is null while no send is known.';
COMMENT ON COLUMN projection.notification.send_id IS
    'With send_occurred_at the place among sends of one instant, which decides whose an app open is.';
COMMENT ON COLUMN projection.notification.own_os IS 'The system that the send named; null: none.';
COMMENT ON COLUMN projection.notification.os IS
    'own_os, else that of the latest permission event at or before the send; null: none.';
COMMENT ON COLUMN projection.notification.received IS
    'Instants of receipt, ordered, that can still matter: all too early for the send, and the first in its open window.';
COMMENT ON COLUMN projection.notification.opened IS 'As received, of opens not of trigger local.';
COMMENT ON COLUMN projection.notification.claims_app_open IS
    'Whether an app open within the influence window belongs to the send, directly opened or not.';

-- Instants at which an installation opened a notification or the app: what decides whose an app open is, and who was
-- active on a day. Of several events of one instant and kind the last in the order.
CREATE TABLE projection.opening (
    effective_at timestamptz NOT NULL,
    occurred_at timestamptz NOT NULL,
    period integer NOT NULL,
    app integer NOT NULL,
    os integer NOT NULL,
    type log.event_type NOT NULL,
    is_local boolean NOT NULL,
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    PRIMARY KEY (period, installation_id, app, effective_at, type, is_local),
    CONSTRAINT openings_only CHECK (type IN ('notification_opened', 'app_opened'))
);

-- Opens not of trigger local that have no send, one by one: a late send takes its own out again.
CREATE TABLE projection.unsent_open (
    effective_at timestamptz NOT NULL,
    occurred_at timestamptz NOT NULL,
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    id uuid NOT NULL,
    notification_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (notification_id, installation_id, app, effective_at, id, occurred_at)
);
COMMENT ON COLUMN projection.unsent_open.notification_id IS 'Empty where the open named none.';

-- Counts that steps add to: what the changed rows count now less what they counted before. 0 stands for no system and no
-- campaign; the dictionaries begin at 1. A row that comes to hold nothing but zeros goes.
CREATE TABLE projection.opens_cell (
    sent bigint NOT NULL,
    received bigint NOT NULL,
    direct_opens bigint NOT NULL,
    influenced_opens bigint NOT NULL,
    openers bigint NOT NULL,
    active bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    os integer NOT NULL,
    PRIMARY KEY (app, day, os)
) WITH (fillfactor = 50);
CREATE TABLE projection.campaign_cell (
    sent bigint NOT NULL,
    received bigint NOT NULL,
    direct_opens bigint NOT NULL,
    influenced_opens bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    campaign integer NOT NULL,
    PRIMARY KEY (app, day, campaign)
) WITH (fillfactor = 50);
CREATE TABLE projection.unsent_cell (
    opens bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    PRIMARY KEY (app, day)
) WITH (fillfactor = 50);

-- Metrics: active_28d, openers_28d, reachable_28d, as sets of days of one installation.
CREATE TABLE projection.installation_activity (
    app integer NOT NULL,
    installation_id uuid NOT NULL,
    active_28d datemultirange NOT NULL,
    openers_28d datemultirange NOT NULL,
    reachable datemultirange NOT NULL,
    PRIMARY KEY (installation_id, app)
) WITH (fillfactor = 80);
COMMENT ON COLUMN projection.installation_activity.active_28d IS 'Days that end 28 days with activity in them.';
COMMENT ON COLUMN projection.installation_activity.reachable IS 'Days at whose end it is reachable, without an end if it still is.';

-- How many installations enter (+) and leave (−) each set with a day; the sum up to a day is that day's count.
CREATE TABLE projection.activity_step (
    active_28d bigint NOT NULL,
    openers_28d bigint NOT NULL,
    reachable_28d bigint NOT NULL,
    reachable bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    PRIMARY KEY (app, day)
) WITH (fillfactor = 50);

-- Counts of single events or deliveries, which no state stands behind. The one row of delivery_counted and latency_counted
-- says up to which position batches are contained, so that a range of them that is applied again adds nothing.
CREATE TABLE projection.delivery_counted (
    position bigint NOT NULL,
    only_row boolean PRIMARY KEY,
    CONSTRAINT delivery_counted_is_one_row CHECK (only_row)
);
CREATE TABLE projection.delivery_cell (
    deliveries bigint NOT NULL,
    day date NOT NULL,
    outcome log.delivery_outcome NOT NULL,
    reason log.reject_reason,
    CONSTRAINT delivery_cells_are_one_each UNIQUE NULLS NOT DISTINCT (day, outcome, reason)
) WITH (fillfactor = 50);
CREATE TABLE projection.latency_counted (
    position bigint NOT NULL,
    only_row boolean PRIMARY KEY,
    CONSTRAINT latency_counted_is_one_row CHECK (only_row)
);

-- Metrics: Data quality. Latencies in classes that follow one another in size, so that a percentile of a range of days is
-- found by counting and then by looking into one class.
CREATE TABLE projection.latency_cell (
    events bigint NOT NULL,
    over_24h bigint NOT NULL,
    clocks_corrected bigint NOT NULL,
    app integer NOT NULL,
    day date NOT NULL,
    size_class integer NOT NULL,
    microseconds bigint[] NOT NULL,
    PRIMARY KEY (app, day, size_class)
);
COMMENT ON COLUMN projection.latency_cell.microseconds IS 'received_at − effective_at of each event, ordered.';

-- Events with a corrected clock lie in other months than their effective time says; they are few, and found by it.
CREATE INDEX engagement_event_corrected ON log.engagement_event (effective_at) WHERE effective_at <> occurred_at;
