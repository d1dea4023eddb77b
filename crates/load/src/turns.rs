//! Who acts next, where people act one at a time.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use tokio::sync::{Notify, oneshot};

/// Everyone who waits, by the time they wait for. Nobody is called while someone acts, so that what happens depends
/// on what people do, and not on how fast the machine is.
#[derive(Default)]
pub(super) struct Turns {
    queue: Mutex<Queue>,
    /// Nobody acts.
    rests: Notify,
}

#[derive(Default)]
struct Queue {
    /// By time, and among those of the same time by who began to wait first.
    waiting: BTreeMap<(Timestamp, u64), oneshot::Sender<()>>,
    /// How many have begun to wait so far.
    begun: u64,
    acting: u64,
}

impl Turns {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// So many are here now, and act until they wait or go.
    pub(super) fn add_people(&self, people: u64) {
        self.queue().acting += people;
    }

    /// Someone goes.
    pub(super) fn remove_person(&self) {
        let mut queue = self.queue();
        queue.acting = queue.acting.saturating_sub(1);
        if queue.acting == 0 {
            self.rests.notify_one();
        }
    }

    /// Someone waits until it is their turn, at this time or after.
    pub(super) async fn wait(&self, until: Timestamp) {
        let (call, called) = oneshot::channel();
        {
            let mut queue = self.queue();
            let number = queue.begun;
            queue.begun += 1;
            queue.waiting.insert((until, number), call);
        }
        self.remove_person();
        // Dropped or called: the wait is over either way.
        let _ = called.await;
    }

    /// When nobody acts any more: the time for which the next one waits; nothing when nobody does.
    pub(super) async fn next(&self) -> Option<Timestamp> {
        loop {
            {
                let queue = self.queue();
                if queue.acting == 0 {
                    return queue.waiting.first_key_value().map(|((until, _), _)| *until);
                }
            }
            self.rests.notified().await;
        }
    }

    /// Calls whoever is next.
    pub(super) fn call(&self) {
        let mut queue = self.queue();
        if let Some((_, call)) = queue.waiting.pop_first() {
            queue.acting += 1;
            // Whoever does not listen any more has gone.
            if call.send(()).is_err() {
                queue.acting -= 1;
            }
        }
    }
}
