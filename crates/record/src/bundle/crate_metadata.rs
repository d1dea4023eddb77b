//! `ro-crate-metadata.json`: RO-Crate 1.2, with what was done as actions.

use dataset::{ARRIVALS_FILE, fingerprint};
use serde_json::{Map, Value, json};

use super::{BundleDescription, FileMap, JUDGEMENTS, PLAN, REHEARSAL, RESULTS, STUDY};

const SPECIFICATION: &str = "https://w3id.org/ro/crate/1.2";
const PROGRAM_ID: &str = "#rejudge";

/// The metadata of all files in the bundle.
pub(super) fn metadata(files: &FileMap, about: &BundleDescription<'_>) -> Value {
    let (study, publication) = (about.study, &about.record.publication);
    let (licence, licence_id) = about.licence();
    let authors = authors(about);
    let refs = |entities: &[Value]| -> Vec<Value> { entities.iter().map(|it| json!({ "@id": it["@id"] })).collect() };
    let parts: Vec<Value> = files.iter().map(|(path, bytes)| file(path, bytes, &study.about.language)).collect();
    let publisher = publisher(about);
    let mut root = json!({
        "@id": "./",
        "@type": "Dataset",
        "name": study.about.title,
        "description": about.description(),
        "datePublished": about.date,
        "version": about.version(),
        "inLanguage": study.about.language,
        "license": { "@id": licence_id },
        "author": one_or_all(refs(&authors)),
        "publisher": { "@id": publisher["@id"] },
        "hasPart": refs(&parts),
        "mentions": [{ "@id": "#collect" }, { "@id": "#analyse" }],
    });
    if let Some(doi) = &publication.doi {
        root["identifier"] = json!(format!("https://doi.org/{}", doi.trim_start_matches("https://doi.org/")));
    }
    if !publication.keywords.is_empty() {
        root["keywords"] = json!(publication.keywords.join(", "));
    }
    let mut graph = vec![
        json!({
            "@id": "ro-crate-metadata.json",
            "@type": "CreativeWork",
            "about": { "@id": "./" },
            "conformsTo": { "@id": SPECIFICATION },
        }),
        json!({
            "@id": licence_id,
            "@type": "CreativeWork",
            "name": licence,
            "description": if publication.licence.is_some() { "The licence of data and texts." } else { "Nobody but the authors may use data and texts: no licence is stated." },
        }),
        json!({
            "@id": PROGRAM_ID,
            "@type": "SoftwareApplication",
            "name": about.program,
            "description": "Runs a human evaluation of generated text, and runs it again.",
            "url": PROGRAM_ID,
            "version": about.program.rsplit(' ').next(),
        }),
    ];
    if let Some(original) = original(about) {
        root["isBasedOn"] = json!({ "@id": original["@id"] });
        graph.push(original);
    }
    graph.insert(1, root);
    graph.extend(actions(files, about));
    graph.push(publisher);
    graph.extend(contact(about));
    graph.extend(organisations(about));
    graph.extend(authors.into_iter().filter(|it| it["@type"] == "Person"));
    graph.extend(parts);
    json!({ "@context": format!("{SPECIFICATION}/context"), "@graph": graph })
}

/// A list of one is written as that one, as RO-Crate 1.2 recommends.
fn one_or_all(mut refs: Vec<Value>) -> Value {
    if refs.len() == 1 { refs.remove(0) } else { Value::Array(refs) }
}

fn file(path: &str, bytes: &[u8], language: &str) -> Value {
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut entity = json!({
        "@id": encoded(path),
        "@type": "File",
        "name": describe_file(path).unwrap_or(name),
        "description": describe_file(path).unwrap_or_else(|| purpose(path)),
        "encodingFormat": format_of(path),
        "contentSize": bytes.len().to_string(),
        "sha256": fingerprint(bytes),
    });
    if let Some(language) = language_of(path, bytes, language) {
        entity["inLanguage"] = json!(language);
    }
    entity
}

/// What a file is for, by the folder it is in.
fn purpose(path: &str) -> &'static str {
    match path.split('/').next() {
        Some("study") => "Part of the study as it was run",
        Some("pages") => "A page as people saw it, or part of one",
        Some("report") => "Part of the report: a table, a figure, or words to quote",
        Some("datasheet") => "The HEDS datasheet",
        Some("preregistration") => "What was said beforehand, or the form for it",
        _ => "Describes the bundle",
    }
}

/// The language of what people read in a file: as a page says itself, that of the study in the study's texts, and English in
/// what the program writes.
fn language_of(path: &str, bytes: &[u8], study: &str) -> Option<String> {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => {
            let start: String = String::from_utf8_lossy(bytes).chars().take(1000).collect();
            let said = start.split_once("<html").and_then(|(_, rest)| rest.split_once("lang=\""));
            said.and_then(|(_, rest)| rest.split_once('"')).map(|(language, _)| language.to_owned())
        }
        "md" | "csv" | "tsv" | "jsonl" if path.starts_with(STUDY) => Some(study.to_owned()),
        "md" | "tex" | "txt" | "bib" => Some("en".to_owned()),
        _ => None,
    }
}

