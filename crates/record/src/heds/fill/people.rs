//! Who judges: numbers, recruiting, pay, training.

use analysis::Statistic;
use study::diff::Topic;
use study::file::Platform;

use super::super::facts::Facts;
use super::super::sheet::{Answer, Sheet};
use super::{platform, sentence};

pub(super) fn fill_questions(facts: &Facts<'_>, sheet: &mut Sheet) {
    number(facts, sheet);
    power(facts, sheet);
    pay(facts, sheet);
    recruiting(facts, sheet);
    training(facts, sheet);
}

/// How many took part, or are planned to.
fn number(facts: &Facts<'_>, sheet: &mut Sheet) {
    let counted = facts.results.and_then(|results| results.get(Statistic::Participants, None, &[]));
    let answer = match counted {
        Some(counted) => Answer::words(format!("{}", counted.estimate.value), "results.json, `participants`"),
        None => Answer::words(facts.plan.people().to_string(), "the plan; before the study is run"),
    };
    sheet.set("3.2.1", None, answer);
}

/// What the simulation said about power.
fn power(facts: &Facts<'_>, sheet: &mut Sheet) {
    let Some(rehearsal) = facts.rehearsal else { return };
    let from = "rehearsal.json";
    let word = |key: &str| rehearsal[key].as_str().unwrap_or_default().trim_end_matches('.').to_owned();
    let method = format!(
        "The study was simulated {} times from its own design and analysed as it will be ({}, seed {}). Raters: {}.",
        rehearsal["runs"],
        word("program"),
        rehearsal["seed"],
        word("raters")
    );
    sheet.set("3.1.3.1", None, Answer::words(method, from));
    let found: Vec<String> =
        crate::rehearsal_file::powers(rehearsal).iter().map(|(claim, power)| format!("{claim}: {power:.2}")).collect();
    if !found.is_empty() {
        sheet.set("3.1.3.2", None, Answer::words(found.join("\n"), from));
    }
    let script = "No script of its own: `rejudge rehearse` on the study folder repeats it, with the seed above.";
    sheet.set("3.1.3.3", None, Answer::words(script, from));
}

fn pay(facts: &Facts<'_>, sheet: &mut Sheet) {
    let Some(payment) = &facts.study.payment else { return };
    let from = "study.toml, `[payment]`";
    if payment.amount.is_none_or(|amount| amount > 0.0) {
        let said = |what: &str| facts.stated_fact(Topic::Pay, what);
        let mut words = format!("{}, expected to take {} minutes", said("payment"), payment.estimated_minutes);
        if !said("per hour, expected").is_empty() {
            words.push_str(&format!(" ({} an hour)", said("per hour, expected")));
        }
        sheet.set("3.2.2.2", None, Answer::options(&[1], sentence(&words), from));
    } else {
        sheet.set("3.2.2.2", None, Answer::options(&[3], "", from));
    }
}

fn recruiting(facts: &Facts<'_>, sheet: &mut Sheet) {
    let people = &facts.study.participants;
    let mut text = match people.from {
        Platform::Prolific | Platform::Mturk => format!("Recruited on {}.", platform(facts)),
        Platform::Invited => "Invited personally, each by a link of their own.".to_owned(),
        Platform::Open => "Open to anyone with the link.".to_owned(),
    };
    if !people.requirements.is_empty() {
        let each: Vec<String> = people.requirements.iter().map(|it| sentence(it)).collect();
        text.push_str(&format!("\nRequired: {}", each.join(" ")));
    }
    for question in &facts.study.screening {
        let admitted = if question.accept.is_empty() { "everyone".to_owned() } else { question.accept.join(", ") };
        text.push_str(&format!("\nAsked first: “{}” Admitted: {admitted}.", question.question));
    }
    text.push_str(&match people.lists_each {
        1 => "\nEach person may do one list.".to_owned(),
        lists => format!("\nEach person may do up to {lists} lists, never the same question twice."),
    });
    sheet.set("3.2.3", None, Answer::words(text, "study.toml, `[participants]`, `[[screening]]`"));
}

fn training(facts: &Facts<'_>, sheet: &mut Sheet) {
    let study = facts.study;
    let mut text = String::new();
    if !study.texts.instructions.trim().is_empty() {
        text.push_str("Instructions are shown before the first question and stay one click away. ");
    }
    match study.training.len() {
        0 => text.push_str("There are no training questions."),
        all => text.push_str(&format!(
            "{all} training questions with feedback come first; {} must be answered correctly, in at most {} attempts.",
            study.training_rule.pass, study.training_rule.attempts
        )),
    }
    sheet.set("3.2.4", None, Answer::words(text, "study.toml, `[training]`, `texts.instructions`"));
}
