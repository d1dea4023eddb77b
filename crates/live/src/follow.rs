//! Keeping in step with Prolific: whoever left there gives their slot back here, and slots that are open here have places there.

use jiff::Timestamp;
use prolific::{Prolific, ProlificError, Status, Submission};
use session::{Command, Intake, Reply};
use store::AuditEntry;
use web::Fault;

use crate::LiveStudy;
use crate::reconcile::places_needed;

/// What the audit log calls the program where nobody asked it.
const SERVER: &str = "rejudge serve";

impl LiveStudy {
    /// A submission stands otherwise on Prolific. When its person left there, the slot they hold here is free for someone else;
    /// what they finished stays. Says whether a slot was given back.
    pub async fn follow(&self, submission: &str, status: Status, now: Timestamp) -> Result<bool, Fault> {
        if !status.has_left() {
            return Ok(false);
        }
        let store = self.collector().store();
        let people = store.people(&self.name).await?;
        let Some((participant, _)) = people.iter().find(|(_, person)| person.submission.as_deref() == Some(submission))
        else {
            return Ok(false);
        };
        // The submission kept for a person is that of their last session.
        let Some(last) = store.sessions_of(&self.name, *participant).await?.pop() else { return Ok(false) };
        if last.outcome.is_some() {
            return Ok(false);
        }
        let handled = self.handle(last.session, Command::Return, now).await?;
        Ok(matches!(handled.reply, Reply::Show(_)))
    }

    /// Asks Prolific who left there. Nothing is asked where the study names no study there, or there is no token.
    pub async fn follow_prolific(&self, now: Timestamp) {
        let (Some(prolific), Some(there)) = (self.prolific(), &self.study.participants.prolific_study) else { return };
        let submissions = match prolific.submissions(there).await {
            Ok(submissions) => submissions,
            Err(error) => {
                tracing::warn!(study = self.name, %error, "who left on Prolific could not be found out");
                return;
            }
        };
        self.keep_places((prolific, there), &submissions, now).await;
        let Ok(Some(open)) = self.open_submissions().await else { return };
        for submission in submissions.iter().filter(|there| there.status.has_left() && open.contains(&there.id)) {
            match self.follow(&submission.id, submission.status, now).await {
                Ok(true) => tracing::info!(study = self.name, "a slot is free again: its person left on Prolific"),
                Ok(false) => {}
                Err(fault) => tracing::error!(study = self.name, ?fault, "a slot could not be given back"),
            }
        }
    }

    /// Adds places there, as many as are missing and as the study lets the server add. Slots are counted after the submissions: who
    /// finishes in between is counted in neither, and nobody in both.
    async fn keep_places(&self, (prolific, there): (&Prolific, &str), submissions: &[Submission], now: Timestamp) {
        let Some(most) = self.study.prolific.as_ref().and_then(|prolific| prolific.most_places) else { return };
        let Ok(board) = self.collector().slot_board().await else { return };
        if board.log().intake != Intake::Open {
            return;
        }
        let needed = places_needed(submissions, &board).min(most.into());
        match add_places(prolific, there, needed).await {
            Ok(0) => {}
            Ok(added) => {
                tracing::info!(study = self.name, added, "places were added on Prolific, for the slots that are open");
                let (study, name) = (Some(self.name.clone()), SERVER.to_owned());
                let action = "added places on Prolific".to_owned();
                let entry = AuditEntry { at: now, study, name, action, detail: format!("{added}, {needed} in all") };
                if let Err(error) = self.collector().store().note(&entry).await {
                    tracing::error!(study = self.name, %error, "that places were added could not be written to the audit log");
                }
            }
            Err(error) => tracing::warn!(study = self.name, %error, "no places could be added on Prolific"),
        }
    }

    /// The submissions of those who are at work; nothing when nobody is.
    async fn open_submissions(&self) -> Result<Option<Vec<String>>, Fault> {
        let ledger = self.ledger().await?;
        let at_work = |seen: &&crate::SessionView| seen.session.outcome.is_none();
        let open: Vec<_> =
            ledger.sessions().iter().filter(at_work).filter_map(|seen| seen.session.participant).collect();
        drop(ledger);
        if open.is_empty() {
            return Ok(None);
        }
        let people = self.collector().store().people(&self.name).await?;
        let of_open = people.into_iter().filter(|(participant, _)| open.contains(participant));
        Ok(Some(of_open.filter_map(|(_, person)| person.submission).collect()))
    }
}

/// Brings a study that people can see to so many places; how many that are more. One that is full waits for review there.
async fn add_places(prolific: &Prolific, there: &str, needed: u64) -> Result<u64, ProlificError> {
    let study = prolific.study(there).await?;
    let offered = matches!(study.status.replace('_', " ").as_str(), "ACTIVE" | "AWAITING REVIEW");
    let missing = needed.saturating_sub(study.total_available_places);
    if offered && missing > 0 {
        prolific.set_places(there, needed).await?;
        return Ok(missing);
    }
    Ok(0)
}
