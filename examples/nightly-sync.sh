#!/bin/sh
# Sends the complete roster in roster.json and waits for the result. Run it every night, for example with cron.
# Needs TRANSIT_URL, TRANSIT_USERNAME, TRANSIT_PASSWORD and the id of the integration as the first argument.
set -eu
: "${TRANSIT_URL:?must be set}" "${TRANSIT_USERNAME:?must be set}" "${TRANSIT_PASSWORD:?must be set}"
integration="${1:?the id of the integration is missing}"
sync_id="$(date -u +%Y-%m-%dT%H:%M:%SZ)"
api="$TRANSIT_URL/hr-integrations/$integration"
body="$(mktemp)"
trap 'rm -f "$body"' EXIT

# The roster is {"syncId": …, "employees": […]}. roster.json holds the list of employees.
printf '{"syncId": "%s", "employees": %s}' "$sync_id" "$(cat roster.json)" > "$body"

# Sending it again is safe: the syncId names this roster, so it is applied once.
curl --silent --show-error --fail-with-body --retry 5 --retry-connrefused \
  --user "$TRANSIT_USERNAME:$TRANSIT_PASSWORD" --header 'Content-Type: application/json' \
  --data-binary @"$body" "$api/sync"

# The service applies the roster in the background. Ask until it is done.
while :; do
  sync="$(curl --silent --show-error --fail-with-body --user "$TRANSIT_USERNAME:$TRANSIT_PASSWORD" "$api/syncs/$sync_id")"
  case "$sync" in
    *'"status":"succeeded"'*) echo "$sync"; exit 0 ;;
    *'"status":"queued"'* | *'"status":"running"'*) sleep 2 ;;
    *) echo "$sync" >&2; exit 1 ;;
  esac
done
