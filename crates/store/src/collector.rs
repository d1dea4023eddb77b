//! One study in one database: every command goes through it.

mod arrive;
mod cache;
mod open;
mod slots;

use std::pin::Pin;
use std::sync::Arc;

use jiff::Timestamp;
use plan::Plan;
use session::{
    Command, Decision, DecisionContext, History, ParticipantKind, Refusal, Reply, Session, SessionId, Slot, SlotBoard,
    StudyCommand, TurnAwayReason, decide, decide_study,
};
use study::Study;

use self::cache::{Cache, CachedSession};
use self::slots::Slots;
use crate::append::{Append, AppendError, Beginning, NewEvents, SessionEvents};
use crate::chain::Genesis;
use crate::checkpoint::Checkpoints;
use crate::error::StoreError;
use crate::log_id::LogId;
use crate::log_lengths::KnownLogLengths;
use crate::store::{ErasedTables, Store};

/// How often a decision is made again because something happened meanwhile.
const ATTEMPTS: u32 = 100;

/// One study in one database. Shared by all requests; keeps in memory only what it can read again.
pub struct Collector {
    slug: Arc<str>,
    study: Arc<Study>,
    plan: Arc<Plan>,
    participants: ParticipantKind,
    store: Store,
    slots: Arc<Slots>,
    /// For commands to which slots do not matter.
    blank: SlotBoard,
    sessions: Cache,
    /// What the logs begin with.
    genesis: Genesis,
    checkpoints: Checkpoints,
}

/// What became of a command. By now it is on the disk.
#[derive(Debug, Clone)]
pub struct CommandOutcome {
    /// Which session.
    pub id: SessionId,
    /// What it has become.
    pub session: Arc<Session>,
    /// What the person is told.
    pub reply: Reply,
}

/// What one attempt came to.
enum Attempt {
    Done(Reply),
    Again,
}

impl Collector {
    /// The study's name in the database and in addresses.
    #[must_use]
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// The study.
    #[must_use]
    pub fn study(&self) -> &Arc<Study> {
        &self.study
    }

    /// Its plan.
    #[must_use]
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// Who takes part.
    #[must_use]
    pub fn participants(&self) -> ParticipantKind {
        self.participants
    }

    /// The database.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Does what someone wants in a session, keeps what happened, and says what to tell them. To show a page
    /// that was asked for, give [`Command::Resume`]: it changes nothing but what has become due.
    ///
    /// Withdrawing takes in every session of the same person.
    ///
    /// # Errors
    /// When the database fails; then nothing was acknowledged, and the same command may be given again.
    pub async fn handle(&self, id: SessionId, command: Command, now: Timestamp) -> Result<CommandOutcome, StoreError> {
        let now = whole_milliseconds(now);
        let (withdraws, declines) = (command == Command::Withdraw, command == Command::Decline);
        let handled = self.run_command(id, command, now).await?;
        if let (true, Some(participant)) = (withdraws, handled.session.participant) {
            for other in self.store.sessions_of(&self.slug, participant).await? {
                if other.session != id {
                    self.run_command(other.session, Command::Withdraw, now).await?;
                }
            }
            self.store.scrub(ErasedTables::PeopleAndEvents).await;
        }
        if declines {
            self.store.scrub(ErasedTables::People).await;
        }
        Ok(handled)
    }

