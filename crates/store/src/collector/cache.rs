//! Sessions that were looked at lately, each with a lock, so that two tabs of one person take turns while
//! different people never wait for one another.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use session::{Session, SessionId};

use crate::chain::ChainLink;

/// How many are kept, about: two generations of this many.
const GENERATION: usize = 8192;

/// A session as far as it was read.
#[derive(Default)]
pub(super) struct CachedSession {
    pub(super) session: Arc<Session>,
    /// The link of its last event; none before the first.
    pub(super) link: Option<ChainLink>,
}

type Place = Arc<tokio::sync::Mutex<CachedSession>>;

#[derive(Default)]
pub(super) struct Cache(Mutex<Generations>);

#[derive(Default)]
struct Generations {
    young: HashMap<SessionId, Place>,
    old: HashMap<SessionId, Place>,
}

impl Cache {
    /// The place of a session. When it was not there, the session in it is empty.
    pub(super) fn place(&self, id: SessionId) -> Place {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = all.young.get(&id) {
            return Arc::clone(place);
        }
        let place = all.old.remove(&id).unwrap_or_default();
        if all.young.len() >= GENERATION {
            all.old = std::mem::take(&mut all.young);
        }
        all.young.insert(id, Arc::clone(&place));
        place
    }

    /// Nobody's session takes up no room.
    pub(super) fn forget(&self, id: SessionId) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.young.remove(&id);
        all.old.remove(&id);
    }
}
