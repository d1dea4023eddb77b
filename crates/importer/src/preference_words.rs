//! Words for a choice between two outputs, and for how much better one is.

use std::collections::{BTreeMap, BTreeSet};

use crate::question::{Choice, Question, quoted, quoted_list};

const FIRST: [&str; 4] = ["a", "first", "left", "1"];
const SECOND: [&str; 4] = ["b", "second", "right", "2"];
const NEITHER: [&str; 10] = ["same", "equal", "equally", "tie", "tied", "neither", "both", "similar", "draw", "alike"];
const WEAK: [&str; 8] = ["slightly", "little", "bit", "somewhat", "marginally", "barely", "weakly", "minimally"];
const STRONG: [&str; 11] = [
    "much",
    "far",
    "clearly",
    "strongly",
    "significantly",
    "lot",
    "definitely",
    "substantially",
    "considerably",
    "greatly",
    "way",
];

/// By how much the first is over the second, in words: 0 for neither, 1 for slightly, 2 for plainly, 3 for much.
fn strength(value: &str) -> Option<i32> {
    let lower = value.to_lowercase();
    // An article is no side.
    let lower = ["a little", "a bit", "a lot"].iter().fold(lower, |text, phrase| text.replace(phrase, &phrase[2..]));
    let words: Vec<&str> =
        lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    if has(&NEITHER) || words.windows(2).any(|two| two == ["no", "preference"] || two == ["no", "difference"]) {
        return Some(0);
    }
    let side = words
        .iter()
        .find_map(|word| if FIRST.contains(word) { Some(1) } else { SECOND.contains(word).then_some(-1) })?;
    let worse = words.contains(&"worse");
    let strength = if has(&WEAK) {
        1
    } else if has(&STRONG) {
        3
    } else {
        2
    };
    Some(if worse { -side * strength } else { side * strength })
}

/// Each value with its grade, where words say all of them: degrees that nobody used are not counted.
fn by_words(values: &[&str]) -> Option<BTreeMap<String, i32>> {
    let found: Option<Vec<i32>> = values.iter().map(|value| strength(value)).collect();
    let found = found?;
    let used: BTreeSet<i32> = found.iter().map(|strength| strength.abs()).filter(|strength| *strength > 0).collect();
    let degree = |strength: i32| used.iter().take_while(|used| **used <= strength.abs()).count() as i32;
    let grade = |strength: i32| degree(strength) * strength.signum();
    (!used.is_empty())
        .then(|| values.iter().map(|value| (*value).to_owned()).zip(found.into_iter().map(grade)).collect())
}

/// The sides of the numbers 1 and 2, between which 1.5 is neither, as AlpacaEval writes them.
fn by_halves(values: &[&str]) -> Option<BTreeMap<String, i32>> {
    let grade = |value: &&str| -> Option<(String, i32)> {
        let twice = value.trim().parse::<f64>().ok()? * 2.0;
        let grade = (2..=4).find(|known| (f64::from(*known) - twice).abs() < f64::EPSILON)?;
        Some(((*value).to_owned(), 3 - grade))
    };
    let found: BTreeMap<String, i32> = values.iter().map(grade).collect::<Option<_>>()?;
    found.values().any(|grade| *grade == 0).then_some(found)
}

/// Each value with its grade, where they are numbers around 0, or from 1 on; the lowest for the first.
fn by_numbers(values: &[&str]) -> Option<BTreeMap<String, i32>> {
    let numbers: Option<Vec<i32>> = values.iter().map(|value| value.trim().parse().ok()).collect();
    let numbers = numbers?;
    let (low, high) = (*numbers.iter().min()?, *numbers.iter().max()?);
    let grade = |number: i32| {
        if low < 0 {
            return -number;
        }
        // An even number of points has no middle.
        let half = high / 2;
        if high % 2 == 1 || number <= half { half + 1 - number } else { half - number }
    };
    let grades: Vec<i32> = numbers.iter().map(|number| grade(*number)).collect();
    let around = low < 0 && high > 0 || low >= 1 && high > 2;
    let few = grades.iter().all(|grade| grade.abs() <= 4);
    (around && few).then(|| values.iter().map(|value| (*value).to_owned()).zip(grades).collect())
}

/// The line of a mapping for these grades.
fn grades_line(grades: &BTreeMap<String, i32>) -> String {
    let mut pairs: Vec<(&String, &i32)> = grades.iter().collect();
    pairs.sort_by_key(|(_, grade)| std::cmp::Reverse(**grade));
    let pairs: Vec<String> = pairs.into_iter().map(|(word, grade)| format!("{} = {grade}", quoted(word))).collect();
    format!("words.grades = {{ {} }}", pairs.join(", "))
}

