//! A study on the real server with simulated participants, from the first arrival to the dataset.

use std::net::SocketAddr;
use std::sync::Arc;

use analysis::{Options, Results};
use dataset::{Dataset, Log, Origin};
use session::ParticipantKind;
use simulation::RaterModel;
use study::{Files, Study};

use crate::arrivals::{Arrivals, Visits};
use crate::server::{Conclude, ServerConfig};
use crate::{Clock, LoadError, Progress, Recovery, StorageCheck, TestServer};

/// What is tested, and how.
#[derive(Clone)]
pub struct LoadTest<'a> {
    /// The study's name in addresses.
    pub name: &'a str,
    /// The study.
    pub study: Arc<Study>,
    /// Its folder, for pictures and films.
    pub files: Arc<dyn Files + Send + Sync>,
    /// Where answers are stored: a file, or postgres://…
    pub database: &'a str,
    /// What the simulated participants are like.
    pub raters: &'a RaterModel,
    /// Random seed.
    pub seed: u64,
    /// How many come.
    pub people: u64,
    /// How many of them use a real browser.
    pub browsers: u64,
    /// For how many there is room.
    pub capacity: Capacity,
    /// With this there is a dashboard.
    pub dashboard: Option<Conclude>,
}

/// For how many people there is room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capacity {
    /// As many as the study plans for.
    AsPlanned,
    /// Everyone who comes: slots are added as needed.
    ForEveryone,
}

/// What happened.
pub struct LoadTestOutcome {
    /// What everyone did and saw.
    pub visits: Visits,
    /// Whether it was stored.
    pub storage: StorageCheck,
    /// The judgements.
    pub dataset: Dataset,
}

/// Seconds between two arrivals: of a few people, as long as all arrive within ten minutes, and of many.
const FEW_SECS: f64 = 20.0;
const TEN_MINUTES: f64 = 600.0;
const MANY_SECS: f64 = 3.0;

impl LoadTest<'_> {
    /// Starts the server.
    pub async fn start(&self, clock: Clock, listen: SocketAddr) -> Result<TestServer, LoadError> {
        let config = ServerConfig {
            name: self.name,
            study: self.study.clone(),
            files: self.files.clone(),
            database: self.database,
            listen,
            dashboard: self.dashboard,
        };
        let server = TestServer::start(config, Arc::new(clock)).await?;
        let missing = self.missing_completions(&server);
        if missing > 0 {
            server.add_slots(missing).await?;
        }
        Ok(server)
    }

    /// How many more completions of each list it takes so that everyone gets a slot.
    fn missing_completions(&self, server: &TestServer) -> u32 {
        let lists = server.plan.lists().len().max(1) as u64;
        let each = u64::from(self.study.participants.lists_each).clamp(1, lists);
        let wanted = match self.capacity {
            Capacity::AsPlanned => 0,
            Capacity::ForEveryone => (self.people * each).div_ceil(lists),
        };
        u32::try_from(wanted.saturating_sub(server.plan.completions.into())).unwrap_or(u32::MAX)
    }

    /// Sends everyone in, waits until all have left, and reads what was stored.
    pub async fn run(&self, server: &TestServer, progress: &Progress) -> Result<LoadTestOutcome, LoadError> {
        let within_secs = (self.people as f64 * FEW_SECS).min(TEN_MINUTES).max(self.people as f64 * MANY_SECS);
        let arrivals = Arrivals {
            raters: self.raters,
            seed: self.seed,
            people: self.people,
            within_secs,
            browsers: self.browsers,
        };
        let visits = arrivals.send(server, progress).await?;
        let logs = server.store.session_logs(self.name).await?;
        let storage = StorageCheck::compare(&self.study, &visits.visits, &logs);
        let logs: Vec<Log> = logs.into_values().collect();
        let mut dataset = dataset::from_events(&self.study, &server.plan, ParticipantKind::Simulated, &logs)?;
        dataset.provenance.origin = Origin::Rehearsed { seed: self.seed };
        dataset.exclude(&self.study);
        // Events name sessions and people by random ids; the judgements are the same whatever those are.
        dataset.provenance.data = Some(dataset::fingerprint(dataset::to_csv(&dataset).as_bytes()));
        Ok(LoadTestOutcome { visits, storage, dataset })
    }

    /// What the analysis says of the judgements.
    #[must_use]
    pub fn analyse(&self, dataset: &Dataset, replicates: usize) -> Results {
        analysis::run(&*self.study, dataset, Options { seed: self.seed, replicates, level: 0.95 })
    }

    /// Whether the results recover what was simulated.
    #[must_use]
    pub fn check_recovery(&self, dataset: &Dataset, results: &Results) -> Recovery {
        let mut recovery = Recovery::check(&self.study, self.raters, self.seed, dataset, results);
        if self.browsers > 0 {
            // A real browser measures by its own clock, which nobody makes run faster.
            recovery.rows.retain(|row| !row.quantity.subject().is_empty());
        }
        recovery
    }
}
