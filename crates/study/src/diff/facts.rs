//! What a study says of itself, as short facts under topics.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::claim::{Claim, Names, Rule};
use crate::file::{
    Better, Combine, Correction, Criteria, Exclusion, Layout, OnFailure, Order, Pages, PartOrder, Platform, Sides,
};
use crate::response::Response;
use crate::{Colour, Criterion, Differences, Look, Part, Rendering, Study};

/// What a fact belongs to: the sections of a human evaluation datasheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// What is judged.
    Systems,
    /// The inputs.
    Items,
    /// Criteria, questions, scales.
    Questions,
    /// Texts around the questions.
    Texts,
    /// What is shown together, in which order, to how many people.
    Design,
    /// Checks and training.
    Quality,
    /// Who takes part, from where, under which conditions.
    People,
    /// What they are paid.
    Pay,
    /// How answers are analysed, and which are left out.
    Analysis,
    /// What is to be decided.
    Claims,
    /// Differences that the study itself declares.
    Declared,
    /// What is known of the original.
    Facts,
}

impl Topic {
    /// Those in which two studies can differ.
    pub(super) const ALL: [Topic; 10] = [
        Topic::Systems,
        Topic::Items,
        Topic::Questions,
        Topic::Texts,
        Topic::Design,
        Topic::Quality,
        Topic::People,
        Topic::Pay,
        Topic::Analysis,
        Topic::Claims,
    ];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Topic::Systems => "systems",
            Topic::Items => "items",
            Topic::Questions => "questions",
            Topic::Texts => "texts",
            Topic::Design => "design",
            Topic::Quality => "checks and training",
            Topic::People => "people",
            Topic::Pay => "pay",
            Topic::Analysis => "analysis",
            Topic::Claims => "claims",
            Topic::Declared => "declared deviations",
            Topic::Facts => "facts of the original",
        }
    }
}

/// One thing a study says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it belongs to.
    pub topic: Topic,
    /// What it is about.
    pub what: String,
    /// What it says.
    pub value: String,
}

/// Everything a study says of itself that another may say otherwise. Items and texts are compared apart.
#[must_use]
pub fn facts(study: &Study) -> Vec<Fact> {
    let mut facts = Facts(Vec::new());
    for system in &study.systems {
        let human = if system.human { ", written by people" } else { "" };
        facts.add(Topic::Systems, &system.id.0, format!("{}{human}", system.name));
    }
    facts.add(Topic::Items, "number", study.items.len().to_string());
    facts.add(Topic::Items, "shown with each", list(study.shown.iter().map(|shown| shown.column.as_str())));
    facts.add(Topic::Items, "strata", list(study.strata.iter().map(String::as_str)));
    facts.add(Topic::Items, "called", study.output_name.as_deref().unwrap_or("the usual"));
    let layout = match study.layout {
        Layout::SideBySide => "side by side",
        Layout::Stacked => "one below the other",
    };
    facts.add(Topic::Items, "layout", layout);
    facts.rendering(study);
    facts.add(Topic::Texts, "language", &study.about.language);
    // Whom participants can ask, and who answers for the study, is part of what they consent to.
    let about = &study.about;
    for (what, value) in [("contact", &about.contact), ("institution", &about.institution), ("ethics", &about.ethics)] {
        facts.add(Topic::Texts, what, value.as_deref().unwrap_or("not stated"));
    }
    for criterion in &study.criteria {
        facts.criterion(criterion);
        if let Some(follow) = &criterion.only_if {
            facts.add(Topic::Questions, format!("{}: only asked if", criterion.id.0), follow.words(study));
        }
    }
    facts.design(study);
    facts.quality(study);
    facts.people(study);
    facts.analysis(study);
    facts.0
}

