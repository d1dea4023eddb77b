//! What was asked: as the mapping says, as the study says, or guessed from the answers.

use std::collections::{BTreeSet, HashMap};

use study::Study;
use study::file::Better;
use study::response::{BestWorst, Choice, Choosable, Count, Pairwise, Ranking, Rating, Response, Slider, Text};
use table::Table;

use super::cells::{MappedCriterion, is_missing};
use super::misfit::{
    TableMisfit, Tally, UnreadValues, date_hint, decimal_comma_hint, is_date, is_decimal_comma, toml_list,
};
use super::{choice, column};
use crate::mapping::CriterionMapping;
use crate::{Criterion, Mapping, counts_faults, far_numbers, is_called, suggests_lower};

/// The criteria of a table, each with where its answers stand. What is guessed is noted.
pub(super) fn criteria(
    table: &Table,
    mapping: &Mapping,
    study: Option<&Study>,
    notes: &mut Vec<String>,
) -> Result<Vec<MappedCriterion>, TableMisfit> {
    let given: Vec<CriterionMapping> = match (mapping.criteria.as_slice(), study, &mapping.criterion) {
        ([], Some(study), Some(_)) => study.criteria.iter().map(|c| only_id(&c.id.0)).collect(),
        ([], Some(study), None) => study.criteria.iter().take(1).map(|c| only_id(&c.id.0)).collect(),
        ([], None, Some(name)) => {
            let found: BTreeSet<&str> = column(table, name)?.distinct().into_iter().map(str::trim).collect();
            found.into_iter().map(only_id).collect()
        }
        ([], None, None) => vec![only_id(mapping.value.as_deref().unwrap_or("preference"))],
        (given, _, _) => given.to_vec(),
    };
    given.into_iter().map(|given| map_criterion(table, mapping, study, (given, notes))).collect()
}

fn map_criterion(
    table: &Table,
    mapping: &Mapping,
    study: Option<&Study>,
    (given, notes): (CriterionMapping, &mut Vec<String>),
) -> Result<MappedCriterion, TableMisfit> {
    let known = study.and_then(|study| {
        let number = study.criteria.iter().position(|criterion| criterion.id.0 == given.id)?;
        Some(Criterion::from_study(study, number))
    });
    let response = match given.response.clone().or(known.as_ref().map(|known| known.response.clone())) {
        Some(response) => response,
        None => {
            let guessed = guess_response(table, mapping, &given)?;
            if mapping.ranks.is_empty() {
                notes.extend(describe(
                    &given.id,
                    &guessed,
                    says_lower(&given, mapping, &guessed).then_some(Better::Lower),
                ));
            }
            guessed
        }
    };
    let guessed = given.response.is_none() && known.is_none();
    let declared = given.better.or(known.as_ref().map(|known| known.better));
    let (better, better_known) = match declared {
        Some(declared) => (declared, true),
        None => usual_direction(&given, mapping, (&response, guessed)),
    };
    if !better_known {
        notes.push(format!(
            "nothing says which numbers of `{0}` are better, and its name suggests the lower ones: these are taken to be better. \
             To declare it, give the criterion `{0}` in the mapping `better = \"lower\"` or `better = \"higher\"`",
            given.id
        ));
    }
    let name = given.name.or(known.map(|known| known.name)).unwrap_or_else(|| given.id.clone());
    Ok(MappedCriterion {
        criterion: Criterion {
            id: given.id.clone(),
            name,
            response,
            ends_known: !guessed,
            better,
            better_known,
            part: None,
            cannot_judge: Vec::new(),
            confidence: Vec::new(),
            only_if: None,
        },
        written: given.written.unwrap_or(given.id),
        column: given.column.or_else(|| mapping.value.clone()),
        long: mapping.system.is_some() && mapping.shown.is_empty(),
    })
}

fn only_id(id: &str) -> CriterionMapping {
    CriterionMapping { id: id.to_owned(), name: None, written: None, column: None, better: None, response: None }
}

