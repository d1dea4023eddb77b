//! The researcher's dashboard.

#[expect(dead_code, reason = "for the page of the people")]
pub(crate) mod flags;
#[expect(dead_code, unused_imports, reason = "for the page of the people")]
pub(crate) mod reconcile;

pub use reconcile::Prolific;
