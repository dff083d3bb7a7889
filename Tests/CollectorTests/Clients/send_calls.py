"""Sends calls with Segment's own library: send_calls.py URL KEY, the anonymous id, and a number of calls."""
import sys
import segment.analytics as analytics

url, key, anonymous, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
failures = []
analytics.host, analytics.write_key, analytics.gzip = url, key, count % 2 == 0
analytics.on_error = lambda error, items: failures.append(error)
context = {"os": {"name": "iOS", "version": "17.4"}, "app": {"version": "5.12.0"}}
for number in range(count):
    analytics.track(anonymous_id=anonymous, event="Push Notification Opened", context=context,
                    properties={"notification_id": f"n-{number}"})
analytics.identify(anonymous_id=anonymous, traits={"plan": "free"})
analytics.shutdown()
sys.exit(str(failures) if failures else 0)
