//! Which lists one person may do, decided before anyone arrives.
//!
//! Items are dealt so that the pages of one item stand in lists next to one another, counted round
//! the circle of lists ([`crate::deal`]). Two lists therefore share no item when they are at least as
//! far apart on the circle as an item has pages. An itinerary is a set of lists all that far apart, and
//! a person who stays within one itinerary never meets an item twice.

/// The itinerary of each of `lists` lists, numbered from 0, when an item has at most `shown` pages and
/// a person does at most `each` lists. `shown = 1` also serves where items may be repeated.
pub(crate) fn itineraries(lists: usize, shown: usize, each: usize) -> Vec<u32> {
    let (shown, each) = (shown.max(1), each.max(1));
    let (round, along) = (round_the_circle(lists, shown, each), along_the_circle(lists, shown, each));
    let count = |of: &[u32]| of.iter().max().copied();
    if count(&along) < count(&round) { along } else { round }
}

/// The most lists, up to `each`, that share no item.
pub(crate) fn possible(lists: usize, shown: usize, each: usize) -> usize {
    each.min(lists / shown.max(1)).max(lists.min(1))
}

/// Every `step`-th list, with the smallest step that keeps neighbours apart, also where the circle
/// closes, and gives nobody more than `each` lists. Every list on its own always works.
fn round_the_circle(lists: usize, shown: usize, each: usize) -> Vec<u32> {
    let least = lists.div_ceil(each).max(shown);
    let step = (least..lists).find(|step| lists.is_multiple_of(*step) || lists % step >= shown).unwrap_or(lists.max(1));
    (0..lists).map(|list| (list % step) as u32).collect()
}

/// Stretches of the circle that each hold `shown` itineraries side by side, as long as there is room;
/// what is left at the end holds shorter ones.
fn along_the_circle(lists: usize, shown: usize, each: usize) -> Vec<u32> {
    let mut of = Vec::with_capacity(lists);
    let mut next = 0;
    while of.len() < lists {
        let left = lists - of.len();
        let length = each.min(left / shown).max(1);
        let width = shown.min(left);
        of.extend((0..length * width).map(|place| next + (place % width) as u32));
        next += width as u32;
    }
    of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_one_itinerary_stay_apart_round_the_circle() {
        for lists in 1..40 {
            for shown in 1..=lists {
                for each in 1..=lists {
                    let of = itineraries(lists, shown, each);
                    let done = |i: u32| of.iter().filter(|other| **other == i).count();
                    let most = possible(lists, shown, each);
                    let people = *of.iter().max().unwrap() as usize + 1;
                    assert!(people < shown * (lists.div_ceil(shown * most) + 1), "{lists} {shown} {each}: {people}");
                    for a in 0..lists {
                        assert!(done(of[a]) <= most);
                        for b in (a + 1)..lists {
                            let apart = (b - a).min(lists - (b - a));
                            assert!(of[a] != of[b] || apart >= shown, "{lists} {shown} {each}: {a} {b}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_one_person_can_do_without_meeting_an_item_twice() {
        // (lists, pages per item, lists each) → lists that share no item
        for (lists, shown, each, expected) in
            [(10, 1, 10, 10), (12, 3, 4, 4), (12, 3, 5, 4), (10, 3, 3, 3), (10, 3, 4, 3), (7, 7, 2, 1), (9, 1, 2, 2)]
        {
            assert_eq!(possible(lists, shown, each), expected, "{lists} {shown} {each}");
        }
    }
}
