//! Whether what was collected is still what was written: every chain is followed from its beginning, and every checkpoint
//! compared with what it says.

mod log;

use std::collections::{HashMap, HashSet};
use std::fmt;

use jiff::Timestamp;
use session::{Pseudonyms, SessionId};

use self::log::{LogCheck, Trouble};
use crate::accounts::audit_link;
use crate::chain::{ChainLink, Genesis, genesis_of_audit_log};
use crate::checkpoint::{Head, HeadOf, Progress};
use crate::error::{OpenError, StoreError};
use crate::event_cells::EventCells;
use crate::log_id::LogId;
use crate::read::SessionRow;
use crate::sql::Value;
use crate::store::Store;

/// Rows read at a time.
const PAGE: u32 = 10_000;

/// How many logs are looked at closely when many are broken.
const MOST_FAULTS: usize = 20;

/// What was found.
#[derive(Debug, Clone)]
pub struct Verification {
    /// The study's name in the database.
    pub study: String,
    /// The logs of its sessions.
    pub sessions: Counts,
    /// Its own log.
    pub study_log: Counts,
    /// The audit log of the database.
    pub audit_log: Counts,
    /// The checkpoints.
    pub checkpoints: Counts,
    /// The link of the last checkpoint; none before the first.
    pub head: Option<ChainLink>,
    /// The links of all checkpoints.
    heads: HashSet<ChainLink>,
    /// Logs that have grown since the last checkpoint.
    pub grown: u64,
    /// Since when events are linked, where some were collected before.
    pub linked_at: Option<Timestamp>,
    /// What is wrong, up to a number.
    pub faults: Vec<Fault>,
    /// How many logs are broken.
    pub broken: u64,
}

impl Verification {
    /// Whether a head that was written down once is among the checkpoints.
    #[must_use]
    pub fn has_head(&self, head: ChainLink) -> bool {
        self.heads.contains(&head)
    }
}

/// How many were looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Logs.
    pub logs: u64,
    /// Events in them.
    pub events: u64,
    /// Of these, erased.
    pub erased: u64,
}

/// One thing that is wrong: the first in its log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// In which part of the database.
    pub part: Part,
    /// Which log, in words: a participant's pseudonym, or which other.
    pub log: String,
    /// Which event, from 1; none when it is the whole log.
    pub position: Option<u64>,
    /// What was done to it.
    pub damage: Damage,
    /// How that shows.
    pub why: &'static str,
}

/// What is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What happened in sessions.
    Sessions,
    /// What happened to the study as a whole.
    StudyLog,
    /// What researchers did.
    AuditLog,
    /// How far each had come.
    Checkpoints,
    /// The study and its plan as they were when collecting began.
    Kept,
}

/// What was done by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// It is not what was written.
    Changed,
    /// It is not there.
    Removed,
    /// It was not written by the program.
    Added,
}

impl Damage {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Damage::Changed => "changed",
            Damage::Removed => "removed",
            Damage::Added => "added",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (log, damage, why) = (&self.log, self.damage.word(), self.why);
        match self.position {
            Some(position) => write!(f, "event {position} of {log} was {damage} ({why})"),
            None => write!(f, "{log} was {damage} ({why})"),
        }
    }
}

/// How far a study has come that is as it was written.
pub(crate) struct VerifiedProgress {
    pub(crate) genesis: Genesis,
    pub(crate) progress: Progress,
}

impl Store {
    /// Follows every chain of a study from its beginning; nothing when none of this name was ever opened here.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn verify(&self, study: &str) -> Result<Option<Verification>, StoreError> {
        Ok(self.follow(study).await?.map(|(found, _)| found))
    }

    /// How far a study has come, from where checkpoints go on.
    pub(crate) async fn verified_progress(&self, study: &str) -> Result<VerifiedProgress, OpenError> {
        let Some((found, progress)) = self.follow(study).await? else {
            let what = format!("no study `{study}`");
            return Err(StoreError::Unexpected { what, expected: "the study" }.into());
        };
        match found.faults.into_iter().next() {
            Some(first) => Err(OpenError::Broken { study: study.to_owned(), first: Box::new(first) }),
            None => Ok(progress),
        }
    }

    async fn follow(&self, study: &str) -> Result<Option<(Verification, VerifiedProgress)>, StoreError> {
        let Some(kept) = self.kept_study(study).await? else { return Ok(None) };
        let genesis = kept.genesis(self.origin());
        let mut walk = Walk {
            store: self,
            study,
            logs: Logs::new(genesis),
            audited: Vec::new(),
            progress: Progress::of_nothing(self, study),
            found: Verification {
                study: study.to_owned(),
                sessions: Counts::default(),
                study_log: Counts::default(),
                audit_log: Counts { logs: 1, ..Counts::default() },
                checkpoints: Counts { logs: 1, ..Counts::default() },
                head: None,
                heads: HashSet::new(),
                grown: 0,
                linked_at: kept.linked_at,
                faults: Vec::new(),
                broken: 0,
            },
        };
        walk.checkpoints().await?;
        walk.logs().await?;
        // Other servers go on writing. Read after the logs, the sessions hold all that have one; whose log began since is
        // looked at again.
        let sessions = self.sessions(study).await?;
        walk.conclude(&sessions).await?;
        walk.audit_log().await?;
        walk.found.grown = walk.progress.grown.len() as u64;
        Ok(Some((walk.found, VerifiedProgress { genesis, progress: walk.progress })))
    }
}

