"""How one server does with many studies: `bench/scale.py REJUDGE [STUDIES] [ANSWERS] [FOLDER]`, by default 100 and 1,000,000. What is
in the folder, where one is named, is kept, and not made again the next time.

Makes the studies, has simulated people answer them over HTTP (a list of 100 questions on one page, so that a million answers are
10,000 sessions), stops the server, starts it again, and times the start, the first look at each study and every page of the
dashboard, with the memory of the process. Python's standard library only. What it writes goes below its mark in bench/README.md.
"""

import asyncio
import http.client
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

QUESTIONS = 100
"""Questions in a list, all on one page."""
AT_ONCE = 32
"""People at work at the same time."""
REPEATS = 5
"""How often each page is asked for; the median counts."""
PAGES = ["", "people", "people?flag=any", "people/1", "people/1/page/1", "quality", "lists", "lists/by-item", "items",
         "items/1", "comments", "access", "audit-log", "data", "overview.json", "data/sessions.csv"]
LIMITS = {"start": 3.0, "page": 0.3, "memory": 1000.0}
"""Seconds until the server answers, seconds for a page, megabytes."""


def make(folder, number, sessions):
    study = folder / f"study-{number:03}"
    study.mkdir(parents=True)
    (study / "study.toml").write_text(f"""[study]
title = "Study {number}"
language = "en"
seed = {number + 1}
[systems]
one = "One"
[items]
file = "items.csv"
id = "item"
[[criteria]]
id = "fluency"
question = "How fluent is it?"
definition = "Would a native speaker write it?"
better = "higher"
response = {{ kind = "rating", points = 5, minimum = 1 }}
[lists]
questions = {QUESTIONS}
completions = {sessions}
pages = "all"
[participants]
from = "prolific"
comment = false
codes = {{ completed = "DONE" }}
[payment]
currency = "GBP"
amount = 2.0
estimated_minutes = 8
floor_per_hour = 12
""")
    items = "".join(f"{item},Sentence {item} of study {number}.\n" for item in range(QUESTIONS))
    (study / "items.csv").write_text("item,one\n" + items)
    (study / "consent.md").write_text("You may stop at any time. Do you agree?\n")


class Server:
    """`rejudge serve`, until it is stopped."""

    def __init__(self, program, folder, database):
        began = time.monotonic()
        self.log = open(folder / "server.log", "ab")
        command = [program, "serve", str(folder / "studies"), "--database", str(database), "--listen", "127.0.0.1:0",
                   "--per-address", "0", "--json"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the server did not start; see {folder / 'server.log'}")
        self.told = json.loads(line)
        host, port = self.told["address"].rsplit(":", 1)
        self.address = (host, int(port))
        while True:
            try:
                if self.get("/healthz")[0] == 200:
                    break
            except OSError:
                time.sleep(0.02)
        self.start, self.start_processor = time.monotonic() - began, self.processor()

    def processor(self):
        """Seconds of processor time that the process has used."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def get(self, path, cookie=""):
        connection = http.client.HTTPConnection(*self.address, timeout=600)
        connection.request("GET", path, headers={"cookie": cookie} if cookie else {})
        reply = connection.getresponse()
        return reply.status, reply.read()

    def post(self, path, fields):
        connection = http.client.HTTPConnection(*self.address, timeout=60)
        body = urllib.parse.urlencode(fields)
        connection.request("POST", path, body, {"content-type": "application/x-www-form-urlencoded"})
        reply = connection.getresponse()
        reply.read()
        return reply

    def memory(self):
        """Megabytes that the process holds, and the most it ever held."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return [int(re.search(rf"{name}:\s+(\d+) kB", status)[1]) / 1000 for name in ("VmRSS", "VmHWM")]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=600)


class Person:
    """Someone with a browser that keeps its connection and has no script."""

    def __init__(self, address):
        self.address = address

    async def ask(self, method, path, body=""):
        head = f"{method} {path} HTTP/1.1\r\nhost: {self.address[0]}\r\ncontent-length: {len(body)}\r\n"
        if body:
            head += "content-type: application/x-www-form-urlencoded\r\n"
        self.writer.write((head + "\r\n" + body).encode())
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: (\d+)", head, re.I)
        body = await self.reader.readexactly(int(length[1])) if length else b""
        place = re.search(r"^location: (\S+)", head, re.I | re.M)
        return int(head.split()[1]), place[1] if place else None, body.decode()

    async def open(self, path):
        status, place, page = await self.ask("GET", path)
        while place:
            path = urllib.parse.urlsplit(place).path
            status, place, page = await self.ask("GET", path)
        if status != 200:
            sys.exit(f"{path} was answered with {status}")
        return page

    async def take_part(self, entrance, number):
        self.reader, self.writer = await asyncio.open_connection(*self.address, limit=1 << 22)
        page = await self.open(entrance)
        for _ in range(10):
            form = re.search(r'<form method="post" action="([^"]+)"', page)
            if not form or not form[1].startswith("/"):
                break
            action = form[1].replace("&#38;", "&")
            names = sorted(set(re.findall(r'name="(q\d+\.\d+\.value)"', page)))
            form = page[form.start():].split("</form>")[0]
            fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
            fields += [(name, str(1 + (number + place) % 5)) for place, name in enumerate(names)]
            if action.endswith("consent"):
                fields += [("consent", "yes")]
            status, place, page = await self.ask("POST", action, urllib.parse.urlencode(fields))
            if place:
                page = await self.open(urllib.parse.urlsplit(place).path)
            elif status >= 400:
                sys.exit(f"{action} was answered with {status}")
        self.writer.close()


async def fill(server, studies, sessions):
    turns = asyncio.Queue()
    for number in range(studies * sessions):
        turns.put_nowait(number)

    async def work():
        while not turns.empty():
            number = turns.get_nowait()
            link = f"/s/study-{number % studies:03}/?PROLIFIC_PID=p{number}&STUDY_ID=s&SESSION_ID=x{number}"
            await Person(server.address).take_part(link, number)

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))


