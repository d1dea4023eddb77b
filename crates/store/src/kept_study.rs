//! A study and its plan as they were when collecting began. They belong to what was collected: whoever reads it reads
//! it with them, or not at all.

use std::sync::Arc;

use jiff::Timestamp;
use plan::Plan;
use session::ParticipantKind;
use study::{Snapshot, Study};

use crate::chain::{ChainLink, Genesis, genesis_of_earlier_study};
use crate::design::Design;
use crate::error::{OpenError, StoreError};
use crate::sql::Value;
use crate::store::Store;

/// A study that is to be collected, or to be collected further.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The study.
    pub study: Arc<Study>,
    /// Its plan, should it be opened for the first time.
    pub plan: Arc<Plan>,
    /// The files that it was read from.
    pub snapshot: Snapshot,
    /// Who will take part.
    pub participants: ParticipantKind,
}

/// What a database keeps of a study.
#[derive(Debug, Clone)]
pub struct KeptStudy {
    /// Its name in the database.
    pub name: String,
    /// The fingerprint of the study as it was when collecting began.
    pub fingerprint: String,
    /// Since when.
    pub since: Timestamp,
    /// Who takes part.
    pub participants: ParticipantKind,
    /// Since when its events are linked, where it was collected before.
    pub linked_at: Option<Timestamp>,
    design: String,
    completions: i64,
    plan: Option<String>,
    snapshot: Option<String>,
}

impl Store {
    /// What is kept of a study; nothing when none of this name was ever opened here.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn kept_study(&self, name: &str) -> Result<Option<KeptStudy>, StoreError> {
        let select = "SELECT fingerprint, since, participants, design, completions, plan, snapshot, linked_at FROM studies \
                      WHERE study = $1";
        let rows = self.rows(select, &[Value::Text(name)]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let word = row.text(2)?;
        let unexpected = |what: String, expected| StoreError::Unexpected { what, expected };
        let time = |ms: i64, expected| {
            Timestamp::from_millisecond(ms).map_err(|error| unexpected(error.to_string(), expected))
        };
        Ok(Some(KeptStudy {
            name: name.to_owned(),
            fingerprint: row.text(0)?,
            since: time(row.int(1)?, "the time of the first opening")?,
            linked_at: row.maybe_int(7)?.map(|ms| time(ms, "the time of the linking")).transpose()?,
            participants: ParticipantKind::from_word(&word)
                .ok_or_else(|| unexpected(format!("`{word}`"), "`people` or `simulated`"))?,
            design: row.text(3)?,
            completions: row.int(4)?,
            plan: row.maybe_text(5)?,
            snapshot: row.maybe_text(6)?,
        }))
    }

    /// The names of all studies that were ever opened here.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn study_names(&self) -> Result<Vec<String>, StoreError> {
        let rows = self.rows("SELECT study FROM studies ORDER BY study", &[]).await?;
        rows.iter().map(|row| Ok(row.text(0)?)).collect()
    }

    /// Keeps a study in which nobody has taken part yet, in place of whatever was kept under its name.
    pub(crate) async fn keep_study(&self, name: &str, opening: &Opening, now: Timestamp) -> Result<(), StoreError> {
        let insert = "INSERT INTO studies (study, title, fingerprint, design, completions, since, participants, plan, snapshot) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (study) DO UPDATE SET title = excluded.title, \
                      fingerprint = excluded.fingerprint, design = excluded.design, completions = excluded.completions, \
                      since = excluded.since, participants = excluded.participants, plan = excluded.plan, \
                      snapshot = excluded.snapshot";
        let design = Design::from_study(&opening.study, &opening.snapshot).to_json();
        let (plan, snapshot) = (opening.plan.to_json(), opening.snapshot.to_json());
        let values = [
            Value::Text(name),
            Value::Text(&opening.study.about.title),
            Value::Text(&opening.study.fingerprint),
            Value::Text(&design),
            Value::Int(opening.plan.completions.into()),
            Value::Int(now.as_millisecond()),
            Value::Text(opening.participants.word()),
            Value::Text(&plan),
            Value::Text(&snapshot),
        ];
        self.run(insert, &values).await.map(drop)
    }

    /// Notes what may change while people take part: the title, and that more completions are wanted.
    pub(crate) async fn update_study(&self, name: &str, study: &Study) -> Result<(), StoreError> {
        let update = "UPDATE studies SET title = $2, completions = $3 WHERE study = $1";
        let (title, completions) = (Value::Text(&study.about.title), Value::Int(study.lists.completions.into()));
        self.run(update, &[Value::Text(name), title, completions]).await.map(drop)
    }

    /// Whether anything has happened in a study.
    pub(crate) async fn has_begun(&self, name: &str) -> Result<bool, StoreError> {
        let select = "SELECT seq FROM events WHERE study = $1 LIMIT 1";
        Ok(!self.rows(select, &[Value::Text(name)]).await?.is_empty())
    }
}

