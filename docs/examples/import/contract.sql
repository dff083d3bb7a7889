-- Macros that the recipes of this folder share. They convert values into the form that the event format requires.
-- Needs DuckDB 1.4 or later. Each recipe loads this file with `.read`.

SET TimeZone = 'UTC';

CREATE TABLE time_zones AS
SELECT name FROM pg_timezone_names();

-- The UUID of version 5 (RFC 9562) of a text, in the namespace that the collector uses for Segment's ids.
CREATE MACRO uuid5(name) AS (
    WITH digest AS (
        SELECT sha1(unhex('723d908a27c65c9981e371568e523772') || encode(name)) AS hex
    )
    SELECT
        hex[1:8] || '-' || hex[9:12] || '-5' || hex[14:16] || '-'
        || '89ab89ab89ab89ab'[strpos('0123456789abcdef', hex[17])] || hex[18:20] || '-' || hex[21:32]
    FROM digest
);

-- Returns a UUID unchanged and the `uuid5` of any other text, so that the same text always gives the same id.
-- NULL for NULL and for an empty text.
CREATE MACRO contract_id(name) AS
    CASE
        WHEN name = '' THEN NULL
        WHEN regexp_full_match(lower(name), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}') THEN lower(name)
        ELSE uuid5(name)
    END;

-- The contract's spelling of an operating system. Unknown names are left as they are; `bellwether ingest` rejects them.
CREATE MACRO contract_os_name(name) AS
    CASE regexp_replace(lower(name), '[^a-z]', '', 'g')
        WHEN 'ios' THEN 'iOS'
        WHEN 'iphoneos' THEN 'iOS'
        WHEN 'ipados' THEN 'iPadOS'
        WHEN 'tvos' THEN 'tvOS'
        WHEN 'appletvos' THEN 'tvOS'
        WHEN 'watchos' THEN 'watchOS'
        WHEN 'visionos' THEN 'visionOS'
        WHEN 'macos' THEN 'macOS'
        WHEN 'macosx' THEN 'macOS'
        WHEN 'osx' THEN 'macOS'
        WHEN 'android' THEN 'Android'
        WHEN 'kindle' THEN 'Android'
        ELSE name
    END;

-- The first version number in a text: 17.4.1 in `iOS 17.4.1`, 14.2 in `Version 14.2 (Build 23C64)`. NULL if there is
-- none.
CREATE MACRO version_number(version) AS
    nullif(regexp_extract(version, '[0-9]{1,3}([.][0-9]{1,3}){0,2}'), '');

-- Android's version where a product writes its letter or its API level. Anything else is left as it is.
CREATE MACRO android_version(written) AS
    CASE
        WHEN written IN ('L', '21', '22') THEN '5'
        WHEN written IN ('M', '23') THEN '6'
        WHEN written IN ('N', '24', '25') THEN '7'
        WHEN written IN ('O', '26', '27') THEN '8'
        WHEN written IN ('P', '28') THEN '9'
        WHEN written IN ('Q', '29') THEN '10'
        WHEN written IN ('R', '30') THEN '11'
        WHEN written IN ('S', '31', '32') THEN '12'
        WHEN written IN ('T', '33') THEN '13'
        WHEN written IN ('U', '34') THEN '14'
        WHEN written IN ('V', '35') THEN '15'
        WHEN written IN ('36') THEN '16'
        WHEN written IN ('37') THEN '17'
        ELSE written
    END;

-- The version of the system `name` in a text: its first number, or of Android also its letter or its API level, 7 in
-- `Android (N)` and 14 in `34`. Other texts are left as they are; `bellwether ingest` rejects them.
CREATE MACRO contract_os_version(name, version) AS
    coalesce(
        CASE
            WHEN contract_os_name(name) = 'Android' THEN android_version(
                coalesce(version_number(version), nullif(regexp_extract(version, '[(]([L-V])[)]', 1), ''))
            )
            ELSE version_number(version)
        END,
        version
    );

-- Whether the contract has this name and version of a system. A whole number from 21 on is no version of Android but
-- an API level.
CREATE MACRO is_contract_os(name, version) AS
    name IN ('iOS', 'iPadOS', 'tvOS', 'watchOS', 'visionOS', 'macOS', 'Android', 'web')
    AND regexp_full_match(version, '[0-9]{1,3}([.][0-9]{1,3}){0,2}')
    AND NOT (name = 'Android' AND version NOT LIKE '%.%' AND TRY_CAST(version AS INTEGER) >= 21);

