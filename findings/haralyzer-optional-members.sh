#!/usr/bin/env bash
# haralyzer 2.4.0 (PyPI): it loads an archive that has only what HAR 1.2 demands, but some of its properties then raise. For
# optional members that may surprise nobody; but `page_size_trans`, the size of a page as it travelled, is read from
# `_transferSize` alone, a field of Chromium's own, although `bodySize` and `headersSize` of the format say it. An exporter that
# keeps to the format gives no such size, however complete it is.
#
# Seen with Python 3.11 or later:
#   browser: KeyError 'browser'
#   page_size: 2
#   page_size_trans: KeyError '_transferSize'
#   port: KeyError 'connection'
#   serverAddress: KeyError 'serverIPAddress'
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install -q haralyzer==2.4.0
cat >"$folder/read.py" <<'PYTHON'
from haralyzer import HarParser

entry = {
    "startedDateTime": "2026-01-01T00:00:00.000Z", "time": 1, "cache": {},
    "timings": {"send": 0, "wait": 1, "receive": 0},
    "request": {
        "method": "GET", "url": "https://api.example.com/", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
        "queryString": [], "headersSize": 40, "bodySize": 0},
    "response": {
        "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [], "redirectURL": "",
        "content": {"size": 2, "mimeType": "text/plain", "text": "ok"}, "headersSize": 19, "bodySize": 2}}
parser = HarParser({"log": {"version": "1.2", "creator": {"name": "by hand", "version": "1"}, "entries": [entry]}})
page = parser.pages[0]

def show(thing, name):
    try: print(f"{name}: {getattr(thing, name)}")
    except KeyError as error: print(f"{name}: KeyError {error}")

show(parser, "browser")
show(page, "page_size")
show(page, "page_size_trans")
show(page.entries[0], "port")
show(page.entries[0], "serverAddress")
PYTHON
"$folder/python/bin/python" "$folder/read.py" | tee "$folder/seen.txt"
diff - "$folder/seen.txt" <<'SEEN'
browser: KeyError 'browser'
page_size: 2
page_size_trans: KeyError '_transferSize'
port: KeyError 'connection'
serverAddress: KeyError 'serverIPAddress'
SEEN