struct Walk<'a> {
    store: &'a Store,
    study: &'a str,
    logs: Logs,
    /// What checkpoints say of the audit log.
    audited: Vec<Head>,
    progress: Progress,
    found: Verification,
}

/// The logs of a study, followed side by side.
struct Logs {
    genesis: Genesis,
    checks: HashMap<LogId, LogCheck>,
    /// Events of logs whose id is none.
    strays: u64,
}

impl Logs {
    fn new(genesis: Genesis) -> Logs {
        Logs { genesis, checks: HashMap::new(), strays: 0 }
    }

    fn check(&mut self, log: LogId) -> &mut LogCheck {
        let genesis = self.genesis;
        self.checks.entry(log).or_insert_with(|| LogCheck::new(genesis.log(log)))
    }

    fn follow(&mut self, event: &EventCells<'_>) {
        match event.log.parse() {
            Ok(log) => self.check(log).follow(event),
            Err(_) => self.strays += 1,
        }
    }
}

impl Walk<'_> {
    /// Follows the checkpoints, and notes what they say of each log.
    async fn checkpoints(&mut self) -> Result<(), StoreError> {
        let mut sound = true;
        loop {
            let some = self.store.checkpoints(self.study, self.found.checkpoints.events as i64).await?;
            if some.is_empty() {
                return Ok(());
            }
            for checkpoint in &some {
                let next = self.found.checkpoints.events as i64;
                let link = checkpoint.link_behind(self.progress.link);
                let wrong = if checkpoint.seq != next {
                    Some((Damage::Removed, "a later checkpoint is there"))
                } else if checkpoint.link != Some(link) {
                    Some((Damage::Changed, "it does not fit its link"))
                } else {
                    None
                };
                if let Some((damage, why)) = wrong.filter(|_| sound) {
                    let trouble = Trouble { position: Some(next as u64 + 1), damage, why };
                    self.report(Part::Checkpoints, "the checkpoints".to_owned(), trouble);
                    sound = false;
                }
                self.found.checkpoints.events = checkpoint.seq as u64 + 1;
                self.note_heads(checkpoint);
            }
        }
    }

    fn note_heads(&mut self, checkpoint: &crate::checkpoint::Checkpoint) {
        self.progress.pass(checkpoint);
        self.found.head = checkpoint.link;
        self.found.heads.extend(checkpoint.link);
        for (of, head) in checkpoint.heads() {
            match of {
                HeadOf::Log(log) => self.logs.check(log).expect_head(head),
                HeadOf::AuditLog => self.audited.push(head),
            }
        }
    }

    /// Follows every log of the study, in the order in which its events were written.
    async fn logs(&mut self) -> Result<(), StoreError> {
        let genesis = self.logs.genesis;
        let logs = std::mem::replace(&mut self.logs, Logs::new(genesis));
        (self.logs, self.progress.cursor) = self.store.follow_events(self.study, logs, Logs::follow).await?;
        for _ in 0..self.logs.strays {
            let trouble = Trouble { position: None, damage: Damage::Added, why: "its id is none" };
            self.report(Part::Sessions, "a log that no session has".to_owned(), trouble);
        }
        Ok(())
    }

    /// Looks closely at every log that is not as it should be.
    async fn conclude(&mut self, sessions: &[SessionRow]) -> Result<(), StoreError> {
        for log in sessions.iter().map(|row| LogId::Session(row.session)) {
            self.logs.check(log).registered = true;
        }
        if let Some(check) = self.logs.checks.get_mut(&LogId::Study) {
            check.registered = true;
        }
        if self.all_begin_otherwise() {
            let trouble = Trouble { position: None, damage: Damage::Changed, why: "no log begins with it" };
            self.report(Part::Kept, "the study with its plan, as the database keeps it,".to_owned(), trouble);
            return Ok(());
        }
        let names = Names::from_sessions(sessions);
        let mut checks: Vec<(LogId, LogCheck)> = std::mem::take(&mut self.logs.checks).into_iter().collect();
        checks.sort_by_cached_key(|(log, _)| names.place(*log));
        for (log, check) in &mut checks {
            if check.trouble().is_some() && self.found.faults.len() < MOST_FAULTS {
                *check = self.look_closely(*log, check).await?;
            }
            if let Some(trouble) = check.trouble() {
                let part = if *log == LogId::Study { Part::StudyLog } else { Part::Sessions };
                self.report(part, names.name(*log), trouble);
            }
            self.count(*log, check);
        }
        Ok(())
    }

    fn count(&mut self, log: LogId, check: &LogCheck) {
        let counts = match log {
            LogId::Study => &mut self.found.study_log,
            LogId::Session(_) => &mut self.found.sessions,
        };
        counts.logs += 1;
        counts.events += u64::from(check.rows);
        counts.erased += u64::from(check.erased);
        if let Some(head) = check.grown_to() {
            self.progress.grown.insert(HeadOf::Log(log), head);
        }
    }

    /// Whether the first event of every log fails to hold on to what is kept of the study.
    fn all_begin_otherwise(&self) -> bool {
        let mut begun = self.logs.checks.values().filter(|check| check.rows > 0).peekable();
        begun.peek().is_some() && begun.all(LogCheck::begins_otherwise) && self.logs.checks.len() > 1
    }

    /// Reads one log by the numbers of its events, all at one moment.
    async fn look_closely(&self, log: LogId, suspect: &LogCheck) -> Result<LogCheck, StoreError> {
        let columns = EventCells::COLUMNS;
        let select = format!("SELECT {columns} FROM events WHERE study = $1 AND session = $2 ORDER BY seq");
        let id = log.to_string();
        let rows = self.store.many_rows(select, &[Value::Text(self.study), Value::Text(&id)]).await?;
        let mut check = suspect.restart(self.logs.genesis.log(log));
        for row in &rows {
            check.follow(&EventCells::from_row(row, 0)?);
        }
        check.keep_what_reading_again_does_not_explain(suspect);
        Ok(check)
    }

    /// Follows the audit log.
    async fn audit_log(&mut self) -> Result<(), StoreError> {
        let mut previous = genesis_of_audit_log(self.store.origin());
        let (mut last, mut sound) = (0, true);
        let mut expected: HashMap<u64, ChainLink> = self.audited.iter().map(|head| (head.length, head.link)).collect();
        loop {
            let select =
                "SELECT id, at, study, account, action, detail, link FROM audit_log WHERE id > $1 ORDER BY id LIMIT $2";
            let rows = self.store.many_rows(select, &[Value::Int(last), Value::Int(PAGE.into())]).await?;
            if rows.is_empty() {
                break;
            }
            for row in &rows {
                let id = row.int(0)?;
                let kept = row.maybe_bytes(6)?.and_then(ChainLink::from_bytes);
                let link = audit_link(previous, row)?;
                let recorded = expected.remove(&(id as u64)).is_none_or(|expected| Some(expected) == kept);
                if sound && (kept != Some(link) || !recorded) {
                    sound = false;
                    let (position, damage, why) = if kept.is_none() {
                        (id, Damage::Added, "it has no link")
                    } else if id > last + 1 {
                        (last + 1, Damage::Removed, "the next one does not follow")
                    } else {
                        (id, Damage::Changed, "it does not fit its link")
                    };
                    let trouble = Trouble { position: Some(position as u64), damage, why };
                    self.report(Part::AuditLog, "the audit log".to_owned(), trouble);
                }
                previous = kept.unwrap_or(link);
                last = id;
                self.found.audit_log.events += 1;
            }
        }
        if let (true, Some(missing)) = (sound, expected.keys().min()) {
            let trouble = Trouble { position: Some(*missing), damage: Damage::Removed, why: "a checkpoint has it" };
            self.report(Part::AuditLog, "the audit log".to_owned(), trouble);
        }
        Ok(())
    }

    fn report(&mut self, part: Part, log: String, Trouble { position, damage, why }: Trouble) {
        self.found.broken += 1;
        if self.found.faults.len() < MOST_FAULTS {
            self.found.faults.push(Fault { part, log, position, damage, why });
        }
    }
}

