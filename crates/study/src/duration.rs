//! Lengths of time as people write them: `60 min`, `2 h`, `1 h 30 min`, `90 s`.

/// Seconds in a written length of time; `None` when it cannot be read.
pub(crate) fn seconds(written: &str) -> Option<u64> {
    let mut total = 0_u64;
    let mut rest = written.trim();
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let (number, behind) = rest.split_at(digits);
        let behind = behind.trim_start();
        let letters = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        let (name, behind) = behind.split_at(letters);
        let each = match name {
            "s" | "sec" | "second" | "seconds" => 1,
            "min" | "minute" | "minutes" => 60,
            "h" | "hour" | "hours" => 3600,
            "d" | "day" | "days" => 86_400,
            _ => return None,
        };
        total = total.checked_add(number.parse::<u64>().ok()?.checked_mul(each)?)?;
        rest = behind.trim_start();
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn lengths_of_time_are_read_as_people_write_them() {
        let cases = [
            ("60 min", Some(3600)),
            ("60min", Some(3600)),
            ("2 h", Some(7200)),
            ("1 h 30 min", Some(5400)),
            (" 90 s ", Some(90)),
            ("3 days", Some(259_200)),
            ("", None),
            ("60", None),
            ("one hour", None),
            ("5 m", None),
            ("-5 min", None),
            ("99999999999999999999 h", None),
            ("9999999999999999 d", None),
        ];
        for (written, expected) in cases {
            assert_eq!(seconds(written), expected, "{written:?}");
        }
    }
}
