//! Many runs at a glance, for whoever coordinates them: one row per run, what became of each claim in it, and how far the
//! effects differ between runs.

use analysis::{JudgedBy, Statistic, Verdict};
use reproduction::{Comparison, Reading};

use super::{add_run_limits, find, group, group_by_subject, label, reading};
use crate::document::Section;
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// From so many runs on, rows are easier to read than columns.
pub(super) const MANY: usize = 3;

pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("runs", "The runs at a glance");
    if comparison.experiments.len() < MANY {
        return section;
    }
    section.table(matrix(comparison));
    add_run_limits(&mut section, comparison);
    section.table(spread(comparison));
    section
}

/// Runs by claims, and in how many runs after the first each verdict was reached.
fn matrix(comparison: &Comparison) -> Table {
    let claims: Vec<_> = comparison
        .claims
        .iter()
        .filter(|claim| claim.runs.iter().any(|run| run.verdict != Verdict::OutOfScope))
        .collect();
    let mut columns = vec![Column::words("run"), Column::words("known by")];
    columns.extend(claims.iter().map(|claim| Column::words(&claim.id)));
    let mut table = Table::new("runs-claims", "Every run, and what became of each claim in it", columns);
    for (index, experiment) in comparison.experiments.iter().enumerate() {
        let known = match experiment.judged_by {
            Some(JudgedBy::People) => "its judgements",
            Some(JudgedBy::Simulated) => "SIMULATED judgements",
            Some(JudgedBy::Foreign) => "a table of judgements",
            None => "printed numbers",
        };
        let mut cells = vec![Cell::text(&experiment.name), Cell::text(known)];
        cells.extend(claims.iter().map(|claim| {
            let verdict = claim.runs[index].verdict;
            Cell::Verdict(verdict, verdict.word())
        }));
        table.row(cells);
    }
    let later = comparison.experiments.len() - 1;
    for verdict in
        [Verdict::Supported, Verdict::AsClaimed, Verdict::Inconclusive, Verdict::NotAsClaimed, Verdict::Contradicted]
    {
        let count =
            |claim: &&reproduction::ClaimAcross| claim.runs.iter().skip(1).filter(|run| run.verdict == verdict).count();
        if claims.iter().any(|claim| count(claim) > 0) {
            let first = comparison.experiments.first().map(|run| run.name.as_str()).unwrap_or_default();
            let mut cells = vec![
                Cell::text(verdict.word()),
                Cell::text(format!("of {later} runs after {}", reproduction::in_sentence(first))),
            ];
            cells.extend(claims.iter().map(|claim| Cell::text(count(claim).to_string())));
            table.row(cells);
        }
    }
    table
}

/// How far the effects of one comparison of systems differ between runs.
fn spread(comparison: &Comparison) -> Table {
    let mut columns = vec![Column::words("systems")];
    columns.extend(["pooled effect", "interval", "p (same in all runs)", "I² (%)", "τ²"].map(Column::numbers));
    let caption = "The effects over all runs, and how far they differ between runs (random-effects model, REML; Hartung–Knapp interval)";
    let mut table = Table::new("runs-heterogeneity", caption, columns);
    for ((id, of), numbers) in group_by_subject(reading(comparison, Reading::Effects)) {
        let Some(pooled) = find(&numbers, Statistic::PooledEffect, &[]) else { continue };
        let cell = |statistic: Statistic, face| {
            Cell::from_number(find(&numbers, statistic, &[]).map(Number::without_notes), face)
        };
        group(comparison, &mut table, id);
        table.row(vec![
            Cell::text(label(comparison, of)),
            Cell::Number(Number::without_notes(pooled), Face::Value),
            Cell::Number(Number::without_notes(pooled), Face::Interval),
            cell(Statistic::HeterogeneityQ, Face::P),
            cell(Statistic::I2, Face::Value),
            cell(Statistic::Tau2, Face::Value),
        ]);
    }
    table
}
