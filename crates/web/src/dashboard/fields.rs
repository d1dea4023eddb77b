//! What a form of the dashboard sends.

use axum::RequestExt as _;
use axum::extract::{Form, Request};

use crate::server::fault::Fault;

/// The name of the field that shows that the form is ours.
pub(super) const SEAL: &str = "seal";

/// The fields of a form, in order.
#[derive(Debug, Default)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads the body of a request.
    pub(super) async fn read(request: Request) -> Result<Fields, Fault> {
        let read = request.extract::<Form<Vec<(String, String)>>, _>().await;
        read.map(|Form(fields)| Fields(fields)).map_err(|_| Fault::Malformed)
    }

    /// The first field of this name, without spaces around it; empty when it is not there.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    /// The first field of this name exactly as sent: for passwords.
    pub(crate) fn raw(&self, name: &str) -> &str {
        self.0.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value)
    }

    /// Whether a box is ticked.
    pub(crate) fn ticked(&self, name: &str) -> bool {
        !self.text(name).is_empty()
    }

    /// Every value of this name.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}
