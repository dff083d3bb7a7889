-- Counts by app and campaign the sends of a range of days and the turn-offs that they came before, without the sends to
-- installations that are set aside, which have no status. Metrics: Turn-offs. turn_offs: the sum of the parts of their
-- turn-offs that the sends carry. Called by projection.past.
CREATE OR REPLACE FUNCTION projection.past_campaign_turn_offs(as_of timestamptz, from_day date, to_day date)
RETURNS SETOF projection.campaign_turn_offs
LANGUAGE sql STABLE
AS $$
SELECT
    cell.app,
    cell.campaign,
    sum(cell.sent)::bigint,
    coalesce(sum(cell.part), 0),
    sum(cell.alone)::bigint,
    sum(cell.turn_offs_alone)::bigint
FROM (
    SELECT
        counter.app, counter.value AS campaign, counter.sent, NULL::numeric AS part, 0 AS alone, 0 AS turn_offs_alone
    FROM projection.opens(from_day, to_day, as_of, 'campaign') AS counter
    UNION ALL
    SELECT send.app, coalesce(send.campaign, 0), -1, NULL, 0, 0
    FROM projection.installations_set_aside(as_of) AS installation
    INNER JOIN projection.sends(from_day, to_day, as_of) AS send
        ON send.app = installation.app AND send.installation_id = installation.installation_id
    UNION ALL
    SELECT turn_off.app, send.campaign, 0, 1::numeric / cardinality(turn_off.send_at), 0, 0
    FROM projection.turn_offs(as_of) AS turn_off
    CROSS JOIN LATERAL unnest(turn_off.send_at, turn_off.campaign) AS send (at, campaign)
    -- No turn-off is more than the longest gap after its sends; two days more, for the ends of days.
    WHERE turn_off.at >= (from_day - 2)::timestamp AT TIME ZONE 'UTC'
        AND turn_off.at < (to_day + 3)::timestamp AT TIME ZONE 'UTC' + metric.longest_gap()
        AND (send.at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
            BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
    UNION ALL
    SELECT send.app, send.campaign, 0, NULL, 1, send.is_turned_off::integer
    FROM projection.lone_sends(from_day, to_day, as_of) AS send
) AS cell
GROUP BY cell.app, cell.campaign
HAVING sum(cell.sent) > 0
$$;
