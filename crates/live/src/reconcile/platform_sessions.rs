//! Our side: every session of someone who came from a platform.

use std::collections::HashMap;

use session::ParticipantId;
use store::{Person, Store, StoreError};

use super::PlatformSession;
use crate::{Ledger, SessionView};

/// Every session of someone who came from a platform, with what it calls them.
///
/// # Errors
/// When the database fails.
pub async fn platform_sessions(
    store: &Store,
    study: &str,
    ledger: &Ledger,
) -> Result<Vec<PlatformSession>, StoreError> {
    let people: HashMap<ParticipantId, Person> = store.people(study).await?.into_iter().collect();
    let session = |seen: &SessionView| {
        let person = people.get(&seen.session.participant?)?;
        Some(PlatformSession {
            id: seen.id(),
            number: seen.number,
            person: person.platform_id.clone(),
            submission: person.submission.clone(),
            outcome: seen.session.outcome,
            secs: seen.active_ms().or_else(|| seen.elapsed_ms()).map(|ms| ms as f64 / 1000.0),
        })
    };
    Ok(ledger.sessions().iter().filter_map(session).collect())
}
