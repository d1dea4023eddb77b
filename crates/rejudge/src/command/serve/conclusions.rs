//! What follows from the answers of a study so far: here the collecting and the concluding arm meet.

mod log;
mod look;
mod persons;
mod places;
mod power;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dataset::Dataset;
use live::{Conclusions, Format, Later, Naming, NotConcluded, PowerStanding, SoFar, Standing};
use plan::Plan;
use session::ParticipantKind;
use store::{Collector, Store};
use study::Study;
use tokio::sync::Notify;

use log::Book;
use power::PowerWatch;

/// How long someone who looks waits for what is being computed, before they are shown what there is. The page brings
/// itself up to date, so nobody has to wait longer than for any other page.
const PATIENCE: Duration = Duration::from_millis(150);

/// What follows from the answers of one study so far.
pub(crate) struct SoFarOf(Arc<Inner>);

struct Inner {
    study: Arc<Study>,
    plan: Arc<Plan>,
    participants: ParticipantKind,
    name: String,
    store: Store,
    book: tokio::sync::Mutex<Book>,
    /// What was found, and until which event.
    found: Mutex<HashMap<Naming, (u64, Arc<SoFar>)>>,
    /// Held while something is computed: one thing at a time, so that participants keep the machine.
    computing: tokio::sync::Mutex<()>,
    power: PowerWatch,
    /// Held while the power is computed, which takes longer than the rest.
    computing_power: tokio::sync::Mutex<()>,
    ready: Notify,
}

impl SoFarOf {
    /// Of one study; `raters` is the file about simulated raters that it was rehearsed with, where its folder has one.
    pub(crate) fn new(collector: &Collector, raters: Option<String>) -> Arc<SoFarOf> {
        Arc::new(SoFarOf(Arc::new(Inner {
            study: Arc::clone(collector.study()),
            plan: Arc::clone(collector.plan()),
            participants: collector.participants(),
            name: collector.slug().to_owned(),
            store: collector.store().clone(),
            book: tokio::sync::Mutex::default(),
            found: Mutex::default(),
            computing: tokio::sync::Mutex::default(),
            power: PowerWatch::new(raters),
            computing_power: tokio::sync::Mutex::default(),
            ready: Notify::new(),
        })))
    }
}

impl Conclusions for SoFarOf {
    fn so_far(&self, naming: Naming) -> Later<'_, Standing> {
        Box::pin(async move {
            let Some(until) = Inner::read_on_in_time(&self.0).await? else {
                return Ok(self
                    .0
                    .cached_conclusions(naming)
                    .map_or(Standing::Computing, |(_, found)| Standing::Old(found)));
            };
            if let Some((at, found)) = self.0.cached_conclusions(naming)
                && at == until
            {
                return Ok(Standing::Fresh(found));
            }
            let ready = self.0.ready.notified();
            let inner = Arc::clone(&self.0);
            // Goes on by itself, whether or not anybody waits for it.
            tokio::spawn(async move { inner.compute(naming).await });
            let _waited = tokio::time::timeout(PATIENCE, ready).await;
            Ok(match self.0.cached_conclusions(naming) {
                Some((at, found)) if at >= until => Standing::Fresh(found),
                Some((_, found)) => Standing::Old(found),
                None => Standing::Computing,
            })
        })
    }

    fn power(&self) -> Later<'_, PowerStanding> {
        Box::pin(async move {
            if !PowerWatch::has_claims(&self.0.study) {
                return Ok(PowerStanding::NoClaims);
            }
            let events = Inner::read_on_in_time(&self.0).await?;
            let (last, due) = self.0.power.last(events.unwrap_or(0));
            if due && events.is_some() {
                let inner = Arc::clone(&self.0);
                tokio::spawn(async move { inner.compute_power().await });
            }
            Ok(match last {
                None => PowerStanding::Computing,
                Some(None) => PowerStanding::TooFew,
                Some(Some(found)) => PowerStanding::Known(found),
            })
        })
    }

    fn write_judgements(&self, naming: Naming, format: Format) -> Later<'_, Vec<u8>> {
        Box::pin(async move {
            self.0.read_on().await?;
            let (inner, logs) = (Arc::clone(&self.0), self.0.book.lock().await.logs());
            on_its_own(move || {
                let mut dataset = inner.dataset(&logs, naming)?;
                dataset.exclude(&inner.study);
                if naming == Naming::Blind {
                    look::withhold_systems(&mut dataset);
                }
                look::write_judgements(&dataset, format)
            })
            .await?
        })
    }
}

