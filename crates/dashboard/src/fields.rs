//! What a form of the dashboard sends.

use axum::RequestExt as _;
use axum::extract::{Form, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use web::Fault;

/// The name of the field that shows that the form is ours.
pub(super) const CSRF_FIELD: &str = "csrf_token";

/// The fields of a form, in order.
#[derive(Debug, Default)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads the body of a request.
    pub(super) async fn read(request: Request) -> Result<Fields, Fault> {
        let kind = request.headers().get(CONTENT_TYPE).map_or(&b""[..], |kind| kind.as_bytes());
        if kind.starts_with(b"multipart/form-data") {
            return Fields::read_with_files(request).await;
        }
        let read = request.extract::<Form<Vec<(String, String)>>, _>().await;
        read.map(|Form(fields)| Fields(fields)).map_err(|_| Fault::Malformed)
    }

    /// The same for a form with a file in it, which is read as text.
    async fn read_with_files(request: Request) -> Result<Fields, Fault> {
        let mut parts = request.extract::<Multipart, _>().await.map_err(|_| Fault::Malformed)?;
        let mut fields = Vec::new();
        while let Some(part) = parts.next_field().await.map_err(|_| Fault::TooLarge)? {
            let name = part.name().unwrap_or_default().to_owned();
            let bytes = part.bytes().await.map_err(|_| Fault::TooLarge)?;
            fields.push((name, String::from_utf8_lossy(&bytes).into_owned()));
        }
        Ok(Fields(fields))
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
    pub(crate) fn is_ticked(&self, name: &str) -> bool {
        !self.text(name).is_empty()
    }

    /// Every value of this name.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}
