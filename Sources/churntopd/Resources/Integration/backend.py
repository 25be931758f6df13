#!/usr/bin/env python3
"""The part of an app's backend that stands between the app and churntopd.

    GET  /access                  {"granted": true, "until": "2026-12-01T00:00:00Z", "known": true};
                                  where it is not known, ask the store before you lock a user out
    GET  /billing-prompt          {"prompt": null}, or with subscription, store, step, link
    POST /billing-prompt/shown    {"subscription": ..., "step": 2, "key": a new UUID}

The app sends its user's session as a bearer token; churntopd's own token stays here. Nothing but
Python's standard library is needed. Environment:

    CHURNTOPD   where churntopd listens, such as http://127.0.0.1:8080
    TOKEN       of 'churntopd token create backend --scope prompts:read --scope prompts:write
                --scope access:read'
    SESSIONS    a JSON file {"session": "account"}: ask your own store of sessions instead
    PORT        where this listens, on the loopback device
"""

import http.server
import json
import os
import urllib.error
import urllib.parse
import urllib.request

CHURNTOPD, TOKEN = os.environ["CHURNTOPD"], os.environ["TOKEN"]
TIMEOUT_SECONDS = 5
BODY_MAX = 4_096


def account_of(session: str | None) -> str | None:
    """Whose session it is, by the name that the app gave the stores for this user."""
    with open(os.environ["SESSIONS"], encoding="utf-8") as file:
        return json.load(file).get(session)


def ask(path: str, query: dict | None = None, body: dict | None = None) -> dict:
    """What churntopd answers."""
    url = CHURNTOPD + path + ("?" + urllib.parse.urlencode(query) if query else "")
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {TOKEN}"})
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as reply:
        return json.load(reply)


def access(account: str) -> dict:
    """Whether the user may use what was bought; the app may keep it until then."""
    answer = ask("/v1/access", {"account": account})
    known = answer["reason"] != "notKnown"
    return {"granted": answer["granted"], "until": answer["until"], "known": known}


def prompt(account: str) -> dict:
    """The one prompt that is due, the app's banner (step 3) with the link to fix the payment."""
    for one in ask("/v1/prompts", {"account": account})["subscriptions"]:
        if one["prompt"]["decision"] == "due":
            return {"prompt": {
                "subscription": one["subscription"], "store": one["store"],
                "step": one["prompt"]["step"], "link": one["deepLink"]}}
    return {"prompt": None}


def shown(account: str, told: dict) -> dict:
    """Records that the app has shown a prompt, for a subscription of that very user."""
    own = {one["subscription"] for one in ask("/v1/prompts", {"account": account})["subscriptions"]}
    if told.get("subscription") not in own:
        raise KeyError(told.get("subscription"))
    ask("/v1/prompts/shown", body={
        "subscription": told["subscription"], "step": told["step"], "idempotencyKey": told["key"]})
    return {}


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers the app."""

    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_GET(self) -> None:
        self.reply({"/access": access, "/billing-prompt": prompt}.get(self.path))

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 < length <= BODY_MAX:
            self.close_connection = True
            return self.send(413, {"error": "the body is missing or too long"})
        body = self.rfile.read(length)
        known = self.path == "/billing-prompt/shown"
        self.reply((lambda account: shown(account, json.loads(body))) if known else None)

    def reply(self, answer) -> None:
        scheme, _, session = (self.headers.get("Authorization") or "").partition(" ")
        account = account_of(session) if scheme == "Bearer" else None
        if answer is None:
            return self.send(404, {"error": "there is no such thing"})
        if account is None:
            return self.send(401, {"error": "sign in"})
        try:
            self.send(200, answer(account))
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError):
            self.send(400, {"error": "not understood"})
        except urllib.error.HTTPError as error:
            # What churntopd will refuse again must not be repeated.
            final = error.code in (400, 404, 409)
            self.send(400 if final else 503, {"error": "refused" if final else "not possible now"})
        except OSError:
            self.send(503, {"error": "not possible now"})

    def send(self, status: int, body: dict) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    address = ("127.0.0.1", int(os.environ.get("PORT", "8090")))
    http.server.ThreadingHTTPServer(address, Handler).serve_forever()
