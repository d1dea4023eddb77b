//! Someone comes.

use std::sync::Arc;

use jiff::Timestamp;
use session::{Begin, Command, History, Outcome, ParticipantId, Refusal, Reply, Session, SessionId, TurnAwayReason};

use super::{
    ATTEMPTS, Append, Beginning, CachedSession, Collector, CommandOutcome, LogId, NewEvents, SessionEvents,
    whole_milliseconds,
};
use crate::error::StoreError;
use crate::people::{Identity, Person};
use crate::read::SessionRow;

/// Who begins another session.
struct Newcomer {
    begin: Begin,
    person: Option<Person>,
}

/// A pseudonym that follows from nothing: what joins it to a person is the row of who they are, and goes with it.
fn new_pseudonym() -> Result<ParticipantId, StoreError> {
    let mut random = [0; 16];
    getrandom::fill(&mut random)?;
    Ok(ParticipantId(random))
}

impl Collector {
    /// Someone comes, for the first time or again: their session, and what to show. Whoever comes again goes on
    /// where they were, on any device; whoever had ended sees how, unless they declined or withdrew: then nobody knows them any
    /// more. Another submission of the platform asks for another list, where one person may do several, or where they gave
    /// theirs back or did not finish it in time.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn arrive(&self, identity: &Identity, now: Timestamp) -> Result<CommandOutcome, StoreError> {
        let now = whole_milliseconds(now);
        for _ in 0..ATTEMPTS {
            let (participant, before) = self.find_or_create_participant(identity).await?;
            if let Some(last) = before.last() {
                let again = last.outcome == Some(Outcome::Declined) || self.is_another(participant, identity).await?;
                if !(again && self.may_do_another(&before)) {
                    if let Some(submission) = &identity.submission {
                        self.store.note_submission(&self.slug, participant, submission).await?;
                    }
                    return self.resume_latest(participant, last.session, now).await;
                }
            }
            if let Some(begun) = self.begin_as(participant, identity, &before, now).await? {
                return Ok(begun);
            }
        }
        Err(StoreError::Busy { attempts: ATTEMPTS })
    }

    /// Someone comes by another submission of the platform, and nothing proves that the session under way is theirs: it is
    /// given back, and they begin anew. So nobody who returned a submission is locked out, and nobody sees what another
    /// answered, for knowing their id.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn arrive_anew(&self, identity: &Identity, now: Timestamp) -> Result<CommandOutcome, StoreError> {
        let now = whole_milliseconds(now);
        for _ in 0..ATTEMPTS {
            let (participant, before) = self.find_or_create_participant(identity).await?;
            if let Some(last) = before.last().filter(|last| last.outcome.is_none()) {
                if !self.is_another(participant, identity).await? {
                    // The same submission, at the same time from elsewhere.
                    return self.resume_latest(participant, last.session, now).await;
                }
                self.handle(last.session, Command::Return, now).await?;
                continue;
            }
            if let Some(begun) = self.begin_as(participant, identity, &before, now).await? {
                return Ok(begun);
            }
        }
        Err(StoreError::Busy { attempts: ATTEMPTS })
    }

    /// Goes on with someone's latest session, which may have begun since their sessions were read: a submission is noted with
    /// the session that begins with it.
    async fn resume_latest(
        &self,
        participant: ParticipantId,
        known: SessionId,
        now: Timestamp,
    ) -> Result<CommandOutcome, StoreError> {
        let sessions = self.store.sessions_of(&self.slug, participant).await?;
        let latest = sessions.last().map_or(known, |row| row.session);
        self.handle(latest, Command::Resume, now).await
    }

    /// The pseudonym of someone, and their sessions; a new one for whom nobody knows.
    async fn find_or_create_participant(
        &self,
        identity: &Identity,
    ) -> Result<(ParticipantId, Vec<SessionRow>), StoreError> {
        match self.store.participant(&self.slug, &identity.id).await? {
            Some(participant) => Ok((participant, self.store.sessions_of(&self.slug, participant).await?)),
            None => Ok((new_pseudonym()?, Vec::new())),
        }
    }

    async fn begin_as(
        &self,
        participant: ParticipantId,
        identity: &Identity,
        before: &[SessionRow],
        now: Timestamp,
    ) -> Result<Option<CommandOutcome>, StoreError> {
        let begin = Begin { participant, how: identity.how };
        self.begin(&Newcomer { begin, person: Some(identity.into()) }, before, now).await
    }

    /// Someone who finished wants another list.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn start_another(&self, after: SessionId, now: Timestamp) -> Result<CommandOutcome, StoreError> {
        let now = whole_milliseconds(now);
        for _ in 0..ATTEMPTS {
            let handled = self.handle(after, Command::Resume, now).await?;
            let (Some(participant), Some(how)) = (handled.session.participant, handled.session.how) else {
                return Ok(handled);
            };
            let before = self.store.sessions_of(&self.slug, participant).await?;
            match before.last() {
                Some(last) if last.outcome.is_none() => return self.handle(last.session, Command::Resume, now).await,
                Some(_) if !self.may_do_another(&before) => {
                    return Ok(CommandOutcome {
                        reply: Reply::Refused(Refusal::TurnedAway(TurnAwayReason::AlreadyTookPart)),
                        ..handled
                    });
                }
                Some(_) | None => {}
            }
            let newcomer = Newcomer { begin: Begin { participant, how }, person: None };
            if let Some(begun) = self.begin(&newcomer, &before, now).await? {
                return Ok(begun);
            }
        }
        Err(StoreError::Busy { attempts: ATTEMPTS })
    }

    /// Whether someone with these sessions may begin another: all are over, the last in a way that leaves it to them, and
    /// fewer lists count as theirs than one person may do.
    fn may_do_another(&self, before: &[SessionRow]) -> bool {
        let may_follow = |outcome: Outcome| match outcome {
            Outcome::Finished | Outcome::Declined | Outcome::Returned | Outcome::TooLate => true,
            Outcome::ScreenedOut | Outcome::FailedCheck | Outcome::FailedTraining | Outcome::Withdrawn => false,
        };
        before.iter().all(|row| row.outcome.is_some())
            && before.last().and_then(|last| last.outcome).is_some_and(may_follow)
            && lists(before).count() < self.study.participants.lists_each as usize
    }

    /// Whether the platform says that this is another submission.
    async fn is_another(&self, participant: ParticipantId, identity: &Identity) -> Result<bool, StoreError> {
        let Some(submission) = &identity.submission else { return Ok(false) };
        let person = self.store.person(&self.slug, participant).await?;
        Ok(person.is_some_and(|person| person.submission.as_ref() != Some(submission)))
    }

    /// Begins a session; nothing when the same person began one at the same time.
    async fn begin(
        &self,
        newcomer: &Newcomer,
        before: &[SessionRow],
        now: Timestamp,
    ) -> Result<Option<CommandOutcome>, StoreError> {
        self.slots.catch_up(&self.store, &self.slug).await?;
        let history = History { lists: lists(before).collect() };
        let command = Command::Begin(newcomer.begin);
        let mut session = Session::default();
        let mut decision = self.decide(&session, Some(&history), &command, now)?;
        if decision.reply == Reply::Refused(Refusal::TurnedAway(TurnAwayReason::Full)) && self.lapse_due(now).await? > 0
        {
            self.slots.catch_up(&self.store, &self.slug).await?;
            decision = self.decide(&session, Some(&history), &command, now)?;
        }
        let mut id = SessionId([0; 16]);
        getrandom::fill(&mut id.0)?;
        let beginning = Beginning {
            participant: newcomer.begin.participant,
            turn: before.len() as u32,
            kind: self.participants,
            person: newcomer.person.clone(),
        };
        let events = SessionEvents { session: id, events: decision.events.clone(), beginning: Some(beginning) };
        let behind = (0, self.genesis.log(LogId::Session(id)));
        let append = Append::new(&self.slug, behind, now, NewEvents::Session(events))?;
        let link = append.last_link();
        if !self.keep(append).await? {
            return Ok(None);
        }
        decision.events.iter().for_each(|event| session.apply(now, event));
        let session = Arc::new(session);
        *self.sessions.place(id).lock().await = CachedSession { session: Arc::clone(&session), link };
        Ok(Some(CommandOutcome { id, session, reply: decision.reply }))
    }
}

/// The lists of these sessions that count as the person's: one that was given back, or not finished in time, is nobody's, and
/// they may be given it again.
pub(super) fn lists(before: &[SessionRow]) -> impl Iterator<Item = u32> {
    let counts = |row: &&SessionRow| !matches!(row.outcome, Some(Outcome::Returned | Outcome::TooLate));
    before.iter().filter(counts).filter_map(|row| Some(row.slot?.list))
}
