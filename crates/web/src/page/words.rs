//! Everything the program itself says to a participant, in the study's language.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fluent::concurrent::FluentBundle;
use fluent::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// The languages there are, with their sentences.
const LOCALES: [(&str, &str); 9] = [
    ("en", include_str!("../../locales/en/participant.ftl")),
    ("de", include_str!("../../locales/de/participant.ftl")),
    ("es", include_str!("../../locales/es/participant.ftl")),
    ("fr", include_str!("../../locales/fr/participant.ftl")),
    ("nl", include_str!("../../locales/nl/participant.ftl")),
    ("it", include_str!("../../locales/it/participant.ftl")),
    ("pl", include_str!("../../locales/pl/participant.ftl")),
    ("zh", include_str!("../../locales/zh/participant.ftl")),
    ("ar", include_str!("../../locales/ar/participant.ftl")),
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
    pub fn of(tag: &str) -> &'static Words {
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
    pub fn one<'a>(&self, key: &str, name: &'a str, value: impl Into<FluentValue<'a>>) -> String {
        self.with(key, [(name, value.into())])
    }

    /// A sentence with several values.
    #[must_use]
    pub fn with<'a, const N: usize>(&self, key: &str, values: [(&'a str, FluentValue<'a>); N]) -> String {
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
