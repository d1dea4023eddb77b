//! Who people are on their platform: kept in one table, and nowhere else.

use hmac::{Hmac, KeyInit as _, Mac as _};
use session::ArrivalChannel;
use sha2::Sha256;

/// Who comes, as the platform says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// How they came.
    pub how: ArrivalChannel,
    /// The platform's id, the secret of an invitation, or what the page made up for someone who came by an open
    /// link.
    pub id: String,
    /// The platform's id of this submission or assignment, if it has one. Another submission of the same
    /// person asks for another list.
    pub submission: Option<String>,
}

/// A person as the platform knows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// How they came.
    pub how: ArrivalChannel,
    /// The platform's id.
    pub platform_id: String,
    /// The platform's id of their last submission.
    pub submission: Option<String>,
}

impl From<&Identity> for Person {
    fn from(identity: &Identity) -> Self {
        Person { how: identity.how, platform_id: identity.id.clone(), submission: identity.submission.clone() }
    }
}

const HOWS: [(ArrivalChannel, &str); 5] = [
    (ArrivalChannel::Prolific, "prolific"),
    (ArrivalChannel::Mturk, "mturk"),
    (ArrivalChannel::Invited, "invited"),
    (ArrivalChannel::Open, "open"),
    (ArrivalChannel::Typed, "typed"),
];

impl Person {
    pub(crate) fn how_word(&self) -> &'static str {
        HOWS.iter().find(|(how, _)| *how == self.how).map_or("open", |(_, word)| word)
    }

    pub(crate) fn how_from(word: &str) -> ArrivalChannel {
        HOWS.iter().find(|(_, known)| *known == word).map_or(ArrivalChannel::Open, |(how, _)| *how)
    }
}

/// A key that only who has the database has: for invitations, and for what need not be read again, only known again.
#[derive(Clone)]
pub(crate) struct Key(pub(crate) [u8; 32]);

impl Key {
    /// HMAC-SHA-256 of a purpose and a text, the first half.
    pub(crate) fn digest(&self, purpose: &str, text: &str) -> [u8; 16] {
        let mut half = [0; 16];
        // HMAC takes keys of any length, so this does not fail.
        if let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) {
            mac.update(purpose.as_bytes());
            mac.update(&[0]);
            mac.update(text.as_bytes());
            half.copy_from_slice(&mac.finalize().into_bytes()[..16]);
        }
        half
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn digests_tell_purposes_and_texts_apart_and_stay_the_same() {
        let key = Key([7; 32]);
        assert_eq!(key.digest("a", "pid"), key.digest("a", "pid"));
        assert_ne!(key.digest("a", "pid"), key.digest("b", "pid"));
        assert_ne!(key.digest("a", "pid"), key.digest("a", "pie"));
        assert_ne!(key.digest("a", "pid"), Key([8; 32]).digest("a", "pid"));
        assert_ne!(key.digest("ab", "c"), key.digest("a", "bc"));
    }
}
