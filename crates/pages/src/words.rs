//! Everything the program itself says to a participant, in the study's language.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fluent::concurrent::FluentBundle;
use fluent::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// The languages there are, with their sentences.
const LOCALES: [(&str, &str); 9] = [
    ("en", include_str!("../locales/en/participant.ftl")),
    ("de", include_str!("../locales/de/participant.ftl")),
    ("es", include_str!("../locales/es/participant.ftl")),
    ("fr", include_str!("../locales/fr/participant.ftl")),
    ("nl", include_str!("../locales/nl/participant.ftl")),
    ("it", include_str!("../locales/it/participant.ftl")),
    ("pl", include_str!("../locales/pl/participant.ftl")),
    ("zh", include_str!("../locales/zh/participant.ftl")),
    ("ar", include_str!("../locales/ar/participant.ftl")),
];

/// Written from right to left.
const RIGHT_TO_LEFT: [&str; 6] = ["ar", "fa", "he", "ps", "ur", "yi"];

static ALL: LazyLock<BTreeMap<&'static str, Words>> = LazyLock::new(|| {
    LOCALES.iter().map(|(language, sentences)| (*language, Words::read(language, sentences))).collect()
});

/// The sentences of one language.
pub struct Words {
    language: &'static str,
    bundle: FluentBundle<FluentResource>,
}

impl std::fmt::Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Words").field("language", &self.language).finish_non_exhaustive()
    }
}

impl Words {
    /// The sentences for a study in this language: its own, those of its main language (`de-AT`
    /// is answered in `de`), or English.
    #[must_use]
    pub fn for_language(tag: &str) -> &'static Words {
        let known = ALL.get(main_language(tag).as_str()).or_else(|| ALL.get("en"));
        known.unwrap_or_else(|| unreachable!("English is always there"))
    }

    /// The languages there are.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        LOCALES.iter().map(|(language, _)| *language)
    }

    fn read(language: &'static str, sentences: &str) -> Words {
        let tag: LanguageIdentifier = language.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Marks around inserted values keep them apart where directions mix; elsewhere they would
        // only be copied along.
        bundle.set_use_isolating(direction(language) == "rtl");
        // What does not parse is missing here, and a test compares all languages.
        let resource = FluentResource::try_new(sentences.to_owned()).unwrap_or_else(|(read, _)| read);
        bundle.add_resource_overriding(resource);
        Words { language, bundle }
    }

    /// The language in which these are.
    #[must_use]
    pub fn language(&self) -> &'static str {
        self.language
    }

    /// A sentence without values.
    #[must_use]
    pub fn say(&self, key: &str) -> String {
        self.format(key, None)
    }

    /// A sentence with one value.
    #[must_use]
    pub fn with_value<'a>(&self, key: &str, name: &'a str, value: impl Into<FluentValue<'a>>) -> String {
        self.with_values(key, [(name, value.into())])
    }

    /// A sentence with several values.
    #[must_use]
    pub fn with_values<'a, const N: usize>(&self, key: &str, values: [(&'a str, FluentValue<'a>); N]) -> String {
        self.format(key, Some(&FluentArgs::from_iter(values)))
    }

    /// A missing sentence shows its key: ugly, but the page stays usable.
    fn format(&self, key: &str, values: Option<&FluentArgs<'_>>) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        self.bundle.format_pattern(pattern, values, &mut Vec::new()).into_owned()
    }
}

/// `ltr` or `rtl`, from a language tag.
#[must_use]
pub fn direction(tag: &str) -> &'static str {
    if RIGHT_TO_LEFT.contains(&main_language(tag).as_str()) { "rtl" } else { "ltr" }
}

