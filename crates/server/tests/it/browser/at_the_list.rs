//! A browser at the first page of a list, and what a person does there.

use thirtyfour::prelude::*;

use super::chromium::Chromium;
use crate::participant::Participant;
use crate::test_server::TestServer;

/// As WebDriver writes the key.
pub(crate) const ENTER: &str = "\u{e007}";

impl Chromium {
    /// axe says nothing against the page in the light and in the dark, and it fits a narrow phone.
    pub(crate) async fn is_sound(&self, page: &str) {
        let mut found = self.axe(page, "light").await;
        found.extend(self.axe(page, "dark").await);
        assert!(found.is_empty(), "{found:#?}");
        assert!(self.overflow().await <= 0, "{page} is wider than a phone");
    }

    pub(crate) async fn clicks(&self, selector: &str) {
        self.driver.find(By::Css(selector)).await.unwrap().click().await.unwrap();
    }

    /// Types where the focus is, key by key.
    pub(crate) async fn types(&self, keys: &str) {
        for key in keys.chars() {
            self.driver.active_element().await.unwrap().send_keys(key.to_string()).await.unwrap();
        }
    }

    /// A browser at the first page of the list.
    pub(crate) async fn at_the_list(served: &TestServer) -> Chromium {
        let before = Participant::at_the_list(served).await;
        let chromium = Chromium::start().await;
        chromium.open(&format!("{}step/0", before.session())).await;
        chromium
    }
}
