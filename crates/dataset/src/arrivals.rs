//! How many came, and how those ended who gave no answers: counts alone, nothing about anyone.

use std::collections::BTreeMap;

use session::{Outcome, Session, TurnAwayReason};
use study::csv_text;
use thiserror::Error;

use crate::{Dataset, JudgedBy, Judgement, Subject, fingerprint};

/// The sessions of a study, counted. Every session is counted once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arrivals {
    /// Those that gave an answer about an item: the sessions of the judgements.
    pub answered: usize,
    /// The others, by how they ended.
    pub unanswered: BTreeMap<Ending, usize>,
}

/// How a session ended that gave no answers, in the order in which it may happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    Full,
    Paused,
    Closed,
    AlreadyTookPart,
    Declined,
    ScreenedOut,
    FailedTraining,
    FailedCheck,
    TooLate,
    Returned,
    Withdrawn,
    /// Went through all pages, and none of them asked about an item.
    Finished,
    /// Went away, or is still there.
    Left,
}

/// The file of arrivals is not what this program writes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{why}; write it again with `rejudge export`, or take it away: arrivals are then not known")]
pub struct ArrivalsMisfit {
    why: String,
}

const COLUMNS: [&str; 4] = ["sessions", "count", "origin", "judgements"];
const ARRIVED: &str = "arrived";
const ANSWERED: &str = "answered";

impl Ending {
    const ALL: [Ending; 13] = [
        Ending::Full,
        Ending::Paused,
        Ending::Closed,
        Ending::AlreadyTookPart,
        Ending::Declined,
        Ending::ScreenedOut,
        Ending::FailedTraining,
        Ending::FailedCheck,
        Ending::TooLate,
        Ending::Returned,
        Ending::Withdrawn,
        Ending::Finished,
        Ending::Left,
    ];

    fn from_session(session: &Session) -> Ending {
        match (session.outcome, session.turned_away) {
            (Some(Outcome::Finished), _) => Ending::Finished,
            (Some(Outcome::Declined), _) => Ending::Declined,
            (Some(Outcome::ScreenedOut), _) => Ending::ScreenedOut,
            (Some(Outcome::FailedCheck), _) => Ending::FailedCheck,
            (Some(Outcome::FailedTraining), _) => Ending::FailedTraining,
            (Some(Outcome::TooLate), _) => Ending::TooLate,
            (Some(Outcome::Returned), _) => Ending::Returned,
            (Some(Outcome::Withdrawn), _) => Ending::Withdrawn,
            (None, Some(TurnAwayReason::Full)) => Ending::Full,
            (None, Some(TurnAwayReason::Paused)) => Ending::Paused,
            (None, Some(TurnAwayReason::Closed)) => Ending::Closed,
            (None, Some(TurnAwayReason::AlreadyTookPart)) => Ending::AlreadyTookPart,
            (None, None) => Ending::Left,
        }
    }

    /// The word for it, in data.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Ending::Full => "turned-away-full",
            Ending::Paused => "turned-away-paused",
            Ending::Closed => "turned-away-closed",
            Ending::AlreadyTookPart => "turned-away-took-part",
            Ending::Declined => Outcome::Declined.word(),
            Ending::ScreenedOut => Outcome::ScreenedOut.word(),
            Ending::FailedTraining => Outcome::FailedTraining.word(),
            Ending::FailedCheck => Outcome::FailedCheck.word(),
            Ending::TooLate => Outcome::TooLate.word(),
            Ending::Returned => Outcome::Returned.word(),
            Ending::Withdrawn => Outcome::Withdrawn.word(),
            Ending::Finished => Outcome::Finished.word(),
            Ending::Left => "left",
        }
    }

    fn from_word(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }
}

impl Arrivals {
    /// All who came.
    #[must_use]
    pub fn total(&self) -> usize {
        self.answered + self.unanswered.values().sum::<usize>()
    }

    /// Counts a session with the answers it gave.
    pub(crate) fn count(&mut self, session: &Session, answers: &[Judgement]) {
        if answers.iter().any(|it| matches!(it.subject, Subject::Item { .. })) {
            self.answered += 1;
        } else {
            *self.unanswered.entry(Ending::from_session(session)).or_default() += 1;
        }
    }

    /// Reads [`arrivals_csv`] back; nothing where the table is no such file, or was written with other judgements.
    ///
    /// # Errors
    /// When it is such a file, and its counts do not add up.
    pub fn read(bytes: &[u8], judgements: &[u8]) -> Result<Option<Arrivals>, ArrivalsMisfit> {
        let misfit = |why: &str| ArrivalsMisfit { why: format!("`{ARRIVALS_FILE}` {why}") };
        let mut reader = csv::Reader::from_reader(bytes);
        if reader.headers().is_ok_and(|headers| !headers.iter().eq(COLUMNS)) {
            return Ok(None);
        }
        let (mut arrivals, mut arrived, written_with) = (Arrivals::default(), None, fingerprint(judgements));
        for row in reader.records() {
            let row = row.map_err(|error| misfit(&format!("cannot be read: {error}")))?;
            if row[3] != written_with {
                return Ok(None);
            }
            let count = row[1].parse().map_err(|_| misfit(&format!("has `{}` for a count", &row[1])))?;
            match &row[0] {
                ARRIVED => arrived = Some(count),
                ANSWERED => arrivals.answered = count,
                word => {
                    let ending = Ending::from_word(word).ok_or_else(|| misfit(&format!("has `{word}` for an end")))?;
                    arrivals.unanswered.insert(ending, count);
                }
            }
        }
        if arrived != Some(arrivals.total()) {
            return Err(misfit("does not add up: those who arrived are not the sum of the others"));
        }
        Ok(Some(arrivals))
    }
}

