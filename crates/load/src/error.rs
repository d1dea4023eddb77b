//! Why simulated participants could not be sent through a server.

use thiserror::Error;

use crate::client::ClientError;

/// Why simulated participants could not be sent through a server.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The study cannot be planned.
    #[error(transparent)]
    Plan(#[from] plan::PlanError),
    /// The database cannot be opened, or refuses this study.
    #[error(transparent)]
    Open(#[from] store::OpenError),
    /// The database already holds sessions of this study.
    #[error("the database already holds sessions of `{0}`; choose another database for simulated participants")]
    InUse(String),
    /// What was collected does not fit the study.
    #[error(transparent)]
    Misfit(#[from] dataset::FromEventsError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// The server failed.
    #[error(transparent)]
    Server(#[from] server::ServerError),
    /// The server's task ended abnormally.
    #[error("the server stopped abnormally: {0}")]
    Stopped(#[from] tokio::task::JoinError),
    /// A browser could not be started.
    #[error("{0}")]
    Client(String),
}

impl From<ClientError> for LoadError {
    fn from(error: ClientError) -> Self {
        LoadError::Client(error.to_string())
    }
}
