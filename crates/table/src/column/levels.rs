//! The different cells of a column, each kept once.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use super::codes::MISSING;

/// Different texts, each with its number.
#[derive(Debug, Default)]
pub(super) struct Levels {
    all: Vec<String>,
    /// The last level with this hash.
    by_hash: HashMap<u64, u32>,
    /// For each level the one before it with the same hash.
    before: Vec<Option<u32>>,
    hasher: RandomState,
}

impl Levels {
    /// The number of a text, which is added where it is new.
    pub(super) fn number(&mut self, text: &str) -> u32 {
        let hash = self.hasher.hash_one(text);
        let last = self.by_hash.get(&hash).copied();
        let mut alike = last;
        while let Some(number) = alike {
            if self.all[number as usize] == text {
                return number;
            }
            alike = self.before[number as usize];
        }
        let number = u32::try_from(self.all.len()).unwrap_or(MISSING);
        self.all.push(text.to_owned());
        self.before.push(last);
        self.by_hash.insert(hash, number);
        number
    }

    pub(super) fn get(&self, number: u32) -> Option<&str> {
        self.all.get(number as usize).map(String::as_str)
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn into_texts(self) -> Vec<String> {
        self.all
    }
}
