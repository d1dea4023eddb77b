//! Someone who answers as fast as pages come.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::wire::Wire;

/// What was seen in a while.
#[derive(Default)]
pub(crate) struct Measurements {
    pub(crate) arrivals: Vec<Duration>,
    pub(crate) pages: Vec<Duration>,
    pub(crate) submissions: Vec<Duration>,
    pub(crate) errors: u64,
}

impl Measurements {
    pub(crate) fn add(&mut self, other: Measurements) {
        self.arrivals.extend(other.arrivals);
        self.pages.extend(other.pages);
        self.submissions.extend(other.submissions);
        self.errors += other.errors;
    }
}

/// Numbers for people who have not come yet.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Someone on a connection of their own.
pub(crate) struct Person<'a> {
    wire: Wire,
    study: &'a str,
}

impl<'a> Person<'a> {
    pub(crate) async fn connect(address: &str, study: &'a str) -> io::Result<Self> {
        Ok(Person { wire: Wire::open(address).await?, study })
    }

    /// Arrives as someone new and goes as far as the first page of the list; gives its address.
    pub(crate) async fn arrive(&mut self) -> io::Result<String> {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let study = self.study;
        let link = format!("/s/{study}/?PROLIFIC_PID=load{number}&STUDY_ID=1&SESSION_ID=s{number}");
        let arrived = self.wire.get(&link).await?;
        let session = arrived.location.ok_or_else(|| status_error("arriving", arrived.status))?;
        self.send(&format!("{session}consent"), "consent=yes").await?;
        self.send(&format!("{session}instructions"), "").await
    }

    /// Sends something and gives the address of what comes next.
    async fn send(&mut self, path: &str, form: &str) -> io::Result<String> {
        let reply = self.wire.post(path, form).await?;
        reply.location.filter(|_| reply.status == 303).ok_or_else(|| status_error(path, reply.status))
    }

    /// Answers one list after another, the first from this page and each further one as someone new, until
    /// the time is over.
    pub(crate) async fn work(&mut self, mut page: String, questions: u32, until: Instant) -> io::Result<Measurements> {
        let mut seen = Measurements::default();
        loop {
            for step in 0..questions {
                if Instant::now() >= until {
                    return Ok(seen);
                }
                let began = Instant::now();
                let shown = self.wire.get(&page).await?;
                seen.pages.push(began.elapsed());
                seen.errors += u64::from(shown.status != 200);
                let form = format!("q{step}.0.value={}&timing.active_ms=1500&timing.changes=1", 1 + step % 5);
                let began = Instant::now();
                page = self.send(&page, &form).await?;
                seen.submissions.push(began.elapsed());
            }
            let began = Instant::now();
            page = self.arrive().await?;
            seen.arrivals.push(began.elapsed());
        }
    }
}

fn status_error(what: &str, status: u16) -> io::Error {
    io::Error::other(format!("{what} was answered with {status}"))
}
