//! Words that are the points of a scale: `Strongly disagree` … `Strongly agree`.

use std::collections::BTreeMap;

use crate::question::{Choice, Question, quoted};
use crate::wide::shortened;

/// Scales from the lowest point to the highest. Words for one point stand between bars; a point with `?` counts only where
/// somebody chose one of these.
const SCALES: [&[&str]; 38] = [
    &[
        "strongly disagree|completely disagree|totally disagree",
        "somewhat disagree|slightly disagree|rather disagree",
        "neutral|neither agree nor disagree|neither|undecided|unsure",
        "somewhat agree|slightly agree|rather agree",
        "strongly agree|completely agree|totally agree",
    ],
    &[
        "strongly disagree|completely disagree|totally disagree",
        "disagree",
        "?somewhat disagree|slightly disagree|rather disagree",
        "neutral|neither agree nor disagree|neither|undecided|unsure",
        "?somewhat agree|slightly agree|rather agree",
        "agree",
        "strongly agree|completely agree|totally agree",
    ],
    &["bad", "poor", "fair", "good", "excellent"],
    &["very poor", "poor", "fair|average|acceptable|okay|ok|neutral", "good", "very good|excellent"],
    &["very bad|terrible", "bad", "average|acceptable|okay|ok|neutral|medium", "good", "very good|excellent"],
    &["poor", "fair", "good", "very good", "excellent"],
    &[
        "not at all|not",
        "slightly|a little|a bit|hardly",
        "somewhat|moderately|fairly",
        "very|mostly|quite",
        "extremely|completely|totally|perfectly|very much",
    ],
    &["one", "two", "three", "four", "five", "?six", "?seven", "?eight", "?nine", "?ten"],
    &["i", "ii", "iii", "iv", "v", "?vi", "?vii", "?viii", "?ix", "?x"],
    &["😡|😠|🤬|😭|😢|😞", "🙁|☹️|☹|😕|😟", "😐|😑|😶", "🙂|😊|😀|😃", "😍|😄|😁|🤩|🥰"],
    &["very low", "low", "medium|moderate|average", "high", "very high"],
    &["never", "rarely|seldom", "sometimes", "often", "always"],
    &["very unlikely", "unlikely", "neutral|unsure", "likely", "very likely"],
    &["very dissatisfied", "dissatisfied", "neutral", "satisfied", "very satisfied"],
    &[
        "much worse",
        "worse|slightly worse",
        "same|the same|about the same|equal",
        "better|slightly better",
        "much better",
    ],
    &[
        "stimme überhaupt nicht zu|stimme gar nicht zu",
        "stimme eher nicht zu",
        "neutral|weder noch|teils teils|teils/teils|unentschieden",
        "stimme eher zu",
        "stimme voll zu|stimme voll und ganz zu|stimme völlig zu",
    ],
    &[
        "stimme überhaupt nicht zu|stimme gar nicht zu",
        "stimme nicht zu",
        "?stimme eher nicht zu",
        "neutral|weder noch|teils teils|teils/teils|unentschieden",
        "?stimme eher zu",
        "stimme zu",
        "stimme voll zu|stimme voll und ganz zu|stimme völlig zu",
    ],
    &[
        "trifft nicht zu|trifft gar nicht zu",
        "trifft eher nicht zu",
        "?teils teils|teils/teils",
        "trifft eher zu",
        "trifft zu|trifft voll zu",
    ],
    &["nie", "selten", "manchmal", "oft|häufig", "immer"],
    &["sehr schlecht", "schlecht", "mittel|mittelmäßig|befriedigend|neutral", "gut", "sehr gut"],
    &[
        "pas du tout d'accord",
        "plutôt pas d'accord",
        "neutre|sans opinion|ni d'accord ni pas d'accord|ni d'accord, ni pas d'accord",
        "plutôt d'accord",
        "tout à fait d'accord",
    ],
    &[
        "pas du tout d'accord",
        "pas d'accord|en désaccord",
        "?plutôt pas d'accord",
        "neutre|ni d'accord ni pas d'accord|sans opinion",
        "?plutôt d'accord",
        "d'accord",
        "tout à fait d'accord",
    ],
    &["très mauvais|très mauvaise", "mauvais|mauvaise", "moyen|moyenne|acceptable", "bon|bonne", "très bon|très bonne"],
    &["jamais", "rarement", "parfois", "souvent", "toujours"],
    &[
        "totalmente en desacuerdo|muy en desacuerdo",
        "en desacuerdo",
        "neutral|ni de acuerdo ni en desacuerdo",
        "de acuerdo",
        "totalmente de acuerdo|muy de acuerdo",
    ],
    &[
        "muy malo|muy mala|muy mal",
        "malo|mala|mal",
        "regular|aceptable",
        "bueno|buena|bien",
        "muy bueno|muy buena|muy bien",
    ],
    &[
        "全くそう思わない|まったくそう思わない",
        "あまりそう思わない|どちらかといえばそう思わない",
        "どちらとも言えない|どちらともいえない|どちらでもない",
        "ややそう思う|まあそう思う|どちらかといえばそう思う",
        "とてもそう思う|強くそう思う|非常にそう思う",
    ],
    &[
        "そう思わない",
        "あまりそう思わない|どちらかといえばそう思わない",
        "どちらとも言えない|どちらともいえない|どちらでもない",
        "ややそう思う|まあそう思う|どちらかといえばそう思う",
        "そう思う",
    ],
    &[
        "全くそう思わない|まったくそう思わない",
        "そう思わない",
        "?あまりそう思わない|どちらかといえばそう思わない",
        "どちらとも言えない|どちらともいえない|どちらでもない",
        "?ややそう思う|まあそう思う|どちらかといえばそう思う",
        "そう思う",
        "とてもそう思う|強くそう思う|非常にそう思う",
    ],
    &["?ungenügend", "mangelhaft", "ausreichend", "befriedigend", "gut", "sehr gut"],
    &[
        "très faible",
        "faible",
        "moyen|moyenne",
        "fort|forte|élevé|élevée",
        "très fort|très forte|très élevé|très élevée",
    ],
    &["nunca", "rara vez|raramente|casi nunca", "a veces", "a menudo|con frecuencia|casi siempre", "siempre"],
    &[
        "非常不同意|完全不同意|强烈不同意",
        "不同意|比较不同意",
        "一般|中立|不确定|既不同意也不反对",
        "同意|比较同意",
        "非常同意|完全同意|强烈同意",
    ],
    &["非常差|很差", "差|较差", "一般|中等", "好|较好|良好", "非常好|很好"],
    &["非常不满意", "不满意|比较不满意", "一般|中立", "满意|比较满意", "非常满意"],
    &[
        "まったく自然でない|全く自然でない|とても不自然",
        "あまり自然でない|やや不自然",
        "どちらともいえない|どちらとも言えない",
        "やや自然",
        "とても自然",
    ],
    &[
        "completamente in disaccordo",
        "in disaccordo",
        "neutrale|né d'accordo né in disaccordo",
        "d'accordo",
        "completamente d'accordo",
    ],
    &["とても悪い|非常に悪い", "悪い", "普通|ふつう", "良い|よい", "とても良い|とてもよい|非常に良い"],
];

