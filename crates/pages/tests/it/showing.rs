//! Texts as a study says they are to be shown: code, conversations, names, one below the other.

use std::collections::BTreeMap;

use pages::preview::Site;
use pages::{FormState, Links, Pages, Place, Screen};
use study::InMemory;

fn page(items: &str, cells: [&str; 2]) -> String {
    let file = format!(
        "[study]\ntitle = \"T\"\nlanguage = \"en\"\nseed = 1\n[systems]\none = \"One\"\ntwo = \"Two\"\n[items]\n\
         file = \"items.jsonl\"\nid = \"item\"\n{items}\n[[criteria]]\nid = \"c\"\nquestion = \"Which?\"\nbetter = \"higher\"\n\
         response = {{ kind = \"pairwise\" }}\n[design]\ncombine = \"all-pairs\"\n[lists]\nquestions = 1\ncompletions = 1\n"
    );
    let quoted = |cell: &str| {
        format!("\"{}\"", cell.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t"))
    };
    let row = format!("{{\"item\": \"1\", \"one\": {}, \"two\": {}}}\n", quoted(cells[0]), quoted(cells[1]));
    let files =
        BTreeMap::from([("study.toml".to_owned(), file.into_bytes()), ("items.jsonl".to_owned(), row.into_bytes())]);
    let checked = study::check(&InMemory(files));
    let study = checked.study.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let outputs: Vec<&str> = study.items[0].outputs.iter().map(|cell| cell.as_deref().unwrap()).collect();
    let screen = Screen { step: 0, shown: &[], outputs, criteria: vec![0], part: None };
    let pages = Pages::new(study.clone().into(), Links::default());
    pages.questions(&Place::default(), &[screen], &FormState::default()).unwrap()
}

#[test]
fn code_keeps_its_indentation_and_outputs_have_the_name_the_study_gives_them() {
    let code = "def f(x):\n    if x < 2:\n\treturn x";
    let shown = page("content = \"code\"\noutput_name = \"Program\"\nlayout = \"stacked\"", [code, "pass"]);
    assert!(
        shown.contains(
            "<pre class=\"text code\" dir=\"ltr\" tabindex=\"0\">def f(x):\n    if x &#60; 2:\n\treturn x</pre>"
        ),
        "{shown}"
    );
    assert!(shown.contains(">Program A<") && shown.contains(">Program B<") && !shown.contains("Text A"), "{shown}");
    assert!(shown.contains("outputs of-one"), "one below the other:\n{shown}");
    assert!(page("", ["a", "b"]).contains("outputs of-two"));
}

#[test]
fn a_conversation_is_shown_turn_by_turn_with_who_speaks() {
    let json = r#"[{"role": "user", "content": "Hi <b>"}, {"role": "assistant", "content": "Hello"}]"#;
    let shown = page("content = \"dialogue\"", [json, "User: Hi\nBot: Two\nlines"]);
    for turn in [
        "<li class=\"turn\"><b dir=\"auto\">user</b> <span dir=\"auto\">Hi &#60;b&#62;</span></li>",
        "<li class=\"turn reply\"><b dir=\"auto\">assistant</b> <span dir=\"auto\">Hello</span></li>",
        "<li class=\"turn reply\"><b dir=\"auto\">Bot</b> <span dir=\"auto\">Two\nlines</span></li>",
    ] {
        assert!(shown.contains(turn), "no {turn} in\n{shown}");
    }
}

#[test]
fn formulas_are_set_and_code_is_coloured_before_the_page_is_sent() {
    let shown =
        page("content = \"markdown\"\nmaths = true", ["Half: $\\frac{1}{2}$, for $5.", "```python\nx = 1 # one\n```"]);
    assert!(
        shown.contains("<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>")
            && shown.contains("</math>, for $5."),
        "{shown}"
    );
    assert!(
        shown.contains("x = <span class=\"code-number\">1</span> <span class=\"code-remark\"># one</span>"),
        "{shown}"
    );
    let plain = page("maths = true", ["$x < y$ & <b>", "b"]);
    assert!(plain.contains("&lt;</mo>") && plain.contains("</math> &#38; &#60;b&#62;</div>"), "{plain}");
    assert!(!page("", ["$x$", "b"]).contains("<math"), "only where the study asks for it");
    let code = page("content = \"code\"\ncode_language = \"sql\"", ["select 1", "b"]);
    assert!(code.contains("<span class=\"code-word\">select</span>"), "{code}");
}

#[test]
fn words_that_differ_between_two_outputs_are_marked() {
    let shown = page("differences = \"outputs\"", ["the old cat", "the cat slept"]);
    assert!(shown.contains(">the <mark class=\"differs\">old</mark> cat</div>"), "{shown}");
    assert!(shown.contains(">the cat <mark class=\"differs\">slept</mark></div>"), "{shown}");
}

/// A page sent empty asks for what everyone is asked; one that is answered says how sure, too.
#[test]
fn a_preview_complains_of_nothing_that_is_not_asked_and_answers_everything() {
    let file = "[study]\ntitle = \"T\"\nlanguage = \"en\"\nseed = 1\n[systems]\none = \"One\"\n[items]\nfile = \"items.csv\"\n\
        [[criteria]]\nid = \"c\"\nquestion = \"How good?\"\nbetter = \"higher\"\nconfidence = [\"unsure\", \"sure\"]\n\
        response = { kind = \"rating\", points = 5 }\n[[criteria]]\nid = \"why\"\nquestion = \"Why?\"\nbetter = \"neither\"\n\
        only_if = { criterion = \"c\", below = 3 }\nresponse = { kind = \"text\" }\n[lists]\nquestions = 2\ncompletions = 1\n";
    let files = [("study.toml", file), ("items.csv", "item,one\n1,A text.\n")];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let checked = study::check(&InMemory(BTreeMap::from(files)));
    let study = checked.study.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let plan = plan::make(&study).unwrap();
    let site = Site::new(study.into(), plan);
    let shown = |name: &str| {
        let page = site.all_pages().into_iter().find(|page| page.name() == name).unwrap();
        site.render(&page).unwrap()
    };
    let empty = shown("question-1-errors");
    assert!(
        empty.contains("How good?</span> Please answer this question.") && !empty.contains("Why?</span>"),
        "{empty}"
    );
    let answered = shown("question-1-answered");
    assert!(answered.contains("name=\"q0.0.confidence\" value=\"2\" checked"), "{answered}");
}
