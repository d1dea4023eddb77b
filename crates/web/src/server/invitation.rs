//! Personal links for people who come from no platform.
//!
//! An invitation is a pseudonym of the person and a seal, both made from what the researcher calls the
//! person and a key that only the server has. The server keeps no list of names: whoever holds the key
//! can make the same link again, and nobody else can make one at all.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

/// Without letters that are mistaken for others, and safe in an address.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Ten bytes of pseudonym and fifteen of seal, at five bits a letter.
const PSEUDONYM: usize = 16;
const SEAL: usize = 24;

/// What seals the invitations of one study.
pub struct Invitations<'a> {
    key: &'a [u8],
    study: &'a str,
}

impl<'a> Invitations<'a> {
    /// The invitations of the study of this name.
    #[must_use]
    pub fn new(key: &'a [u8], study: &'a str) -> Self {
        Invitations { key, study }
    }

    /// The personal part of the link of someone: the same whenever it is asked for.
    #[must_use]
    pub fn token(&self, person: &str) -> String {
        let pseudonym = self.sealed("invited", person, PSEUDONYM);
        let seal = self.sealed("invitation", &pseudonym, SEAL);
        pseudonym + &seal
    }

    /// The pseudonym of whom a token invites; nothing for a token that we did not make for this study.
    #[must_use]
    pub fn open<'t>(&self, token: &'t str) -> Option<&'t str> {
        let (pseudonym, seal) = token.split_at_checked(PSEUDONYM)?;
        let expected = self.sealed("invitation", pseudonym, SEAL);
        bool::from(seal.as_bytes().ct_eq(expected.as_bytes())).then_some(pseudonym)
    }

    fn sealed(&self, purpose: &str, text: &str, letters: usize) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(self.key) else {
            unreachable!("HMAC takes keys of any length")
        };
        for part in [purpose, self.study, text] {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        let bytes = mac.finalize().into_bytes();
        let bit = |at: usize| usize::from(bytes[at / 8] >> (7 - at % 8) & 1);
        let letter = |place: usize| (place * 5..place * 5 + 5).fold(0, |value, at| value * 2 + bit(at));
        (0..letters).map(|place| char::from(LETTERS[letter(place)])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_opens_for_its_study_alone_and_names_nobody() {
        let here = Invitations::new(b"key", "fluency");
        let token = here.token("Ada");
        assert_eq!(token, here.token("Ada"));
        let pseudonym = here.open(&token).unwrap();
        assert!(!token.contains("Ada"));
        assert_ne!(here.open(&here.token("Grace")), Some(pseudonym));
        assert_eq!(Invitations::new(b"key", "other").open(&token), None);
        assert_eq!(Invitations::new(b"another key", "fluency").open(&token), None);
    }

    #[test]
    fn a_changed_shortened_or_invented_invitation_opens_nothing() {
        let here = Invitations::new(b"key", "fluency");
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