fn actions(files: &FileMap, about: &BundleDescription<'_>) -> Vec<Value> {
    let of_study = |path: &&String| path.starts_with(STUDY);
    let study: Vec<Value> = files.keys().filter(of_study).map(|path| json!({ "@id": encoded(path) })).collect();
    let mut collect = json!({
        "@id": "#collect",
        "@type": "CreateAction",
        "name": if about.is_simulated() { "Simulating judgements" } else { "Collecting judgements" },
        "description": about.results.provenance.origin,
        "instrument": { "@id": PROGRAM_ID },
        "object": study,
        "result": { "@id": JUDGEMENTS },
    });
    if files.contains_key(PLAN)
        && let Some(objects) = collect["object"].as_array_mut()
    {
        objects.push(json!({ "@id": PLAN }));
    }
    let analyse = json!({
        "@id": "#analyse",
        "@type": "CreateAction",
        "name": "Analysing judgements",
        "description": format!("Seed {}, {} bootstrap replicates.", about.results.provenance.seed, about.results.provenance.replicates),
        "instrument": { "@id": PROGRAM_ID },
        "object": { "@id": JUDGEMENTS },
        "result": { "@id": RESULTS },
    });
    vec![collect, analyse]
}

fn authors(about: &BundleDescription<'_>) -> Vec<Value> {
    let mut entities = Vec::new();
    for (at, author) in about.record.author.iter().enumerate() {
        let mut entity = Map::new();
        let id = author.orcid.clone().unwrap_or_else(|| format!("#author-{}", at + 1));
        entity.insert("@id".to_owned(), json!(id));
        entity.insert("@type".to_owned(), json!("Person"));
        entity.insert("name".to_owned(), json!(author.name()));
        entity.insert("familyName".to_owned(), json!(author.family));
        if let Some(given) = &author.given {
            entity.insert("givenName".to_owned(), json!(given));
        }
        if let Some(affiliation) = &author.affiliation {
            entity.insert("affiliation".to_owned(), json!({ "@id": organisation_id(affiliation) }));
        }
        entities.push(Value::Object(entity));
    }
    if entities.is_empty() {
        entities.push(publisher(about));
    }
    entities
}

fn organisation_id(name: &str) -> String {
    format!("#{}", encoded(&name.replace('/', " ")))
}

/// Who answers for it: the institution, or else that of the first author who names one.
fn publisher(about: &BundleDescription<'_>) -> Value {
    let named = about.record.author.iter().find_map(|author| author.affiliation.as_deref());
    let name = about.study.about.institution.as_deref().or(named).unwrap_or("institution not named");
    let mut entity = json!({ "@id": organisation_id(name), "@type": "Organization", "name": name });
    if let Some(contact) = contact(about) {
        entity["contactPoint"] = json!({ "@id": contact["@id"] });
    }
    entity
}

/// The address that participants were given.
fn contact(about: &BundleDescription<'_>) -> Option<Value> {
    let address = about.study.about.contact.as_deref().filter(|it| it.contains('@') && !it.contains(' '))?;
    Some(json!({
        "@id": format!("mailto:{address}"),
        "@type": "ContactPoint",
        "contactType": "questions about the study",
        "email": address,
    }))
}

/// The institutions of the authors, each once, without the publisher's.
fn organisations(about: &BundleDescription<'_>) -> Vec<Value> {
    let mut entities: Vec<Value> = Vec::new();
    let publisher = publisher(about);
    for name in about.record.author.iter().filter_map(|author| author.affiliation.as_deref()) {
        let entity = json!({ "@id": organisation_id(name), "@type": "Organization", "name": name });
        if entity["@id"] != publisher["@id"] && !entities.contains(&entity) {
            entities.push(entity);
        }
    }
    entities
}

/// The paper that the study repeats.
fn original(about: &BundleDescription<'_>) -> Option<Value> {
    let reproduces = about.study.reproduces.as_ref()?;
    let id = reproduces.url.clone().unwrap_or_else(|| "#original".to_owned());
    Some(json!({ "@id": id, "@type": "ScholarlyArticle", "name": reproduces.paper }))
}

fn describe_file(path: &str) -> Option<&'static str> {
    Some(match path {
        JUDGEMENTS => "Judgements, one row each",
        ARRIVALS_FILE => "How many came, and how those ended who gave no answers",
        RESULTS => "Every number of the report",
        PLAN => "Who was to be shown what",
        crate::RECORD_FILE => "What the authors say of the study",
        REHEARSAL => "What a simulation of the study found beforehand",
        "program.json" => "The program, its seed and its settings",
        "Cargo.lock" => "What the program was built from",
        "codebook.json" => "What every column of the judgements means",
        "croissant.json" => "Croissant description of the tables",
        "comparison.json" => "Comparison with the original",
        "CITATION.cff" => "How to cite",
        "LICENSE.md" => "Licence",
        "README.md" => "What is where",
        "study/study.toml" => "The study",
        "report/report.html" => "The report",
        "datasheet/heds-3.0.json" => "HEDS 3.0 datacard",
        "datasheet/heds-2022.json" => "HEDS 2022 datacard",
        _ => return None,
    })
}

fn format_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "csv" => "text/csv",
        "tsv" => "text/tab-separated-values",
        "json" => "application/json",
        "jsonl" => "application/jsonl",
        "html" => "text/html",
        "md" => "text/markdown",
        "tex" => "application/x-tex",
        "svg" => "image/svg+xml",
        "pdf" => "application/pdf",
        "css" => "text/css",
        "js" => "text/javascript",
        "toml" => "application/toml",
        "cff" => "application/yaml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "txt" | "lock" => "text/plain",
        "parquet" => "application/vnd.apache.parquet",
        _ => "application/octet-stream",
    }
}

/// A path as a relative address.
fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte);
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
