//! Writes the tables of `docs/methods/rehearsal.md`: what simulation finds where theory gives the
//! answer, what tests find that is not there, and how the analysis recovers the parameters.
//!
//! `cargo run --release -p simulation --example calibration -- studies docs/methods/rehearsal.md`, and behind that
//! `calibration`, `recovery` or `worked` to write only one of them.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::path::PathBuf;

use analysis::Statistic;
use simulation::calibration::{ParameterRecovery, PlainDesign, rates, recover, recover_with};
use simulation::{Design, Options, RaterModel, Runs, Setup, rehearse};
use stats::Interval;
use stats::power::{EffectMeasure, Question, Sides, Size, Test};
use study::file::TestName;
use study::{OnDisk, Study};

const RUNS: Runs = Runs { seed: 2026, runs: 2000 };
/// The tables of tests, of recovered parameters and of the worked studies, each between marks on the page.
const TABLES: [&str; 3] = ["calibration", "recovery", "worked"];
const WORKED: [&str; 5] = ["best-worst", "fluency", "meaning-pairs", "simplicity-ranking", "toxicity-pairs"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let studies: PathBuf = arguments.next().ok_or("where are the studies?")?.into();
    let read = |name: &str| {
        let study = study::check(&OnDisk(studies.join(name))).study;
        study.ok_or_else(|| format!("the study {name} is not sound"))
    };
    let (page, only) = (arguments.next(), arguments.next());
    for name in TABLES.into_iter().filter(|name| only.as_deref().is_none_or(|only| only == *name)) {
        let table = match name {
            "recovery" => calibrate_recovery(&read)?,
            "worked" => calibrate_worked_studies(&read)?,
            _ => {
                let fluency = read("fluency")?;
                format!("{}\n{}", power(&fluency)?, levels(&fluency))
            }
        };
        match &page {
            None => println!("{table}"),
            Some(page) => write(page, name, &table)?,
        }
    }
    Ok(())
}

/// Puts a table between its marks.
fn write(page: &str, name: &str, table: &str) -> Result<(), Box<dyn std::error::Error>> {
    let (begin, end) = (format!("<!-- {name} -->"), format!("<!-- end of {name} -->"));
    let text = std::fs::read_to_string(page)?;
    let (before, rest) = text.split_once(&begin).ok_or("the page has no mark")?;
    let (_, after) = rest.split_once(&end).ok_or("the page has no second mark")?;
    Ok(std::fs::write(page, format!("{before}{begin}\n{table}{end}{after}"))?)
}

/// Power and false positives of every claim of the worked studies, as planned.
fn calibrate_worked_studies(
    read: &dyn Fn(&str) -> Result<Study, String>,
) -> Result<String, Box<dyn std::error::Error>> {
    let mut table = "| study | claim | supported when true | supported when false |\n|---|---|---|---|\n".to_owned();
    for name in WORKED {
        let study = read(name)?;
        let setup = Setup::new(study.clone())?;
        let raters = RaterModel::fit_to_original(&setup, 1).unwrap_or_else(|| RaterModel::from_claims(&study));
        let options =
            Options { runs: Runs { seed: 1, runs: 1000 }, power: 0.8, grid: vec![Design::from_study(&study)] };
        let rehearsal = rehearse(&study, &raters, &options, &|_| {})?;
        for claim in &rehearsal.claims {
            let share = |what: Statistic| {
                let found = rehearsal.get(what, None, &[&claim.id]).map(|found| &found.estimate);
                let interval = found.and_then(|found| Some((found.value, found.interval?)));
                interval.map_or_else(
                    || "no test, no level".to_owned(),
                    |(value, Interval { low, high, .. })| format!("{value:.3} [{low:.3}, {high:.3}]"),
                )
            };
            let (power, wrong) = (share(Statistic::Power), share(Statistic::FalsePositiveRate));
            table += &format!("| {name} | {} | {power} | {wrong} |\n", claim.id);
        }
    }
    Ok(table)
}