/// The line of a mapping for the sides alone.
fn sides_line(grades: &BTreeMap<String, i32>) -> String {
    let of = |sign: i32| {
        quoted_list(grades.iter().filter(|(_, grade)| grade.signum() == sign).map(|(word, _)| word.as_str()))
    };
    format!("words = {{ a = {}, b = {}, equal = {} }}", of(1), of(-1), of(0))
}

/// Asks about all values of a choice at once, where together they are a scale from one output to the other.
pub(crate) fn question(values: &[&str], columns: &[&str]) -> Option<Question> {
    let list = format!("`{}`", values.join("`, `"));
    let columns = format!("`{}`", columns.join("`, `"));
    let all_numbers = values.iter().all(|value| value.trim().parse::<f64>().is_ok());
    let numbers_between = || values.iter().any(|value| value.contains('.')) && all_numbers;
    let worded = by_halves(values).or_else(|| by_words(values).filter(|_| !numbers_between()));
    if let Some(grades) = worded.filter(|_| values.len() > 1) {
        let graded = grades.values().any(|grade| grade.abs() > 1);
        let sides = Choice {
            words: if graded { "only which of the two is better counts" } else { "yes" }.to_owned(),
            line: sides_line(&grades),
        };
        let degrees = Choice { words: "how much better counts, too".to_owned(), line: grades_line(&grades) };
        let sentence = format!(
            "are the answers {list} in {columns} about the output shown first (A) and the one shown second (B)?"
        );
        let choices = if graded { vec![degrees, sides] } else { vec![sides] };
        return Some(Question { sentence, choices, typed: None });
    }
    let grades = by_numbers(values)?;
    let turned: BTreeMap<String, i32> = grades.iter().map(|(word, grade)| (word.clone(), -grade)).collect();
    let choice = |words: &str, line: String| Choice { words: words.to_owned(), line };
    Some(Question {
        sentence: format!("which output is better by the answers {list} in {columns}, and how much?"),
        choices: vec![
            choice("the lower, the better the output shown first", grades_line(&grades)),
            choice("the higher, the better the output shown first", grades_line(&turned)),
            choice(
                "the lower numbers mean the first, the higher the second; how much does not count",
                sides_line(&grades),
            ),
            choice(
                "the higher numbers mean the first, the lower the second; how much does not count",
                sides_line(&turned),
            ),
        ],
        typed: None,
    })
}

#[cfg(test)]
mod tests {
    use super::{by_numbers, by_words, question};

    #[test]
    fn words_say_the_side_and_how_much() {
        let grades = by_words(&[
            "A much better",
            "A slightly better",
            "About the same",
            "B is a little better",
            "strongly prefer B",
        ])
        .unwrap();
        let of = |word: &str| grades[word];
        assert_eq!((of("A much better"), of("A slightly better"), of("About the same")), (2, 1, 0));
        assert_eq!((of("B is a little better"), of("strongly prefer B")), (-1, -2));
        assert_eq!(by_words(&["A is much worse", "A is better"]).unwrap()["A is much worse"], -2);
        assert!(by_words(&["red", "blue"]).is_none() && by_words(&["same"]).is_none());
    }

    #[test]
    fn numbers_around_a_middle_are_grades() {
        let five = by_numbers(&["1", "2", "3", "4", "5"]).unwrap();
        assert_eq!(five.values().copied().collect::<Vec<_>>(), [2, 1, 0, -1, -2]);
        let four = by_numbers(&["1", "2", "3", "4"]).unwrap();
        assert_eq!(four.values().copied().collect::<Vec<_>>(), [2, 1, -1, -2]);
        assert_eq!(by_numbers(&["-2", "0", "1"]).unwrap()["-2"], 2);
        assert!(by_numbers(&["1", "2"]).is_none() && by_numbers(&["0", "50"]).is_none());
    }

    #[test]
    fn sides_alone_are_asked_about_once() {
        let asked = question(&["A is better", "B is better", "No preference"], &["vote"]).unwrap();
        assert_eq!(asked.choices.len(), 1);
        assert_eq!(
            asked.choices[0].line,
            r#"words = { a = ["A is better"], b = ["B is better"], equal = ["No preference"] }"#
        );
        assert!(question(&["c"], &["vote"]).is_none());
        let halves = question(&["1.0", "1.5", "2.0"], &["preference"]).unwrap();
        assert_eq!(halves.choices[0].line, r#"words = { a = ["1.0"], b = ["2.0"], equal = ["1.5"] }"#);
        assert!(question(&["1.0", "1.2", "2.0"], &["preference"]).is_none());
    }
}
