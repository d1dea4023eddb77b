//! `croissant.json`: Croissant 1.1 with the fields for responsible use (RAI 1.0).

use analysis::Statistic;
use dataset::fingerprint;
use serde_json::{Value, json};
use study::diff::{Topic, facts};

use super::{BundleDescription, FileMap, JUDGEMENTS};

/// The context of the specification.
const CONTEXT: &str = include_str!("croissant_context.json");

/// The description of the tables in a bundle.
pub(super) fn croissant(files: &FileMap, about: &BundleDescription<'_>) -> Value {
    let context: Value = serde_json::from_str(CONTEXT).unwrap_or_default();
    let (_, licence) = about.licence();
    let mut tables = vec![(JUDGEMENTS, "Judgements, one row each", judgement_fields(about))];
    if let Some((path, columns)) = about.items {
        let fields = columns.iter().map(|column| field("items", path, (column, "sc:Text", "")));
        tables.push((path, "Items", fields.collect()));
    }
    let object = |(path, name, _): &(&str, &str, Vec<Value>)| {
        json!({
            "@type": "cr:FileObject",
            "@id": path,
            "name": path,
            "description": name,
            "contentUrl": path,
            "encodingFormat": "text/csv",
            "sha256": files.get(*path).map(|bytes| fingerprint(bytes)),
        })
    };
    let set = |(path, name, fields): &(&str, &str, Vec<Value>)| {
        let id = if *path == JUDGEMENTS { "judgements" } else { "items" };
        json!({ "@type": "cr:RecordSet", "@id": id, "name": id, "description": name, "field": fields })
    };
    let mut described = json!({
        "@context": context,
        "@type": "sc:Dataset",
        "conformsTo": ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": about.study.about.title,
        "description": about.description(),
        "inLanguage": about.study.about.language,
        "license": licence,
        "url": about.address(),
        "version": about.version(),
        "datePublished": about.date,
        "creator": creators(about),
        "citeAs": cite_as(about),
        "isLiveDataset": false,
        "distribution": tables.iter().map(object).collect::<Vec<_>>(),
        "recordSet": tables.iter().map(set).collect::<Vec<_>>(),
    });
    if let Some(object) = described.as_object_mut() {
        for (name, text) in responsible(about).into_iter().filter(|(_, text)| !text.is_empty()) {
            object.insert(format!("rai:{name}"), Value::String(text));
        }
    }
    described
}

fn judgement_fields(about: &BundleDescription<'_>) -> Vec<Value> {
    let columns = about.codebook["columns"].as_array().cloned().unwrap_or_default();
    let kind = |holds: &str| match holds {
        // A cell may be empty, which whole numbers cannot be.
        "whole numbers" | "numbers" | "0 or 1" => "sc:Float",
        _ => "sc:Text",
    };
    let word = |column: &Value, key: &str| column[key].as_str().unwrap_or_default().to_owned();
    columns
        .iter()
        .map(|it| {
            field("judgements", JUDGEMENTS, (&word(it, "name"), kind(&word(it, "holds")), &word(it, "description")))
        })
        .collect()
}

fn field(set: &str, file: &str, (column, kind, description): (&str, &str, &str)) -> Value {
    json!({
        "@type": "cr:Field",
        "@id": format!("{set}/{column}"),
        "name": column,
        "description": if description.is_empty() { column } else { description },
        "dataType": kind,
        "source": { "fileObject": { "@id": file }, "extract": { "column": column } },
    })
}

fn creators(about: &BundleDescription<'_>) -> Vec<Value> {
    let mut creators: Vec<Value> = about
        .record
        .author
        .iter()
        .map(|author| {
            let mut person = json!({ "@type": "sc:Person", "name": author.name() });
            if let Some(orcid) = &author.orcid {
                person["url"] = json!(orcid);
            }
            person
        })
        .collect();
    if creators.is_empty() {
        let institution = about.study.about.institution.as_deref().unwrap_or("authors not named");
        creators.push(json!({ "@type": "sc:Organization", "name": institution }));
    }
    creators
}

fn cite_as(about: &BundleDescription<'_>) -> String {
    let names: Vec<String> = about.record.author.iter().map(crate::authors::Author::name).collect();
    let who =
        if names.is_empty() { about.study.about.institution.clone().unwrap_or_default() } else { names.join(", ") };
    let year = about.date.get(..4).unwrap_or_default();
    let title = &about.study.about.title;
    let title = if title.ends_with(['.', '?', '!']) { title.clone() } else { format!("{title}.") };
    let address =
        Some(about.address()).filter(|address| address != "./").map_or_else(String::new, |it| format!(" {it}"));
    format!("{who} ({year}). {title} Version {}.{address}", about.version())
}

/// What the fields for responsible use say. Answers in `record.toml` under `rai NAME` stand above.
fn responsible(about: &BundleDescription<'_>) -> Vec<(&'static str, String)> {
    let study = about.study;
    let known = facts(study);
    let said = |topic: Topic, what: &str| {
        known
            .iter()
            .find(|fact| fact.topic == topic && fact.what == what)
            .map(|fact| fact.value.clone())
            .unwrap_or_default()
    };
    let number = |statistic: Statistic| about.results.get(statistic, None, &[]).map(|named| named.estimate.value);
    let agreement: Vec<String> = study
        .criteria
        .iter()
        .filter_map(|criterion| {
            let alpha = about.results.get(Statistic::Alpha, criterion.id.0.as_str(), &[])?;
            Some(format!("{}: Krippendorff's alpha {:.3}", criterion.name, alpha.estimate.value))
        })
        .collect();
    let questions: Vec<&str> = study.criteria.iter().map(|criterion| criterion.question.as_str()).collect();
    let counted = match (number(Statistic::Judgements), number(Statistic::Participants)) {
        (Some(judgements), Some(people)) => format!("{judgements} judgements by {people} participants."),
        _ => String::new(),
    };
    let collection = if about.is_simulated() { "Simulated; nobody took part." } else { "Answers on web pages." };
    let fields = [
        ("dataCollection", format!("{collection} {counted}").trim().to_owned()),
        ("dataCollectionType", "Surveys".to_owned()),
        ("dataCollectionRawData", "The raw answers are in the column `answer`, as they were given.".to_owned()),
        ("dataCollectionMissingData", "Questions that nobody answered have no row.".to_owned()),
        (
            "dataManipulationProtocol",
            format!("{} Their judgements are here, marked in `excluded`.", crate::words::left_out(study)),
        ),
        (
            "dataAnnotationProtocol",
            format!("Asked: {} Shown together: {}.", questions.join(" "), said(Topic::Design, "shown together")),
        ),
        ("dataAnnotationPlatform", said(Topic::People, "platform")),
        ("dataAnnotationAnalysis", agreement.join("; ")),
        ("annotationsPerItem", format!("{} per question", said(Topic::Design, "people per question"))),
        ("annotatorDemographics", format!("Required of participants: {}", said(Topic::People, "requirements"))),
        (
            "personalSensitiveInformation",
            "Participants are known by pseudonyms; ids of platforms are left out.".to_owned(),
        ),
        ("dataBiases", String::new()),
        ("dataLimitations", String::new()),
        ("dataUseCases", String::new()),
        ("dataSocialImpact", String::new()),
        ("dataReleaseMaintenancePlan", String::new()),
    ];
    let own = |name: &str| about.record.words(&format!("rai {name}")).map(str::to_owned);
    fields.into_iter().map(|(name, text)| (name, own(name).unwrap_or(text))).collect()
}
