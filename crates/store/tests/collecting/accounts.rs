//! Researchers, their secrets and what they did, on both databases.

use jiff::SignedDuration;
use store::{Account, AuditEntry, Entrance, Link, LinkOutcome, Role, Store};

use crate::place::{Place, minute, on_both, start};

on_both![
    the_first_owner_comes_by_the_last_link_printed,
    a_link_is_followed_once_however_many_try_at_once,
    a_link_ends,
    a_new_password_ends_what_the_old_one_began,
    an_invitation_opens_one_study_and_takes_nothing_away,
    an_invitation_that_nobody_followed_can_be_withdrawn,
    an_owner_of_everything_can_be_removed_but_never_the_last,
    a_sign_in_ends_when_nothing_is_done_and_at_last_in_any_case,
    a_token_reads_one_study_until_it_is_revoked,
    tries_are_counted_and_forgotten,
    the_audit_log_says_who_did_what_and_shows_each_study_its_own,
    no_secret_is_in_the_database_and_accounts_survive_a_copy,
];

async fn owner(store: &Store) -> Account {
    let link = store.first_link(start()).await.unwrap().unwrap();
    assert!(matches!(store.accept(&link, ("Ada", "hash"), start()).await.unwrap(), LinkOutcome::Done(_)));
    store.account_named("ada").await.unwrap().unwrap()
}

async fn invite_account(store: &Store, name: &str, study: &str, role: Role) -> Account {
    let grant = Some((Entrance::Study(study.to_owned()), role));
    let link = Link { account: None, grant, made_by: "ada".to_owned(), until: minute(60) };
    let secret = store.make_link(&link).await.unwrap();
    assert!(matches!(store.accept(&secret, (name, "hash"), start()).await.unwrap(), LinkOutcome::Done(_)));
    store.account_named(name).await.unwrap().unwrap()
}

async fn the_first_owner_comes_by_the_last_link_printed(place: Place) {
    let store = place.store().await;
    let earlier = store.first_link(start()).await.unwrap().unwrap();
    let later = store.first_link(start()).await.unwrap().unwrap();
    assert_eq!(store.accept(&earlier, ("eve", "x"), start()).await.unwrap(), LinkOutcome::Gone);
    assert!(matches!(store.accept(&later, (" Ada ", "hash"), start()).await.unwrap(), LinkOutcome::Done(_)));
    let ada = store.account_named("ADA").await.unwrap().unwrap();
    assert_eq!((ada.name.as_str(), ada.password.as_str()), ("ada", "hash"));
    for study in ["fluency", "any other"] {
        assert_eq!(store.role(&ada.id, study).await.unwrap(), Some(Role::Owner));
    }
    assert_eq!(store.first_link(start()).await.unwrap(), None, "there is an owner");
    assert_eq!(store.account_named("eve").await.unwrap(), None);
}

async fn a_link_is_followed_once_however_many_try_at_once(place: Place) {
    let store = place.store().await;
    let link = store.first_link(start()).await.unwrap().unwrap();
    let tries = (0..8).map(|number| {
        let (store, link) = (store.clone(), link.clone());
        tokio::spawn(async move { store.accept(&link, (&format!("person {number}"), "hash"), start()).await.unwrap() })
    });
    let tries: Vec<_> = tries.collect();
    let mut done = 0;
    for one in tries {
        done += u32::from(matches!(one.await.unwrap(), LinkOutcome::Done(_)));
    }
    assert_eq!((done, store.owners().await.unwrap().len()), (1, 1));
}

async fn a_link_ends(place: Place) {
    let store = place.store().await;
    let link = store.first_link(start()).await.unwrap().unwrap();
    assert!(store.link(&link, minute(24 * 60 - 1)).await.unwrap().is_some());
    assert_eq!(store.link(&link, minute(24 * 60)).await.unwrap(), None);
    assert_eq!(store.accept(&link, ("ada", "hash"), minute(24 * 60)).await.unwrap(), LinkOutcome::Gone);
    assert_eq!(store.link("invented", start()).await.unwrap(), None);
}

