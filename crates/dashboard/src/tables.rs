//! Tables of what is in no file of judgements: sessions, answers to screening and closing questions, comments.

use live::ledger::{Comment, Ledger};
use live::{LiveStudy, SessionView};
use session::SessionState;
use study::csv_text;
use study::response::Answer;

use super::comments::comment_subject;
use super::words;

/// A table to download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Sessions,
    Screening,
    Closing,
    Comments,
}

impl Table {
    pub(super) const ALL: [Table; 4] = [Table::Sessions, Table::Screening, Table::Closing, Table::Comments];

    /// The name of the file.
    pub(super) fn file(self) -> &'static str {
        match self {
            Table::Sessions => "sessions.csv",
            Table::Screening => "screening.csv",
            Table::Closing => "closing.csv",
            Table::Comments => "comments.csv",
        }
    }

    fn head(self) -> &'static [&'static str] {
        match self {
            Table::Sessions => &[
                "session",
                "participant",
                "state",
                "list",
                "came_at",
                "ended_at",
                "active_secs",
                "pages_sent",
                "checks",
                "checks_failed",
                "flags",
                "excluded_by",
                "reason",
            ],
            Table::Screening | Table::Closing => &["session", "participant", "question", "answer"],
            Table::Comments => &["session", "participant", "at", "comment", "page", "item", "problem"],
        }
    }

    /// The table as CSV. People stand in it by the names they have in the files of judgements.
    pub(super) fn to_csv(self, study: &LiveStudy, ledger: &Ledger) -> Vec<u8> {
        let pseudonyms = ledger.pseudonyms();
        let mut rows: Vec<Vec<String>> = vec![self.head().iter().map(|&name| name.to_owned()).collect()];
        for (place, seen) in ledger.sessions().iter().enumerate() {
            let named = seen.session.participant.and_then(|who| pseudonyms.name(who)).unwrap_or_default();
            let before = [seen.number.to_string(), named];
            rows.extend(self.rows(study, ledger, (place, seen)).into_iter().map(|row| [&before[..], &row].concat()));
        }
        csv_text(rows).into_bytes()
    }

    fn rows(self, study: &LiveStudy, ledger: &Ledger, (place, seen): (usize, &SessionView)) -> Vec<Vec<String>> {
        let session = &seen.session;
        match self {
            Table::Sessions => {
                let flags: Vec<&str> =
                    ledger.flags().get(place).into_iter().flatten().map(|flag| flag.kind.word()).collect();
                let (rule, reason) = session.excluded.clone().unwrap_or_default();
                let moment = |at: Option<jiff::Timestamp>| at.map(|at| words::machine(&at)).unwrap_or_default();
                let list = session.assignment.as_ref().map(|assignment| assignment.slot.list.to_string());
                vec![vec![
                    seen.state().word().to_owned(),
                    list.unwrap_or_default(),
                    moment(session.arrived_at),
                    moment(seen.ended_at),
                    seen.active_ms().map(|ms| format!("{:.1}", ms as f64 / 1000.0)).unwrap_or_default(),
                    session.submitted.len().to_string(),
                    session.checks.len().to_string(),
                    session.failed_checks().to_string(),
                    flags.join(" "),
                    rule,
                    reason,
                ]]
            }
            Table::Screening => {
                session.screening.iter().map(|given| vec![given.id.clone(), given.option.clone()]).collect()
            }
            Table::Closing => {
                let given = session.closing.iter().flatten();
                given.map(|(id, answer)| vec![id.clone(), closing_answer_text(study, id, answer)]).collect()
            }
            Table::Comments => {
                let row = |comment: &Comment| {
                    let page = if let SessionState::Step(step) = comment.stage { Some(step + 1) } else { None };
                    vec![
                        words::machine(&comment.at),
                        comment.text.clone(),
                        page.map(|page| page.to_string()).unwrap_or_default(),
                        comment_subject(study, seen, comment),
                        u8::from(comment.problem).to_string(),
                    ]
                };
                seen.comments.iter().map(row).collect()
            }
        }
    }
}

/// An answer to a closing question, as a person would say it.
fn closing_answer_text(study: &LiveStudy, id: &str, answer: &Answer) -> String {
    let asked = study.study.closing.iter().find(|asked| asked.id == *id);
    asked.map_or_else(
        || answer.to_json().to_string(),
        |asked| super::answer_text::answer_text(&asked.response, answer, &[]),
    )
}
