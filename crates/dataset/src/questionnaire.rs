//! What people answered to screening and closing questions, about themselves and the study and not about any output.

use study::response::Answer;
use study::{Study, csv_text};

use crate::Dataset;

/// The answer to one screening or closing question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionnaireAnswer {
    /// Who: a number into [`Dataset::participants`].
    pub participant: u32,
    /// Number of the list.
    pub list: u32,
    /// Which of the participant's sessions on this list, from 1.
    pub attempt: u32,
    /// Whether it was asked before the list or after it.
    pub asked: QuestionnairePart,
    /// Id of the question.
    pub question: String,
    /// The option or options, the number, the words, or the day as 2026-11-17.
    pub answer: String,
    /// What kind of answer it is.
    pub kind: QuestionnaireKind,
}

/// Where a question stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionnairePart {
    /// Before the list, to see whether someone may take part.
    Screening,
    /// After it.
    Closing,
}

/// What can be said about the answers to a question together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionnaireKind {
    /// One of a few: how often each was given.
    Chosen,
    /// A number: mean and bounds.
    Number,
    /// Words or a day: how many there are.
    Words,
}

impl QuestionnaireAnswer {
    /// Whether it answers no question, but is what someone said of their own at the end.
    #[must_use]
    pub fn is_comment(&self) -> bool {
        self.question == FINAL_COMMENT
    }
}

impl QuestionnairePart {
    /// The word for it, in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            QuestionnairePart::Screening => "screening",
            QuestionnairePart::Closing => "closing",
        }
    }
}

/// What stands for a question's id where people said something of their own at the end.
pub(crate) const FINAL_COMMENT: &str = "final_comment";

/// The columns of the file of these answers, with what they mean.
pub(crate) const QUESTIONNAIRE_COLUMNS: [(&str, &str); 6] = [
    ("participant", "pseudonym of the person"),
    ("list", "number of the list, from 0"),
    ("attempt", "which of the person's sessions on this list, from 1"),
    ("asked", "`screening` before the list, `closing` after it"),
    ("question", "id of the question; `final_comment` for what people wrote on the last page"),
    ("answer", "the option or its id, the number, the words, or the day as 2026-11-17; empty where it was left empty"),
];

/// An answer as the file has it.
pub(crate) fn answer_text_and_kind(answer: &Answer) -> (String, QuestionnaireKind) {
    match answer {
        Answer::Choice(options) => (options.join(" "), QuestionnaireKind::Chosen),
        Answer::Rating(value) => (value.to_string(), QuestionnaireKind::Chosen),
        Answer::Slider(value) => (value.to_string(), QuestionnaireKind::Number),
        Answer::Count(count) => (count.to_string(), QuestionnaireKind::Number),
        Answer::Text(words) => (words.clone(), QuestionnaireKind::Words),
        Answer::Ranking(_)
        | Answer::Pairwise(_)
        | Answer::Graded(_)
        | Answer::BestWorst { .. }
        | Answer::Spans(_)
        | Answer::Unable(_) => (answer.to_json().to_string(), QuestionnaireKind::Words),
    }
}

/// Whether a study has screening or closing questions.
pub(crate) fn asks_any(study: &Study) -> bool {
    !study.screening.is_empty() || !study.closing.is_empty()
}

/// The answers to screening and closing questions of everyone who began a list, and their comments at the end, as CSV; nothing where
/// none were asked and none were made, or they are not known.
#[must_use]
pub fn questionnaire_csv(dataset: &Dataset) -> Option<String> {
    let answers = dataset.questionnaire.as_ref()?;
    let rows = answers.iter().map(|given| {
        [
            dataset.participants[given.participant as usize].clone(),
            given.list.to_string(),
            given.attempt.to_string(),
            given.asked.word().to_owned(),
            given.question.clone(),
            given.answer.clone(),
        ]
    });
    Some(csv_text(std::iter::once(QUESTIONNAIRE_COLUMNS.map(|(name, _)| name.to_owned())).chain(rows)))
}