async fn a_new_password_ends_what_the_old_one_began(place: Place) {
    let store = place.store().await;
    let ada = owner(&store).await;
    let (here, there) =
        (store.sign_in(&ada.id, start()).await.unwrap(), store.sign_in(&ada.id, start()).await.unwrap());
    store.set_password(&ada.id, "other", Some(&here)).await.unwrap();
    assert_eq!(store.account_named("ada").await.unwrap().unwrap().password, "other");
    assert!(store.signed_in(&here, start()).await.unwrap().is_some());
    assert_eq!(store.signed_in(&there, start()).await.unwrap(), None);
    let link = store.password_link(&ada, "the operator", start()).await.unwrap();
    let (shown, name) = store.link(&link, start()).await.unwrap().unwrap();
    assert_eq!((shown.grant, name.as_deref()), (None, Some("ada")));
    assert_eq!(store.accept(&link, ("ignored", "third"), start()).await.unwrap(), LinkOutcome::Done(ada.id.clone()));
    assert_eq!(store.account_named("ada").await.unwrap().unwrap().password, "third");
    assert_eq!(store.signed_in(&here, start()).await.unwrap(), None);
}

async fn an_invitation_opens_one_study_and_takes_nothing_away(place: Place) {
    let store = place.store().await;
    let ada = owner(&store).await;
    let bob = invite_account(&store, "bob", "fluency", Role::Owner).await;
    assert_eq!(store.role(&bob.id, "fluency").await.unwrap(), Some(Role::Owner));
    assert_eq!(store.role(&bob.id, "other").await.unwrap(), None);
    for study in ["other", "fluency"] {
        let grant = Some((Entrance::Study(study.to_owned()), Role::Viewer));
        let link = Link { account: None, grant, made_by: "ada".to_owned(), until: minute(60) };
        let secret = store.make_link(&link).await.unwrap();
        assert_eq!(store.accept(&secret, ("bob", "x"), start()).await.unwrap(), LinkOutcome::NameTaken);
        assert!(store.accept_as(&secret, &bob, start()).await.unwrap(), "a name that is taken uses up no link");
        assert!(!store.accept_as(&secret, &bob, start()).await.unwrap());
    }
    assert_eq!(store.role(&bob.id, "other").await.unwrap(), Some(Role::Viewer));
    assert_eq!(store.role(&bob.id, "fluency").await.unwrap(), Some(Role::Owner), "an owner stays one");
    for role in Role::ALL {
        let someone = invite_account(&store, role.word(), "roles", role).await;
        assert_eq!(store.role(&someone.id, "roles").await.unwrap(), Some(role), "as it was given");
        let grant = Some((Entrance::Study("roles".to_owned()), Role::Viewer));
        let link = Link { account: None, grant, made_by: "ada".to_owned(), until: minute(60) };
        let secret = store.make_link(&link).await.unwrap();
        assert!(store.accept_as(&secret, &someone, start()).await.unwrap());
        assert_eq!(store.role(&someone.id, "roles").await.unwrap(), Some(role), "nothing is lost");
    }
    let names =
        |grants: Vec<store::Grant>| grants.into_iter().map(|grant| (grant.name, grant.role)).collect::<Vec<_>>();
    let both = [("ada".to_owned(), Role::Owner), ("bob".to_owned(), Role::Owner)];
    assert_eq!(names(store.grants("fluency").await.unwrap()), both);
    assert!(store.revoke(&bob.id, "fluency").await.unwrap());
    assert!(!store.revoke(&ada.id, "fluency").await.unwrap(), "she owns all of them, not this one");
    assert_eq!(names(store.grants("fluency").await.unwrap()), both[..1]);
}

async fn an_invitation_that_nobody_followed_can_be_withdrawn(place: Place) {
    let store = place.store().await;
    owner(&store).await;
    let fluency = Entrance::Study("fluency".to_owned());
    let made = async |by: &str| {
        let grant = Some((fluency.clone(), Role::Viewer));
        let link = Link { account: None, grant, made_by: by.to_owned(), until: minute(60) };
        store.make_link(&link).await.unwrap()
    };
    let (followed, open) = (made("ada").await, made("ada").await);
    store.owner_link("ada", start()).await.unwrap();
    assert!(matches!(store.accept(&followed, ("bob", "hash"), start()).await.unwrap(), LinkOutcome::Done(_)));
    let found = store.invitations("fluency", start()).await.unwrap();
    let summaries: Vec<_> = found.iter().map(|one| (one.entrance.clone(), one.role, one.made_by.as_str())).collect();
    assert_eq!(summaries, [(fluency.clone(), Role::Viewer, "ada"), (Entrance::Every, Role::Owner, "ada")]);
    assert!(found.iter().all(|one| !open.contains(&one.name.0)), "the name tells nothing of the secret");
    assert_eq!(store.invitations("other", start()).await.unwrap().len(), 1, "to every study");
    assert_eq!(store.invitations("fluency", minute(60)).await.unwrap().len(), 1, "one has ended");
    let other = Entrance::Study("other".to_owned());
    assert!(!store.withdraw_invitation(&other, &found[0].name).await.unwrap(), "it is for another study");
    assert!(store.withdraw_invitation(&fluency, &found[0].name).await.unwrap());
    assert!(!store.withdraw_invitation(&fluency, &found[0].name).await.unwrap());
    assert_eq!(store.accept(&open, ("eve", "x"), start()).await.unwrap(), LinkOutcome::Gone);
    let bob = store.account_named("bob").await.unwrap().unwrap();
    let his = made("bob").await;
    store.revoke(&bob.id, "fluency").await.unwrap();
    assert_eq!(
        store.accept(&his, ("eve", "x"), start()).await.unwrap(),
        LinkOutcome::Gone,
        "he is out, and his guests"
    );
}