/// What is to be said of each part; of the whole study when it is all of one piece.
fn of_parts(study: &Study, say: &dyn Fn(&Part) -> String) -> String {
    let said = |part: &Part| if study.in_parts() { format!("{}: {}", part.id, say(part)) } else { say(part) };
    study.parts.iter().map(said).collect::<Vec<_>>().join("; ")
}

/// Which outputs a part shows together.
fn combination_text(study: &Study, part: &Part) -> String {
    let design = &part.design;
    match design.combine {
        Combine::EveryOutput => "each output alone".to_owned(),
        Combine::AllPairs => "all pairs".to_owned(),
        Combine::OneAgainstRest => {
            let one = design.system.and_then(|one| study.systems.get(one)).map_or("one", |one| one.id.0.as_str());
            format!("{one} against each other system")
        }
        Combine::SampledPairs => format!("{} pairs of each item", design.pairs_per_item),
        Combine::AllTogether => "all systems together".to_owned(),
        Combine::Blocks => format!("{} sets of {} of each item", design.sets_per_item, design.set_size),
    }
}

struct Facts(Vec<Fact>);

impl Facts {
    /// How texts are set, where that is not the usual way.
    fn rendering(&mut self, study: &Study) {
        let Rendering { maths, code_language, differences, play_through, context } = &study.rendering;
        if *maths {
            self.add(Topic::Items, "formulas", "set");
        }
        if let Some(language) = code_language {
            self.add(Topic::Items, "code", language.word());
        }
        match differences {
            None => {}
            Some(Differences::Outputs) => self.add(Topic::Items, "marked", "where outputs differ"),
            Some(Differences::Shown(column)) => {
                let column = study.shown.get(*column).map_or("", |shown| &shown.column);
                self.add(Topic::Items, "marked", format!("where outputs differ from `{column}`"));
            }
        }
        if *play_through {
            self.add(Topic::Items, "clips", "played to the end");
        }
        if let Some(context) = context {
            self.add(Topic::Items, "what is shown with each", context.word());
        }
        let Look { logo, accent, accent_dark, stylesheet } = &study.look;
        let shade = |colour: &Option<Colour>| colour.map(Colour::css);
        let says = [("logo", logo.clone()), ("colour", shade(accent)), ("colour in the dark", shade(accent_dark))];
        for (what, value) in says {
            value.into_iter().for_each(|value| self.add(Topic::Texts, what, value));
        }
        if !stylesheet.is_empty() {
            let hash = hex::encode(&Sha256::digest(stylesheet)[..6]);
            self.add(Topic::Texts, "stylesheet", format!("{} bytes, SHA-256 {hash}…", stylesheet.len()));
        }
    }

    fn add(&mut self, topic: Topic, what: impl Into<String>, value: impl Into<String>) {
        self.0.push(Fact { topic, what: what.into(), value: value.into() });
    }

    fn criterion(&mut self, criterion: &Criterion) {
        let id = &criterion.id.0;
        let about = |what: &str| format!("{id}: {what}");
        self.add(Topic::Questions, about("question"), &criterion.question);
        let definition = criterion.definition.as_deref().unwrap_or("none given");
        self.add(Topic::Questions, about("definition"), definition.split_whitespace().collect::<Vec<_>>().join(" "));
        self.add(Topic::Questions, about("answer"), answer(&criterion.response));
        let better = match criterion.better {
            Better::Higher => "higher",
            Better::Lower => "lower",
            Better::Neither => "neither",
        };
        self.add(Topic::Questions, about("better"), better);
        if !criterion.confidence.is_empty() {
            self.add(Topic::Questions, about("how sure"), criterion.confidence.join("; "));
        }
        if !criterion.cannot_judge.is_empty() {
            self.add(Topic::Questions, about("reasons not to judge"), criterion.cannot_judge.join("; "));
        }
    }

