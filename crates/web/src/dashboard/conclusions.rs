//! What follows from the answers so far. This crate collects and cannot tell; the command line, where both arms
//! meet, gives each study someone who can.

/// Someone who can say what follows from the answers of one study so far, and write them out.
pub trait Conclusions: Send + Sync {}
