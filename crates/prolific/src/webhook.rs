//! What Prolific sends by itself, and whether it was Prolific.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::Deserialize;
use sha2::Sha256;

use crate::Status;

/// The header with the signature.
pub const SIGNATURE: &str = "x-prolific-request-signature";
/// The header with the time that is signed together with the body.
pub const TIMESTAMP: &str = "x-prolific-request-timestamp";

/// A submission stands otherwise than before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusChange {
    /// Which submission.
    pub submission: String,
    /// How it stands now.
    pub status: Status,
}

#[derive(Deserialize)]
struct Event {
    event_type: String,
    resource_id: String,
    status: Option<String>,
}

/// Whether someone who knows the secret signed this body: HMAC-SHA-256 over the time and the raw bytes, in base64.
#[must_use]
pub fn is_signed(secret: &str, timestamp: &str, body: &[u8], signature: &str) -> bool {
    let Ok(given) = BASE64_STANDARD.decode(signature.trim()) else { return false };
    // HMAC takes keys of any length, so this does not fail.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return false };
    mac.update(timestamp.as_bytes());
    mac.update(body);
    mac.verify_slice(&given).is_ok()
}

/// How long after it was signed a delivery is believed: Prolific tries for two days, and clocks differ.
const BELIEVED: f64 = 3.0 * 24.0 * 3600.0;

/// Whether a delivery was signed so long ago, or so far ahead, that somebody sends a copy of it. The time is in seconds, and it is
/// signed, so that nobody but Prolific can have written another.
#[must_use]
pub fn is_stale(timestamp: &str, now_secs: i64) -> bool {
    let signed: Option<f64> = timestamp.trim().parse().ok();
    let is_believed = |signed: f64| (now_secs as f64 - signed).abs() <= BELIEVED;
    !signed.is_some_and(is_believed)
}

/// The same signature, for whoever sends.
#[must_use]
pub fn sign(secret: &str, timestamp: &str, body: &[u8]) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return String::new() };
    mac.update(timestamp.as_bytes());
    mac.update(body);
    BASE64_STANDARD.encode(mac.finalize().into_bytes())
}

/// What a body says about a submission; nothing when it is about something else or in words that are not known.
#[must_use]
pub fn status_change(body: &[u8]) -> Option<StatusChange> {
    let event: Event = serde_json::from_slice(body).ok()?;
    if event.event_type != "submission.status.change" {
        return None;
    }
    Some(StatusChange { submission: event.resource_id, status: Status::read(&event.status?)? })
}

#[cfg(test)]
mod tests {
    use super::{StatusChange, is_signed, is_stale, sign, status_change};
    use crate::Status;

    const BODY: &[u8] =
        br#"{"event_type":"submission.status.change","resource_id":"s1","participant_id":"p1","status":"RETURNED"}"#;
    const SIGNATURE: &str = "awpqD7l8sMgsdU1rkEKe/Th+RCRXBanLHC5AbORgeL0=";

    #[test]
    fn the_known_delivery_is_genuine_and_any_change_of_it_is_not() {
        assert_eq!(sign("whsec_test", "1700000000", BODY), SIGNATURE);
        assert!(is_signed("whsec_test", "1700000000", BODY, SIGNATURE));
        for (secret, time, body, signature) in [
            ("whsec_other", "1700000000", BODY, SIGNATURE),
            ("whsec_test", "1700000001", BODY, SIGNATURE),
            ("whsec_test", "1700000000", &BODY[1..], SIGNATURE),
            ("whsec_test", "1700000000", BODY, ""),
            ("whsec_test", "1700000000", BODY, "awpqD7l8sMgsdU1rkEKe/Th+RCRXBanLHC5AbORgeL1="),
            ("", "", BODY, "not base64"),
        ] {
            assert!(!is_signed(secret, time, body, signature), "{secret} {time} {signature}");
        }
    }

    #[test]
    fn a_delivery_is_believed_for_three_days_whatever_the_clocks_say() {
        let signed = 1_700_000_000;
        for (after, stale) in
            [(0, false), (-3600, false), (3600, false), (48 * 3600, false), (73 * 3600, true), (-73 * 3600, true)]
        {
            assert_eq!(is_stale("1700000000", signed + after), stale, "{after}");
        }
        for no_time in ["", "yesterday", "NaN", "inf"] {
            assert!(is_stale(no_time, signed), "{no_time}");
        }
        assert!(!is_stale("1700000000.25", signed));
    }

    #[test]
    fn only_changes_of_submissions_are_read() {
        let change = StatusChange { submission: "s1".to_owned(), status: Status::Returned };
        assert_eq!(status_change(BODY), Some(change));
        for other in [
            &br#"{"event_type":"study.status.change","resource_id":"x","status":"ACTIVE"}"#[..],
            br#"{"event_type":"submission.status.change","resource_id":"x","status":"NEW WORD"}"#,
            br#"{"event_type":"submission.status.change","resource_id":"x"}"#,
            b"[]",
            b"",
        ] {
            assert_eq!(status_change(other), None);
        }
    }
}
