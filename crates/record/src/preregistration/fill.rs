//! What the study, its plan and its simulation say to the questions of the forms.

use study::claim::Names;
use study::diff::{Topic, answer_words};

use super::{FormAnswer, recipe};
use crate::heds::{Facts, SIMULATED};

const EXPERIMENT: &str = "Experiment - A researcher randomly assigns treatments to study subjects, this includes field or lab experiments. This is also known as an intervention experiment and includes randomized controlled trials.";
const PARTICIPANTS_BLIND: &str =
    "For studies that involve human subjects, they will not know the treatment group to which they have been assigned.";
const BEFORE_DATA: &str = "Registration prior to creation of data";
const AFTER_ANALYSIS: &str = "Registration following analysis of the data";
const HAS_DATA: &str = "Yes, we already collected the data.";
const NO_DATA: &str = "No, no data have been collected for this study yet.";

/// The answer to a question, where it follows from the study.
pub(super) fn answer(facts: &Facts<'_>, form: &str, question: &str) -> Option<FormAnswer> {
    let (text, from) = match (form, question) {
        ("osf", "q3") => (EXPERIMENT.to_owned(), "what this program runs"),
        ("osf", "q4") => (PARTICIPANTS_BLIND.to_owned(), "systems are never named on a page"),
        ("osf", "q8") if facts.results.is_some() => (AFTER_ANALYSIS.to_owned(), "results.json"),
        ("osf", "q8") => (BEFORE_DATA.to_owned(), "no results in the study folder"),
        ("aspredicted", "data") if facts.results.is_some() => (HAS_DATA.to_owned(), "results.json"),
        ("aspredicted", "data") => (NO_DATA.to_owned(), "no results in the study folder"),
        ("aspredicted", "study_type") => ("Experiment".to_owned(), "what this program runs"),
        ("aspredicted", "study_type_other") => ("Does not apply.".to_owned(), "what this program runs"),
        ("aspredicted", "name") => (facts.study.about.title.clone(), "study.toml, `study.title`"),
        ("osf", "q2") | ("aspredicted", "hypothesis") | ("recipe", "item1") => {
            (claims(facts)?, "study.toml, `[[claims]]`")
        }
        ("osf", "q6.question") | ("aspredicted", "conditions") => (design(facts), "study.toml, `[design]`, `[lists]`"),
        ("osf", "q7") => (randomisation(facts), "study.toml, `[lists]`, `study.seed`"),
        ("osf", "q10.question") => (procedure(facts), "study.toml, `[participants]`, `[payment]`"),
        ("osf", "q11") | ("aspredicted", "sample") | ("recipe", "item15") => (sample(facts), "the plan"),
        ("osf", "q12") | ("recipe", "item16") => (power(facts)?, "rehearsal.json"),
        ("osf", "q13") => (stopping(facts), "study.toml, `[lists]`"),
        ("osf", "q14.question") => (systems(facts), "study.toml, `[systems]`"),
        ("osf", "q15.question") | ("aspredicted", "dependent") => (measures(facts), "study.toml, `[[criteria]]`"),
        ("osf", "q16.question") => (scores(facts), "the response kinds"),
        ("osf", "q17.question") | ("aspredicted", "analyses") | ("recipe", "item27") => {
            (tests(facts), "study.toml, `[analysis]`, `[[claims]]`")
        }
        ("osf", "q18") => ("None.".to_owned(), "study.toml, `[analysis]`"),
        ("osf", "q19") => (inference(facts), "study.toml, `[analysis]`"),
        ("osf", "q20") | ("aspredicted", "outliers") | ("recipe", "item26") => {
            (exclusions(facts), "study.toml, `analysis.exclude`, `lists.checks`")
        }
        ("osf", "q21") => (missing(), "what this program does"),
        ("recipe", item) => recipe::answer_before_study(facts, item)?,
        ("recipe-after", item) => {
            let (text, from) = recipe::answer_after_study(facts, item)?;
            (if facts.is_simulated() { format!("{SIMULATED}{text}") } else { text }, from)
        }
        _ => return None,
    };
    Some(FormAnswer { text, from: from.to_owned() })
}

fn names(facts: &Facts<'_>) -> Names {
    Names {
        systems: facts.study.systems.iter().map(|system| system.id.0.clone()).collect(),
        criteria: facts.study.criteria.iter().map(|it| (it.id.0.clone(), it.better)).collect(),
    }
}

