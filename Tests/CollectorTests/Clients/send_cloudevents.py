"""Sends events with the CloudEvents SDK: send_cloudevents.py URL KEY, in structured and then in binary mode."""
import sys
from datetime import datetime, timezone
import requests
from cloudevents.core.bindings.http import to_binary_event, to_structured_event
from cloudevents.core.v1.event import CloudEvent

url, key = sys.argv[1], sys.argv[2]
for number, convert in [(0, to_structured_event), (0, to_binary_event), (1, to_binary_event)]:
    message = convert(CloudEvent(
        {"type": "bellwether.app_opened", "source": "https://example.com/apps/com.example.shop", "id": f"ä-{number}",
         "specversion": "1.0", "datacontenttype": "application/json",
         "subject": "00000000-0000-4000-8000-0000000000aa", "time": datetime(2026, 3, 1, 12, tzinfo=timezone.utc)},
        {"os": {"name": "iOS", "version": "17.4"}, "locale": "ja_JP"}))
    headers = {**message.headers, "Authorization": f"Bearer {key}"}
    reply = requests.post(url + "/v1/events", data=message.body, headers=headers)
    reply.raise_for_status()
    print(reply.json()["accepted"], reply.json()["duplicates"], len(reply.json()["rejected"]))
