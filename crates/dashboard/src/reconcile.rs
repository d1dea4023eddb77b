//! The pages on which sessions are held against the platform's submissions.

pub(super) mod api;
mod money;
pub(super) mod pages;