fn main_language(tag: &str) -> String {
    tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;

    use super::{LOCALES, Words, direction};
    use crate::{Ending, Retention};

    /// The beginnings of words by which each language says that something is kept, or is not.
    const WORDS_OF_KEEPING: [(&str, &[&str]); 9] = [
        ("en", &["saved", "kept", "keep", "stored", "delete", "erase", "record"]),
        ("ar", &["محفوظ", "نحتفظ", "حُذف", "تُحذف"]),
        ("de", &["speicher", "lösch"]),
        ("es", &["guarda", "borra"]),
        ("fr", &["enregistr", "gard", "supprim"]),
        ("it", &["salvat", "conserv", "cancell"]),
        ("nl", &["opgeslagen", "bewa", "gewist"]),
        ("pl", &["zapis", "zachow", "usuwa", "usuni"]),
        ("zh", &["保存", "保留", "删除"]),
    ];

    /// The keys of a language, each with the values put into its sentence.
    fn keys(sentences: &str) -> BTreeMap<&str, BTreeSet<&str>> {
        let value =
            |place: &'_ str| place.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or("").len();
        sentences
            .lines()
            .filter_map(|line| line.split_once(" = "))
            .filter(|(key, _)| !key.starts_with('#'))
            .map(|(key, words)| (key, words.split('$').skip(1).map(|place| &place[..value(place)]).collect()))
            .collect()
    }

    #[test]
    fn all_languages_say_the_same_things_with_the_same_values() {
        let english = keys(LOCALES[0].1);
        assert!(english.len() > 100 && english["progress"].contains("total"), "{}", english.len());
        for (language, sentences) in LOCALES {
            assert_eq!(keys(sentences), english, "{language}");
            let parsed = fluent::FluentResource::try_new(sentences.to_owned());
            assert!(parsed.is_ok(), "{language}: {:?}", parsed.err().map(|(_, errors)| errors));
            for key in english.keys() {
                assert!(Words::for_language(language).bundle.has_message(key), "{language}: {key}");
            }
        }
    }

    #[test]
    fn what_an_ending_keeps_is_said_by_its_promise_alone() {
        assert_eq!(WORDS_OF_KEEPING.map(|(language, _)| language).len(), LOCALES.len());
        for (language, stems) in WORDS_OF_KEEPING {
            let words = Words::for_language(language);
            assert_eq!(words.language(), language);
            let speaks_of_keeping = |key: &str| {
                let sentence = words.say(key).to_lowercase();
                stems.iter().any(|stem| sentence.contains(stem))
            };
            for ending in Ending::ALL {
                for key in [ending.key().to_owned(), format!("{}-title", ending.key())] {
                    assert!(
                        !speaks_of_keeping(&key),
                        "{language}: `{key}` says what is kept; `Ending::kept` is to say it"
                    );
                }
            }
            for kept in Retention::ALL {
                assert_eq!(speaks_of_keeping(kept.key()), kept != Retention::AsBefore, "{language}: {}", kept.key());
            }
            assert!(!speaks_of_keeping("consent-decline-note"), "{language}");
        }
    }

    fn texts(folder: &Path, found: &mut String) {
        for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
            if file.is_dir() {
                texts(&file, found);
            } else if file.extension().is_some_and(|ending| ending == "rs" || ending == "html") {
                found.push_str(&fs::read_to_string(file).unwrap());
            }
        }
    }

    #[test]
    fn every_sentence_is_used() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = String::new();
        texts(&root.join("templates"), &mut found);
        texts(&root.join("src"), &mut found);
        let endings: Vec<String> = Ending::ALL
            .iter()
            .flat_map(|ending| [ending.key().to_owned(), format!("{}-title", ending.key())])
            .collect();
        let unused: Vec<&str> = keys(LOCALES[0].1)
            .into_keys()
            .filter(|key| !found.contains(&format!("\"{key}\"")) && !endings.iter().any(|ending| ending == key))
            .collect();
        assert_eq!(unused, Vec::<&str>::new());
        for ending in endings {
            assert_ne!(Words::for_language("en").say(&ending), ending);
        }
    }

    #[test]
    fn a_language_is_found_by_its_beginning_and_english_stands_in() {
        for (tag, language) in [("de-AT", "de"), ("zh-Hant-TW", "zh"), ("AR_eg", "ar"), ("fi", "en"), ("", "en")] {
            assert_eq!(Words::for_language(tag).language(), language, "{tag}");
        }
        assert_eq!([direction("ar-EG"), direction("he"), direction("en")], ["rtl", "rtl", "ltr"]);
        assert_eq!(
            Words::for_language("de").with_values("progress", [("done", 3.into()), ("total", 20.into())]),
            "3 von 20"
        );
        assert_eq!(Words::for_language("en").say("no such sentence"), "no such sentence");
    }
}
