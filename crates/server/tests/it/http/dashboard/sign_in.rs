//! Signing in, in all the ways in which it may go wrong.

use reqwest::{Response, StatusCode};
use store::Role;

use super::desk::{Desk, text_between};
use crate::test_server::{TestServer, small};

const PASSWORD: &str = "correct horse battery";

async fn start_server(folder: &tempfile::TempDir) -> TestServer {
    TestServer::start(&small(folder.path(), "open", 3)).await
}

async fn post(served: &TestServer, path: &str, fields: &[(&str, &str)]) -> Response {
    served.client.post(format!("{}{path}", served.url)).form(fields).send().await.unwrap()
}

async fn try_password(served: &TestServer, name: &str, password: &str) -> Response {
    post(served, "/dashboard/sign-in", &[("name", name), ("password", password)]).await
}

async fn status_with(served: &TestServer, cookie: &str, path: &str) -> StatusCode {
    let reply = served.client.get(format!("{}{path}", served.url)).header("cookie", cookie).send().await.unwrap();
    reply.status()
}

fn cookie(reply: &Response) -> String {
    let set = reply.headers().get("set-cookie").unwrap().to_str().unwrap();
    assert!(
        ["; Path=/", "; HttpOnly", "; SameSite=Lax"].iter().all(|part| set.contains(part)) && !set.contains("Domain"),
        "{set}"
    );
    set.split(';').next().unwrap().to_owned()
}

/// Follows the link that is printed at the first start.
async fn first_owner(served: &TestServer) -> String {
    let link = served.store.first_link(served.now()).await.unwrap().unwrap();
    let fields = [("name", "Ada"), ("password", PASSWORD), ("again", PASSWORD)];
    let reply = post(served, &format!("/dashboard/welcome/{link}"), &fields).await;
    assert_eq!(reply.status(), StatusCode::SEE_OTHER);
    cookie(&reply)
}

#[tokio::test]
async fn the_first_link_sets_a_password_once() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let link = served.store.first_link(served.now()).await.unwrap().unwrap();
    let path = format!("/dashboard/welcome/{link}");
    let page = served.client.get(format!("{}{path}", served.url)).send().await.unwrap();
    assert!(page.text().await.unwrap().contains("own every study"));
    for (name, password, again, complaint) in [
        ("", PASSWORD, PASSWORD, "Give a name"),
        ("ada", "short", "short", "too short"),
        ("ada", PASSWORD, "correct horse batterie", "not the same"),
        (&"a".repeat(61), PASSWORD, PASSWORD, "more than 60"),
    ] {
        let reply = post(&served, &path, &[("name", name), ("password", password), ("again", again)]).await;
        assert_eq!(reply.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let page = reply.text().await.unwrap();
        assert!(page.contains(complaint) && !page.contains(&format!("\"{password}\"")), "{complaint}");
    }
    let fields = [("name", "Ada"), ("password", PASSWORD), ("again", PASSWORD)];
    let reply = post(&served, &path, &fields).await;
    assert_eq!(reply.status(), StatusCode::SEE_OTHER);
    assert_eq!(status_with(&served, &cookie(&reply), "/dashboard/s/small/").await, StatusCode::OK);
    assert_eq!(post(&served, &path, &fields).await.status(), StatusCode::GONE);
    assert_eq!(served.client.get(format!("{}{path}", served.url)).send().await.unwrap().status(), StatusCode::GONE);
    assert!(served.store.first_link(served.now()).await.unwrap().is_none());
    let elsewhere = served.client.post(format!("{}/dashboard/sign-in", served.url));
    let elsewhere = elsewhere.header("sec-fetch-site", "cross-site").form(&fields).send().await.unwrap();
    assert_eq!(elsewhere.status(), StatusCode::FORBIDDEN, "nobody is signed in by another site");
    let again = try_password(&served, "ADA ", PASSWORD).await;
    assert_eq!(again.status(), StatusCode::SEE_OTHER);
    served.stop().await;
}

#[tokio::test]
async fn a_link_that_has_ended_sets_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let link = served.store.first_link(served.now()).await.unwrap().unwrap();
    served.wait_minutes(24 * 60);
    let fields = [("name", "Ada"), ("password", PASSWORD), ("again", PASSWORD)];
    let reply = post(&served, &format!("/dashboard/welcome/{link}"), &fields).await;
    assert_eq!(reply.status(), StatusCode::GONE);
    assert!(served.store.account_named("ada").await.unwrap().is_none());
    served.stop().await;
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_cannot_be_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    first_owner(&served).await;
    let mut pages = Vec::new();
    for name in ["ada", "eve"] {
        let reply = try_password(&served, name, "wrong horse battery").await;
        assert_eq!(reply.status(), StatusCode::UNPROCESSABLE_ENTITY);
        assert!(reply.headers().get("set-cookie").is_none());
        pages.push(reply.text().await.unwrap().replace(&format!("value=\"{name}\""), ""));
    }
    assert_eq!(pages[0], pages[1]);
    served.stop().await;
}

