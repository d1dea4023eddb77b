//! Someone at the dashboard, with a browser that has no script.

use jiff::Timestamp;
use reqwest::{Method, Response, StatusCode};
use store::{Entrance, Link, LinkOutcome, Role};

use crate::test_server::TestServer;

/// Someone who is signed in.
pub(crate) struct Desk<'a> {
    served: &'a TestServer,
    /// What their browser keeps.
    pub(crate) cookie: String,
    /// What their forms carry.
    pub(crate) csrf_token: String,
}

/// The part of a page between two texts.
pub(crate) fn text_between<'p>(page: &'p str, before: &str, after: &str) -> Option<&'p str> {
    page.split_once(before)?.1.split_once(after).map(|(found, _)| found)
}

impl<'a> Desk<'a> {
    /// Who owns everything.
    pub(crate) async fn owner(served: &'a TestServer) -> Desk<'a> {
        let now = served.now();
        let link = served.store.first_link(now).await.unwrap().unwrap();
        assert!(matches!(served.store.accept(&link, ("ada", "none"), now).await.unwrap(), LinkOutcome::Done(_)));
        Desk::signed_in(served, "ada", now).await
    }

    /// Who was let in to a study.
    pub(crate) async fn invite(served: &'a TestServer, name: &str, study: &str, role: Role) -> Desk<'a> {
        let now = served.now();
        let grant = Some((Entrance::Study(study.to_owned()), role));
        let link = Link { account: None, grant, made_by: "ada".to_owned(), until: Timestamp::MAX };
        let link = served.store.make_link(&link).await.unwrap();
        assert!(matches!(served.store.accept(&link, (name, "none"), now).await.unwrap(), LinkOutcome::Done(_)));
        Desk::signed_in(served, name, now).await
    }

    /// Who has an account already.
    pub(crate) async fn sign_in_again(served: &'a TestServer, name: &str) -> Desk<'a> {
        Desk::signed_in(served, name, served.now()).await
    }

    async fn signed_in(served: &'a TestServer, name: &str, now: Timestamp) -> Desk<'a> {
        let account = served.store.account_named(name).await.unwrap().unwrap();
        let secret = served.store.sign_in(&account.id, now).await.unwrap();
        let mut desk = Desk { served, cookie: format!("rejudge={secret}"), csrf_token: String::new() };
        let (status, page) = desk.get("/dashboard/").await;
        assert_eq!(status, StatusCode::OK);
        text_between(&page, "name=\"csrf_token\" value=\"", "\"").unwrap().clone_into(&mut desk.csrf_token);
        desk
    }

    /// The address of a page of the study.
    pub(crate) fn page(&self, page: &str) -> String {
        format!("/dashboard/s/{}/{page}", self.served.name)
    }

    pub(crate) async fn request(&self, method: Method, path: &str, fields: &[(&str, &str)]) -> Response {
        let request = self.served.client.request(method.clone(), format!("{}{path}", self.served.url));
        let request = request.header("cookie", &self.cookie);
        let request = if method == Method::POST { request.form(fields) } else { request };
        request.send().await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, String) {
        let reply = self.request(Method::GET, path, &[]).await;
        (reply.status(), reply.text().await.unwrap())
    }

    /// Sends a form as the page would.
    pub(crate) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> (StatusCode, String) {
        let mut all = vec![("csrf_token", self.csrf_token.as_str())];
        all.extend_from_slice(fields);
        let reply = self.request(Method::POST, path, &all).await;
        (reply.status(), reply.text().await.unwrap())
    }

    /// What the audit log of the study says, newest first.
    pub(crate) async fn audit_log(&self) -> Vec<String> {
        let entries = self.served.store.audit_log(&self.served.name, 0, 50).await.unwrap();
        entries
            .into_iter()
            .map(|entry| format!("{} {} {}", entry.name, entry.action, entry.detail).trim().to_owned())
            .collect()
    }
}
