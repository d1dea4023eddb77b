"""Commands as functions, the command line inside the wheel, Ctrl-C, progress, and a notebook from end to end."""

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import nbclient
import nbformat
import pandas
import pytest

import rejudge

HERE = Path(__file__).parent
ROOT = HERE.parent.parent.parent
STUDIES = ROOT / "studies"


def command_line(*words, **more):
    command = [Path(sys.executable).with_name("rejudge"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, **more)


def printed(*words):
    return json.loads(command_line(*words).stdout)


@pytest.fixture(scope="module")
def judgements(tmp_path_factory):
    """One simulated run of a worked study."""
    folder = tmp_path_factory.mktemp("once")
    assert command_line("rehearse", STUDIES / "fluency", "--once", "--out", folder).returncode == 0
    return folder / "judgements.csv"


def test_the_demonstration_runs_from_the_wheel(tmp_path):
    ran = command_line("demo", "--once", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr


def test_the_command_line_ends_as_it_does_elsewhere():
    version = command_line("--version")
    assert version.stdout.strip() == f"rejudge {rejudge.__version__}"
    assert command_line("stats", "alpha").returncode == 2
    assert command_line("check", "no-such-folder").returncode != 0


def test_check_plan_and_audit_find_what_the_command_line_prints():
    study = STUDIES / "fluency"
    assert rejudge.check(study).to_dict() == printed("check", study, "--json")
    assert rejudge.plan(study).to_dict() == printed("plan", study, "--json")
    audited = rejudge.audit(study, STUDIES / "toxicity-pairs")
    assert audited.to_dict() == printed("audit", study, STUDIES / "toxicity-pairs", "--json")
    assert len(audited.audits) == 2
    assert repr(audited) == command_line("audit", study, STUDIES / "toxicity-pairs").stdout.rstrip("\n")


def test_an_analysis_has_its_numbers_its_report_and_its_figures(judgements, tmp_path):
    asked = dict(data=judgements, replicates=50)
    analysed = rejudge.analyse(STUDIES / "fluency", **asked)
    words = ["analyse", STUDIES / "fluency", "--data", judgements, "--replicates", "50"]
    assert analysed.to_dict() == printed(*words, "--json")
    assert repr(analysed) == command_line(*words).stdout.rstrip("\n")
    assert analysed.report.startswith("<!DOCTYPE html>") or "<html" in analysed.report
    assert analysed.figures and all("<svg" in figure._repr_svg_() for figure in analysed.figures.values())
    page = analysed._repr_html_()
    assert page.startswith("<iframe") and "<script" not in page
    kept = rejudge.analyse(STUDIES / "fluency", **asked, out=tmp_path / "kept")
    assert kept.to_dict() == analysed.to_dict() and (tmp_path / "kept/report.html").is_file()


def test_a_frame_is_analysed_like_its_file(judgements, tmp_path):
    frame = pandas.read_csv(judgements)
    frame = frame.loc[frame["excluded"].isna(), ["participant", "item", "systems", "value"]].dropna()
    path = tmp_path / "ratings.csv"
    frame.to_csv(path, index=False)
    words = ["--participant", "participant", "--item", "item", "--system", "systems", "--value", "value"]
    words += ["--replicates", "50"]
    columns = dict(participant="participant", item="item", system="systems", value="value")
    ours, theirs = rejudge.analyse(frame, **columns, replicates=50), printed("analyse", path, *words, "--json")
    assert len(theirs["estimates"]) > 5
    assert [estimate.to_dict() for estimate in ours.estimates] == theirs["estimates"]


def test_two_runs_are_compared():
    original, again = STUDIES / "fluency/original.toml", STUDIES / "fluency/reproduction.toml"
    compared = rejudge.compare(original, again)
    assert compared.to_dict() == printed("compare", original, again, "--json")
    assert compared.report


def test_a_rehearsal_tells_how_far_it_is():
    seen = []
    rehearsed = rejudge.rehearse(STUDIES / "fluency", runs=20, progress=lambda *news: seen.append(news))
    assert rehearsed.to_dict() == printed("rehearse", STUDIES / "fluency", "--runs", "20", "--json")
    done = [news[0] for news in seen]
    assert done == sorted(done)
    # However fast it was, its end is reported.
    assert all(done <= total for done, total, _ in seen) and seen[-1][0] == seen[-1][1] > 0


def test_a_study_with_mistakes_is_an_error_with_all_of_them(tmp_path):
    (tmp_path / "study.toml").write_text('title = "x"\n')
    with pytest.raises(rejudge.Error) as raised:
        rejudge.plan(tmp_path)
    assert "study.toml" in str(raised.value)
    checked = rejudge.check(tmp_path)
    assert checked.problems and checked.studies[0].errors > 0


INTERRUPTED = """
import signal, sys, rejudge
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
try:
    rejudge.rehearse(sys.argv[1], runs=1_000_000)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_a_long_computation_soon():
    command = [sys.executable, "-c", INTERRUPTED, STUDIES / "meaning-pairs"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "begun\n"
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=20)
    assert said == "interrupted\n" and running.returncode == 0


def test_a_progress_that_raises_ends_the_computation():
    def enough(*_):
        raise StopIteration("enough")

    with pytest.raises(StopIteration, match="enough"):
        rejudge.rehearse(STUDIES / "meaning-pairs", runs=1_000_000, progress=enough)
    # Nothing goes on behind our back: once the run at hand has ended, the processor is idle. A million would take hours.
    assert any(processor_time_of_a_second() < 0.5 for _ in range(30))


def processor_time_of_a_second():
    before = time.process_time()
    time.sleep(1)
    return time.process_time() - before


def test_other_threads_go_on_meanwhile():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    ticking = threading.Thread(target=tick)
    ticking.start()
    rejudge.rehearse(STUDIES / "fluency", runs=200)
    done.set()
    ticking.join()
    longest = max(later - earlier for earlier, later in zip(ticks, ticks[1:]))
    assert len(ticks) > 10 and longest < 1.0


def test_the_notebook_runs_from_end_to_end(tmp_path):
    notebook = nbformat.read(HERE.parent / "examples/agreement.ipynb", as_version=4)
    where = {"metadata": {"path": str(ROOT)}}
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources=where).execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    pages = [output.data["text/html"] for output in shown if "text/html" in output.get("data", {})]
    assert any("alpha" in page for page in pages) and any("<iframe" in page for page in pages)
