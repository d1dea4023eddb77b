//! The checked study from its parts, with every default resolved.

mod questions_around;

use std::collections::HashMap;

use diag::Diagnostic;
use table::Table;

use super::{Criterion, CriterionId, Item, Participants, Study, System, SystemId, Texts, TrainingRule};
use crate::checks::{self, Purpose};
use crate::claim::{self, Claim, Condition, Names};
use crate::decode::Places;
use crate::file::{Better, ClaimFile, Correction, DecidedBy, Decision, Platform, Scope, StudyFile, SystemFile};
use crate::method::DECIDING;
use crate::original::Original;
use crate::rules::TextFile;
use crate::structure::{BAD_CLAIM, BAD_DURATION, BAD_RESPONSE, DUPLICATE_ID, MISSING_KEY, UNKNOWN_BALANCE};
use crate::{Look, Rendering};
use crate::{duration, follow_up, items, part};

/// What `study.toml` names, read.
pub(crate) struct Ingredients<'a> {
    pub(crate) systems: Vec<System>,
    pub(crate) items: Option<Vec<Item>>,
    pub(crate) checks: Option<&'a Table>,
    pub(crate) training: Option<&'a Table>,
    pub(crate) texts: &'a [TextFile],
    /// The study's own stylesheet; empty for none.
    pub(crate) stylesheet: &'a str,
    pub(crate) original: Option<Original>,
    pub(crate) fingerprint: String,
}

/// The systems in the order written.
pub(crate) fn systems(file: &StudyFile, places: &Places) -> Vec<System> {
    let mut systems: Vec<System> = file
        .systems
        .iter()
        .map(|(id, system)| {
            let (name, human) = match system {
                SystemFile::Name(name) => (name, false),
                SystemFile::Table(table) => (&table.name, table.human),
            };
            System { id: SystemId(id.clone()), name: name.clone(), human }
        })
        .collect();
    systems.sort_by_key(|system| places.position(&format!("systems.{}", system.id.0)));
    systems
}

/// The study, as far as it can be made; `None` without items or a design.
pub(crate) fn study(
    file: &StudyFile,
    read: Ingredients<'_>,
    places: &Places,
    found: &mut Vec<Diagnostic>,
) -> Option<Study> {
    if read.systems.is_empty() {
        let message = "`[systems]` names no system, so there is nothing to judge";
        found.push(
            MISSING_KEY.diagnose(places.find("systems"), message).help("add a line `id = \"Printed name\"` for each"),
        );
    }
    unique(file.criteria.iter().map(|criterion| criterion.id.as_str()), "criteria", places, found);
    unique(file.parts.iter().map(|part| part.id.as_str()), "parts", places, found);
    unique(file.claims.iter().map(|claim| claim.id.as_str()), "claims", places, found);
    balance(file, places, found);
    questions_around::check(file, places, found);
    let participants = participants(file, places, found);
    let criteria = criteria(file);
    let names = Names {
        systems: read.systems.iter().map(|system| system.id.0.clone()).collect(),
        criteria: criteria.iter().map(|criterion| (criterion.id.0.clone(), criterion.better)).collect(),
    };
    let claims = claims(file, &names, places, found);
    definitions(file, places, found);
    let resolved = match part::resolve(file, &read.systems, read.items.as_deref(), places) {
        Ok(parts) => Some(parts),
        Err(problems) => {
            found.extend(problems);
            None
        }
    }?;
    follow_up::check(file, &resolved, places, found);
    let mut questions = |table: Option<&Table>, purpose| match table {
        Some(table) => checks::read(file, &resolved, table, purpose, found),
        None => Vec::new(),
    };
    let checks = questions(read.checks, Purpose::Checks);
    let training = questions(read.training, Purpose::Training);
    Some(Study {
        about: file.study.clone(),
        systems: read.systems,
        items: read.items?,
        shown: items::shown_columns(file),
        strata: file.items.strata.clone(),
        content: file.items.content,
        output_name: file.items.output_name.clone(),
        layout: file.items.layout,
        rendering: Rendering::from_file(&file.items, &items::shown_columns(file)),
        look: Look::from_file(&file.look, read.stylesheet),
        criteria,
        parts: resolved,
        lists: file.lists.clone(),
        least_time_secs: least_time(file, places, found),
        checks,
        on_failure: file.lists.checks.as_ref().map(|checks| checks.on_failure).unwrap_or_default(),
        training_rule: training_rule(file, training.len()),
        training,
        screening: file.screening.clone(),
        closing: file.closing.clone(),
        participants,
        payment: file.payment.clone(),
        prolific: file.platform.prolific.clone(),
        mturk: file.platform.mturk.clone(),
        notify: file.notify.clone(),
        standstill_secs: standstill(file, places, found),
        texts: texts(read.texts),
        analysis: file.analysis.clone(),
        claims,
        reproduces: file.reproduces.clone(),
        original: read.original,
        fingerprint: read.fingerprint,
    })
}

