"""The program under test: 'churntopd simulate' with a folder and ports of its own."""

import atexit
import json
import os
import pathlib
import queue
import socket
import subprocess
import tempfile
import threading
import time
import tomllib
import unittest
import urllib.request

CATCH_UP_SECONDS = 30
"""How long the fake stores may take from the start of the program to the present."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Simulation:
    """A running simulation; nothing of it outlives `stop`."""

    def __init__(self) -> None:
        self.home = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.home.name) / "simulation"
        self.port = free_port()
        self.lines: queue.Queue[str] = queue.Queue()
        self.told: list[str] = []
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [os.environ["CHURNTOPD"], "simulate", "--folder", self.folder]
            + ["--port", str(self.port)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line)

    def wait_for(self, words: str, seconds: float) -> float:
        """Waits till a line says it; how many seconds after the start that was."""
        end = self.began + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                self.told.append(self.lines.get(timeout=left))
            except queue.Empty:
                break
            if words in self.told[-1]:
                return time.monotonic() - self.began
        raise AssertionError(f"no {words!r} within {seconds} s:\n" + "".join(self.told))

    def configuration(self) -> dict:
        """The configuration that the program has written."""
        return tomllib.loads((self.folder / "churntopd.toml").read_text())

    def control(self, path: str) -> bytes:
        """What the fake stores say to whoever runs them by hand."""
        base = self.configuration()["googlePlay"][0]["host"].rsplit("/", 1)[0]
        with urllib.request.urlopen(f"{base}/control/{path}", timeout=20) as reply:
            return reply.read()

    def purchases(self, store: str, environment: str = "production") -> list[dict]:
        """The purchases that a store may be asked about."""
        return [
            purchase for purchase in json.loads(self.control("purchases"))
            if (purchase["store"], purchase["environment"]) == (store, environment)]

    def churntopd(self, *words: str) -> subprocess.CompletedProcess:
        """Runs a command with the configuration of the simulation."""
        return subprocess.run(
            [os.environ["CHURNTOPD"], *words, "--config", self.folder / "churntopd.toml"],
            capture_output=True, text=True, timeout=60)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()
        self.home.cleanup()


class SimulationTest(unittest.TestCase):
    """Tests that share one simulation, which is in the present when they begin."""

    simulation: Simulation
    running: Simulation | None = None

    @classmethod
    def setUpClass(cls) -> None:
        if SimulationTest.running is None:
            SimulationTest.running = Simulation()
            atexit.register(SimulationTest.running.stop)
            SimulationTest.running.wait_for("live in the present", CATCH_UP_SECONDS)
        cls.simulation = SimulationTest.running
