//! What came of a rehearsal on stage, as text and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::ruled;
use crate::stage::{Kept, Pace, Recovery, Rehearsal, Rehearsed, Row, Seen, quantile_ms};

/// For people.
pub(super) fn to_text(rehearsal: &Rehearsal<'_>, rehearsed: &Rehearsed, recovery: &Recovery) -> String {
    let Rehearsed { played, kept, .. } = rehearsed;
    let mut text = String::new();
    let mut say = |what: &str, words: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what:<10}{words}");
    };
    let pace = match rehearsal.pace {
        Pace::Faster(speed) => format!("{speed} times as fast as people are"),
        Pace::InTurn => "one at a time, the clock jumping to the next".to_owned(),
    };
    say("", &format!("{} people on the real server, {pace} (seed {})", rehearsal.people, rehearsal.seed));
    let ends: Vec<String> = played.ends().iter().map(|(end, count)| format!("{count} {}", end.word())).collect();
    say("people", &ends.join(", "));
    if rehearsal.browsers > 0 {
        say("browser", &browser_words(played.browsers));
    }
    say("server", &server(&played.seen, played.took.as_secs_f64()));
    for (fault, times) in &played.seen.faults {
        say("", &format!("  {times} × {fault}"));
    }
    say("kept", &kept_words(kept));
    say("recovered", &recovered_words(recovery));
    text + "\n" + &table(recovery) + "\n"
}

/// Whether some of them sat before a real browser.
fn browser_words(browsers: u64) -> String {
    match browsers {
        0 => "chromedriver is not there, so everyone came by plain HTTP".to_owned(),
        some => format!("{some} of them in a real Chromium; its times are not counted below"),
    }
}

fn server(seen: &Seen, seconds: f64) -> String {
    let (pages, sent) = (&seen.pages, &seen.submissions);
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
        seen.errors(),
    )
}

/// Whether every answer is there and everyone was told the truth.
pub(crate) fn kept_words(kept: &Kept) -> String {
    let Kept { acknowledged, lost, doubled, endings, untrue, slots_twice } = kept;
    if kept.all_well() {
        return format!(
            "yes: all {acknowledged} acknowledged answers are there, once; {endings} endings with their codes; no slot filled twice"
        );
    }
    format!(
        "NO: of {acknowledged} acknowledged answers {lost} are lost and {doubled} doubled; of {endings} endings {untrue} are untrue; {slots_twice} slots filled twice"
    )
}

/// Whether what was put in came out.
pub(crate) fn recovered_words(recovery: &Recovery) -> String {
    let missed = recovery.rows.iter().filter(|row| !row.recovered()).count();
    let (intervals, hold) = recovery.intervals();
    let verdict = if missed == 0 {
        format!("yes: all {} numbers are where the crowd puts them", recovery.rows.len())
    } else {
        format!("NO: {missed} of {} numbers are not where the crowd puts them", recovery.rows.len())
    };
    format!("{verdict}; {hold} of {intervals} 95 % intervals hold what was put in")
}

fn table(recovery: &Recovery) -> String {
    let mut table = ruled::table();
    table.set_header(["", "quality", "put in", "came out", "95 % interval", "must lie within", "recovered"]);
    for row in &recovery.rows {
        let interval = row.interval.map(|interval| format!("{:.2} to {:.2}", interval.low, interval.high));
        table.add_row([
            id(row),
            row.quality.map(|quality| format!("{quality:+.2}")).unwrap_or_default(),
            format!("{:.2}", row.put_in),
            format!("{:.2}", row.came_out),
            interval.unwrap_or_default(),
            format!("{:.2} to {:.2}", row.range.0, row.range.1),
            if row.recovered() { "yes" } else { "NO" }.to_owned(),
        ]);
    }
    table.to_string()
}

/// As among the results: `mean[fluency, svm]`.
fn id(row: &Row) -> String {
    let about: Vec<&str> = row.criterion.iter().chain(&row.of).map(String::as_str).collect();
    if about.is_empty() { row.name.clone() } else { format!("{}[{}]", row.name, about.join(", ")) }
}

/// For programs.
pub(super) fn to_json(rehearsal: &Rehearsal<'_>, rehearsed: &Rehearsed, recovery: &Recovery) -> Value {
    let Rehearsed { played, kept, dataset } = rehearsed;
    let ends: serde_json::Map<String, Value> =
        played.ends().iter().map(|(end, count)| (end.word().to_owned(), json!(count))).collect();
    let times = |times: &[std::time::Duration]| json!({ "count": times.len(), "p50_ms": quantile_ms(times, 0.5), "p99_ms": quantile_ms(times, 0.99) });
    json!({
        "format": 1,
        "study": rehearsal.study.fingerprint,
        "seed": rehearsal.seed,
        "speed": match rehearsal.pace {
            Pace::Faster(speed) => Some(speed),
            Pace::InTurn => None,
        },
        "in_turn": rehearsal.pace == Pace::InTurn,
        "people": rehearsal.people,
        "browsers": played.browsers,
        "ends": ends,
        "judgements": dataset.judgements.len(),
        "server": {
            "seconds": played.took.as_secs_f64(),
            "submissions_per_second": played.seen.submissions.len() as f64 / played.took.as_secs_f64().max(1e-9),
            "submissions": times(&played.seen.submissions),
            "pages": times(&played.seen.pages),
            "errors": played.seen.errors(),
            "faults": played.seen.faults,
        },
        "kept": {
            "all_well": kept.all_well(),
            "acknowledged": kept.acknowledged,
            "lost": kept.lost,
            "doubled": kept.doubled,
            "endings": kept.endings,
            "untrue": kept.untrue,
            "slots_twice": kept.slots_twice,
        },
        "recovery": {
            "recovered": recovery.recovered(),
            "runs": recovery.runs,
            "numbers": recovery.rows.iter().map(number).collect::<Vec<_>>(),
        },
    })
}

fn number(row: &Row) -> Value {
    json!({
        "id": id(row),
        "quality": row.quality,
        "put_in": row.put_in,
        "came_out": row.came_out,
        "interval": row.interval.map(|interval| [interval.low, interval.high]),
        "range": [row.range.0, row.range.1],
        "recovered": row.recovered(),
    })
}