/// How a criterion must have been asked, from the columns and the answers in them.
fn guess_response(table: &Table, mapping: &Mapping, given: &CriterionMapping) -> Result<Response, TableMisfit> {
    if mapping.best.is_some() {
        return Ok(Response::BestWorst(BestWorst { best: None, worst: None }));
    }
    if !mapping.ranks.is_empty() {
        return Ok(Response::Ranking(Ranking { ties: true }));
    }
    let Some(name) = mapping.choice.as_ref().or(given.column.as_ref()).or(mapping.value.as_ref()) else {
        return Err(TableMisfit::Unsaid {
            file: table.file().to_owned(),
            what: "the answer",
            flag: " or with --value, --choice or --best and --worst",
        });
    };
    // One value about two outputs shown together is a choice between them, whatever it looks like.
    if mapping.choice.is_some() || mapping.shown.len() == 2 {
        let cells = column(table, name)?;
        let answers = cells.distinct();
        let is_answer =
            |cell: &&str| !is_missing(cell, mapping) && !mapping.invalid.iter().any(|word| word.trim() == cell.trim());
        if let Some(graded) = choice::graded_response(&mapping.words, answers.into_iter().filter(is_answer)) {
            return Ok(Response::Pairwise(graded));
        }
        let ties = cells.iter().flatten().any(|cell| choice::is_equal(cell, &mapping.words));
        return Ok(Response::Pairwise(Pairwise { ties, equal: None, degrees: Vec::new() }));
    }
    guess_from_values(table, mapping, given, name)
}

/// Few whole numbers are a rating, from the lowest to the highest seen; other numbers a slider; a few different words a choice,
/// and many a text. Numbers and words in one column are neither.
fn guess_from_values(
    table: &Table,
    mapping: &Mapping,
    given: &CriterionMapping,
    name: &str,
) -> Result<Response, TableMisfit> {
    let values = column(table, name)?;
    let about = mapping.criterion.as_deref().map(|name| column(table, name)).transpose()?;
    let written = given.written.as_ref().unwrap_or(&given.id);
    let answer = |row: usize| {
        let cell = values.get(row).map(str::trim).filter(|cell| !is_missing(cell, mapping))?;
        let is_other = about.is_some_and(|about| about.get(row).unwrap_or_default().trim() != written);
        (!is_other && !mapping.invalid.iter().any(|word| word.trim() == cell)).then_some(cell)
    };
    let mut found: HashMap<u64, usize> = HashMap::new();
    let mut words: BTreeSet<&str> = BTreeSet::new();
    let mut tally = Tally::default();
    for (row, cell) in (0..table.len()).filter_map(|row| Some((row, answer(row)?))) {
        if let Some(number) = parse_finite(cell) {
            // Zero has two signs and is one number.
            *found.entry((number + 0.0).to_bits()).or_default() += 1;
        } else {
            words.insert(cell);
            tally.count(cell, table.row_number(row));
        }
    }
    let mut numbers: Vec<(f64, usize)> = found.into_iter().map(|(bits, count)| (f64::from_bits(bits), count)).collect();
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some((low, _)), Some((high, _))) = (numbers.first().copied(), numbers.last().copied()) else {
        return guess_from_words(&words, (table, name), tally);
    };
    if !words.is_empty() {
        let values = tally.into_values();
        return Err(TableMisfit::Values(vec![UnreadValues {
            file: table.file().to_owned(),
            column: name.to_owned(),
            wanted: "numbers like the others".to_owned(),
            remedy: format!(
                "{}{}if they mean that there is no answer, add to the mapping\n  missing = {}\n(or give --missing for each); if they \
                 are options to choose from, give the criterion `{}` a response: {{ kind = \"choice\", options = […] }}",
                decimal_comma_hint(&values),
                date_hint(&values),
                toml_list(words),
                given.id
            ),
            values,
        }]));
    }
    let names: Vec<&str> = names(given, mapping).map(String::as_str).collect();
    if !mapping.keeps_far_numbers() {
        let far = far_numbers(&numbers, &names);
        let is_far = |cell: &str| parse_finite(cell).is_some_and(|it| far.iter().any(|far| (far - it).abs() <= 0.0));
        refuse_far(
            (table, name),
            &numbers,
            (0..table.len()).filter_map(|row| Some((row, answer(row).filter(|it| is_far(it))?))),
        )?;
    }
    if numbers.iter().any(|(number, _)| number.fract().abs() > 0.0) {
        return Ok(Response::Slider(Slider { minimum: low, maximum: high, step: None, low: None, high: None }));
    }
    let systems = mapping.system.as_deref().filter(|_| mapping.shown.is_empty()).and_then(|name| table.column(name));
    Ok(guess_from_whole_numbers(&names, (low, high), systems.map_or(0, |systems| systems.distinct().len())))
}