fn unique<'a>(ids: impl Iterator<Item = &'a str>, list: &str, places: &Places, found: &mut Vec<Diagnostic>) {
    let mut first: HashMap<&str, usize> = HashMap::new();
    for (index, id) in ids.enumerate() {
        let path = |index: usize| format!("{list}.{index}.id");
        match first.get(id) {
            Some(before) => found.push(
                DUPLICATE_ID
                    .diagnose(places.find(&path(index)), format!("the id `{id}` is given twice in `[[{list}]]`"))
                    .with_place(places.find(&path(*before)), "first here")
                    .help("give each its own id"),
            ),
            None => {
                first.insert(id, index);
            }
        }
    }
}

fn balance(file: &StudyFile, places: &Places, found: &mut Vec<Diagnostic>) {
    let known: Vec<&str> = file
        .items
        .strata
        .iter()
        .map(String::as_str)
        .chain(["system", "pair", "position", "words", "minutes"])
        .collect();
    for (index, name) in file.lists.balance.iter().enumerate().filter(|(_, name)| !known.contains(&name.as_str())) {
        let help = match diag::nearest(name, known.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("balance over {}, or add `{name}` to `items.strata`", known.join(", ")),
        };
        let message = format!("`{name}` is neither a stratum nor `system`, `pair`, `position`, `words` or `minutes`");
        found.push(UNKNOWN_BALANCE.diagnose(places.find(&format!("lists.balance.{index}")), message).help(help));
    }
}

/// After how many seconds without anybody researchers are told so: a day, where the study does not say.
fn standstill(file: &StudyFile, places: &Places, found: &mut Vec<Diagnostic>) -> u64 {
    let written = file.notify.standstill.as_ref();
    written.and_then(|written| length_of_time("notify.standstill", written, places, found)).unwrap_or(86_400)
}

/// How many seconds a page of the list is open at least.
fn least_time(file: &StudyFile, places: &Places, found: &mut Vec<Diagnostic>) -> Option<u64> {
    length_of_time("lists.least_time", file.lists.least_time.as_ref()?, places, found)
}

/// Seconds in a length of time, which is complained about where it is none.
fn length_of_time(key: &str, written: &str, places: &Places, found: &mut Vec<Diagnostic>) -> Option<u64> {
    let seconds = duration::seconds(written).filter(|seconds| *seconds > 0);
    if seconds.is_none() {
        let message = format!("`{written}` is not a length of time");
        found.push(BAD_DURATION.diagnose(places.find(key), message).help("write it as `60 min` or `2 h`"));
    }
    seconds
}

fn participants(file: &StudyFile, places: &Places, found: &mut Vec<Diagnostic>) -> Participants {
    let Some(written) = &file.participants else {
        return Participants {
            from: Platform::Invited,
            lists_each: 1,
            time_limit_secs: None,
            more_time_secs: None,
            least_width: None,
            requirements: Vec::new(),
            comment: true,
            codes: None,
            verify: false,
            prolific_study: None,
        };
    };
    let mut length_of_time = |key: &str, written: Option<&String>| length_of_time(key, written?, places, found);
    let time_limit_secs = length_of_time("participants.time_limit", written.time_limit.as_ref());
    let more_time_secs = length_of_time("participants.more_time", written.more_time.as_ref());
    Participants {
        from: written.from,
        lists_each: written.lists_each,
        time_limit_secs,
        more_time_secs,
        least_width: written.least_width,
        requirements: written.requirements.clone(),
        comment: written.comment,
        codes: written.codes.clone(),
        verify: written.verify,
        prolific_study: written.prolific_study.clone(),
    }
}

fn training_rule(file: &StudyFile, questions: usize) -> TrainingRule {
    let all = u32::try_from(questions).unwrap_or(u32::MAX);
    let (pass, attempts) = file.training.as_ref().map_or((None, 1), |training| (training.pass, training.attempts));
    TrainingRule { pass: pass.unwrap_or(all), attempts: attempts.max(1) }
}

fn criteria(file: &StudyFile) -> Vec<Criterion> {
    file.criteria
        .iter()
        .map(|criterion| Criterion {
            id: CriterionId(criterion.id.clone()),
            name: criterion.name.clone().unwrap_or_else(|| criterion.id.clone()),
            question: criterion.question.clone(),
            definition: criterion.definition.clone().filter(|definition| definition != "none given"),
            better: criterion.better.unwrap_or(Better::Higher),
            cannot_judge: criterion.cannot_judge.clone(),
            confidence: criterion.confidence.clone(),
            only_if: follow_up::resolve(file, criterion),
            response: criterion.response.clone(),
        })
        .collect()
}