#[tokio::test]
async fn whoever_tries_too_often_has_to_wait() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    first_owner(&served).await;
    for _ in 0..10 {
        assert_eq!(try_password(&served, "ada", "x").await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    let refused = try_password(&served, "Ada", PASSWORD).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS, "also with the right one");
    assert!(refused.text().await.unwrap().contains("Try again in 15 minutes"));
    // Another account is not meant, until the address is.
    let mut statuses = Vec::new();
    for number in 0..25 {
        statuses.push(try_password(&served, &format!("person {number}"), "x").await.status());
    }
    assert_eq!(statuses[0], StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(statuses[24], StatusCode::TOO_MANY_REQUESTS);
    served.wait_minutes(15);
    assert_eq!(try_password(&served, "ada", PASSWORD).await.status(), StatusCode::SEE_OTHER);
    served.stop().await;
}

#[tokio::test]
async fn a_sign_in_ends() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let idle = first_owner(&served).await;
    let page = "/dashboard/s/small/";
    served.wait_minutes(11 * 60);
    assert_eq!(status_with(&served, &idle, page).await, StatusCode::OK);
    served.wait_minutes(12 * 60);
    let reply = served.client.get(format!("{}{page}", served.url)).header("cookie", &idle).send().await.unwrap();
    assert_eq!(reply.status(), StatusCode::SEE_OTHER);
    assert_eq!(reply.headers().get("location").unwrap(), "/dashboard/sign-in?to=/dashboard/s/small/");
    // Signing in leads on to where they wanted to go, and to no other site.
    for (to, led) in [
        (page, page),
        ("//evil.example/dashboard/", "/dashboard/"),
        ("https://evil.example", "/dashboard/"),
        ("/dashboard/\\evil", "/dashboard/"),
        ("", "/dashboard/"),
    ] {
        let fields = [("name", "ada"), ("password", PASSWORD), ("to", to)];
        let reply = post(&served, "/dashboard/sign-in", &fields).await;
        assert_eq!(reply.headers().get("location").unwrap(), led);
    }
    served.stop().await;
}

