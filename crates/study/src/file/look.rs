//! `[look]`: the study's own look.

use schemars::JsonSchema;
use serde::Deserialize;

/// `[look]`: custom appearance of every page that participants see.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookFile {
    /// A picture in the study folder, shown at the top of every page.
    pub logo: Option<String>,
    /// The colour of buttons, links and chosen answers, such as `"#7a1f2b"`.
    pub accent: Option<String>,
    /// The same colour on a dark screen; a lighter shade of it when absent.
    pub accent_dark: Option<String>,
    /// A stylesheet in the study folder, read after the program's own. It cannot load any files.
    pub stylesheet: Option<String>,
}
