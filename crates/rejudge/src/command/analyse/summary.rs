//! The results of an analysis as tables on a terminal.

use std::fmt::Write as _;

use analysis::{CriterionSummary, NamedEstimate, Results, Statistic};
use stats::{Interval, PValue};
use study::file::TestName;

use crate::count_noun::count_noun;
use crate::terminal_table;

/// What was found, criterion by criterion, then claims and remarks. Everything is in results.json.
pub(super) fn to_text(results: &Results) -> String {
    let count = |statistic: Statistic| results.get(statistic, None, &[]).map_or(0.0, |named| named.estimate.value);
    let mut text = format!("{}\n{}\n", results.about.title, results.provenance.origin);
    for changed in &results.provenance.changed {
        let _ = writeln!(text, "changed after collecting began: {changed}");
    }
    let _ = writeln!(
        text,
        "{} by {} on {}; {} excluded",
        count_noun(count(Statistic::Judgements) as usize, "judgement", "judgements"),
        count_noun(count(Statistic::Participants) as usize, "participant", "participants"),
        count_noun(count(Statistic::Items) as usize, "item", "items"),
        count(Statistic::Excluded)
    );
    // What is odd about the judgements themselves belongs to their counts: every number rests on them.
    for remark in results.remarks.iter().filter(|remark| remark.criterion.is_none()) {
        let _ = writeln!(text, "warning: {}", remark.text);
    }
    for rule in results.all(Statistic::ExcludedBy, None) {
        let _ = writeln!(text, "  {} by the rule {}", rule.estimate.value, rule.of.join(" "));
    }
    for asked in &results.about.criteria {
        let direction = if asked.score.is_some() { format!(", {} is better", better(asked)) } else { String::new() };
        let _ = writeln!(text, "\n{} ({}{direction})", asked.name, asked.kind);
        scores(&mut text, results, asked);
        options(&mut text, results, asked);
        agreement(&mut text, results, asked);
        comparisons(&mut text, results, asked);
        power(&mut text, results, asked);
    }
    claims(&mut text, results);
    for (criterion, remark) in results.remarks.iter().filter_map(|it| it.criterion.as_ref().zip(Some(it))) {
        let _ = writeln!(text, "\nnote: {criterion}: {}", remark.text);
    }
    for missing in &results.missing {
        let _ = writeln!(text, "\nnot computed: {missing}");
    }
    let seed = results.provenance.seed;
    let _ = writeln!(
        text,
        "\n{} numbers; {} replicates, seed {seed}",
        results.estimates.len(),
        results.provenance.replicates
    );
    text
}

fn better(asked: &CriterionSummary) -> &'static str {
    match asked.better {
        study::file::Better::Higher => "higher",
        study::file::Better::Lower => "lower",
        study::file::Better::Neither => "neither end",
    }
}

fn scores(text: &mut String, results: &Results, asked: &CriterionSummary) {
    let Some(score) = asked.score else { return };
    let mut table = terminal_table::table();
    table.set_header(["system", &score.word().replace('_', " "), "interval", "sd", "n"]);
    for named in results.all(score, Some(&asked.id)) {
        let of: Vec<&str> = named.of.iter().map(String::as_str).collect();
        let sd =
            results.get(Statistic::Sd, asked.id.as_str(), &of).map(|sd| number(sd.estimate.value)).unwrap_or_default();
        let name = results.about.systems.iter().find(|system| Some(&system.id) == named.of.first());
        let name = name.map_or_else(|| named.of.join(" "), |system| system.name.clone());
        table.add_row([
            name,
            number(named.estimate.value),
            named.estimate.interval.map(interval).unwrap_or_default(),
            sd,
            named.n.to_string(),
        ]);
    }
    let _ = writeln!(text, "{table}");
}