#[tokio::test]
async fn signing_out_ends_it_here_and_a_new_password_ends_it_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let here = first_owner(&served).await;
    let elsewhere = cookie(&try_password(&served, "ada", PASSWORD).await);
    let account = "/dashboard/account";
    let page = served.client.get(format!("{}{account}", served.url)).header("cookie", &here).send().await.unwrap();
    let page = page.text().await.unwrap();
    let csrf_token = text_between(&page, "name=\"csrf_token\" value=\"", "\"").unwrap();
    let change = async |current: &str, new: &str| {
        let fields = [("csrf_token", csrf_token), ("current", current), ("password", new), ("again", new)];
        let request = served.client.post(format!("{}/dashboard/account/password", served.url));
        request.header("cookie", &here).form(&fields).send().await.unwrap().status()
    };
    assert_eq!(change("wrong", "another long password").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(change(PASSWORD, "short").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(status_with(&served, &elsewhere, account).await, StatusCode::OK);
    assert_eq!(change(PASSWORD, "another long password").await, StatusCode::OK);
    assert_eq!(status_with(&served, &elsewhere, account).await, StatusCode::SEE_OTHER);
    assert_eq!(status_with(&served, &here, account).await, StatusCode::OK);
    assert_eq!(try_password(&served, "ada", PASSWORD).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let out = served.client.post(format!("{}/dashboard/sign-out", served.url)).header("cookie", &here);
    let out = out.form(&[("csrf_token", csrf_token)]).send().await.unwrap();
    assert!(out.headers().get("set-cookie").unwrap().to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(status_with(&served, &here, account).await, StatusCode::SEE_OTHER);
    served.stop().await;
}

#[tokio::test]
async fn no_password_travels_in_clear() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    first_owner(&served).await;
    let request = served.client.post(format!("{}/dashboard/sign-in", served.url)).header("host", "study.example.org");
    let reply = request.form(&[("name", "ada"), ("password", PASSWORD)]).send().await.unwrap();
    assert_eq!(reply.status(), StatusCode::FORBIDDEN);
    assert!(reply.headers().get("set-cookie").is_none());
    served.stop().await;
    let database = folder.path().join("encrypted.sqlite").display().to_string();
    let public = |settings: &mut server::Settings| settings.public_url = Some("https://study.example.org".to_owned());
    let served = TestServer::start_on(&small(folder.path(), "open", 3), &database, public).await;
    let kept = first_owner(&served).await;
    assert!(kept.starts_with("__Host-rejudge="), "{kept}");
    let reply = try_password(&served, "ada", PASSWORD).await;
    assert!(reply.headers().get("set-cookie").unwrap().to_str().unwrap().contains("; Secure"));
    assert_eq!(status_with(&served, &kept, "/dashboard/").await, StatusCode::OK);
    let unprefixed = kept.replace("__Host-", "");
    assert_eq!(status_with(&served, &unprefixed, "/dashboard/").await, StatusCode::SEE_OTHER);
    served.stop().await;
}

#[tokio::test]
async fn others_are_let_in_and_put_out_again() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let ada = Desk::owner(&served).await;
    let (status, page) = ada.post(&ada.page("access/invite"), &[("role", "viewer")]).await;
    assert_eq!(status, StatusCode::OK);
    let link = text_between(&page, "class=\"secret\">", "<").unwrap();
    let path = link.strip_prefix(served.url.as_str()).unwrap();
    let fields = [("name", "bob"), ("password", PASSWORD), ("again", PASSWORD)];
    let bob = cookie(&post(&served, path, &fields).await);
    assert_eq!(status_with(&served, &bob, "/dashboard/s/small/").await, StatusCode::OK);
    // Whoever has an account is let in under it, if the password is right.
    let (_, page) = ada.post(&ada.page("access/invite"), &[("role", "owner")]).await;
    let path =
        text_between(&page, "class=\"secret\">", "<").unwrap().strip_prefix(served.url.as_str()).unwrap().to_owned();
    let wrong = [("name", "bob"), ("password", "wrong horse battery"), ("again", "wrong horse battery")];
    let taken = post(&served, &path, &wrong).await;
    assert!(taken.text().await.unwrap().contains("There is already an account with this name"));
    assert_eq!(post(&served, &path, &fields).await.status(), StatusCode::SEE_OTHER);
    let account = served.store.account_named("bob").await.unwrap().unwrap();
    assert_eq!(served.store.role(&account.id, "small").await.unwrap(), Some(Role::Owner));
    for name in ["ada", "nobody"] {
        assert_eq!(ada.post(&ada.page("access/remove"), &[("name", name)]).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(ada.post(&ada.page("access/remove"), &[("name", "bob")]).await.0, StatusCode::SEE_OTHER);
    assert_eq!(
        status_with(&served, &bob, "/dashboard/s/small/").await,
        StatusCode::NOT_FOUND,
        "signed in, but not here"
    );
    let (_, page) = ada.get(&ada.page("audit-log")).await;
    for action in ["made an invitation", "accepted an invitation", "removed someone"] {
        assert!(page.contains(action), "{action}");
    }
    served.stop().await;
}

#[tokio::test]
async fn a_script_reads_with_a_token_and_does_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let served = start_server(&folder).await;
    let ada = Desk::owner(&served).await;
    assert_eq!(ada.post(&ada.page("access/token"), &[("label", " ")]).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let (_, page) = ada.post(&ada.page("access/token"), &[("label", "nightly")]).await;
    let token = text_between(&page, "class=\"secret\">", "<").unwrap().to_owned();
    let bearer = async |path: &str| {
        let request = served.client.get(format!("{}{path}", served.url));
        request.header("authorization", format!("Bearer {token}")).send().await.unwrap()
    };
    let numbers = bearer(&ada.page("overview.json")).await;
    assert_eq!(numbers.status(), StatusCode::OK);
    let numbers: serde_json::Value = serde_json::from_str(&numbers.text().await.unwrap()).unwrap();
    assert_eq!((&numbers["format"], &numbers["slots"]["open"]), (&1.into(), &3.into()));
    for page in ["", "access", "audit-log", "lists"] {
        assert_eq!(bearer(&ada.page(page)).await.status(), StatusCode::SEE_OTHER, "pages are for people: {page}");
    }
    let lost = served.client.get(format!("{}{}", served.url, ada.page("overview.json")));
    let lost = lost.header("authorization", "Bearer ").send().await.unwrap();
    assert_eq!(lost.status(), StatusCode::UNAUTHORIZED, "a script without its token is not led to a page");
    let acts = served.client.post(format!("{}{}", served.url, ada.page("lists/pause")));
    let acts = acts.header("authorization", format!("Bearer {token}")).send().await.unwrap();
    assert_eq!(acts.status(), StatusCode::UNAUTHORIZED);
    let (_, page) = ada.get(&ada.page("access")).await;
    assert!(page.contains("nightly") && !page.contains(&token), "it is shown once");
    let name = text_between(&page, "name=\"token\" value=\"", "\"").unwrap().to_owned();
    assert_eq!(ada.post(&ada.page("access/revoke"), &[("token", &name)]).await.0, StatusCode::SEE_OTHER);
    assert_eq!(bearer(&ada.page("overview.json")).await.status(), StatusCode::UNAUTHORIZED);
    let actions = ada.audit_log().await;
    assert!(actions.contains(&"ada made a token nightly".to_owned()), "{actions:?}");
    served.stop().await;
}
