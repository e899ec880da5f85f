"""Child processes that end with the tool, ports, and the user that PostgreSQL runs as."""
import ctypes
import os
import pwd
import signal
import socket
import subprocess
import time

_libc = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1


def die_with_parent(number):
    """For preexec_fn: the child gets this signal when the thread that started it ends."""
    return lambda: _libc.prctl(PR_SET_PDEATHSIG, number)


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def database_user():
    """PostgreSQL refuses to run as root: then as the user of Debian's package."""
    return pwd.getpwnam("postgres") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())


def start(command, log, at_parents_end=signal.SIGTERM):
    user = database_user()
    other = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
    environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent", "ETCDCTL_API": "3"}
    with open(log, "ab") as file:
        return subprocess.Popen(
            command, stdout=file, stderr=file, stdin=subprocess.DEVNULL, env=environment, cwd="/",
            start_new_session=True, preexec_fn=die_with_parent(at_parents_end), **other,
        )


def run(command, log):
    process = start(command, log, signal.SIGKILL)
    if process.wait(120) != 0:
        with open(log, errors="replace") as file:
            raise RuntimeError(f"{command[0]} failed:\n{file.read()[-3000:]}")


def end(process, number=signal.SIGTERM, patience=15):
    if process is None or process.poll() is not None:
        return
    process.send_signal(signal.SIGCONT)
    process.send_signal(number)
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)


def family(pid):
    """A process and its children, by /proc; the postmaster and its backends."""
    members = [pid]
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError, ValueError):
            continue
        if parent == pid:
            members.append(int(entry))
    return members


def signal_all(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def wait_until(true, seconds, what):
    until = time.time() + seconds
    while time.time() < until:
        if true():
            return
        time.sleep(0.1)
    raise RuntimeError(f"after {seconds} s: {what}")


def is_named(pid, word):
    try:
        with open(f"/proc/{pid}/cmdline") as file:
            return word in file.read()
    except OSError:
        return False
