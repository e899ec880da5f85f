"""Game managers as systemd runs them: started again when they end. What they say is kept with the time."""
import json
import os
import shutil
import signal
import subprocess
import threading
import time

import processes
from wire import request

START_PATIENCE = 60


class Manager:
    def __init__(self, program, name, folder, ledger, port):
        self.program, self.name, self.ledger, self.port = program, name, ledger, port
        self.folder = os.path.join(folder, name)
        os.mkdir(self.folder)
        self.secret = os.path.join(self.folder, "secret")
        self.log = os.path.join(self.folder, "log")
        self.process = None
        self.killed_with = set()  # signals that a scenario sent
        self.exits = []  # (time, exit code; negative: the signal)
        self.ready = []  # (time, status, role, reason), when it changed
        self.alarms = {}  # kind: (first time, text)
        self.stopping = threading.Event()
        self.keeper = threading.Thread(target=self._keep, daemon=True)
        self.watcher = threading.Thread(target=self._watch, daemon=True)

    def start(self, secret_of=None):
        if secret_of:
            shutil.copy(secret_of.secret, self.secret)
        self.keeper.start()
        self.watcher.start()
        until = time.time() + START_PATIENCE
        while not self.ready and time.time() < until:
            time.sleep(0.05)
        if not self.ready:
            raise RuntimeError(f"{self.name} does not answer; see {self.log}")

    def stop(self):
        """Ends it and keeps it down."""
        self.stopping.set()
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.keeper.join(30)
        self.watcher.join(10)

    def again(self):
        """The same game manager, to be started once more: its folder, port and history."""
        other = object.__new__(Manager)
        other.__dict__.update(self.__dict__)
        other.stopping = threading.Event()
        other.keeper = threading.Thread(target=other._keep, daemon=True)
        other.watcher = threading.Thread(target=other._watch, daemon=True)
        return other

    def send(self, number):
        self.process.send_signal(number)

    def said(self):
        with open(self.log, errors="replace") as file:
            return file.read()

    def is_ready(self):
        return self.process.poll() is None and bool(self.ready) and self.ready[-1][1] == 200

    def first(self, what, since):
        """When the log first said this, after `since`; None if it did not."""
        for line in self.said().splitlines():
            if what not in line:
                continue
            try:
                at = json.loads(line)["time_ms"] / 1000
            except (ValueError, KeyError, TypeError):
                continue
            if at >= since:
                return at
        return None

    def _keep(self):
        # The process dies with this thread, which lasts as long as it does.
        while not self.stopping.is_set():
            with open(self.log, "ab") as log:
                self.process = subprocess.Popen(
                    [self.program, "serve", "--ledger", self.ledger, "--listen", f"127.0.0.1:{self.port}"]
                    + ["--secret", self.secret, "--standby"],
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    preexec_fn=processes.die_with_parent(signal.SIGKILL),
                )
            code = self.process.wait()
            self.exits.append((time.time(), code))
            self.stopping.wait(1)  # RestartSec of the operator's guide

    def _watch(self):
        while not self.stopping.is_set():
            try:
                status, _, body = request(self.port, "GET", "/ready", timeout=1.0)
                now = (status, body.get("role", ""), body.get("reason", ""))
            except (OSError, AttributeError):
                now = (0, "", "no answer")
            if not self.ready or self.ready[-1][1:] != now:
                self.ready.append((time.time(), *now))
            self.stopping.wait(0.1)


class AlarmWatch(threading.Thread):
    """Reads /v1/floor of every game manager with the session of a supervisor, and notes every alarm."""

    def __init__(self, managers, pins):
        super().__init__(daemon=True)
        self.managers, self.pin = managers, pins["floor-super-2"]
        self.stopping = threading.Event()

    def run(self):
        cookies = {}
        while not self.stopping.is_set():
            for manager in self.managers:
                try:
                    self._look(manager, cookies)
                except OSError:
                    pass
            self.stopping.wait(0.5)

    def _look(self, manager, cookies):
        if manager.name not in cookies:
            # Only a leader signs people in; the session outlives its leading.
            if not manager.is_ready():
                return
            status, headers, _ = request(
                manager.port, "POST", "/v1/sign-in", {"staff": "floor-super-2", "pin": self.pin}, timeout=1.0
            )
            if status != 200:
                return
            cookies[manager.name] = headers["Set-Cookie"].split(";")[0]
        status, _, floor = request(
            manager.port, "GET", "/v1/floor", headers={"Cookie": cookies[manager.name]}, timeout=1.0
        )
        if status == 401:
            del cookies[manager.name]
        if status == 200:
            for alarm in floor["alarms"]["alarms"]:
                key = (manager.name, alarm["kind"], alarm["table"], alarm["time_ms"])
                manager.alarms.setdefault(key, (alarm["time_ms"] / 1000, alarm["text"]))