def sign_in(server):
    path = urllib.parse.urlsplit(server.told["owner_link"]).path
    password = "correct horse battery staple"
    reply = server.post(path, {"name": "ada", "password": password, "again": password})
    cookie = reply.getheader("set-cookie")
    if not cookie:
        sys.exit(f"signing in was answered with {reply.status}")
    return cookie.split(";")[0]


def pages(server, cookie, studies):
    """The first look at every study, until its log is read; then each page of the last study, and the list of studies."""
    began = time.monotonic()
    for number in range(studies):
        while server.get(f"/dashboard/s/study-{number:03}/", cookie)[0] != 200:
            time.sleep(0.05)
    first = time.monotonic() - began
    times = {}
    root = f"/dashboard/s/study-{studies - 1:03}/"
    for path in ["/dashboard/"] + [root + page for page in PAGES]:
        taken, before = [], server.processor()
        for _ in range(REPEATS):
            began = time.monotonic()
            status, _ = server.get(path, cookie)
            taken.append(time.monotonic() - began)
            if status != 200:
                sys.exit(f"{path} was answered with {status}")
        times[path.replace(root, "…/")] = statistics.median(taken), (server.processor() - before) / REPEATS
    return first, times


def main():
    program, studies, answers = sys.argv[1], *(int(number) for number in (sys.argv[2:4] + ["100", "1000000"][len(sys.argv[2:4]):]))
    sessions = answers // QUESTIONS // studies
    if sessions < 1:
        sys.exit(f"each study gets a list of {QUESTIONS} answers at least")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(sys.argv[4] if len(sys.argv) > 4 else folder)
        kept = folder / "cookie"
        if kept.exists():
            cookie, filled = kept.read_text(), float((folder / "filled").read_text())
        else:
            for number in range(studies):
                make(folder / "studies", number, sessions)
            with Server(program, folder, folder / "answers.sqlite") as server:
                cookie = sign_in(server)
                began = time.monotonic()
                asyncio.run(fill(server, studies, sessions))
                filled = time.monotonic() - began
            (folder / "filled").write_text(str(filled))
            kept.write_text(cookie)
        with Server(program, folder, folder / "answers.sqlite") as server:
            first, times = pages(server, cookie, studies)
            overviews = (f"/dashboard/s/study-{number:03}/overview.json" for number in range(studies))
            finished = sum(json.loads(server.get(path, cookie)[1])["slots"]["finished"] for path in overviews)
            now, most = server.memory()
        size = (folder / "answers.sqlite").stat().st_size / 1e6
    if finished != studies * sessions:
        sys.exit(f"{studies * sessions} sessions were sent and {finished} are finished")
    slowest, (took, _) = max(times.items(), key=lambda page: page[1])
    print(f"| {studies} studies, {studies * sessions * QUESTIONS:,} answers | |\n|---|---|")
    print(f"| answers taken | {studies * sessions * QUESTIONS / filled:,.0f} a second, {AT_ONCE} people at once |")
    print(f"| database | {size:,.0f} MB |")
    print(f"| start until the first answer | {server.start:.2f} s, {server.start_processor:.2f} s of processor time |")
    print(f"| first look at every study | {first:.2f} s |")
    print(f"| memory | {now:,.0f} MB, at most {most:,.0f} MB |")
    for path, taken in sorted(times.items(), key=lambda page: -page[1][0]):
        print(f"| `{path}` | {taken[0] * 1000:,.0f} ms, {taken[1] * 1000:,.0f} ms of processor time |")
    missed = []
    if server.start > LIMITS["start"]:
        missed.append(f"the start takes {server.start:.2f} s")
    if took > LIMITS["page"]:
        missed.append(f"{slowest} takes {took:.2f} s")
    if most > LIMITS["memory"]:
        missed.append(f"{most:,.0f} MB of memory")
    print("\nMissed: " + "; ".join(missed) if missed else "\nWithin 3 s, 300 ms and 1 GB.")


main()
