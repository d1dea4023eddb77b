//! The token by which Prolific signs a link: whether it is Prolific's, for this study, for this person, and for now.
//!
//! A JSON Web Token of the one kind that Prolific makes, RS256. What its header says about how it is signed is compared and
//! never followed, so that no token can choose how it is checked.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jiff::Timestamp;
use live::LiveStudy;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::Context;
use crate::arrival::Prolific;
use crate::key_set::NoKeys;

/// Who signs.
const ISSUER: &str = "https://www.prolific.com";
/// By how many seconds the clocks of two servers may differ.
const CLOCKS_DIFFER: i64 = 60;
/// Longer than any token of Prolific, in bytes.
const LONGEST: usize = 8192;

/// A public key of Prolific.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PublicKey {
    /// The modulus, without zeros before it.
    pub(crate) n: Vec<u8>,
    /// The exponent.
    pub(crate) e: Vec<u8>,
}

/// What a link has to be signed for.
pub(crate) struct LinkRequirements<'a> {
    /// The address by which participants reach the server, without a slash at the end.
    pub(crate) public_url: &'a str,
    /// The study's name here.
    pub(crate) study: &'a str,
    /// Prolific's id of the study, where the study file names it.
    pub(crate) study_there: Option<&'a str>,
    /// What the link itself says.
    pub(crate) link: &'a Prolific,
    pub(crate) now: Timestamp,
}

/// Why a link is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum Distrust {
    #[error("the link has no token: turn on secure links in the study's settings on Prolific")]
    Unsigned,
    #[error("the token is not readable")]
    Unreadable,
    #[error("the token is not signed in the way of Prolific (RS256)")]
    Algorithm,
    #[error("Prolific has no such key")]
    UnknownKey,
    #[error("the signature is wrong")]
    Signature,
    #[error("the token has expired, or is not valid yet; if this is frequent, check the server's clock")]
    Time,
    #[error("the token was not made by Prolific")]
    Issuer,
    #[error("the token was made for another address than `--public-url` and this study")]
    Audience,
    #[error("the token is for another study than `participants.prolific_study`")]
    OtherStudy,
    #[error("the ids in the link are not those in the token")]
    OtherIds,
}

/// What is found about a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is Prolific's, for this person and this study.
    Signed,
    /// It is not.
    Distrusted(Distrust),
    /// Nobody can say at the moment.
    Unknown,
}

impl Context {
    /// Whether Prolific signed this link for this study.
    pub(crate) async fn verify(&self, study: &LiveStudy, link: Option<&Prolific>) -> Verdict {
        let Some((link, token)) = link.and_then(|link| Some((link, link.token.as_deref()?))) else {
            return Verdict::Distrusted(Distrust::Unsigned);
        };
        let Some(public_url) = self.endpoint.public_url.as_deref() else {
            tracing::error!(study = study.name, "signed links name the server's address: start it with `--public-url`");
            return Verdict::Unknown;
        };
        let token = match Token::read(token) {
            Ok(token) => token,
            Err(why) => return Verdict::Distrusted(why),
        };
        let now = self.studies.now();
        let key = match self.prolific_keys.key(&token.key, now).await {
            Ok(Some(key)) => key,
            Ok(None) => return Verdict::Distrusted(Distrust::UnknownKey),
            Err(NoKeys) => return Verdict::Unknown,
        };
        let study_there = study.study.participants.prolific_study.as_deref();
        let expected = LinkRequirements { public_url, study: &study.name, study_there, link, now };
        token.verify(&key, &expected).map_or_else(Verdict::Distrusted, |()| Verdict::Signed)
    }
}

/// A token, taken apart and not believed yet.
#[derive(Debug)]
pub(crate) struct Token<'a> {
    /// The name of the key that it claims to be signed with.
    pub(crate) key: String,
    /// What is signed.
    message: &'a str,
    claims: &'a str,
    signature: Vec<u8>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    /// Extensions that must be understood; none is.
    crit: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    aud: Audience,
    exp: i64,
    nbf: Option<i64>,
    sub: String,
    prolific: Ids,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct Ids {
    prolific_pid: String,
    study_id: String,
    session_id: String,
}

impl<'a> Token<'a> {
    /// Takes a token apart.
    pub(crate) fn read(text: &'a str) -> Result<Token<'a>, Distrust> {
        if text.len() > LONGEST {
            return Err(Distrust::Unreadable);
        }
        let (message, signature) = text.rsplit_once('.').ok_or(Distrust::Unreadable)?;
        let (header, claims) =
            message.split_once('.').filter(|(_, claims)| !claims.contains('.')).ok_or(Distrust::Unreadable)?;
        let header: Header = decode(header)?;
        if header.alg != "RS256" || header.crit.is_some() {
            return Err(Distrust::Algorithm);
        }
        let key = header.kid.ok_or(Distrust::UnknownKey)?;
        let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).map_err(|_| Distrust::Unreadable)?;
        Ok(Token { key, message, claims, signature })
    }