-- An event's system, from its name and version as a product writes them. NULL if the contract does not have them and
-- the type needs none: servers send these types, and may know the name without the version.
CREATE MACRO contract_os(type, name, version) AS
    CASE
        WHEN type NOT IN ('experiment_assigned', 'notification_sent', 'push_unregistered')
            OR is_contract_os(contract_os_name(name), contract_os_version(name, version))
            THEN {'name': contract_os_name(name), 'version': contract_os_version(name, version)}
    END;

-- Seconds by which an IANA time zone is ahead of UTC at a moment; 0 if the zone is unknown.
CREATE MACRO seconds_ahead(moment, zone) AS
    CASE
        WHEN zone IN (SELECT name FROM time_zones)
            THEN CAST(epoch(timezone(zone, moment)) - epoch(timezone('UTC', moment)) AS BIGINT)
        ELSE 0
    END;

-- A moment in the form of RFC 3339, as local time. `ahead`: seconds that the local time is ahead of UTC.
CREATE MACRO contract_time(moment, ahead) AS
    strftime(timezone('UTC', moment) + to_seconds(ahead), '%Y-%m-%dT%H:%M:%S.%f')
    || printf(
        '%s%02d:%02d', CASE WHEN ahead < 0 THEN '-' ELSE '+' END, abs(ahead) // 3600, abs(ahead) // 60 % 60
    );

-- An authorization status as the contract spells it; `notDetermined` and `not determined` are both not_determined.
CREATE MACRO contract_status(status) AS
    CASE regexp_replace(lower(status), '[^a-z]', '', 'g')
        WHEN 'notdetermined' THEN 'not_determined'
        ELSE lower(status)
    END;

-- The first value of JSON at some paths that is there and no empty text; NULL if none is.
CREATE MACRO first_text(properties, paths) AS
    list_filter(json_extract_string(properties, paths), lambda value: value <> '')[1];

-- The members of `data` that the contract knows, from properties (JSON) with the same names. No other property is taken.
CREATE MACRO contract_data(properties) AS
    -- A patch drops the members that are null.
    json_merge_patch('{}', json_object(
        'placement', properties ->> '$.placement',
        'variant', properties ->> '$.variant',
        'experiment', properties ->> '$.experiment',
        'answer', properties ->> '$.answer',
        'delivery', properties ->> '$.delivery',
        'status', contract_status(properties ->> '$.status'),
        'settings', CASE WHEN json_type(properties, '$.settings') = 'OBJECT' THEN properties -> '$.settings' END,
        -- The products that send notifications have these under other names, of which the collector knows the same.
        'notification_id', first_text(properties, [
            '$.notification_id', '$.messageId', '$.message_id', '$.dispatch_id', '$.deliveryId', '$.delivery_id',
            '$.push_id', '$.send_id', '$.canvas_step_id', '$.message_variation_id'
        ]),
        'campaign', coalesce(
            nullif(properties ->> '$.campaign.name', ''),
            CASE WHEN json_type(properties, '$.campaign') <> 'OBJECT' THEN nullif(properties ->> '$.campaign', '') END,
            first_text(properties, [
                '$.campaign_name', '$.campaignName', '$.canvas_name', '$.message_name', '$.campaign_id',
                '$.campaignId', '$.broadcastId', '$.newsletterId', '$.transactionalMessageId'
            ])
        ),
        'app_state', properties ->> '$.app_state',
        'trigger', properties ->> '$.trigger',
        'action', properties ->> '$.action'
    ));

-- The name of an event in the export, and the type of the contract that it means. Each recipe adds the names of its
-- vendor and of your app; events with other names are left out.
CREATE TABLE event_names (name VARCHAR, type VARCHAR);

INSERT INTO event_names
SELECT type, type
FROM (VALUES
    ('experiment_assigned'),
    ('primer_shown'),
    ('primer_answered'),
    ('prompt_shown'),
    ('prompt_granted'),
    ('prompt_denied'),
    ('prompt_dismissed'),
    ('prompt_blocked'),
    ('provisional_started'),
    ('provisional_kept'),
    ('provisional_turned_off'),
    ('status_observed'),
    ('push_unregistered'),
    ('settings_prompt_shown'),
    ('settings_opened'),
    ('notification_sent'),
    ('notification_received'),
    ('notification_opened'),
    ('app_opened')
) AS contract (type);
