//! Scripts for pages that are opened as files: browsers load no modules from there.

use crate::assets::Asset;

/// A script that is no module: what it imports stands before it, and is run once however many import it.
#[must_use]
pub fn classic(asset: &Asset) -> Vec<u8> {
    if asset.name.ends_with(".js") { run_once(asset).into_bytes() } else { asset.bytes.to_vec() }
}

fn run_once(asset: &Asset) -> String {
    let (folder, _) = asset.name.rsplit_once('/').unwrap_or_default();
    let (mut before, mut body, mut exports) = (String::new(), String::new(), Vec::new());
    for line in String::from_utf8_lossy(asset.bytes).lines() {
        let imported =
            line.strip_prefix("import ").and_then(|rest| rest.trim_end_matches("\";").split_once(" from \"./"));
        if let Some((names, file)) = imported {
            let name = if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") };
            before += &Asset::find(&name).map(run_once).unwrap_or_default();
            body += &format!("const {names} = rejudge[\"{name}\"];\n");
        } else if let Some(declared) = line.strip_prefix("export ") {
            let name = declared.split([' ', '(']).nth(1).unwrap_or_default();
            exports.push(name.to_owned());
            body += &format!("{declared}\n");
        } else {
            body += &format!("{line}\n");
        }
    }
    let (name, exports) = (asset.name, exports.join(", "));
    format!(
        "{before}globalThis.rejudge ??= {{}};\nrejudge[\"{name}\"] ??= (() => {{\n\"use strict\";\n{body}return {{ {exports} }};\n}})();\n"
    )
}

#[cfg(test)]
mod tests {
    use super::classic;
    use crate::assets::{ASSETS, Asset};

    #[test]
    fn no_script_is_a_module_and_what_it_imports_stands_before_it() {
        let script = |name: &str| String::from_utf8(classic(Asset::find(name).unwrap())).unwrap();
        for asset in ASSETS.iter().filter(|asset| asset.name.ends_with(".js")) {
            let words = script(asset.name);
            let module = |line: &&str| line.starts_with("import ") || line.starts_with("export ");
            assert_eq!(words.lines().find(module), None, "{}", asset.name);
        }
        let spans = script("response/spans.js");
        let (words, itself) =
            (spans.find("rejudge[\"response/words.js\"] ??="), spans.find("rejudge[\"response/spans.js\"] ??="));
        assert!(words.is_some() && words < itself, "{words:?} {itself:?}");
        assert!(spans.contains("const { element, fromFields, markable, toField } = rejudge[\"response/words.js\"];"));
        assert!(spans.contains("return { element, markable, toField, fromFields };"));
    }
}