impl Inner {
    /// The same as [`Inner::read_on`] for whoever looks at a page: nothing when it takes longer than they wait. It is read on
    /// all the same.
    async fn read_on_in_time(inner: &Arc<Inner>) -> Result<Option<u64>, NotConcluded> {
        let reader = Arc::clone(inner);
        let reading = tokio::spawn(async move { reader.read_on().await });
        match tokio::time::timeout(PATIENCE, reading).await {
            Ok(read) => read.map_err(|error| NotConcluded(error.to_string()))?.map(Some),
            Err(_) => Ok(None),
        }
    }

    /// Reads what has happened; says how many events that makes.
    async fn read_on(&self) -> Result<u64, NotConcluded> {
        let mut book = self.book.lock().await;
        book.read_on(&self.store, &self.name).await.map_err(|error| NotConcluded(error.to_string()))?;
        Ok(book.events())
    }

    fn cached_conclusions(&self, naming: Naming) -> Option<(u64, Arc<SoFar>)> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).get(&naming).cloned()
    }

    /// Computes, unless that was done meanwhile or is being done.
    async fn compute(self: Arc<Self>, naming: Naming) {
        let Ok(_turn) = self.computing.try_lock() else { return };
        let (at, logs, until) = {
            let book = self.book.lock().await;
            (book.events(), book.logs(), book.last_event_time())
        };
        let inner = Arc::clone(&self);
        let found = on_its_own(move || {
            let mut dataset = inner.dataset(&logs, naming)?;
            dataset.exclude(&inner.study);
            look::summarize_answers(&inner.study, &dataset, until)
        });
        match found.await {
            Ok(Ok(found)) => {
                let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
                all.insert(naming, (at, Arc::new(found)));
            }
            Ok(Err(error)) | Err(error) => tracing::error!(study = self.name, %error, "no look at the answers so far"),
        }
        self.ready.notify_waiters();
    }

    /// Computes what power is to be expected, unless that is being done.
    async fn compute_power(self: Arc<Self>) {
        let Ok(_turn) = self.computing_power.try_lock() else { return };
        let (events, logs) = {
            let book = self.book.lock().await;
            (book.events(), book.logs())
        };
        let inner = Arc::clone(&self);
        let done = on_its_own(move || {
            let mut dataset = inner.dataset(&logs, Naming::Open)?;
            dataset.exclude(&inner.study);
            inner.power.recompute((&inner.study, &inner.plan), &dataset, events);
            Ok(())
        });
        if let Ok(Err(error)) | Err(error) = done.await {
            tracing::error!(study = self.name, %error, "no look at the power so far");
        }
    }

    /// The judgements, where systems are called so. The file's own order tells which is which, so it is changed, too.
    fn dataset(&self, logs: &[Arc<dataset::Log>], naming: Naming) -> Result<Dataset, NotConcluded> {
        let read = dataset::from_events(&self.study, &self.plan, self.participants, logs);
        let mut dataset = read.map_err(|error| NotConcluded(error.to_string()))?;
        let (ids, names) = (naming.ids(&self.study), naming.names(&self.study));
        for ((system, id), name) in dataset.systems.iter_mut().zip(ids).zip(names) {
            (system.id, system.name) = (id, name);
        }
        if naming == Naming::Blind {
            look::in_order_of_ids(&mut dataset);
        }
        Ok(dataset)
    }
}

/// On a thread where it keeps nobody waiting.
async fn on_its_own<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, NotConcluded> {
    tokio::task::spawn_blocking(work).await.map_err(|error| NotConcluded(error.to_string()))
}

#[cfg(test)]
mod tests;