fn parse_finite(cell: &str) -> Option<f64> {
    cell.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Refuses numbers far from all others, which may stand for no answer.
fn refuse_far<'c>(
    (table, name): (&Table, &str),
    numbers: &[(f64, usize)],
    far: impl Iterator<Item = (usize, &'c str)>,
) -> Result<(), TableMisfit> {
    let mut tally = Tally::default();
    far.for_each(|(row, cell)| tally.count(cell, table.row_number(row)));
    if tally.is_empty() {
        return Ok(());
    }
    let values = tally.into_values();
    let is_far = |number: f64| values.iter().any(|(value, _)| parse_finite(value) == Some(number));
    let mut rest = numbers.iter().map(|(number, _)| *number).filter(|number| !is_far(*number));
    let (low, high) = (rest.next().unwrap_or_default(), rest.next_back().unwrap_or_default());
    let options: Vec<String> = values.iter().map(|(value, _)| format!("--missing={value}")).collect();
    Err(TableMisfit::Values(vec![UnreadValues {
        file: table.file().to_owned(),
        column: name.to_owned(),
        wanted: format!("like the others, which go from {low} to {high}"),
        remedy: format!(
            "if they stand for no answer, add to the mapping\n  missing = {}\n(or give {}); if they are answers like the others, \
             add\n  import.far_numbers = true",
            toml_list(values.iter().map(|(value, _)| value.as_str())),
            options.join(" ")
        ),
        values,
    }]))
}

/// A few different words are options, and many a text. Numbers with a comma are refused, and what a spreadsheet has made a date of.
fn guess_from_words(
    words: &BTreeSet<&str>,
    (table, name): (&Table, &str),
    tally: Tally,
) -> Result<Response, TableMisfit> {
    const MOST_OPTIONS: usize = 20;
    let refused = |wanted: &str, remedy: &str| {
        Err(TableMisfit::Values(vec![UnreadValues {
            file: table.file().to_owned(),
            column: name.to_owned(),
            wanted: wanted.to_owned(),
            remedy: remedy.to_owned(),
            values: tally.into_values(),
        }]))
    };
    if !words.is_empty() && words.iter().all(|word| is_decimal_comma(word) || word.parse::<f64>().is_ok()) {
        return refused(
            "numbers",
            "write decimals with a point, or bring the table in with `rejudge import`, which reads decimal commas",
        );
    }
    if !words.is_empty() && words.iter().all(|word| is_date(word)) {
        return refused(
            "answers",
            "dates such as `03. Apr` are what a spreadsheet makes of an answer like 3-4 or 3.4: write again what was answered, in a \
             column that is formatted as text",
        );
    }
    let several = several_options(words);
    let options = several.as_ref().unwrap_or(words);
    if options.len() > MOST_OPTIONS {
        return Ok(Response::Text(Text { optional: true, lines: true, ..Text::default() }));
    }
    let options = options.iter().map(|word| Choosable::Words((*word).to_owned())).collect();
    Ok(Response::Choice(Choice { options, several: several.is_some(), allow_none: false }))
}

/// The options of answers such as `grammar; spelling`, where people chose several: no more than there are answers, so that some are
/// chosen alone or in different company.
fn several_options<'w>(words: &BTreeSet<&'w str>) -> Option<BTreeSet<&'w str>> {
    const BETWEEN: [char; 2] = [';', '|'];
    let options: BTreeSet<&str> = words.iter().flat_map(|word| word.split(BETWEEN)).map(str::trim).collect();
    let is_joined = words.iter().any(|word| word.contains(BETWEEN));
    (is_joined && options.len() <= words.len() && !options.contains("")).then_some(options)
}

/// Places where a column or criterion is called so and no number is above that of the systems, counts where it counts faults; else a
/// rating, or a slider where there are many points.
fn guess_from_whole_numbers(names: &[&str], (low, high): (f64, f64), systems: usize) -> Response {
    const MOST_POINTS: f64 = 20.0;
    if low >= 1.0 && high <= systems as f64 && names.iter().any(|name| is_called(name, &PLACES)) {
        return Response::Ranking(Ranking { ties: true });
    }
    if low >= 0.0 && names.iter().any(|name| counts_faults(name)) {
        let beyond = (high > 1000.0).then_some(high as u32);
        return Response::Count(Count { maximum: beyond, ..Count::default() });
    }
    if high - low < MOST_POINTS {
        return Response::Rating(Rating { points: (high - low) as u32 + 1, minimum: Some(low as i32), labels: None });
    }
    Response::Slider(Slider { minimum: low, maximum: high, step: None, low: None, high: None })
}

