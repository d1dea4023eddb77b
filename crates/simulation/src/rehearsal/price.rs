//! Which checks and exclusions earn their price.

use stats::Estimate;
use study::Study;
use study::file::Exclusion;

use super::Rehearsing;
use super::facts::{Sheet, money};
use crate::Crowd;
use crate::mill::{Milled, Setup};

/// Runs the study without its checks, without each exclusion rule that could matter, and with people who
/// all look, each with the same random numbers, and puts down what becomes of every claim and of the
/// cost. The crowd is the given one: claims that are not true of it are left out.
pub(super) fn put(sheet: &mut Sheet, rehearsing: &Rehearsing<'_>, given: &Milled) {
    let study = &rehearsing.setup.study;
    for (label, changed) in without(study) {
        match Setup::new(changed) {
            Ok(setup) => {
                let milled = rehearsing.mill(&format!("without {label}"), &setup, rehearsing.crowd);
                compare(sheet, rehearsing, given, (&label, &setup, &milled));
            }
            Err(reason) => sheet.notes.push(format!("without {label} the study cannot be planned: {reason}")),
        }
    }
    if rehearsing.crowd.habits.inattentive > 0.0 {
        let mut crowd = Crowd::clone(rehearsing.crowd);
        crowd.habits.inattentive = 0.0;
        let milled = rehearsing.mill("with people who all look", rehearsing.setup, &crowd);
        compare(sheet, rehearsing, given, ("inattentive people", rehearsing.setup, &milled));
    }
}

/// The study without its checks, and without each rule of exclusion that applies to whole sessions.
fn without(study: &Study) -> Vec<(String, Study)> {
    let mut changed = Vec::new();
    if study.lists.checks.is_some() {
        let mut bare = study.clone();
        bare.lists.checks = None;
        bare.checks.clear();
        bare.analysis.exclude.retain(|rule| *rule != Exclusion::FailedChecks);
        changed.push(("checks".to_owned(), bare));
    }
    for (number, rule) in study.analysis.exclude.iter().enumerate() {
        let label = match rule {
            // Slots of people who failed or left are filled by others before anything is excluded.
            Exclusion::FailedChecks | Exclusion::Incomplete => continue,
            Exclusion::FasterThan { .. } => "faster-than",
            Exclusion::SlowerThan { .. } => "slower-than",
            Exclusion::SameAnswer => "same-answer",
        };
        let mut bare = study.clone();
        bare.analysis.exclude.remove(number);
        changed.push((label.to_owned(), bare));
    }
    changed
}

fn compare(sheet: &mut Sheet, rehearsing: &Rehearsing<'_>, given: &Milled, other: (&str, &Setup, &Milled)) {
    let (label, setup, milled) = other;
    let claims = rehearsing.worlds.iter().filter(|(_, world)| world.words.is_none());
    for number in claims.map(|(number, _)| *number) {
        let id = &rehearsing.setup.study.claims[number].id;
        let chance = Estimate { name: "chance_without", ..milled.chance(number) };
        sheet.put(chance.of([id.as_str(), label]), milled.runs, super::CHANCE);
        let change = change(&given.confirmed[number], &milled.confirmed[number]);
        sheet.put(change.of([id.as_str(), label]), milled.runs, "change of the chance, run by run");
    }
    if let (Some((before, currency)), Some((after, _))) = (money(rehearsing.setup, given), money(setup, milled)) {
        let change = Estimate::new("cost_change_without", after - before).of([label, currency.as_str()]);
        sheet.put(change, milled.runs, "mean over simulated runs");
    }
}

/// How much likelier it became, with the standard error of a difference of pairs.
fn change(before: &[bool], after: &[bool]) -> Estimate {
    let difference = |(a, b): (&bool, &bool)| f64::from(i8::from(*b) - i8::from(*a));
    let differences: Vec<f64> = before.iter().zip(after).map(difference).collect();
    let n = differences.len().max(1) as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let variance = differences.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let se = (variance / n).sqrt();
    let reach = 1.96 * se;
    let interval = stats::Interval { low: mean - reach, high: mean + reach, level: 0.95, kind: "normal" };
    Estimate::new("chance_change_without", mean).se(se).interval(interval)
}
