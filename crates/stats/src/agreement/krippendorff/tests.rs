use proptest::prelude::*;

use super::*;
use crate::resample::Plan;

const LEVELS: [Level; 4] = [Level::Nominal, Level::Ordinal, Level::Interval, Level::Ratio];

/// A table with one line per rater, `.` for a missing value.
fn triplets(table: &str) -> (Vec<u32>, Vec<u32>, Vec<f64>) {
    let mut columns = (vec![], vec![], vec![]);
    for (rater, line) in table.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        for (item, cell) in line.split_whitespace().enumerate().filter(|(_, cell)| *cell != ".") {
            columns.0.push(rater as u32);
            columns.1.push(item as u32);
            columns.2.push(cell.parse().unwrap());
        }
    }
    columns
}

fn alpha(columns: &(Vec<u32>, Vec<u32>, Vec<f64>), level: Level) -> Result<Alpha> {
    krippendorff_alpha(&Ratings::new(&columns.0, &columns.1, &columns.2)?, level)
}

#[test]
fn krippendorffs_own_example_has_his_values() {
    // Krippendorff (2011), section E: four observers, twelve units; the last is rated once and drops out.
    let example = triplets(
        "1 2 3 3 2 1 4 1 2 . . .
         1 2 3 3 2 2 4 1 2 5 . 3
         . 3 3 3 2 3 4 2 2 5 1 .
         1 2 3 3 2 4 4 1 2 5 1 .",
    );
    for (level, published) in LEVELS.into_iter().zip([0.743, 0.815, 0.849, 0.797]) {
        let alpha = alpha(&example, level).unwrap();
        assert!((alpha.estimate.value - published).abs() < 0.0005, "{level:?} {}", alpha.estimate.value);
        assert_eq!((alpha.items, alpha.pairable, alpha.alone), (11, 40, 1));
    }
}

#[test]
fn degenerate_ratings_are_refused_with_a_reason() {
    let check = |table: &str, level, message: &str| {
        assert_eq!(alpha(&triplets(table), level).unwrap_err().to_string(), message);
    };
    check("", Level::Ordinal, "ratings: at least 2 needed, 0 found");
    check("1 2 3", Level::Ordinal, "items with two or more ratings: at least 1 needed, 0 found");
    check("1 . .\n. 2 .\n. . 3", Level::Nominal, "items with two or more ratings: at least 1 needed, 0 found");
    check("3 3 3\n3 3 3", Level::Interval, "the ratings do not vary, so alpha is undefined");
    check(
        "1 -2\n2 1",
        Level::Ratio,
        "a value on a ratio scale must be zero or more (or use the interval level), found -2",
    );
    let endless = (vec![0, 1], vec![0, 0], vec![1.0, f64::INFINITY]);
    assert_eq!(
        alpha(&endless, Level::Ratio).unwrap_err().to_string(),
        "the column of values holds a value that is not a finite number, at position 1"
    );
}

#[test]
fn raters_who_agree_have_one_and_those_who_never_do_less_than_zero() {
    for level in LEVELS {
        assert!((alpha(&triplets("1 2 3 9\n1 2 3 9"), level).unwrap().estimate.value - 1.0).abs() < 1e-15);
        assert!(alpha(&triplets("1 2 1 2\n2 1 2 1"), level).unwrap().estimate.value < 0.0);
    }
}

#[test]
fn drawing_items_raters_or_both_gives_intervals_of_growing_width() {
    let mut columns = (vec![], vec![], vec![]);
    for rater in 0..6u32 {
        for item in 0..60u32 {
            columns.0.push(rater);
            columns.1.push(item);
            columns.2.push(f64::from((item % 5 + (item * 7 + rater * (item % 3 + 1) * 5) % 3) % 5));
        }
    }
    let ratings = Ratings::new(&columns.0, &columns.1, &columns.2).unwrap();
    let plan = Plan { seed: 4, replicates: 400 };
    let error = |drawn| {
        let replicates = alpha_replicates(&ratings, Level::Ordinal, drawn, plan).unwrap();
        assert_eq!(replicates.failed, 0);
        replicates.standard_error().unwrap()
    };
    let (items, raters, both) =
        (error(ResampleUnit::Items), error(ResampleUnit::Raters), error(ResampleUnit::ItemsAndRaters));
    assert!(both > items && both > raters, "{items} {raters} {both}");
    let singletons = error(ResampleUnit::Clusters(&columns.1));
    assert!((singletons - items).abs() < 1e-12);
    let clusters: Vec<u32> = columns.1.iter().map(|item| item / 10).collect();
    error(ResampleUnit::Clusters(&clusters));
}