    fn design(&mut self, study: &Study) {
        if study.in_parts() {
            self.parts(study);
        }
        self.add(Topic::Design, "shown together", of_parts(study, &|part| combination_text(study, part)));
        let repeat = |part: &Part| if part.design.repeat_items { "several times" } else { "once" }.to_owned();
        self.add(Topic::Design, "an item to one person", of_parts(study, &repeat));
        let lists = &study.lists;
        self.add(Topic::Design, "questions in a list", lists.questions.to_string());
        self.add(Topic::Design, "people per question", lists.completions.to_string());
        self.add(Topic::Design, "balanced over lists", list(lists.balance.iter().map(String::as_str)));
        let order = match lists.order {
            Order::Random => "random for each session",
            Order::Fixed => "fixed",
        };
        self.add(Topic::Design, "order", order);
        self.add(Topic::Design, "seed", study.about.seed.to_string());
        let sides = match lists.sides {
            Sides::Balanced => "balanced",
            Sides::Random => "random",
            Sides::Fixed => "fixed",
        };
        self.add(Topic::Design, "sides", sides);
        if study.criteria.len() > 1 && !study.in_parts() {
            let criteria = match lists.criteria {
                Criteria::Together => "on one page",
                Criteria::Apart => "in lists of their own",
            };
            self.add(Topic::Design, "criteria", criteria);
        }
        let pages = match lists.pages {
            Pages::One => "one at a time",
            Pages::All => "the whole list on one page",
        };
        self.add(Topic::Design, "pages", pages);
        if !lists.remarks.is_empty() {
            self.add(Topic::Design, "remarks on pages", list(lists.remarks.iter().map(|kind| kind.word())));
        }
        if let Some(pages) = lists.break_after {
            self.add(Topic::Design, "a break after", format!("{pages} pages"));
        }
        if let Some(seconds) = study.least_time_secs {
            self.add(Topic::Design, "least time per page", format!("{seconds} s"));
        }
        if lists.auto_advance {
            self.add(Topic::Design, "pages go on", "by themselves, after the last answer");
        }
        if study.reviews_answers() {
            self.add(Topic::Design, "before the end", "people look through their answers");
        }
        if let Some(width) = study.participants.least_width {
            self.add(Topic::Design, "least width of the window", format!("{width} pixels"));
        }
    }

