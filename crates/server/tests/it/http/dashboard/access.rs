//! Open invitations, and owners of every study.

use reqwest::StatusCode;
use store::{LinkOutcome, Role};

use super::desk::{Desk, text_between};
use crate::test_server::{TestServer, small};

async fn start_server(folder: &tempfile::TempDir) -> TestServer {
    TestServer::start(&small(folder.path(), "open", 3)).await
}

/// One more owner of every study.
async fn owner<'a>(served: &'a TestServer, name: &str) -> Desk<'a> {
    let link = served.store.owner_link("the operator", served.now()).await.unwrap();
    assert!(matches!(served.store.accept(&link, (name, "none"), served.now()).await.unwrap(), LinkOutcome::Done(_)));
    Desk::sign_in_again(served, name).await
}

#[tokio::test]
async fn an_open_invitation_is_listed_and_can_be_withdrawn() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let ada = Desk::owner(&served).await;
    assert!(!ada.get(&ada.page("access")).await.1.contains("Open invitations"));
    let (_, page) = ada.post(&ada.page("access/invite"), &[("role", "viewer")]).await;
    let secret = text_between(&page, "class=\"secret\">", "<").unwrap().rsplit('/').next().unwrap().to_owned();
    let (_, page) = ada.get(&ada.page("access")).await;
    assert!(page.contains("Open invitations") && !page.contains(&secret[..16]));
    let name = text_between(&page, "name=\"invitation\" value=\"", "\"").unwrap().to_owned();
    let withdraw = async |desk: &Desk<'_>| desk.post(&desk.page("access/withdraw"), &[("invitation", &name)]).await.0;
    // Another owner of the study may; whoever only looks may not, and is not offered it.
    let bob = Desk::invite(&served, "bob", "small", Role::Owner).await;
    let eve = Desk::invite(&served, "eve", "small", Role::Viewer).await;
    assert_eq!(withdraw(&eve).await, StatusCode::FORBIDDEN);
    assert!(!eve.get(&eve.page("access")).await.1.contains("access/withdraw"));
    assert_eq!(withdraw(&bob).await, StatusCode::SEE_OTHER);
    assert_eq!(withdraw(&bob).await, StatusCode::UNPROCESSABLE_ENTITY, "it is not there any more");
    let gone = served.client.get(format!("{}/dashboard/welcome/{secret}", served.url)).send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::GONE);
    assert!(ada.audit_log().await.contains(&"bob withdrew an invitation viewer, made by ada".to_owned()));
    // An invitation to every study is not a matter for whoever has one.
    served.store.owner_link("ada", served.now()).await.unwrap();
    let (_, page) = ada.get(&ada.page("access")).await;
    let name = text_between(&page, "name=\"invitation\" value=\"", "\"").unwrap().to_owned();
    let fields = [("invitation", name.as_str())];
    assert!(!bob.get(&bob.page("access")).await.1.contains("access/withdraw"));
    assert_eq!(bob.post(&bob.page("access/withdraw"), &fields).await.0, StatusCode::FORBIDDEN);
    assert_eq!(ada.post(&ada.page("access/withdraw"), &fields).await.0, StatusCode::SEE_OTHER);
    served.stop().await;
}

#[tokio::test]
async fn an_owner_of_every_study_is_removed_by_another_after_being_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let ada = Desk::owner(&served).await;
    let bob = owner(&served, "bob").await;
    let one_study = Desk::invite(&served, "cleo", "small", Role::Owner).await;
    let remove = async |desk: &Desk<'_>, name: &str, sure: &str| {
        desk.post(&desk.page("access/remove-owner"), &[("name", name), ("sure", sure)]).await
    };
    assert_eq!(remove(&one_study, "bob", "yes").await.0, StatusCode::FORBIDDEN, "she has one study only");
    assert!(!one_study.get(&one_study.page("access")).await.1.contains("remove-owner"));
    let (status, page) = remove(&ada, "ada", "yes").await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains("your own access"), "{page}");
    for name in ["nobody", "cleo"] {
        assert_eq!(remove(&ada, name, "yes").await.0, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
    }
    let (status, page) = remove(&ada, "bob", "").await;
    assert!(status == StatusCode::OK && page.contains("Remove an owner of every study?"), "{page}");
    assert_eq!(bob.get(&bob.page("")).await.0, StatusCode::OK, "he was only asked about");
    assert_eq!(remove(&ada, "bob", "yes").await.0, StatusCode::SEE_OTHER);
    assert_eq!(bob.get(&bob.page("")).await.0, StatusCode::NOT_FOUND);
    assert!(ada.audit_log().await.contains(&"ada removed an owner of every study bob".to_owned()));
    served.stop().await;
}
