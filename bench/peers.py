"""Pearmut, Potato and rejudge, one after another on the same machine: people without a pause for thought.

    python3 bench/peers.py --pearmut VENV --potato VENV --rejudge target/release/rejudge \
        --load target/release/examples/load [--people 256] [--seconds 15]

VENV are environments with `pearmut` and with `potato-annotation` from PyPI (Python 3.12). Each peer is started as its
own manual says and is given a study of one question per page; a submission counts when its reply has arrived. Ours is
measured by `crates/server/examples/load`, whose submissions wait for the disk. Only the standard library is used here.
"""

import argparse
import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TICK = os.sysconf("SC_CLK_TCK")


class Wire:
    """One connection that is kept open, with its cookies."""

    def __init__(self, port):
        self.port, self.reader, self.writer, self.cookies = port, None, None, {}

    async def ask(self, method, path, body=None, kind="application/json"):
        for attempt in (1, 2):
            try:
                if self.writer is None:
                    self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
                return await self.exchange(method, path, body, kind)
            except (ConnectionError, asyncio.IncompleteReadError):
                # A server may close a connection that it kept open; what is asked then is asked again, once.
                self.writer = None
                if attempt == 2:
                    raise

    async def exchange(self, method, path, body, kind):
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        if self.cookies:
            head += "Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()) + "\r\n"
        data = b""
        if body is not None:
            data = body.encode()
            head += f"Content-Type: {kind}\r\nContent-Length: {len(data)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + data)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status, headers = int(lines[0].split()[1]), {}
        for line in filter(None, lines[1:]):
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
            if name.lower() == "set-cookie":
                name, _, value = value.strip().split(";")[0].partition("=")
                self.cookies[name] = value
        if headers.get("transfer-encoding") == "chunked":
            text = b""
            while length := int(await self.reader.readline(), 16):
                text += await self.reader.readexactly(length)
                await self.reader.readline()
            await self.reader.readline()
        elif "content-length" in headers:
            text = await self.reader.readexactly(int(headers["content-length"]))
        else:
            text = b"" if status in (204, 304) else await self.reader.read()
        if headers.get("connection", "").lower() == "close" or lines[0].startswith("HTTP/1.0"):
            self.writer.close()
            self.writer = None
        return status, headers, text.decode(errors="replace")


class Pearmut:
    name, port = "Pearmut", 8931

    def __init__(self, venv, folder, people):
        self.folder = folder
        self.users = [f"u{number}" for number in range(max(300, 2 * people))]
        document = [{"src": "The source of a sentence.", "tgt": {"one": "A sentence that can be judged by anyone."}}]
        campaign = {
            "campaign_id": "load",
            "info": {"assignment": "task-based", "protocol": "DA", "users": self.users},
            "data": [[document] * 10 for _ in self.users],
        }
        file = os.path.join(folder, "campaign.json")
        with open(file, "w") as out:
            json.dump(campaign, out)
        program = os.path.join(venv, "bin", "pearmut")
        subprocess.run([program, "add", file], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        self.server = start([program, "run", "--port", str(self.port)], folder)
        self.free = iter(self.users)

    async def arrive(self, wire):
        return {"campaign_id": "load", "user_id": next(self.free)}

    async def page(self, wire, who):
        status, _, text = await wire.ask("POST", "/get-next-item", json.dumps(who))
        if status != 200:
            raise RuntimeError(f"Pearmut: {status} {text[:200]}")
        reply = json.loads(text)
        return reply["info"]["item_i"] if reply.get("status") == "ok" else None

    async def submit(self, wire, who, item):
        now = time.time()
        actions = [{"time": now, "action": "load"}, {"time": now + 1, "action": "submit"}]
        payload = {"annotation": [{"one": {"score": 70}}], "actions": actions}
        status, _, text = await wire.ask(
            "POST", "/log-response", json.dumps(who | {"item_i": item, "payload": payload})
        )
        return status == 200


class Potato:
    name, port = "Potato", 8932

    def __init__(self, venv, folder, people):
        self.number = 0
        items = [{"id": f"i{number}", "text": "A sentence that can be judged by anyone."} for number in range(300)]
        with open(os.path.join(folder, "items.jsonl"), "w") as out:
            out.writelines(json.dumps(item) + "\n" for item in items)
        config = {
            "annotation_task_name": "load",
            "task_dir": folder,
            "port": self.port,
            "data_files": ["items.jsonl"],
            "item_properties": {"id_key": "id", "text_key": "text"},
            "output_annotation_dir": os.path.join(folder, "out"),
            "export_annotation_format": "jsonl",
            "login": {"type": "url_direct", "url_argument": "PROLIFIC_PID"},
            "assignment_strategy": "random",
            "max_annotations_per_user": 50,
            "max_annotations_per_item": -1,
            "user_config": {"allow_all_users": True, "users": []},
            "annotation_schemes": [
                {
                    "annotation_type": "likert",
                    "name": "quality",
                    "description": "How fluent is this sentence?",
                    "min_label": "not",
                    "max_label": "very",
                    "size": 5,
                }
            ],
        }
        file = os.path.join(folder, "config.yaml")
        with open(file, "w") as out:
            json.dump(config, out)
        program = os.path.join(venv, "bin", "potato")
        self.server = start([program, "start", file, "-p", str(self.port)], folder)

    async def arrive(self, wire):
        self.number += 1
        status, _, _ = await wire.ask("GET", f"/?PROLIFIC_PID=load{self.number}&SESSION_ID=1&STUDY_ID=1")
        if status not in (200, 302):
            raise RuntimeError(f"Potato: {status} on arrival")
        return self.number

    async def page(self, wire, who):
        status, headers, text = await wire.ask("GET", "/annotate")
        found = re.search(r'id="instance_id"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*id="instance_id"', text)
        if status != 200 or not found:
            return None
        return found.group(1) or found.group(2)

    async def submit(self, wire, who, item):
        answer = {"instance_id": item, "annotations": {"quality:::3": "3"}, "span_annotations": []}
        status, _, text = await wire.ask("POST", "/updateinstance", json.dumps(answer))
        if status != 200 or '"success"' not in text:
            return False
        onwards = json.dumps({"action": "next_instance", "instance_id": item})
        status, _, _ = await wire.ask("POST", "/annotate", onwards)
        return status in (200, 302)


def start(command, folder):
    log = open(os.path.join(folder, "server.log"), "w")
    return subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, start_new_session=True)


