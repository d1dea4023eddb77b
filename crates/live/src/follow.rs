//! Keeping in step with Prolific: whoever left there gives their slot back here.

use jiff::Timestamp;
use prolific::Status;
use session::{Command, Reply};
use web::Fault;

use crate::LiveStudy;

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
        let Ok(Some(open)) = self.open_submissions().await else { return };
        for submission in submissions.iter().filter(|there| there.status.has_left() && open.contains(&there.id)) {
            match self.follow(&submission.id, submission.status, now).await {
                Ok(true) => tracing::info!(study = self.name, "a slot is free again: its person left on Prolific"),
                Ok(false) => {}
                Err(fault) => tracing::error!(study = self.name, ?fault, "a slot could not be given back"),
            }
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
