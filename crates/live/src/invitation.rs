//! Personal links for people who come from no platform.
//!
//! An invitation is a pseudonym of the person and a seal, both made from what the researcher calls the
//! person and a key that only the server has. The server keeps no list of names: whoever holds the key
//! can make the same link again, and nobody else can make one at all.

use store::Store;
use subtle::ConstantTimeEq as _;

/// Without letters that are mistaken for others, and safe in an address.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Letters of each half; eighty bits.
const HALF: usize = 16;

/// The invitations to one study.
pub struct Invitations<'a> {
    store: &'a Store,
    study: &'a str,
}

impl<'a> Invitations<'a> {
    /// The invitations to the study of this name in a database.
    #[must_use]
    pub fn new(store: &'a Store, study: &'a str) -> Self {
        Invitations { store, study }
    }

    /// The personal part of the link of someone: the same whenever it is asked for.
    #[must_use]
    pub fn token(&self, person: &str) -> String {
        let pseudonym = self.keyed_hash("invited", person);
        let seal = self.keyed_hash("invitation", &pseudonym);
        pseudonym + &seal
    }

    /// The pseudonym of whom a token invites; nothing for a token that was not made for this study.
    #[must_use]
    pub fn open<'t>(&self, token: &'t str) -> Option<&'t str> {
        let (pseudonym, seal) = token.split_at_checked(HALF)?;
        let expected = self.keyed_hash("invitation", pseudonym);
        bool::from(seal.as_bytes().ct_eq(expected.as_bytes())).then_some(pseudonym)
    }

    /// The database's keyed hash of study and text. No id has a line break, so none is mistaken for this.
    fn keyed_hash(&self, purpose: &str, text: &str) -> String {
        let bytes = self.store.keyed_digest(self.study, &format!("{purpose}\n{text}"));
        let bit = |at: usize| usize::from(bytes[at / 8] >> (7 - at % 8) & 1);
        let letter = |place: usize| (place * 5..place * 5 + 5).fold(0, |value, at| value * 2 + bit(at));
        (0..HALF).map(|place| char::from(LETTERS[letter(place)])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn store(folder: &tempfile::TempDir, name: &str) -> Store {
        Store::open_file(&folder.path().join(name)).await.unwrap()
    }

    #[tokio::test]
    async fn an_invitation_opens_for_its_study_alone_and_names_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let (ours, theirs) = (store(&folder, "ours").await, store(&folder, "theirs").await);
        let here = Invitations::new(&ours, "fluency");
        let token = here.token("Ada");
        assert_eq!(token, here.token("Ada"));
        let pseudonym = here.open(&token).unwrap();
        assert!(!token.contains("Ada"));
        assert_ne!(here.open(&here.token("Grace")), Some(pseudonym));
        assert_eq!(Invitations::new(&ours, "other").open(&token), None);
        assert_eq!(Invitations::new(&theirs, "fluency").open(&token), None);
    }

    #[tokio::test]
    async fn a_changed_shortened_or_invented_invitation_opens_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder, "ours").await;
        let here = Invitations::new(&store, "fluency");
        let token = here.token("Ada");
        for at in 0..token.len() {
            let mut changed: Vec<u8> = token.clone().into_bytes();
            changed[at] = if changed[at] == b'x' { b'y' } else { b'x' };
            assert_eq!(here.open(std::str::from_utf8(&changed).unwrap()), None);
            assert_eq!(here.open(&token[..at]), None);
        }
        for invented in ["", "x", "é", &"é".repeat(30), &format!("{token}x")] {
            assert_eq!(here.open(invented), None);
        }
    }
}
