//! Who comes, read from the link they came by.

use study::file::Platform;

/// Where Amazon Mechanical Turk's workers are: the real place and the one for trying out.
const MTURK_HOSTS: [&str; 2] = ["www.mturk.com", "workersandbox.mturk.com"];

/// Longer than any platform's id.
const LONGEST_ID: usize = 64;

/// What a link says about who comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// From Prolific.
    Prolific(Prolific),
    /// From Mechanical Turk, having accepted.
    Mturk(Mturk),
    /// Looking at it on Mechanical Turk before accepting.
    MturkPreview,
    /// By the link that is the same for everyone.
    Open,
    /// From a platform, but the link does not say who: they have to type their id.
    Unnamed,
    /// By a link that lacks the personal part.
    Uninvited,
}

/// What Prolific's link says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prolific {
    /// The person.
    pub(crate) participant: String,
    /// Prolific's name for their submission.
    pub(crate) submission: Option<String>,
    /// Prolific's name for the study.
    pub(crate) study: Option<String>,
    /// The token by which Prolific signs the link, as it came.
    pub(crate) token: Option<String>,
}

/// What Mechanical Turk's link says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mturk {
    /// The person.
    pub(crate) worker: String,
    /// What they accepted.
    pub(crate) assignment: String,
    /// Where to send the result: one of the platform's own hosts.
    pub(crate) submit_to: &'static str,
}

impl Mturk {
    /// Reads what [`Mturk::carry`] wrote into the address of a session's page.
    pub(crate) fn from_query(query: &[(String, String)]) -> Option<Mturk> {
        match Arrival::read(Platform::Mturk, query) {
            Arrival::Mturk(mturk) => Some(mturk),
            Arrival::Prolific(_) | Arrival::MturkPreview | Arrival::Open | Arrival::Unnamed | Arrival::Uninvited => {
                None
            }
        }
    }

    /// As a query, for the addresses of a session's pages. Ids are letters and digits: nothing needs
    /// to be encoded.
    pub(crate) fn carry(&self) -> String {
        let Mturk { worker, assignment, submit_to } = self;
        format!("?assignmentId={assignment}&workerId={worker}&turkSubmitTo=https://{submit_to}")
    }
}

impl Arrival {
    /// Reads the fields of a link's query.
    pub(crate) fn read(platform: Platform, query: &[(String, String)]) -> Arrival {
        let field = |name: &str| {
            let found = query.iter().find(|(field, _)| field == name).map(|(_, value)| value.trim());
            found.filter(|value| is_id(value)).map(str::to_owned)
        };
        match platform {
            Platform::Open => Arrival::Open,
            Platform::Invited => Arrival::Uninvited,
            Platform::Prolific => field("PROLIFIC_PID").map_or(Arrival::Unnamed, |participant| {
                let token = query.iter().find(|(name, _)| name == "prolific_token").map(|(_, value)| value.clone());
                Arrival::Prolific(Prolific {
                    participant,
                    submission: field("SESSION_ID"),
                    study: field("STUDY_ID"),
                    token,
                })
            }),
            Platform::Mturk => {
                let submit_to = query.iter().find(|(name, _)| name == "turkSubmitTo").map(|(_, value)| value.as_str());
                match (field("assignmentId"), field("workerId"), submit_to.and_then(mturk_host)) {
                    (Some(assignment), _, _) if assignment == "ASSIGNMENT_ID_NOT_AVAILABLE" => Arrival::MturkPreview,
                    (Some(assignment), Some(worker), Some(submit_to)) => {
                        Arrival::Mturk(Mturk { worker, assignment, submit_to })
                    }
                    (_, _, _) => Arrival::Unnamed,
                }
            }
        }
    }
}

/// Whether this can be a platform's id: letters and digits only. A placeholder that the platform was to
/// fill in, such as `{{%PROLIFIC_PID%}}`, is none.
pub(crate) fn is_id(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=LONGEST_ID).contains(&text.len()) && text.bytes().all(plain)
}

/// The platform's own host that this address names; nothing for any other, so that nobody is sent to a
/// stranger with their result.
fn mturk_host(url: &str) -> Option<&'static str> {
    let host = url.strip_prefix("https://")?.trim_end_matches('/');
    MTURK_HOSTS.into_iter().find(|known| *known == host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(platform: Platform, query: &[(&str, &str)], expected: &Arrival) {
        let query: Vec<_> = query.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        assert_eq!(Arrival::read(platform, &query), *expected, "{query:?}");
    }

    #[test]
    fn prolific_names_its_people_or_they_type_their_id() {
        let link = [("PROLIFIC_PID", "5f0a"), ("STUDY_ID", "61"), ("SESSION_ID", "7b")];
        let participant = Prolific {
            participant: "5f0a".to_owned(),
            submission: Some("7b".to_owned()),
            study: Some("61".to_owned()),
            token: None,
        };
        check(Platform::Prolific, &link, &Arrival::Prolific(participant.clone()));
        let nameless = Prolific { submission: None, study: None, ..participant };
        check(Platform::Prolific, &[("PROLIFIC_PID", " 5f0a ")], &Arrival::Prolific(nameless));
        for missing in ["", "{{%PROLIFIC_PID%}}", "<script>", "a b", &"x".repeat(65), "é"] {
            check(Platform::Prolific, &[("PROLIFIC_PID", missing)], &Arrival::Unnamed);
        }
        check(Platform::Prolific, &[], &Arrival::Unnamed);
    }

    fn link<'a>(assignment: &'a str, submit_to: &'a str) -> [(&'a str, &'a str); 4] {
        [("assignmentId", assignment), ("workerId", "W1"), ("hitId", "H1"), ("turkSubmitTo", submit_to)]
    }

    #[test]
    fn mturk_is_believed_only_with_its_own_address_to_send_to() {
        for host in MTURK_HOSTS {
            let accepted = Mturk { worker: "W1".to_owned(), assignment: "A1".to_owned(), submit_to: host };
            check(Platform::Mturk, &link("A1", &format!("https://{host}")), &Arrival::Mturk(accepted.clone()));
            check(Platform::Mturk, &link("A1", &format!("https://{host}/")), &Arrival::Mturk(accepted.clone()));
            let carried = accepted.carry();
            let fields = carried.trim_start_matches('?').split('&').filter_map(|field| field.split_once('='));
            let fields: Vec<_> = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            assert_eq!(Mturk::from_query(&fields), Some(accepted));
        }
        for stranger in [
            "",
            "http://www.mturk.com",
            "https://www.mturk.com.evil.example",
            "https://evil.example/www.mturk.com",
            "https://www.mturk.com@evil.example",
            "https://www.mturk.com:444",
            "javascript:alert(1)",
        ] {
            check(Platform::Mturk, &link("A1", stranger), &Arrival::Unnamed);
        }
        check(Platform::Mturk, &[("assignmentId", "ASSIGNMENT_ID_NOT_AVAILABLE")], &Arrival::MturkPreview);
        check(Platform::Mturk, &[], &Arrival::Unnamed);
    }

    #[test]
    fn links_for_everyone_and_for_one_person_do_not_depend_on_the_query() {
        check(Platform::Open, &[("PROLIFIC_PID", "5f0a")], &Arrival::Open);
        check(Platform::Invited, &[("PROLIFIC_PID", "5f0a")], &Arrival::Uninvited);
    }
}
