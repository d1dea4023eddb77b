//! The pages of a preview, by name.

use crate::examples::State;
use crate::{Departure, Ending, LeavePoint};

/// One page of a preview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreviewPage {
    /// Asks for an id.
    Arrival(State),
    /// Seen on the platform before accepting.
    PlatformPreview,
    /// What the study is about.
    Information,
    /// What participants agree to.
    Consent,
    /// Whether the study is for them.
    Screening(State),
    /// How to do it.
    Instructions,
    /// A training question, numbered from 0.
    Training {
        /// Its number.
        question: usize,
        /// What was answered.
        feedback_shown: FeedbackShown,
    },
    /// The training starts again.
    TrainingAgain,
    /// A step of the list, numbered from 0.
    Step {
        /// Its number.
        number: usize,
        /// What it is filled with.
        state: State,
    },
    /// A break in the list.
    Break,
    /// The whole list on one page.
    AllSteps(State),
    /// All answers, before the end.
    Review,
    /// Questions after the list.
    Closing(State),
    /// The ways to leave before the end.
    Leave,
    /// Whether that is meant.
    Confirm {
        /// What is asked about.
        departure: Departure,
        /// How far they have come.
        reached: LeavePoint,
    },
    /// How the way ends.
    Ending(Ending),
    /// The examples of a response kind, in a language.
    Kind {
        /// The kind.
        kind: &'static str,
        /// The language of the words around them.
        language: &'static str,
    },
}

/// How far a training question is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedbackShown {
    /// It is asked.
    NotYet,
    /// It was answered as expected.
    Right,
    /// It was answered otherwise.
    Wrong,
}

/// Where a page stands on the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    /// In the order in which a participant meets them.
    Way,
    /// Answered, or with something missing.
    States,
    /// How it ends.
    Endings,
    /// Response kinds.
    Gallery,
}

impl Group {
    pub(super) const ALL: [Group; 4] = [Group::Way, Group::States, Group::Endings, Group::Gallery];

    pub(super) fn title(self) -> &'static str {
        match self {
            Group::Way => "The way of a participant",
            Group::States => "The same pages answered, or with something missing",
            Group::Endings => "How it can end",
            Group::Gallery => "All response kinds: empty, answered and with errors",
        }
    }
}

fn with_state(name: &str, state: State) -> String {
    match state {
        State::Empty => name.to_owned(),
        State::Answered => format!("{name}-answered"),
        State::Wrong => format!("{name}-errors"),
    }
}

impl PreviewPage {
    /// Its name in addresses and as a file, without `.html`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            PreviewPage::Arrival(state) => with_state("arrival", *state),
            PreviewPage::PlatformPreview => "platform-preview".to_owned(),
            PreviewPage::Information => "information".to_owned(),
            PreviewPage::Consent => "consent".to_owned(),
            PreviewPage::Screening(state) => with_state("screening", *state),
            PreviewPage::Instructions => "instructions".to_owned(),
            PreviewPage::Training { question, feedback_shown: FeedbackShown::NotYet } => {
                format!("training-{}", question + 1)
            }
            PreviewPage::Training { question, feedback_shown: FeedbackShown::Right } => {
                format!("training-{}-right", question + 1)
            }
            PreviewPage::Training { question, feedback_shown: FeedbackShown::Wrong } => {
                format!("training-{}-wrong", question + 1)
            }
            PreviewPage::TrainingAgain => "training-again".to_owned(),
            PreviewPage::Step { number, state } => with_state(&format!("question-{}", number + 1), *state),
            PreviewPage::Break => "break".to_owned(),
            PreviewPage::AllSteps(state) => with_state("questions", *state),
            PreviewPage::Review => "review".to_owned(),
            PreviewPage::Closing(state) => with_state("closing", *state),
            PreviewPage::Leave => "leave".to_owned(),
            PreviewPage::Confirm { departure: Departure::GiveBack, .. } => "leave-return".to_owned(),
            PreviewPage::Confirm { reached: LeavePoint::Over | LeavePoint::OverWithCode, .. } => {
                "withdraw-afterwards".to_owned()
            }
            PreviewPage::Confirm { .. } => "leave-withdraw".to_owned(),
            PreviewPage::Ending(ending) => format!("ending-{}", ending.key()),
            PreviewPage::Kind { kind, language: "en" } => format!("kind-{kind}"),
            PreviewPage::Kind { kind, language } => format!("kind-{kind}-{language}"),
        }
    }

    /// Where its page is.
    pub(super) fn address(&self) -> String {
        format!("{}.html", self.name())
    }

    pub(super) fn group(&self) -> Group {
        match self {
            PreviewPage::Arrival(State::Empty)
            | PreviewPage::PlatformPreview
            | PreviewPage::Information
            | PreviewPage::Consent
            | PreviewPage::Screening(State::Empty)
            | PreviewPage::Instructions
            | PreviewPage::Training { feedback_shown: FeedbackShown::NotYet, .. }
            | PreviewPage::Step { state: State::Empty, .. }
            | PreviewPage::Break
            | PreviewPage::AllSteps(State::Empty)
            | PreviewPage::Review
            | PreviewPage::Closing(State::Empty)
            | PreviewPage::Ending(Ending::Finished) => Group::Way,
            PreviewPage::Arrival(_)
            | PreviewPage::Screening(_)
            | PreviewPage::Training { .. }
            | PreviewPage::TrainingAgain
            | PreviewPage::Step { .. }
            | PreviewPage::AllSteps(_)
            | PreviewPage::Closing(_) => Group::States,
            PreviewPage::Leave | PreviewPage::Confirm { .. } | PreviewPage::Ending(_) => Group::Endings,
            PreviewPage::Kind { .. } => Group::Gallery,
        }
    }
}