/// Of a choice between options: how often each was chosen for each system, and by how much systems differ in that.
fn options(text: &mut String, results: &Results, asked: &CriterionSummary) {
    let shares: Vec<&NamedEstimate> = results.all(Statistic::Share, Some(&asked.id)).collect();
    if asked.score.is_some() || shares.is_empty() {
        return;
    }
    let mut options: Vec<&str> = Vec::new();
    for option in shares.iter().filter_map(|named| named.of.get(1)) {
        if !options.contains(&option.as_str()) {
            options.push(option);
        }
    }
    let mut table = terminal_table::table();
    table.set_header(["system", "n"].into_iter().chain(options.iter().copied()));
    for system in &results.about.systems {
        let of = |option: &&str| results.get(Statistic::Share, asked.id.as_str(), &[&system.id, option]);
        let Some(n) = options.first().and_then(of).map(|share| share.n) else { continue };
        let share = |option: &&str| of(option).map(with_interval).unwrap_or_default();
        table.add_row([system.name.clone(), n.to_string()].into_iter().chain(options.iter().map(share)));
    }
    let _ = writeln!(text, "{table}\nshares of the judgements of each system, with their intervals");
    // What one of two options gains the other loses.
    let compared = if options.len() == 2 { &options[..1] } else { &options[..] };
    let mut table = terminal_table::table();
    table.set_header(["option", "pair", "difference", "p, deciding"]);
    let corrected = |named: &NamedEstimate| results.find(&named.quantity().corrected_p()?);
    let differences = || results.all(Statistic::OptionDifference, Some(&asked.id));
    for option in compared {
        for difference in differences().filter(|named| named.of.get(2).is_some_and(|of| of == option)) {
            let p = corrected(difference).and_then(|named| named.estimate.p);
            let pair = difference.of[..2].join(" − ");
            table.add_row([(*option).to_owned(), pair, with_interval(difference), p.map(p_value).unwrap_or_default()]);
        }
    }
    if let Some(first) = differences().next() {
        let correction =
            corrected(first).and_then(|named| named.method.rsplit_once("; ")).map_or("uncorrected", |it| it.1);
        let _ = writeln!(text, "{table}\ndifferences by the linear mixed model on 0 and 1; p-values: {correction}");
    }
}

fn with_interval(named: &NamedEstimate) -> String {
    let shown = named.estimate.interval.map(|it| format!(" {}", interval(it))).unwrap_or_default();
    format!("{}{shown}", number(named.estimate.value))
}

fn agreement(text: &mut String, results: &Results, asked: &CriterionSummary) {
    let words = [
        (Statistic::Alpha, "Krippendorff's alpha"),
        (Statistic::FleissKappa, "Fleiss' kappa"),
        (Statistic::PercentAgreement, "agreeing pairs"),
    ];
    let found: Vec<String> = words
        .iter()
        .filter_map(|(statistic, words)| {
            let named = results.get(*statistic, asked.id.as_str(), &[])?;
            let interval = named.estimate.interval.map(|it| format!(" {}", interval(it))).unwrap_or_default();
            Some(format!("{words} {}{interval}", number(named.estimate.value)))
        })
        .collect();
    if !found.is_empty() {
        let _ = writeln!(text, "{}", found.join("; "));
    }
}

/// One row per pair: the difference with the p-value that decides, and the p-values of the tests beside it.
fn comparisons(text: &mut String, results: &Results, asked: &CriterionSummary) {
    const DECIDING: TestName = TestName::MixedModel;
    const BESIDE: [(TestName, &str); 7] = [
        (TestName::StudentT, "Student's t"),
        (TestName::AnovaTukey, "Tukey"),
        (TestName::Sign, "sign test"),
        (TestName::OrdinalModel, "ordinal model"),
        (TestName::BradleyTerry, "Bradley–Terry"),
        (TestName::PlackettLuce, "Plackett–Luce"),
        (TestName::Friedman, "Friedman"),
    ];
    let pairs: Vec<&NamedEstimate> = results.all(Statistic::DIFFERENCE, Some(&asked.id)).collect();
    let first_of = |test: TestName| results.all(Statistic::Corrected(test), Some(&asked.id)).next();
    let there = |(test, _): &&(TestName, &str)| first_of(*test).is_some();
    let beside: Vec<&(TestName, &str)> = BESIDE.iter().filter(there).collect();
    let Some(first) = pairs.first() else { return };
    let mut table = terminal_table::table();
    let names = beside.iter().map(|(_, words)| format!("p {words}"));
    table.set_header(["pair", "difference", "interval", "p, deciding"].map(str::to_owned).into_iter().chain(names));
    for pair in &pairs {
        let of: Vec<&str> = pair.of.iter().map(String::as_str).collect();
        let tests = std::iter::once(DECIDING).chain(beside.iter().map(|(test, _)| *test));
        let p = tests.map(|test| {
            let named = results.get(Statistic::Corrected(test), asked.id.as_str(), &of);
            named.and_then(|named| named.estimate.p).map(p_value).unwrap_or_default()
        });
        let shown = pair.estimate.interval.map(interval).unwrap_or_default();
        table.add_row([of.join(" − "), number(pair.estimate.value), shown].into_iter().chain(p));
    }
    let _ = writeln!(text, "{table}");
    let level =
        first.estimate.interval.map_or(String::new(), |it| format!(", each interval at {} %", 100.0 * it.level));
    let correction =
        first_of(DECIDING).and_then(|named| named.method.rsplit_once("; ")).map_or("uncorrected", |it| it.1);
    let _ = writeln!(text, "differences by the linear mixed model{level}; p-values: {correction}");
}