/// What the words of a column are as numbers, and which of them are taken for another.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct OrderedWords {
    pub(crate) numbers: BTreeMap<String, i32>,
    pub(crate) taken_for: Vec<(String, String)>,
    /// How many points the scale has, where it is known.
    pub(crate) points: Option<u32>,
}

/// The numbers of words that are points of one scale; a word that is nearly one of them is taken for it.
pub(crate) fn order_words(words: &[&str]) -> Option<OrderedWords> {
    // A scale on which all words stand as they are written goes before one with slips.
    let found = || SCALES.iter().filter_map(|scale| on_scale(scale, words));
    let whole = found().find(|found| found.taken_for.is_empty()).or_else(|| found().next());
    whole.or_else(|| before_a_shared_end(words)).or_else(|| order_codes(words))
}

/// The numbers of words such as `not at all fluent`, `slightly fluent`, `very fluent`, which end alike.
fn before_a_shared_end(words: &[&str]) -> Option<OrderedWords> {
    let split = |word: &str| -> Vec<String> { word.split_whitespace().map(str::to_lowercase).collect() };
    let (first, rest) = words.split_first()?;
    let first = split(first);
    let shared = rest.iter().fold(first.len(), |shared, word| {
        first.iter().rev().zip(split(word).iter().rev()).take(shared).take_while(|(one, other)| one == other).count()
    });
    let starts: Vec<String> = words
        .iter()
        .map(|word| {
            let parts = split(word);
            parts[..parts.len().saturating_sub(shared)].join(" ")
        })
        .collect();
    if shared == 0 || starts.iter().any(String::is_empty) {
        return None;
    }
    let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
    let found = SCALES.iter().filter_map(|scale| on_scale(scale, &starts)).find(|found| found.taken_for.is_empty())?;
    let numbers = words.iter().zip(&starts).map(|(word, start)| ((*word).to_owned(), found.numbers[*start])).collect();
    Some(OrderedWords { numbers, ..found })
}

