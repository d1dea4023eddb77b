use dataset::{JudgedBy, Origin};
use study::OnDisk;

use super::*;

fn payload() -> FileMap {
    let files = [("b.txt", "two"), ("a/ä%.txt", "one")];
    files.into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).collect()
}

#[test]
fn a_bag_is_the_same_twice_and_names_every_changed_file() {
    let bag = sealed(&payload(), "2026-11-16", "rejudge 0", "A lab");
    assert_eq!(damages(&bag), []);
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
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/fluency");
    let study = study::check(&OnDisk(folder)).study.unwrap();
    let mut dataset = dataset::Dataset::of(&study, Origin::Collected, JudgedBy::People);
    dataset.participants = (0..11).map(|at| format!("5f1a2b3c4d5e6f7a8b9c0d{at:02}")).collect();
    use_pseudonyms(&mut dataset);
    assert_eq!((dataset.participants[0].as_str(), dataset.participants[10].as_str()), ("P01", "P11"));
}
