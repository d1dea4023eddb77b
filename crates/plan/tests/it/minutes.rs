//! Lists that are alike in how long they take.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use study::{InMemory, Study};

/// Sixteen items from a few words to two hundred, rated alone, in four lists.
fn study(balance: &str) -> Study {
    let file = format!(
        "[study]\ntitle = \"T\"\nseed = 3\n[systems]\none = \"One\"\n[items]\nfile = \"items.csv\"\nid = \"item\"\n\
         [[criteria]]\nid = \"c\"\nquestion = \"How good?\"\nbetter = \"higher\"\nresponse = {{ kind = \"rating\", points = 5, minimum = 1 }}\n\
         [lists]\nquestions = 4\ncompletions = 1\nbalance = [{balance}]\n"
    );
    let row = |number: usize| format!("i{number},{}\n", "word ".repeat(4 + number * number * 3 / 4));
    let items: String = (1..=16).map(row).collect();
    let files = [("study.toml", file), ("items.csv", format!("item,one\n{items}"))];
    let files: BTreeMap<String, Vec<u8>> =
        files.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect();
    let checked = study::check(&InMemory(files));
    checked.study.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
}

/// By how many words lists differ.
fn word_difference(balance: &str) -> usize {
    let study = study(balance);
    let plan = plan::make(&study).unwrap();
    let words = |list: usize| -> usize {
        plan.pages(list)
            .iter()
            .map(|page| study.length_on_page(&study.items[page.item as usize], plan.outputs(*page)))
            .sum()
    };
    let all: Vec<usize> = (0..plan.lists().len()).map(words).collect();
    assert_eq!(all.len(), 4);
    all.iter().max().unwrap() - all.iter().min().unwrap()
}

#[test]
fn lists_balanced_by_minutes_or_words_take_about_as_long_as_one_another() {
    let by_chance = word_difference("");
    for balance in ["\"minutes\"", "\"words\""] {
        let balanced = word_difference(balance);
        assert!(balanced < 30 && balanced < by_chance, "{by_chance} words apart by chance, {balanced} by {balance}");
    }
}
