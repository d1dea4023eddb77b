//! What was asked: as the mapping says, as the study says, or guessed from the answers.

use std::collections::BTreeSet;

use study::Study;
use study::file::Better;
use study::response::{BestWorst, Choice, Choosable, Pairwise, Ranking, Rating, Response, Slider};
use table::{Column, Table};

use super::cells::Asked;
use super::{TableMisfit, column, criterion_of};
use crate::mapping::CriterionMapping;
use crate::{Criterion, Mapping};

/// The criteria of a table, each with where its answers stand.
pub(super) fn criteria(table: &Table, mapping: &Mapping, study: Option<&Study>) -> Result<Vec<Asked>, TableMisfit> {
    let said: Vec<CriterionMapping> = match (mapping.criteria.as_slice(), study, &mapping.criterion) {
        ([], Some(study), Some(_)) => study.criteria.iter().map(|c| unsaid(&c.id.0)).collect(),
        ([], Some(study), None) => study.criteria.iter().take(1).map(|c| unsaid(&c.id.0)).collect(),
        ([], None, Some(name)) => {
            let found: BTreeSet<&str> = column(table, name)?.iter().flatten().collect();
            found.into_iter().map(unsaid).collect()
        }
        ([], None, None) => vec![unsaid(mapping.value.as_deref().unwrap_or("preference"))],
        (said, _, _) => said.to_vec(),
    };
    said.into_iter().map(|said| asked(table, mapping, study, said)).collect()
}

fn asked(
    table: &Table,
    mapping: &Mapping,
    study: Option<&Study>,
    said: CriterionMapping,
) -> Result<Asked, TableMisfit> {
    let known = study.and_then(|study| study.criteria.iter().find(|c| c.id.0 == said.id)).map(criterion_of);
    let response = match said.response.clone().or(known.as_ref().map(|known| known.response.clone())) {
        Some(response) => response,
        None => response(table, mapping, &said)?,
    };
    let usual = if matches!(response, Response::Ranking(_)) { Better::Lower } else { Better::Higher };
    let better = said.better.or(known.as_ref().map(|known| known.better)).unwrap_or(usual);
    let name = said.name.or(known.map(|known| known.name)).unwrap_or_else(|| said.id.clone());
    Ok(Asked {
        criterion: Criterion { id: said.id.clone(), name, response, better },
        written: said.written.unwrap_or(said.id),
        column: said.column.or_else(|| mapping.value.clone()),
        long: mapping.system.is_some(),
    })
}

fn unsaid(id: &str) -> CriterionMapping {
    CriterionMapping { id: id.to_owned(), name: None, written: None, column: None, better: None, response: None }
}

/// How a criterion must have been asked, from the columns and the answers in them.
fn response(table: &Table, mapping: &Mapping, said: &CriterionMapping) -> Result<Response, TableMisfit> {
    if mapping.best.is_some() {
        return Ok(Response::BestWorst(BestWorst { best: None, worst: None }));
    }
    if !mapping.ranks.is_empty() {
        return Ok(Response::Ranking(Ranking { ties: true }));
    }
    if let Some(choice) = &mapping.choice {
        let equal = |cell: &str| mapping.words.equal.iter().any(|word| word.eq_ignore_ascii_case(cell.trim()));
        let ties = column(table, choice)?.iter().flatten().any(equal);
        return Ok(Response::Pairwise(Pairwise { ties, equal: None }));
    }
    let Some(name) = said.column.as_ref().or(mapping.value.as_ref()) else {
        return Err(TableMisfit::Unsaid {
            file: table.file().to_owned(),
            what: "the answer",
            flag: " or with --value, --choice or --best and --worst",
        });
    };
    Ok(of_values(column(table, name)?))
}

/// Few whole numbers are a rating, from the lowest to the highest seen; other numbers a slider, and
/// words a choice.
fn of_values(column: &Column) -> Response {
    const MOST_POINTS: f64 = 20.0;
    let cells: BTreeSet<&str> = column.iter().flatten().filter(|cell| !super::cells::missing(cell)).collect();
    let numbers: Option<Vec<f64>> =
        cells.iter().map(|cell| cell.trim().parse().ok().filter(|x: &f64| x.is_finite())).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else {
        let options = cells.into_iter().map(|cell| Choosable::Words(cell.to_owned())).collect();
        return Response::Choice(Choice { options, several: false, allow_none: false });
    };
    let (low, high) =
        numbers.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(*x), high.max(*x)));
    let whole = numbers.iter().all(|x| x.fract().abs() < f64::EPSILON);
    if whole && high - low < MOST_POINTS {
        Response::Rating(Rating { points: (high - low) as u32 + 1, minimum: Some(low as i32), labels: None })
    } else {
        Response::Slider(Slider { minimum: low, maximum: high, step: None, low: None, high: None })
    }
}
