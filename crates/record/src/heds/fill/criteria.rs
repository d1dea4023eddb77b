//! The questions about each criterion.

use analysis::{NamedEstimate, Statistic};
use study::diff::{Topic, answer_words};
use study::response::Arity;

use super::super::facts::Facts;
use super::super::kinds::elicitation_of;
use super::super::sheet::{Answer, Sheet};

pub(super) fn fill_questions(facts: &Facts<'_>, sheet: &mut Sheet) {
    let names = facts.criterion_names();
    for (index, (criterion, name)) in facts.study.criteria.iter().zip(&names).enumerate() {
        let name = Some(name.as_str());
        let from = format!("study.toml, criterion `{}`", criterion.id.0);
        let said = elicitation_of(&criterion.response, facts.study.design_of(index).set_size);
        let relative = match criterion.response.arity() {
            Arity::One => 1,
            Arity::Two | Arity::Many => 2,
        };
        let mut set = |number: &str, answer: Answer| sheet.set(number, name, answer);
        set("4.2.2", Answer::options(&[relative], "", &from));
        set("4.3.1.1", Answer::words(&criterion.name, &from));
        let definition = criterion.definition.as_deref().unwrap_or("None given.");
        set("4.3.2", Answer::words(definition.split_whitespace().collect::<Vec<_>>().join(" "), &from));
        set("4.3.3", Answer::words(said.size, &from));
        set("4.3.4", Answer::words(answer_words(&criterion.response), &from));
        set("4.3.5", Answer::options(&[said.presented.0], said.presented.1, &from));
        set("4.3.6", Answer::words(said.task, &from));
        set("4.3.7", Answer::words(&criterion.question, &from));
        set("4.3.8", Answer::options(&[said.form], "", &from));
        set("4.3.9", Answer::words(said.score, &from));
        set("4.3.10", Answer::words(tests(facts, index), "study.toml, `[analysis]`, `[[claims]]`"));
        agreement(facts, sheet, index, name);
    }
}

/// The tests of the claims about a criterion.
fn tests(facts: &Facts<'_>, criterion: usize) -> String {
    let study = facts.study;
    let mut lines = Vec::new();
    for claim in
        study.claims.iter().filter(|it| it.holds_if.as_ref().is_some_and(|c| c.criteria().contains(&criterion)))
    {
        let decided = facts.results.and_then(|results| results.claims.iter().find(|it| it.id == claim.id));
        let rule = decided.map(|decided| decided.rule.trim_end_matches('.').to_owned());
        let rule = rule.or_else(|| crate::words::rule(claim.rule));
        lines.extend(rule.map(|rule| format!("{}: {rule}.", claim.id)));
    }
    lines.push(format!(
        "Differences of all systems with intervals; correction over comparisons: {}; level: {}.",
        facts.stated_fact(Topic::Analysis, "correction"),
        facts.stated_fact(Topic::Analysis, "level")
    ));
    lines.join("\n")
}

fn agreement(facts: &Facts<'_>, sheet: &mut Sheet, index: usize, name: Option<&str>) {
    let criterion = &facts.study.criteria[index];
    let from = "study.toml, `analysis.agreement`";
    let number = |statistic: Statistic| facts.results.and_then(|it| it.get(statistic, criterion.id.0.as_str(), &[]));
    if facts.study.analysis.agreement {
        sheet.set("4.3.11.1", name, Answer::words("Krippendorff's alpha, with an interval by bootstrap.", from));
        if let Some(alpha) = number(Statistic::Alpha) {
            sheet.set("4.3.11.2", name, Answer::words(estimate_text(alpha), "results.json, `alpha`"));
        }
    } else {
        sheet.set("4.3.11.1", name, Answer::words("None", from));
        sheet.set("4.3.11.2", name, Answer::words("N/A", from));
    }
    match number(Statistic::RetestAgreement) {
        Some(share) => {
            let method = "Share of questions answered alike by those who answered them twice.";
            sheet.set("4.3.12.1", name, Answer::words(method, "results.json, `retest_agreement`"));
            sheet.set("4.3.12.2", name, Answer::words(estimate_text(share), "results.json, `retest_agreement`"));
        }
        None => {
            let from = "the plan: nobody is asked the same question twice";
            sheet.set("4.3.12.1", name, Answer::words("None", from));
            sheet.set("4.3.12.2", name, Answer::words("N/A", from));
        }
    }
}

fn estimate_text(named: &NamedEstimate) -> String {
    let value = format!("{:.3}", named.estimate.value);
    match &named.estimate.interval {
        Some(interval) => {
            format!("{value}, {:.0} % interval {:.3} to {:.3}", interval.level * 100.0, interval.low, interval.high)
        }
        None => value,
    }
}
