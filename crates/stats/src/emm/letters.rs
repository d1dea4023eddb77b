//! Letters that say which means differ.

/// The compact letter display: two means share a letter exactly when they do not differ.
///
/// Insert and absorb, after Piepho (2004), *An algorithm for a letter-based representation of
/// all-pairwise comparisons*, J. Comput. Graph. Stat. 13. `differ` holds the pairs of means that differ;
/// letters go to the means in their order.
#[must_use]
pub fn letters(means: usize, differ: &[(usize, usize)]) -> Vec<String> {
    let mut columns = vec![vec![true; means]];
    for (a, b) in differ {
        let (both, mut next): (Vec<_>, Vec<_>) = columns.into_iter().partition(|column| column[*a] && column[*b]);
        for column in both {
            for out in [a, b] {
                let mut split = column.clone();
                split[*out] = false;
                next.push(split);
            }
        }
        columns = drop_contained_columns(next);
    }
    columns.sort_by_key(|column| (0..means).map(|mean| !column[mean]).collect::<Vec<_>>());
    (0..means)
        .map(|mean| columns.iter().zip(names()).filter(|(column, _)| column[mean]).map(|(_, name)| name).collect())
        .collect()
}

/// Columns that are not part of another.
fn drop_contained_columns(mut columns: Vec<Vec<bool>>) -> Vec<Vec<bool>> {
    columns.sort();
    columns.dedup();
    let inside = |a: &Vec<bool>, b: &Vec<bool>| a != b && a.iter().zip(b).all(|(a, b)| !a || *b);
    columns.iter().filter(|column| !columns.iter().any(|other| inside(column, other))).cloned().collect()
}

/// a, b, …, z, a1, b1, …
fn names() -> impl Iterator<Item = String> {
    let round = |k: usize| if k == 0 { String::new() } else { k.to_string() };
    (0..).flat_map(move |k| ('a'..='z').map(move |letter| format!("{letter}{}", round(k))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_follow_the_pairs_that_differ() {
        let check = |means: usize, differ: &[(usize, usize)], expected: &str| {
            assert_eq!(letters(means, differ).join(" "), expected);
        };
        check(3, &[], "a a a");
        check(3, &[(0, 1), (0, 2), (1, 2)], "a b c");
        check(3, &[(0, 2)], "a ab b");
        check(4, &[(0, 2), (0, 3), (1, 3)], "a ab bc c");
        check(1, &[], "a");
    }

    proptest::proptest! {
        #[test]
        fn two_means_share_a_letter_exactly_when_they_do_not_differ(pattern in proptest::collection::vec(proptest::bool::ANY, 15)) {
            let pairs: Vec<(usize, usize)> = (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b))).collect();
            let differ: Vec<(usize, usize)> = pairs.iter().zip(&pattern).filter(|(_, yes)| **yes).map(|(pair, _)| *pair).collect();
            let all = letters(6, &differ);
            for pair in pairs {
                let share = all[pair.0].chars().any(|letter| all[pair.1].contains(letter));
                proptest::prop_assert_eq!(share, !differ.contains(&pair));
            }
        }
    }
}