fn claims(facts: &Facts<'_>) -> Option<String> {
    let names = names(facts);
    let lines: Vec<String> = facts
        .study
        .claims
        .iter()
        .filter_map(|claim| {
            Some(format!("{}: {} Holds if: {}.", claim.id, claim.text, claim.holds_if.as_ref()?.display(&names)))
        })
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn design(facts: &Facts<'_>) -> String {
    let said = |what: &str| facts.stated_fact(Topic::Design, what);
    format!(
        "{} systems on {} items. Shown together: {}. {} people per question; lists of {} questions. How often one person may see the \
         same item: {}.",
        facts.study.systems.len(),
        facts.study.items.len(),
        said("shown together"),
        said("people per question"),
        said("questions in a list"),
        said("an item to one person")
    )
}

fn randomisation(facts: &Facts<'_>) -> String {
    let said = |what: &str| facts.stated_fact(Topic::Design, what);
    format!(
        "Lists are drawn from the seed {} and balanced over: {}. Order of questions: {}. Sides: {}. The plan is fixed beforehand.",
        said("seed"),
        said("balanced over lists"),
        said("order"),
        said("sides")
    )
}

fn procedure(facts: &Facts<'_>) -> String {
    let mut text = format!("Participants come from: {}.", facts.stated_fact(Topic::People, "platform"));
    if !facts.study.participants.requirements.is_empty() {
        text.push_str(&format!(" Required: {}", facts.stated_fact(Topic::People, "requirements")));
    }
    if let Some(payment) = &facts.study.payment {
        let paid = facts.stated_fact(Topic::Pay, "payment");
        text.push_str(&format!(" Payment: {paid}, expected to take {} minutes.", payment.estimated_minutes));
    }
    text + " They consent before the first question."
}

fn sample(facts: &Facts<'_>) -> String {
    let plan = facts.plan;
    format!(
        "{} people fill {} slots of {} lists: {} judgements.",
        plan.people(),
        plan.slots(),
        plan.lists().len(),
        plan.questions() * u64::from(plan.completions)
    )
}

fn power(facts: &Facts<'_>) -> Option<String> {
    let rehearsal = facts.rehearsal?;
    let each: Vec<String> =
        crate::rehearsal_file::powers(rehearsal).iter().map(|(claim, power)| format!("{claim}: {power:.2}")).collect();
    (!each.is_empty()).then(|| {
        format!(
            "Power by {} simulated runs of this design and analysis, by claim: {}.",
            rehearsal["runs"],
            each.join("; ")
        )
    })
}

fn stopping(facts: &Facts<'_>) -> String {
    match facts.study.lists.wave {
        Some(wave) => {
            format!("Slots are released {wave} per list at a time; collecting ends when all slots are filled.")
        }
        None => "Collecting ends when every slot of the plan is filled.".to_owned(),
    }
}

fn systems(facts: &Facts<'_>) -> String {
    let names: Vec<String> = facts.study.systems.iter().map(|system| system.name.clone()).collect();
    format!("The system whose output is judged: {}.", names.join(", "))
}

fn measures(facts: &Facts<'_>) -> String {
    let each = facts
        .study
        .criteria
        .iter()
        .map(|it| format!("{}: “{}”, {}.", it.name, it.question, answer_words(&it.response)));
    each.collect::<Vec<_>>().join("\n")
}

fn scores(facts: &Facts<'_>) -> String {
    let outputs = |criterion: usize| facts.study.design_of(criterion).set_size;
    let each = facts
        .study
        .criteria
        .iter()
        .enumerate()
        .map(|(at, it)| format!("{}: {}", it.name, crate::heds::score_words(&it.response, outputs(at))));
    each.collect::<Vec<_>>().join("\n")
}

fn tests(facts: &Facts<'_>) -> String {
    let mut lines = Vec::new();
    for claim in &facts.study.claims {
        lines.extend(crate::words::rule(claim.rule).map(|rule| format!("{}: {rule}.", claim.id)));
    }
    let correction = facts.stated_fact(Topic::Analysis, "correction");
    lines.push(format!("Differences of all systems, with intervals; correction over comparisons: {correction}."));
    lines.join("\n")
}

fn inference(facts: &Facts<'_>) -> String {
    format!(
        "Level {}, correction: {}. Each claim is decided by its own rule.",
        facts.stated_fact(Topic::Analysis, "level"),
        facts.stated_fact(Topic::Analysis, "correction")
    )
}

fn exclusions(facts: &Facts<'_>) -> String {
    let checks = facts.stated_fact(Topic::Quality, "who fails checks");
    let checks = if checks.is_empty() { String::new() } else { format!(" Whoever fails checks is {checks}.") };
    format!("{}{checks} No other rule is applied.", crate::words::left_out(facts.study))
}

fn missing() -> String {
    "Slots of sessions that lapse or end early are given to others. What was answered in unfinished sessions is kept and marked; \
     nothing is imputed."
        .to_owned()
}
