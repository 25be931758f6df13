#!/bin/sh
# What an app's backend asks churntopd, by curl. Usage: requests.sh ACCOUNT [shown]
# With 'shown' it also reports a showing, which counts: the next prompt is due later.
# ACCOUNT is what the app gave the store: appAccountToken, or obfuscatedExternalAccountId.
# CHURNTOPD is the address, such as http://127.0.0.1:8080; TOKEN is of 'churntopd token create'
# with --scope prompts:read --scope prompts:write --scope access:read.
set -eu
account=$1
ask() {
  curl --fail-with-body --silent --show-error --max-time 5 \
    --header "Authorization: Bearer $TOKEN" "$@"
  echo
}

# May the account use what it bought, and until when?
ask --get "$CHURNTOPD/v1/access" --data-urlencode "account=$account"

# Is a prompt to fix the payment due? "due", and for each subscription "prompt" and "deepLink".
ask --get "$CHURNTOPD/v1/prompts" --data-urlencode "account=$account"

[ "${2-}" = shown ] || exit 0

# The store's message (step 2) was on the screen. The key is new for each showing, and the same
# when the request is repeated, so that it is recorded once.
key=${KEY:-$(cat /proc/sys/kernel/random/uuid)}
ask "$CHURNTOPD/v1/prompts/shown" --header 'Content-Type: application/json' \
  --data "{\"account\": \"$account\", \"step\": 2, \"idempotencyKey\": \"$key\"}"
