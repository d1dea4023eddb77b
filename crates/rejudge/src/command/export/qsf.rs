//! A whole survey for Qualtrics (QSF), which says what the TXT format cannot: everyone gets one list, evenly, and every question
//! must be answered.

use serde_json::{Map, Value, json};

use super::qualtrics::{code, id, page_html};
use super::questionnaire::{AskedPage, Control, Questionnaire, html, markup};

/// Qualtrics gives the survey an id of its own when it is imported.
const SURVEY: &str = "SV_000000000000000";

/// The survey as its file.
pub(super) fn survey(questions: &Questionnaire<'_>) -> anyhow::Result<String> {
    let study = questions.study;
    let mut survey = Survey { asked: Vec::new(), blocks: Vec::new() };
    for pages in questions.pages.chunk_by(|a, b| a.list == b.list) {
        survey.add_list(questions, pages);
    }
    let count = survey.asked.len();
    let blocks: Map<String, Value> =
        survey.blocks.iter().enumerate().map(|(at, it)| (at.to_string(), it.clone())).collect();
    let mut elements = vec![
        element("BL", "Survey Blocks", Value::Null, Value::Object(blocks)),
        element("FL", "Survey Flow", Value::Null, survey.flow()),
        element(
            "SO",
            "Survey Options",
            Value::Null,
            json!({
                "BackButton": "false", "SaveAndContinue": "true", "SurveyProtection": "PublicSurvey", "SurveyExpiration": "None",
                "SurveyTermination": "DefaultMessage", "ProgressBarDisplay": "None", "PartialData": "+1 week", "SurveyTitle": study.about.title,
            }),
        ),
        element("PROJ", "CORE", Value::Null, json!({ "ProjectCategory": "CORE", "SchemaVersion": "1.1.0" })),
        element("QC", "Survey Question Count", count.to_string().into(), Value::Null),
        element("RS", "RS_000000000000000", "Default Response Set".into(), Value::Null),
    ];
    elements.extend(survey.asked.into_iter().map(|payload| {
        let (id, text) =
            (payload["QuestionID"].as_str().unwrap_or_default().to_owned(), payload["DataExportTag"].clone());
        element("SQ", &id, text, payload)
    }));
    let file = json!({
        "SurveyEntry": {
            "SurveyID": SURVEY, "SurveyName": study.about.title, "SurveyDescription": null, "SurveyStatus": "Inactive",
            "SurveyLanguage": study.about.language.split('-').next().unwrap_or("en").to_uppercase(),
            "SurveyStartDate": "0000-00-00 00:00:00", "SurveyExpirationDate": "0000-00-00 00:00:00",
        },
        "SurveyElements": elements,
    });
    Ok(serde_json::to_string_pretty(&file)? + "\n")
}

fn element(kind: &str, first: &str, second: Value, payload: Value) -> Value {
    let mut element =
        json!({ "SurveyID": SURVEY, "Element": kind, "PrimaryAttribute": first, "TertiaryAttribute": null });
    element["SecondaryAttribute"] = second;
    element["Payload"] = payload;
    element
}

/// A survey as it grows.
struct Survey {
    /// What each question is asked with.
    asked: Vec<Value>,
    blocks: Vec<Value>,
}

