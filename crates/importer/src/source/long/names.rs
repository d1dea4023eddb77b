//! Which column of a plain table holds what, by its name.

use std::collections::{BTreeMap, BTreeSet};

use table::{Column, Table};

/// Names of columns, in small letters without blanks and signs, the surest first.
pub(super) const PERSON: &[&str] = &[
    "participant",
    "rater",
    "annotator",
    "worker",
    "judge",
    "participantid",
    "raterid",
    "annotatorid",
    "workerid",
    "judgeid",
    "coder",
    "evaluator",
    "evaluatorid",
    "assessor",
    "subject",
    "respondent",
    "labeler",
    "userid",
    "user",
    "username",
    "prolificpid",
    "prolificid",
    "pid",
    "wid",
    "labeller",
    "annotatorname",
    "ratername",
    "评审员",
    "评估者",
    "标注者",
    "标注员",
    "person",
    "reviewer",
    "reviewerid",
    "bewerter",
    "bewerterin",
    "proband",
    "probandin",
    "teilnehmer",
    "teilnehmerin",
    "versuchsperson",
    "annotateur",
    "annotatrice",
    "évaluateur",
    "évaluatrice",
    "anotador",
    "anotadora",
    "evaluador",
    "evaluadora",
    "participante",
    "評価者",
    "参加者",
    "回答者",
];
pub(super) const ITEM: &[&str] = &[
    "item",
    "itemid",
    "promptid",
    "questionid",
    "docid",
    "documentid",
    "document",
    "doc",
    "exampleid",
    "example",
    "sampleid",
    "instanceid",
    "segmentid",
    "segid",
    "sentenceid",
    "inputid",
    "taskid",
    "article",
    "articleid",
    "storyid",
    "tupleid",
    "unitid",
    "textid",
    "outputid",
    "qid",
    "satzid",
    "dokumentid",
    "beispielid",
    "originalid",
    "originalsentenceid",
    "sourceid",
    "stimulusid",
    "stimulus",
    "prompt",
];
/// Names that columns of items have, and others, too.
const PERHAPS_ITEM: &[&str] = &[
    "sentence", "question", "segment", "sample", "instance", "unit", "tuple", "story", "satz", "beispiel", "dokument",
    "artikel", "phrase", "énoncé", "oración", "frase", "文", "文章", "項目", "text", "texte", "texto", "编号", "句子",
    "id", "nr",
];
pub(super) const SYSTEM: &[&str] = &[
    "system",
    "model",
    "systemid",
    "modelid",
    "modelname",
    "systemname",
    "sys",
    "condition",
    "method",
    "generator",
    "engine",
    "setup",
    "modell",
    "verfahren",
    "système",
    "systeme",
    "modèle",
    "modele",
    "sistema",
    "modelo",
    "システム",
    "モデル",
    "系统",
    "模型",
    "bot",
    "chatbot",
    "llm",
];
pub(super) const CRITERION: [&str; 7] =
    ["criterion", "dimension", "aspect", "qualitycriterion", "metric", "attribute", "questionname"];
pub(super) const VALUE: [&str; 8] = ["value", "rating", "score", "judgement", "judgment", "answer", "rank", "stars"];
pub(super) const CHOICE: [&str; 8] = ["choice", "preference", "winner", "preferred", "better", "vote", "pref", "label"];

/// Without blanks and signs, in small letters.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// Whether a column is called as those of people are.
pub(crate) fn names_person(name: &str) -> bool {
    PERSON.contains(&plain(name).as_str())
}

/// How many kinds of columns these names tell: of the person, the item, the system, the criterion, the answer.
pub(crate) fn known_columns<'n>(names: impl Iterator<Item = &'n str>) -> usize {
    let names: Vec<String> = names.map(plain).collect();
    let kinds: [&[&str]; 6] = [PERSON, ITEM, SYSTEM, &CRITERION, &VALUE, &CHOICE];
    kinds.iter().filter(|kind| names.iter().any(|name| kind.contains(&name.as_str()))).count()
}

/// The columns of the item and of the system, by their names.
pub(crate) fn item_and_system(table: &Table) -> [Option<String>; 2] {
    let find = |names: &[&str]| {
        let named = |name: &&str| table.columns().iter().find(|column| plain(column.name()) == *name);
        names.iter().find_map(named).map(|column| column.name().to_owned())
    };
    let system = find(SYSTEM);
    let taken: Vec<String> = system.iter().cloned().collect();
    [find(ITEM).or_else(|| perhaps_item(table, &taken)), system]
}

/// A column that may be that of the items by its name, and is by what is in it: each comes again, and where systems have a
/// column, most come with several of them.
pub(super) fn perhaps_item(table: &Table, taken: &[String]) -> Option<String> {
    let systems: Vec<&Column> = taken
        .iter()
        .filter(|name| SYSTEM.contains(&plain(name).as_str()))
        .filter_map(|name| table.column(name))
        .collect();
    let is_item = |column: &&Column| {
        let mut with: BTreeMap<&str, BTreeSet<Option<&str>>> = BTreeMap::new();
        let mut short = true;
        for row in 0..table.len() {
            let Some(cell) = column.get(row) else { continue };
            short &= cell.chars().count() <= 40;
            with.entry(cell).or_default().extend(systems.iter().map(|system| system.get(row)));
        }
        let several = systems.is_empty() || with.values().filter(|systems| systems.len() > 1).count() * 2 > with.len();
        short && with.len() < table.len() && several
    };
    let free = |name: &&str| {
        let column = table.columns().iter().find(|column| plain(column.name()) == *name);
        column.filter(|column| !taken.iter().any(|name| name == column.name()))
    };
    PERHAPS_ITEM.iter().filter_map(free).find(is_item).map(|column| column.name().to_owned())
}
