//! Which keys of a study file are not the same.

use std::collections::BTreeSet;

use toml::{Table, Value};

/// The keys in which two study files differ, each as `analysis.alpha` or `claims.C1.holds_if`, in order.
pub(super) fn changed_keys(before: &str, now: &str) -> Vec<String> {
    let read = |text: &str| text.parse::<Table>().map(Value::Table).ok();
    let mut found = Vec::new();
    compare("", read(before).as_ref(), read(now).as_ref(), &mut found);
    found
}

fn compare(path: &str, before: Option<&Value>, now: Option<&Value>, found: &mut Vec<String>) {
    if before == now {
        return;
    }
    let (before, now) = (before.and_then(entries), now.and_then(entries));
    let (Some(before), Some(now)) = (before, now) else {
        found.push(format!("`{path}`"));
        return;
    };
    let known = found.len();
    let names: BTreeSet<&String> = before.iter().chain(&now).map(|(name, _)| name).collect();
    for name in names {
        let value =
            |entries: &[(String, Value)]| entries.iter().find(|(other, _)| other == name).map(|it| it.1.clone());
        let inner = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        compare(&inner, value(&before).as_ref(), value(&now).as_ref(), found);
    }
    if found.len() == known {
        // The same entries in another order.
        found.push(format!("`{path}`"));
    }
}

/// What a table or a list of tables holds, by key, id or place; nothing for a plain value.
fn entries(value: &Value) -> Option<Vec<(String, Value)>> {
    match value {
        Value::Table(table) => Some(table.iter().map(|(name, value)| (name.clone(), value.clone())).collect()),
        Value::Array(values) if values.iter().any(Value::is_table) => {
            let name = |at: usize, value: &Value| {
                let id = value.get("id").and_then(Value::as_str).map(str::to_owned);
                id.unwrap_or_else(|| (at + 1).to_string())
            };
            Some(values.iter().enumerate().map(|(at, value)| (name(at, value), value.clone())).collect())
        }
        Value::Array(_)
        | Value::String(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Boolean(_)
        | Value::Datetime(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::changed_keys;

    #[test]
    fn keys_are_named_by_their_place_and_order_counts_where_it_is_written() {
        let before = "a = 1\n[b]\nc = [1, 2]\nd = { e = 1 }\n[[f]]\nid = \"x\"\ng = 1\n[[f]]\nid = \"y\"\ng = 1\n";
        assert!(changed_keys(before, &format!("# a comment\n{before}")).is_empty());
        let now = "[b]\nc = [2, 1]\nd = { e = 2 }\n[[f]]\nid = \"x\"\ng = 2\n[[f]]\nid = \"z\"\n";
        assert_eq!(changed_keys(before, now), ["`a`", "`b.c`", "`b.d.e`", "`f.x.g`", "`f.y`", "`f.z`"]);
        let turned = "a = 1\n[b]\nc = [1, 2]\nd = { e = 1 }\n[[f]]\nid = \"y\"\ng = 1\n[[f]]\nid = \"x\"\ng = 1\n";
        assert_eq!(changed_keys(before, turned), ["`f`"]);
    }
}
