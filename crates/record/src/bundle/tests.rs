use dataset::{JudgedBy, Origin};
use study::OnDisk;

use super::*;

fn fluency() -> study::Study {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/fluency");
    study::check(&OnDisk(folder)).study.unwrap()
}

fn payload() -> FileMap {
    let files = [("b.txt", "two"), ("a/ä%.txt", "one")];
    files.into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).collect()
}

#[test]
fn a_bag_is_the_same_twice_and_names_every_changed_file() {
    let bag = seal_payload(&payload(), "2026-11-16", &fluency());
    assert_eq!(damages(&bag), []);
    assert_eq!(date_of(&bag).as_deref(), Some("2026-11-16"));
    let zip = to_zip("name", &bag).unwrap();
    assert_eq!(zip, to_zip("name", &bag).unwrap());
    assert_eq!(from_zip(&zip).unwrap(), bag);
    for path in bag.keys() {
        let mut changed = bag.clone();
        changed.get_mut(path).unwrap()[0] ^= 1;
        let found = damages(&changed);
        assert!(!found.is_empty(), "{path}");
        if path != "tagmanifest-sha256.txt" {
            assert!(found.contains(&Damage::Changed(path.clone())), "{path}: {found:?}");
        }
        let mut fewer = bag.clone();
        fewer.remove(path);
        assert!(!damages(&fewer).is_empty(), "{path}");
    }
    let mut more = bag.clone();
    more.insert("data/new.txt".to_owned(), Vec::new());
    assert_eq!(damages(&more), [Damage::Added("data/new.txt".to_owned())]);
    assert_eq!(damages(&FileMap::new()), [Damage::NoBag]);
}

#[test]
fn an_archive_cannot_write_outside_itself() {
    let escape: FileMap = [("../../evil".to_owned(), Vec::new())].into();
    let zip = to_zip("..", &escape).unwrap();
    assert!(matches!(from_zip(&zip), Err(ArchiveError::Outside(_))));
    assert!(matches!(from_zip(b"no archive"), Err(ArchiveError::Zip(_))));
}

/// An archive with these files as they come, which no bundle has.
fn odd_zip(files: &[(&str, &[u8])], link: Option<&str>) -> Vec<u8> {
    use std::io::Write as _;
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, bytes) in files {
        archive.start_file(*name, options).unwrap();
        archive.write_all(bytes).unwrap();
    }
    if let Some(name) = link {
        archive.add_symlink(name, "/etc/passwd", options).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn an_archive_that_could_be_read_in_two_ways_is_refused() {
    let refused = |zip: &[u8]| from_zip(zip).unwrap_err().to_string();
    let link = odd_zip(&[("x/a", b"1")], Some("x/b"));
    assert_eq!(refused(&link), "`x/b` is a link; a bundle holds files alone");
    let folders = odd_zip(&[("x/a", b"1"), ("y/a", b"2")], None);
    assert_eq!(refused(&folders), "the archive has more than one folder at its top: `x` and `y`");
    // The writer refuses to write a name twice, so one letter of it is changed afterwards, in both places.
    let mut twice = odd_zip(&[("x/a", b"1"), ("x/b", b"2")], None);
    assert!(from_zip(&twice).is_ok());
    while let Some(at) = twice.windows(3).position(|part| part == b"x/b") {
        twice[at + 2] = b'a';
    }
    assert!(refused(&twice).contains("is in the archive twice"), "{}", refused(&twice));
    let bomb = odd_zip(&[("x/a", &vec![0; 80 << 20])], None);
    assert!(refused(&bomb).contains("unpacks to more than 7"), "{}", refused(&bomb));
}

#[test]
fn every_text_in_a_crate_has_its_language() {
    let mut study = fluency();
    study.about.language = "de".to_owned();
    let dataset = dataset::Dataset::from_study(&study, Origin::Collected, JudgedBy::People);
    let options = analysis::Options { seed: 1, replicates: 10, level: 0.95 };
    let results = analysis::run(Some(&study), &dataset, options);
    let record = AuthorsRecord {
        author: vec![crate::authors::Author {
            family: "Example".to_owned(),
            affiliation: Some("Another University".to_owned()),
            ..crate::authors::Author::default()
        }],
        ..AuthorsRecord::default()
    };
    let about = BundleDescription {
        study: &study,
        results: &results,
        record: &record,
        codebook: &dataset::codebook_json(&dataset),
        items: None,
        items_withheld: false,
        date: "2026-11-16",
        program: "rejudge 0",
    };
    let page = |language: &str| format!("<!doctype html>\n<html dir=\"ltr\" lang=\"{language}\">").into_bytes();
    let mut files: FileMap = [
        ("study/consent.md".to_owned(), b"Ja.".to_vec()),
        ("pages/consent.html".to_owned(), page("de")),
        ("pages/kind-rating-ar.html".to_owned(), page("ar")),
        ("report/report.html".to_owned(), page("en")),
        ("report/figures/a.svg".to_owned(), b"<svg/>".to_vec()),
        (JUDGEMENTS.to_owned(), b"participant\n".to_vec()),
        (RESULTS.to_owned(), b"{}".to_vec()),
    ]
    .into();
    describe(&mut files, &about);
    describe_files(&mut files, &about);
    let written: Value = serde_json::from_slice(&files["ro-crate-metadata.json"]).unwrap();
    let entity = |id: &str| written["@graph"].as_array().unwrap().iter().find(|it| it["@id"] == id).unwrap().clone();
    let language = |id: &str| entity(id)["inLanguage"].as_str().map(str::to_owned);
    for (id, expected) in [
        ("./", Some("de")),
        ("study/consent.md", Some("de")),
        ("pages/consent.html", Some("de")),
        ("pages/kind-rating-ar.html", Some("ar")),
        ("report/report.html", Some("en")),
        ("README.md", Some("en")),
        ("report/figures/a.svg", None),
    ] {
        assert_eq!(language(id).as_deref(), expected, "{id}");
    }
    assert_eq!(entity("#author-1")["affiliation"]["@id"], "#Another%20University");
    assert_eq!(entity("#Another%20University")["name"], "Another University");
    assert_eq!(entity("./")["publisher"]["@id"], format!("#{}", "Example University".replace(' ', "%20")));
    let described = written["@graph"].as_array().unwrap().iter().filter(|it| it["@type"] == "File");
    assert!(described.clone().count() > 5 && described.into_iter().all(|it| it["description"].is_string()));
}

#[test]
fn texts_that_may_not_travel_are_hashes() {
    let table = table::Table::read("items.csv", b"item,input,a\n1,secret,\n2,\"other, text\",more\n").unwrap();
    let text = withhold_texts(&table, &["item"]);
    assert!(!text.contains("secret") && !text.contains("more"), "{text}");
    assert!(text.starts_with("item,input,a\n1,withheld SHA-256 2bb80d537b1da3e3"), "{text}");
    assert_eq!(text.lines().count(), 3);
}

#[test]
fn participants_are_called_by_numbers_that_sort() {
    let study = fluency();
    let mut dataset = dataset::Dataset::from_study(&study, Origin::Collected, JudgedBy::People);
    dataset.participants = (0..11).map(|at| format!("5f1a2b3c4d5e6f7a8b9c0d{at:02}")).collect();
    use_pseudonyms(&mut dataset);
    assert_eq!((dataset.participants[0].as_str(), dataset.participants[10].as_str()), ("P01", "P11"));
}
