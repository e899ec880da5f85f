"""What was acknowledged and what is shown, against the journal: read by SQL, and replayed by `cardroom ledger show`."""
import dataclasses
import json
import subprocess
import time

ROLLED_BACK = "gone back in time"
BELOW_ANCHOR = "was acknowledged"


@dataclasses.dataclass
class Figures:
    scenario: str
    acknowledged: int = 0
    lost: int = 0
    wrong: int = 0
    levels: str = "-"
    outage: str = "-"
    both_ready: float = 0.0
    alarms: list = dataclasses.field(default_factory=list)
    audit: str = "-"
    notes: list = dataclasses.field(default_factory=list)
    failures: list = dataclasses.field(default_factory=list)


def said_in(body):
    outcome = body.get("outcome", {})
    refused = outcome.get("refused")
    paid = sorted((one["claim"], one["amount"]) for one in outcome.get("paid", []))
    return (outcome.get("round", 0), outcome.get("claim", 0), refused["code"] if refused else "", tuple(paid))


def compare_record(figures, entries, rows):
    """Lost: its id is not in the journal. Wrong: at another entry, or with another content."""
    journal = {command_id: (int(sequence), json.loads(body)) for sequence, command_id, body in rows}
    for command_id, sequence, said, _, _ in entries:
        figures.acknowledged += 1
        found = journal.get(command_id)
        if found is None:
            figures.lost += 1
        elif found[0] != sequence or said_in(found[1]) != said:
            figures.wrong += 1
            if figures.wrong <= 3:
                recorded = f"recorded {found[0]} {said_in(found[1])}"
                figures.notes.append(f"{command_id}: acknowledged {sequence} {said}, {recorded}")


def read_journal(database):
    return database.read("select sequence, command_id, convert_from(body, 'UTF8') from cardroom.entry order by 1")


def shown(floor):
    levels = {
        link["link"]: [(level["exact"], level["reserve"], level["overflow"]) for level in link["levels"]]
        for link in floor["meters"]["links"]
    }
    rounds = {one["table"]: one["round"]["number"] for one in floor["tables"]["tables"] if one["round"]}
    claims = sorted(one["claim"] for one in floor["claims"]["claims"])
    return {"levels": levels, "rounds": floor["rounds"], "open": rounds, "claims": claims}


def replayed(state):
    # Members with their default value are left out.
    levels = {}
    for name, link in state["links"].items():
        funds = [level.get("funds", {}) for level in link["levels"]]
        levels[name] = [tuple(one.get(fund, "0.00") for fund in ("meter", "reserve", "overflow")) for one in funds]
    rounds = {name: table["round"]["number"] for name, table in state["tables"].items() if table.get("round")}
    waiting = ("marked", "acknowledged", "held")
    claims = state.get("claims", {}).items()
    claims = sorted(int(number) for number, one in claims if one.get("status", "marked") in waiting)
    return {"levels": levels, "rounds": state.get("rounds", 0), "open": rounds, "claims": claims}


def compare_shown(figures, ask, show):
    """`ask` reads /v1/floor of the leader, `show` replays the journal. Nobody plays meanwhile."""
    until = time.time() + 15
    while True:
        answer = ask()
        live = shown(answer[1]) if answer and answer[0] == 200 else None
        recorded = replayed(show())
        if live == recorded:
            figures.levels = f"{sum(len(levels) for levels in live['levels'].values())} equal"
            return
        if time.time() > until:
            break
        time.sleep(0.3)
    if live is None:
        figures.levels = "nobody leads"
        figures.failures.append("nobody leads, so nothing is shown")
        return
    different = [f"{key}: {live[key]} / {recorded[key]}" for key in live if live[key] != recorded[key]]
    figures.levels = "DIFFERENT"
    figures.failures.append("shown and recorded differ: " + "; ".join(different))


def run_audit(figures, program, address):
    done = subprocess.run([program, "audit", address], capture_output=True, text=True, timeout=300)
    figures.audit = "clean" if done.returncode == 0 else f"exit {done.returncode}"
    if done.returncode != 0:
        figures.failures.append("audit: " + (done.stdout + done.stderr).strip()[-600:])


def seconds_both_ready(managers, since, until):
    """By what each /ready answered last; they are asked every 0.1 s."""
    spans = []
    for manager in managers:
        changes = manager.ready + [(until, 0, "", "")]
        spans.append([(a[0], b[0]) for a, b in zip(changes, changes[1:]) if a[1] == 200])
    both = 0.0
    for from_a, to_a in spans[0]:
        for from_b, to_b in spans[1]:
            both += max(0.0, min(to_a, to_b, until) - max(from_a, from_b, since))
    return both


def note_managers(figures, managers, since):
    for manager in managers:
        for at, code in manager.exits:
            if at < since:
                continue
            figures.notes.append(f"{manager.name} ended with {code} at {at - since:+.1f} s")
            if code < 0 and -code not in manager.killed_with:
                figures.failures.append(f"{manager.name} was ended by signal {-code}")
        for (_, kind, table, _), (at, text) in sorted(manager.alarms.items(), key=lambda one: one[1]):
            if at >= since and kind not in ("table_lost", "sensor_changed"):
                figures.alarms.append((at - since, manager.name, kind))
        changes = [f"{at - since:+.1f} {status or 'none'}" + (f" ({reason[:60]})" if status == 503 else "")
                   for at, status, _, reason in manager.ready if at >= since]
        figures.notes.append(f"/ready of {manager.name}: " + ("; ".join(changes) if changes else "did not change"))


def print_table(all_figures):
    print(f"\n{'scenario':<38}{'acked':>7}{'lost':>6}{'wrong':>6}  {'levels':<10}{'outage s':>9}{'both ready s':>13}  "
          f"{'audit':<7}  alarms (seconds after the fault)")
    for one in all_figures:
        alarms = ", ".join(f"{kind} {name} {at:+.1f}" for at, name, kind in one.alarms) or "none"
        print(f"{one.scenario:<38}{one.acknowledged:>7}{one.lost:>6}{one.wrong:>6}  {one.levels:<10}{one.outage:>9}"
              f"{one.both_ready:>13.1f}  {one.audit:<7}  {alarms}")
        for failure in one.failures:
            print(f"    FAILED: {failure}")
