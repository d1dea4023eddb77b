//! Who comes, and everyone's visit from arrival to departure.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use simulation::{Population, RaterModel};

use crate::client::{Chromium, HttpClient, PageClient};
use crate::measurements::Measurements;
use crate::visitor::{End, Visit, Visitor};
use crate::{LoadError, Progress, TestServer};

/// Who comes.
pub(crate) struct Arrivals<'a> {
    pub(crate) raters: &'a RaterModel,
    pub(crate) seed: u64,
    pub(crate) people: u64,
    /// Over how long they arrive, in seconds of the clock.
    pub(crate) within_secs: f64,
    /// How many of them use a real browser, where one can be found.
    pub(crate) browsers: u64,
}

/// What everyone did and saw.
pub struct Visits {
    /// One per participant, in the order in which they left.
    pub visits: Vec<Visit>,
    /// What was measured of the server.
    pub measurements: Measurements,
    /// How many used a real browser.
    pub browsers: u64,
    /// How long it totals, by the clock on the wall.
    pub duration: Duration,
}

impl Arrivals<'_> {
    /// Sends everyone in, and waits until all have left.
    pub(crate) async fn send(&self, server: &TestServer, progress: &Progress) -> Result<Visits, LoadError> {
        let population = Population::new(&server.study, self.raters, self.seed);
        let http = HttpClient::new(&server.url)?;
        let chromium = if self.browsers > 0 { Chromium::start() } else { None };
        let mut tabs = Vec::new();
        if let Some(chromium) = &chromium {
            for _ in 0..self.browsers.min(self.people) {
                tabs.push(chromium.tab(&server.url).await?);
            }
        }
        let browsers = tabs.len() as u64;
        let began = Instant::now();
        let mut people: FuturesUnordered<_> = (0..self.people)
            .map(|number| {
                // Evenly over the time, but for a little: nobody arrives to the second.
                let share = (number as f64 + (number as f64 * 0.618_034).fract()) / self.people as f64;
                let name = format!("p{:x}x{number}", self.seed);
                let client = tabs.pop().map_or_else(|| PageClient::Http(http.clone()), PageClient::Browser);
                let visitor = Visitor::new(server, population.rater(number), name, client, progress);
                visitor.visit(share * self.within_secs)
            })
            .collect();
        server.clock.add_people(self.people);
        let mut visits = Vec::new();
        let mut measurements = Measurements::default();
        let visiting = async {
            while let Some(mut one) = people.next().await {
                measurements.add(std::mem::take(&mut one.measurements));
                visits.push(one);
            }
        };
        let ((), directed) = tokio::join!(visiting, call_in_turn(server));
        directed?;
        Ok(Visits { visits, measurements, browsers, duration: began.elapsed() })
    }
}

/// Where participants act one at a time: calls them until the last has left. Expired slots are released at every
/// turn: the server does that, too, but by the clock on the wall.
async fn call_in_turn(server: &TestServer) -> Result<(), LoadError> {
    while let Some(now) = server.clock.jump().await {
        server.release_expired(now).await?;
        server.clock.call();
    }
    Ok(())
}

impl Visits {
    /// How many visits ended how.
    #[must_use]
    pub fn count_endings(&self) -> BTreeMap<End, usize> {
        self.visits.iter().fold(BTreeMap::new(), |mut ends, visit| {
            *ends.entry(visit.end).or_default() += 1;
            ends
        })
    }
}
