//! What needs a look while a study runs, and telling its researchers, each thing once.

use jiff::{SignedDuration, Timestamp};
use notify::{Channel, Message};
use session::{Intake, Outcome, SlotBoard};
use store::StoreError;
use study::Study;
use study::file::NoticeKind;
use web::Fault;

use crate::{Ledger, LiveStudy, SessionView, Times};

/// So many lists that ended are looked at to see whether many fail.
const LATEST: usize = 20;

/// Whoever takes a message has taken it by then.
const SENT_WITHIN: SignedDuration = SignedDuration::from_mins(2);

/// Fewer say nothing, about failures or wages.
const LEAST: usize = 5;

/// Something that needs a look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What kind of thing.
    pub kind: NoticeKind,
    /// What is the matter, in a sentence.
    pub words: String,
}

/// Everything that needs a look, whether or not anybody is told; `free_mb` is what the disk has left, where it is known.
pub fn notices(study: &Study, ledger: &Ledger, board: &SlotBoard, free_mb: Option<u64>, now: Timestamp) -> Vec<Notice> {
    let sessions = ledger.sessions();
    let found = NoticeKind::ALL.map(|kind| {
        let words = match kind {
            NoticeKind::Standstill => standstill(study, sessions, board, now),
            NoticeKind::Failures => failures(study, sessions),
            NoticeKind::Wage => wage(study, sessions),
            NoticeKind::Full => full(board),
            NoticeKind::Disk => disk(study, free_mb),
        };
        words.map(|words| Notice { kind, words })
    });
    found.into_iter().flatten().collect()
}

fn standstill(study: &Study, sessions: &[SessionView], board: &SlotBoard, now: Timestamp) -> Option<String> {
    let open: u32 = (0..board.lists())
        .map(|list| board.wanted_count(list).saturating_sub(board.held_count(list) + board.finished_count(list)))
        .sum();
    let last = sessions.iter().filter_map(|seen| seen.session.arrived_at).max()?;
    let quiet = now.duration_since(last);
    let long = quiet >= SignedDuration::from_secs(study.standstill_secs as i64);
    let said = || {
        let long =
            if quiet.as_hours() < 2 { format!("{} min", quiet.as_mins()) } else { format!("{} h", quiet.as_hours()) };
        let slots = if open == 1 { "1 slot is".to_owned() } else { format!("{open} slots are") };
        format!("Nobody came for {long}, though {slots} open.")
    };
    (long && open > 0 && board.log().intake == Intake::Open).then(said)
}

fn failures(study: &Study, sessions: &[SessionView]) -> Option<String> {
    let mut ended: Vec<(Timestamp, Outcome)> =
        sessions.iter().filter_map(|seen| Some((seen.ended_at?, seen.session.outcome?))).collect();
    ended.retain(|(_, outcome)| has_begun(*outcome));
    ended.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    ended.truncate(LATEST);
    let failed = ended.iter().filter(|(_, outcome)| *outcome != Outcome::Finished).count();
    let many = ended.len() >= LEAST && failed as f64 >= study.notify.failures * ended.len() as f64;
    many.then(|| format!("{failed} of the last {} lists ended without being finished.", ended.len()))
}

/// Whether whoever ended so had begun the work.
fn has_begun(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Finished | Outcome::FailedCheck | Outcome::FailedTraining | Outcome::TooLate | Outcome::Returned => {
            true
        }
        Outcome::Declined | Outcome::ScreenedOut | Outcome::Withdrawn => false,
    }
}

fn wage(study: &Study, sessions: &[SessionView]) -> Option<String> {
    let times = Times::from_sessions(study.payment.as_ref(), sessions);
    let said = || format!("An hour pays less than the floor, at the median time of {} people.", times.reported_count);
    (times.reported_count >= LEAST && times.below_floor()).then(said)
}

fn full(board: &SlotBoard) -> Option<String> {
    let of = |count: fn(&SlotBoard, u32) -> u32| (0..board.lists()).map(|list| count(board, list)).sum::<u32>();
    let (wanted, finished) = (of(SlotBoard::wanted_count), of(SlotBoard::finished_count));
    (wanted > 0 && finished >= wanted).then(|| format!("All {wanted} slots are finished."))
}

fn disk(study: &Study, free_mb: Option<u64>) -> Option<String> {
    let free = free_mb.filter(|free| *free < u64::from(study.notify.disk_mb))?;
    Some(format!("The disk of the database has {free} MB left. Answers that cannot be written down are refused."))
}

impl LiveStudy {
    /// Tells what needs a look and was not told yet, by every way there is; gives what was sent. `here` is the address of the
    /// server, where it is known.
    ///
    /// # Errors
    /// When the log or the database cannot be read.
    pub async fn send_notices(&self, here: Option<&str>, now: Timestamp) -> Result<Vec<NoticeKind>, Fault> {
        let mut sent = Vec::new();
        if self.channels().is_empty() {
            return Ok(sent);
        }
        let board = self.collector().slot_board().await?;
        let (study, store) = (&self.study, self.collector().store());
        let found = notices(study, &*self.ledger().await?, &board, store.free_disk_mb(), now);
        let known = store.notices(&self.name).await?;
        for kind in NoticeKind::ALL.into_iter().filter(|kind| !study.notify.off.contains(kind)) {
            let open = || known.iter().filter(|record| record.kind == kind.word() && !record.over);
            match found.iter().find(|notice| notice.kind == kind) {
                Some(notice) => {
                    for channel in self.channels() {
                        if !open().any(|record| record.way == channel.word() && record.delivered)
                            && self.tell(channel, notice, here, now).await?
                        {
                            sent.push(kind);
                        }
                    }
                }
                None if open().next().is_some() => store.notice_over(&self.name, kind.word(), now).await?,
                None => {}
            }
        }
        Ok(sent)
    }

    /// The ways by which something that needs a look could not be told so far; it is tried again.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn failing_ways(&self, now: Timestamp) -> Result<Vec<&'static str>, Fault> {
        if self.channels().is_empty() {
            return Ok(Vec::new());
        }
        let known = self.collector().store().notices(&self.name).await?;
        let fails = |way: &&str| {
            known.iter().any(|record| {
                record.way == **way && !record.delivered && !record.over && now.duration_since(record.at) > SENT_WITHIN
            })
        };
        Ok(self.channels().iter().map(Channel::word).filter(fails).collect())
    }

    /// Tells one thing by one way, unless somebody else does.
    async fn tell(
        &self,
        channel: &Channel,
        notice: &Notice,
        here: Option<&str>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let (store, key) = (self.collector().store(), (notice.kind.word(), channel.word()));
        if !store.claim_notice(&self.name, key, now).await? {
            return Ok(false);
        }
        let message = Message {
            study: self.name.clone(),
            title: self.study.about.title.clone(),
            kind: notice.kind.word().to_owned(),
            words: notice.words.clone(),
            link: here.map(|here| format!("{here}/dashboard/s/{}/", self.name)),
            at: now,
        };
        if let Err(error) = channel.send(&message).await {
            let (study, way, kind) = (&self.name, channel.word(), notice.kind.word());
            tracing::error!(study, way, kind, %error, "researchers could not be told; it is tried again in ten minutes");
            return Ok(false);
        }
        store.mark_notice_delivered(&self.name, key).await?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
