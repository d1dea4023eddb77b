//! How long judging took, and what it paid.

use std::collections::BTreeMap;

use dataset::{Dataset, JudgedBy, Judgement};
use stats::resample::quantile;
use study::Study;
use study::file::Payment;

use crate::sheet::Sheet;
use crate::{Statistic, TimeSubject, TimeSummary};

/// A session: participant, list, attempt.
type Key = (u32, u32, u32);

/// The time of every session that was kept: of all together, by person and by list; how long single
/// pages took; a histogram and the steps of the cumulative distribution; and the pay per hour.
pub(crate) fn add_statistics(sheet: &mut Sheet, study: Option<&Study>, dataset: &Dataset) {
    let sessions = sessions(dataset);
    let minutes: Vec<f64> = sessions.values().map(|seconds| seconds / 60.0).collect();
    if !minutes.is_empty() {
        describe(sheet, TimeSubject::Session, &[], &minutes);
        distribution(sheet, &minutes);
        let by = |part: fn(&Key) -> u32| {
            let mut groups: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
            for (key, seconds) in &sessions {
                groups.entry(part(key)).or_default().push(seconds / 60.0);
            }
            groups
        };
        for (person, minutes) in by(|key| key.0) {
            describe(sheet, TimeSubject::Person, &[&dataset.participants[person as usize]], &minutes);
        }
        let lists = by(|key| key.1);
        for (list, minutes) in lists.iter().filter(|_| lists.len() > 1) {
            describe(sheet, TimeSubject::List, &[&list.to_string()], minutes);
        }
    }
    let pages = pages(dataset);
    if !pages.is_empty() {
        describe(sheet, TimeSubject::Page, &[], &pages);
    }
    // The study's amount is for a list of the study; what the sessions of a foreign table were, and paid, it does not know.
    let paid_as_planned = dataset.provenance.judged_by != JudgedBy::Foreign;
    if let Some(payment) = study.and_then(|study| study.payment.as_ref()).filter(|_| paid_as_planned) {
        pay(sheet, payment, &minutes);
    }
}

fn describe(sheet: &mut Sheet, timed: TimeSubject, of: &[&str], values: &[f64]) {
    let words = match timed {
        TimeSubject::Session => "minutes of a session, from arrival to end",
        TimeSubject::Person => "minutes of the sessions of one person",
        TimeSubject::List => "minutes of the sessions on one list",
        TimeSubject::Page => "seconds a page was viewed",
    };
    let Ok(found) = stats::describe::describe(values, 0.95) else { return };
    let of_name = |name: &str| found.iter().find(|it| it.name == name).map(|it| it.value);
    for described in TimeSummary::ALL {
        let value = match described {
            TimeSummary::Min => of_name("min"),
            TimeSummary::Max => of_name("max"),
            TimeSummary::Mean => of_name("mean"),
            TimeSummary::Median => of_name("median"),
            TimeSummary::Sd => of_name("sd"),
            TimeSummary::Total => Some(values.iter().sum()),
        };
        if let Some(value) = value {
            sheet.add(Statistic::Time(timed, described), of.iter().copied(), value, values.len(), words);
        }
    }
}

/// `time_bin[from, to]` counts sessions by minutes in at most twenty bins of a round width, the last
/// open; `time_ecdf[minutes]` is the share of sessions that took at most so long.
fn distribution(sheet: &mut Sheet, minutes: &[f64]) {
    const BINS: usize = 20;
    let mut sorted = minutes.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let n = sorted.len();
    // The few who left the page open overnight must not squeeze everyone else into one bin.
    let reach = quantile(&sorted, 0.95).max(f64::MIN_POSITIVE);
    let rough = reach / BINS as f64;
    let power = 10f64.powf(rough.log10().floor());
    let width = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * power).into_iter().find(|w| *w >= rough).unwrap_or(rough);
    let bins = (reach / width).ceil().max(1.0) as usize;
    for bin in 0..=bins {
        let (low, high) = (bin as f64 * width, (bin + 1) as f64 * width);
        let inside = |value: &&f64| **value >= low && (bin == bins || **value < high);
        let count = sorted.iter().filter(inside).count();
        let last = if bin == bins { "∞".to_owned() } else { trimmed(high) };
        if bin < bins || count > 0 {
            sheet.count(Statistic::TimeBin, [trimmed(low), last], count, n);
        }
    }
    let steps = n.min(200);
    for step in 1..=steps {
        let rank = (step * n).div_ceil(steps);
        let label = trimmed(sorted[rank - 1]);
        // Of equal times the last step is the height.
        if step < steps && trimmed(sorted[((step + 1) * n).div_ceil(steps) - 1]) == label {
            continue;
        }
        let words = "share of sessions that took at most this many minutes";
        sheet.add(Statistic::TimeEcdf, [label], rank as f64 / n as f64, n, words);
    }
}

fn trimmed(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The seconds of every session that has an included judgement: as given, or the time between the
/// first page shown and the last answer.
fn sessions(dataset: &Dataset) -> BTreeMap<Key, f64> {
    let mut given: BTreeMap<Key, f64> = BTreeMap::new();
    let mut span: BTreeMap<Key, (i64, i64)> = BTreeMap::new();
    for judgement in dataset.included_judgements() {
        let key = judgement.session();
        if let Some(seconds) = judgement.timing.session_secs {
            given.insert(key, seconds);
        } else if let (Some(shown), Some(sent)) = (judgement.timing.shown_at_ms, judgement.timing.answered_at_ms) {
            let (first, last) = span.entry(key).or_insert((shown, sent));
            (*first, *last) = ((*first).min(shown), (*last).max(sent));
        }
    }
    for (key, (first, last)) in span {
        given.entry(key).or_insert((last - first).max(0) as f64 / 1000.0);
    }
    given
}

/// The active seconds of every page, each once though it may hold several questions.
fn pages(dataset: &Dataset) -> Vec<f64> {
    let page = |judgement: &Judgement| (judgement.session(), judgement.position);
    let mut pages = BTreeMap::new();
    for (index, judgement) in dataset.judgements.iter().enumerate().filter(|(_, it)| it.excluded.is_none()) {
        // Where positions are not known every judgement is a page of its own.
        let own = if judgement.position == 0 { index } else { 0 };
        if let Some(seconds) = judgement.timing.active_secs {
            pages.insert((page(judgement), own), seconds);
        }
    }
    pages.into_values().collect()
}

/// What an hour paid, by the median time and over all time together, beside what was promised.
fn pay(sheet: &mut Sheet, payment: &Payment, minutes: &[f64]) {
    let Some(amount) = payment.amount else { return };
    let per_hour = |minutes: f64| 60.0 * amount / minutes;
    let currency = [payment.currency.as_str()];
    if payment.estimated_minutes > 0.0 {
        let promised = per_hour(payment.estimated_minutes);
        sheet.add(Statistic::PayPerHourPromised, currency, promised, 1, "amount over the estimated time");
    }
    let mut sorted = minutes.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let median = quantile(&sorted, 0.5);
    let total: f64 = sorted.iter().sum();
    let n = minutes.len();
    if total > 0.0 && median > 0.0 {
        let words = "amount over the median time of a session";
        sheet.add(Statistic::PayPerHourMedian, currency, per_hour(median), n, words);
        let whole = per_hour(total / n as f64);
        sheet.add(Statistic::PayPerHourOverall, currency, whole, n, "all amounts over all time");
    }
}