impl Survey {
    /// Adds a block with the questions of a list, page by page.
    fn add_list(&mut self, questions: &Questionnaire<'_>, pages: &[AskedPage<'_>]) {
        let list = pages.first().map_or(0, |page| page.list);
        let page_break = || json!({ "Type": "Page Break" });
        let mut elements = Vec::new();
        let instructions = questions.study.texts.instructions.trim();
        if !instructions.is_empty() {
            elements.push(self.ask(json!({
                "QuestionText": markup(instructions), "DataExportTag": format!("L{list}_instructions"),
                "QuestionType": "DB", "Selector": "TB",
            })));
            elements.push(page_break());
        }
        for (at, page) in pages.iter().enumerate() {
            for (place, criterion) in page.criteria.iter().enumerate() {
                let texts = if place == 0 { page_html(questions, page) } else { String::new() };
                elements.push(self.ask(question(questions, (page, *criterion), &texts)));
            }
            if at + 1 < pages.len() {
                elements.push(page_break());
            }
        }
        self.blocks.push(json!({
            "Type": if self.blocks.is_empty() { "Default" } else { "Standard" },
            "Description": format!("List {list}"), "ID": format!("BL_{list:015}"), "BlockElements": elements,
        }));
    }

    /// Adds a question, and gives its place in a block.
    fn ask(&mut self, mut payload: Value) -> Value {
        let id = format!("QID{}", self.asked.len() + 1);
        payload["QuestionID"] = json!(id);
        payload["Configuration"] = json!({ "QuestionDescriptionOption": "UseText" });
        payload["Language"] = json!([]);
        self.asked.push(payload);
        json!({ "Type": "Question", "QuestionID": id })
    }

    /// One list for each person, evenly; the id that Prolific passes is kept.
    fn flow(&self) -> Value {
        let embedded = json!({ "Type": "EmbeddedData", "FlowID": "FL_2", "EmbeddedData": [{
            "Description": "PROLIFIC_PID", "Type": "Recipient", "Field": "PROLIFIC_PID", "VariableType": "String",
            "DataVisibility": [], "AnalyzeText": false,
        }] });
        let lists: Vec<Value> = self
            .blocks
            .iter()
            .enumerate()
            .map(|(at, block)| json!({ "Type": "Standard", "ID": block["ID"], "FlowID": format!("FL_{}", at + 4), "Autofill": [] }))
            .collect();
        let count = lists.len() + 3;
        let randomiser = json!({ "Type": "BlockRandomizer", "FlowID": "FL_3", "SubSet": "1", "EvenPresentation": true, "Flow": lists });
        json!({ "Type": "Root", "FlowID": "FL_1", "Flow": [embedded, randomiser], "Properties": { "Count": count } })
    }
}

fn question(questions: &Questionnaire<'_>, (page, criterion): (&AskedPage<'_>, usize), texts: &str) -> Value {
    let asks = &questions.study.criteria[criterion];
    let mut payload = json!({
        "QuestionText": format!("{texts}<p>{}</p>", html(&asks.question)),
        "DataExportTag": id(questions, page, criterion),
        "Validation": { "Settings": { "ForceResponse": "ON", "ForceResponseType": "ON", "Type": "None" } },
    });
    let mut kind = |name: &str, selector: &str| {
        payload["QuestionType"] = json!(name);
        payload["Selector"] = json!(selector);
    };
    match &questions.controls[criterion] {
        Control::Options(options) => {
            kind("MC", "SAVR");
            let keys: Vec<String> = (1..=options.len()).map(|key| key.to_string()).collect();
            let words = |(value, words): &(String, String)| {
                if words.is_empty() { html(value) } else { html(&format!("{value} ({words})")) }
            };
            let choices: Map<String, Value> =
                keys.iter().cloned().zip(options.iter().map(|it| json!({ "Display": words(it) }))).collect();
            let codes: Map<String, Value> = keys
                .iter()
                .cloned()
                .zip(options.iter().enumerate().map(|(at, (value, _))| json!(code(value, at))))
                .collect();
            payload["SubSelector"] = json!("TX");
            payload["Choices"] = Value::Object(choices);
            payload["ChoiceOrder"] = json!(keys);
            payload["RecodeValues"] = Value::Object(codes);
            // What an answer is here, so that it is found again from the code and from the words.
            let names: Map<String, Value> =
                keys.iter().cloned().zip(options.iter().map(|(value, _)| json!(value))).collect();
            payload["VariableNaming"] = Value::Object(names);
            payload["NextChoiceId"] = json!(options.len() + 1);
        }
        Control::Number { minimum, maximum, .. } => {
            kind("TE", "SL");
            payload["Validation"]["Settings"]["Type"] = json!("ContentType");
            payload["Validation"]["Settings"]["ContentType"] = json!("ValidNumber");
            payload["Validation"]["Settings"]["ValidNumber"] =
                json!({ "Min": minimum.to_string(), "Max": maximum.to_string(), "NumDecimals": "" });
        }
        Control::Words => kind("TE", "ML"),
    }
    payload
}
