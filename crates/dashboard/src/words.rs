//! Times, amounts and names, as the dashboard writes them. Templates call these, and give references.

use jiff::Timestamp;

/// Longer names do not fit anywhere.
const LONGEST_NAME: usize = 60;

/// Why a name that someone chose will not do.
pub(super) fn name_complaint(name: &str) -> Option<String> {
    let length = name.chars().count();
    if length == 0 {
        return Some("Give a name.".to_owned());
    }
    if length > LONGEST_NAME || name.chars().any(char::is_control) {
        return Some(format!("The name has more than {LONGEST_NAME} characters, or contains invisible ones."));
    }
    None
}

/// A moment, to the minute, in UTC, which is said at the head of the column or beside it.
pub(crate) fn moment(at: &Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M").to_string()
}

/// The time of day, to the second, in UTC.
pub(crate) fn clock(at: &Timestamp) -> String {
    at.strftime("%H:%M:%S").to_string()
}

/// A moment for the machine.
pub(crate) fn machine(at: &Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// A time that something took: `45 s`, `7:05 min`, `2:10 h`.
pub(crate) fn format_duration(ms: &u64) -> String {
    let seconds = ms / 1000;
    match seconds {
        0..=59 => format!("{seconds} s"),
        60..=3599 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds % 3600 / 60),
    }
}

/// One or several: `1 slot`, `2 slots`.
pub(crate) fn count_noun(count: impl Into<u64>, one: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// So many people.
pub(crate) fn people(count: u64) -> String {
    if count == 1 { "1 person".to_owned() } else { format!("{count} people") }
}
