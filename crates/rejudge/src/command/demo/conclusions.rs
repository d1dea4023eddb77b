//! From the answers to the report.

use std::path::{Path, PathBuf};

use analysis::{Results, Verdict};
use dataset::Dataset;
use load::LoadTest;
use reproduction::{Comparison, Experiment, Frame, Line, compare, find_line};
use serde_json::json;
use study::original::Original;

use super::steps::{Mark, Steps};
use super::worked_study::WorkedStudy;
use crate::count_noun::{count_answers, count_noun};
use crate::output_files::{write, write_judgements, write_report};

/// Bootstrap replicates: enough to look at, and quick.
const REPLICATES: usize = 400;
/// What this run is called beside the published ones.
const HERE: &str = "demo";
const ORIGINAL: &str = "original";

/// What the answers show.
pub(super) struct DemoConclusions {
    results: Results,
    comparison: Option<Comparison>,
    /// Whether the analysis recovers what was simulated.
    pub(super) recovered: bool,
}

impl DemoConclusions {
    /// Analyses the answers and compares them with what was published.
    pub(super) fn analyse(
        test: &LoadTest<'_>,
        worked: &WorkedStudy,
        dataset: &Dataset,
        steps: &mut Steps,
    ) -> anyhow::Result<DemoConclusions> {
        let results = test.analyse(dataset, REPLICATES);
        let recovery = test.check_recovery(dataset, &results);
        let recovered = recovery.is_recovered();
        let decided = results.claims.iter().filter(|claim| claim.verdict != Verdict::OutOfScope);
        let claims: Vec<String> = decided.map(|claim| format!("{} {}", claim.id, claim.verdict.word())).collect();
        let found = if recovered {
            "recovery check passed: estimates match the simulated truth"
        } else {
            "recovery check FAILED: estimates do not match the simulated truth"
        };
        let lines = [
            format!("{} from {}", count_noun(results.estimates.len(), "estimate", "estimates"), count_answers(dataset)),
            format!("claims: {}", claims.join(", ")),
            found.to_owned(),
        ];
        let verdicts: serde_json::Map<_, _> =
            results.claims.iter().map(|claim| (claim.id.clone(), json!(claim.verdict.word()))).collect();
        let facts = json!({ "estimates": results.estimates.len(), "claims": verdicts, "recovered": recovered });
        steps.finish(if recovered { Mark::Passed } else { Mark::Failed }, "analyse", &lines, &facts);
        let comparison = compare_with_published(test, worked, (&results, dataset), steps);
        Ok(DemoConclusions { results, comparison, recovered })
    }

    /// Writes everything into a folder, and says where the report is.
    pub(super) fn write_report(
        &self,
        test: &LoadTest<'_>,
        dataset: &Dataset,
        folder: &Path,
        steps: &mut Steps,
    ) -> anyhow::Result<PathBuf> {
        let pretty =
            |value: &serde_json::Value| Ok::<_, serde_json::Error>(serde_json::to_string_pretty(value)? + "\n");
        write_judgements(folder, dataset)?;
        write(folder, "results.json", pretty(&self.results.to_json())?.as_bytes())?;
        let input = report::Input { results: &self.results, study: Some(&test.study) };
        let document = match &self.comparison {
            Some(comparison) => {
                write(folder, "comparison.json", pretty(&comparison.to_json())?.as_bytes())?;
                report::reproduction(&input, comparison)
            }
            None => report::document(&input),
        };
        write_report(folder, &document)?;
        let report = std::path::absolute(folder.join("report.html"))?;
        let line = format!("report.html and report.md with their tables and figures in {}", folder.display());
        steps.finish(Mark::Passed, "report", &[line], &json!({ "report": report.display().to_string() }));
        Ok(report)
    }
}

/// The original, its published reproductions and this run, side by side.
fn compare_with_published(
    test: &LoadTest<'_>,
    worked: &WorkedStudy,
    (results, dataset): (&Results, &Dataset),
    steps: &mut Steps,
) -> Option<Comparison> {
    let study = &test.study;
    let printed = Experiment::of_original(ORIGINAL, study.original.as_ref()?).ok()?;
    let mut experiments = vec![printed];
    for (number, file) in (1..).zip(worked.reproductions()) {
        let text = study::Files::read(&*test.files, file).ok()?;
        let decoded = study::decode::<Original>(file, &String::from_utf8_lossy(&text));
        let name = if number == 1 { "reproduction".to_owned() } else { format!("reproduction {number}") };
        experiments.extend(Experiment::of_original(&name, &decoded.value?).ok());
    }
    experiments.push(Experiment::of_run(HERE, results, dataset));
    let comparison = compare(experiments, Frame::of_study(study), reproduction::Options::default()).ok()?;
    let found: Vec<Line> = comparison
        .claims
        .iter()
        .filter_map(|claim| {
            let verdict = |name: &str| claim.runs.iter().find(|it| it.experiment == name).map(|it| it.verdict);
            find_line(verdict(ORIGINAL)?, verdict(HERE)?)
        })
        .collect();
    let count = |lines: &[Line]| found.iter().filter(|line| lines.contains(line)).count();
    let (same, open) = (count(&[Line::Same]), count(&[Line::OpenInOne, Line::OpenInBoth]));
    let undecided = if open > 0 { format!(", undecided on {open}") } else { String::new() };
    let paper = study.reproduces.as_ref().map(|it| it.paper.clone()).unwrap_or_default();
    let lines = [
        format!(
            "with {paper} and {}",
            count_noun(comparison.experiments.len() - 2, "published reproduction", "published reproductions")
        ),
        format!("in line with the original on {same} of {}{undecided}", count_noun(found.len(), "claim", "claims")),
    ];
    steps.finish(
        Mark::Passed,
        "compare",
        &lines,
        &json!({ "original": paper, "claims": found.len(), "in_line": same, "undecided": open }),
    );
    Some(comparison)
}
