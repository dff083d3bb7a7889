-- Returns each table of log and projection once, with the kind of its rows. No parameters; reads nothing.
-- installation: about single installations. Each unique key contains installation_id, so a cluster can distribute them.
-- count: sums over installations, to which steps add, so each node of a cluster can keep its own sums.
-- single: all others; a cluster has each once. One is the quarantine, although a reject may name an installation.
CREATE OR REPLACE FUNCTION log.kept_tables() RETURNS TABLE (name text, kind text)
LANGUAGE sql IMMUTABLE
AS $$
SELECT unnest(ARRAY[
    'log.engagement_event', 'log.permission_event', 'projection.installation_activity', 'projection.journey',
    'projection.named_model', 'projection.notification', 'projection.notification_open', 'projection.opening',
    'projection.installation_set_aside', 'projection.lone_send', 'projection.turn_off',
    'projection.shared_installation', 'projection.open_without_send'
]), 'installation'
UNION ALL
SELECT unnest(ARRAY[
    'projection.activity_step', 'projection.quality_counted', 'projection.notification_state_cell',
    'projection.opens_cell', 'projection.prompt_cell', 'projection.quality_cell', 'projection.daily_reach_change',
    'projection.state_counted', 'projection.campaign_cell', 'projection.open_without_send_cell'
]), 'count'
UNION ALL
SELECT unnest(ARRAY[
    'log.app', 'log.batch', 'log.collector_key', 'log.delivery', 'log.erased', 'log.erasure', 'log.event_alias', 'log.writer_lock',
    'log.os', 'log.partition_making', 'log.quarantine', 'log.quarantine_use', 'log.intake_rules', 'log.position_lock', 'log.source_file',
    'log.word', 'projection.checkpoint', 'projection.delivery_cell', 'projection.delivery_counted',
    'projection.pending_setting', 'projection.settings'
]), 'single'
$$;
REVOKE ALL ON FUNCTION log.kept_tables() FROM PUBLIC;
