"""PostgreSQL alone, and three members under Patroni with etcd: Debian's programs, on loopback, in a scratch folder."""
import glob
import json
import os
import shutil
import signal
import subprocess
import time

import processes
from wire import request

BIN = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1] if glob.glob("/usr/lib/postgresql/*/bin") else "/usr/bin"
PARAMETERS = {"max_connections": 50, "shared_buffers": "16MB", "wal_keep_size": "256MB", "fsync": "on"}


def psql(port, sql, timeout=30):
    """Rows of text; RuntimeError where it fails."""
    done = subprocess.run(
        [f"{BIN}/psql", "-X", "-At", "-F", "\t", "-h", "127.0.0.1", "-p", str(port), "-U", "postgres", "-d", "postgres"]
        + ["-v", "ON_ERROR_STOP=1", "-c", sql],
        capture_output=True, text=True, timeout=timeout,
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return [line.split("\t") for line in done.stdout.splitlines()]


def postmaster(data):
    try:
        with open(os.path.join(data, "postmaster.pid")) as file:
            return int(file.readline())
    except (OSError, ValueError):
        return None


class PostgreSQL:
    """One server; data folders can be put aside and back."""

    def __init__(self, folder):
        self.folder, self.data = folder, os.path.join(folder, "data")
        self.log = os.path.join(folder, "postgresql.log")
        (self.port,) = processes.free_ports(1)
        self.process = None
        processes.run([f"{BIN}/initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "-k", "-N"], self.log)

    def start(self):
        options = {**PARAMETERS, "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder}
        command = [f"{BIN}/postgres", "-D", self.data, "-p", str(self.port)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        self.process = processes.start(command, self.log, signal.SIGQUIT)
        processes.wait_until(self.answers, 60, f"PostgreSQL does not start; see {self.log}")

    def answers(self):
        try:
            return psql(self.port, "select 1") == [["1"]]
        except RuntimeError:
            return False

    def kill(self):
        processes.signal_all(processes.family(self.process.pid), signal.SIGKILL)
        self.process.wait(20)

    def stop(self):
        processes.end(self.process, signal.SIGINT, 30)

    def put_aside(self):
        self.stop()
        shutil.rmtree(self.data + ".aside", ignore_errors=True)
        subprocess.run(["cp", "-a", self.data, self.data + ".aside"], check=True)

    def go_back(self):
        self.kill()
        shutil.rmtree(self.data)
        subprocess.run(["cp", "-a", self.data + ".aside", self.data], check=True)

    def address(self, port=None):
        return f"postgresql://postgres@127.0.0.1:{port or self.port}/postgres"

    def read(self, sql):
        return psql(self.port, sql)


class Member:
    """A PostgreSQL under Patroni."""

    def __init__(self, folder, name, etcd, settings):
        self.name, self.log = name, os.path.join(folder, name + ".log")
        self.data = os.path.join(folder, name)
        self.port, self.rest = processes.free_ports(2)
        self.settings = os.path.join(folder, name + ".json")  # JSON is YAML
        self.process = None
        here = {"listen": f"127.0.0.1:{self.port}", "connect_address": f"127.0.0.1:{self.port}", "bin_dir": BIN}
        access = ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
        rest = {"listen": f"127.0.0.1:{self.rest}", "connect_address": f"127.0.0.1:{self.rest}"}
        password = {"password": "loopback"}
        content = {
            "scope": "floor",
            "name": name,
            "restapi": rest,
            "etcd3": {"host": f"127.0.0.1:{etcd}"},
            "bootstrap": {
                "dcs": {**settings, "postgresql": {"use_pg_rewind": True, "parameters": PARAMETERS}},
                "initdb": [{"auth": "trust"}, {"encoding": "UTF8"}, "data-checksums"],
                "pg_hba": access,
            },
            "postgresql": {
                **here,
                "data_dir": self.data,
                "pgpass": os.path.join(folder, name + ".pgpass"),
                "pg_hba": access,
                "authentication": {
                    "superuser": {"username": "postgres", **password},
                    "replication": {"username": "replicator", **password},
                },
                "parameters": {"unix_socket_directories": folder},
            },
        }
        with open(self.settings, "w") as file:
            json.dump(content, file)
        os.chmod(self.settings, 0o644)

    def start(self):
        self.process = processes.start(["/usr/bin/patroni", self.settings], self.log)

    def everything(self):
        pids = [self.process.pid] if self.process and self.process.poll() is None else []
        master = postmaster(self.data)
        return pids + (processes.family(master) if master else [])

    def kill_postgresql(self):
        processes.signal_all(processes.family(postmaster(self.data)), signal.SIGKILL)

    def kill_machine(self):
        processes.signal_all(self.everything(), signal.SIGKILL)
        self.process.wait(10)

    def stop(self):
        if postmaster(self.data):
            processes.signal_all(self.everything(), signal.SIGCONT)
        processes.end(self.process, signal.SIGTERM, 30)
        if postmaster(self.data):
            processes.signal_all(processes.family(postmaster(self.data)), signal.SIGKILL)


class Patroni:
    """Three members on one etcd. `settings` are Patroni's own (ttl, synchronous_mode …)."""

    def __init__(self, folder, settings):
        self.folder = folder
        client, peer = processes.free_ports(2)
        for_clients, for_peers = f"http://127.0.0.1:{client}", f"http://127.0.0.1:{peer}"
        self.etcd_command = ["/usr/bin/etcd", "--name", "one", "--data-dir", os.path.join(folder, "etcd")]
        self.etcd_command += ["--listen-client-urls", for_clients, "--advertise-client-urls", for_clients]
        self.etcd_command += ["--listen-peer-urls", for_peers, "--initial-advertise-peer-urls", for_peers]
        self.etcd_command += ["--initial-cluster", f"one={for_peers}"]
        self.etcd = None
        self.strict = bool(settings.get("synchronous_mode_strict"))
        self.members = [Member(folder, f"db{at}", client, settings) for at in (1, 2, 3)]

    def start(self):
        self.etcd = processes.start(self.etcd_command, os.path.join(self.folder, "etcd.log"), signal.SIGKILL)
        time.sleep(1)
        self.members[0].start()
        processes.wait_until(self.primary, 120, "no member is primary")
        for member in self.members[1:]:
            member.start()
        self.wait_whole()

    def view(self):
        for member in self.members:
            try:
                status, _, view = request(member.rest, "GET", "/cluster", timeout=2.0)
                if status == 200:
                    return view["members"]
            except (OSError, KeyError, TypeError):
                pass
        return []

    def primary(self):
        """The member that takes writes, by its own word; None while there is none."""
        for member in self.members:
            try:
                if request(member.rest, "GET", "/primary", timeout=2.0)[0] == 200:
                    return member
            except OSError:
                pass
        return None

    def is_whole(self):
        view = self.view()
        roles = [one["role"] for one in view]
        follows = [one["state"] in ("running", "streaming") for one in view]
        return len(view) == 3 and all(follows) and "leader" in roles and (not self.strict or "sync_standby" in roles)

    def wait_whole(self, seconds=120):
        processes.wait_until(self.is_whole, seconds, f"the cluster is not whole: {self.view()}")

    def switch_over(self):
        leader = self.primary()
        status, _, text = request(leader.rest, "POST", "/switchover", {"leader": leader.name}, timeout=60.0)
        if status != 200:
            raise RuntimeError(f"switchover: {status} {text}")

    def address(self):
        hosts = ",".join(f"127.0.0.1:{member.port}" for member in self.members)
        return f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"

    def read(self, sql):
        return psql(self.primary().port, sql)

    def stop(self):
        for member in self.members:
            member.stop()
        processes.end(self.etcd)
