//! What all requests of researchers share.

use std::sync::Arc;

use live::Studies;
use store::Store;
use web::Endpoint;

/// What all requests of researchers share.
pub struct Context {
    /// The studies that are being run.
    pub studies: Arc<Studies>,
    /// Where accounts are kept; without them there is no dashboard.
    pub accounts: Option<Store>,
    /// How the server is reached.
    pub endpoint: Endpoint,
}
