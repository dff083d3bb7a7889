#!/usr/bin/env python3
"""Writes the records of Avro files as lines of JSON, each with the type of event that the path of a Braze Current names.

Usage: avro_to_json.py FILE… > records.json     needs fastavro
"""
import json
import re
import sys

import fastavro

for path in sys.argv[1:]:
    kind = re.search(r"users\.[a-z.]+\.[A-Z][A-Za-z]+", path)
    with open(path, "rb") as file:
        for record in fastavro.reader(file):
            print(json.dumps(record | ({"event_type": kind[0]} if kind else {})))
