//! What differs between the studies that `rejudge new` starts: one criterion per response kind, or a panel that asks two.

mod esa;

use clap::ValueEnum;

/// What a new study asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// One of a number of points on a scale
    Rating,
    /// A position on a continuous scale
    Slider,
    /// All outputs, put in order
    Ranking,
    /// One of two outputs
    Pairwise,
    /// The best and the worst of several outputs
    BestWorst,
    /// One or several of a list of options
    Choice,
    /// Spans of the output marked with a category
    Spans,
    /// Error spans in translation and source with what is missing, then a score from 0 to 100 (ESA)
    Esa,
    /// How many of something
    Count,
    /// Words
    Text,
    /// Two parts for a few colleagues: a rating of every output, then a choice between two
    Panel,
}

/// What depends on the kind.
pub(crate) struct Template {
    /// The title participants see.
    pub(crate) title: &'static str,
    /// The `[[criteria]]` table.
    pub(crate) criterion: &'static str,
    /// What lists are balanced over; empty for nothing.
    pub(crate) balance: &'static str,
    /// The claim; none where the kind gives no score.
    pub(crate) claim: Option<Claim>,
    /// The checks file.
    pub(crate) checks: &'static str,
    /// How to do it, for participants.
    pub(crate) instructions: &'static str,
}

/// What a new study is to decide.
pub(crate) struct Claim {
    pub(crate) text: &'static str,
    pub(crate) holds_if: &'static str,
}

impl Kind {
    /// What depends on the kind; nothing for a panel, which is a study of its own.
    pub(crate) fn template(self) -> Option<Template> {
        let template = match self {
            Kind::Panel => return None,
            Kind::Rating => RATING,
            Kind::Slider => SLIDER,
            Kind::Ranking => RANKING,
            Kind::Pairwise => PAIRWISE,
            Kind::BestWorst => BEST_WORST,
            Kind::Choice => CHOICE,
            Kind::Spans => SPANS,
            Kind::Esa => esa::ESA,
            Kind::Count => COUNT,
            Kind::Text => TEXT,
        };
        Some(template)
    }
}

const OVER_OUTPUTS: &str = "balance = [\"topic\", \"system\", \"words\"]";
const OVER_PAIRS: &str = "balance = [\"topic\", \"pair\", \"words\"]";

const SIMPLER: Claim = Claim {
    text: "The human editor writes simpler sentences than both machines.",
    holds_if: "editor > all others on simplicity",
};

const RATING: Template = Template {
    title: "How easy is this sentence?",
    criterion: r#"[[criteria]]
id = "simplicity"
question = "How easy is the sentence to understand?"
definition = "Easy means that someone who has just begun to learn the language understands it at first reading."
better = "higher"
# Labels for every point; `labels = { low = "…", high = "…" }` for the ends only.
response = { kind = "rating", points = 5, minimum = 1, labels = ["very hard", "hard", "neither", "easy", "very easy"] }
"#,
    balance: OVER_OUTPUTS,
    claim: Some(SIMPLER),
    checks: r#"check,input,text,answer,tests
easy,"The cat commenced its slumber.","The cat slept.",>= 4,"that easy sentences are told from hard ones"
hard,"The sun is warm.","Solar irradiation engenders an appreciable augmentation of ambient temperatures.",<= 2,"that hard sentences are told from easy ones"
"#,
    instructions: "Read the original sentence, then the one below it. Say how easy the lower one is to understand.",
};

const SLIDER: Template = Template {
    title: "How easy is this sentence?",
    criterion: r#"[[criteria]]
id = "simplicity"
question = "How easy is the sentence to understand?"
definition = "Easy means that someone who has just begun to learn the language understands it at first reading."
better = "higher"
# It has no answer until it is touched.
response = { kind = "slider", minimum = 0, maximum = 100, low = "very hard", high = "very easy" }
"#,
    balance: OVER_OUTPUTS,
    claim: Some(SIMPLER),
    checks: r#"check,input,text,answer,tests
easy,"The cat commenced its slumber.","The cat slept.",>= 60,"that easy sentences are told from hard ones"
hard,"The sun is warm.","Solar irradiation engenders an appreciable augmentation of ambient temperatures.",<= 40,"that hard sentences are told from easy ones"
"#,
    instructions: "Read the original sentence, then the one below it. Move the slider to where you would place the lower one.",
};

const RANKING: Template = Template {
    title: "Which sentence is easier?",
    criterion: r#"[[criteria]]
id = "simplicity"
question = "Put the sentences in order, the easiest first."
definition = "Easy means that someone who has just begun to learn the language understands it at first reading."
# The score of a ranking is the average place: a smaller number is better.
better = "lower"
# All systems are shown together; `design.set_size` shows fewer at a time.
response = { kind = "ranking", ties = false }
"#,
    balance: "",
    claim: Some(Claim { holds_if: "editor < all others on simplicity", ..SIMPLER }),
    checks: r#"check,input,a,b,c,answer,tests
first,"The cat commenced its slumber.","The cat slept.","The feline entered a state of repose.","The cat began to sleep.","a > b, c > b","that hard sentences come last"
last,"The sun is warm.","Solar irradiation is appreciable.","The sun is hot.","It is warm in the sun.","b > a, c > a","that hard sentences come last"
"#,
    instructions: "Read the original sentence, then the three below it. Give each a place: 1 for the easiest, 3 for the hardest.",
};

