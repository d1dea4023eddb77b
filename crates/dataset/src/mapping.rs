//! How the columns of a foreign table are to be read.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use study::file::Better;
use study::response::Response;
use table::Table;

/// How the columns of a foreign table are to be read: `mapping.toml`, or the flags of a command.
/// Everything that is not said is guessed from the names of the columns.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Mapping {
    /// The column with the person.
    pub participant: Option<String>,
    /// The column with the item.
    pub item: Option<String>,
    /// The column with the criterion; none when there is one, or each has a column of its own.
    pub criterion: Option<String>,
    /// The column with the system, when one output was judged at a time.
    pub system: Option<String>,
    /// The columns with the systems in the order shown, when several were judged together.
    pub shown: Vec<String>,
    /// The column with the rating, the count, the option or the words.
    pub value: Option<String>,
    /// The column with the choice between two.
    pub choice: Option<String>,
    /// The column with the best.
    pub best: Option<String>,
    /// The column with the worst.
    pub worst: Option<String>,
    /// The columns with the places, in the order of `shown`.
    pub ranks: Vec<String>,
    /// The words that stand for the first, the second and neither of two outputs.
    pub words: Words,
    /// Whether a choice names the side or the system, where one word could be either.
    pub choice_by: Option<ChoiceBy>,
    /// Values that stand for no answer, besides an empty cell and [`MISSING`].
    pub missing: Vec<String>,
    /// Values that were given and are no answer to the question: kept, excluded as `invalid`.
    pub invalid: Vec<String>,
    /// The column with the list.
    pub list: Option<String>,
    /// The column with the number of the attempt at the list.
    pub attempt: Option<String>,
    /// The column with the place in the session.
    pub position: Option<String>,
    /// The column with how long the page took, in seconds.
    pub active_secs: Option<String>,
    /// The column with how long the whole session took, in seconds.
    pub session_secs: Option<String>,
    /// The column with the rule that excludes a row; empty where none does.
    pub excluded: Option<String>,
    /// Columns that divide the items.
    pub strata: Vec<String>,
    /// Only rows with one of these values in that column.
    pub only: BTreeMap<String, Vec<String>>,
    /// The ids of the systems with what stands for them in the table.
    pub systems: BTreeMap<String, String>,
    /// What was asked; as the study says, or guessed, when absent.
    pub criteria: Vec<CriterionMapping>,
    /// Where the table comes from, for `rejudge import`; nothing here depends on it but [`Mapping::keeps_far_numbers`].
    #[schemars(with = "BTreeMap<String, String>")]
    pub import: toml::Table,
}

/// What stands for no answer in every table, besides an empty cell.
pub const MISSING: [&str; 6] = ["NA", "NaN", "nan", "null", "NULL", "None"];

/// What the cells of a choice between outputs name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChoiceBy {
    /// The output shown first or second, by one of [`Words`].
    Side,
    /// The system.
    System,
}

/// The words that stand for the first, the second and neither of two outputs. Where none are given, `a`, `b`, and `equal`,
/// `tie` or `=` are understood.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Words {
    /// For the one shown first.
    pub a: Vec<String>,
    /// For the one shown second.
    pub b: Vec<String>,
    /// For neither over the other.
    pub equal: Vec<String>,
    /// Where it was asked how much better one is: by how many degrees the first is over the second, with a minus where the
    /// second is over the first: `{ "A much better" = 2, "A slightly better" = 1, "B much better" = -2 }`.
    pub grades: BTreeMap<String, i32>,
}

/// What was asked, as a mapping says it.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CriterionMapping {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: Option<String>,
    /// What stands for it in the criterion column; its id when absent.
    pub written: Option<String>,
    /// Its own column, when each criterion has one.
    pub column: Option<String>,
    /// Which end is better.
    pub better: Option<Better>,
    /// How it was asked.
    pub response: Option<Response>,
}

