//! A small study and the answers to it, for tests.

#![expect(clippy::unwrap_used, reason = "a test study that is wrong must fail loudly")]

use std::sync::Arc;

use plan::Plan;
use study::response::Answer;
use study::{CriterionId, InMemory, Snapshot, Study};

use crate::{Command, CriterionAnswer, PageAnswers, Screening, Session, SessionState, Subject, Timing, page_questions};

/// A study with everything that can come between arrival and code, and its plan: three lists of four pages and
/// one check, three completions of each, and a limit of an hour.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The study.
    pub study: Arc<Study>,
    /// Its plan.
    pub plan: Arc<Plan>,
    /// The files it was read from.
    pub files: InMemory,
    /// The same, as they are kept.
    pub snapshot: Snapshot,
}

const STUDY: &str = r#"
[study]
title = "How fluent is it?"
seed = 7

[systems]
one = "One"
two = "Two"

[items]
file = "items.csv"
show = ["input"]

[[criteria]]
id = "fluency"
question = "How fluent is the text?"
better = "higher"
definition = "It reads as if written by someone who speaks the language well."
response = { kind = "rating", points = 5, minimum = 1, labels = { low = "not", high = "very" } }

[lists]
questions = 4
completions = 3
checks = { file = "checks.csv", per_list = 1, on_failure = "replace" }

[training]
file = "training.csv"
attempts = 2

[[screening]]
id = "language"
question = "Is English your first language?"
options = ["Yes", "No"]
accept = ["Yes"]

[[closing]]
id = "clear"
question = "Were the questions clear?"
response = { kind = "choice", options = ["Yes", "No"] }

[participants]
from = "prolific"
time_limit = "60 min"
codes = { completed = "DONE", failed_check = "CHECK", declined = "NO", screened_out = "OUT", late = "LATE" }

[payment]
currency = "GBP"
amount = 2.00
estimated_minutes = 6
platform_fee = 0.33
floor_per_hour = 12.00
"#;

const ITEMS: &str = "item,input,one,two\n\
    1,in1,The cat sat on the mat.,A cat sat upon a mat.\n2,in2,Rain fell all day long.,It rained for the whole day.\n\
    3,in3,She reads a book tonight.,Tonight a book is read by her.\n4,in4,We left before noon.,Before noon we had gone.\n\
    5,in5,The door was open.,Someone had opened the door.\n6,in6,They sing very well.,Their singing is very good.\n";

impl Sample {
    /// The study with these changes to its text, each of which must be there to be made.
    #[must_use]
    pub fn with_changes(changes: &[(&str, &str)]) -> Sample {
        let mut text = STUDY.to_owned();
        for (from, to) in changes {
            assert!(text.contains(from), "the sample study has no `{from}`");
            text = text.replacen(from, to, 1);
        }
        let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
        let consent = "I agree. I may stop at any time; questions go to lab@example.org.";
        let files = InMemory(
            [
                file("study.toml", &text),
                file("items.csv", ITEMS),
                file("checks.csv", "check,input,text,answer,tests\nc1,in,Choose the highest point.,5,reading\n"),
                file(
                    "training.csv",
                    "check,input,text,answer,feedback\nt1,in,Good text.,>= 4,It is good.\nt2,in,bad Text a,<= 2,It is bad.\n",
                ),
                file("information.md", "What it is about. Write to lab@example.org."),
                file("consent.md", consent),
                file("instructions.md", "Read each text and say how fluent it is."),
            ]
            .into_iter()
            .collect(),
        );
        let (checked, snapshot) = Snapshot::take(&files);
        let problems: Vec<String> = checked.diagnostics.iter().map(|found| found.message.clone()).collect();
        let study = checked.study.unwrap_or_else(|| panic!("{problems:?}"));
        let plan = plan::make(&study).unwrap();
        Sample { study: Arc::new(study), plan: Arc::new(plan), files, snapshot }
    }

    /// The study as it is written.
    #[must_use]
    pub fn as_written() -> Sample {
        Sample::with_changes(&[])
    }

    /// The study without screening, instructions, training, closing questions and checks: consent, list, code.
    #[must_use]
    pub fn only_list(changes: &[(&str, &str)]) -> Sample {
        let mut sample = Sample::with_changes(changes);
        let study = Arc::make_mut(&mut sample.study);
        study.screening.clear();
        study.training.clear();
        study.closing.clear();
        study.texts.instructions.clear();
        sample
    }

    /// The answers to one page of a session: this point of the scale everywhere, and `check` for a check.
    #[must_use]
    pub fn page(&self, session: &Session, step: u32, (point, check): (i64, i64)) -> PageAnswers {
        let assignment = session.assignment.as_ref().unwrap();
        let asked = page_questions(&self.study, &self.plan, assignment, step).unwrap().unwrap();
        let point = if matches!(asked.subject, Subject::Check { .. }) { check } else { point };
        let given = |criterion: &usize| CriterionAnswer {
            criterion: self.study.criteria[*criterion].id.clone(),
            answer: Answer::Rating(point),
            confidence: None,
        };
        let timing = Timing { shown_ms: Some(1000), ..Timing::default() };
        PageAnswers {
            step,
            loaded_at: Some(session.seq),
            answers: asked.criteria.iter().map(given).collect(),
            remark: None,
            timing,
        }
    }

    /// What someone does next who does everything right; nothing when the session is over.
    #[must_use]
    pub fn right(&self, session: &Session) -> Option<Command> {
        self.next(session, (3, 5))
    }

    /// What someone does next who passes everything before the list, and answers it like this.
    #[must_use]
    pub fn next(&self, session: &Session, answers: (i64, i64)) -> Option<Command> {
        Some(match session.state(&self.study) {
            SessionState::Information | SessionState::Consent => Command::Consent,
            SessionState::Screening => {
                Command::Screen(vec![Screening { id: "language".to_owned(), option: "Yes".to_owned() }])
            }
            SessionState::Waiting => Command::Resume,
            SessionState::Instructions => Command::ReadInstructions,
            SessionState::Training { attempt, question } => {
                Command::Train { attempt, question, answer: Answer::Rating(if question == 0 { 5 } else { 1 }) }
            }
            SessionState::Step(step) => Command::Submit(vec![self.page(session, step, answers)]),
            SessionState::AllSteps => {
                let steps = session.assignment.as_ref().unwrap().steps;
                Command::Submit((0..steps).map(|step| self.page(session, step, answers)).collect())
            }
            SessionState::Closing => {
                let answers = vec![("clear".to_owned(), Answer::Choice(vec!["Yes".to_owned()]))];
                Command::Close { answers, comment: None }
            }
            SessionState::Done(_) => return None,
        })
    }

    /// The criterion that is asked.
    #[must_use]
    pub fn criterion(&self) -> CriterionId {
        self.study.criteria[0].id.clone()
    }
}
