//! A study that is being run.

use std::sync::Arc;

use jiff::Timestamp;
use notify::Channel;
use pages::{FileNames, Links, Pages, assets};
use plan::Plan;
use prolific::Prolific;
use session::{ArrivalChannel, Command, Outcome, Session, SessionId};
use store::{Collector, CommandOutcome, Identity};
use study::file::Platform;
use study::{Files, Study};
use web::Fault;

use crate::ledger::{LedgerGuard, LedgerHandle, with_flags};
use crate::{Conclusions, Invitations};

/// What shows that someone is who the link says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The platform signed the link.
    Signed,
    /// The browser began this session.
    Holds(SessionId),
    /// Nothing: anyone could have written the link.
    Nothing,
}

/// What becomes of someone who comes.
#[derive(Debug)]
pub enum ArrivalOutcome {
    /// They have a session.
    At(CommandOutcome),
    /// They have done all they may.
    AlreadyTookPart,
    /// All they show is an id that has been here.
    AlreadyBegun,
}

/// The link to give to a platform or to people.
#[must_use]
pub fn link(here: &str, name: &str, platform: Platform) -> String {
    let here = here.trim_end_matches('/');
    match platform {
        Platform::Prolific => format!(
            "{here}/s/{name}/?PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}&STUDY_ID={{{{%STUDY_ID%}}}}&SESSION_ID={{{{%SESSION_ID%}}}}"
        ),
        Platform::Mturk | Platform::Open => format!("{here}/s/{name}/"),
        Platform::Invited => format!("{here}/s/{name}/i/…"),
    }
}

/// A study that is being run: shared by all requests and never changed.
pub struct LiveStudy {
    pub name: String,
    pub study: Arc<Study>,
    pub plan: Arc<Plan>,
    pub pages: Pages,
    pub files: Arc<dyn Files + Send + Sync>,
    collector: Collector,
    ledger: LedgerHandle,
    conclusions: Option<Arc<dyn Conclusions>>,
    recruiting: Recruiting,
    channels: Vec<Channel>,
}

/// What the operator gave a study to work with the platform that sends people.
#[derive(Clone, Default)]
pub struct Recruiting {
    /// Prolific, with a token of its own.
    pub prolific: Option<Prolific>,
    /// What Prolific signs its deliveries with.
    pub hook_secret: Option<String>,
}

impl LiveStudy {
    /// Makes the pages of a study that is being collected. `files` is its folder, for pictures, sounds and
    /// films.
    #[must_use]
    pub fn new(collector: Collector, files: Arc<dyn Files + Send + Sync>) -> Self {
        let (name, study, plan) = (collector.slug().to_owned(), collector.study().clone(), collector.plan().clone());
        let links = Links {
            assets: format!("/assets/{}", assets::folder()),
            files: format!("/s/{name}/files"),
            file_names: FileNames::Numbers,
            look: format!("/s/{name}/look.css"),
            as_files: false,
        };
        let (pages, ledger) = (Pages::new(study.clone(), links), LedgerHandle::new(&study, &plan));
        LiveStudy {
            pages,
            name,
            study,
            plan,
            files,
            collector,
            ledger,
            conclusions: None,
            recruiting: Recruiting::default(),
            channels: Vec::new(),
        }
    }

    /// With someone who can say what follows from the answers so far.
    #[must_use]
    pub fn with_conclusions(self, conclusions: Arc<dyn Conclusions>) -> Self {
        LiveStudy { conclusions: Some(conclusions), ..self }
    }

    /// With what the platform needs to be asked and believed.
    #[must_use]
    pub fn with_recruiting(self, recruiting: Recruiting) -> Self {
        LiveStudy { recruiting, ..self }
    }

    /// With ways to tell researchers that something needs a look.
    #[must_use]
    pub fn with_channels(self, channels: Vec<Channel>) -> Self {
        LiveStudy { channels, ..self }
    }

    /// The ways to tell researchers that something needs a look.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// Prolific, where there is a token for this study.
    pub fn prolific(&self) -> Option<&Prolific> {
        self.recruiting.prolific.as_ref()
    }

    /// What Prolific signs its deliveries about this study with.
    pub fn hook_secret(&self) -> Option<&str> {
        self.recruiting.hook_secret.as_deref()
    }

    /// Who can say what follows from the answers so far.
    pub fn conclusions(&self) -> Option<&Arc<dyn Conclusions>> {
        self.conclusions.as_ref()
    }

    /// Takes commands of researchers.
    pub fn collector(&self) -> &Collector {
        &self.collector
    }

    /// Everything that has happened until now, ready to be looked at. After the start of the server it takes a while to
    /// read a long log; whoever asks meanwhile is told so.
    pub async fn ledger(&self) -> Result<LedgerGuard, Fault> {
        let read = self.ledger.read_soon(self.collector.store(), &self.name).await?;
        read.ok_or_else(|| Fault::Reading { events: self.ledger.events() })
    }

    /// The same, with everything found out that may need a look.
    pub async fn ledger_with_flags(&self) -> Result<LedgerGuard, Fault> {
        with_flags(self.ledger().await?).await.ok_or(Fault::Broken)
    }

    /// Reads what has happened and looks through it, so that nobody who looks has to wait for it.
    pub async fn refresh_ledger(&self) {
        match self.ledger.read(self.collector.store(), &self.name).await {
            Ok(ledger) => drop(with_flags(ledger).await),
            Err(error) => tracing::error!(study = self.name, %error, "what has happened could not be read"),
        }
    }

