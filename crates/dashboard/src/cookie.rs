//! The cookie by which a browser stays signed in.

use axum::http::header::{COOKIE, HOST, HeaderMap};
use cookie::time::Duration;
use cookie::{Cookie, CookieBuilder, SameSite};
use web::{Encryption, Endpoint, Peers};

use crate::Context;

/// How a request reaches us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transport {
    /// Encrypted.
    Encrypted,
    /// In clear, but it never leaves this machine.
    Loopback,
    /// In clear, for everyone on the way to read: nobody is signed in over it.
    Clear,
}

impl Transport {
    pub(super) fn detect(endpoint: &Endpoint, headers: &HeaderMap) -> Transport {
        if endpoint.encrypted == Encryption::Yes {
            return Transport::Encrypted;
        }
        let forwarded_https = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
        if endpoint.peers == Peers::Proxy && forwarded_https {
            return Transport::Encrypted;
        }
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        if is_loopback(host) { Transport::Loopback } else { Transport::Clear }
    }

    /// Browsers keep others from setting a cookie with this prefix, and accept it over encrypted connections alone.
    fn name(self) -> &'static str {
        match self {
            Transport::Encrypted => "__Host-rejudge",
            Transport::Loopback | Transport::Clear => "rejudge",
        }
    }

    /// A link in a mail opens the page it names, so the cookie goes along with links from elsewhere (`Lax`). It does not
    /// with forms from elsewhere; and whatever is done needs a form of ours besides.
    fn cookie(self, secret: &str) -> CookieBuilder<'_> {
        let secure = self == Transport::Encrypted;
        Cookie::build((self.name(), secret)).path("/").http_only(true).same_site(SameSite::Lax).secure(secure)
    }

    /// The header that sets the cookie. It ends with the browser; the store knows when it ends at the latest.
    pub(super) fn set(self, secret: &str) -> String {
        self.cookie(secret).build().to_string()
    }

    /// The header that takes it away.
    pub(super) fn clear(self) -> String {
        self.cookie("").max_age(Duration::ZERO).build().to_string()
    }
}

/// The secret that a request brings.
pub(super) fn read_secret(context: &Context, headers: &HeaderMap) -> Option<String> {
    let name = Transport::detect(&context.endpoint, headers).name();
    let cookies = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut cookies = cookies.flat_map(Cookie::split_parse).flatten();
    cookies
        .find(|cookie| cookie.name() == name)
        .map(|cookie| cookie.value().to_owned())
        .filter(|value| !value.is_empty())
}

fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name == "localhost" || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn only_this_machine_is_this_machine() {
        for host in ["localhost", "localhost:8080", "127.0.0.1:80", "127.9.9.9", "[::1]:8080", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in
            ["", "example.org", "localhost.example.org", "10.0.0.1", "127.0.0.1.example.org", "[2001:db8::1]:80"]
        {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
