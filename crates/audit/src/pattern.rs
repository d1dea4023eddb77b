//! Ids with holes: `table1.{criterion}.*.cv_star`.

use std::collections::BTreeMap;

/// What the `{names}` of a check stand for in one of its instances.
pub(crate) type Binding = BTreeMap<String, String>;

/// An id with holes. `*` is any part, `{name}` a part with a name; neither reaches over a dot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Any,
    Named(String),
}

impl Pattern {
    /// Reads an id; an unclosed or unnamed brace is an error.
    pub(crate) fn read(text: &str) -> Result<Pattern, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['*', '{', '}']) {
            if at > 0 {
                parts.push(Part::Text(rest[..at].to_owned()));
            }
            rest = &rest[at..];
            if let Some(after) = rest.strip_prefix('*') {
                parts.push(Part::Any);
                rest = after;
                continue;
            }
            let Some((name, after)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) else {
                return Err(format!("`{text}` has a brace without its partner"));
            };
            if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                return Err(format!("`{{{name}}}` in `{text}` is not a name"));
            }
            parts.push(Part::Named(name.to_owned()));
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        Ok(Pattern { parts })
    }

    /// Whether it has a `*`, and so stands for a list.
    pub(crate) fn is_list(&self) -> bool {
        self.parts.contains(&Part::Any)
    }

    /// The names in it.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Named(name) => Some(name.as_str()),
            Part::Text(_) | Part::Any => None,
        })
    }

    /// The text with the names filled in; unknown names and `*` stay.
    pub(crate) fn fill_names(&self, binding: &Binding) -> String {
        let fill = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Any => "*".to_owned(),
            Part::Named(name) => binding.get(name).cloned().unwrap_or_else(|| format!("{{{name}}}")),
        };
        self.parts.iter().map(fill).collect()
    }

    /// What the names stand for in an id that fits, given what some of them stand for already.
    pub(crate) fn fit(&self, id: &str, binding: &Binding) -> Option<Binding> {
        fit(&self.parts, id, binding.clone())
    }
}

fn fit(parts: &[Part], rest: &str, binding: Binding) -> Option<Binding> {
    let Some((first, others)) = parts.split_first() else { return rest.is_empty().then_some(binding) };
    match first {
        Part::Text(text) => fit(others, rest.strip_prefix(text.as_str())?, binding),
        Part::Named(name) if binding.contains_key(name) => {
            let rest = rest.strip_prefix(binding.get(name)?.as_str())?;
            fit(others, rest, binding)
        }
        Part::Any | Part::Named(_) => {
            let ends = rest.char_indices().map(|(at, c)| (at + c.len_utf8(), c)).take_while(|(_, c)| *c != '.');
            ends.map(|(end, _)| end).find_map(|end| {
                let mut binding = binding.clone();
                if let Part::Named(name) = first {
                    binding.insert(name.clone(), rest[..end].to_owned());
                }
                fit(others, &rest[end..], binding)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, id: &str, expected: Option<&[(&str, &str)]>) {
        let expected: Option<Binding> =
            expected.map(|pairs| pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect());
        assert_eq!(Pattern::read(pattern).unwrap().fit(id, &Binding::new()), expected, "{pattern} on {id}");
    }

    #[test]
    fn holes_take_one_part_and_never_a_dot() {
        check("t.{a}.mean", "t.svm.mean", Some(&[("a", "svm")]));
        check("t.{a}.mean", "t.x.y.mean", None);
        check("t.{a}_{b}", "t.001_002", Some(&[("a", "001"), ("b", "002")]));
        check("t.{a}.{a}", "t.x.x", Some(&[("a", "x")]));
        check("t.{a}.{a}", "t.x.y", None);
        check("t.*.rank*", "t.NTS+PT.rank1", Some(&[]));
        check("t.*", "t.", None);
        assert!(Pattern::read("t.{a").is_err());
        assert!(Pattern::read("t.a}").is_err());
        assert!(Pattern::read("t.{}").is_err());
    }
}
