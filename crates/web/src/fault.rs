//! What can go wrong with a request, apart from the legitimate noes of a session.

use std::time::Duration;

use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use store::StoreError;

/// Why a request got no answer. The page that says so is made in one place, in `observe`, where the
/// request's name and the study's language are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// There is nothing at this address, or nothing for this person. The two look the same.
    NotFound,
    /// Nobody is signed in.
    SignedOut,
    /// Whoever is signed in may not do this, or did not mean to.
    Forbidden,
    /// The address takes other methods.
    WrongMethod,
    /// It could not be read.
    Malformed,
    /// It is larger than anything a page of ours sends.
    TooLarge,
    /// It took too long to arrive, or to answer.
    TooSlow,
    /// Too many of them.
    TooMany {
        /// Until when to wait.
        wait: Duration,
    },
    /// What has happened in the study is still being read.
    Reading {
        /// How many events have been.
        events: usize,
    },
    /// The database does not answer.
    Unavailable,
    /// A fault of ours.
    Broken,
}

impl Fault {
    /// The fault that a plain reply of this status stands for; nothing where all went well.
    #[must_use]
    pub fn from_status(status: StatusCode) -> Option<Self> {
        match status {
            StatusCode::NOT_FOUND => Some(Fault::NotFound),
            StatusCode::UNAUTHORIZED => Some(Fault::SignedOut),
            StatusCode::FORBIDDEN => Some(Fault::Forbidden),
            StatusCode::METHOD_NOT_ALLOWED => Some(Fault::WrongMethod),
            StatusCode::PAYLOAD_TOO_LARGE => Some(Fault::TooLarge),
            StatusCode::REQUEST_TIMEOUT => Some(Fault::TooSlow),
            StatusCode::SERVICE_UNAVAILABLE => Some(Fault::Unavailable),
            _ if status.is_client_error() => Some(Fault::Malformed),
            _ if status.is_server_error() => Some(Fault::Broken),
            _ => None,
        }
    }

    /// The status of the reply.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            Fault::NotFound => StatusCode::NOT_FOUND,
            Fault::SignedOut => StatusCode::UNAUTHORIZED,
            Fault::Forbidden => StatusCode::FORBIDDEN,
            Fault::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Fault::Malformed => StatusCode::BAD_REQUEST,
            Fault::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Fault::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Fault::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Fault::Reading { .. } | Fault::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Fault::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// When to try again, where that helps.
    fn retry_after(self) -> Option<HeaderValue> {
        match self {
            Fault::TooMany { wait } => Some(HeaderValue::from(wait.as_secs() + 1)),
            Fault::Reading { .. } => Some(HeaderValue::from(1)),
            Fault::Unavailable => Some(HeaderValue::from(5)),
            Fault::NotFound
            | Fault::SignedOut
            | Fault::Forbidden
            | Fault::WrongMethod
            | Fault::Malformed
            | Fault::TooLarge
            | Fault::TooSlow
            | Fault::Broken => None,
        }
    }
}

/// The database failed. Why is for the operator's log, not for the browser.
impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the database failed");
        match error {
            StoreError::Database(_) | StoreError::NotKept(_) | StoreError::Busy { .. } | StoreError::Closed => {
                Fault::Unavailable
            }
            StoreError::Event(_)
            | StoreError::Kept { .. }
            | StoreError::Presentation(_)
            | StoreError::Unexpected { .. }
            | StoreError::File(_)
            | StoreError::Random(_) => Fault::Broken,
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response.extensions_mut().insert(self);
        response
    }
}
