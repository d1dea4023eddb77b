//! The systems that one judgement showed, in one cell: ids with blanks between. An id of another program may hold a blank
//! itself (`T5 (ours)`): it stands in quotation marks, doubled where they are part of it.

/// The cell of some ids.
pub(crate) fn join_ids<S: AsRef<str>>(ids: &[S]) -> String {
    let written = ids
        .iter()
        .map(AsRef::as_ref)
        .map(|id| if id.contains([' ', '"']) { format!("\"{}\"", id.replace('"', "\"\"")) } else { id.to_owned() });
    written.collect::<Vec<_>>().join(" ")
}

/// The ids of a cell.
pub(crate) fn split_ids(cell: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut rest = cell.chars().peekable();
    loop {
        let mut id = String::new();
        if rest.next_if_eq(&'"').is_some() {
            while let Some(letter) = rest.next() {
                // One mark ends the id, two are one that belongs to it.
                if letter == '"' && rest.next_if_eq(&'"').is_none() {
                    break;
                }
                id.push(letter);
            }
        }
        while let Some(letter) = rest.next_if(|letter| *letter != ' ') {
            id.push(letter);
        }
        ids.push(id);
        if rest.next().is_none() {
            return ids;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_with_a_blank_stays_one() {
        assert_eq!(join_ids(&["svm", "T5 (ours)", "the \"big\" one"]), "svm \"T5 (ours)\" \"the \"\"big\"\" one\"");
        assert_eq!(split_ids("svm \"T5 (ours)\" gedi"), ["svm", "T5 (ours)", "gedi"]);
        assert_eq!(split_ids("svm"), ["svm"]);
    }

    #[test]
    fn ids_come_back_as_they_were() {
        let ids = ["a", "é b", "\"", "a\"b c", " a ", "\" \""];
        for (one, two) in ids.iter().flat_map(|one| ids.iter().map(move |two| (*one, *two))) {
            assert_eq!(split_ids(&join_ids(&[one, two])), [one, two]);
        }
    }
}
