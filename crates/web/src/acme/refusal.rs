//! Why an authority gives no certificate, in words that say what to do.

use instant_acme::Problem;
use thiserror::Error;

/// Why an authority gives no certificate; each with what it says itself.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The name has no address.
    #[error(
        "the name has no address that the authority can find. Make an A (or AAAA) record that points to this machine, and wait \
         until it is known. It says: {0}"
    )]
    NoAddress(String),
    /// Nobody answers there.
    #[error(
        "the authority did not reach this server at port 80 of that name. Let ports 80 and 443 in (firewall, security group, \
         router), and see that the name points to this machine. It says: {0}"
    )]
    NotReached(String),
    /// Somebody else answers there.
    #[error(
        "another server answers at port 80 of that name. Let the name point to this machine, without a proxy in between. It \
         says: {0}"
    )]
    OtherServer(String),
    /// It was asked too often.
    #[error("the authority was asked too often. Wait, and try out with `--acme-staging` first. It says: {0}")]
    TooOften(String),
    /// The name's owner allows other authorities only.
    #[error("the CAA record of the name does not allow this authority. Add it there. It says: {0}")]
    Caa(String),
    /// It gives no certificates for such names.
    #[error("the authority gives no certificate for such a name. It says: {0}")]
    Name(String),
    /// It does not know the account.
    #[error("the authority does not know the account. It says: {0}")]
    NoAccount(String),
    /// Anything else.
    #[error("the authority refuses. It says: {0}")]
    Other(String),
}

impl Refusal {
    /// Reads a problem document; its kinds are listed in RFC 8555, section 6.7.
    pub(super) fn from_problem(problem: &Problem) -> Refusal {
        let kind = problem.r#type.as_deref().unwrap_or_default();
        let kind = kind.strip_prefix("urn:ietf:params:acme:error:").unwrap_or(kind);
        let detail = problem.detail.clone().unwrap_or_else(|| kind.to_owned());
        match kind {
            "dns" => Refusal::NoAddress(detail),
            // Pebble's word for the same.
            "connection" if detail.contains("could not resolve") => Refusal::NoAddress(detail),
            "connection" | "tls" => Refusal::NotReached(detail),
            "unauthorized" | "incorrectResponse" => Refusal::OtherServer(detail),
            "rateLimited" => Refusal::TooOften(detail),
            "caa" => Refusal::Caa(detail),
            "rejectedIdentifier" | "unsupportedIdentifier" | "malformed" => Refusal::Name(detail),
            "accountDoesNotExist" => Refusal::NoAccount(detail),
            _ => Refusal::Other(detail),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_says_in_one_line_what_to_do() {
        let check = |kind: &str, expected: &str| {
            let problem = format!(r#"{{"type":"urn:ietf:params:acme:error:{kind}","detail":"because"}}"#);
            let said = Refusal::from_problem(&serde_json::from_str(&problem).unwrap()).to_string();
            assert!(said.contains(expected) && said.ends_with("It says: because"), "{kind}: {said}");
            assert!(!said.contains('\n'), "{said}");
        };
        check("dns", "has no address");
        check("connection", "Let ports 80 and 443 in");
        check("unauthorized", "another server answers");
        check("rateLimited", "--acme-staging");
        check("caa", "CAA record");
        check("rejectedIdentifier", "no certificate for such a name");
        check("accountDoesNotExist", "does not know the account");
        check("serverInternal", "the authority refuses");
    }
}
