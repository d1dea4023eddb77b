//! Whether those who take part are people.

/// Who takes part in a study. The two are never mixed: answers of the one must not be taken for those of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParticipantKind {
    /// People.
    People,
    /// Programs that behave like people, to try a study out.
    Simulated,
}

impl ParticipantKind {
    /// The word for it, in data.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ParticipantKind::People => "people",
            ParticipantKind::Simulated => "simulated",
        }
    }

    /// Reads [`ParticipantKind::word`] back.
    #[must_use]
    pub fn from_word(word: &str) -> Option<ParticipantKind> {
        [ParticipantKind::People, ParticipantKind::Simulated].into_iter().find(|kind| kind.word() == word)
    }
}
