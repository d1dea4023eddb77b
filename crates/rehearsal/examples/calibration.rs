//! Writes the table of `docs/methods/rehearsal.md`: what the mill finds where theory says what must come
//! out, and what tests find that is not there.
//!
//! `cargo run --release -p rehearsal --example calibration -- studies/fluency docs/methods/rehearsal.md`

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::path::PathBuf;

use rehearsal::Runs;
use rehearsal::calibration::{Plain, rates};
use stats::power::{EffectMeasure, Question, Sides, Size, Test};
use study::file::TestName;
use study::{Files, ReadError, Study};

const RUNS: Runs = Runs { seed: 2026, runs: 2000 };
const MARKS: [&str; 2] = ["<!-- calibration -->", "<!-- end of calibration -->"];

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        std::fs::read(self.0.join(name)).map_err(|_| ReadError::NotFound)
    }

    fn exists(&self, name: &str) -> bool {
        self.0.join(name).is_file()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (folder, page) = (arguments.next().ok_or("which study?")?, arguments.next());
    let study = study::check(&Folder(folder.into())).study.ok_or("the study is not sound")?;
    let table = format!("{}\n{}", power(&study)?, levels(&study));
    let Some(page) = page else {
        println!("{table}");
        return Ok(());
    };
    let text = std::fs::read_to_string(&page)?;
    let (before, rest) = text.split_once(MARKS[0]).ok_or("the page has no mark")?;
    let (_, after) = rest.split_once(MARKS[1]).ok_or("the page has no second mark")?;
    std::fs::write(&page, format!("{before}{}\n{table}{}{after}", MARKS[0], MARKS[1]))?;
    Ok(())
}

/// The power of Student's t beside the share of runs in which it confirmed.
fn power(study: &Study) -> Result<String, Box<dyn std::error::Error>> {
    let mut table =
        "| d | judgements of each system | power by the noncentral t | confirmed in the mill |\n|---|---|---|---|\n"
            .to_owned();
    for (d, items, completions) in [(0.2, 50, 2), (0.4, 20, 2), (0.5, 50, 2), (0.3, 60, 3)] {
        let n = items * completions as usize;
        let question = Question { test: Test::TwoSample(Sides::Two), alpha: 0.05 };
        let expected = question.power(EffectMeasure::CohenD(d), Size::PerGroup(n as f64))?;
        let plain = Plain { d, items, completions, ..Plain::new(TestName::StudentT) };
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
        "| what differs | Student's t over judgements | mixed model, people and items crossed | paired t over item means |\n|---|---|---|---|\n"
            .to_owned();
    for (words, items_sd, outputs_sd, leniency_sd) in cases {
        table.push_str(&format!("| {words} "));
        for test in tests {
            let plain = Plain { items: 50, completions: 3, items_sd, outputs_sd, leniency_sd, ..Plain::new(test) };
            let found = rates(study, &plain, RUNS).either;
            table.push_str(&format!("| {found:.3} ± {:.3} ", error(found)));
        }
        table.push_str("|\n");
    }
    table
}

/// Two standard errors of a share of the runs.
fn error(share: f64) -> f64 {
    2.0 * (share * (1.0 - share) / RUNS.runs as f64).sqrt()
}
