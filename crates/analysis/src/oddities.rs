//! What makes numbers wrong or incomplete without looking so: rows entered twice, one name in two spellings, codes such as −99
//! among ratings, systems of which no judgement counts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use dataset::{Dataset, Judgement, Subject};
use study::response::{Answer, Response};

use crate::sheet::Sheet;
use crate::uneven_order;

/// How many ids or values one remark names.
const MOST_NAMED: usize = 5;

/// Adds a remark for each.
pub(crate) fn add_remarks(sheet: &mut Sheet, dataset: &Dataset) {
    let items: Vec<&str> = dataset.items.iter().map(|item| item.id.as_str()).collect();
    let systems: Vec<&str> = dataset.systems.iter().map(|system| system.id.as_str()).collect();
    let people: Vec<&str> = dataset.participants.iter().map(String::as_str).collect();
    let spelled = [("participants", people), ("items", items), ("systems", systems)];
    let remarks = repeats(dataset).into_iter().chain(spelled.iter().filter_map(|(what, ids)| spellings(what, ids)));
    remarks.chain(systems_without_judgements(dataset)).for_each(|text| sheet.remark(text, []));
    (0..dataset.criteria.len()).for_each(|criterion| add_remarks_on_answers(sheet, dataset, criterion));
}

fn add_remarks_on_answers(sheet: &mut Sheet, dataset: &Dataset, criterion: usize) {
    let of_criterion =
        |judgement: &&Judgement| judgement.criterion == criterion && matches!(judgement.subject, Subject::Item { .. });
    let mut values: Vec<f64> =
        dataset.included_judgements().filter(of_criterion).filter_map(|it| it.answer.number()).collect();
    values.sort_by(f64::total_cmp);
    let asked = &dataset.criteria[criterion];
    if let (Some(first), Some(last)) = (values.first(), values.last())
        && values.len() > 1
        && first.total_cmp(last).is_eq()
    {
        sheet.remark(format!("{}: everyone answered {first}, so there is nothing to compare", asked.name), []);
    }
    if matches!(asked.response, Response::Ranking(_)) {
        let rankings: Vec<&[u16]> =
            dataset.included_judgements().filter(of_criterion).filter_map(|it| placed_systems(it)).collect();
        partial_rankings(&rankings).into_iter().for_each(|text| sheet.remark(format!("{}: {text}", asked.name), []));
    }
    uneven_order::remarks(dataset, criterion).into_iter().for_each(|text| sheet.remark(text, []));
    if !asked.ends_known && matches!(asked.response, Response::Rating(_) | Response::Slider(_)) {
        outliers(&values).into_iter().for_each(|text| sheet.remark(format!("{}: {text}", asked.name), []));
    }
}

fn placed_systems(judgement: &Judgement) -> Option<&[u16]> {
    match (&judgement.subject, &judgement.answer) {
        (Subject::Item { systems, .. }, Answer::Ranking(_)) => Some(systems),
        (_, _) => None,
    }
}

/// Rankings of some of the systems, where not every two of them meet equally often: an average place then depends on what else was placed.
fn partial_rankings(rankings: &[&[u16]]) -> Option<String> {
    let all: BTreeSet<u16> = rankings.iter().copied().flatten().copied().collect();
    let partial = rankings.iter().filter(|placed| placed.len() < all.len()).count();
    let mut together: BTreeMap<(u16, u16), usize> = BTreeMap::new();
    for placed in rankings {
        for (at, one) in placed.iter().enumerate() {
            placed[at + 1..].iter().for_each(|two| *together.entry((*one.min(two), *one.max(two))).or_default() += 1);
        }
    }
    let size = rankings.first().map_or(0, |placed| placed.len());
    let pairs = all.len() * all.len().saturating_sub(1) / 2;
    let (least, most) = (together.values().min().copied()?, together.values().max().copied()?);
    // A design that shows every two systems equally often, give or take a tenth, treats all alike.
    let is_balanced =
        together.len() == pairs && most - least <= most / 10 && rankings.iter().all(|placed| placed.len() == size);
    (partial > 0 && !is_balanced).then(|| {
        format!(
            "{partial} of {} rankings place only some of the {} systems, by places among these: average ranks compare unlike pages; the \
             differences of the model compare systems within pages",
            rankings.len(),
            all.len()
        )
    })
}

