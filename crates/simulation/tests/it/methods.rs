//! What `check` accepts, `analyse` decides: every test, on every response kind, for every question about two systems.

use analysis::{Options, Verdict, decide};
use simulation::{RaterModel, simulate};
use study::method::{Decision, Method};
use study::{InMemory, Study};

/// What is asked, and how many outputs a page shows.
const KINDS: [(&str, &str); 12] = [
    (r#"kind = "rating", points = 5, minimum = 1"#, ""),
    (r#"kind = "slider", minimum = 0, maximum = 100"#, ""),
    (r#"kind = "count""#, ""),
    (r#"kind = "spans", categories = [{ id = "a", label = "A" }, { id = "b", label = "B" }]"#, ""),
    (r#"kind = "choice", options = ["none", "some"]"#, ""),
    (r#"kind = "text""#, ""),
    (r#"kind = "pairwise""#, "all-pairs"),
    (r#"kind = "pairwise", ties = true"#, "all-pairs"),
    (r#"kind = "pairwise", degrees = ["slightly better", "much better"]"#, "all-pairs"),
    (r#"kind = "best-worst""#, "all-pairs"),
    (r#"kind = "best-worst""#, "all-together"),
    (r#"kind = "ranking", ties = true"#, "all-together"),
];

const QUESTIONS: [(Decision, &str); 3] = [
    (Decision::Higher, "one > two on good"),
    (Decision::HigherBy, "one > two on good by 0.1"),
    (Decision::SameWithin, "one = two on good within 0.1"),
];

const ITEMS: usize = 12;

/// The study with one claim, or the codes of what was found where something is wrong with it.
fn check_claim((response, combine): (&str, &str), test: &str, claim: &str) -> Result<Study, Vec<&'static str>> {
    let design = if combine.is_empty() { String::new() } else { format!("combine = \"{combine}\"\n") };
    let questions = if combine == "all-together" { ITEMS } else { 3 * ITEMS };
    let file = format!(
        "[study]\ntitle = \"T\"\nlanguage = \"en\"\nseed = 3\n[systems]\none = \"One\"\ntwo = \"Two\"\nthree = \"Three\"\n\
         [items]\nfile = \"items.csv\"\nid = \"item\"\n[[criteria]]\nid = \"good\"\nquestion = \"How good is it?\"\n\
         definition = \"d\"\nbetter = \"higher\"\nresponse = {{ {response} }}\n[design]\nrepeat_items = true\n{design}[lists]\n\
         questions = {questions}\ncompletions = 6\n[participants]\nfrom = \"open\"\n[[claims]]\nid = \"C1\"\ntext = \"It is so.\"\nholds_if = \"{claim}\"\n\
         decided_by = {{ test = \"{test}\" }}\n"
    );
    let items: String =
        (0..ITEMS).map(|it| format!("{it},first text {it},second text {it},third text {it}\n")).collect();
    let files = [("study.toml", file), ("items.csv", format!("item,one,two,three\n{items}"))];
    let files = files.map(|(name, text)| (name.to_owned(), text.into_bytes()));
    let checked = study::check(&InMemory(files.into_iter().collect()));
    let codes = checked.diagnostics.iter().map(|it| it.code.0).collect();
    checked.study.ok_or(codes)
}

fn word(method: &Method) -> String {
    serde_json::to_value(method.test).unwrap().as_str().unwrap().to_owned()
}

#[test]
fn what_check_accepts_is_decided_and_the_rest_is_refused_for_its_test() {
    let (mut decided, mut refused) = (0, 0);
    for kind in KINDS {
        let mut simulated = None;
        for (method, (question, claim)) in Method::ALL.iter().flat_map(|it| QUESTIONS.map(|asked| (it, asked))) {
            let what = format!("{claim}, by {}, asked as {} {}", method.words, kind.0, kind.1);
            let study = match check_claim(kind, &word(method), claim) {
                Ok(study) => study,
                Err(codes) => {
                    // A test that cannot decide it (R103), or a kind without a score (R089).
                    assert!(codes.contains(&"R103") || codes.contains(&"R089"), "{what}: {codes:?}");
                    refused += 1;
                    continue;
                }
            };
            let asked = &study.criteria[0].response;
            assert!(method.can_use(asked, study.design_of(0).set_size) && method.decides.contains(&question), "{what}");
            let dataset = simulated.get_or_insert_with(|| {
                simulate(&study, &plan::make(&study).unwrap(), &RaterModel::with_defaults(&study), 7)
            });
            let results = decide(&study, dataset, Options { seed: 1, replicates: 200, level: 0.95 });
            let verdict = results.claims[0].verdict;
            let is_decided = matches!(verdict, Verdict::Supported | Verdict::Contradicted | Verdict::Inconclusive);
            assert!(is_decided, "{what}: {verdict:?}, {:?}", results.missing);
            decided += 1;
        }
    }
    assert_eq!(decided + refused, KINDS.len() * Method::ALL.len() * QUESTIONS.len());
    assert!(decided >= 100 && refused >= 100, "{decided} decided, {refused} refused");
}
