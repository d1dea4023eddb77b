//! Participants' pages: what a browser would post from them is what the response kinds read.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod browser;
mod folder;
mod showing;

use std::collections::BTreeMap;

use pages::assets::{ASSETS, Asset};
use pages::examples::{Showcase, State, examples};
use pages::preview::{PreviewPage, Site};
use pages::{FileNames, FormState, Key, Links, Pages, Place, PostedPage, Screen};
use proptest::prelude::*;
use study::response::{Answer, Form, Response};

fn links() -> Links {
    Links {
        assets: "/assets/x".to_owned(),
        files: "/files".to_owned(),
        file_names: FileNames::Own,
        look: String::new(),
        as_files: false,
    }
}

/// Every page of every worked study, and the gallery once.
fn every_page() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for (number, name) in folder::STUDIES.iter().enumerate() {
        let study = folder::study(name);
        let plan = plan::make(&study).unwrap();
        let site = Site::new(study.into(), plan);
        for entry in site.all_pages() {
            if number == 0 || !matches!(entry, PreviewPage::Kind { .. }) {
                pages.push((format!("{name}/{}", entry.name()), site.render(&entry).unwrap()));
            }
        }
    }
    pages
}

#[test]
fn an_answer_shown_again_is_posted_as_it_was_and_an_empty_page_posts_none() {
    for (kind, examples) in examples() {
        let showcase = Showcase::new(kind, "en").unwrap();
        let (screens, filled) = showcase.screens(&State::ALL);
        let page = showcase.pages(links()).questions(&Place::default(), &screens, &filled).unwrap();
        let posted = PostedPage::read(browser::posts(&page)).forms;
        for (number, screen) in screens.iter().enumerate() {
            let example = &examples[number / 3];
            let form = posted.get(&screen.keys().next().unwrap()).cloned().unwrap_or_default();
            let read = example.response.read(&form, &example.texts());
            let optional = matches!(&example.response, Response::Text(text) if text.optional);
            match State::ALL[number % 3] {
                State::Answered => assert_eq!(read.as_ref(), Ok(&example.answer), "{kind}: {}", example.name),
                State::Empty | State::Wrong if optional => {
                    assert_eq!(read, Ok(Answer::Text(String::new())), "{kind}: {}", example.name);
                }
                State::Empty | State::Wrong => assert!(read.is_err(), "{kind}: {} has {read:?}", example.name),
            }
        }
    }
}

#[test]
fn every_page_is_whole_and_leaves_nothing_unsaid() {
    for (name, page) in every_page() {
        browser::check_nesting(&page).unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
        for stray in ["style=", "onclick", "{{", "{%", "http://", "data-script>", "<script>"] {
            assert!(!page.contains(stray), "{name} contains {stray}");
        }
        let elsewhere = page.match_indices("https://").count();
        assert_eq!(elsewhere, 0, "{name} leads to another server");
        let mut ids = BTreeMap::new();
        for id in browser::attributes(&page, "id") {
            *ids.entry(id).or_insert(0) += 1;
        }
        assert!(ids.values().all(|count| *count == 1), "{name} has an id twice: {ids:?}");
        let targets =
            browser::attributes(&page, "href").into_iter().filter_map(|href| href.strip_prefix('#').map(str::to_owned));
        let described =
            ["aria-describedby", "aria-labelledby", "for"].map(|attribute| browser::attributes(&page, attribute));
        let described = described
            .concat()
            .iter()
            .flat_map(|ids| ids.split(' ').map(str::to_owned).collect::<Vec<_>>())
            .collect::<Vec<_>>();
        for target in targets.chain(described) {
            assert!(ids.contains_key(&target), "{name} leads to {target}, which is not there");
        }
    }
}

#[test]
fn a_page_weighs_less_than_60_kilobytes_all_included() {
    let heaviest = every_page()
        .into_iter()
        .filter(|(name, _)| !name.contains("/kind-"))
        .map(|(name, page)| {
            let linked = ASSETS.iter().filter(|asset| page.contains(&format!("assets/{}\"", asset.name)));
            (page.len() + linked.map(|asset| asset.bytes.len()).sum::<usize>(), name)
        })
        .max();
    let (weight, name) = heaviest.unwrap();
    assert!(weight < 60_000, "{name} weighs {weight} bytes");
}

#[test]
fn marking_a_long_text_stays_light() {
    let showcase = Showcase::new("spans", "en").unwrap();
    let text = "A sentence of seven words stands here. ".repeat(24);
    let long = [text.as_str()];
    let (screens, filled) = showcase.screens(&[State::Empty]);
    let screen = Screen { outputs: long.to_vec(), ..screens[0].clone() };
    let page = showcase.pages(links()).questions(&Place::default(), &[screen], &filled).unwrap();
    let all: usize = [
        "page.css",
        "page.js",
        "timing.js",
        "keys.js",
        "save.js",
        "response/spans.css",
        "response/spans.js",
        "response/words.js",
        "icon.svg",
    ]
    .iter()
    .map(|name| Asset::find(name).unwrap().bytes.len())
    .sum();
    // Before it is compressed: on the line it is a third of that.
    assert!(page.len() + all < 72_000, "{} and {all} bytes", page.len());
}

fn render_questions(text: &str) -> String {
    let showcase = Showcase::new("pairwise", "en").unwrap();
    let shown = [text.to_owned()];
    let screen = Screen { step: 0, shown: &shown, outputs: vec![text, text], criteria: vec![0], part: None };
    let pages: Pages = showcase.pages(links());
    let mut filled = FormState::default();
    filled.form(Key { step: 0, criterion: 0 }, Form::default().with_field("choice", text));
    pages.questions(&Place::default(), &[screen], &filled).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn no_text_of_an_item_becomes_markup(text in r#"[<>"'&/a-z =!\-]{0,40}|<script>alert\(1\)</script>|"><img src=x onerror=y>"#) {
        // Behind a letter: an empty cell would rightly not be shown at all.
        let page = render_questions(&format!("x{text}"));
        prop_assert!(browser::check_nesting(&page).is_ok(), "{page}");
        prop_assert_eq!(browser::tags(&page), browser::tags(&render_questions("words")), "{}", text);
    }

    #[test]
    fn any_answer_of_a_made_up_person_survives_the_page(seed in 0u64..u64::MAX) {
        use rand_xoshiro::rand_core::SeedableRng as _;
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
        for (kind, examples) in examples() {
            let showcase = Showcase::new(kind, "en").unwrap();
            let pages = showcase.pages(links());
            let (screens, _) = showcase.screens(&[State::Empty]);
            let mut filled = FormState::default();
            let mut given = Vec::new();
            for (example, screen) in examples.iter().zip(&screens) {
                let texts = example.texts();
                let view = study::response::View::unknown(&texts);
                let answer = example.response.simulate(&view, &mut rng);
                filled.answer(screen.keys().next().unwrap(), &answer);
                given.push(answer);
            }
            let page = pages.questions(&Place::default(), &screens, &filled).unwrap();
            let posted = PostedPage::read(browser::posts(&page)).forms;
            for ((example, screen), answer) in examples.iter().zip(&screens).zip(given) {
                let form = posted.get(&screen.keys().next().unwrap()).cloned().unwrap_or_default();
                prop_assert_eq!(example.response.read(&form, &example.texts()), Ok(answer), "{}", kind);
            }
        }
    }
}
