//! Where a request came from.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;

/// Who connects to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Peers {
    /// Participants themselves.
    Direct,
    /// One reverse proxy, which adds the address it saw to the end of `X-Forwarded-For`.
    Proxy,
}

impl Peers {
    /// The address of the participant. What a stranger writes into `X-Forwarded-For` stands before what
    /// our proxy adds, so only the last address counts.
    pub fn client(self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        match self {
            Peers::Direct => peer.ip().to_canonical(),
            Peers::Proxy => forwarded_address(headers).unwrap_or(peer.ip().to_canonical()),
        }
    }
}

fn forwarded_address(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    let word = last.to_str().ok()?.rsplit(',').next()?.trim();
    word.parse().ok().or_else(|| word.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// What counts as one address: an IPv4 address, or the network that one IPv6 subscriber is given.
pub fn subscriber(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => IpAddr::V4(four),
            None => IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() & !(u128::from(u64::MAX)))),
        },
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn only_what_our_own_proxy_added_is_believed() {
        let peer: SocketAddr = "10.0.0.1:5000".parse().unwrap();
        let check = |peers: Peers, lines: &[&'static str], expected: &str| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            assert_eq!(peers.client(peer, &headers).to_string(), expected, "{lines:?}");
        };
        check(Peers::Direct, &["1.2.3.4"], "10.0.0.1");
        check(Peers::Proxy, &["1.2.3.4"], "1.2.3.4");
        check(Peers::Proxy, &["6.6.6.6, 1.2.3.4"], "1.2.3.4");
        check(Peers::Proxy, &["6.6.6.6", "1.2.3.4"], "1.2.3.4");
        check(Peers::Proxy, &["2001:db8::7"], "2001:db8::7");
        check(Peers::Proxy, &["1.2.3.4:5678"], "1.2.3.4");
        check(Peers::Proxy, &["nonsense"], "10.0.0.1");
        check(Peers::Proxy, &[], "10.0.0.1");
    }

    #[test]
    fn an_ipv6_subscriber_is_one_address_however_many_they_use() {
        let of = |text: &str| subscriber(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("2001:db8:1:2:ffff::1"), "2001:db8:1:2::");
        assert_eq!(of("::ffff:1.2.3.4"), "1.2.3.4");
        assert_eq!(of("1.2.3.4"), "1.2.3.4");
    }
}
