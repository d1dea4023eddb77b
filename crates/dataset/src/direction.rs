//! What the name of a criterion says about which end of its numbers is better.

/// Words in names of which less is usually better, though a scale may go either way.
const UNWANTED: &[&str] = &[
    "annoyance",
    "annoying",
    "awkwardness",
    "bias",
    "biased",
    "boring",
    "cer",
    "confusing",
    "confusion",
    "contradiction",
    "contradictions",
    "cost",
    "delay",
    "difficulty",
    "difficult",
    "disfluency",
    "distance",
    "duration",
    "durée",
    "effort",
    "fabrication",
    "hallucinated",
    "hallucinates",
    "hallucinating",
    "hallucination",
    "hallucinations",
    "harm",
    "harmful",
    "harmfulness",
    "hate",
    "hter",
    "inaccuracy",
    "inaccurate",
    "incoherence",
    "incoherent",
    "inconsistency",
    "irrelevant",
    "latency",
    "loss",
    "misleading",
    "minutes",
    "ms",
    "noten",
    "offensive",
    "offensiveness",
    "omission",
    "perplexity",
    "ppl",
    "redundancy",
    "redundant",
    "repetition",
    "repetitions",
    "repetitive",
    "repetitiveness",
    "rudeness",
    "schulnote",
    "schulnoten",
    "schwierigkeit",
    "schwere",
    "sec",
    "seconds",
    "secs",
    "severity",
    "sekunden",
    "stereotype",
    "temps",
    "ter",
    "time",
    "toxic",
    "toxicity",
    "toxizität",
    "unclear",
    "ungrammatical",
    "unnatural",
    "unverständlich",
    "verwirrend",
    "wer",
    "workload",
    "zeit",
    "zensur",
];

/// Words in names of what counts faults.
const FAULTS: &[&str] = &[
    "error",
    "errors",
    "mistake",
    "mistakes",
    "fault",
    "faults",
    "typo",
    "typos",
    "fehler",
    "erreur",
    "erreurs",
    "errores",
    "fouten",
    "omissions",
    "mistranslations",
];

/// Words beside them that say that faults were rated and not counted.
const RATED: &[&str] = &["severity", "rate", "score", "rating", "level", "schwere"];

/// Words in the names of what is without an end: counts and times.
const ENDLESS: &[&str] =
    &["count", "number", "words", "edits", "seconds", "secs", "sec", "ms", "minutes", "time", "duration", "latency"];

/// Words that mark what is worded the other way, as forms do.
const TURNED: &[&str] = &["reverse", "reversed", "inverted", "invertiert"];

/// Whether one of the words of a name is one of these.
#[must_use]
pub fn is_called(name: &str, words: &[&str]) -> bool {
    name.to_lowercase().split(|letter: char| !letter.is_alphanumeric()).any(|word| words.contains(&word))
}

/// Whether a name is that of a count of what is wrong, of which fewer are better.
#[must_use]
pub fn counts_faults(name: &str) -> bool {
    is_called(name, FAULTS) && !is_called(name, RATED)
}

/// Whether a name is that of something without an end, as counts and times are.
pub(crate) fn is_endless(name: &str) -> bool {
    is_called(name, FAULTS) || is_called(name, ENDLESS)
}

/// Whether a name is that of something of which less is better, or is worded the other way: whoever reads it cannot know which end is
/// better.
#[must_use]
pub fn suggests_lower(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_turned = ["(r)", "[r]"].iter().any(|mark| lower.trim_end().ends_with(mark)) || is_called(name, TURNED);
    // `annoying/enjoyable` names both ends.
    is_turned || !lower.contains('/') && (is_called(name, UNWANTED) || is_called(name, FAULTS))
}

#[cfg(test)]
mod tests {
    use super::{counts_faults, suggests_lower};

    #[test]
    fn whole_words_of_a_name_say_that_less_is_better() {
        for name in [
            "toxicity",
            "WER",
            "time_secs",
            "Schulnote",
            "reading effort",
            "error_severity",
            "Q3 clarity (R)",
            "erreurs",
        ] {
            assert!(suggests_lower(name), "{name}");
        }
        for name in ["fluency", "answer", "timeless", "annoying/enjoyable", "interest", "power", "notes"] {
            assert!(!suggests_lower(name), "{name}");
        }
        assert!(counts_faults("grammar errors") && counts_faults("Fehler") && !counts_faults("error_severity"));
    }
}
