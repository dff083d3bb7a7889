#!/usr/bin/env python3
"""Writes the export that a product which sends notifications would have of sends: the files of the samples in
docs/examples, filled with the events `notification_sent` on standard input. Used by script/senders and SenderHistoryTests.

Usage: sender_exports.py PRODUCT FOLDER < events.ndjson        braze-avro needs fastavro

The product knows an installation as customer by its id in capitals, or by none if the event has none, and the device by an id
of its own. Times of products that have whole seconds are rounded down.
"""
import datetime
import json
import pathlib
import sys
import uuid

BRAZE_APP = "3d1f9a52-6c0b-4e57-8a41-0b7c2d9e1f60"
SEND = "users.messages.pushnotification.Send"


def main(product, folder):
    sends = (Send(json.loads(line)) for line in sys.stdin)
    name, record = PRODUCTS[product]
    path = pathlib.Path(folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    if product == "braze-avro":
        return write_avro(path, map(record, sends))
    with open(path, "w") as file:
        for send in sends:
            file.write(json.dumps(record(send), separators=(",", ":")) + "\n")


class Send:
    def __init__(self, event):
        self.installation = event.get("installation_id")
        self.app = event["app_id"]
        self.notification = event["data"]["notification_id"]
        self.campaign = event["data"].get("campaign")
        self.at = datetime.datetime.fromisoformat(event["occurred_at"].replace("Z", "+00:00"))
        self.id = str(uuid.uuid5(uuid.NAMESPACE_OID, event["id"].lower()))
        self.customer = self.installation and self.installation.upper()
        self.device = self.installation and "device-" + self.installation.lower()

    def time(self, form):
        return self.at.astimezone(datetime.timezone.utc).strftime(form)

    @property
    def second(self):
        return int(self.at.timestamp())


def braze(send):
    return {
        "id": send.id, "user_id": "65e0" + send.id[:8], "external_user_id": send.customer, "app_id": BRAZE_APP,
        "time": send.second, "platform": "ios", "device_id": send.device, "campaign_name": send.campaign,
        "dispatch_id": send.notification,
    }


def airship(send):
    campaigns = {"campaigns": {"categories": [send.campaign]}} if send.campaign else {}
    return {
        "id": send.id, "offset": "1", "occurred": send.time("%Y-%m-%dT%H:%M:%S.%fZ"),
        "processed": send.time("%Y-%m-%dT%H:%M:%S.%fZ"), "type": "SEND",
        "device": {"channel": send.device, "device_type": "IOS", "named_user_id": send.customer},
        "body": {"push_id": send.notification, **campaigns},
    }


def fcm(send):
    # Here the app gives its Firebase installation id to Bellwether, not its own id to Firebase.
    return {
        "event_timestamp": send.time("%Y-%m-%d %H:%M:%S.%f UTC"), "project_number": "417200318256",
        "message_id": send.notification, "instance_id": send.customer, "message_type": "DISPLAY_NOTIFICATION",
        "sdk_platform": "IOS", "app_name": send.app, "topic": "", "event": "MESSAGE_ACCEPTED",
        "analytics_label": send.campaign or "",
    }


def customerio(send):
    """Campaigns have numbers: those at the end of their names, after a space."""
    campaign = {"campaign_id": int(send.campaign.split(" ")[-1])} if send.campaign else {}
    return {
        "event_id": send.id, "object_type": "push", "metric": "sent", "timestamp": send.second,
        "data": {
            "identifiers": {"id": send.customer}, "delivery_id": send.notification, **campaign,
            "recipients": [{"device_id": send.device, "device_platform": "ios"}],
        },
    }


def iterable(send):
    return {
        "email": "customer@example.com", "userId": send.customer, "eventName": "pushSend",
        "dataFields": {
            "platformEndpoint": send.device, "createdAt": send.time("%Y-%m-%d %H:%M:%S +00:00"), "campaignId": 74758,
            "campaignName": send.campaign, "messageId": send.notification,
        },
    }


def onesignal(send):
    """What the template of an Event Stream is filled with."""
    return {
        "event": {
            "kind": "message.push.sent", "id": send.id, "datetime": send.time("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z",
            "subscription_device_type": "iOS", "subscription_id": send.device, "external_id": send.customer or "",
        },
        "message": {"id": send.notification, "name": send.campaign or ""},
        "user": {"subscription": {"device_os": "", "device_model": ""}},
    }


PRODUCTS = {
    "braze": (f"event_type={SEND}/date=2026-03-02-09/part-0.json", braze),
    "braze-avro": (f"event_type={SEND}/date=2026-03-02-09/part-0.avro", braze),
    "airship": ("part-0.ndjson", airship),
    "fcm": ("part-0.json", fcm),
    "customerio": ("part-0.ndjson", customerio),
    "iterable": ("part-0.ndjson", iterable),
    "onesignal": ("contexts.ndjson", onesignal),
}


def write_avro(path, records):
    import fastavro

    names = ["id", "user_id", "external_user_id", "app_id", "platform", "device_id", "campaign_name", "dispatch_id"]
    fields = [{"name": name, "type": ["null", "string"]} for name in names] + [{"name": "time", "type": "int"}]
    schema = fastavro.parse_schema({"type": "record", "name": "Send", "fields": fields})
    with open(path, "wb") as file:
        fastavro.writer(file, schema, records, codec="deflate")


if __name__ == "__main__":
    main(*sys.argv[1:])