const PAIRWISE: Template = Template {
    title: "Which sentence is easier?",
    criterion: r#"[[criteria]]
id = "simplicity"
question = "Which sentence is easier to understand?"
definition = "Easy means that someone who has just begun to learn the language understands it at first reading."
better = "higher"
# All pairs of systems are asked; `[design]` can sample pairs or set one system against the rest.
response = { kind = "pairwise", ties = true }
"#,
    balance: OVER_PAIRS,
    claim: Some(SIMPLER),
    checks: r#"check,input,a,b,answer,tests
first,"The cat commenced its slumber.","The cat slept.","The feline entered a state of repose.",a,"that easy sentences are told from hard ones"
second,"The sun is warm.","Solar irradiation is appreciable.","It is warm in the sun.",b,"that easy sentences are told from hard ones"
"#,
    instructions: "Read the original sentence, then the two below it. Choose the one that is easier to understand.",
};

const BEST_WORST: Template = Template {
    title: "Which sentence is the easiest?",
    criterion: r#"[[criteria]]
id = "simplicity"
question = "Which sentence is the easiest to understand, and which the hardest?"
definition = "Easy means that someone who has just begun to learn the language understands it at first reading."
better = "higher"
# All systems are shown together; `design.set_size` shows fewer at a time.
response = { kind = "best-worst", best = "easiest", worst = "hardest" }
"#,
    balance: "",
    claim: Some(SIMPLER),
    checks: r#"check,input,a,b,c,answer,tests
second,"The cat commenced its slumber.","The cat slept.","The feline entered a state of repose.","The cat began to sleep.",worst b,"that the hardest sentence is found"
first,"The sun is warm.","Solar irradiation is appreciable.","The sun is hot.","It is warm in the sun.",worst a,"that the hardest sentence is found"
"#,
    instructions: "Read the original sentence, then the three below it. Choose the easiest and the hardest.",
};

const CHOICE: Template = Template {
    title: "What is wrong with this sentence?",
    criterion: r#"[[criteria]]
id = "problem"
question = "What, if anything, is wrong with the sentence?"
definition = "Compare it with the original: it should say the same, in plain and correct words."
better = "neither"
# `several = true` lets people choose more than one.
response = { kind = "choice", options = [
  { id = "none", label = "nothing" },
  { id = "meaning", label = "it says something else" },
  { id = "hard", label = "it is hard to understand" },
  { id = "grammar", label = "it is not correct English" },
] }
"#,
    balance: OVER_OUTPUTS,
    claim: None,
    checks: r#"check,input,text,answer,tests
else,"The cat commenced its slumber.","The dog ate a bone.",meaning,"that another meaning is noticed"
wrong,"The sun is warm.","Sun the warm are is.",grammar,"that wrong English is noticed"
"#,
    instructions: "Read the original sentence, then the one below it. Say what, if anything, is wrong with the lower one.",
};

const SPANS: Template = Template {
    title: "What is wrong with this sentence?",
    criterion: r#"[[criteria]]
id = "errors"
question = "Mark every part of the sentence that is wrong."
definition = "Compare it with the original: it should say the same, in plain and correct words."
better = "lower"
# The score of an output is the sum of the weights of what is marked.
response = { kind = "spans", categories = [
  { id = "meaning", label = "says something else" },
  { id = "grammar", label = "not correct English" },
], severities = [
  { id = "minor", label = "minor", weight = 1 },
  { id = "major", label = "major", weight = 5 },
] }
"#,
    balance: OVER_OUTPUTS,
    claim: Some(Claim {
        text: "The human editor makes fewer errors than both machines.",
        holds_if: "editor < all others on errors",
    }),
    checks: r#"check,input,text,answer,tests
else,"The cat commenced its slumber.","The dog ate a bone.",meaning,"that another meaning is marked"
wrong,"The sun is warm.","Sun the warm are is.",grammar,"that wrong English is marked"
"#,
    instructions: "Read the original sentence, then the one below it. Mark what is wrong in the lower one and say how bad it is.",
};

const COUNT: Template = Template {
    title: "How many hard words?",
    criterion: r#"[[criteria]]
id = "hard-words"
question = "How many words in the sentence would you explain to a child of ten?"
definition = "Count each word once, also when it appears twice."
better = "lower"
response = { kind = "count", maximum = 40, what = "hard words" }
"#,
    balance: OVER_OUTPUTS,
    claim: Some(Claim {
        text: "The human editor uses fewer hard words than both machines.",
        holds_if: "editor < all others on hard-words",
    }),
    checks: r#"check,input,text,answer,tests
none,"The cat commenced its slumber.","The cat slept.",<= 1,"that easy words are not counted"
many,"The sun is warm.","Solar irradiation engenders appreciable augmentation.",>= 2,"that hard words are counted"
"#,
    instructions: "Read the original sentence, then the one below it. Count the hard words in the lower one.",
};

const TEXT: Template = Template {
    title: "Say it more simply",
    criterion: r#"[[criteria]]
id = "rewrite"
question = "Write the sentence as you would say it to a child of ten."
definition = "Keep the meaning; change as much as you like."
better = "neither"
response = { kind = "text", maximum = 300, lines = true }
"#,
    balance: OVER_OUTPUTS,
    claim: None,
    checks: r#"check,input,text,answer,tests
copy,"The cat commenced its slumber.","Please write the word cat here.",cat,"that the sentence is read"
other,"The sun is warm.","Please write the word sun here.",sun,"that the sentence is read"
"#,
    instructions: "Read the original sentence, then the one below it. Write the lower one in your own, simpler words.",
};