async fn an_owner_of_everything_can_be_removed_but_never_the_last(place: Place) {
    let store = place.store().await;
    let ada = owner(&store).await;
    assert!(!store.revoke_every(&ada.id).await.unwrap(), "she is the last");
    let mut owners = Vec::new();
    for name in ["bob", "cleo", "dan"] {
        let link = store.owner_link("ada", start()).await.unwrap();
        assert!(matches!(store.accept(&link, (name, "hash"), start()).await.unwrap(), LinkOutcome::Done(_)));
        owners.push(store.account_named(name).await.unwrap().unwrap());
    }
    let viewer = invite_account(&store, "eve", "fluency", Role::Viewer).await;
    assert!(!store.revoke_every(&viewer.id).await.unwrap(), "she owns nothing");
    let token = store.make_token(&owners[0], "fluency", "nightly", start()).await.unwrap();
    let link = store.owner_link("bob", start()).await.unwrap();
    assert!(store.revoke_every(&owners[0].id).await.unwrap());
    assert_eq!(store.role(&owners[0].id, "fluency").await.unwrap(), None);
    assert_eq!(store.token(&token, "fluency", start()).await.unwrap(), None);
    assert_eq!(store.link(&link, start()).await.unwrap(), None);
    // Each removes another in the same moment: one stays.
    owners[0] = ada;
    let removals = owners.iter().map(|owner| {
        let (store, id) = (store.clone(), owner.id.clone());
        tokio::spawn(async move { store.revoke_every(&id).await })
    });
    let removals: Vec<_> = removals.collect();
    let mut removed = 0;
    for removal in removals {
        removed += usize::from(matches!(removal.await.unwrap(), Ok(true)));
    }
    let left = store.owners().await.unwrap().len();
    assert!(left >= 1 && left + removed == 3, "{left} are left, {removed} were removed");
}

async fn a_sign_in_ends_when_nothing_is_done_and_at_last_in_any_case(place: Place) {
    let store = place.store().await;
    let ada = owner(&store).await;
    let hours = |hours: i64| minute(hours * 60);
    let idle = store.sign_in(&ada.id, start()).await.unwrap();
    assert_eq!(store.signed_in(&idle, hours(11)).await.unwrap().unwrap().account, ada);
    assert!(store.signed_in(&idle, hours(22)).await.unwrap().is_some(), "it was used at eleven");
    assert!(store.signed_in(&idle, hours(22 + 12)).await.unwrap().is_none());
    let busy = store.sign_in(&ada.id, start()).await.unwrap();
    for hour in (0..7 * 24).step_by(6) {
        assert!(store.signed_in(&busy, hours(hour)).await.unwrap().is_some(), "hour {hour}");
    }
    assert!(store.signed_in(&busy, hours(7 * 24)).await.unwrap().is_none());
    let out = store.sign_in(&ada.id, start()).await.unwrap();
    store.sign_out(&out).await.unwrap();
    assert!(store.signed_in(&out, start()).await.unwrap().is_none());
    assert!(store.signed_in("", start()).await.unwrap().is_none());
}

