//! Someone comes.

use std::sync::Arc;

use jiff::Timestamp;
use session::{Begin, Command, History, Outcome, ParticipantId, Refusal, Reply, Session, SessionId, TurnAwayReason};

use super::{
    ATTEMPTS, Append, Beginning, Collector, Handled, Kept, LogId, NewEvents, SessionEvents, whole_milliseconds,
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
    /// where they were, on any device; whoever had ended sees how, unless they withdrew: then nobody knows them any more. Another submission of the platform asks
    /// for another list, where one person may do several.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn arrive(&self, identity: &Identity, now: Timestamp) -> Result<Handled, StoreError> {
        let now = whole_milliseconds(now);
        for _ in 0..ATTEMPTS {
            let (participant, before) = match self.store.participant(&self.slug, &identity.id).await? {
                Some(participant) => (participant, self.store.sessions_of(&self.slug, participant).await?),
                None => (new_pseudonym()?, Vec::new()),
            };
            if let Some(last) = before.last() {
                let again = self.may_do_another(&before) && self.is_another(participant, identity).await?;
                if !again {
                    return self.handle(last.session, Command::Resume, now).await;
                }
            }
            let begin = Begin { participant, how: identity.how };
            let newcomer = Newcomer { begin, person: Some(identity.into()) };
            if let Some(begun) = self.begin(&newcomer, &before, now).await? {
                return Ok(begun);
            }
        }
        Err(StoreError::Busy { attempts: ATTEMPTS })
    }

    /// Someone who finished wants another list.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn another(&self, after: SessionId, now: Timestamp) -> Result<Handled, StoreError> {
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
                    return Ok(Handled {
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

    /// Whether someone with these sessions may begin another: all are over, the last was finished, and fewer lists
    /// were given to them than one person may do.
    fn may_do_another(&self, before: &[SessionRow]) -> bool {
        let given = before.iter().filter(|row| row.slot.is_some()).count();
        before.iter().all(|row| row.outcome.is_some())
            && before.last().is_some_and(|last| last.outcome == Some(Outcome::Finished))
            && given < self.study.participants.lists_each as usize
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
    ) -> Result<Option<Handled>, StoreError> {
        self.slots.catch_up(&self.store, &self.slug).await?;
        let history = History { lists: before.iter().filter_map(|row| Some(row.slot?.list)).collect() };
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
        *self.sessions.place(id).lock().await = Kept { session: Arc::clone(&session), link };
        Ok(Some(Handled { id, session, reply: decision.reply }))
    }
}
