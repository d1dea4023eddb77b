"""How often flags for sessions that no person had are raised: by scripted people, and by programs.

    python3 bench/agents.py --rejudge target/release/rejudge [--sessions 20] [--at-once 1] [--minutes 600]

Run it with a Python that has `playwright` (no browser of its own is needed). Each kind of person and of program takes part so many
times in a study of six pages, each with a rating and a text, at a real server in a real browser; then the dashboard is asked who is
flagged. Nobody waits for texts to be read: `fast`, `faster-than-reading` and `same-text` are about something else and not asked for.
Rates have exact 95 % intervals (Clopper and Pearson), as is usual where none or all were counted. `--at-once 4` has four browsers, each with a server of its own;
after `--minutes` nobody new comes.
"""

import argparse
import concurrent.futures
import json
import math
import os
import random
import re
import subprocess
import tempfile
import time

from playwright.sync_api import sync_playwright

FLAGS = ["untouched", "pointer-jumps", "text-without-focus", "hidden-field"]
TEXT = "main textarea, main input[type=text]:not([name=more])"
SEND = "main [data-go], main button[value=yes]"
STUDY = """[study]
title = "Agents"
language = "en"
seed = 1
[systems]
one = "One"
[items]
file = "items.csv"
id = "item"
[[criteria]]
id = "fluency"
question = "How fluent is it?"
definition = "Would somebody write it?"
better = "higher"
response = { kind = "rating", points = 5, minimum = 1 }
[[criteria]]
id = "why"
question = "Why?"
definition = "In your own words."
response = { kind = "text", maximum = 500, lines = true }
[lists]
questions = 12
completions = 2000
[participants]
from = "open"
"""


class Person:
    """Moves the mouse as a hand does: on a bent way, in many steps."""

    options = {}

    def __init__(self, page, chance):
        self.page, self.chance, self.at = page, chance, (200.0, 200.0)

    def point(self, target):
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        to = [box[x] + box[size] * self.chance.uniform(0.3, 0.7) for x, size in (("x", "width"), ("y", "height"))]
        steps, bend = self.chance.randint(8, 40), self.chance.uniform(-30, 30)
        for step in range(1, steps + 1):
            share = step / steps
            x, y = (start + (end - start) * share for start, end in zip(self.at, to))
            self.page.mouse.move(x + bend * share * (1 - share), y)
        self.at = tuple(to)

    def press(self, target):
        self.point(target)
        self.page.mouse.down()
        self.page.mouse.up()

    def choose(self, option):
        self.press(option)

    def write(self, field, text):
        self.press(field)
        self.page.keyboard.type(text)

    def send(self, button):
        self.press(button)

    def arrived(self):
        """Something that happens by itself when a page opens."""


class Pastes(Person):
    def write(self, field, text):
        self.press(field)
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.page.keyboard.press("Control+v")


class Finger(Person):
    options = {"has_touch": True, "is_mobile": True, "viewport": {"width": 375, "height": 667}}

    def press(self, target):
        target.tap()


class Keys(Person):
    """Tab and arrows, nothing else."""

    def is_at(self, target):
        return target.evaluate("field => field === document.activeElement || field.type === 'radio' && document.activeElement.name === field.name")

    def reach(self, target):
        for _ in range(60):
            if self.is_at(target):
                return
            self.page.keyboard.press("Tab")
        raise SystemExit("no key leads there")

    def choose(self, option):
        radio = option.locator("input")
        self.reach(radio)
        self.page.keyboard.press("Space")
        for _ in range(5):
            if radio.is_checked():
                return
            self.page.keyboard.press("ArrowRight")

    def write(self, field, text):
        self.reach(field)
        self.page.keyboard.type(text)

    def send(self, button):
        self.reach(button)
        self.page.keyboard.press("Enter")


class ScreenReader(Person):
    """A reader's own cursor: it sets the focus and presses the space bar; nothing is pointed at and no Tab is pressed. The text is
    put in as dictation and input methods do."""

    def choose(self, option):
        option.locator("input").focus()
        self.page.keyboard.press("Space")

    def write(self, field, text):
        field.focus()
        self.page.keyboard.insert_text(text)

    def send(self, button):
        button.focus()
        self.page.keyboard.press("Enter")


class PasswordManager(Person):
    """A hand at the mouse, and an extension that fills in what looks like names, addresses and passwords on every page."""

    def arrived(self):
        self.page.evaluate(
            """() => {
              const known = /name|mail|user|login|pass|phone|tel|street|city|zip|address|company|organi|url|website|birth/i;
              for (const field of document.querySelectorAll("input:not([type=hidden]), textarea")) {
                if (!["text", "email", "tel", "url", "password"].includes(field.type)) continue;
                if (!known.test([field.name, field.id, field.autocomplete, field.placeholder].join(" "))) continue;
                field.value = "Ada Lovelace";
                for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
              }
            }"""
        )


class VoiceControl(Person):
    """"Click number four": the pointer stands there at once and is pressed; texts are dictated. Between two commands pass the seconds
    that saying them and having them understood takes."""

    def press(self, target):
        self.page.wait_for_timeout(self.chance.uniform(900, 2500))
        target.click()

    def write(self, field, text):
        self.press(field)
        self.page.keyboard.insert_text(text)


