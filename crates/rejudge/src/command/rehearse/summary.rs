//! A rehearsal as tables on a terminal.

use std::fmt::Write as _;

use analysis::{NamedEstimate, Statistic};
use simulation::Rehearsal;
use stats::to_decimals;
use study::claim::Rule;

use crate::terminal_table;

/// Advice first, then power, sizes, cost, checks and the original. Everything is in rehearsal.json.
pub(super) fn to_text(rehearsal: &Rehearsal) -> String {
    let runs = rehearsal.options.runs;
    let mut text = format!("{}\nSIMULATED: no real participants.\n\n", rehearsal.title);
    for advice in report::advise(rehearsal) {
        let _ = writeln!(text, "{}\n", report::plain_text(&advice));
    }
    let _ = writeln!(text, "Raters and systems: {}.", rehearsal.raters.source);
    claims(&mut text, rehearsal);
    write_expectations(&mut text, rehearsal);
    sizes(&mut text, rehearsal);
    write_ablations(&mut text, rehearsal);
    reproduction(&mut text, rehearsal);
    for note in &rehearsal.notes {
        let _ = writeln!(text, "\nnote: {note}");
    }
    let _ = writeln!(text, "\n{}; seed {}", run_words(rehearsal), runs.seed);
    text
}

/// How often the designs were run.
fn run_words(rehearsal: &Rehearsal) -> String {
    let counts = || rehearsal.all(Statistic::RunsAt).map(|named| named.estimate.value);
    let (fewest, most) = (counts().fold(f64::INFINITY, f64::min), counts().fold(0.0, f64::max));
    match (most > 0.0, most > fewest) {
        (true, true) => format!("{fewest:.0} to {most:.0} simulated runs of each design, fewer for large designs"),
        (true, false) => format!("{most:.0} simulated runs of each design"),
        (false, _) => format!("at most {} simulated runs of each design", rehearsal.options.runs.runs),
    }
}

fn claims(text: &mut String, rehearsal: &Rehearsal) {
    if rehearsal.claims.is_empty() {
        let _ = writeln!(text, "\nThe study decides no claims, so there is no power to compute.");
        return;
    }
    let mut table = terminal_table::table();
    table.set_header(["Claim", "Power", "False-positive rate"]);
    for claim in &rehearsal.claims {
        let rate =
            |statistic: Statistic| rehearsal.get(statistic, None, &[&claim.id]).map(with_interval).unwrap_or_default();
        let wrong = match claim.rule {
            Rule::Direction => "no test, no level".to_owned(),
            Rule::Significant { .. } | Rule::OutOfScope => rate(Statistic::FalsePositiveRate),
        };
        table.add_row([format!("{} {}", claim.id, claim.text), rate(Statistic::Power), wrong]);
    }
    let _ = writeln!(text, "\n{table}");
    if rehearsal.claims.iter().any(|claim| claim.rule == Rule::Direction) {
        let _ = writeln!(
            text,
            "Where the order of the scores decides, nothing is tested: of two equal systems one is ahead in half of all \
             studies. Write `decided_by = \"test\"` for a claim that keeps a level."
        );
    }
    for claim in &rehearsal.claims {
        if let Some(change) = &claim.true_scenario {
            let _ = writeln!(text, "“True” scenario for {} (it is not true as simulated): {change}", claim.id);
        }
        if let Some(change) = &claim.false_scenario {
            let _ = writeln!(text, "“False” scenario for {}: {change}", claim.id);
        }
    }
}

fn write_expectations(text: &mut String, rehearsal: &Rehearsal) {
    let number = |statistic: Statistic| rehearsal.get(statistic, None, &[]).map_or(0.0, |named| named.estimate.value);
    let (people, judgements, hours) =
        (number(Statistic::People), number(Statistic::Judgements), number(Statistic::Hours));
    let _ = write!(text, "\nAs planned: {people:.0} participants, {judgements:.0} judgements, {hours:.1} hours");
    for cost in rehearsal.all(Statistic::Cost) {
        let _ = write!(text, ", {} {:.2}", cost.of.join(" "), cost.estimate.value);
    }
    let (left, failed) = (number(Statistic::SessionsLeft), number(Statistic::SessionsFailed));
    let _ = writeln!(text, "\nAbandoned sessions: {left:.1}; sessions replaced after failed checks: {failed:.1}");
    let minutes = |statistic: Statistic| rehearsal.get(statistic, None, &[]).map(|named| named.estimate.value);
    if let Some(simulated) = minutes(Statistic::MinutesEach) {
        let estimate = minutes(Statistic::MinutesEstimated)
            .map(|it| format!(" (the study estimates {it:.1})"))
            .unwrap_or_default();
        let _ = writeln!(text, "Minutes per session: {simulated:.1}{estimate}");
    }
    for alpha in rehearsal.all(Statistic::AlphaExpected) {
        let on = alpha.criterion.as_deref().unwrap_or_default();
        let _ = writeln!(text, "Krippendorff's alpha on {on}: {} (90 % of runs)", with_interval(alpha));
    }
}

