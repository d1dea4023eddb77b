//! Long tables: sorted, filtered and cut into pages on the server, by what the address says.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

/// Rows on one page.
const ON_A_PAGE: usize = 100;

/// What the address of a table says.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct TableQuery {
    pub(crate) sort: Option<String>,
    pub(crate) show: Option<String>,
    /// Words that rows must have.
    pub(crate) find: Option<String>,
    /// From 0.
    pub(crate) page: Option<usize>,
}

/// One page of a table.
pub(crate) struct TablePage<T> {
    pub(crate) rows: Vec<T>,
    /// Rows on all pages.
    pub(crate) count: usize,
    /// From 0.
    pub(crate) page: usize,
    pub(crate) pages: usize,
    pub(crate) asked: TableQuery,
    /// What one row is.
    pub(crate) one: &'static str,
}

/// The head of a column by which rows can be sorted.
pub(crate) struct Head {
    pub(crate) title: &'static str,
    pub(crate) address: String,
    pub(crate) here: bool,
}

impl TableQuery {
    pub(crate) fn sort(&self) -> &str {
        self.sort.as_deref().unwrap_or_default()
    }

    pub(crate) fn show(&self) -> &str {
        self.show.as_deref().unwrap_or_default()
    }

    pub(crate) fn find(&self) -> &str {
        self.find.as_deref().unwrap_or_default().trim()
    }

    /// An address with the same words but another order or page.
    fn address(&self, sort: &str, page: usize) -> String {
        let page = page.to_string();
        let fields = [("sort", sort), ("show", self.show()), ("find", self.find()), ("page", page.as_str())];
        let kept = fields.into_iter().filter(|(name, value)| !value.is_empty() && (*name, *value) != ("page", "0"));
        let query: Vec<String> = kept.map(|(name, value)| format!("{name}={}", query_value(value))).collect();
        format!("?{}", query.join("&"))
    }
}

impl<T> TablePage<T> {
    /// The page that was asked for, or the last.
    pub(crate) fn cut(rows: Vec<T>, asked: &TableQuery, one: &'static str) -> TablePage<T> {
        let (count, pages) = (rows.len(), rows.len().div_ceil(ON_A_PAGE).max(1));
        let page = asked.page.unwrap_or(0).min(pages - 1);
        let rows = rows.into_iter().skip(page * ON_A_PAGE).take(ON_A_PAGE).collect();
        TablePage { rows, count, page, pages, asked: asked.clone(), one }
    }

    pub(crate) fn head(&self, title: &'static str, sort: &str) -> Head {
        Head { title, address: self.asked.address(sort, 0), here: self.asked.sort() == sort }
    }

    pub(crate) fn previous(&self) -> Option<String> {
        self.page.checked_sub(1).map(|page| self.asked.address(self.asked.sort(), page))
    }

    pub(crate) fn next(&self) -> Option<String> {
        (self.page + 1 < self.pages).then(|| self.asked.address(self.asked.sort(), self.page + 1))
    }
}

/// What stays as it is in a query. Slashes do: a path in it can be read.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/');

/// Something as a value in a query.
pub(super) fn query_value(text: &str) -> impl std::fmt::Display + '_ {
    utf8_percent_encode(text, PLAIN)
}

#[cfg(test)]
mod tests {
    use super::{TablePage, TableQuery};

    #[test]
    fn a_long_table_is_cut_and_its_pages_lead_to_one_another() {
        let asked = TableQuery { sort: Some("held".to_owned()), find: Some("a&b".to_owned()), ..TableQuery::default() };
        let cut =
            |page: usize| TablePage::cut((0..250).collect(), &TableQuery { page: Some(page), ..asked.clone() }, "list");
        assert_eq!((cut(0).previous(), cut(0).next().as_deref()), (None, Some("?sort=held&find=a%26b&page=1")));
        assert_eq!(cut(1).previous().as_deref(), Some("?sort=held&find=a%26b"));
        let last = cut(99);
        assert_eq!((last.rows.len(), last.page, last.next()), (50, 2, None));
        let head = last.head("Held", "held");
        assert!(head.here && !last.head("List", "").here);
        let none = TablePage::cut(Vec::<u8>::new(), &asked, "list");
        assert_eq!((none.pages, none.count, none.next()), (1, 0, None));
    }
}