class EyeTracker(Person):
    """The pointer leaps with the gaze and trembles; whoever stays on something for long enough presses it. Texts by a keyboard on the screen."""

    def press(self, target):
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for _ in range(self.chance.randint(1, 4)):
            self.page.mouse.move(x + self.chance.uniform(-4, 4), y + self.chance.uniform(-4, 4))
        self.page.wait_for_timeout(self.chance.uniform(600, 1200))
        self.page.mouse.down()
        self.page.mouse.up()


class RemoteDesktop(Person):
    """A hand whose way arrives as one or two steps, over a slow line."""

    def press(self, target):
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.wait_for_timeout(self.chance.uniform(600, 1500))
        for share in [0.5, 1.0][self.chance.randint(0, 1):]:
            self.page.mouse.move(self.at[0] + (x - self.at[0]) * share, self.at[1] + (y - self.at[1]) * share)
        self.at = (x, y)
        self.page.mouse.down()
        self.page.mouse.up()


class SwitchControl(Keys):
    """One switch, which a program turns into Tab and Enter or the space bar."""

    def write(self, field, text):
        self.reach(field)
        self.page.keyboard.insert_text(text)


class SlowScanning(SwitchControl):
    """The same by scanning: a program goes from field to field by itself, and one switch stops it, on a page enlarged four times."""

    options = {"viewport": {"width": 320, "height": 256}, "device_scale_factor": 4}

    def reach(self, target):
        for _ in range(60):
            if self.is_at(target):
                return
            self.page.wait_for_timeout(self.chance.uniform(200, 700))
            self.page.keyboard.press("Tab")
        raise SystemExit("scanning does not lead there")


class Enlarged(Person):
    """A hand at the mouse on a page enlarged four times (WCAG's 400 %), where everything has to be scrolled to."""

    options = {"viewport": {"width": 320, "height": 256}, "device_scale_factor": 4}


class DictationBox(VoiceControl):
    """Dictates into a window of its own, which then pastes the text where the focus is."""

    def write(self, field, text):
        self.press(field)
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.page.keyboard.press("Control+v")


class ReadsOn(ScreenReader):
    """A reader that is let go from heading to heading and field to field before anything is answered, and comes back to correct."""

    def choose(self, option):
        fields = self.page.locator("main input, main textarea, main button, main [tabindex]")
        for place in range(0, fields.count(), 2):
            if fields.nth(place).is_visible():
                fields.nth(place).focus()
        super().choose(option)
        self.page.keyboard.press("ArrowRight")
        super().choose(option)


class Driver(Person):
    """A program that steers the browser from outside, with what such libraries offer first."""

    def choose(self, option):
        option.click()

    def write(self, field, text):
        field.fill(text)

    def send(self, button):
        button.click()


class PatientDriver(Driver):
    """The same with a mouse that takes its way in small steps, as libraries offer that imitate hands."""

    press = Person.press
    choose, send = Person.choose, Person.send


class Script(Person):
    """A script in the page: sets what is to be sent, and sends it."""

    def choose(self, option):
        option.locator("input").evaluate("field => { field.checked = true }")

    def write(self, field, text):
        field.evaluate("(field, text) => { field.value = text }", text)

    def send(self, button):
        button.evaluate("button => button.form.requestSubmit(button)")


class ClickingScript(Script):
    """The same by clicks of its own making, with the events that go with an input."""

    def choose(self, option):
        option.evaluate("option => option.click()")

    def write(self, field, text):
        field.evaluate(
            """(field, text) => {
              field.value = text;
              for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
            }""",
            text,
        )

    def send(self, button):
        button.evaluate("button => button.click()")


class FillsAll(Driver):
    """A program that fills in whatever field there is in the source of the page, and presses the button."""

    def arrived(self):
        self.page.evaluate(
            "() => { for (const field of document.querySelectorAll('input[type=text], textarea')) field.value = 'It reads well.' }"
        )

    def write(self, field, text):
        pass


WHO = [
    ("mouse", "person", Person),
    ("mouse, pastes a text of their own", "person", Pastes),
    ("finger on a phone", "person", Finger),
    ("keys alone", "person", Keys),
    ("like a screen reader", "person", ScreenReader),
    ("like a voice control", "person", VoiceControl),
    ("like an eye tracker", "person", EyeTracker),
    ("like a screen reader that reads on and corrects", "person", ReadsOn),
    ("like dictation that pastes", "person", DictationBox),
    ("like a single switch", "person", SwitchControl),
    ("like slow scanning, enlarged to 400 %", "person", SlowScanning),
    ("mouse, enlarged to 400 %", "person", Enlarged),
    ("mouse, over a remote desktop", "person", RemoteDesktop),
    ("mouse, with a password manager", "person", PasswordManager),
    ("script that sets values", "program", Script),
    ("script that clicks", "program", ClickingScript),
    ("fills in every field", "program", FillsAll),
    ("steers the browser", "program", Driver),
    ("steers it with a patient mouse", "program", PatientDriver),
]


