//! How a server is reached from outside.

use crate::Peers;

/// How a server is reached from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The address by which participants reach it, without a slash at the end.
    pub public_url: Option<String>,
    /// Who connects to it.
    pub peers: Peers,
    /// Whether browsers reach it by HTTPS.
    pub encrypted: Encryption,
}

/// Whether browsers reach us by HTTPS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// They do.
    Yes,
    /// They do not: in the lab, or while trying out.
    No,
}
