"""A database, two game managers on it with a floor of six tables, and a fault under play."""
import json
import os
import re
import subprocess
import time

import judge
import processes
from managers import AlarmWatch, Manager
from play import Floor

PLAY = 4  # seconds before and after a fault


class Stage:
    def __init__(self, program, folder, database, figures, address=None):
        self.program, self.folder, self.database = program, folder, database
        self.runs = 0
        self.figures = figures
        self.ledger = database.address()
        ports = processes.free_ports(2)
        self.managers = [
            Manager(program, "first", folder, address or self.ledger, ports[0]),
            Manager(program, "second", folder, self.ledger, ports[1]),
        ]
        self.watch = None

    def open(self):
        first, second = self.managers
        first.start()
        processes.wait_until(lambda: "one-time code: " in first.said(), 30, "the first manager prints no code")
        code = re.search(r"one-time code: (\S+)", first.said()).group(1)
        state = os.path.join(self.folder, "floor.state")
        done = subprocess.run(
            [self.program, "floor", "--server", f"http://127.0.0.1:{first.port}", "--code", code, "--state", state]
            + ["--rounds", "1", "--tables", "6", "--json"],
            capture_output=True, text=True, timeout=120,
        )
        if done.returncode != 0:
            raise RuntimeError("the floor cannot be set up: " + done.stdout + done.stderr)
        with open(state) as file:
            self.kept = json.load(file)
        second.start(secret_of=first)
        self._watch()

    def _watch(self):
        self.watch = AlarmWatch(self.managers, self.kept["pins"])
        self.watch.start()

    def close(self):
        if self.watch:
            self.watch.stopping.set()
        for manager in self.managers:
            if manager.keeper.is_alive():
                manager.stop()

    def leader(self):
        for manager in self.managers:
            if manager.is_ready():
                return manager
        return None

    def begin(self):
        self.runs += 1
        floor = Floor(self.kept, [manager.port for manager in self.managers], f"r{self.runs}")
        floor.start()
        if not floor.waits_for_play(60):
            raise RuntimeError(f"not every table plays; record: {floor.record.problems}")
        time.sleep(PLAY)
        return floor

    def under_play(self, scenario, fault, patience=90, may_lose=False):
        """Plays, lets the fault happen, plays on, and compares."""
        print(f"{time.strftime('%H:%M:%S')}  {scenario}", flush=True)
        floor = self.begin()
        since = time.time()
        fault()
        plays = floor.waits_for_play(patience, lambda: may_lose and bool(self.rolled_back(since)))
        time.sleep(PLAY)
        until = time.time()
        floor.stop()
        figures = self.compare(scenario, floor, since)
        figures.outage = f"{floor.longest_wait(since, until):.1f}"
        if not plays and not may_lose:
            figures.failures.append(f"after {patience} s not every table plays")
        return figures

    def compare(self, scenario, floor, since):
        """The record against the journal, as it is now."""
        figures = judge.Figures(scenario)
        self.figures.append(figures)
        judge.compare_record(figures, floor.record.entries, judge.read_journal(self.database))
        figures.notes += floor.record.problems
        figures.both_ready = judge.seconds_both_ready(self.managers, since, time.time())
        judge.note_managers(figures, self.managers, since)
        figures.alarms += [(at, name, "not ready: gone back") for name, at in self.rolled_back(since).items()]
        # An old primary that wins may have a command that was not acknowledged there, and was elsewhere.
        if figures.wrong and not self.rolled_back(since):
            figures.failures.append(f"{figures.wrong} acknowledged commands are recorded otherwise")
        if self.leader():
            judge.compare_shown(figures, lambda: floor.supervisor.ask("GET", "/v1/floor"), self.show)
        else:
            figures.levels = "not ready"
        if figures.lost and not self.rolled_back(since):
            figures.failures.append(f"{figures.lost} acknowledged commands are missing, and nobody says so")
        elif not figures.lost and not self.leader():
            figures.failures.append("nothing is missing, but nobody leads")
        judge.run_audit(figures, self.program, self.ledger)
        return figures

    def show(self):
        command = [self.program, "ledger", "show", self.ledger, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            raise RuntimeError("ledger show: " + done.stderr)
        return json.loads(done.stdout)

    def rolled_back(self, since):
        """When each manager said that the journal went back in time; by /ready, or by its refusal to start."""
        said = {}
        for manager in self.managers:
            for at, status, _, reason in manager.ready:
                if at >= since and status == 503 and judge.ROLLED_BACK in reason:
                    said.setdefault(manager.name, at - since)
        return said

    def wait_for_rollback(self, managers, since, seconds):
        processes.wait_until(
            lambda: all(manager.name in self.rolled_back(since) for manager in managers), seconds,
            f"not said that the journal went back in time: {[manager.ready[-1] for manager in managers]}")

    def way_out(self, figures):
        """The operator's guide, "Alarm journal_rolled_back": stop all, a start is refused, two people accept, start."""
        print(f"{time.strftime('%H:%M:%S')}    the way out", flush=True)
        self.watch.stopping.set()
        for manager in self.managers:
            if manager.keeper.is_alive():
                manager.stop()
        for manager in self.managers:
            start = [self.program, "serve", "--ledger", manager.ledger, "--secret", manager.secret]
            start += ["--listen", "127.0.0.1:0", "--standby"]
            refused = subprocess.run(start, capture_output=True, text=True, timeout=60)
            if refused.returncode == 0 or judge.BELOW_ANCHOR not in refused.stderr:
                figures.failures.append(f"{manager.name} starts below its anchor: {refused.stderr[-300:]}")
        for manager in self.managers:
            pins = f"{self.kept['pins']['floor-admin']}\n{self.kept['pins']['floor-executive']}\n"
            accept = [self.program, "ledger", "replace-anchor", self.ledger, "--secret", manager.secret]
            accept += ["--by", "floor-admin", "--second", "floor-executive", "--reason", "a test of failover"]
            done = subprocess.run(accept, input=pins, capture_output=True, text=True, timeout=60)
            if done.returncode != 0:
                figures.failures.append(f"{manager.name}: replace-anchor: {done.stderr}")
        self.managers = [manager.again() for manager in self.managers]
        for manager in self.managers:
            manager.ready.clear()
            manager.start()
        self._watch()
        processes.wait_until(self.leader, 60, "nobody leads after the anchors were replaced")