/// Judgements by the same person of the same outputs on the same criterion.
fn repeats(dataset: &Dataset) -> Option<String> {
    let mut seen: HashMap<(u32, usize, usize, &[u16]), Vec<&Answer>> = HashMap::new();
    let (mut repeated, mut alike) = (0, 0);
    for judgement in dataset.included_judgements() {
        let Subject::Item { item, systems } = &judgement.subject else { continue };
        let earlier = seen.entry((judgement.participant, judgement.criterion, *item, systems)).or_default();
        repeated += usize::from(!earlier.is_empty());
        alike += usize::from(earlier.contains(&&judgement.answer));
        earlier.push(&judgement.answer);
    }
    (repeated > 0).then(|| {
        let verb = if repeated == 1 { "judgement repeats" } else { "judgements repeat" };
        format!(
            "{repeated} {verb} the same person, item, system and criterion, {alike} of them with the same answer. All \
             are counted, as if people had been asked again; remove rows that are copies, because with them intervals \
             are too narrow"
        )
    })
}

/// Systems that tables would leave out without a word.
fn systems_without_judgements(dataset: &Dataset) -> Option<String> {
    let mut judged = vec![false; dataset.systems.len()];
    for judgement in dataset.included_judgements() {
        if let Subject::Item { systems, .. } = &judgement.subject {
            systems.iter().for_each(|system| judged[usize::from(*system)] = true);
        }
    }
    let absent = || dataset.systems.iter().zip(&judged).filter(|(_, judged)| !**judged).map(|(system, _)| &system.name);
    (judged.contains(&true) && absent().next().is_some()).then(|| {
        let named = absent().map(String::as_str).collect::<Vec<_>>().join(", ");
        format!("No judgement counts for {named}: there is none, or all are excluded. The tables leave it out")
    })
}

/// The number that an id of digits says: `1`, `01` and `1.0` say one.
fn number(id: &str) -> Option<f64> {
    let is_plain = id.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    id.parse().ok().filter(|_| is_plain)
}

/// Ids that differ only in case or blanks, or in how one number is written.
fn spellings(what: &str, ids: &[&str]) -> Option<String> {
    let mut spelled: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for id in ids {
        let plain = id.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let plain = number(&plain).map_or(plain, |number| number.to_string());
        spelled.entry(plain).or_default().push(id);
    }
    let groups: Vec<String> = spelled
        .values()
        .filter(|ids| ids.len() > 1)
        .map(|ids| ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(" and "))
        .collect();
    let more = groups.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    (!groups.is_empty()).then(|| {
        let named = groups[..groups.len().min(MOST_NAMED)].join("; ");
        format!(
            "{what} whose ids differ only in case or blanks, or in how a number is written, count as different: {named}{more}. Spell \
             them alike if they are the same"
        )
    })
}