#[test]
fn an_item_in_two_clusters_is_refused() {
    let (raters, items, values) = triplets("1 2\n2 2");
    let ratings = Ratings::new(&raters, &items, &values).unwrap();
    let plan = Plan { seed: 1, replicates: 2 };
    assert!(alpha_replicates(&ratings, Level::Nominal, ResampleUnit::Clusters(&[0, 1, 1, 1]), plan).is_err());
    assert!(alpha_replicates(&ratings, Level::Nominal, ResampleUnit::Clusters(&[0]), plan).is_err());
}

/// Between two and six raters, up to twelve items, some ratings missing, values 0 to 5.
fn some_ratings() -> impl Strategy<Value = (Vec<u32>, Vec<u32>, Vec<f64>)> {
    prop::collection::vec((0u32..6, 0u32..12, 0u32..6), 2..60).prop_map(|mut rows| {
        rows.sort_unstable();
        rows.dedup_by_key(|row| (row.0, row.1));
        let values = rows.iter().map(|row| f64::from(row.2)).collect();
        (rows.iter().map(|row| row.0).collect(), rows.iter().map(|row| row.1).collect(), values)
    })
}

fn value(columns: &(Vec<u32>, Vec<u32>, Vec<f64>), level: Level) -> Option<f64> {
    alpha(columns, level).ok().map(|alpha| alpha.estimate.value)
}

fn is_same(left: Option<f64>, right: Option<f64>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => (left - right).abs() <= 1e-12 * (1.0 + left.abs()),
        (None, None) => true,
        _ => false,
    }
}

proptest! {
    #[test]
    fn who_rated_and_in_which_order_plays_no_part(columns in some_ratings(), shift in 0usize..50) {
        let mut other = columns.clone();
        for rater in &mut other.0 { *rater = (*rater * 5 + 3) % 6 + 1000; }
        let n = other.0.len();
        other.0.rotate_left(shift % n);
        other.1.rotate_left(shift % n);
        other.2.rotate_left(shift % n);
        for level in LEVELS {
            prop_assert!(is_same(value(&columns, level), value(&other, level)));
        }
    }

    #[test]
    fn transformations_that_a_level_permits_change_nothing(columns in some_ratings()) {
        let with = |change: fn(f64) -> f64| {
            (columns.0.clone(), columns.1.clone(), columns.2.iter().map(|x| change(*x)).collect::<Vec<_>>())
        };
        let check = |level, change| is_same(value(&columns, level), value(&with(change), level));
        prop_assert!(check(Level::Nominal, |x| (x * 7.0 + 3.0) % 11.0), "renaming categories");
        prop_assert!(check(Level::Ordinal, |x| x.exp()), "a monotone transformation");
        prop_assert!(check(Level::Ordinal, |x| 5.0 - x), "reversing the scale");
        prop_assert!(check(Level::Interval, |x| 5.0 - x), "reversing the scale");
        prop_assert!(check(Level::Interval, |x| 1e6 + 3.5 * x), "another origin and step");
        prop_assert!(check(Level::Ratio, |x| 0.25 * x), "another step");
    }

    #[test]
    fn a_rating_that_stands_alone_adds_nothing(columns in some_ratings(), stray in 0u32..9) {
        let mut more = columns.clone();
        more.0.push(0);
        more.1.push(999);
        more.2.push(f64::from(stray));
        for level in LEVELS {
            prop_assert!(is_same(value(&columns, level), value(&more, level)));
        }
    }

    #[test]
    fn the_fast_way_and_the_general_way_agree(columns in some_ratings(), seed in any::<u64>()) {
        let ratings = Ratings::new(&columns.0, &columns.1, &columns.2).unwrap();
        let tally = Tally::new(&ratings);
        let items = tally.items();
        let compact = compact::Compact::new(&tally, &(0..items as u32).collect::<Vec<_>>(), items);
        let mut drawn = vec![0; items];
        for level in LEVELS {
            let whole = Disagreement::from_tally(&tally, level, Weights::Counts, &mut Vec::new()).alpha();
            prop_assert!(is_same(value(&columns, level), whole), "{:?} of all items", level);
            let mut stream = crate::resample::Stream::new(seed, 0);
            let fast = compact.replicate(level, &mut compact.workspace(), &mut stream.clone());
            stream.multiplicities(&mut drawn);
            let general = Disagreement::from_tally(&tally, level, Weights::Items(&drawn), &mut Vec::new()).alpha();
            prop_assert!(is_same(fast, general), "{:?} {:?} {:?}", level, fast, general);
        }
    }
}
