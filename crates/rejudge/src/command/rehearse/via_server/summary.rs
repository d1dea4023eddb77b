//! The outcome of an end-to-end test, as text and as JSON.

use std::fmt::Write as _;

use load::{LoadTest, LoadTestOutcome, Measurements, Pace, Recovery, Row, StorageCheck, quantile_ms};
use serde_json::{Value, json};

use crate::count_noun::count_noun;
use crate::terminal_table;

/// For people.
pub(super) fn to_text((test, pace): (&LoadTest<'_>, Pace), outcome: &LoadTestOutcome, recovery: &Recovery) -> String {
    let LoadTestOutcome { visits, storage, .. } = outcome;
    let mut text = String::new();
    let mut say = |what: &str, words: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what:<14}{words}");
    };
    let pace = match pace {
        Pace::Faster(speed) => format!("at {speed} times real speed"),
        Pace::Deterministic => "one at a time (deterministic)".to_owned(),
    };
    let people = count_noun(test.people as usize, "participant", "participants");
    say("SIMULATED", &format!("{people} on the real server, {pace}, seed {}", test.seed));
    let ends: Vec<String> =
        visits.count_endings().iter().map(|(end, count)| format!("{count} {}", end.word())).collect();
    say("Participants", &ends.join(", "));
    if test.browsers > 0 {
        say("Browser", &browser_words(visits.browsers));
    }
    say("Server", &server_words(&visits.measurements, visits.duration.as_secs_f64()));
    for (fault, times) in &visits.measurements.faults {
        say("", &format!("  {times} × {fault}"));
    }
    say("Storage", &storage_words(storage));
    say("Recovery", &recovery_words(recovery));
    format!("{text}\n{}\n", table(recovery))
}

/// Whether some of them used a real browser.
fn browser_words(browsers: u64) -> String {
    match browsers {
        0 => "chromedriver was not found, so everyone used plain HTTP".to_owned(),
        some => format!("{some} used a real Chromium; its times are not counted below"),
    }
}

fn server_words(measured: &Measurements, seconds: f64) -> String {
    let (pages, sent) = (&measured.pages, &measured.submissions);
    format!(
        "{} submissions ({:.1}/s, p50 {:.1} ms, p99 {:.1} ms), {} pages (p50 {:.1} ms, p99 {:.1} ms) in {:.1} s; {} errors",
        sent.len(),
        sent.len() as f64 / seconds.max(1e-9),
        quantile_ms(sent, 0.5),
        quantile_ms(sent, 0.99),
        pages.len(),
        quantile_ms(pages, 0.5),
        quantile_ms(pages, 0.99),
        seconds,
        measured.errors(),
    )
}

/// Whether every answer was stored and everyone was shown the right ending.
fn storage_words(storage: &StorageCheck) -> String {
    let StorageCheck { acknowledged, lost, duplicated, endings, wrong_endings, slots_filled_twice } = storage;
    if storage.has_passed() {
        return format!(
            "passed: {acknowledged} answers saved, none lost or duplicated; {} with the right code; no slot filled twice",
            count_noun(*endings, "ending", "endings")
        );
    }
    format!(
        "FAILED: of {acknowledged} acknowledged answers {lost} were lost and {duplicated} duplicated; of {endings} endings {wrong_endings} were wrong; {slots_filled_twice} slots filled twice"
    )
}

/// Whether the analysis recovers what was simulated.
fn recovery_words(recovery: &Recovery) -> String {
    let rows = recovery.rows.len();
    let missed = recovery.rows.iter().filter(|row| !row.is_recovered()).count();
    let (intervals, covering) = recovery.intervals();
    let verdict = if missed == 0 {
        format!("passed: all {rows} estimates recovered")
    } else {
        format!("FAILED: {missed} of {rows} estimates not recovered")
    };
    format!("{verdict}; {covering} of {intervals} 95 % CIs cover the true value")
}

fn table(recovery: &Recovery) -> String {
    let mut table = terminal_table::table();
    table.set_header(["", "quality", "expected", "estimated", "95 % CI", "must lie within", "recovered"]);
    for row in &recovery.rows {
        let interval = row.interval.map(|interval| format!("{:.2} to {:.2}", interval.low, interval.high));
        table.add_row([
            row.quantity.to_string(),
            row.quality.map(|quality| format!("{quality:+.2}")).unwrap_or_default(),
            format!("{:.2}", row.expected),
            format!("{:.2}", row.estimated),
            interval.unwrap_or_default(),
            format!("{:.2} to {:.2}", row.range.0, row.range.1),
            if row.is_recovered() { "yes" } else { "NO" }.to_owned(),
        ]);
    }
    table.to_string()
}

/// For programs.
pub(super) fn to_json((test, pace): (&LoadTest<'_>, Pace), outcome: &LoadTestOutcome, recovery: &Recovery) -> Value {
    let LoadTestOutcome { visits, storage, dataset } = outcome;
    let measured = &visits.measurements;
    let ends: serde_json::Map<String, Value> =
        visits.count_endings().iter().map(|(end, count)| (end.word().to_owned(), json!(count))).collect();
    let times = |times: &[std::time::Duration]| json!({ "count": times.len(), "p50_ms": quantile_ms(times, 0.5), "p99_ms": quantile_ms(times, 0.99) });
    json!({
        "format": 2,
        "study": test.study.fingerprint,
        "seed": test.seed,
        "speed": match pace {
            Pace::Faster(speed) => Some(speed),
            Pace::Deterministic => None,
        },
        "deterministic": pace == Pace::Deterministic,
        "people": test.people,
        "browsers": visits.browsers,
        "ends": ends,
        "judgements": dataset.judgements.len(),
        "server": {
            "seconds": visits.duration.as_secs_f64(),
            "submissions_per_second": measured.submissions.len() as f64 / visits.duration.as_secs_f64().max(1e-9),
            "submissions": times(&measured.submissions),
            "pages": times(&measured.pages),
            "errors": measured.errors(),
            "faults": measured.faults,
        },
        "storage": {
            "passed": storage.has_passed(),
            "acknowledged": storage.acknowledged,
            "lost": storage.lost,
            "duplicated": storage.duplicated,
            "endings": storage.endings,
            "wrong_endings": storage.wrong_endings,
            "slots_filled_twice": storage.slots_filled_twice,
        },
        "recovery": {
            "passed": recovery.is_recovered(),
            "runs": recovery.runs,
            "estimates": recovery.rows.iter().map(number).collect::<Vec<_>>(),
        },
    })
}

fn number(row: &Row) -> Value {
    json!({
        "id": row.quantity.to_string(),
        "quality": row.quality,
        "expected": row.expected,
        "estimated": row.estimated,
        "interval": row.interval.map(|interval| [interval.low, interval.high]),
        "range": [row.range.0, row.range.1],
        "recovered": row.is_recovered(),
    })
}
