//! Which people are asked for: everything is in the address, so that it can be kept and sent.

use live::flags::{Flag, Kind};
use live::ledger::SessionView;
use serde::Deserialize;

use crate::fields::Fields;
use crate::words;

/// Which people are asked for. What cannot be understood is passed over.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct PeopleQuery {
    #[serde(default)]
    pub(super) state: String,
    #[serde(default)]
    pub(super) flag: String,
    #[serde(default)]
    pub(super) list: String,
    /// The number of a session.
    #[serde(default)]
    pub(super) number: String,
    #[serde(default)]
    sort: String,
    #[serde(default)]
    page: String,
    /// What was just done to some of them, and to how many.
    #[serde(default)]
    did: String,
    #[serde(default)]
    done: String,
}

/// By what rows are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Arrival,
    Latest,
    State,
    List,
    Fastest,
    Slowest,
    Checks,
    Flags,
}

const SORTS: [(Sort, &str, &str); 8] = [
    (Sort::Latest, "latest", "latest first"),
    (Sort::Arrival, "arrival", "first come first"),
    (Sort::State, "state", "state"),
    (Sort::List, "list", "list"),
    (Sort::Fastest, "fastest", "fastest first"),
    (Sort::Slowest, "slowest", "slowest first"),
    (Sort::Checks, "checks", "most checks failed first"),
    (Sort::Flags, "flags", "most flags first"),
];

impl PeopleQuery {
    pub(super) fn sort(&self) -> Sort {
        SORTS.iter().find(|(_, word, _)| *word == self.sort).map_or(Sort::Latest, |(sort, _, _)| *sort)
    }

    /// Every order: its word, how it is called, and whether it is the present one.
    pub(super) fn sorts(&self) -> impl Iterator<Item = (&'static str, &'static str, bool)> + '_ {
        SORTS.iter().map(|(sort, word, title)| (*word, *title, *sort == self.sort()))
    }

    /// What was just done, and to how many sessions.
    pub(super) fn done_count(&self) -> Option<String> {
        let sessions = words::count_noun(self.done.parse::<u64>().ok()?, "session");
        Some(match self.did.as_str() {
            "exclude" => format!("Excluded from the analysis: {sessions}."),
            "include" => format!("Included again: {sessions}."),
            "mark" => format!("Marked: {sessions}."),
            "message" => format!("Written to, on Prolific: the people of {sessions}."),
            _ => return None,
        })
    }

    /// What a form that was sent from the table had narrowed it to.
    pub(super) fn of_form(fields: &Fields) -> PeopleQuery {
        let text = |name: &str| fields.text(name).to_owned();
        PeopleQuery {
            state: text("state"),
            flag: text("flag"),
            list: text("list"),
            number: text("number"),
            ..PeopleQuery::default()
        }
    }

    /// The fields that narrow the table, with their names.
    pub(super) fn narrowed_by(&self) -> [(&'static str, &String); 4] {
        [("state", &self.state), ("flag", &self.flag), ("list", &self.list), ("number", &self.number)]
    }

    pub(super) fn page(&self) -> usize {
        self.page.parse().unwrap_or(1).max(1)
    }

    /// Whether anything narrows the table.
    pub(super) fn narrows(&self) -> bool {
        self.narrowed_by().iter().any(|(_, field)| !field.trim().is_empty())
    }

    pub(super) fn matches(&self, seen: &SessionView, flags: &[Flag]) -> bool {
        let state = match self.state.as_str() {
            "" => true,
            "excluded" => seen.session.excluded.is_some(),
            word => seen.state().word() == word,
        };
        let flag = match self.flag.as_str() {
            "" => true,
            "any" => !flags.is_empty(),
            word => Kind::from_word(word).is_none_or(|kind| flags.iter().any(|flag| flag.kind == kind)),
        };
        let list = self.list.trim().parse::<u32>().ok().is_none_or(|wanted| {
            seen.session.assignment.as_ref().is_some_and(|assignment| assignment.slot.list == wanted)
        });
        let number = self.number.trim().parse::<u32>().ok().is_none_or(|wanted| seen.number == wanted);
        state && flag && list && number
    }

    /// The address of another page of the same.
    pub(super) fn page_address(&self, page: usize) -> String {
        let mut query = String::from("?");
        for (name, value) in self.narrowed_by().into_iter().chain([("sort", &self.sort)]) {
            let plain: String =
                value.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
            if !plain.is_empty() {
                query.push_str(&format!("{name}={plain}&"));
            }
        }
        format!("{query}page={page}")
    }
}
