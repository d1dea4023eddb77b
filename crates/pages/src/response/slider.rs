//! `slider`: a field for a number, which a script turns into a line without a handle until touched.

use askama::Template;
use study::response::Slider;

use crate::field::Field;

#[derive(Template)]
#[template(path = "response/slider.html")]
pub(super) struct View<'a> {
    field: Field<'a>,
    minimum: f64,
    maximum: f64,
    step: f64,
    value: &'a str,
    low: &'a str,
    high: &'a str,
}

impl<'a> View<'a> {
    pub(super) fn new(slider: &'a Slider, field: Field<'a>) -> View<'a> {
        View {
            field,
            minimum: slider.minimum,
            maximum: slider.maximum,
            step: slider.step(),
            value: field.value("value"),
            low: slider.low.as_deref().unwrap_or_default(),
            high: slider.high.as_deref().unwrap_or_default(),
        }
    }

    fn range(&self) -> String {
        let (minimum, maximum) = (self.minimum.to_string(), self.maximum.to_string());
        self.field.words.with_values("slider-number", [("minimum", minimum.into()), ("maximum", maximum.into())])
    }
}
