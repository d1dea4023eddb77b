//! Whether what authors say of a publication can stand in a citation: `CITATION.cff` and the registries behind it take ORCID, DOI and
//! licence in one form only.

use study::{DecodedFile, NOT_UNDERSTOOD};

use crate::AuthorsRecord;

/// Ids of SPDX, those that version 1.2.0 of the Citation File Format knows.
const LICENCES: &str = include_str!("licences.txt");

const ORCID: &str = "https://orcid.org/";
const DOI: [&str; 4] = ["https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "doi:"];

/// Writes ids as citations have them, and names what cannot stand in one.
pub(crate) fn settle(decoded: &mut DecodedFile<AuthorsRecord>) {
    let Some(record) = &mut decoded.value else { return };
    let mut wrong: Vec<(String, String, String)> = Vec::new();
    for (at, author) in record.author.iter_mut().enumerate() {
        if let Some(written) = author.orcid.clone() {
            let id = written.trim_start_matches(ORCID).trim();
            author.orcid = Some(format!("{ORCID}{id}"));
            if !is_orcid(id) {
                let help = "write it as on orcid.org, such as `https://orcid.org/0000-0002-1825-0097`".to_owned();
                wrong.push((
                    format!("author.{at}.orcid"),
                    format!("`{written}` is no ORCID, or a digit of it is mistyped"),
                    help,
                ));
            }
        }
    }
    let publication = &mut record.publication;
    if let Some(written) = publication.doi.clone() {
        let id = DOI.iter().fold(written.trim(), |id, prefix| id.trim_start_matches(prefix)).to_owned();
        if !is_doi(&id) {
            let help = "write it like `10.5281/zenodo.1003150`".to_owned();
            wrong.push(("publication.doi".to_owned(), format!("`{written}` is no DOI"), help));
        }
        publication.doi = Some(id);
    }
    if let Some(licence) = publication.licence.as_ref().filter(|licence| !is_licence(licence)) {
        let meant = guess_licence_id(licence).map_or_else(String::new, |id| format!("did you mean `{id}`? "));
        let help = format!("{meant}a licence that SPDX does not list is given by its address, `https://…`");
        wrong.push(("publication.licence".to_owned(), format!("`{licence}` is not the SPDX id of a licence"), help));
    }
    if let Some(materials) = publication.materials.as_ref().filter(|materials| !is_address(materials)) {
        let help = "write an address that begins with `https://`".to_owned();
        wrong.push(("publication.materials".to_owned(), format!("`{materials}` is no address"), help));
    }
    let said = wrong
        .into_iter()
        .map(|(path, message, help)| NOT_UNDERSTOOD.diagnose(decoded.places.find(&path), message).help(help));
    decoded.diagnostics.extend(said);
}

/// Whether a licence has an id of SPDX, or is given by where it can be read.
fn is_licence(licence: &str) -> bool {
    LICENCES.lines().any(|id| id == licence) || is_address(licence)
}

/// The id that somebody had in mind who wrote `CC BY 4.0` or `cc-by-4.0`.
fn guess_licence_id(licence: &str) -> Option<&'static str> {
    let bare = |text: &str| text.to_lowercase().replace([' ', '_', '-'], "");
    LICENCES.lines().find(|id| bare(id) == bare(licence))
}

/// Whether something is an address, not words.
pub(crate) fn is_address(text: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| rest.contains('.')))
        && !text.contains(char::is_whitespace)
}

/// Sixteen digits in fours, the last a check digit (ISO/IEC 7064, MOD 11-2), as orcid.org describes it.
fn is_orcid(id: &str) -> bool {
    let groups: Vec<&str> = id.split('-').collect();
    if groups.len() != 4 || groups.iter().any(|group| group.len() != 4) {
        return false;
    }
    let digits: Vec<u32> = id.chars().filter(|c| *c != '-').filter_map(|c| c.to_digit(10)).collect();
    let total = digits.iter().take(15).fold(0, |total, digit| (total + digit) * 2 % 11);
    let check = (12 - total) % 11;
    match id.chars().next_back() {
        Some('X') => digits.len() == 15 && check == 10,
        _ => digits.len() == 16 && check < 10 && digits.last() == Some(&check),
    }
}

/// `10.`, four to nine digits, and a name without blanks.
fn is_doi(id: &str) -> bool {
    let Some((registrant, name)) = id.strip_prefix("10.").and_then(|rest| rest.split_once('/')) else { return false };
    let mut parts = registrant.split('.');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = |c: char| c.is_ascii_alphanumeric() || ":/_;-.()[]\\".contains(c);
    parts.next().is_some_and(|part| (4..=9).contains(&part.len()) && is_number(part))
        && parts.all(is_number)
        && !name.is_empty()
        && name.chars().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::{is_doi, is_orcid};
    use crate::read_record;

    #[test]
    fn ids_are_written_as_citations_have_them() {
        let text = "[[author]]\nfamily = \"A\"\norcid = \"0000-0002-1825-0097\"\n[publication]\nlicence = \"CC-BY-4.0\"\n\
                    doi = \"https://doi.org/10.5281/zenodo.1003150\"\nmaterials = \"https://example.org/x\"\n";
        let read = read_record(text);
        assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);
        let record = read.value.unwrap();
        assert_eq!(record.author[0].orcid.as_deref(), Some("https://orcid.org/0000-0002-1825-0097"));
        assert_eq!(record.publication.doi.as_deref(), Some("10.5281/zenodo.1003150"));
        assert_eq!(read_record(&record.to_toml()).value.unwrap(), record);
    }

    #[test]
    fn what_cannot_stand_in_a_citation_is_named_with_the_remedy() {
        for (text, message, help) in [
            (
                "[[author]]\nfamily = \"A\"\norcid = \"0000-0002-1825-0079\"\n",
                "`0000-0002-1825-0079` is no ORCID",
                "orcid.org",
            ),
            ("[publication]\nlicence = \"CC BY 4.0\"\n", "`CC BY 4.0` is not the SPDX id", "did you mean `CC-BY-4.0`?"),
            ("[publication]\nlicence = \"ours\"\n", "`ours` is not the SPDX id", "`https://…`"),
            ("[publication]\ndoi = \"zenodo.1003150\"\n", "is no DOI", "10.5281"),
            ("[publication]\nmaterials = \"on request\"\n", "`on request` is no address", "https://"),
        ] {
            let found = read_record(text).diagnostics;
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].message.contains(message) && format!("{:?}", found[0]).contains(help), "{found:?}");
        }
        assert!(read_record("[publication]\nlicence = \"https://example.org/terms\"\n").diagnostics.is_empty());
    }

    #[test]
    fn orcids_have_their_check_digit_and_dois_their_form() {
        // The examples of orcid.org.
        for id in ["0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X"] {
            assert!(is_orcid(id), "{id}");
        }
        for id in [
            "0000-0002-1825-009X",
            "0000-0002-1694-2330",
            "0000000218250097",
            "0000-0002-1825",
            "",
            "١000-0002-1825-0097",
        ] {
            assert!(!is_orcid(id), "{id}");
        }
        assert!(is_doi("10.1000/182") && is_doi("10.1000.10/a(b)"));
        assert!(!is_doi("10.1/x") && !is_doi("10.1000/") && !is_doi("10.1000/a b") && !is_doi("11.1000/a"));
    }
}