/// One line per effect of interest: the least and the most power that any planned comparison had for it.
fn power(text: &mut String, results: &Results, asked: &CriterionSummary) {
    const BY: [(Statistic, &str); 6] = [
        (Statistic::PowerT, "t-test"),
        (Statistic::PowerSign, "sign test"),
        (Statistic::PowerLmm, "mixed model"),
        (Statistic::PowerBt, "Bradley–Terry"),
        (Statistic::PowerPl, "Plackett–Luce"),
        (Statistic::PowerTost, "two one-sided tests"),
    ];
    let mut lines: Vec<(&str, Vec<String>)> = Vec::new();
    for (statistic, words) in BY {
        let found: Vec<&NamedEstimate> = results.all(statistic, Some(&asked.id)).collect();
        let mut labels: Vec<&str> = found.iter().filter_map(|named| named.of.last().map(String::as_str)).collect();
        labels.sort_unstable();
        labels.dedup();
        for label in labels {
            let values = found.iter().filter(|named| named.of.last().is_some_and(|it| it == label));
            let values: Vec<f64> = values.map(|named| named.estimate.value).collect();
            let least = values.iter().copied().fold(1.0, f64::min);
            let most = values.iter().copied().fold(0.0, f64::max);
            let (least, most) = (stats::to_decimals(least, 2), stats::to_decimals(most, 2));
            let range = if least == most { least } else { format!("{least} to {most}") };
            match lines.iter_mut().find(|(known, _)| *known == label) {
                Some((_, parts)) => parts.push(format!("{range} by {words}")),
                None => lines.push((label, vec![format!("{range} by {words}")])),
            }
        }
    }
    for (label, parts) in lines {
        let of = match label {
            "medium" => "an effect called medium".to_owned(),
            "original" => "the original's effect".to_owned(),
            claim => format!("what {claim} names"),
        };
        let _ = writeln!(text, "power for {of}: {}", parts.join(", "));
    }
}

/// A claim may have many reasons, which no column has room for.
fn claims(text: &mut String, results: &Results) {
    for claim in &results.claims {
        let _ = writeln!(text, "\n{} {}", claim.id, claim.text);
        let _ = match claim.rule.as_str() {
            "out of scope" => writeln!(text, "   {}", claim.verdict.word()),
            rule => writeln!(text, "   {}, by {rule}", claim.verdict.word()),
        };
        for because in &claim.because {
            let _ = writeln!(text, "   - {because}");
        }
    }
}

fn interval(interval: Interval) -> String {
    format!("[{}, {}]", number(interval.low), number(interval.high))
}

/// Three decimals below ten, two below a hundred, one above.
fn number(x: f64) -> String {
    let decimals = if x.abs() < 10.0 {
        3
    } else if x.abs() < 100.0 {
        2
    } else {
        1
    };
    stats::to_decimals(x, decimals)
}

/// Never zero.
fn p_value(p: PValue) -> String {
    if p.value() < 0.001 { "<0.001".to_owned() } else { format!("{:.3}", p.value()) }
}
