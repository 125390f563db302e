#!/usr/bin/env bash
# Opens recordings in other programs that read HAR: haralyzer 2.4.0, hario-core 0.4.2, har2tree 1.43.0 and mitmproxy 11.0.2.
# Each must load every entry. mitmproxy, which makes requests and answers of them, must have each cookie and each body that the
# file has; but it takes letters outside ASCII for ISO 8859-1 where a type names no charset, and those are left out here.
# haralyzer has methods that need members which HAR 1.2 makes optional, so it is asked for no more than the entries.
#
#   findings/recordings-in-other-tools.sh FILE.har …
#
# With CHROMIUM=/usr/bin/chromium, Playwright 1.65.2 replays each file, too, and must answer each POST whose body is text.
# Needs Python 3.11 or later, and the network for pip. Not a part of CI.
set -euo pipefail
[ $# -gt 0 ] || { echo 'Name recordings.' >&2; exit 2; }
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install -q haralyzer==2.4.0 hario-core==0.4.2 har2tree==1.43.0 mitmproxy==11.0.2
cat >"$folder/open.py" <<'PYTHON'
import base64, json, sys
from pathlib import Path
import har2tree, haralyzer
from hario_core.parse import parse
from mitmproxy.io.har import request_to_flow

def check(what, got, wanted):
    if got != wanted: sys.exit(f"{what}: {got!r}, not {wanted!r}")

def is_guessed(part):
    named = "json" in part["mimeType"] or "charset" in part["mimeType"]
    return not named and not (part.get("text") or "").isascii()

def body(part, encoding):
    text = part.get("text") or ""
    return base64.b64decode(text) if encoding == "base64" else text.encode()

for name in sys.argv[1:]:
    entries = json.loads(Path(name).read_text())["log"]["entries"]
    check("haralyzer", len(haralyzer.HarParser.from_file(name).har_data["entries"]), len(entries))
    check("hario-core", len(parse(name).entries), len(entries))
    check("har2tree", har2tree.HarFile(Path(name), "recording").number_entries, len(entries))
    for entry in entries:
        flow, where = request_to_flow(entry), entry["request"]["url"]
        answer, sent = entry["response"], entry["request"].get("postData")
        cookies = [field["value"] for field in answer["headers"] if field["name"].lower() == "set-cookie"]
        check(f"cookies of {where}", flow.response.headers.get_all("set-cookie"), cookies)
        content = answer["content"]
        if not is_guessed(content): check(f"answer of {where}", flow.response.content, body(content, content.get("encoding")))
        if sent and "_encoding" not in sent and not is_guessed(sent): check(f"body of {where}", flow.request.content, body(sent, None))
    print(f"{name}: {len(entries)} entries")
PYTHON
"$folder/python/bin/python" "$folder/open.py" "$@"

[ -n "${CHROMIUM:-}" ] || exit 0
"$folder/python/bin/pip" install -q playwright==1.65.2
cat >"$folder/replay.py" <<'PYTHON'
import json, os, sys
from pathlib import Path
from playwright.sync_api import sync_playwright

fetch = """async ([url, body, type]) =>
  (await fetch(url, { method: 'POST', body, headers: { 'Content-Type': type } })).status"""
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
    for name in sys.argv[1:]:
        context = browser.new_context()
        context.route_from_har(name, not_found="abort")
        for request in (entry["request"] for entry in json.loads(Path(name).read_text())["log"]["entries"]):
            body = request.get("postData")
            if request["method"] != "POST" or not body or "_encoding" in body: continue
            page = context.new_page()
            # A page of the same origin, so that the type of the body is sent.
            page.route("**/empty-page", lambda route: route.fulfill(body=""))
            page.goto("/".join(request["url"].split("/")[:3]) + "/empty-page")
            page.evaluate(fetch, [request["url"], body["text"], body["mimeType"]])
        print(f"{name}: Playwright")
PYTHON
"$folder/python/bin/python" "$folder/replay.py" "$@"