    /// The path at which everyone enters.
    pub fn entrance(&self) -> String {
        format!("/s/{}/", self.name)
    }

    /// The link to give to a platform or to people, at a server that is reached so.
    #[must_use]
    pub fn link(&self, here: &str) -> String {
        link(here, &self.name, self.study.participants.from)
    }

    pub fn invitations(&self) -> Invitations<'_> {
        Invitations::new(self.collector.store(), &self.name)
    }

    /// What has happened in a session so far; nothing when there is none.
    pub async fn session(&self, id: SessionId) -> Result<Option<Arc<Session>>, Fault> {
        Ok(self.collector.session(id).await?)
    }

    /// A session as it was last seen here: enough to read what was answered to a page of it.
    pub async fn session_as_last_seen(&self, id: SessionId) -> Result<Option<Arc<Session>>, Fault> {
        Ok(self.collector.session_as_last_seen(id).await?)
    }

    /// Does what someone wants, and keeps it. By the time this returns it is on the disk.
    pub async fn handle(&self, id: SessionId, command: Command, now: Timestamp) -> Result<CommandOutcome, Fault> {
        Ok(self.collector.handle(id, command, now).await?)
    }

    /// Someone comes. An id is no secret, so it opens nobody's session by itself: whoever comes again must come with the same
    /// submission or assignment, by a link that is theirs alone, or with something that proves it is them. Whoever comes with
    /// another submission begins anew, where a session that is over leaves room for it.
    pub async fn arrive(&self, who: &Identity, proof: Proof, now: Timestamp) -> Result<ArrivalOutcome, Fault> {
        let store = self.collector.store();
        let Some(participant) = store.participant(&self.name, &who.id).await? else {
            return Ok(ArrivalOutcome::At(self.collector.arrive(who, now).await?));
        };
        let before = store.sessions_of(&self.name, participant).await?;
        let Some(last) = before.last() else {
            return Ok(ArrivalOutcome::At(self.collector.arrive(who, now).await?));
        };
        let has_own_link = match who.how {
            ArrivalChannel::Invited | ArrivalChannel::Open => true,
            ArrivalChannel::Prolific | ArrivalChannel::Mturk | ArrivalChannel::Typed => false,
        };
        let proven = match proof {
            Proof::Signed => true,
            Proof::Holds(session) => before.iter().any(|row| row.session == session),
            Proof::Nothing => false,
        };
        let person = store.person(&self.name, participant).await?;
        let same = who.submission.is_some() && person.is_some_and(|person| person.submission == who.submission);
        if has_own_link || proven || same {
            return Ok(ArrivalOutcome::At(self.collector.arrive(who, now).await?));
        }
        if who.submission.is_none() {
            return Ok(ArrivalOutcome::AlreadyBegun);
        }
        match last.outcome {
            None | Some(Outcome::Declined | Outcome::Returned | Outcome::TooLate) => {
                Ok(ArrivalOutcome::At(self.collector.arrive_anew(who, now).await?))
            }
            Some(Outcome::Finished) if before.len() < self.study.participants.lists_each as usize => {
                Ok(ArrivalOutcome::At(self.collector.arrive(who, now).await?))
            }
            Some(
                Outcome::Finished
                | Outcome::ScreenedOut
                | Outcome::FailedCheck
                | Outcome::FailedTraining
                | Outcome::Withdrawn,
            ) => Ok(ArrivalOutcome::AlreadyTookPart),
        }
    }

    /// Whether the person of this session may do another list, and no platform decides about it.
    pub async fn has_more(&self, session: &Session) -> Result<bool, Fault> {
        let (each, from) = (self.study.participants.lists_each as usize, self.study.participants.from);
        let Some(participant) = session.participant.filter(|_| each > 1) else { return Ok(false) };
        match from {
            Platform::Prolific | Platform::Mturk => Ok(false),
            Platform::Invited | Platform::Open => {
                let done = self.collector.store().sessions_of(&self.name, participant).await;
                Ok(done?.len() < each)
            }
        }
    }

    /// Which of their person's lists a session is, from 1.
    pub async fn turn(&self, session: &Session, id: SessionId) -> Result<Option<u32>, Fault> {
        let Some(participant) = session.participant else { return Ok(None) };
        let all = self.collector.store().sessions_of(&self.name, participant).await?;
        Ok(all.iter().position(|row| row.session == id).map(|place| place as u32 + 1))
    }

    /// Another list for someone who has finished one.
    pub async fn start_another(&self, after: SessionId, now: Timestamp) -> Result<CommandOutcome, Fault> {
        Ok(self.collector.start_another(after, now).await?)
    }

    /// Takes back the slots of those whose time is over.
    pub async fn sweep(&self, now: Timestamp) {
        if let Err(error) = self.collector.lapse_due(now).await {
            tracing::error!(study = self.name, %error, "slots whose time is over could not be taken back");
        }
    }

    /// Writes down how far everything has come, so that nothing can be removed from its end unnoticed.
    pub async fn checkpoint(&self, now: Timestamp) {
        if let Err(error) = self.collector.checkpoint(now).await {
            tracing::error!(study = self.name, %error, "how far the study has come could not be written down");
        }
    }

    /// Whether the database answers.
    pub async fn check_database(&self) -> Result<(), Fault> {
        Ok(self.collector.store().health().await?)
    }

    /// Ends the connections to the database, after what was begun.
    pub async fn close(&self) {
        self.collector.store().close().await;
    }
}