impl Mapping {
    /// Whether a cell holds no answer.
    #[must_use]
    pub fn is_missing(&self, cell: &str) -> bool {
        let cell = cell.trim();
        cell.is_empty() || MISSING.contains(&cell) || self.missing.iter().any(|word| word.trim() == cell)
    }

    /// Whether numbers far from the others are said to be answers like them.
    #[must_use]
    pub fn keeps_far_numbers(&self) -> bool {
        self.import.get("far_numbers").and_then(toml::Value::as_bool).unwrap_or(false)
    }

    /// The columns that something is read from.
    #[must_use]
    pub fn columns(&self) -> Vec<&str> {
        let single = [
            &self.participant,
            &self.item,
            &self.criterion,
            &self.system,
            &self.value,
            &self.choice,
            &self.best,
            &self.worst,
            &self.list,
            &self.attempt,
            &self.position,
            &self.active_secs,
            &self.session_secs,
            &self.excluded,
        ];
        let several = self.shown.iter().chain(&self.ranks).chain(&self.strata).chain(self.only.keys());
        let own = self.criteria.iter().filter_map(|criterion| criterion.column.as_ref());
        single.into_iter().flatten().chain(several).chain(own).map(String::as_str).collect()
    }

    /// Reads `mapping.toml`.
    ///
    /// # Errors
    /// In words with the line, when it is something else.
    pub fn read(text: &str) -> Result<Mapping, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// The same mapping, with what it does not say guessed from the names of the columns.
    #[must_use]
    pub fn with_guesses_from(mut self, table: &Table) -> Mapping {
        let find = |names: &[&str]| {
            let found = names
                .iter()
                .find_map(|name| table.columns().iter().find(|column| column.name().eq_ignore_ascii_case(name)));
            found.map(|column| column.name().to_owned())
        };
        let fill = |slot: &mut Option<String>, names: &[&str]| {
            if slot.is_none() {
                *slot = find(names);
            }
        };
        const PEOPLE: [&str; 9] = [
            "participant",
            "rater",
            "annotator",
            "worker",
            "judge",
            "participant_id",
            "rater_id",
            "annotator_id",
            "worker_id",
        ];
        const ITEMS: [&str; 11] = [
            "item",
            "item_id",
            "question",
            "document",
            "doc",
            "prompt_id",
            "question_id",
            "doc_id",
            "document_id",
            "segment_id",
            "example_id",
        ];
        fill(&mut self.participant, &PEOPLE);
        fill(&mut self.item, &ITEMS);
        fill(&mut self.criterion, &["criterion", "dimension", "aspect", "quality_criterion"]);
        fill(&mut self.list, &["list"]);
        fill(&mut self.attempt, &["attempt"]);
        fill(&mut self.position, &["position"]);
        fill(&mut self.active_secs, &["active_secs"]);
        fill(&mut self.session_secs, &["session_secs", "session_seconds"]);
        fill(&mut self.excluded, &["excluded"]);
        if self.shown.is_empty() && self.system.is_none() {
            match (find(&["system_a", "system_1", "model_a"]), find(&["system_b", "system_2", "model_b"])) {
                (Some(a), Some(b)) => self.shown = vec![a, b],
                (_, _) => fill(&mut self.system, &["system", "model", "output"]),
            }
        }
        let own_columns = self.criteria.iter().any(|criterion| criterion.column.is_some());
        let said = self.value.is_some() || self.choice.is_some() || self.best.is_some() || !self.ranks.is_empty();
        if !said && !own_columns {
            fill(&mut self.best, &["best"]);
            fill(&mut self.worst, &["worst"]);
            if self.shown.len() == 2 && self.best.is_none() {
                fill(&mut self.choice, &["choice", "preference", "winner", "label"]);
            }
            if self.choice.is_none() && self.best.is_none() {
                fill(&mut self.value, &["value", "rating", "score", "judgement", "answer", "rank"]);
            }
        }
        self
    }
}