/// Rare values unlike all others, where nothing but the answers says what the scale is: far from them (farther from the middle 96 %
/// than these are from each other), below zero or zero beside a scale that starts at one, or not whole. `values` are sorted.
fn outliers(values: &[f64]) -> Vec<String> {
    let rare = values.len() / 50;
    if rare == 0 {
        return Vec::new();
    }
    let (low, high) = (values[rare], values[values.len() - 1 - rare]);
    let whole = |value: f64| value.fract().abs() < f64::EPSILON;
    let is_rating = values.iter().filter(|value| !whole(**value)).count() <= rare;
    let starts_at_one = is_rating && (low - 1.0).abs() < f64::EPSILON;
    let why_odd = |value: f64| {
        if value < low - (high - low) || value > high + (high - low) {
            Some("is far from all other answers, which go")
        } else if value < 0.0 && low >= 0.0 {
            Some("is below zero; the other answers go")
        } else if value.abs() < f64::EPSILON && starts_at_one {
            Some("is below the other answers, which go")
        } else if !whole(value) && is_rating {
            Some("is not a whole number; the other answers are, and go")
        } else {
            None
        }
    };
    let mut odd: Vec<(f64, &str, usize)> = Vec::new();
    for (value, why) in values.iter().filter(|_| high > low).filter_map(|value| Some((*value, why_odd(*value)?))) {
        match odd.last_mut() {
            Some((known, _, count)) if known.total_cmp(&value).is_eq() => *count += 1,
            _ => odd.push((value, why, 1)),
        }
    }
    let words = |(value, why, count): &(f64, &str, usize)| {
        format!(
            "{value} was answered {count} of {} times and {why} from {low} to {high}. It counts as an answer; if it stands for \
             none, name it with `--missing={value}`",
            values.len()
        )
    };
    odd.iter().take(MOST_NAMED).map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_among_ratings_is_named_with_its_count() {
        let mut values: Vec<f64> = (0..300).map(|at| f64::from(at % 5 + 1)).collect();
        assert!(outliers(&values).is_empty());
        values[0] = -99.0;
        values.sort_by(f64::total_cmp);
        let said = outliers(&values);
        assert!(said[0].starts_with("-99 was answered 1 of 300 times") && said[0].contains("from 1 to 5"), "{said:?}");
        for (odd, why) in [
            (-1.0, "-1 was answered 1 of 300 times and is below zero; the other answers go from 1 to 5"),
            (0.0, "0 was answered 1 of 300 times and is below the other answers, which go from 1 to 5"),
            (
                3.5,
                "3.5 was answered 1 of 300 times and is not a whole number; the other answers are, and go from 1 to 5",
            ),
        ] {
            let mut values: Vec<f64> = (1..300).map(|at| f64::from(at % 5 + 1)).chain([odd]).collect();
            values.sort_by(f64::total_cmp);
            let said = outliers(&values);
            assert!(said.len() == 1 && said[0].starts_with(why), "{said:?}");
        }
        // A slider from 0 to 100, a scale that starts at zero and one from −2 to 2 have nothing odd.
        for scale in [0..101, 0..6, -2..3] {
            let mut values: Vec<f64> =
                (0..606).map(|at| f64::from(scale.start + at % (scale.end - scale.start))).collect();
            values.sort_by(f64::total_cmp);
            assert!(outliers(&values).is_empty(), "{scale:?}");
        }
        // The next point of a longer scale is no outlier.
        values[0] = 7.0;
        values.sort_by(f64::total_cmp);
        assert!(outliers(&values).is_empty());
    }

    #[test]
    fn rankings_of_some_of_the_systems_are_counted_unless_every_two_meet_equally_often() {
        let said = partial_rankings(&[&[0, 1, 2], &[0, 1], &[1, 0], &[0, 2, 1]]).unwrap();
        assert!(said.starts_with("2 of 4 rankings place only some of the 3 systems"), "{said}");
        assert_eq!(partial_rankings(&[&[0, 1, 2], &[2, 1, 0]]), None);
        assert_eq!(partial_rankings(&[&[0, 1], &[1, 2], &[2, 0]]), None);
        assert!(partial_rankings(&[&[0, 1], &[1, 0], &[1, 2]]).is_some());
    }

    #[test]
    fn a_system_of_which_no_judgement_counts_is_named() {
        let rows = "rater,item,system,rating\np1,i1,a,4\np1,i2,b,3\np2,i1,a,5\np2,i2,b,2\n";
        let table = table::Table::read("ratings.csv", rows.as_bytes()).unwrap();
        let mut dataset = dataset::from_table(&table, &dataset::Mapping::default(), None).unwrap();
        assert_eq!(systems_without_judgements(&dataset), None);
        let last = dataset.systems[0].clone();
        dataset.systems.push(dataset::System { name: "Third".to_owned(), ..last });
        let said = systems_without_judgements(&dataset).unwrap();
        assert!(said.starts_with("No judgement counts for Third:"), "{said}");
    }

    #[test]
    fn ids_that_look_alike_are_named() {
        assert_eq!(spellings("participants", &["p1", "p2"]), None);
        let said = spellings("participants", &["P1", "p1 ", "p2"]).unwrap();
        assert!(said.contains("`P1` and `p1 `") && !said.contains("p2"), "{said}");
        let said = spellings("items", &["01", "1", "1.0", "10"]).unwrap();
        assert!(said.contains("`01` and `1` and `1.0`.") && !said.contains("`10`"), "{said}");
    }
}
