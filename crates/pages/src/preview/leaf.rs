//! The pages of a preview, by name.

use crate::examples::State;
use crate::{Departure, Ending, Reached};

/// One page of a preview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaf {
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
        told: Told,
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
    /// The whole list on one page.
    AllSteps(State),
    /// Questions after the list.
    Closing(State),
    /// The ways to leave before the end.
    Leave,
    /// Whether that is meant.
    Confirm {
        /// What is asked about.
        departure: Departure,
        /// How far they have come.
        reached: Reached,
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
pub enum Told {
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

impl Leaf {
    /// Its name in addresses and as a file, without `.html`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Leaf::Arrival(state) => with_state("arrival", *state),
            Leaf::PlatformPreview => "platform-preview".to_owned(),
            Leaf::Information => "information".to_owned(),
            Leaf::Consent => "consent".to_owned(),
            Leaf::Screening(state) => with_state("screening", *state),
            Leaf::Instructions => "instructions".to_owned(),
            Leaf::Training { question, told: Told::NotYet } => format!("training-{}", question + 1),
            Leaf::Training { question, told: Told::Right } => format!("training-{}-right", question + 1),
            Leaf::Training { question, told: Told::Wrong } => format!("training-{}-wrong", question + 1),
            Leaf::TrainingAgain => "training-again".to_owned(),
            Leaf::Step { number, state } => with_state(&format!("question-{}", number + 1), *state),
            Leaf::AllSteps(state) => with_state("questions", *state),
            Leaf::Closing(state) => with_state("closing", *state),
            Leaf::Leave => "leave".to_owned(),
            Leaf::Confirm { departure: Departure::GiveBack, .. } => "leave-return".to_owned(),
            Leaf::Confirm { reached: Reached::Over | Reached::OverWithCode, .. } => "withdraw-afterwards".to_owned(),
            Leaf::Confirm { .. } => "leave-withdraw".to_owned(),
            Leaf::Ending(ending) => format!("ending-{}", ending.key()),
            Leaf::Kind { kind, language: "en" } => format!("kind-{kind}"),
            Leaf::Kind { kind, language } => format!("kind-{kind}-{language}"),
        }
    }

    /// Where its page is.
    pub(super) fn address(&self) -> String {
        format!("{}.html", self.name())
    }

    pub(super) fn group(&self) -> Group {
        match self {
            Leaf::Arrival(State::Empty)
            | Leaf::PlatformPreview
            | Leaf::Information
            | Leaf::Consent
            | Leaf::Screening(State::Empty)
            | Leaf::Instructions
            | Leaf::Training { told: Told::NotYet, .. }
            | Leaf::Step { state: State::Empty, .. }
            | Leaf::AllSteps(State::Empty)
            | Leaf::Closing(State::Empty)
            | Leaf::Ending(Ending::Finished) => Group::Way,
            Leaf::Arrival(_)
            | Leaf::Screening(_)
            | Leaf::Training { .. }
            | Leaf::TrainingAgain
            | Leaf::Step { .. }
            | Leaf::AllSteps(_)
            | Leaf::Closing(_) => Group::States,
            Leaf::Leave | Leaf::Confirm { .. } | Leaf::Ending(_) => Group::Endings,
            Leaf::Kind { .. } => Group::Gallery,
        }
    }
}
