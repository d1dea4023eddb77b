//! Prolific's public keys, fetched when they are needed and remembered.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use axum::http::Request;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use web::{NoReply, ask};

use crate::signed_link::PublicKey;

/// Where Prolific publishes the keys by which its links are signed.
pub const PROLIFIC_KEYS: &str = "https://api.prolific.com/.well-known/study/jwks.json";

/// After this time the keys are fetched again.
const FRESH: SignedDuration = SignedDuration::from_hours(24);
/// Between two attempts to fetch them, whatever is asked for: nobody makes us ask Prolific more often by inventing keys.
const BETWEEN_ATTEMPTS: SignedDuration = SignedDuration::from_secs(60);
/// A participant waits for it.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest reply that is read, in bytes.
const REPLY_MOST: usize = 256 << 10;

/// Prolific's public keys. Whoever comes with a known key never waits for them to be fetched.
pub struct KeySet {
    address: String,
    known: RwLock<CachedKeys>,
    fetching: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct CachedKeys {
    keys: HashMap<String, Arc<PublicKey>>,
    /// When they were fetched.
    fetched: Option<Timestamp>,
    /// When that was last tried.
    tried: Option<Timestamp>,
}

/// The keys could not be fetched: nobody can say whether a link is Prolific's.
#[derive(Debug)]
pub(crate) struct NoKeys;

#[derive(Deserialize)]
struct KeySetJson {
    keys: Vec<KeyJson>,
}

#[derive(Deserialize)]
struct KeyJson {
    kty: String,
    kid: Option<String>,
    alg: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    n: Option<String>,
    e: Option<String>,
}

impl KeySet {
    /// The keys published at this address.
    #[must_use]
    pub fn new(address: &str) -> KeySet {
        KeySet { address: address.to_owned(), known: RwLock::default(), fetching: tokio::sync::Mutex::default() }
    }

    /// The key of this name; nothing when there is none.
    pub(crate) async fn key(&self, name: &str, now: Timestamp) -> Result<Option<Arc<PublicKey>>, NoKeys> {
        if let Some(key) = self
            .with_cached_keys(|known| known.keys.get(name).cloned().filter(|_| is_within(known.fetched, FRESH, now)))
        {
            return Ok(Some(key));
        }
        let _turn = self.fetching.lock().await;
        if !self.with_cached_keys(|known| is_within(known.tried, BETWEEN_ATTEMPTS, now)) {
            self.fetch(now).await;
        }
        self.with_cached_keys(|known| match known.keys.get(name) {
            // One that could not be renewed is better than nobody being let in.
            Some(key) => Ok(Some(Arc::clone(key))),
            None if is_within(known.fetched, FRESH, now) => Ok(None),
            None => Err(NoKeys),
        })
    }

    async fn fetch(&self, now: Timestamp) {
        let fetched = self.ask_for_keys().await;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.tried = Some(now);
        match fetched {
            Ok(keys) => {
                known.keys = keys;
                known.fetched = Some(now);
            }
            Err(NoReply(why)) => tracing::error!(
                address = self.address,
                why,
                "Prolific's keys cannot be fetched: whoever needs them to be let in is asked to try again; the next attempt \
                 is in a minute. Can this machine reach the address?"
            ),
        }
    }

    async fn ask_for_keys(&self) -> Result<HashMap<String, Arc<PublicKey>>, NoReply> {
        let no_reply = |error: &dyn std::error::Error| NoReply(error.to_string());
        let request = Request::get(&self.address).body(String::new()).map_err(|error| no_reply(&error))?;
        let (status, bytes) = ask(request, PATIENCE, REPLY_MOST).await?;
        if status != 200 {
            return Err(NoReply(format!("the reply has status {status}")));
        }
        let set: KeySetJson = serde_json::from_slice(&bytes).map_err(|error| no_reply(&error))?;
        let keys: HashMap<_, _> = set.keys.into_iter().filter_map(KeyJson::read).collect();
        if keys.is_empty() { Err(NoReply("the reply has no key for RS256".to_owned())) } else { Ok(keys) }
    }

    fn with_cached_keys<T>(&self, look: impl FnOnce(&CachedKeys) -> T) -> T {
        look(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl KeyJson {
    /// The key and its name, where it is one that links may be signed with.
    fn read(self) -> Option<(String, Arc<PublicKey>)> {
        let fits = self.kty == "RSA"
            && self.alg.is_none_or(|algorithm| algorithm == "RS256")
            && self.purpose.is_none_or(|purpose| purpose == "sig");
        let number = |text: Option<String>| {
            let bytes = BASE64_URL_SAFE_NO_PAD.decode(text?.trim_end_matches('=')).ok()?;
            let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
            Some(bytes[zeros..].to_vec())
        };
        let key = PublicKey { n: number(self.n)?, e: number(self.e)? };
        fits.then_some((self.kid?, Arc::new(key)))
    }
}

/// Whether something happened less than so long ago. A clock that was set back makes nothing recent for ever.
fn is_within(then: Option<Timestamp>, length: SignedDuration, now: Timestamp) -> bool {
    then.is_some_and(|then| (SignedDuration::ZERO..length).contains(&now.duration_since(then)))
}