/// The names that a criterion has: those of the column with its answers, of what stands for it beside them, and its own.
fn names<'a>(given: &'a CriterionMapping, mapping: &'a Mapping) -> impl Iterator<Item = &'a String> {
    let column = given.column.as_ref().or(mapping.value.as_ref());
    column.into_iter().chain(&given.written).chain([&given.id]).chain(&given.name)
}

/// Which end is better where nothing declares it, and whether that is known: names may suggest the lower one and leave it open.
fn usual_direction(
    given: &CriterionMapping,
    mapping: &Mapping,
    (response, guessed): (&Response, bool),
) -> (Better, bool) {
    match response {
        Response::Ranking(_) => (Better::Lower, true),
        Response::Count(_) if guessed => (Better::Lower, true),
        Response::Rating(_) | Response::Slider(_) if guessed && says_lower(given, mapping, response) => {
            (Better::Lower, true)
        }
        Response::Rating(_) | Response::Slider(_) | Response::Count(_)
            if names(given, mapping).any(|name| suggests_lower(name) || is_called(name, &PLACES)) =>
        {
            (Better::Lower, false)
        }
        Response::Count(_)
        | Response::Rating(_)
        | Response::Slider(_)
        | Response::Pairwise(_)
        | Response::BestWorst(_)
        | Response::Choice(_)
        | Response::Spans(_)
        | Response::Text(_) => (Better::Higher, true),
    }
}

/// Whether the name of a column of numbers says that lower is better: `1 = best`, `7 = worst`, `lower is better`.
fn says_lower(given: &CriterionMapping, mapping: &Mapping, response: &Response) -> bool {
    let (low, high) = match response {
        Response::Rating(rating) => (rating.lowest().to_string(), rating.highest().to_string()),
        Response::Slider(slider) => (slider.minimum.to_string(), slider.maximum.to_string()),
        Response::Pairwise(_)
        | Response::BestWorst(_)
        | Response::Ranking(_)
        | Response::Choice(_)
        | Response::Count(_)
        | Response::Spans(_)
        | Response::Text(_) => return false,
    };
    names(given, mapping).any(|name| name_says_lower(&name.to_lowercase(), (&low, &high)))
}

fn name_says_lower(name: &str, (low, high): (&str, &str)) -> bool {
    let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let says = |number: &str, end: &str| {
        words.windows(2).any(|pair| pair == [number, end])
            || words.windows(3).any(|three| three == [number, "is", end])
            // Of `1 = worst, 7 = best` the 7 belongs to the best.
            || words.windows(2).enumerate().any(|(at, pair)| {
                pair == [end, number] && !at.checked_sub(1).is_some_and(|before| is_number(words[before]))
            })
    };
    words.windows(3).any(|three| three == ["lower", "is", "better"]) || says(low, "best") || says(high, "worst")
}

/// Words in the name of a column that say that its numbers are places, the first the best.
const PLACES: [&str; 5] = ["rank", "ranks", "ranking", "place", "places"];

/// A guess that a reader may want to correct.
fn describe(id: &str, guessed: &Response, said: Option<Better>) -> Option<String> {
    let better = if said == Some(Better::Lower) { ", of which lower is better, as the name says" } else { "" };
    let read = match guessed {
        Response::Rating(rating) => {
            let zero = if rating.lowest() == 0 { ", 0 being an answer and not the lack of one" } else { "" };
            format!(
                "ratings from {} to {}, the lowest and highest found{zero}{better}",
                rating.lowest(),
                rating.highest()
            )
        }
        Response::Slider(slider) => {
            format!("numbers from {} to {}, the lowest and highest found{better}", slider.minimum, slider.maximum)
        }
        Response::Choice(choice) => {
            let options: Vec<&str> = choice.options.iter().map(Choosable::id).collect();
            let one = if choice.several { "one or several" } else { "one" };
            format!("{one} of the options `{}`", options.join("`, `"))
        }
        Response::Text(_) => "free text".to_owned(),
        Response::Ranking(_) => "places of the systems that one person judged on one item, 1 the best".to_owned(),
        Response::Count(_) => "counts of what is wrong, of which fewer are better".to_owned(),
        Response::Pairwise(_) | Response::BestWorst(_) | Response::Spans(_) => return None,
    };
    Some(format!("`{id}` is read as {read}; to change that, give it a `response` in the mapping"))
}