    fn parts(&mut self, study: &Study) {
        let criteria = |part: &Part| list(part.criteria.iter().map(|it| study.criteria[*it].id.0.as_str()));
        self.add(Topic::Design, "parts", of_parts(study, &criteria));
        let order = match study.lists.parts {
            PartOrder::InOrder => "one after the other",
            PartOrder::Shuffled => "one after the other, in a balanced order",
            PartOrder::Interleaved => "mixed",
        };
        self.add(Topic::Design, "order of the parts", order);
        let chosen = |part: &Part| {
            let one =
                |(column, values): &(usize, Vec<String>)| format!("{} {}", study.strata[*column], values.join(" or "));
            if part.items.is_empty() {
                "all".to_owned()
            } else {
                part.items.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        };
        self.add(Topic::Items, "items of the parts", of_parts(study, &chosen));
        for part in &study.parts {
            self.add(Topic::Texts, format!("{}: heading", part.id), &part.title);
            self.add(Topic::Texts, format!("{}: introduction", part.id), part.about.as_deref().unwrap_or("none"));
        }
    }

    fn quality(&mut self, study: &Study) {
        let checks = study.lists.checks.as_ref();
        self.add(Topic::Quality, "checks in a list", checks.map_or(0, |checks| checks.per_list).to_string());
        if let Some(checks) = checks {
            let failure = match study.on_failure {
                OnFailure::Replace => "replaced",
                OnFailure::Flag => "marked",
                OnFailure::End => "sent away at once",
            };
            let failed = match checks.allowed_failures {
                0 => "1 failed check".to_owned(),
                some => format!("{} failed checks", some + 1),
            };
            self.add(Topic::Quality, "who fails checks", format!("{failure} after {failed}"));
        }
        self.add(Topic::Quality, "training questions", study.training.len().to_string());
        if !study.training.is_empty() {
            let rule = &study.training_rule;
            let passed = format!("{} right, in at most {} attempts", rule.pass, rule.attempts);
            self.add(Topic::Quality, "training is passed with", passed);
        }
        for question in &study.closing {
            let asked = format!("{} ({})", question.question, answer(&question.response));
            self.add(Topic::Questions, format!("asked at the end: {}", question.id), asked);
        }
        for question in &study.screening {
            self.add(
                Topic::People,
                format!("screening: {}", question.question),
                if question.accept.is_empty() {
                    "any answer".to_owned()
                } else {
                    list(question.accept.iter().map(String::as_str))
                },
            );
        }
    }

    fn people(&mut self, study: &Study) {
        let people = &study.participants;
        let platform = match people.from {
            Platform::Prolific => "Prolific",
            Platform::Mturk => "MTurk",
            Platform::Invited => "personal invitations",
            Platform::Open => "anyone with the link",
        };
        self.add(Topic::People, "platform", platform);
        self.add(Topic::People, "lists each", people.lists_each.to_string());
        let limit = people.time_limit_secs.map_or_else(|| "none".to_owned(), |secs| format!("{} min", secs / 60));
        self.add(Topic::People, "time limit", limit);
        let more = people.more_time_secs.map_or_else(|| "none".to_owned(), |secs| format!("{} min", secs / 60));
        self.add(Topic::People, "more time on request", more);
        let requirements = people.requirements.join(" ");
        self.add(Topic::People, "requirements", if requirements.is_empty() { "none" } else { &requirements });
        let Some(payment) = &study.payment else {
            self.add(Topic::Pay, "payment", "not stated");
            return;
        };
        let amount = payment
            .amount
            .map_or_else(|| "by the floor".to_owned(), |amount| format!("{amount:.2} {}", payment.currency));
        self.add(Topic::Pay, "payment", format!("{amount} a list"));
        self.add(Topic::Pay, "expected minutes", payment.estimated_minutes.to_string());
        if let Some(amount) = payment.amount.filter(|_| payment.estimated_minutes > 0.0) {
            let hourly = amount * 60.0 / payment.estimated_minutes;
            self.add(Topic::Pay, "per hour, expected", format!("{hourly:.2} {}", payment.currency));
        }
        if let Some(floor) = payment.floor_per_hour {
            self.add(Topic::Pay, "floor per hour", format!("{floor:.2} {}", payment.currency));
        }
        if payment.pay_failed_checks {
            self.add(Topic::Pay, "whoever fails the checks", "is paid like the others");
        }
    }

    fn analysis(&mut self, study: &Study) {
        self.add(Topic::Analysis, "level", study.analysis.alpha.to_string());
        let correction = study.analysis.correction.map_or("not stated", correction_words);
        self.add(Topic::Analysis, "correction", correction);
        let comparisons =
            study.analysis.comparisons.map_or_else(|| "all pairs".to_owned(), |number| number.to_string());
        self.add(Topic::Analysis, "comparisons corrected for", comparisons);
        let exclusions: Vec<String> = study.analysis.exclude.iter().map(exclusion).collect();
        self.add(Topic::Analysis, "left out", list(exclusions.iter().map(String::as_str)));
        for claim in &study.claims {
            self.claim(study, claim);
        }
    }

    fn claim(&mut self, study: &Study, claim: &Claim) {
        let about = |what: &str| format!("{}: {what}", claim.id);
        self.add(Topic::Claims, &claim.id, &claim.text);
        let names = Names {
            systems: study.systems.iter().map(|system| system.id.0.clone()).collect(),
            criteria: study.criteria.iter().map(|it| (it.id.0.clone(), it.better)).collect(),
        };
        if let Some(condition) = &claim.holds_if {
            self.add(Topic::Claims, about("holds if"), condition.display(&names).to_string());
        }
        self.add(Topic::Claims, about("decided by"), rule_words(study, claim.rule));
        if let Some(rule) = claim.as_original {
            self.add(Topic::Claims, about("as the original decided"), rule_words(study, rule));
        }
    }
}

/// What decides a claim; level and correction only where they are not those of the study, which are told once.
fn rule_words(study: &Study, rule: Rule) -> String {
    let (test, correction, alpha) = match rule {
        Rule::Direction => return "the order of the scores alone".to_owned(),
        Rule::OutOfScope => return "nothing here".to_owned(),
        Rule::Significant { test, correction, alpha } => (test, correction, alpha),
    };
    let mut words = test.method().words.to_owned();
    if correction != study.analysis.correction.unwrap_or(Correction::Holm) {
        let _ = write!(words, ", correction: {}", correction_words(correction));
    }
    if alpha.to_bits() != study.analysis.alpha.to_bits() {
        let _ = write!(words, ", level {alpha}");
    }
    words
}

/// A correction, as a paper calls it.
#[must_use]
pub fn correction_words(correction: Correction) -> &'static str {
    match correction {
        Correction::None => "none",
        Correction::Bonferroni => "Bonferroni",
        Correction::Holm => "Holm",
        Correction::Hochberg => "Hochberg",
        Correction::BenjaminiHochberg => "Benjamini and Hochberg",
        Correction::BenjaminiYekutieli => "Benjamini and Yekutieli",
        Correction::Tukey => "Tukey",
        Correction::Dunnett => "Dunnett",
    }
}