fn claims(file: &StudyFile, names: &Names, places: &Places, found: &mut Vec<Diagnostic>) -> Vec<Claim> {
    file.claims
        .iter()
        .enumerate()
        .map(|(index, written)| Claim {
            id: written.id.clone(),
            text: written.text.clone(),
            holds_if: condition(written, &format!("claims.{index}"), names, places, found),
            rule: match (written.scope, &written.decided_by) {
                (Scope::Out, _) => claim::Rule::OutOfScope,
                (Scope::In, None) => claim::Rule::Direction,
                (Scope::In, Some(by)) => decided_by(file, by, Correction::Holm),
            },
            as_original: written.as_original.as_ref().map(|by| decided_by(file, by, Correction::None)),
        })
        .collect()
}

fn condition(
    claim: &ClaimFile,
    path: &str,
    names: &Names,
    places: &Places,
    found: &mut Vec<Diagnostic>,
) -> Option<Condition> {
    let path = format!("{path}.holds_if");
    match (&claim.holds_if, claim.scope) {
        (Some(text), _) => claim::parse(text, names)
            .map_err(|error| {
                let mut diagnostic = BAD_CLAIM.diagnose(places.find_inside(&path, error.range), error.message);
                diagnostic.help = error.help;
                found.push(diagnostic);
            })
            .ok(),
        (None, Scope::In) => {
            let message = format!("claim `{}` does not say when it holds", claim.id);
            let help = "add `holds_if = \"…\"`, or `scope = \"out\"` if this study cannot speak to it";
            found.push(BAD_CLAIM.diagnose(places.find(&path), message).help(help));
            None
        }
        (None, Scope::Out) => None,
    }
}

/// Definitions of response kinds that contradict themselves.
fn definitions(file: &StudyFile, places: &Places, found: &mut Vec<Diagnostic>) {
    for (index, criterion) in file.criteria.iter().enumerate() {
        found.extend(criterion.response.problems().into_iter().map(|problem| {
            let place = places.find(&format!("criteria.{index}.response.{}", problem.key));
            BAD_RESPONSE.diagnose(place, problem.message).help(problem.help)
        }));
        let reasons = &criterion.cannot_judge;
        let bad =
            (0..reasons.len()).find(|at| reasons[*at].trim().is_empty() || reasons[..*at].contains(&reasons[*at]));
        if let Some(at) = bad {
            let place = places.find(&format!("criteria.{index}.cannot_judge.{at}"));
            let message = format!("`{}` cannot be told from the other reasons", reasons[at]);
            found.push(BAD_RESPONSE.diagnose(place, message).help("give each reason words of its own"));
        }
        let levels = &criterion.confidence;
        let unclear =
            (0..levels.len()).find(|at| levels[*at].trim().is_empty() || levels[..*at].contains(&levels[*at]));
        let problem = match (unclear, levels.len()) {
            (Some(at), _) => Some(format!("`{}` cannot be told from the other words", levels[at])),
            (None, 1) => Some("there is only one answer to how sure someone is".to_owned()),
            (None, 8..) => Some(format!("there are {} answers to how sure someone is", levels.len())),
            (None, _) => None,
        };
        if let Some(message) = problem {
            let place = places.find(&format!("criteria.{index}.confidence"));
            found.push(
                BAD_RESPONSE.diagnose(place, message).help("write two to seven, from the least to the most sure"),
            );
        }
    }
}

/// The rule that a claim names; `correction` is the one where neither it nor the study names any.
fn decided_by(file: &StudyFile, by: &DecidedBy, correction: Correction) -> claim::Rule {
    match by {
        DecidedBy::Rule(Decision::Direction) => claim::Rule::Direction,
        DecidedBy::Rule(Decision::Test) => claim::Rule::Significant {
            test: DECIDING,
            correction: file.analysis.correction.unwrap_or(Correction::Holm),
            alpha: file.analysis.alpha,
        },
        DecidedBy::Test(test) => claim::Rule::Significant {
            test: test.test,
            correction: test.correction.or(file.analysis.correction).unwrap_or(correction),
            alpha: test.alpha.unwrap_or(file.analysis.alpha),
        },
    }
}

fn texts(read: &[TextFile]) -> Texts {
    let text = |key: &str| read.iter().find(|text| text.key == key).map(|text| text.text.clone()).unwrap_or_default();
    Texts {
        information: text("information"),
        consent: text("consent"),
        instructions: text("instructions"),
        debrief: text("debrief"),
    }
}