fn sizes(text: &mut String, rehearsal: &Rehearsal) {
    if rehearsal.claims.is_empty() {
        return;
    }
    let mut table = terminal_table::table();
    let head = ["Items", "People per question", "People"].map(str::to_owned).into_iter();
    let ids = rehearsal.claims.iter().map(|claim| claim.id.clone());
    let currency = rehearsal.all(Statistic::Cost).next().map(|cost| cost.of.join(" ")).unwrap_or_default();
    table.set_header(head.chain(ids).chain(["Hours".to_owned(), format!("Cost {currency}").trim_end().to_owned()]));
    for design in rehearsal.sizes() {
        let label = [design.items.to_string(), design.completions.to_string()];
        let value =
            |statistic: Statistic, of: &[&str]| rehearsal.get(statistic, None, of).map(|named| named.estimate.value);
        let at = |statistic: Statistic, decimals: usize| {
            value(statistic, &[&label[0], &label[1]]).map(|it| to_decimals(it, decimals)).unwrap_or_default()
        };
        let power = |id: &String| {
            value(Statistic::PowerAt, &[id, &label[0], &label[1]]).map(|it| to_decimals(it, 2)).unwrap_or_default()
        };
        let planned = if design == rehearsal.design { " (planned)" } else { "" };
        let mut row = vec![format!("{}{planned}", label[0]), label[1].clone(), at(Statistic::PeopleAt, 0)];
        row.extend(rehearsal.claims.iter().map(|claim| power(&claim.id)));
        row.extend([at(Statistic::HoursAt, 1), at(Statistic::CostAt, 2)]);
        table.add_row(row);
    }
    let _ = writeln!(text, "\nPower by size\n{table}");
    let smallest = |statistic: Statistic| rehearsal.get(statistic, None, &[]).map(|named| named.estimate.value);
    let power = rehearsal.options.power;
    if let Some(n) = smallest(Statistic::SmallestCompletions) {
        let _ = writeln!(text, "All claims reach {:.0} % power with about {n:.0} people per question", 100.0 * power);
    }
    if let Some(n) = smallest(Statistic::SmallestItems) {
        let _ = writeln!(
            text,
            "All claims reach {:.0} % power with about {n:.0} items and the planned people per question",
            100.0 * power
        );
    }
}

fn write_ablations(text: &mut String, rehearsal: &Rehearsal) {
    let mut table = terminal_table::table();
    table.set_header(["Without", "Claim", "Power", "Change", "Cost"]);
    let mut last = "";
    let mut rows = 0;
    for named in rehearsal.all(Statistic::PowerWithout) {
        let [claim, label] = named.of.as_slice() else { continue };
        let change = rehearsal
            .get(Statistic::PowerChangeWithout, None, &[claim, label])
            .map(signed_estimate)
            .unwrap_or_default();
        let cost = rehearsal.all(Statistic::CostChangeWithout).find(|it| it.of.first() == Some(label) && last != label);
        let cost = cost.map(|it| format!("{:+.2}", it.estimate.value)).unwrap_or_default();
        let first = if last == label { "" } else { label };
        table.add_row([first, claim, &to_decimals(named.estimate.value, 2), &change, &cost]);
        last = label;
        rows += 1;
    }
    if rows > 0 {
        let _ = writeln!(text, "\nEffect of attention checks and exclusions\n{table}");
    }
}

fn reproduction(text: &mut String, rehearsal: &Rehearsal) {
    let mut table = terminal_table::table();
    table.set_header([
        "Pair",
        "Effect",
        "n original",
        "Power",
        "n planned",
        "Power",
        "Small telescopes",
        "n: 2.5 ×",
        "n: as reported",
        "n: half the effect",
    ]);
    let mut rows = 0;
    for named in rehearsal.all(Statistic::OriginalEffect) {
        let of: Vec<&str> = named.of.iter().map(String::as_str).collect();
        let on = named.criterion.as_deref();
        let number = |statistic: Statistic, decimals: usize| {
            rehearsal.get(statistic, on, &of).map(|it| to_decimals(it.estimate.value, decimals)).unwrap_or_default()
        };
        let cell = |statistic: Statistic| number(statistic, 0);
        table.add_row([
            format!("{} on {}", of.join(", "), on.unwrap_or_default()),
            to_decimals(named.estimate.value, 2),
            cell(Statistic::OriginalN),
            number(Statistic::OriginalPower, 2),
            cell(Statistic::PlannedN),
            number(Statistic::PlannedPower, 2),
            number(Statistic::SmallTelescopesPower, 2),
            cell(Statistic::Needed25),
            cell(Statistic::NeededAsPrinted),
            cell(Statistic::NeededForHalf),
        ]);
        rows += 1;
    }
    if rows > 0 {
        let _ = writeln!(
            text,
            "\nJudgements needed to reproduce the original, if they were independent\n{table}\nSmall telescopes: chance to rule out the original effect if there is none"
        );
        let fails = rehearsal.claims.iter().filter_map(|claim| {
            let power = rehearsal.get(Statistic::Power, None, &[&claim.id])?.estimate.value;
            Some(format!("{} {} %", claim.id, 100.0 - (100.0 * power).round()))
        });
        let fails: Vec<String> = fails.collect();
        let _ =
            writeln!(text, "Chance that a true finding is not confirmed by this reproduction: {}", fails.join(", "));
    }
}

fn with_interval(named: &NamedEstimate) -> String {
    let interval = named
        .estimate
        .interval
        .map(|it| format!(" [{}, {}]", to_decimals(it.low, 2), to_decimals(it.high, 2)))
        .unwrap_or_default();
    format!("{}{interval}", to_decimals(named.estimate.value, 2))
}

fn signed_estimate(named: &NamedEstimate) -> String {
    let interval = named.estimate.interval.map(|it| format!(" [{:+.2}, {:+.2}]", it.low, it.high)).unwrap_or_default();
    format!("{:+.2}{interval}", named.estimate.value)
}