impl KeptStudy {
    /// What its logs begin with: study and plan as they are kept, so that these cannot be changed either. What was collected
    /// before events were linked begins with its name.
    pub(crate) fn genesis(&self, origin: ChainLink) -> Genesis {
        if self.linked_at.is_some() {
            return genesis_of_earlier_study(origin, &self.name);
        }
        let (plan, snapshot) = (self.plan.as_deref().unwrap_or_default(), self.snapshot.as_deref().unwrap_or_default());
        let parts = ["study", &self.name, self.participants.word(), &self.fingerprint, &self.design, plan, snapshot];
        Genesis::new(origin, parts)
    }

    /// Whether the plan was kept: programs before it was did not.
    pub(crate) fn has_plan(&self) -> bool {
        self.plan.is_some()
    }

    /// The study folder as it was when collecting began; nothing where an earlier program did not keep it.
    ///
    /// # Errors
    /// When what is kept cannot be read.
    pub fn snapshot(&self) -> Result<Option<Snapshot>, StoreError> {
        let read = |text: &String| Snapshot::from_json(text).map_err(|error| self.unreadable("the study", &error));
        self.snapshot.as_ref().map(read).transpose()
    }

    /// The plan by which was collected, for the study as it is today, which must ask the same of the same.
    ///
    /// # Errors
    /// When the study was changed in what people were asked, or what is kept cannot be read.
    pub fn plan_for(&self, study: &Study, snapshot: &Snapshot) -> Result<Plan, OpenError> {
        let (mut changed, plan) = match &self.plan {
            Some(text) => {
                (Design::from_study(study, snapshot).changed_since(&self.design), Plan::from_stored_json(text, study))
            }
            None => {
                let plan = plan::make(study).map_err(|error| self.unreadable("the study", &error))?;
                (Design::with_plan(study, &plan).changed_since(&self.design), Ok(plan))
            }
        };
        if self.completions > i64::from(study.lists.completions) {
            changed.push("fewer completions".to_owned());
        }
        if !changed.is_empty() {
            return Err(OpenError::Edited { study: self.name.clone(), changed });
        }
        let mut plan = plan.map_err(|error| self.unreadable("the plan", &error))?;
        plan.completions = plan.completions.max(study.lists.completions);
        Ok(plan)
    }

    fn unreadable(&self, what: &str, error: &dyn std::error::Error) -> StoreError {
        StoreError::Kept { what: what.to_owned(), study: self.name.clone(), why: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use session::testing::Sample;

    use std::path::Path;

    use super::*;
    use crate::seal::link_all;
    use crate::sql::Connection;
    use crate::{Collector, Identity};

    /// Earlier programs noted digests and kept no plan.
    async fn as_earlier_program_left_it(store: &Store, file: &Path, sample: &Sample) {
        let now = Timestamp::from_second(1_800_000_000).unwrap();
        let (study, plan) = (Arc::clone(&sample.study), Arc::clone(&sample.plan));
        let at = Collector::open(store, "fluency", study, plan, now).await.unwrap();
        let how = session::ArrivalChannel::Prolific;
        at.arrive(&Identity { how, id: "PID1".to_owned(), submission: None }, now).await.unwrap();
        let design = Design::with_plan(&sample.study, &sample.plan).to_json();
        let update = "UPDATE studies SET plan = NULL, snapshot = NULL, design = $1, linked_at = 0";
        store.run(update, &[Value::Text(&design)]).await.unwrap();
        let mut connection = crate::sqlite::open(file).unwrap();
        link_all(&mut Connection::Sqlite(&mut connection), store.origin()).await.unwrap();
    }

    #[tokio::test]
    async fn what_an_earlier_program_collected_is_read_with_its_plan_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("earlier.sqlite");
        let store = Store::open_file(&file).await.unwrap();
        let (sample, edited) = (Sample::as_written(), Sample::with_changes(&[("seed = 7", "seed = 8")]));
        as_earlier_program_left_it(&store, &file, &sample).await;
        let kept = store.kept_study("fluency").await.unwrap().unwrap();
        assert_eq!(kept.plan_for(&sample.study, &sample.snapshot).unwrap(), *sample.plan);
        let refused = kept.plan_for(&edited.study, &edited.snapshot).unwrap_err();
        assert!(matches!(&refused, OpenError::Edited { changed, .. } if changed == &["the lists"]), "{refused}");
        let opening = Opening {
            study: Arc::clone(&sample.study),
            plan: Arc::clone(&edited.plan),
            snapshot: sample.snapshot.clone(),
            participants: ParticipantKind::People,
        };
        let at = opening.open(&store, "fluency", Timestamp::UNIX_EPOCH).await.unwrap();
        assert_eq!(at.plan(), &sample.plan);
        let kept = store.kept_study("fluency").await.unwrap().unwrap();
        assert!(kept.has_plan() && kept.snapshot().unwrap() == Some(sample.snapshot), "it is kept from now on");
    }
}