fn exclusion(rule: &Exclusion) -> String {
    match rule {
        Exclusion::FailedChecks => "failed checks".to_owned(),
        Exclusion::Incomplete => "incomplete".to_owned(),
        Exclusion::FasterThan { seconds } => format!("faster than {seconds} s"),
        Exclusion::SlowerThan { seconds } => format!("slower than {seconds} s"),
        Exclusion::SameAnswer => "same answer throughout".to_owned(),
    }
}

/// How a criterion is asked.
#[must_use]
pub fn answer(response: &Response) -> String {
    let ties = |ties: bool| if ties { "with ties" } else { "without ties" };
    match response {
        Response::Rating(rating) => {
            let words: Vec<String> = (rating.lowest()..=rating.highest())
                .filter_map(|value| rating.label(value).map(|label| format!("{value} {label}")))
                .collect();
            let words = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
            format!("rating from {} to {}{words}", rating.lowest(), rating.highest())
        }
        Response::Slider(slider) => {
            format!("slider from {} to {}, steps of {}", slider.minimum, slider.maximum, slider.step())
        }
        Response::Ranking(ranking) => format!("ranking {}", ties(ranking.ties)),
        Response::Pairwise(pairwise) if pairwise.is_graded() => {
            let degrees = list(pairwise.degrees.iter().map(String::as_str));
            format!("graded choice between two ({degrees}) {}", ties(pairwise.ties))
        }
        Response::Pairwise(pairwise) => format!("choice between two {}", ties(pairwise.ties)),
        Response::BestWorst(_) => "best and worst".to_owned(),
        Response::Choice(choice) => {
            let several = if choice.several { "several of" } else { "one of" };
            format!("{several} {}", list(choice.options.iter().map(|option| option.label())))
        }
        Response::Spans(spans) => {
            format!("spans marked as {}", list(spans.categories.iter().map(|c| c.id.as_str())))
        }
        Response::Count(count) if count.least() > 0 => format!("a count from {} to {}", count.least(), count.maximum()),
        Response::Count(count) => format!("a count up to {}", count.maximum()),
        Response::Text(text) if text.days.is_some() => "a day".to_owned(),
        Response::Text(text) => format!("words, up to {} characters", text.maximum_length()),
    }
}

fn list<'a>(of: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<&str> = of.collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}