/// The file in which arrivals stand, beside the judgements.
pub const ARRIVALS_FILE: &str = "sessions.csv";

/// The columns of the file of arrivals, with what they mean.
pub(crate) const ARRIVALS_COLUMNS: [(&str, &str); 4] = [
    (
        COLUMNS[0],
        "`arrived` for all, `answered` for those who gave an answer about an item, else how the session ended",
    ),
    (COLUMNS[1], "how many sessions"),
    (COLUMNS[2], "who came: `people` or `simulated` participants"),
    (COLUMNS[3], "SHA-256 of the judgements.csv that was written together with it"),
];

/// The arrivals as CSV, for these judgements as CSV; nothing where they are not known.
#[must_use]
pub fn arrivals_csv(dataset: &Dataset, judgements: &str) -> Option<String> {
    let arrivals = dataset.arrivals.as_ref()?;
    let (origin, written_with) = (dataset.provenance.judged_by.word(), fingerprint(judgements.as_bytes()));
    let counts = [(ARRIVED, arrivals.total()), (ANSWERED, arrivals.answered)].into_iter();
    let counts = counts.chain(arrivals.unanswered.iter().map(|(ending, count)| (ending.word(), *count)));
    let row = |(word, count): (&str, usize)| [word, &count.to_string(), origin, &written_with].map(str::to_owned);
    Some(csv_text(std::iter::once(COLUMNS.map(str::to_owned)).chain(counts.map(row))))
}

impl Dataset {
    /// Takes the arrivals from a file that was written together with these judgements; whether it was.
    ///
    /// # Errors
    /// When the counts do not add up, or are not those of the judgements.
    pub fn add_arrivals(&mut self, bytes: &[u8], judgements: &[u8]) -> Result<bool, ArrivalsMisfit> {
        let Some(arrivals) = Arrivals::read(bytes, judgements)? else { return Ok(false) };
        let sessions = self.sessions().len();
        if arrivals.answered != sessions {
            let said = arrivals.answered;
            let why =
                format!("`{ARRIVALS_FILE}` says that {said} sessions gave answers, and the judgements have {sessions}");
            return Err(ArrivalsMisfit { why });
        }
        self.arrivals = (self.provenance.judged_by != JudgedBy::Foreign).then_some(arrivals);
        Ok(self.arrivals.is_some())
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use plan::Plan;
    use session::testing::Sample;
    use session::{ArrivalChannel, ParticipantId, ParticipantKind, SessionEvent};
    use study::Study;

    use super::{Arrivals, Ending, TurnAwayReason, arrivals_csv};
    use crate::{Dataset, Log, from_events, to_csv};

    fn arrival_event(number: u8) -> SessionEvent {
        SessionEvent::Arrived { participant: ParticipantId([number; 16]), how: ArrivalChannel::Open }
    }

    fn read(study: &Study, plan: &Plan, endings: &[Vec<SessionEvent>]) -> Dataset {
        let at = Timestamp::from_second(1_800_000_000).unwrap();
        let log = |(number, events): (usize, &Vec<SessionEvent>)| -> Log {
            std::iter::once(arrival_event(number as u8))
                .chain(events.iter().cloned())
                .map(|event| (at, event))
                .collect()
        };
        let logs: Vec<Log> = endings.iter().enumerate().map(log).collect();
        from_events(study, plan, ParticipantKind::People, &logs).unwrap()
    }

    #[test]
    fn whoever_came_is_counted_once_by_how_it_ended() {
        let sample = Sample::as_written();
        let full = SessionEvent::TurnedAway { why: TurnAwayReason::Full };
        let endings = [
            vec![],
            vec![full.clone()],
            vec![full.clone(), SessionEvent::Declined],
            vec![SessionEvent::Declined],
            vec![SessionEvent::Consented, SessionEvent::ScreenedOut],
            vec![SessionEvent::Consented, SessionEvent::Returned],
            vec![SessionEvent::Consented, SessionEvent::Lapsed],
            vec![SessionEvent::Consented, SessionEvent::Withdrawn],
        ];
        let mut dataset = read(&sample.study, &sample.plan, &endings);
        let arrivals = dataset.arrivals.clone().unwrap();
        assert_eq!((arrivals.total(), arrivals.answered), (endings.len(), 0));
        let expected = [
            (Ending::Full, 1),
            (Ending::Declined, 2),
            (Ending::ScreenedOut, 1),
            (Ending::TooLate, 1),
            (Ending::Returned, 1),
            (Ending::Withdrawn, 1),
            (Ending::Left, 1),
        ];
        assert_eq!(arrivals.unanswered, expected.into());
        let judgements = to_csv(&dataset);
        let file = arrivals_csv(&dataset, &judgements).unwrap();
        assert_eq!(Arrivals::read(file.as_bytes(), judgements.as_bytes()), Ok(Some(arrivals)));
        assert_eq!(Arrivals::read(file.as_bytes(), b"other judgements"), Ok(None));
        assert_eq!(Arrivals::read(b"sessions,minutes\n3,4\n", b"any"), Ok(None), "someone else's file");
        let edited = file.replace("declined,2", "declined,3");
        let refused = Arrivals::read(edited.as_bytes(), judgements.as_bytes()).unwrap_err().to_string();
        assert!(refused.contains("does not add up"), "{refused}");
        let both = file.replace("answered,0", "answered,1").replace("arrived,8", "arrived,9");
        let refused = dataset.add_arrivals(both.as_bytes(), judgements.as_bytes()).unwrap_err().to_string();
        assert!(refused.contains("1 sessions gave answers, and the judgements have 0"), "{refused}");
    }
}
