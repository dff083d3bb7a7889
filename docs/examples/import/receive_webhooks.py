#!/usr/bin/env python3
"""Appends the JSON body of each webhook, as one line, to a file of the day: FOLDER/yyyy-mm-dd.ndjson.

Usage: receive_webhooks.py FOLDER HOST:PORT PATH     other paths are answered with 404
"""
import datetime
import http.server
import json
import pathlib
import sys

folder, (host, port), secret = pathlib.Path(sys.argv[1]), sys.argv[2].rsplit(":", 1), sys.argv[3]


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        if self.path != secret:
            return self.send_error(404)
        try:
            line = json.dumps(json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))) + "\n"
        except ValueError:
            return self.send_error(400)
        folder.mkdir(exist_ok=True)
        with open(folder / f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}.ndjson", "a") as file:
            file.write(line)
        self.send_response(200)
        self.end_headers()


http.server.HTTPServer((host, int(port)), Receiver).serve_forever()
