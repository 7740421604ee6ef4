"""Sends the complete roster in roster.json and waits for the result. Run it every night.

Needs Python 3.9 or newer, TRANSIT_URL, TRANSIT_USERNAME, TRANSIT_PASSWORD, and the id of the integration as an argument.
"""
import base64
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timezone

url, username, password = (os.environ.get(name) for name in ("TRANSIT_URL", "TRANSIT_USERNAME", "TRANSIT_PASSWORD"))
if not (url and username and password and len(sys.argv) > 1):
    sys.exit("Set TRANSIT_URL, TRANSIT_USERNAME and TRANSIT_PASSWORD, and give the id of the integration.")
api = f"{url}/hr-integrations/{sys.argv[1]}"
key = f"{username}:{password}"
headers = {
    "Authorization": "Basic " + base64.b64encode(key.encode()).decode(),
    "Content-Type": "application/json",
}


def ask(address, body=None):
    """Tries again if the service cannot be reached, is busy (503) or limits requests (429). Other errors are shown."""
    for attempt in range(1, 7):
        try:
            with urllib.request.urlopen(urllib.request.Request(address, body, headers)) as answer:
                text = answer.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            if attempt == 6 or (error.code != 429 and error.code < 500):
                sys.exit(f"{error.code}: {error.read().decode()}")
            time.sleep(int(error.headers.get("Retry-After", attempt * 2)))
        except urllib.error.URLError as error:
            if attempt == 6:
                sys.exit(f"{url} cannot be reached: {error.reason}")
            time.sleep(attempt * 2)


# Replace these lines by a call of your HR system. The list must be complete: people who are missing are offboarded.
with open("roster.json", encoding="utf-8") as file:
    employees = json.load(file)

sync_id = datetime.now(timezone.utc).isoformat()

# Sending it again is safe: the syncId names this roster, so it is applied once.
ask(f"{api}/sync", json.dumps({"syncId": sync_id, "employees": employees}).encode())

# The service applies the roster in the background. Ask until it is done.
while True:
    time.sleep(1)
    sync = ask(f"{api}/syncs/{urllib.parse.quote(sync_id, safe='')}")["data"]
    if sync["status"] not in ("queued", "running"):
        break

print(sync["status"], json.dumps(sync["counts"]))
for problem in sync["problems"]:
    print(problem["code"], problem["message"], problem["count"], problem["hrIds"], file=sys.stderr)
sys.exit(0 if sync["status"] == "succeeded" else 1)
