//! Simulated people on the real server: over HTTP, page by page, from the link to the code.
//!
//! [`House`] is the server in this process, [`Clock`] the time that both sides go by, [`play`] sends the people in.
//! What they sent and were told is then held against what was kept ([`Kept`]), and what the analysis says against
//! what was put in ([`Recovery`]).

mod clock;
mod house;
mod kept;
mod markup;
mod page;
mod player;
mod recovery;
mod rehearsed;
mod seen;
mod turns;
mod watch;
mod window;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use rehearsal::{Company, Crowd};

pub(crate) use clock::{Clock, Pace};
pub(crate) use house::{Bill, Dashboard, House, slug};
pub(crate) use kept::Kept;
pub(crate) use player::{End, Walked};
pub(crate) use recovery::{Recovery, Row};
pub(crate) use rehearsed::{Rehearsal, Rehearsed, Room};
pub(crate) use seen::{Seen, quantile_ms};
pub(crate) use watch::Watch;

use player::Player;
use window::{Chromium, Plain, Window};

/// Who comes.
pub(crate) struct Cast<'a> {
    pub(crate) crowd: &'a Crowd,
    pub(crate) seed: u64,
    pub(crate) people: u64,
    /// Over how long they come, in seconds of the clock.
    pub(crate) within_secs: f64,
    /// How many of them come with a real browser, where one can be found.
    pub(crate) browsers: u64,
}

/// What came of it.
pub(crate) struct Played {
    pub(crate) walked: Vec<Walked>,
    pub(crate) seen: Seen,
    /// How many came with a real browser.
    pub(crate) browsers: u64,
    pub(crate) took: Duration,
}

/// Sends everyone in, and waits until all have left.
pub(crate) async fn play(house: &House, cast: &Cast<'_>, watch: &Watch) -> anyhow::Result<Played> {
    let company = Company::new(&house.study, cast.crowd, cast.seed);
    let plain = Plain::new(&house.url)?;
    let chromium = if cast.browsers > 0 { Chromium::start() } else { None };
    let mut tabs = Vec::new();
    if let Some(chromium) = &chromium {
        for _ in 0..cast.browsers.min(cast.people) {
            tabs.push(chromium.tab(&house.url).await?);
        }
    }
    let browsers = tabs.len() as u64;
    let began = Instant::now();
    let mut people: FuturesUnordered<_> = (0..cast.people)
        .map(|number| {
            // Evenly over the time, but for a little: nobody comes to the second.
            let share = (number as f64 + (number as f64 * 0.618_034).fract()) / cast.people as f64;
            let name = format!("p{:x}x{number}", cast.seed);
            let window = tabs.pop().map_or_else(|| Window::Plain(plain.clone()), Window::Real);
            let player = Player::new(house, company.person(number), name, window, watch);
            player.walk(share * cast.within_secs)
        })
        .collect();
    house.clock.come(cast.people);
    let mut walked = Vec::new();
    let mut seen = Seen::default();
    let playing = async {
        while let Some(mut one) = people.next().await {
            seen.add(std::mem::take(&mut one.seen));
            walked.push(one);
        }
    };
    let ((), directed) = tokio::join!(playing, direct(house));
    directed?;
    watch.over();
    Ok(Played { walked, seen, browsers, took: began.elapsed() })
}

/// Where people act one at a time: lets them, until the last has gone. Slots whose time is over are taken back at
/// every turn: the server sees to that, too, but by the clock on the wall.
async fn direct(house: &House) -> anyhow::Result<()> {
    while let Some(now) = house.clock.jump().await {
        house.take_back(now).await?;
        house.clock.call();
    }
    Ok(())
}

impl Played {
    /// How it ended for how many people.
    pub(crate) fn ends(&self) -> BTreeMap<End, usize> {
        self.walked.iter().fold(BTreeMap::new(), |mut ends, walked| {
            *ends.entry(walked.end).or_default() += 1;
            ends
        })
    }
}

impl End {
    /// In words.
    pub(crate) fn word(self) -> &'static str {
        match self {
            End::Ended(outcome) => outcome.word(),
            End::TurnedAway => "turned-away",
            End::Vanished => "vanished",
            End::Lost => "lost",
        }
    }
}
