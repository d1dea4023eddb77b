//! What each role may do. Every route says which right it takes; whatever is not said here may not be done.

use axum::extract::MatchedPath;
use axum::http::Method;
use axum::http::request::Parts;
use store::{Role, Sight};

use crate::routes::ROUTES;

/// What someone must be allowed to ask for an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Right {
    /// Anybody, signed in or not.
    Anyone,
    /// Whoever is signed in, about themselves.
    Themselves,
    /// Whoever has the study.
    Look,
    /// Runs the study: lets people in or not, decides about sessions.
    Manage,
    /// Sees what the platform calls people.
    Identify,
    /// Manages, and sees what it costs.
    Spend,
    /// Sees what the platform calls people and what they are paid.
    Settle,
    /// Decides about the study itself and who has it.
    Own,
}

impl Right {
    /// Every right that has to do with a study.
    pub const OF_A_STUDY: [Right; 6] =
        [Right::Look, Right::Manage, Right::Identify, Right::Spend, Right::Settle, Right::Own];

    /// Whether a role has it.
    #[must_use]
    pub fn is_of(self, role: Role) -> bool {
        let given = match role {
            Role::Viewer => Sight { ids: false, money: false },
            Role::Manager(sight) => sight,
            Role::Owner => Sight { ids: true, money: true },
        };
        match self {
            Right::Anyone | Right::Themselves | Right::Look => true,
            Right::Manage => role != Role::Viewer,
            Right::Identify => given.ids,
            Right::Spend => given.money,
            Right::Settle => given.ids && given.money,
            Right::Own => role == Role::Owner,
        }
    }

    /// What it allows, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Right::Anyone => "sign in, follow a link",
            Right::Themselves => "manage one's own account",
            Right::Look => {
                "look at progress, lists, sessions, answers, items, comments and the audit log; download judgements"
            }
            Right::Manage => {
                "pause, resume and close; accept, extend, exclude, include, mark, replace and withdraw sessions"
            }
            Right::Identify => "find, withdraw and download people by platform ID; write to them",
            Right::Spend => "see what the study costs and pays; add slots",
            Right::Settle => "reconcile with the platform, approve and pay",
            Right::Own => "unblind, invite and remove people, make tokens",
        }
    }
}

/// What the address takes that a request was matched with. An address that is not in the list takes more than anybody has.
pub(crate) fn right_needed(parts: &Parts) -> Option<Right> {
    let path = parts.extensions.get::<MatchedPath>()?;
    let method = if parts.method == Method::POST { "post" } else { "get" };
    let route = ROUTES.iter().find(|(known, address, _)| *known == method && *address == path.as_str());
    route.map(|(_, _, right)| *right)
}

/// What a role may do, as an invitation says it.
pub(crate) fn promise(role: Role) -> &'static str {
    match role {
        Role::Viewer => "look, without money and platform IDs",
        Role::Manager(Sight { ids: false, money: false }) => "look and run the study, without money and platform IDs",
        Role::Manager(Sight { ids: false, money: true }) => "look and run the study, with money, without platform IDs",
        Role::Manager(Sight { ids: true, money: false }) => "look and run the study, with platform IDs, without money",
        Role::Manager(Sight { ids: true, money: true }) => "look and run the study, with money and platform IDs",
        Role::Owner => "look, act and invite others",
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::expect_file;
    use store::Role;

    use super::Right;
    use crate::routes::ROUTES;

    #[test]
    fn whoever_may_do_more_loses_nothing() {
        for right in Right::OF_A_STUDY {
            for (less, more) in [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5)] {
                let (less, more) = (Role::ALL[less], Role::ALL[more]);
                assert!(!right.is_of(less) || right.is_of(more), "{right:?}: {less:?} may, {more:?} may not");
            }
        }
    }

    #[test]
    fn the_reference_page_says_what_each_role_may_do() {
        let mut page = String::from(
            "<!-- Written by a test of the dashboard from what its routes declare. -->\n# Who may do what\n\n\
             An owner gives each person one of these roles, under *Access*. Every address of the dashboard takes one of the rights below; \
             a test asks for each of them with each role.\n\n| may |",
        );
        for role in Role::ALL {
            write!(page, " {} |", role.word()).unwrap();
        }
        page.push_str("\n|---|");
        page.push_str(&"---|".repeat(Role::ALL.len()));
        for right in Right::OF_A_STUDY {
            write!(page, "\n| {} |", right.words()).unwrap();
            for role in Role::ALL {
                page.push_str(if right.is_of(role) { " yes |" } else { " – |" });
            }
        }
        page.push_str("\n\n## Address by address\n\n| address | may |\n|---|---|\n");
        for (method, path, right) in ROUTES.iter().filter(|(_, path, _)| path.contains("{study}")) {
            writeln!(page, "| `{} {path}` | {} |", method.to_uppercase(), right.words()).unwrap();
        }
        expect_file!["../../../docs/reference/roles.md"].assert_eq(&page);
    }
}
