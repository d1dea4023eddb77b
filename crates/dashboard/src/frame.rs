//! What stands around every page of the dashboard.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use store::Role;
use web::Fault;
use web::html;

use super::researcher::{Researcher, SignedIn};
use super::rights::Right;
use crate::assets;

/// The pages of a study, in the order of the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tab {
    Overview,
    Lists,
    People,
    Quality,
    Answers,
    Items,
    Comments,
    Data,
    Access,
    AuditLog,
}

impl Tab {
    const ALL: [Tab; 10] = [
        Tab::Overview,
        Tab::Lists,
        Tab::People,
        Tab::Quality,
        Tab::Answers,
        Tab::Items,
        Tab::Comments,
        Tab::Data,
        Tab::Access,
        Tab::AuditLog,
    ];

    pub(crate) fn title(self) -> &'static str {
        match self {
            Tab::Overview => "Overview",
            Tab::Lists => "Lists",
            Tab::People => "People",
            Tab::Quality => "Quality",
            Tab::Answers => "Answers",
            Tab::Items => "Items",
            Tab::Comments => "Comments",
            Tab::Data => "Data",
            Tab::Access => "Access",
            Tab::AuditLog => "Audit log",
        }
    }

    /// The last part of its address.
    pub(crate) fn page(self) -> &'static str {
        match self {
            Tab::Overview => "",
            Tab::Lists => "lists",
            Tab::People => "people",
            Tab::Quality => "quality",
            Tab::Answers => "answers",
            Tab::Items => "items",
            Tab::Comments => "comments",
            Tab::Data => "data",
            Tab::Access => "access",
            Tab::AuditLog => "audit-log",
        }
    }
}

/// What stands around a page.
pub(crate) struct Frame {
    /// The page's heading.
    pub(crate) heading: String,
    pub(crate) assets: String,
    pub(crate) scripts: Vec<String>,
    /// Who is signed in.
    pub(crate) person: Option<Person>,
    /// Which study, where the page is about one.
    pub(crate) study: Option<Place>,
}

/// Who is signed in, as a page needs it.
pub(crate) struct Person {
    pub(crate) name: String,
    /// What their forms carry.
    pub(crate) csrf_token: String,
}

/// Where in which study.
pub(crate) struct Place {
    pub(crate) title: String,
    /// The address that its pages begin with.
    pub(crate) root: String,
    pub(crate) here: Tab,
    pub(crate) role: Role,
}

/// One link of the navigation.
pub(crate) struct Way {
    pub(crate) title: &'static str,
    pub(crate) address: String,
    pub(crate) here: bool,
}

impl Frame {
    /// Around a page for whoever is not signed in.
    pub(crate) fn signed_out(heading: &str) -> Frame {
        Frame {
            heading: heading.to_owned(),
            assets: format!("/assets/{}", pages::assets::folder()),
            scripts: vec![format!("/assets/{}/page.js", pages::assets::folder())],
            person: None,
            study: None,
        }
    }

    /// Around a page about no study in particular.
    pub(crate) fn without_study(heading: &str, by: &SignedIn) -> Frame {
        let person = Person { name: by.account.name.clone(), csrf_token: by.csrf_token() };
        Frame { person: Some(person), ..Frame::signed_out(heading) }
    }

    /// Around a page of a study.
    pub(crate) fn for_study(heading: &str, researcher: &Researcher, here: Tab) -> Frame {
        let place = Place {
            title: researcher.study.study.about.title.clone(),
            root: researcher.address(""),
            here,
            role: researcher.role,
        };
        let mut frame = Frame { study: Some(place), ..Frame::without_study(heading, &researcher.by) };
        frame.scripts.push(assets::address("zone.js"));
        frame
    }

    /// With the parts marked `data-live` brought up to date while the page is looked at.
    pub(crate) fn live(mut self) -> Frame {
        self.scripts.push(assets::address("live.js"));
        self
    }

    /// What a form has to carry.
    pub(crate) fn csrf_token(&self) -> &str {
        self.person.as_ref().map_or("", |person| &person.csrf_token)
    }

    /// What the addresses of the study's pages begin with.
    pub(crate) fn root(&self) -> &str {
        self.study.as_ref().map_or("", |study| &study.root)
    }

    /// Whether whoever looks has a right.
    fn has_right(&self, right: Right) -> bool {
        self.study.as_ref().is_some_and(|study| right.is_of(study.role))
    }

    /// Whether whoever looks runs the study.
    pub(crate) fn can_manage(&self) -> bool {
        self.has_right(Right::Manage)
    }

    /// Whether whoever looks may know what the platform calls people.
    pub(crate) fn identifies(&self) -> bool {
        self.has_right(Right::Identify)
    }

    /// Whether whoever looks may settle accounts with the platform.
    pub(crate) fn settles(&self) -> bool {
        self.has_right(Right::Settle)
    }

    /// Whether whoever looks may know what things cost.
    pub(crate) fn spends(&self) -> bool {
        self.has_right(Right::Spend)
    }

    /// Whether whoever looks decides about the study itself.
    pub(crate) fn owns(&self) -> bool {
        self.has_right(Right::Own)
    }

    pub(crate) fn title(&self) -> String {
        match &self.study {
            Some(study) => format!("{} – {}", self.heading, study.title),
            None => format!("{} – rejudge", self.heading),
        }
    }
}

impl Place {
    pub(crate) fn ways(&self) -> Vec<Way> {
        let way = |tab: Tab| Way {
            title: tab.title(),
            address: format!("{}{}", self.root, tab.page()),
            here: tab == self.here,
        };
        Tab::ALL.into_iter().map(way).collect()
    }
}

/// A page as a reply.
pub(crate) fn show(page: &impl Template) -> Result<Response, Fault> {
    html(StatusCode::OK, page.render())
}

/// A page that says what is wrong with what was sent.
pub(crate) fn complain(status: StatusCode, page: &impl Template) -> Result<Response, Fault> {
    html(status, page.render())
}