/// The power of Student's t beside the share of runs in which it confirmed.
fn power(study: &Study) -> Result<String, Box<dyn std::error::Error>> {
    let mut table =
        "| d | judgements of each system | power by the noncentral t | supported in simulation |\n|---|---|---|---|\n"
            .to_owned();
    for (d, items, completions) in [(0.2, 50, 2), (0.4, 20, 2), (0.5, 50, 2), (0.3, 60, 3)] {
        let n = items * completions as usize;
        let question = Question { test: Test::TwoSample(Sides::Two), alpha: 0.05 };
        let expected = question.power(EffectMeasure::CohenD(d), Size::PerGroup(n as f64))?;
        let plain = PlainDesign { d, items, completions, ..PlainDesign::new(TestName::StudentT) };
        let found = rates(study, &plain, RUNS).ahead;
        table.push_str(&format!("| {d} | {n} | {expected:.3} | {found:.3} ± {:.3} |\n", error(found)));
    }
    Ok(table)
}

/// How often each test finds a difference at the level of 0.05 though there is none.
fn levels(study: &Study) -> String {
    let cases = [
        ("nothing but noise", 0.0, 0.0, 0.0),
        ("items and people", 0.3, 0.0, 0.2),
        ("items, people and single outputs", 0.3, 0.3, 0.2),
        ("the same, outputs more", 0.3, 0.5, 0.2),
    ];
    let tests = [TestName::StudentT, TestName::MixedModel, TestName::PairedT];
    let mut table =
        "| what differs | Student's t over judgements | linear mixed model, which decides | paired t over item means |\n|---|---|---|---|\n"
            .to_owned();
    for (words, items_sd, outputs_sd, leniency_sd) in cases {
        table.push_str(&format!("| {words} "));
        for test in tests {
            let plain =
                PlainDesign { items: 50, completions: 3, items_sd, outputs_sd, leniency_sd, ..PlainDesign::new(test) };
            let found = rates(study, &plain, RUNS).either;
            table.push_str(&format!("| {found:.3} ± {:.3} ", error(found)));
        }
        table.push_str("|\n");
    }
    table
}

/// What the analysis recovers, for the response kind of every worked study.
fn calibrate_recovery(read: &dyn Fn(&str) -> Result<Study, String>) -> Result<String, String> {
    let mut table =
        "| kind | number | expected | estimated | coverage of 95 % intervals |\n|---|---|---|---|---|\n".to_owned();
    let runs = Runs { runs: 400, ..RUNS };
    let size = |items, completions| Design { items, completions };
    let plain = PlainDesign {
        d: 0.5,
        items: 60,
        completions: 12,
        items_sd: 0.3,
        leniency_sd: 0.2,
        ..PlainDesign::new(TestName::StudentT)
    };
    let (fine, raters) = plain.apply_to(&read("fluency")?);
    for (words, found) in [
        ("rating", recover(&read("fluency")?, size(60, 12), 0.0, runs)),
        ("slider", recover_with(&fine, &raters, runs)),
        ("pairwise", recover(&read("meaning-pairs")?, size(72, 9), 0.0, runs)),
        ("pairwise, first shown looks better", recover(&read("meaning-pairs")?, size(72, 9), 0.2, runs)),
        ("pairwise with ties", recover(&read("toxicity-pairs")?, size(64, 9), 0.0, runs)),
        ("best-worst", recover(&read("best-worst")?, size(48, 9), 0.0, runs)),
        ("ranking", recover(&read("simplicity-ranking")?, size(48, 12), 0.0, runs)),
    ] {
        for (place, ParameterRecovery { id, expected, estimated, se, coverage }) in found.into_iter().enumerate() {
            let words = if place == 0 { words } else { "" };
            let coverage = coverage.map(|coverage| format!("{coverage:.2}")).unwrap_or_default();
            // Zero has no sign.
            let expected = if expected.abs() < 5e-4 { 0.0 } else { expected };
            table.push_str(&format!(
                "| {words} | `{id}` | {expected:.3} | {estimated:.3} ± {:.3} | {coverage} |\n",
                2.0 * se
            ));
        }
    }
    Ok(table)
}

/// Two standard errors of a share of the runs.
fn error(share: f64) -> f64 {
    2.0 * (share * (1.0 - share) / RUNS.runs as f64).sqrt()
}
