"""The scenarios: PostgreSQL alone, and under Patroni."""
import signal
import time

import processes
from databases import Patroni, PostgreSQL
from proxy import Proxy
from stage import Stage, PLAY
from wire import request

STRICT = {
    "ttl": 20, "loop_wait": 5, "retry_timeout": 5,
    "synchronous_mode": True, "synchronous_mode_strict": True,
}
LAGGING = {"ttl": 20, "loop_wait": 5, "retry_timeout": 5, "maximum_lag_on_failover": 1 << 30}
LOST_REPLIES = 4  # of each kind
KILLS = 6


def postgresql(program, folder, figures):
    """Lost replies, kills, and a game manager that is frozen."""
    database = PostgreSQL(folder)
    proxy = None
    stage = None
    try:
        database.start()
        proxy = Proxy(database.port)
        stage = Stage(program, folder, database, figures, database.address(proxy.port))
        stage.open()

        def lose(word):
            for _ in range(LOST_REPLIES):
                before = proxy.cuts
                proxy.lose_reply_of(word)
                processes.wait_until(lambda: proxy.cuts > before, 60, f"no append contains {word}")
                time.sleep(2)

        for word in ("start_round", "end_round", "mark_hand", "confirm_claim"):
            stage.under_play(f"{LOST_REPLIES} lost replies of {word}", lambda word=word: lose(word))

        def kill():
            for _ in range(KILLS):
                database.kill()
                time.sleep(0.5)
                database.start()
                time.sleep(4)

        stage.under_play(f"PostgreSQL killed {KILLS} times", kill)
        answers = []
        frozen = stage.under_play("game manager frozen 13 s", lambda: freeze_leader(stage, answers))
        frozen.notes.append(f"answers of the woken leader's /ready: {answers}")
        if 200 in answers:
            frozen.failures.append("/ready of the woken leader is 200 beside the new leader's")
    finally:
        end(stage, proxy, database)


def freeze_leader(stage, answers):
    """`answers`: what its /ready says from the moment it wakes; it ends soon."""
    leader = stage.leader()
    leader.send(signal.SIGSTOP)
    time.sleep(13)
    leader.send(signal.SIGCONT)
    woken = leader.process
    while woken.poll() is None and len(answers) < 1000:
        try:
            answers.append(request(leader.port, "GET", "/ready", timeout=1.0)[0])
        except OSError:
            pass


def rollback(program, folder, figures):
    """A database that goes back in time: under a living leader, then under a standby whose leader dies."""
    database = PostgreSQL(folder)
    stage = None
    try:
        database.start()
        stage = Stage(program, folder, database, figures)
        stage.open()
        for victim in (None, "leader"):
            scenario = "rollback under the leader" if victim is None else "rollback, leader killed"
            database.put_aside()
            database.start()
            processes.wait_until(stage.leader, 60, "nobody leads")
            floor = stage.begin()
            print(f"{time.strftime('%H:%M:%S')}  {scenario}", flush=True)
            time.sleep(PLAY)
            leader = stage.leader()
            if victim:
                leader.killed_with.add(signal.SIGKILL)
                leader.stopping.set()
                leader.process.kill()
            since = time.time()
            database.go_back()
            database.start()
            must_say = [manager for manager in stage.managers if not victim or manager is not leader]
            stage.wait_for_rollback(must_say, since, 40)
            time.sleep(PLAY)
            floor.stop(1)
            accept(stage, scenario, floor, since)
    finally:
        end(stage, database)


def accept(stage, scenario, floor, since):
    """The loss is there and is said; two people accept it, and play continues."""
    figures = stage.compare(scenario, floor, since)
    if figures.lost == 0:
        figures.failures.append("the scenario lost nothing")
    stage.way_out(figures)
    stage.under_play(scenario + ": after the way out", lambda: None)


def patroni(program, folder, figures):
    """Three members, strict synchronous replication: crashes, a switchover, a frozen primary."""
    database = Patroni(folder, STRICT)
    stage = None
    try:
        database.start()
        stage = Stage(program, folder, database, figures)
        stage.open()

        def crash_machine():
            stage.crashed = database.primary()
            stage.crashed.kill_machine()

        stage.under_play("Patroni: machine crash", crash_machine)
        stage.crashed.start()
        database.wait_whole()
        stage.under_play("Patroni: postgres crash", lambda: database.primary().kill_postgresql())
        database.wait_whole()
        stage.under_play("Patroni: switchover", database.switch_over)
        database.wait_whole()

        for scenario, database_first in (("frozen 40 s", 0), ("frozen in mid-round", STRICT["loop_wait"] + 2)):
            scenario = "Patroni: primary " + scenario
            figures = stage.under_play(scenario, lambda: freeze(database, database_first), may_lose=True)
            database.wait_whole()
            if figures.lost:
                stage.way_out(figures)
                stage.under_play(scenario + ": after the way out", lambda: None)
    finally:
        end(stage, database)


def freeze(database, database_first):
    """The primary's machine stands still for 40 s. When PostgreSQL does so some seconds before Patroni, Patroni is
    waiting for it between reading etcd and renewing its key, and renews it after waking, whoever has it by then."""
    member = database.primary()
    everything = member.everything()
    try:
        processes.signal_all([pid for pid in everything if pid != member.process.pid], signal.SIGSTOP)
        time.sleep(database_first)
        member.process.send_signal(signal.SIGSTOP)
        time.sleep(40)
    finally:
        processes.signal_all(everything, signal.SIGCONT)
    time.sleep(15)


def lagging(program, folder, figures):
    """Patroni without synchronous replication promotes a replica that lags: what was acknowledged is gone."""
    database = Patroni(folder, LAGGING)
    stage = None
    try:
        database.start()
        stage = Stage(program, folder, database, figures)
        stage.open()
        floor = stage.begin()
        print(f"{time.strftime('%H:%M:%S')}  Patroni: lagging replica promoted", flush=True)
        primary = database.primary()
        replicas = [member for member in database.members if member is not primary]
        stopped = [pid for member in replicas for pid in member.everything()]
        processes.signal_all(stopped, signal.SIGSTOP)
        time.sleep(PLAY)
        since = time.time()
        primary.kill_machine()
        # What waits in their sockets must not arrive either.
        processes.signal_all([pid for pid in stopped if processes.is_named(pid, "walreceiver")], signal.SIGKILL)
        processes.signal_all(stopped, signal.SIGCONT)
        processes.wait_until(database.primary, 90, "no replica was promoted")
        stage.wait_for_rollback(stage.managers, since, 60)
        time.sleep(PLAY)
        floor.stop(1)
        primary.start()
        database.wait_whole()
        accept(stage, "Patroni: lagging replica promoted", floor, since)
    finally:
        end(stage, database)


def end(*parts):
    """Everything is stopped, whatever happened to the rest."""
    for part in parts:
        if part is None:
            continue
        try:
            part.close() if hasattr(part, "close") else part.stop()
        except Exception as error:  # noqa: BLE001: the others must be stopped too
            print(f"stopping {type(part).__name__}: {error}", flush=True)


ALL = {"postgresql": postgresql, "rollback": rollback, "patroni": patroni, "lagging": lagging}
