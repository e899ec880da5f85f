"""Tables that play without pause, a supervisor who confirms claims, and a record of all that was acknowledged."""
import random
import threading
import time

from wire import Closed, Live, request

ANSWER_PATIENCE = 3.0  # seconds for an answer, before the channel is opened again
PAUSE = 0.02  # between rounds: this is about faults, not about speed


class Record:
    """What game managers acknowledged: the command's id in the journal, the entry, what it said."""

    def __init__(self):
        self.lock = threading.Lock()
        self.entries = []
        self.problems = []

    def note(self, command_id, sequence, said, is_lock=False):
        with self.lock:
            self.entries.append((command_id, sequence, said, time.time(), is_lock))

    def note_problem(self, text):
        with self.lock:
            if len(self.problems) < 50:
                self.problems.append(text)

    def mark(self):
        with self.lock:
            return len(self.entries)


def said_by(outcome):
    """What of an answer the journal must have recorded in the same words."""
    refused = outcome.get("refused")
    paid = sorted((one["claim"], one["amount"]) for one in outcome.get("paid", []))
    return (outcome.get("round", 0), outcome.get("claim", 0), refused["code"] if refused else "", tuple(paid))


class Player(threading.Thread):
    """The controller of one table."""

    def __init__(self, name, token, ports, record, run):
        super().__init__(daemon=True)
        self.device = name
        self.token = token
        self.ports = ports
        self.record = record
        self.run_name = run
        self.random = random.Random(name + run)
        self.finishing = threading.Event()  # no further round
        self.stopping = threading.Event()  # no further attempt
        self.channel = None
        self.table = None
        self.link = None
        self.sent = 0
        self.at = 0

    def run(self):
        while not self.finishing.is_set():
            self.play_round()
            self.stopping.wait(PAUSE)
        self._drop()

    # The channel: to whoever leads.

    def _drop(self):
        if self.channel:
            self.channel.close()
        self.channel = None

    def _connect(self):
        while not self.stopping.is_set():
            port = self.ports[self.at % len(self.ports)]
            try:
                self.channel = Live(port, self.token)
                hello = self.channel.receive(2.0)
                if hello and hello["hello"]["leading"]:
                    self.channel.send({"sensors": {"lit": []}})
                    while self.table is None or self.link is None:
                        self._note(self.channel.receive(2.0) or {})
                    return True
            except Closed as end:
                if end.code == 4004:
                    self.record.note_problem(f"{self.device}: another channel took its place")
            except OSError:
                pass
            self._drop()
            self.at += 1
            self.stopping.wait(0.1 + self.random.random() * 0.1)
        return False

    def _note(self, message):
        for view in (message.get("tables") or {}).get("tables", []):
            self.table = view
        for link in (message.get("meters") or {}).get("links", []):
            if link["prizes"]:
                self.link = link

    def _ask_once(self, message):
        """The answer; None when the message must be sent again."""
        if self.channel is None and not self._connect():
            return None
        try:
            self.channel.send(message)
            until = time.monotonic() + ANSWER_PATIENCE
            while (left := until - time.monotonic()) > 0:
                received = self.channel.receive(left)
                if received is None:
                    break
                self._note(received)
                answer = received.get("answer")
                if answer and answer["id"] == message["id"]:
                    return answer
        except (Closed, OSError):
            pass
        self._drop()
        return None

    def ask(self, kind, body, is_lock=False):
        """Sends it until it is answered, always under one id; None at the end of the run."""
        self.sent += 1
        message = {"id": f"{self.run_name}-{self.sent}", kind: body}
        while not self.stopping.is_set():
            answer = self._ask_once(message)
            if kind == "press":
                body["again"] = True
            if answer is None:
                continue
            if answer["failed"]:
                if answer["failed"]["code"] == "standby":
                    self._drop()
                self.stopping.wait(0.2)
                continue
            if answer["sequence"] > 0:
                outcome = answer["accepted"] or {"refused": answer["refused"]}
                self.record.note(f"{self.device}:{message['id']}", answer["sequence"], said_by(outcome), is_lock)
            return answer
        return None

    # Play.

    def _press(self, kind, is_lock=False, **with_it):
        return self.ask("press", {"key": {"kind": kind, **with_it}}, is_lock)

    def play_round(self):
        if self.table is None and not self._connect():
            return
        name, presses = self.table["table"], self.table["keypad"] == "second_generation"
        lit = self._lit()
        if presses:
            answer = self._press("start_game", True, lit=lit)
        else:
            answer = self.ask("command", {"start_round": {"table": name, "wagers": lit}}, True)
        if answer and not answer["refused"] and self.random.random() < 0.15:
            self._mark(name, presses, self.random.choice(lit)["position"])
        for _ in range(200):
            answer = self._press("end_game") if presses else self.ask("command", {"end_round": {"table": name}})
            if answer is None or not answer["refused"]:
                return
            if answer["refused"]["code"] not in ("claim_undecided", "claims_open"):
                return  # no round is open
            self.stopping.wait(0.1)  # a supervisor comes
        self.record.note_problem(f"{name}: its round cannot be ended: {answer['refused']['text']}")

    def _lit(self):
        places = range(1, self.table["positions"] + 1)
        chosen = self.random.sample(list(places), self.random.randint(1, min(4, len(places))))
        return [
            {"position": at, "link": self.link["link"], "wager": self.random.choice(self.link["wagers"])}
            for at in sorted(chosen)
        ]

    def _mark(self, name, presses, position):
        # The hands that take a meter are rare even here.
        prizes = [one["hand"] for one in self.link["prizes"]]
        hand = self.random.choice(prizes if self.random.random() < 0.2 else prizes[-2:])
        if presses:
            self._press("spot", position=position)
            self._press("hand", link=self.link["link"], hand=hand)
        else:
            mark = {"table": name, "position": position, "link": self.link["link"], "hand": hand}
            self.ask("command", {"mark_hand": mark})


