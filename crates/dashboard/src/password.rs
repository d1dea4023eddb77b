//! Passwords: Argon2id, slow on purpose, and equally slow for whoever has no account.

use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use tokio::sync::Semaphore;
use web::Fault;

/// Shorter ones are guessed; there is no other rule, for rules make passwords worse (NIST SP 800-63B).
pub(super) const SHORTEST: usize = 12;

/// Longer ones would only cost time.
const LONGEST: usize = 1000;

/// Each takes 19 MiB for a while; strangers who try must not take all there is.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// For who has no account: a password that nobody has.
static NOBODY: LazyLock<String> = LazyLock::new(|| {
    let secret: [u8; 16] = std::array::from_fn(|_| getrandom::u32().unwrap_or_default() as u8);
    hash(&secret).unwrap_or_default()
});

/// Why a password that someone chose will not do.
pub(super) fn complaint(password: &str, again: &str) -> Option<String> {
    let length = password.chars().count();
    if length < SHORTEST {
        return Some(format!(
            "The password is too short: {length} of at least {SHORTEST} characters. Several words are easy to remember and hard to guess."
        ));
    }
    if length > LONGEST {
        return Some(format!("The password is longer than {LONGEST} characters."));
    }
    (password != again).then(|| "The two passwords are not the same.".to_owned())
}

fn hash(password: &[u8]) -> Option<String> {
    Argon2::default().hash_password(password).ok().map(|hash| hash.to_string())
}

/// What is kept of a password.
pub(super) async fn hash_password(password: &str) -> Result<String, Fault> {
    let password = password.to_owned();
    slowly(move || hash(password.as_bytes())).await?.ok_or(Fault::Broken)
}

/// Whether a password is the one that was kept. Without any kept it takes as long, and is not.
pub(super) async fn is_right(password: &str, kept: Option<&str>) -> Result<bool, Fault> {
    let password: String = password.chars().take(LONGEST + 1).collect();
    let kept = kept.map(str::to_owned);
    slowly(move || {
        let against = kept.as_deref().unwrap_or(&NOBODY);
        let matches = PasswordHash::new(against)
            .is_ok_and(|against| Argon2::default().verify_password(password.as_bytes(), &against).is_ok());
        matches && kept.is_some()
    })
    .await
}

async fn slowly<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    let turn = AT_ONCE.acquire().await.map_err(|_| Fault::Broken)?;
    // Whoever asked may go away: the turn lasts as long as the work.
    let working = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        work()
    });
    working.await.map_err(|_| Fault::Broken)
}

#[cfg(test)]
mod tests {
    use super::{NOBODY, hash_password, is_right};

    /// Argon2id of version 19 with 19 MiB and two passes.
    const WORK: &str = "$argon2id$v=19$m=19456,t=2,p=1$";

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other_is() {
        let kept = hash_password("correct horse battery").await.unwrap();
        assert!(kept.starts_with(WORK), "{kept}");
        assert!(is_right("correct horse battery", Some(&kept)).await.unwrap());
        for (password, kept) in
            [("correct horse", Some(kept.as_str())), ("", Some(&kept)), ("x", None), ("x", Some("nonsense"))]
        {
            assert!(!is_right(password, kept).await.unwrap(), "{password} {kept:?}");
        }
    }

    #[test]
    fn it_is_as_much_work_to_refuse_who_has_no_account() {
        assert!(NOBODY.starts_with(WORK), "{}", *NOBODY);
    }
}
