//! A check with `{names}` becomes one check for every set of numbers that fits.

use super::expression::Assertion;
use super::file::CheckFile;
use super::numbers::Numbers;
use super::parse::Trouble;
use super::pattern::Binding;

/// What the names stand for in each instance, in the order of the file. The ids on the left say what
/// fits; every further id must then be there.
pub(crate) fn bindings(assertion: &Assertion, check: &CheckFile, numbers: &Numbers) -> Result<Vec<Binding>, Trouble> {
    let mut bindings = vec![Binding::new()];
    for (pattern, range) in assertion.expressions().iter().flat_map(|expression| expression.references()) {
        let open = |binding: &Binding| pattern.names().any(|name| !binding.contains_key(name));
        if !bindings.iter().any(open) {
            continue;
        }
        let mut wider: Vec<Binding> = Vec::new();
        for binding in &bindings {
            for (_, found) in numbers.fitting(pattern, binding) {
                if !wider.contains(&found) {
                    wider.push(found);
                }
            }
        }
        if wider.is_empty() {
            let message = format!("no number fits `{}`", pattern.fill_names(&Binding::new()));
            return Err(Trouble::new(range, message));
        }
        bindings = wider;
    }
    let excepted = |binding: &Binding| {
        check.except.iter().any(|except| except.iter().all(|(name, value)| binding.get(name) == Some(value)))
    };
    let unknown = check.except.iter().flat_map(|except| except.keys()).find(|name| !bindings[0].contains_key(*name));
    if let Some(name) = unknown {
        return Err(Trouble::new(0..0, format!("`except` speaks of `{name}`, which is no name of the check")));
    }
    bindings.retain(|binding| !excepted(binding));
    Ok(bindings)
}
