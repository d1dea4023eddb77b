//! What models say of each system: means, strengths, and the spread between people and items.

use analysis::{Asked, Results};

use super::{Families, take};
use crate::document::{Section, slug};
use crate::figure::{Caption, Series, intervals};
use crate::number::Number;
use crate::section::family::{self, label, words};

pub(super) fn put<'a>(section: &mut Section, results: &'a Results, criterion: &Asked, rest: &mut Families<'a>) {
    let id = slug(&criterion.id);
    for (name, axis) in [("bt_strength", "log strength"), ("pl_strength", "log strength")] {
        let numbers = take(rest, name);
        let Some(first) = numbers.first() else { continue };
        let title = format!("{}: {}", criterion.name, first.method);
        let names: Vec<String> = numbers.iter().map(|named| label(results, named)).collect();
        let series = [Series {
            name: axis.to_owned(),
            numbers: numbers.iter().map(|named| Some(Number::from(*named))).collect(),
        }];
        let caption = Caption { id: format!("{}-{id}", slug(name)), title };
        section.figure(intervals(caption, &names, &series, axis));
    }
    for name in ["lmm_mean", "lmm_sd"] {
        let numbers = take(rest, name);
        let Some(first) = numbers.first() else { continue };
        let caption = format!("{}: {} ({})", criterion.name, words(name), first.method);
        section.table(family::table(results, format!("{}-{id}", slug(name)), caption, &numbers));
    }
}