/// What logs are called: as in files, where the person is in any.
struct Names<'a> {
    rows: HashMap<SessionId, &'a SessionRow>,
    pseudonyms: Pseudonyms,
}

impl<'a> Names<'a> {
    fn from_sessions(sessions: &'a [SessionRow]) -> Names<'a> {
        let held = sessions.iter().filter(|row| row.slot.is_some());
        Names {
            rows: sessions.iter().map(|row| (row.session, row)).collect(),
            pseudonyms: Pseudonyms::of_arrivals(held.map(|row| (Some(row.arrived_at), row.participant)).collect()),
        }
    }

    fn place(&self, log: LogId) -> (Option<Timestamp>, String) {
        match log {
            LogId::Study => (None, String::new()),
            LogId::Session(id) => (self.rows.get(&id).map(|row| row.arrived_at), id.to_string()),
        }
    }

    fn name(&self, log: LogId) -> String {
        let LogId::Session(id) = log else { return "the study's own log".to_owned() };
        let Some(row) = self.rows.get(&id) else { return "a session that is not among the sessions".to_owned() };
        match self.pseudonyms.name(row.participant) {
            Some(name) if row.turn > 0 => format!("{name} (session {})", row.turn + 1),
            Some(name) => name,
            None => format!("the session that began at {:.0}", row.arrived_at),
        }
    }
}