def take_part(browser, link, kind, chance):
    context = browser.new_context(**kind.options, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(link)
    who = kind(page, chance)
    for _ in range(40):
        if page.locator(".ending").count():
            context.close()
            return
        before = page.url
        page.wait_for_timeout(50)
        who.arrived()
        groups = {radio.get_attribute("name") for radio in page.locator("main input[type=radio]").all()}
        for name in sorted(groups):
            options = page.locator(f"label:has(> input[name='{name}'])")
            who.choose(options.nth(chance.randrange(options.count())))
        for field in page.locator(TEXT).all():
            if not field.is_visible():
                continue
            who.write(field, f"Because of the words, number {chance.randrange(10**6)}.")
        who.send(page.locator(SEND).first)
        page.wait_for_function("before => location.href !== before || document.querySelector('.ending')", arg=before)
        page.wait_for_load_state("load")
    raise SystemExit(f"{kind.__name__} does not come to an end: {page.url}")


def flagged(page, dashboard, flag):
    """The sessions with a flag, by number of arrival."""
    found, number = set(), 1
    while True:
        page.goto(f"{dashboard}s/agents/people?flag={flag}&sort=arrival&page={number}")
        here = {int(it) for it in re.findall(r'aria-label="Session (\d+)"', page.content())}
        if here <= found:
            return found
        found, number = found | here, number + 1


def measure(rejudge, chromium, sessions, minutes, seed):
    """How many sessions of each kind there were, and how many of them were flagged, by flag, with one server and browser; the last
    number is of any flag. Everyone comes in turn, until there were so many of each or the time is over."""
    chance, until = random.Random(seed), time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        study = os.path.join(folder, "agents")
        os.makedirs(study)
        open(os.path.join(study, "study.toml"), "w").write(STUDY)
        rows = "".join(f"{item},The cat sat upon the mat number {item}.\n" for item in range(6))
        open(os.path.join(study, "items.csv"), "w").write("item,one\n" + rows)
        for text in ["information", "consent", "instructions", "debrief"]:
            open(os.path.join(study, f"{text}.md"), "w").write(f"# The {text}\n\nWords.\n")
        command = [os.path.abspath(rejudge), "serve", study, "--listen", "127.0.0.1:0", "--json", "--per-address", "0"]
        server = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            said = json.loads(server.stdout.readline())
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            came = []
            while len(came) < sessions * len(WHO) and time.monotonic() < until:
                for name, _, kind in WHO:
                    take_part(browser, said["studies"][0]["link"], kind, chance)
                    came.append(name)
            page = browser.new_page()
            page.goto(said["owner_link"])
            page.fill("[name=name]", "ada")
            for field in page.locator("input[type=password]").all():
                field.fill("a long enough password")
            page.locator("main button[type=submit], form button").first.click()
            page.wait_for_load_state("load")
            found = [flagged(page, said["dashboard"], flag) for flag in FLAGS]
            browser.close()
        finally:
            server.terminate()
            server.wait()
    found.append(set().union(*found))
    numbers = {name: {number for number, who in enumerate(came, 1) if who == name} for name, _, _ in WHO}
    return {name: [len(those)] + [len(those & flagged) for flagged in found] for name, those in numbers.items()}


def interval(count, of):
    """The exact interval of a share (Clopper and Pearson), in per cent: where the tail of the binomial is 2.5 %."""

    def tail(share):
        """The chance of so many or more."""
        return sum(math.comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(count, of + 1))

    def where(reached):
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (low, middle) if reached(middle) else (middle, high)
        return 100 * low

    lower = 0.0 if count == 0 else where(lambda share: tail(share) >= 0.025)
    at_most = lambda share: sum(math.comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(count + 1))
    upper = 100.0 if count == of else where(lambda share: at_most(share) <= 0.025)
    return f"{lower:.0f}–{upper:.0f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rejudge", required=True)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    asked = parser.parse_args()
    each = -(-asked.sessions // asked.at_once)
    with concurrent.futures.ProcessPoolExecutor(asked.at_once) as workers:
        measures = [workers.submit(measure, asked.rejudge, asked.chromium, each, asked.minutes, seed) for seed in range(asked.at_once)]
        found = [measured.result() for measured in measures]
    total = {name: [sum(numbers) for numbers in zip(*(those[name] for those in found))] for name, _, _ in WHO}
    print("| who | is | sessions | " + " | ".join(f"`{flag}`" for flag in FLAGS) + " | any | 95 % |")
    print("|---|---|---|" + "---|" * (len(FLAGS) + 2))
    for name, what, _ in WHO:
        print(f"| {name} | {what} | " + " | ".join(map(str, total[name])) + f" | {interval(total[name][-1], total[name][0])} |")
    print()
    for group in ["person", "program"]:
        those = [total[name] for name, what, _ in WHO if what == group]
        of, count = sum(numbers[0] for numbers in those), sum(numbers[-1] for numbers in those)
        print(f"{group}: {count} of {of}, {interval(count, of)}")


if __name__ == "__main__":
    main()
