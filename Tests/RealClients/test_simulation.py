"""The configuration that 'churntopd simulate' names is one that its fake stores accept."""

import json
import unittest

from simulation import CATCH_UP_SECONDS, Simulation


class SimulationTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.simulation = Simulation()
        cls.addClassCleanup(cls.simulation.stop)

    def assert_accepted(self) -> None:
        for words in [("check-config",), ("sync", "--dry-run"), ("sync", "--force")]:
            run = self.simulation.churntopd(*words)
            with self.subTest(words):
                self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_accepts_what_its_configuration_sends(self) -> None:
        said = self.simulation.wait_for("its configuration:", CATCH_UP_SECONDS)
        self.assertLess(said, CATCH_UP_SECONDS)
        self.assertIn(str(self.simulation.folder), self.simulation.told[-1])
        # Once while the stores' past runs by, and once when it is over.
        self.assert_accepted()
        self.simulation.wait_for("live in the present", CATCH_UP_SECONDS)
        self.assert_accepted()
        refusals = [line for line in self.simulation.told if " warning " in line or "error" in line]
        self.assertEqual(refusals, [])
        self.assertTrue(json.loads(self.simulation.control("purchases")))
