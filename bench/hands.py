"""The work of a judgement: keys and clicks of someone who knows the page, for each response kind, here and elsewhere.

    python3 bench/hands.py --pearmut VENV --potato VENV --rejudge target/release/rejudge [--chromium /usr/bin/chromium]

Run it with a Python that has `playwright` (no browser of its own is needed). VENV are environments with `pearmut` and with
`potato-annotation` from PyPI (Python 3.12). Each program is started as its manual says, with its keyboard shortcuts switched on, and
shows one short text, or as many as the kind needs. The scripted person does the same everywhere, in the way that
takes least: says so by keys where there are keys, otherwise by mouse; each judgement ends when the next text is on the screen, and
the script fails where that does not happen. Seconds are not measured but computed, from the times that Card, Moran and Newell
(1983) give for a key, a press of the mouse, pointing, and a hand that moves between the two.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

from playwright.sync_api import sync_playwright

KEY, PRESS, POINT, HOME = 0.28, 0.2, 1.1, 0.4
JUDGEMENTS = 3


class Hands:
    """Keys and the mouse, counted."""

    def __init__(self, page):
        self.page, self.keys, self.clicks, self.seconds, self.at = page, 0, 0, 0.0, None

    def go(self, to):
        if self.at not in (None, to):
            self.seconds += HOME
        self.at = to

    def key(self, *keys):
        self.go("keyboard")
        for key in keys:
            self.page.keyboard.press(key)
            pressed = len(key.split("+"))
            self.keys += pressed
            self.seconds += pressed * KEY

    def click(self, selector, times=1, at=None):
        self.go("mouse")
        target = self.page.locator(selector).first
        target.click(click_count=times, position=at, timeout=5000)
        self.clicks += times
        self.seconds += POINT + times * PRESS

    def drag(self, start, end):
        """Press, move in small steps, let go: a press of the mouse and two ways."""
        self.go("mouse")
        boxes = [self.page.locator(selector).first.bounding_box() for selector in (start, end)]
        (x, y), (to_x, to_y) = [(box["x"] + min(box["width"] / 2, 40), box["y"] + box["height"] / 2) for box in boxes]
        self.sweep((x, y), (to_x, boxes[1]["y"] + 4))

    def sweep(self, start, end):
        self.go("mouse")
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=30)
        self.page.mouse.up()
        self.clicks += 1
        self.seconds += 2 * POINT + PRESS

    def word(self, selector, index):
        """Where the word of this number stands."""
        return self.page.evaluate(
            """([selector, index]) => {
              const walker = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
              for (let node = walker.nextNode(), seen = 0; node; node = walker.nextNode())
                for (const found of node.data.matchAll(/\\w+/g))
                  if (seen++ === index) {
                    const range = document.createRange();
                    range.setStart(node, found.index);
                    range.setEnd(node, found.index + found[0].length);
                    const box = range.getBoundingClientRect();
                    return [box.left, box.top + box.height / 2, box.right];
                  }
            }""",
            [selector, index],
        )


def start(command, folder):
    log = open(os.path.join(folder, "server.log"), "w")
    return subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, start_new_session=True)


def wait_for(url):
    for _ in range(300):
        try:
            urllib.request.urlopen(url, timeout=2)
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"{url} does not answer")


class Rejudge:
    name, port = "rejudge", 8941
    kinds = ["rating", "slider", "pairwise", "ranking", "best-worst", "choice", "spans", "count", "text"]

    def __init__(self, program, folder):
        program = os.path.abspath(program)
        for kind in self.kinds:
            subprocess.run([program, "new", kind, "--kind", kind], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            file = os.path.join(folder, kind, "study.toml")
            text = open(file).read().replace('from = "invited"', 'from = "open"')
            # A marked word has a category and nothing else, as in Potato.
            text = re.sub(r"\], severities = \[.*?\n\] \}", "] }", text, flags=re.DOTALL)
            open(file, "w").write(text)
        self.servers = [start([program, "serve", *self.kinds, "--listen", f"127.0.0.1:{self.port}"], folder)]
        wait_for(f"http://127.0.0.1:{self.port}/s/rating/")

    def arrive(self, page, kind):
        page.goto(f"http://127.0.0.1:{self.port}/s/{kind}/")
        while not page.locator("main.asking").count():
            before = page.url
            page.locator("main [type=submit]").first.click()
            page.wait_for_function("before => location.href !== before", arg=before)
            page.wait_for_load_state("load")
        page.wait_for_timeout(500)

    def shown(self, page):
        return page.url

    def judge(self, hands, kind):
        if kind == "rating":
            hands.key("4")
        elif kind == "slider":
            hands.click(".track")
        elif kind == "pairwise":
            hands.key("1")
        elif kind == "ranking":
            hands.drag(".ranked:nth-child(3) .row-text", ".ranked:nth-child(1)")
        elif kind == "best-worst":
            hands.key("3", "1")
        elif kind == "choice":
            hands.key("1")
        elif kind == "spans":
            left, top, _ = hands.word("[data-text]", 1)
            box = hands.page.locator("[data-text]").first.bounding_box()
            hands.click("[data-text]", at={"x": left - box["x"] + 4, "y": top - box["y"]})
            hands.key("1")
        elif kind == "count":
            hands.key("2")
        elif kind == "text":
            hands.key("c", "a", "t", "Control+Enter")
            return
        hands.key("Enter")


class Potato:
    name, port = "Potato", 8950
    kinds = ["rating", "slider", "pairwise", "ranking", "best-worst", "choice", "spans", "count", "text"]
    schemes = {
        "rating": {"annotation_type": "likert", "min_label": "not", "max_label": "very", "size": 5},
        "slider": {"annotation_type": "slider", "min_value": 0, "max_value": 100, "starting_value": 0},
        "pairwise": {"annotation_type": "pairwise", "labels": ["A", "B"]},
        "ranking": {"annotation_type": "ranking", "labels": ["A", "B", "C"]},
        "best-worst": {"annotation_type": "bws", "tuple_size": 3},
        "choice": {"annotation_type": "radio", "labels": ["meaning", "grammar", "nothing"]},
        "spans": {"annotation_type": "span", "labels": ["meaning", "grammar"]},
        "count": {"annotation_type": "number"},
        "text": {"annotation_type": "text"},
    }

    def __init__(self, venv, folder):
        self.servers = []
        for number, kind in enumerate(self.kinds):
            place = os.path.join(folder, kind)
            os.makedirs(place)
            texts = ["A sentence that is here.", "Another sentence there.", "A third one somewhere."]
            shown = texts if kind == "pairwise" else texts[0]
            with open(os.path.join(place, "items.jsonl"), "w") as out:
                out.writelines(json.dumps({"id": f"i{item}", "text": shown}) + "\n" for item in range(8))
            scheme = {"name": "question", "description": "Judge.", "sequential_key_binding": True, **self.schemes[kind]}
            config = {
                "annotation_task_name": kind,
                "task_dir": place,
                "port": self.port + number,
                "data_files": ["items.jsonl"],
                "item_properties": {"id_key": "id", "text_key": "text"},
                "output_annotation_dir": os.path.join(place, "out"),
                "export_annotation_format": "jsonl",
                "login": {"type": "url_direct", "url_argument": "PROLIFIC_PID"},
                "assignment_strategy": "fixed_order",
                "max_annotations_per_user": 50,
                "max_annotations_per_item": -1,
                "user_config": {"allow_all_users": True, "users": []},
                "annotation_schemes": [scheme],
            }
            if kind == "best-worst":
                config["bws_config"] = {"tuple_size": 3, "num_tuples": 8, "seed": 1}
            if kind == "pairwise":
                config["list_as_text"] = {"text_list_prefix_type": "alphabet"}
            file = os.path.join(place, "config.yaml")
            with open(file, "w") as out:
                json.dump(config, out)
            program = os.path.join(os.path.abspath(venv), "bin", "potato")
            self.servers.append(start([program, "start", file, "-p", str(self.port + number)], place))
        for number in range(len(self.kinds)):
            wait_for(f"http://127.0.0.1:{self.port + number}/")

    def arrive(self, page, kind):
        port = self.port + self.kinds.index(kind)
        page.goto(f"http://127.0.0.1:{port}/?PROLIFIC_PID={time.time()}&SESSION_ID=1&STUDY_ID=1")
        page.wait_for_selector("#instance_id", state="attached")
        page.wait_for_timeout(1000)

    def shown(self, page):
        return page.locator("#instance_id").first.get_attribute("value", timeout=10_000)

    def judge(self, hands, kind):
        if kind == "rating":
            hands.key("4")
        elif kind == "slider":
            hands.click("input[type=range]")
        elif kind in ("pairwise", "choice"):
            hands.key("1")
        elif kind == "ranking":
            hands.drag(".ranking-item:nth-child(3)", ".ranking-item:nth-child(1)")
        elif kind == "best-worst":
            hands.key("3", "q")
        elif kind == "spans":
            hands.key("1")
            left, height, right = hands.word("#text-content", 1)
            hands.sweep((left + 1, height), (right - 1, height))
        elif kind == "count":
            hands.click("input[type=number]")
            hands.key("2")
        elif kind == "text":
            hands.click("textarea, input.annotation-input[type=text]")
            hands.key("c", "a", "t")
        # In a field the arrow moves within it.
        if kind in ("slider", "count", "text"):
            hands.click("#next-btn")
        else:
            hands.key("ArrowRight")


class Pearmut:
    name, port = "Pearmut", 8931
    kinds = ["slider", "spans"]

    def __init__(self, venv, folder):
        program = os.path.join(os.path.abspath(venv), "bin", "pearmut")
        document = [{"src": "Das ist ein Satz.", "tgt": {"one": "This is a sentence that can be judged."}}]
        for kind, protocol in (("slider", "DA"), ("spans", "ESA")):
            campaign = {
                "campaign_id": kind,
                "info": {"assignment": "task-based", "protocol": protocol, "users": ["u"]},
                "data": [[document] * 8],
            }
            file = os.path.join(folder, f"{kind}.json")
            with open(file, "w") as out:
                json.dump(campaign, out)
            subprocess.run([program, "add", file], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        self.servers = [start([program, "run", "--port", str(self.port)], folder)]
        wait_for(f"http://127.0.0.1:{self.port}/")

    def arrive(self, page, kind):
        page.goto(f"http://127.0.0.1:{self.port}/annotate?campaign_id={kind}&user_id=u")
        page.wait_for_selector(".output_tgt")
        page.wait_for_timeout(1000)

    def shown(self, page):
        return re.search(r"Progress:\s*\d+", page.inner_text("body")).group()

    def judge(self, hands, kind):
        if kind == "spans":
            # The first and the last letter of a word, then how bad it is.
            hands.click(".tgt_char[data-i='5']")
            hands.click(".tgt_char[data-i='6']")
            hands.click("text='Minor'")
        # ESA asks for a score, too.
        hands.click(".output_candidate input[type=range]")
        hands.click("#button_next")


def measure(browser, program, kind):
    page = browser.new_context(viewport={"width": 1366, "height": 657}).new_page()
    program.arrive(page, kind)
    hands = Hands(page)
    for _ in range(JUDGEMENTS):
        before = program.shown(page)
        program.judge(hands, kind)
        for _ in range(100):
            page.wait_for_timeout(100)
            if program.shown(page) != before:
                break
        else:
            raise SystemExit(f"{program.name}, {kind}: the next text does not come")
        page.wait_for_load_state("load")
        page.wait_for_timeout(500)
    page.close()
    return [round(value / JUDGEMENTS, 2) for value in (hands.keys, hands.clicks, hands.seconds)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("pearmut", "potato", "rejudge"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    given = parser.parse_args()
    print("| | kind | keys | clicks | seconds |\n|---|---|---|---|---|")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=given.chromium)
        for program, place in ((Rejudge, given.rejudge), (Potato, given.potato), (Pearmut, given.pearmut)):
            if place is None:
                continue
            with tempfile.TemporaryDirectory() as folder:
                running = program(place, folder)
                try:
                    for kind in program.kinds:
                        keys, clicks, seconds = measure(browser, running, kind)
                        print(f"| {program.name} | {kind} | {keys:g} | {clicks:g} | {seconds:.2f} |", flush=True)
                finally:
                    for server in running.servers:
                        os.killpg(server.pid, signal.SIGKILL)
        browser.close()


if __name__ == "__main__":
    main()
