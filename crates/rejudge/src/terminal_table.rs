//! Tables on a terminal: a line above, below the header and below, none between rows.

use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{ContentArrangement, Table};
use comfy_table::{LineStyle, TableStyle};

const STYLE: TableStyle = UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none());

/// How wide the terminal is; nothing where there is none.
pub(crate) fn width() -> Option<usize> {
    terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0))
}

/// An empty table in our style. On a terminal it is as wide as that at most; elsewhere as wide as what is in it.
pub(crate) fn table() -> Table {
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(width) = width() {
        table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    }
    table
}