async fn a_token_reads_one_study_until_it_is_revoked(place: Place) {
    let store = place.store().await;
    owner(&store).await;
    let bob = invite_account(&store, "bob", "fluency", Role::Owner).await;
    let secret = store.make_token(&bob, "fluency", "nightly", start()).await.unwrap();
    assert_eq!(store.token(&secret, "fluency", minute(3)).await.unwrap(), Some(bob.clone()));
    assert_eq!(store.token(&secret, "other", minute(3)).await.unwrap(), None);
    let tokens = store.tokens("fluency").await.unwrap();
    assert_eq!((tokens[0].label.as_str(), tokens[0].used_at), ("nightly", Some(minute(3))));
    assert_eq!(store.token(&tokens[0].name.0, "fluency", minute(3)).await.unwrap(), None, "a name opens nothing");
    assert_eq!(store.token(&secret, "fluency", tokens[0].until).await.unwrap(), None, "it has ended");
    assert!(!store.revoke_token("other", &tokens[0].name).await.unwrap());
    assert!(store.revoke_token("fluency", &tokens[0].name).await.unwrap());
    assert_eq!(store.token(&secret, "fluency", minute(3)).await.unwrap(), None);
    let another = store.make_token(&bob, "fluency", "weekly", start()).await.unwrap();
    store.revoke(&bob.id, "fluency").await.unwrap();
    assert_eq!(store.token(&another, "fluency", minute(3)).await.unwrap(), None, "gone with whose it was");
}

async fn tries_are_counted_and_forgotten(place: Place) {
    let store = place.store().await;
    let until = start() + SignedDuration::from_mins(15);
    for number in 0..4 {
        let tries = store.count_try("ada", minute(number)).await.unwrap();
        assert_eq!((i64::from(tries.count), tries.until), (number + 1, until));
    }
    assert_eq!(store.count_try("bob", minute(3)).await.unwrap().count, 1, "others are not meant");
    assert_eq!(store.count_try("ada", minute(15)).await.unwrap().count, 1, "they are forgotten");
    store.count_try("ada", minute(16)).await.unwrap();
    store.forget_tries("ada").await.unwrap();
    assert_eq!(store.count_try("ada", minute(20)).await.unwrap().count, 1);
}

async fn the_audit_log_says_who_did_what_and_shows_each_study_its_own(place: Place) {
    let store = place.store().await;
    owner(&store).await;
    invite_account(&store, "bob", "fluency", Role::Viewer).await;
    let entry = |name: &str, study: Option<&str>, action: &str| AuditEntry {
        at: start(),
        study: study.map(str::to_owned),
        name: name.to_owned(),
        action: action.to_owned(),
        detail: String::new(),
    };
    for (name, study, what) in [
        ("ada", None, "signed in"),
        ("bob", None, "signed in"),
        ("ada", Some("fluency"), "paused"),
        ("ada", Some("other"), "closed"),
    ] {
        store.note(&entry(name, study, what)).await.unwrap();
    }
    let summaries = |entries: Vec<AuditEntry>| {
        entries.into_iter().map(|entry| entry.name + " " + &entry.action).collect::<Vec<_>>()
    };
    assert_eq!(
        summaries(store.audit_log("fluency", 0, 10).await.unwrap()),
        ["ada paused", "bob signed in", "ada signed in"]
    );
    assert_eq!(summaries(store.audit_log("fluency", 1, 1).await.unwrap()), ["bob signed in"]);
    assert_eq!(summaries(store.audit_log("other", 0, 10).await.unwrap()), ["ada closed", "ada signed in"]);
}

async fn no_secret_is_in_the_database_and_accounts_survive_a_copy(place: Place) {
    let store = place.store().await;
    let ada = owner(&store).await;
    let secrets = [
        store.sign_in(&ada.id, start()).await.unwrap(),
        store.make_token(&ada, "fluency", "x", start()).await.unwrap(),
        store.owner_link("ada", start()).await.unwrap(),
    ];
    store.count_try("203.0.113.7", start()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    store.backup(&copy).await.unwrap();
    let bytes = std::fs::read(&copy).unwrap();
    let holds = |word: &str| bytes.windows(word.len()).any(|window| window == word.as_bytes());
    assert!(holds("ada"), "the copy is not what it should be");
    for secret in secrets.iter().map(String::as_str).chain(["203.0.113.7"]) {
        assert!(!holds(secret));
    }
    let restored = place.restore_copy(&copy).await;
    assert_eq!(restored.account_named("ada").await.unwrap(), Some(ada.clone()));
    assert_eq!(restored.role(&ada.id, "fluency").await.unwrap(), Some(Role::Owner));
    assert_eq!(restored.token(&secrets[1], "fluency", start()).await.unwrap(), Some(ada));
}