def cpu(process):
    """Processor seconds of a process and its children."""
    total, group = 0, os.getpgid(process.pid)
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = open(f"/proc/{number}/stat").read().rsplit(")", 1)[1].split()
            total += (int(fields[11]) + int(fields[12])) if int(fields[2]) == group else 0
        except OSError:
            pass
    return total / TICK


async def until_open(port, seconds=90):
    for _ in range(seconds * 10):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.1)
    raise RuntimeError(f"nobody listens at {port}")


async def one_person(peer, until, seen):
    wire = Wire(peer.port)
    try:
        who = await peer.arrive(wire)
        while time.monotonic() < until[0]:
            began = time.monotonic()
            item = await peer.page(wire, who)
            if item is None:
                wire = Wire(peer.port)
                who = await peer.arrive(wire)
                continue
            shown = time.monotonic()
            kept = await peer.submit(wire, who, item)
            seen["pages"].append(shown - began)
            seen["submissions"].append(time.monotonic() - shown)
            seen["errors"] += not kept
    except (StopIteration, RuntimeError, ConnectionError, asyncio.IncompleteReadError) as error:
        seen["errors"] += 1
        seen["last"] = repr(error)


async def measure(peer, people, seconds):
    await until_open(peer.port)
    await asyncio.sleep(2)
    seen = {"pages": [], "submissions": [], "errors": 0, "last": ""}
    began, before = time.monotonic(), cpu(peer.server)
    until = [began + seconds]
    await asyncio.gather(*(one_person(peer, until, seen) for _ in range(people)))
    took, used = time.monotonic() - began, cpu(peer.server) - before
    if seen["last"]:
        print(f"{peer.name}: {seen['last']}", file=sys.stderr)
    return seen, took, used


def at(times, share):
    return sorted(times)[int(len(times) * share)] * 1e3 if times else float("nan")


def peer_row(kind, venv, people, seconds):
    folder = tempfile.mkdtemp(prefix="peer-")
    peer = kind(venv, folder, people)
    try:
        seen, took, used = asyncio.run(measure(peer, people, seconds))
    finally:
        os.killpg(peer.server.pid, signal.SIGKILL)
        peer.server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    done, pages = seen["submissions"], seen["pages"]
    each = used * 1e3 / max(len(done), 1)
    rate = (len(done) - seen["errors"]) / took
    return [kind.name, people, rate, at(pages, 0.5), at(pages, 0.99), at(done, 0.5), at(done, 0.99), each, seen["errors"]]


def our_row(arguments, people):
    case = {1: 0, 32: 1, 256: 2, 2000: 3}[people]
    command = [arguments.load, arguments.rejudge, str(arguments.seconds), "sqlite", "1", str(case)]
    line = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip().splitlines()[-1]
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    page, done = cells[4].split(", "), cells[6].split(", ")
    each = float(cells[8].split(", ")[0])
    return ["rejudge", people, float(cells[5]), *map(float, page), *map(float, done), each, int(cells[9])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pearmut", required=True)
    parser.add_argument("--potato", required=True)
    parser.add_argument("--rejudge")
    parser.add_argument("--load")
    parser.add_argument("--people", type=int, nargs="*", default=[32, 256])
    parser.add_argument("--seconds", type=int, default=15)
    arguments = parser.parse_args()
    print("| | people at once | submissions/s | page p50, p99 ms | submission p50, p99 ms | server CPU ms each | errors | rejudge is faster, processor |")
    print("|---|---|---|---|---|---|---|---|")
    for people in arguments.people:
        rows = [our_row(arguments, people)] if arguments.rejudge else []
        rows.append(peer_row(Pearmut, arguments.pearmut, people, arguments.seconds))
        rows.append(peer_row(Potato, arguments.potato, people, arguments.seconds))
        for name, count, rate, page, page99, done, done99, each, errors in rows:
            times = f"{rows[0][2] / rate:.0f} times, {each / rows[0][7]:.0f} times" if rate else "–"
            print(f"| {name} | {count} | {rate:.1f} | {page:.1f}, {page99:.1f} | {done:.1f}, {done99:.1f} | {each:.2f} | {errors} | {times} |", flush=True)


if __name__ == "__main__":
    main()