class Supervisor(threading.Thread):
    """An executive at the console who confirms every claim that waits, with a second person's PIN."""

    def __init__(self, pins, ports, record, run):
        super().__init__(daemon=True)
        self.pins = pins
        self.ports = ports
        self.record = record
        self.run_name = run
        self.stopping = threading.Event()
        self.cookies = {}
        self.sent = 0

    def ask(self, method, path, body=None):
        """Of whoever leads; None when nobody answers."""
        for port in self.ports:
            try:
                if port not in self.cookies and not self._sign_in(port):
                    continue
                status, _, content = request(port, method, path, body, {"Cookie": self.cookies[port]}, timeout=6.0)
            except OSError:
                continue
            if status == 401:
                self.cookies.pop(port, None)
            if status < 500 and status != 401:
                return status, content
        return None

    def _sign_in(self, port):
        card = "floor-executive"
        status, headers, _ = request(port, "POST", "/v1/sign-in", {"staff": card, "pin": self.pins[card]})
        if status == 200:
            self.cookies[port] = headers["Set-Cookie"].split(";")[0]
        return status == 200

    def run(self):
        while not self.stopping.is_set():
            found = self.ask("GET", "/v1/claims")
            for claim in found[1]["claims"] if found and found[0] == 200 else []:
                if claim["needs_confirmation"] and claim["status"] in ("marked", "acknowledged"):
                    self._confirm(claim["claim"])
            self.stopping.wait(0.3)

    def _confirm(self, claim):
        self.sent += 1
        second = {"staff": "floor-super-1", "pin": self.pins["floor-super-1"]}
        body = {"id": f"{self.run_name}-{self.sent}", "second": second, "command": {"confirm_claim": {"claim": claim}}}
        while not self.stopping.is_set():
            answer = self.ask("POST", "/v1/commands", body)
            if answer and answer[0] == 200:
                recorded = answer[1]
                self.record.note("floor-executive:" + body["id"], recorded["sequence"], said_by(recorded["outcome"]))
            if answer and answer[0] not in (401, 403, 429):
                return
            self.stopping.wait(0.3)


class Floor:
    """All tables together, on these game managers."""

    def __init__(self, kept, ports, run):
        self.record = Record()
        self.supervisor = Supervisor(kept["pins"], ports, self.record, run)
        self.players = [
            Player(device, token, ports, self.record, run)
            for device, token in sorted(kept["tokens"].items())
            if device.endswith("-controller")
        ]

    def start(self):
        for thread in [*self.players, self.supervisor]:
            thread.start()

    def stop(self, patience=10):
        """Rounds are ended where that can be done in time."""
        for player in self.players:
            player.finishing.set()
        until = time.time() + patience
        for player in self.players:
            player.join(max(0.0, until - time.time()))
        for player in self.players:
            player.stopping.set()
        for player in self.players:
            player.join(20)
        self.supervisor.stopping.set()
        self.supervisor.join(20)

    def longest_wait(self, since, until):
        """Seconds without an acknowledged START GAME at any table."""
        times = [since] + [one[3] for one in self.record.entries if one[4] and since < one[3] < until] + [until]
        return max(after - before for before, after in zip(times, times[1:]))

    def waits_for_play(self, seconds, unless=lambda: False):
        """Until every table has locked wagers in again; False if one has not after so long."""
        waiting = {player.device for player in self.players}
        since, until = time.time(), time.time() + seconds
        while waiting and time.time() < until and not unless():
            time.sleep(0.2)
            with self.record.lock:
                waiting -= {one[0].split(":")[0] for one in self.record.entries if one[4] and one[3] > since}
        return not waiting
