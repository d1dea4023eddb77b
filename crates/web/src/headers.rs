//! What every page tells the browser about how much to trust it.

use axum::http::HeaderMap;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};

use crate::Encryption;

const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()";

/// What a page may load, where its forms may lead and who may frame it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// A page of its own.
    Alone,
    /// A page inside Mechanical Turk's.
    Mturk,
    /// A page of the dashboard.
    Dashboard,
}

impl Framing {
    fn policy(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Framing::Alone => {
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; \
                 font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
                 form-action 'self' https://app.prolific.com; frame-ancestors 'none'"
            }
            Framing::Dashboard => {
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; \
                 font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
            Framing::Mturk => {
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; \
                 font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
                 form-action 'self' https://www.mturk.com https://workersandbox.mturk.com; \
                 frame-ancestors https://*.mturk.com"
            }
        })
    }
}

/// Adds what is missing; a handler that said something itself is left alone.
pub fn secure(headers: &mut HeaderMap, framing: Framing, encrypted: Encryption) {
    let mut add = |name: HeaderName, value: HeaderValue| {
        headers.entry(name).or_insert(value);
    };
    add(CONTENT_SECURITY_POLICY, framing.policy());
    // The session is in the address, so no other site may learn the address.
    add(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    add(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    add(HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS));
    add(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
    // What one person sees is for nobody's cache, and the back button must ask again.
    add(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    match framing {
        Framing::Alone | Framing::Dashboard => add(X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        Framing::Mturk => {}
    }
    match encrypted {
        Encryption::Yes => add(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000")),
        Encryption::No => {}
    }
}
