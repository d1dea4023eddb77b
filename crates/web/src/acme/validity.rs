//! From when to when a certificate is good. Only as much of X.509 (RFC 5280, section 4.1) is read as stands before that.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

const SEQUENCE: u8 = 0x30;
const VERSION: u8 = 0xa0;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// The two times in a certificate (DER); nothing where it is none.
pub(super) fn validity(der: &[u8]) -> Option<[Timestamp; 2]> {
    let (certificate, _) = expect(der, SEQUENCE)?;
    let (mut rest, _) = expect(certificate, SEQUENCE)?;
    if rest.first() == Some(&VERSION) {
        rest = element(rest)?.2;
    }
    // Serial number, algorithm, issuer.
    for _ in 0..3 {
        rest = element(rest)?.2;
    }
    let (times, _) = expect(rest, SEQUENCE)?;
    let (kind, from, rest) = element(times)?;
    let from = time(kind, from)?;
    let (kind, until, _) = element(rest)?;
    Some([from, time(kind, until)?])
}

fn expect(bytes: &[u8], kind: u8) -> Option<(&[u8], &[u8])> {
    let (found, content, rest) = element(bytes)?;
    (found == kind).then_some((content, rest))
}

/// The kind and the content of the element that comes first, and what comes after it.
fn element(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let [kind, length, rest @ ..] = bytes else { return None };
    // A length of 128 and more says in how many bytes it stands.
    let (length, rest) = match usize::from(*length) {
        short @ ..0x80 => (short, rest),
        long => {
            let (digits, rest) = rest.split_at_checked(long - 0x80).filter(|(digits, _)| digits.len() <= 4)?;
            (digits.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
        }
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((*kind, content, rest))
}

fn time(kind: u8, text: &[u8]) -> Option<Timestamp> {
    let text = std::str::from_utf8(text).ok()?;
    let text = match kind {
        // Two digits for the year: from 1950 to 2049.
        UTC_TIME => format!("{}{text}", if text < "50" { "20" } else { "19" }),
        GENERALIZED_TIME => text.to_owned(),
        _ => return None,
    };
    DateTime::strptime("%Y%m%d%H%M%SZ", text).ok()?.to_zoned(TimeZone::UTC).ok().map(|time| time.timestamp())
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;

    #[test]
    fn the_times_are_those_the_certificate_was_made_with() {
        let check = |from: (i32, u8, u8), until: (i32, u8, u8), expected: [&str; 2]| {
            let mut made = CertificateParams::new(["study.example.org".to_owned()]).unwrap();
            made.not_before = date_time_ymd(from.0, from.1, from.2);
            made.not_after = date_time_ymd(until.0, until.1, until.2);
            let certificate = made.self_signed(&KeyPair::generate().unwrap()).unwrap();
            let found = validity(certificate.der()).unwrap().map(|time| time.to_string());
            assert_eq!(found, expected);
            for end in 0..100 {
                assert_eq!(validity(&certificate.der()[..end]), None, "half a certificate is none");
            }
        };
        check((2026, 1, 2), (2026, 4, 2), ["2026-01-02T00:00:00Z", "2026-04-02T00:00:00Z"]);
        check((1999, 12, 31), (2075, 1, 1), ["1999-12-31T00:00:00Z", "2075-01-01T00:00:00Z"]);
        assert_eq!(validity(b"no certificate at all"), None);
    }
}
