//! Beginning to collect, or going on with it.

use std::sync::Arc;

use jiff::Timestamp;
use plan::Plan;
use session::SlotBoard;
use study::Study;

use super::Collector;
use super::cache::Cache;
use super::slots::Slots;
use crate::design::{Changed, Design};
use crate::error::{OpenError, StoreError};
use crate::sql::Value;
use crate::store::Store;

impl Collector {
    /// Opens a study in a database under a name. When people have taken part in it already, it must be the same
    /// study, but for what is harmless: texts, payment, names, and more completions.
    ///
    /// # Errors
    /// When the database fails, or the study is another one.
    pub async fn open(
        store: &Store,
        slug: &str,
        study: Arc<Study>,
        plan: Arc<Plan>,
        now: Timestamp,
    ) -> Result<Collector, OpenError> {
        let known = Known { store, slug, study: &study, plan: &plan };
        known.accept(now).await?;
        let blank = SlotBoard::new(&study, &plan);
        let slots = Arc::new(Slots::new(blank.clone()));
        slots.catch_up(store, slug).await?;
        let sessions = Cache::default();
        Ok(Collector { slug: Arc::from(slug), study, plan, store: store.clone(), slots, blank, sessions })
    }
}

impl Store {
    /// What of a study is not as it was when it was last opened here, in words: what was collected must not be read with
    /// it then. Nothing when it is the same, or was never opened here.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn changed_since_opened(&self, name: &str, study: &Study, plan: &Plan) -> Result<Changed, StoreError> {
        let select = "SELECT design FROM studies WHERE study = $1";
        let rows = self.rows(select, &[Value::Text(name)]).await?;
        let Some(row) = rows.first() else { return Ok(Changed::new()) };
        Ok(Design::of(study, plan).changed_since(&row.text(0)?))
    }
}

struct Known<'a> {
    store: &'a Store,
    slug: &'a str,
    study: &'a Study,
    plan: &'a Plan,
}

impl Known<'_> {
    async fn accept(&self, now: Timestamp) -> Result<(), OpenError> {
        let design = Design::of(self.study, self.plan);
        let select = "SELECT design, completions FROM studies WHERE study = $1";
        let rows = self.store.rows(select, &[Value::Text(self.slug)]).await?;
        if let Some(row) = rows.first() {
            let mut changed = design.changed_since(&row.text(0)?);
            if row.int(1)? > i64::from(self.plan.completions) {
                changed.push("fewer completions".to_owned());
            }
            if !changed.is_empty() && self.has_begun().await? {
                return Err(OpenError::Edited { study: self.slug.to_owned(), changed });
            }
        }
        let insert = "INSERT INTO studies (study, title, fingerprint, design, completions, since) \
                      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (study) DO UPDATE SET title = excluded.title, \
                      fingerprint = excluded.fingerprint, design = excluded.design, completions = excluded.completions";
        let design = design.to_json();
        let values = [
            Value::Text(self.slug),
            Value::Text(&self.study.about.title),
            Value::Text(&self.study.fingerprint),
            Value::Text(&design),
            Value::Int(self.plan.completions.into()),
            Value::Int(now.as_millisecond()),
        ];
        self.store.run(insert, &values).await?;
        Ok(())
    }

    async fn has_begun(&self) -> Result<bool, StoreError> {
        let select = "SELECT seq FROM events WHERE study = $1 LIMIT 1";
        Ok(!self.store.rows(select, &[Value::Text(self.slug)]).await?.is_empty())
    }
}
