//! A study rehearsed on the real server, from the first arrival to the results.

use std::net::SocketAddr;
use std::sync::Arc;

use analysis::{Options, Results};
use dataset::{Dataset, Origin};
use rehearsal::Crowd;
use study::Study;

use super::{Bill, Cast, Clock, Dashboard, House, Kept, Pace, Played, Recovery, Watch, play};
use crate::collected;
use crate::folder::Folder;

/// What is rehearsed, and how.
#[derive(Clone)]
pub(crate) struct Rehearsal<'a> {
    pub(crate) name: &'a str,
    pub(crate) study: Arc<Study>,
    pub(crate) folder: Folder,
    pub(crate) database: &'a str,
    pub(crate) crowd: &'a Crowd,
    pub(crate) seed: u64,
    pub(crate) people: u64,
    /// How many of them come with a real browser.
    pub(crate) browsers: u64,
    pub(crate) pace: Pace,
    pub(crate) room: Room,
    pub(crate) dashboard: Dashboard,
}

/// For how many people there is room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// As many as the study plans for.
    AsPlanned,
    /// Everyone who comes: more completions are wanted where it takes them.
    ForEveryone,
}

/// What came of it.
pub(crate) struct Rehearsed {
    pub(crate) played: Played,
    pub(crate) kept: Kept,
    pub(crate) dataset: Dataset,
}

/// Seconds between two arrivals: of a few, as long as all come within ten minutes, and of many.
const FEW_SECS: f64 = 20.0;
const TEN_MINUTES: f64 = 600.0;
const MANY_SECS: f64 = 3.0;

impl Rehearsal<'_> {
    /// Opens the doors on a free port of this machine.
    pub(crate) async fn open(&self, clock: Clock, listen: SocketAddr) -> anyhow::Result<House> {
        let bill = Bill {
            name: self.name,
            study: self.study.clone(),
            folder: self.folder.clone(),
            database: self.database,
            listen,
            dashboard: self.dashboard,
        };
        let house = House::open(bill, Arc::new(clock)).await?;
        let more = self.more_completions(&house);
        if more > 0 {
            house.add_slots(more).await?;
        }
        Ok(house)
    }

    /// How many more completions of each list it takes so that everyone finds a place.
    fn more_completions(&self, house: &House) -> u32 {
        let lists = house.plan.lists().len().max(1) as u64;
        let each = u64::from(self.study.participants.lists_each).clamp(1, lists);
        let wanted = match self.room {
            Room::AsPlanned => 0,
            Room::ForEveryone => (self.people * each).div_ceil(lists),
        };
        u32::try_from(wanted.saturating_sub(house.plan.completions.into())).unwrap_or(u32::MAX)
    }

    /// Lets everyone come and go, and reads what was kept.
    pub(crate) async fn play(&self, house: &House, watch: &Watch) -> anyhow::Result<Rehearsed> {
        let within_secs = (self.people as f64 * FEW_SECS).min(TEN_MINUTES).max(self.people as f64 * MANY_SECS);
        let cast =
            Cast { crowd: self.crowd, seed: self.seed, people: self.people, within_secs, browsers: self.browsers };
        let played = play(house, &cast, watch).await?;
        let logs = collected::logs(&house.store, self.name).await?;
        let kept = Kept::of(&self.study, &played.walked, &logs);
        let mut dataset = collected::dataset(&self.study, &house.plan, logs);
        dataset.provenance.origin = Origin::Rehearsed { seed: self.seed };
        dataset.exclude(&self.study);
        // Events name sessions and people by what chance gave them; the judgements are the same when they are.
        dataset.provenance.data = Some(dataset::fingerprint(dataset::to_csv(&dataset).as_bytes()));
        Ok(Rehearsed { played, kept, dataset })
    }

    pub(crate) fn analysed(&self, dataset: &Dataset, replicates: usize) -> Results {
        analysis::run(&*self.study, dataset, Options { seed: self.seed, replicates, level: 0.95 })
    }

    pub(crate) fn recovery(&self, dataset: &Dataset, results: &Results) -> Recovery {
        let mut recovery = Recovery::of(&self.study, self.crowd, self.seed, dataset, results);
        if self.browsers > 0 {
            // A real browser measures by its own clock, which nobody makes run faster.
            recovery.rows.retain(|row| row.criterion.is_some());
        }
        recovery
    }
}