/// The numbers of codes that differ in nothing else: `A1`, `A3`, `A5`, as LimeSurvey has them.
fn order_codes(words: &[&str]) -> Option<OrderedWords> {
    const MOST: i32 = 20;
    let split = |word: &str| -> Option<(String, i32)> {
        let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let number = word[letters.len()..].parse().ok().filter(|number| (0..=MOST).contains(number))?;
        (!letters.is_empty() && letters.chars().all(char::is_alphabetic)).then(|| (letters.to_owned(), number))
    };
    let codes: Option<Vec<(String, i32)>> = words.iter().map(|word| split(word)).collect();
    let codes = codes.filter(|codes| codes.len() > 2 && codes.iter().all(|(letters, _)| *letters == codes[0].0))?;
    let numbers =
        words.iter().map(|word| (*word).to_owned()).zip(codes.into_iter().map(|(_, number)| number)).collect();
    Some(OrderedWords { numbers, taken_for: Vec::new(), points: None })
}

fn on_scale(scale: &[&'static str], words: &[&str]) -> Option<OrderedWords> {
    let names = |point: &&'static str| point.trim_start_matches('?').split('|');
    let folded = |word: &str| word.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase().replace('’', "'");
    let exact = |word: &str| scale.iter().flat_map(names).find(|name| *name == folded(word));
    // Two words of a scale may be anything, as good and bad are.
    if words.iter().filter(|word| exact(word).is_some()).count() < 3 {
        return None;
    }
    let mut meant: Vec<(&str, &str)> = Vec::new();
    let mut taken_for = Vec::new();
    for word in words {
        let known = exact(word);
        let name = known.or_else(|| diag::nearest(&folded(word), scale.iter().flat_map(names)))?;
        if known.is_none() {
            taken_for.push(((*word).to_owned(), name.to_owned()));
        }
        meant.push((word, name));
    }
    let fine = meant
        .iter()
        .any(|(_, name)| scale.iter().any(|point| point.starts_with('?') && names(point).any(|it| it == *name)));
    let points: Vec<&&str> = scale.iter().filter(|point| fine || !point.starts_with('?')).collect();
    let number = |name: &str| points.iter().position(|point| names(point).any(|it| it == name)).map(|at| at as i32 + 1);
    let numbers: Option<BTreeMap<String, i32>> =
        meant.into_iter().map(|(word, name)| Some((word.to_owned(), number(name)?))).collect();
    Some(OrderedWords { numbers: numbers?, taken_for, points: u32::try_from(points.len()).ok() })
}

/// The line of a mapping that makes numbers of words, where they are the points of a scale.
#[must_use]
pub fn labels_line(words: &[&str]) -> Option<String> {
    order_words(words).map(|words| words.line())
}

impl OrderedWords {
    fn line(&self) -> String {
        let mut pairs: Vec<(&String, &i32)> = self.numbers.iter().collect();
        pairs.sort_by_key(|(word, number)| (**number, (*word).clone()));
        let pairs: Vec<String> =
            pairs.into_iter().map(|(word, number)| format!("{} = {number}", quoted(word))).collect();
        format!("import.labels = {{ {} }}", pairs.join(", "))
    }
}

/// Asks whether the words in these columns are the points of a scale.
pub(crate) fn question(columns: &[String], words: &OrderedWords) -> Question {
    const MOST: usize = 3;
    let slips: Vec<String> =
        words.taken_for.iter().map(|(word, name)| format!(" `{word}` is taken for “{name}”.")).collect();
    let list: Vec<String> = columns.iter().take(MOST).map(|name| shortened(name)).collect();
    let more = columns.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let choice = |words: &str, line: String| Choice { words: words.to_owned(), line };
    Question {
        sentence: format!("are the words in `{}`{more} the points of a scale?{}", list.join("`, `"), slips.concat()),
        choices: vec![
            choice("yes, with these numbers", words.line()),
            choice("no, they are options without an order", "import.unordered = true".to_owned()),
        ],
        typed: None,
    }
}

#[cfg(test)]
mod tests {
    use super::order_words;

    #[test]
    fn points_of_a_scale_are_numbered_and_slips_named() {
        let agree =
            order_words(&["Agree", "Strongly disagree", "Neutral", "Stongly agree", "Strongly  agree"]).unwrap();
        let of = |word: &str| agree.numbers[word];
        assert_eq!((of("Strongly disagree"), of("Neutral"), of("Agree"), of("Strongly  agree")), (1, 3, 4, 5));
        assert_eq!(of("Stongly agree"), 5);
        assert_eq!(agree.taken_for, [("Stongly agree".to_owned(), "strongly agree".to_owned())]);
        let seven = order_words(&["agree", "somewhat agree", "disagree"]).unwrap();
        assert_eq!(seven.numbers.values().copied().collect::<Vec<_>>(), [6, 2, 5]);
        assert_eq!(order_words(&["bad", "excellent", "poor"]).unwrap().numbers["poor"], 2);
        assert_eq!(order_words(&["gut", "schlecht", "sehr gut"]).unwrap().numbers["gut"], 4);
        // Five points, of which two are the weaker words of a scale with seven.
        let five =
            order_words(&["stimme gar nicht zu", "stimme eher nicht zu", "stimme eher zu", "stimme voll zu"]).unwrap();
        assert_eq!(five.numbers.values().copied().collect::<Vec<_>>(), [2, 4, 1, 5]);
        let french = order_words(&["Pas d’accord", "Neutre", "D'accord", "Tout à fait d'accord"]).unwrap();
        assert_eq!(french.numbers.values().copied().collect::<Vec<_>>(), [4, 3, 2, 5]);
        assert_eq!(order_words(&["A1", "A3", "A5"]).unwrap().numbers.values().copied().collect::<Vec<_>>(), [1, 3, 5]);
        let ends = order_words(&["Extremely fluent", "Not at all fluent", "Very fluent", "Slightly fluent"]).unwrap();
        assert_eq!(ends.numbers.values().copied().collect::<Vec<_>>(), [5, 1, 2, 4]);
        assert_eq!(ends.points, Some(5));
        assert_eq!(order_words(&["three", "one", "four"]).unwrap().numbers["four"], 4);
        assert_eq!(order_words(&["IV", "II", "I"]).unwrap().numbers["IV"], 4);
        let japanese = order_words(&["とてもそう思う", "ややそう思う", "全くそう思わない"]).unwrap();
        assert_eq!((japanese.numbers["ややそう思う"], japanese.points), (4, Some(5)));
        assert_eq!(order_words(&["そう思う", "ややそう思う", "そう思わない"]).unwrap().numbers["そう思う"], 5);
        assert_eq!(order_words(&["😐", "😡", "😍"]).unwrap().numbers["😍"], 5);
        for words in [
            &["good", "bad"][..],
            &["A1", "B2", "C3"],
            &["red", "blue", "green"],
            &["agree", "disagree", "neutral", "toxic"],
            &["very red", "slightly blue", "not at all green"],
        ] {
            assert_eq!(order_words(words), None, "{words:?}");
        }
    }
}
