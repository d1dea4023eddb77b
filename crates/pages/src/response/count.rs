//! `count`: a field for a whole number.

use askama::Template;
use study::response::Count;

use crate::field::Field;

#[derive(Template)]
#[template(path = "response/count.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    maximum: u32,
    what: &'a str,
}

impl<'a> View<'a> {
    pub(super) fn new(count: &'a Count, field: Field<'a>) -> View<'a> {
        View { field, maximum: count.most(), what: count.what.as_deref().unwrap_or_default() }
    }
}