    /// Whether it was signed with this key, for what is expected. The signature comes first: nothing else of a token counts
    /// before it.
    pub(crate) fn verify(&self, key: &PublicKey, expected: &LinkRequirements<'_>) -> Result<(), Distrust> {
        let components = RsaPublicKeyComponents { n: &key.n, e: &key.e };
        let verified = components.verify(&RSA_PKCS1_2048_8192_SHA256, self.message.as_bytes(), &self.signature);
        verified.map_err(|_| Distrust::Signature)?;
        let claims: Claims = decode(self.claims)?;
        let now = expected.now.as_second();
        if claims.iss != ISSUER {
            return Err(Distrust::Issuer);
        }
        let begun = claims.nbf.is_none_or(|from| from.saturating_sub(CLOCKS_DIFFER) <= now);
        if now >= claims.exp.saturating_add(CLOCKS_DIFFER) || !begun {
            return Err(Distrust::Time);
        }
        let audience = match &claims.aud {
            Audience::One(one) => std::slice::from_ref(one),
            Audience::Several(several) => several,
        };
        if !audience.iter().any(|address| expected.names_us(address)) {
            return Err(Distrust::Audience);
        }
        let Ids { prolific_pid, study_id, session_id } = &claims.prolific;
        if expected.study_there.is_some_and(|there| there != study_id) {
            return Err(Distrust::OtherStudy);
        }
        let Prolific { participant, submission, study, token: _ } = expected.link;
        let same_ids = prolific_pid == participant
            && submission.as_ref() == Some(session_id)
            && claims.sub == *session_id
            && study.as_ref().is_none_or(|study| study == study_id);
        if same_ids { Ok(()) } else { Err(Distrust::OtherIds) }
    }
}

impl LinkRequirements<'_> {
    /// Whether a token for this address is one for us: Prolific names the domain, or the whole address of the study.
    fn names_us(&self, address: &str) -> bool {
        let address = address.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
        let (scheme, rest) = self.public_url.split_once("://").unwrap_or(("https", self.public_url));
        let domain = rest.split('/').next().unwrap_or_default();
        let host = domain.rsplit_once(':').map_or(domain, |(host, _)| host);
        let entrance = format!("{}/s/{}", self.public_url, self.study);
        let (named_scheme, named) = address.split_once("://").unwrap_or((scheme, address));
        let is_domain = named.eq_ignore_ascii_case(domain) || named.eq_ignore_ascii_case(host);
        (is_domain && named_scheme.eq_ignore_ascii_case(scheme)) || address == self.public_url || address == entrance
    }
}

fn decode<T: DeserializeOwned>(part: &str) -> Result<T, Distrust> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(part).map_err(|_| Distrust::Unreadable)?;
    serde_json::from_slice(&bytes).map_err(|_| Distrust::Unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_for_the_domain_or_for_the_study_is_for_us_and_no_other() {
        let link = Prolific { participant: "p".to_owned(), submission: None, study: None, token: None };
        let expected = LinkRequirements {
            public_url: "https://study.example.org",
            study: "small",
            study_there: None,
            link: &link,
            now: Timestamp::UNIX_EPOCH,
        };
        for ours in [
            "https://study.example.org",
            "https://study.example.org/",
            "study.example.org",
            "https://Study.Example.org",
            "https://study.example.org/s/small",
            "https://study.example.org/s/small/?PROLIFIC_PID=p&STUDY_ID=t&SESSION_ID=s",
        ] {
            assert!(expected.names_us(ours), "{ours}");
        }
        for other in [
            "",
            "https://study.example.org/s/other/",
            "https://study.example.org/s/small/x",
            "https://study.example.org.evil.example",
            "https://evil.example/https://study.example.org",
            "http://study.example.org",
            "https://example.org",
        ] {
            assert!(!expected.names_us(other), "{other}");
        }
    }

    #[test]
    fn what_is_no_token_of_prolific_is_refused_before_any_key_is_looked_for() {
        let part = |json: &str| BASE64_URL_SAFE_NO_PAD.encode(json);
        let token = |header: &str| format!("{}.{}.{}", part(header), part("{}"), part("x"));
        let check = |text: &str, expected: Distrust| assert_eq!(Token::read(text).unwrap_err(), expected, "{text}");
        for text in ["", ".", "..", "a.b", "a.b.c.d", "%.%.%", &"a".repeat(LONGEST + 1), &token("[]"), &token("{}")] {
            check(text, Distrust::Unreadable);
        }
        for algorithm in ["none", "None", "HS256", "RS512", "PS256", "ES256", "rs256", ""] {
            check(&token(&format!(r#"{{"alg":"{algorithm}","kid":"k"}}"#)), Distrust::Algorithm);
        }
        check(&token(r#"{"alg":"RS256","kid":"k","crit":["b64"],"b64":false}"#), Distrust::Algorithm);
        check(&token(r#"{"alg":"RS256"}"#), Distrust::UnknownKey);
    }
}