    async fn run_command(&self, id: SessionId, command: Command, now: Timestamp) -> Result<CommandOutcome, StoreError> {
        let place = self.sessions.place(id);
        let mut kept = place.lock().await;
        let mut fresh = command == Command::Resume || kept.session.seq == 0;
        if fresh {
            self.catch_up(id, &mut kept).await?;
        }
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.catch_up(id, &mut kept).await?;
                fresh = true;
            }
            if kept.session.seq == 0 {
                self.sessions.forget(id);
            }
            if let Attempt::Done(reply) = self.attempt(id, &mut kept, (&command, fresh), now).await? {
                return Ok(CommandOutcome { id, session: Arc::clone(&kept.session), reply });
            }
        }
        Err(StoreError::Busy { attempts: ATTEMPTS })
    }

    /// Reads what happened to a session since it was last looked at.
    async fn catch_up(&self, id: SessionId, kept: &mut CachedSession) -> Result<(), StoreError> {
        let lengths = self.store.log_lengths();
        if lengths.is_some_and(|lengths| lengths.is_at(&self.slug, LogId::Session(id), kept.session.seq)) {
            return Ok(());
        }
        let transactions = lengths.and_then(KnownLogLengths::count_transactions);
        let (events, link) = self.store.session_log_since(&self.slug, id, kept.session.seq).await?;
        if let Some(lengths) = lengths {
            lengths.record_read(transactions, (&self.slug, LogId::Session(id)), kept.session.seq + events.len() as u32);
        }
        if !events.is_empty() {
            let session = Arc::make_mut(&mut kept.session);
            events.iter().for_each(|happened| session.apply(happened.at, &happened.event));
            kept.link = link;
        }
        Ok(())
    }

    /// Decides and keeps. What was decided on an old state is not told: either it conflicts, or, when there is
    /// nothing to keep, it is decided again on the present one.
    async fn attempt(
        &self,
        id: SessionId,
        kept: &mut CachedSession,
        (command, fresh): (&Command, bool),
        now: Timestamp,
    ) -> Result<Attempt, StoreError> {
        let session = &kept.session;
        let history = if wants_slot(session, command) { Some(self.prepare(id, session).await?) } else { None };
        let mut decision = self.decide(session, history.as_ref(), command, now)?;
        if decision.reply == Reply::Refused(Refusal::TurnedAway(TurnAwayReason::Full)) && self.lapse_due(now).await? > 0
        {
            self.slots.catch_up(&self.store, &self.slug).await?;
            decision = self.decide(session, history.as_ref(), command, now)?;
        }
        if decision.events.is_empty() {
            return Ok(if fresh { Attempt::Done(decision.reply) } else { Attempt::Again });
        }
        let events = SessionEvents { session: id, events: decision.events.clone(), beginning: None };
        let behind = (session.seq, kept.link.unwrap_or_else(|| self.genesis.log(LogId::Session(id))));
        let append = Append::new(&self.slug, behind, now, NewEvents::Session(events))?;
        let link = append.last_link();
        Ok(if self.keep(append).await? {
            kept.link = link;
            let session = Arc::make_mut(&mut kept.session);
            decision.events.iter().for_each(|event| session.apply(now, event));
            Attempt::Done(decision.reply)
        } else {
            Attempt::Again
        })
    }

    /// What must be known before a slot can be given: how the slots stand, and what the person did before.
    async fn prepare(&self, id: SessionId, session: &Session) -> Result<History, StoreError> {
        self.slots.catch_up(&self.store, &self.slug).await?;
        let Some(participant) = session.participant else { return Ok(History::default()) };
        let mut others = self.store.sessions_of(&self.slug, participant).await?;
        others.retain(|other| other.session != id);
        Ok(History { lists: arrive::lists(&others).collect() })
    }

    /// Decides. Only a command that may end in a slot looks at how they stand, one at a time, and sets the chosen one
    /// aside until it is known whether it could be taken.
    fn decide(
        &self,
        session: &Session,
        history: Option<&History>,
        command: &Command,
        now: Timestamp,
    ) -> Result<Decision, StoreError> {
        let decide = |board: &SlotBoard, history: &History| {
            let state = DecisionContext { session, slots: board, history };
            decide(&self.study, &self.plan, state, command.clone(), now).map_err(StoreError::from)
        };
        match history {
            Some(history) => self.slots.decide_alone(|board| decide(board, history)),
            None => decide(&self.blank, &History::default()),
        }
    }

    /// Keeps events; `false` when something else happened first.
    async fn keep(&self, append: Append) -> Result<bool, StoreError> {
        let slot = match &append.events {
            NewEvents::Session(events) => slots::slot_taken(&events.events),
            NewEvents::Study(_) => None,
        };
        let kept = match slot {
            None => self.store.append(append).await,
            Some(slot) => self.keep_claim(append, slot).await?,
        };
        match kept {
            Ok(()) => Ok(true),
            Err(AppendError::Conflict) => Ok(false),
            Err(AppendError::Fault(error)) => Err(error),
        }
    }

    /// Keeps events that take a slot. Whoever asked may go away meanwhile, and the slot must not stay set aside for
    /// ever: so this runs to its end by itself.
    async fn keep_claim(&self, append: Append, slot: Slot) -> Result<Result<(), AppendError>, StoreError> {
        let (store, slots) = (self.store.clone(), Arc::clone(&self.slots));
        let claim = tokio::spawn(async move {
            let study = Arc::clone(&append.study);
            let kept = store.append(append).await;
            let settling = async move { slots.settle(&store, &study, slot).await };
            match kept {
                // Whoever asked has waited for the database once, and need not do so again.
                Err(AppendError::Fault(_)) => {
                    tokio::spawn(settling);
                    Ok(kept)
                }
                Ok(()) | Err(AppendError::Conflict) => settling.await.map(|()| kept),
            }
        });
        claim.await.map_err(|_| StoreError::Closed)?
    }

    /// Takes back the slots of those whose time is over; says how many sessions were looked at.
    ///
    /// # Errors
    /// When the database fails.
    pub fn lapse_due(&self, now: Timestamp) -> Pin<Box<dyn Future<Output = Result<usize, StoreError>> + Send + '_>> {
        Box::pin(async move {
            let due = self.store.due(&self.slug, now, 500).await?;
            for session in &due {
                self.lapse(*session, now).await?;
            }
            Ok(due.len())
        })
    }

    /// Takes back the slot of one session if its time is over. It does not wait its turn in that session: whoever sweeps
    /// may have one of their own, and two who wait for each other would wait for ever.
    async fn lapse(&self, id: SessionId, now: Timestamp) -> Result<(), StoreError> {
        for _ in 0..ATTEMPTS {
            let mut kept = CachedSession::default();
            self.catch_up(id, &mut kept).await?;
            if let Attempt::Done(_) = self.attempt(id, &mut kept, (&Command::Lapse, true), now).await? {
                return Ok(());
            }
        }
        Err(StoreError::Busy { attempts: ATTEMPTS })
    }

    /// Writes down how far every log has come that grew since the last time, so that nothing can be removed from its end
    /// unnoticed. Nobody who takes part waits for it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn checkpoint(&self, now: Timestamp) -> Result<(), StoreError> {
        self.checkpoints.write(&self.store, &self.slug, whole_milliseconds(now)).await
    }

    /// How the slots stand now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn slot_board(&self) -> Result<SlotBoard, StoreError> {
        self.slots.catch_up(&self.store, &self.slug).await?;
        Ok(self.slots.board_and_link().0)
    }

    /// A session as it is now, without doing anything in it; nothing when there is no such session.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn session(&self, id: SessionId) -> Result<Option<Arc<Session>>, StoreError> {
        let place = self.sessions.place(id);
        let mut kept = place.lock().await;
        self.catch_up(id, &mut kept).await?;
        if kept.session.participant.is_none() {
            self.sessions.forget(id);
            return Ok(None);
        }
        Ok(Some(Arc::clone(&kept.session)))
    }

    /// A session as it was last seen here, which may be some time ago if other programs share the database: enough to
    /// tell what a page asks, for that stays as it was given. [`Collector::handle`] finds out what happened since.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn session_as_last_seen(&self, id: SessionId) -> Result<Option<Arc<Session>>, StoreError> {
        let place = self.sessions.place(id);
        let seen = Arc::clone(&place.lock().await.session);
        if seen.assignment.is_some() { Ok(Some(seen)) } else { self.session(id).await }
    }

    /// Does what a researcher wants with the study as a whole; `false` when it is so already.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn command(&self, command: StudyCommand, now: Timestamp) -> Result<bool, StoreError> {
        let now = whole_milliseconds(now);
        for _ in 0..ATTEMPTS {
            self.slots.catch_up(&self.store, &self.slug).await?;
            let (board, link) = self.slots.board_and_link();
            let Some(event) = decide_study(board.log(), board.lists(), command.clone()) else { return Ok(false) };
            let behind = (board.log().seq, link.unwrap_or_else(|| self.genesis.log(LogId::Study)));
            let append = Append::new(&self.slug, behind, now, NewEvents::Study(event))?;
            if self.keep(append).await? {
                return Ok(true);
            }
        }
        Err(StoreError::Busy { attempts: ATTEMPTS })
    }
}

/// Whether a command may end in a slot being given.
fn wants_slot(session: &Session, command: &Command) -> bool {
    match command {
        Command::Begin(_) | Command::Resume | Command::Consent | Command::Screen(_) => {
            session.assignment.is_none() && session.outcome.is_none()
        }
        Command::Reopen { .. } | Command::AcceptLate { .. } => true,
        Command::Decline
        | Command::ReadInstructions
        | Command::Train { .. }
        | Command::Save(_)
        | Command::Submit(_)
        | Command::EndBreak(_)
        | Command::Close { .. }
        | Command::Comment(_)
        | Command::Return
        | Command::Withdraw
        | Command::Lapse
        | Command::Extend { .. }
        | Command::Reissue { .. }
        | Command::Exclude { .. }
        | Command::Include { .. }
        | Command::Flag { .. } => false,
    }
}

/// The database keeps milliseconds; what is remembered must be what is read back.
fn whole_milliseconds(at: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(at.as_millisecond()).unwrap_or(at)
}
