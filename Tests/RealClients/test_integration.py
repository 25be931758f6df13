"""The examples beside the sample configuration, run as they are against a simulation."""

import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
import uuid

import tree_sitter
import tree_sitter_kotlin

from simulation import SimulationTest, free_port

EXAMPLES = pathlib.Path(__file__).parents[2] / "Sources/churntopd/Resources/Integration"


class IntegrationTests(SimulationTest):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.base = f"http://127.0.0.1:{cls.simulation.port}"
        scopes = ["prompts:read", "prompts:write", "access:read"]
        words = [word for scope in scopes for word in ("--scope", scope)]
        made = cls.simulation.churntopd("token", "create", f"test-{uuid.uuid4()}", *words)
        cls.token = made.stdout.strip()
        time.sleep(2.5)
        cls.environment = os.environ | {"CHURNTOPD": cls.base, "TOKEN": cls.token}
        # One account of each store that fails to pay, with its prompt.
        cls.due = {}
        for account in cls.accounts():
            for one in cls.prompts(account)["subscriptions"]:
                if one["prompt"]["decision"] == "due" and one["prompt"]["step"] == 2:
                    cls.due.setdefault(one["store"], []).append((account, one["subscription"]))

    @classmethod
    def accounts(cls) -> list[str]:
        path = cls.simulation.folder / "ledger.sqlite"
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as ledger:
            rows = ledger.execute("SELECT DISTINCT account FROM subscribers WHERE account > ''")
            return [account for account, in rows]

    @classmethod
    def prompts(cls, account: str) -> dict:
        request = urllib.request.Request(
            f"{cls.base}/v1/prompts?" + urllib.parse.urlencode({"account": account}),
            headers={"Authorization": f"Bearer {cls.token}"})
        with urllib.request.urlopen(request, timeout=10) as reply:
            return json.load(reply)

    def shown(self, account: str, subscription: str) -> int:
        return next(
            one["prompt"]["shownInEpisode"] for one in self.prompts(account)["subscriptions"]
            if one["subscription"] == subscription)

    def test_curl(self) -> None:
        account, subscription = self.due["app-store"][0]
        before = self.shown(account, subscription)
        environment = self.environment | {"KEY": str(uuid.uuid4())}
        for _ in range(2):
            run = subprocess.run(
                [EXAMPLES / "requests.sh", account, "shown"], env=environment,
                capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            access, prompts, recorded = [json.loads(line) for line in run.stdout.splitlines()]
            self.assertEqual((access["account"], prompts["account"]), (account, account))
            self.assertIn("granted", access)
            self.assertTrue(recorded)
        # Without "shown" nothing is recorded.
        asked = subprocess.run(
            [EXAMPLES / "requests.sh", account], env=self.environment, capture_output=True,
            text=True, timeout=60)
        self.assertEqual((asked.returncode, len(asked.stdout.splitlines())), (0, 2))
        # The same key twice is one showing.
        self.assertEqual(self.shown(account, subscription), before + 1)
        refused = subprocess.run(
            [EXAMPLES / "requests.sh", account], env=self.environment | {"TOKEN": "wrong"},
            capture_output=True, text=True, timeout=60)
        self.assertNotEqual(refused.returncode, 0)

    def test_backend(self) -> None:
        account, subscription = self.due["google-play"][0]
        other, others = self.due["app-store"][1]
        with tempfile.TemporaryDirectory() as folder:
            sessions = pathlib.Path(folder) / "sessions.json"
            sessions.write_text(json.dumps({"mei": account, "ada": other}))
            port = free_port()
            backend = subprocess.Popen(
                [sys.executable, EXAMPLES / "backend.py"],
                env=self.environment | {"SESSIONS": str(sessions), "PORT": str(port)},
                stderr=subprocess.DEVNULL)
            self.addCleanup(backend.wait)
            self.addCleanup(backend.terminate)

            def ask(path: str, session: str = "mei", body=None):
                request = urllib.request.Request(
                    f"http://127.0.0.1:{port}{path}",
                    headers={"Authorization": f"Bearer {session}"})
                if body is not None:
                    request.data = json.dumps(body).encode()
                for _ in range(100):
                    try:
                        with urllib.request.urlopen(request, timeout=10) as reply:
                            return reply.status, json.load(reply)
                    except urllib.error.HTTPError as error:
                        return error.code, json.load(error)
                    except urllib.error.URLError:
                        time.sleep(0.1)
                self.fail("the backend does not listen")

            status, access = ask("/access")
            self.assertEqual((status, set(access)), (200, {"granted", "until", "known"}))
            self.assertIs(access["known"], True)
            status, answer = ask("/billing-prompt")
            self.assertEqual(status, 200)
            prompt = answer["prompt"]
            self.assertEqual(
                (prompt["subscription"], prompt["store"], prompt["step"]),
                (subscription, "google-play", 2))
            self.assertTrue(prompt["link"].startswith("https://play.google.com/store/account/"))
            self.assertEqual(ask("/access", "nobody")[0], 401)
            self.assertEqual(ask("/elsewhere")[0], 404)

            before = self.shown(account, subscription)
            told = {"subscription": subscription, "step": 2, "key": str(uuid.uuid4())}
            self.assertEqual([ask("/billing-prompt/shown", body=told)[0] for _ in "12"], [200] * 2)
            self.assertEqual(self.shown(account, subscription), before + 1)
            self.assertEqual(ask("/billing-prompt")[1], {"prompt": None})
            # A key that was used for something else is refused for good, and not repeated.
            self.assertEqual(ask("/billing-prompt/shown", body=told | {"step": 3})[0], 400)

            # Nobody records anything for another, nor what cannot be understood.
            for wrong in [told | {"subscription": others}, told | {"step": 9}, {}, [], "x"]:
                self.assertEqual(ask("/billing-prompt/shown", body=wrong)[0], 400, wrong)
            self.assertEqual(self.shown(other, others), 0)

    def test_kotlin_is_kotlin(self) -> None:
        parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_kotlin.language()))
        text = (EXAMPLES / "BillingPrompt.kt").read_bytes()
        self.assertFalse(parser.parse(text).root_node.has_error)
        self.assertTrue(parser.parse(text[:-9]).root_node.has_error)

    @unittest.skipUnless(shutil.which("swiftc"), "no Swift compiler")
    def test_swift_is_swift(self) -> None:
        subprocess.run(
            ["swiftc", "-parse", EXAMPLES / "BillingPrompt.swift"], check=True, timeout=120)
