//! Tokens and secrets, of platforms and of ways to reach researchers, from files, for one study or for all.

use std::path::Path;

use anyhow::Context as _;
use live::Recruiting;
use notify::{BadChannel, Channel, Mail, Webhook};
use prolific::Prolific;

use super::{Arguments, NamedStudy};
use crate::outcome::BadInput;

/// What a study is given to work with Prolific.
pub(super) fn load_recruiting(arguments: &Arguments, study: &str) -> anyhow::Result<Recruiting> {
    let prolific = file_of(&arguments.prolific_tokens, study).map(token).transpose()?;
    Ok(Recruiting {
        prolific: prolific.map(|token| Prolific::with_address(&arguments.prolific_api, &token)),
        hook_secret: file_of(&arguments.prolific_hook_secrets, study).map(token).transpose()?,
    })
}

/// The ways in which a study's researchers are told that something needs a look.
pub(super) fn channels(arguments: &Arguments, study: &str) -> anyhow::Result<Vec<Channel>> {
    let mut channels = Vec::new();
    if let Some(file) = file_of(&arguments.notify_webhooks, study) {
        channels.push(Channel::Webhook(Webhook::read(&token(file)?).map_err(|error| unusable(file, &error))?));
    }
    if let Some(file) = file_of(&arguments.notify_mails, study) {
        channels.push(Channel::Mail(Mail::read(&token(file)?).map_err(|error| unusable(file, &error))?));
    }
    Ok(channels)
}

fn unusable(file: &Path, error: &BadChannel) -> BadInput {
    BadInput(format!("`{}` cannot be used: {error}", file.display()))
}

/// Refuses files for studies that are not served: a slip would leave a study without its token, and nobody would see it.
pub(super) fn check_names(arguments: &Arguments, studies: &[NamedStudy]) -> anyhow::Result<()> {
    let all = [
        &arguments.prolific_tokens,
        &arguments.prolific_hook_secrets,
        &arguments.notify_webhooks,
        &arguments.notify_mails,
    ];
    for given in all.into_iter().flatten() {
        if let Some((name, _)) = given.split_once('=')
            && !studies.iter().any(|study| study.name == name)
        {
            let known: Vec<&str> = studies.iter().map(|study| study.name.as_str()).collect();
            return Err(
                BadInput(format!("`{given}` does not name a study that is served: {}", known.join(", "))).into()
            );
        }
    }
    Ok(())
}

/// The file for a study: its own, or the one for all.
fn file_of<'a>(given: &'a [String], study: &str) -> Option<&'a Path> {
    let own = given.iter().find_map(|given| given.split_once('=').filter(|(name, _)| *name == study));
    let all = || given.iter().find(|given| !given.contains('=')).map(String::as_str);
    own.map(|(_, file)| file).or_else(all).map(Path::new)
}

/// The token in a file that nobody else can read.
pub(crate) fn token(path: &Path) -> anyhow::Result<String> {
    keep_private(path)?;
    text(path)
}

/// What stands in a file.
pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(path).with_context(|| format!("reading `{}`", path.display()))?;
    let token = text.trim();
    if token.is_empty() {
        return Err(BadInput(format!("`{}` holds no token", path.display())).into());
    }
    Ok(token.to_owned())
}

/// Whoever can read a token can spend the study's money.
#[cfg(unix)]
fn keep_private(path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(path).with_context(|| format!("reading `{}`", path.display()))?.permissions().mode();
    let credentials = std::env::var_os("CREDENTIALS_DIRECTORY");
    if is_private(mode, path, credentials.as_ref().map(Path::new)) {
        return Ok(());
    }
    let shown = path.display();
    Err(BadInput(format!("`{shown}` can be read by others on this machine: `chmod 600 {shown}`")).into())
}

/// Whether nobody else can read a file of this mode. To credentials that systemd lays out for a service (`LoadCredential=`) the service
/// alone may have access by an access list, which shows as the mode of a group.
#[cfg(unix)]
fn is_private(mode: u32, path: &Path, credentials: Option<&Path>) -> bool {
    let others = if credentials.is_some_and(|folder| path.starts_with(folder)) { 0o007 } else { 0o077 };
    mode & others == 0
}

#[cfg(not(unix))]
fn keep_private(_path: &Path) -> anyhow::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::file_of;

    #[cfg(unix)]
    #[test]
    fn a_token_is_for_its_owner_and_for_the_service_that_systemd_gave_it_to() {
        let (own, given) = (Path::new("prolific.token"), Path::new("/run/credentials/rejudge.service/prolific.token"));
        let folder = Some(Path::new("/run/credentials/rejudge.service"));
        for (mode, path, private) in [
            (0o100_600, own, true),
            (0o100_640, own, false),
            (0o100_604, own, false),
            (0o100_440, given, true),
            (0o100_444, given, false),
        ] {
            assert_eq!(super::is_private(mode, path, folder), private, "{mode:o} {}", path.display());
        }
        assert!(!super::is_private(0o100_440, given, None));
    }

    #[test]
    fn a_study_gets_its_own_file_or_the_one_for_all() {
        let given = ["one=a.token".to_owned(), "all.token".to_owned()];
        assert_eq!(file_of(&given, "one"), Some(Path::new("a.token")));
        assert_eq!(file_of(&given, "two"), Some(Path::new("all.token")));
        assert_eq!(file_of(&given[..1], "two"), None);
    }
}
