//! The studies of whoever is signed in: how each stands, and what needs a look.

use std::sync::Arc;

use askama::Template;
use axum::response::Response;
use jiff::Timestamp;
use live::LiveStudy;
use live::flags::Flag;
use live::ledger::State;
use store::{AccountId, BonusState, Role, Store};
use study::file::NoticeKind;
use web::Fault;

use super::frame::{Frame, show};
use super::overview::{Slots, Summary, intake_word};
use super::researcher::SignedIn;
use super::rights::Right;
use super::words;

#[derive(Template)]
#[template(path = "studies.html")]
struct StudiesPage {
    frame: Frame,
    studies: Vec<StudyRow>,
}

struct StudyRow {
    title: String,
    name: String,
    role: Role,
    /// Nothing while its log is read for the first time.
    standing: Option<Standing>,
}

/// How a study stands.
struct Standing {
    intake: &'static str,
    slots: Slots,
    at_work: usize,
    spent: Option<String>,
    notes: Vec<Attention>,
}

/// Something that needs a look, and where to look.
struct Attention {
    words: String,
    /// Within the study's pages.
    page: &'static str,
}

/// `GET /dashboard/`
pub(super) async fn page(by: SignedIn) -> Result<Response, Fault> {
    // All at once: none needs to know of another, and each waits for the database.
    let looking = by.context.studies.all().map(|study| {
        let (study, store, account) = (Arc::clone(study), by.store.clone(), by.account.id.clone());
        tokio::spawn(async move { study_row(&study, &store, &account, by.now).await })
    });
    let mut studies = Vec::new();
    for found in looking.collect::<Vec<_>>() {
        studies.extend(found.await.map_err(|_| Fault::Broken)??);
    }
    studies.sort_by(|one, other| (&one.title, &one.name).cmp(&(&other.title, &other.name)));
    show(&StudiesPage { frame: Frame::without_study("Studies", &by), studies })
}

/// A study as whoever is signed in may see it; nothing where they may not.
async fn study_row(
    study: &LiveStudy,
    store: &Store,
    account: &AccountId,
    now: Timestamp,
) -> Result<Option<StudyRow>, Fault> {
    let Some(role) = store.role(account, &study.name).await? else { return Ok(None) };
    let standing = match standing(study, role, now).await {
        Ok(standing) => Some(standing),
        Err(Fault::Reading { .. }) => None,
        Err(fault) => return Err(fault),
    };
    Ok(Some(StudyRow { title: study.study.about.title.clone(), name: study.name.clone(), role, standing }))
}

async fn standing(study: &LiveStudy, role: Role, now: Timestamp) -> Result<Standing, Fault> {
    let board = study.collector().slot_board().await?;
    let bonuses = study.collector().store().bonuses(&study.name).await?;
    let ledger = study.ledger_with_flags().await?;
    let summary = Summary::new(&study.study, &ledger, &board, now);
    let sessions = ledger.sessions();
    let flagged = sessions
        .iter()
        .zip(ledger.flags())
        .filter(|(seen, flags): &(_, &Vec<Flag>)| !flags.is_empty() && seen.session.excluded.is_none());
    let flagged = flagged.count() as u64;
    let needs = live::notices(&study.study, &ledger, &board, study.collector().store().free_disk_mb(), now);
    let said = |kind: NoticeKind| needs.iter().find(|notice| notice.kind == kind).map(|notice| notice.words.clone());
    let in_doubt = bonuses.iter().filter(|record| record.state == BonusState::InDoubt).count() as u64;
    let (settles, sees_money) = (Right::Settle.is_of(role), Right::Spend.is_of(role));
    let some = |so: bool, words: String| so.then_some(words);
    let failing = study.failing_ways(now).await?.join(" and ");
    let notes = [
        (
            some(settles && in_doubt > 0, format!("{} in doubt", words::count_noun(in_doubt, "bonus payment"))),
            "people/reconcile",
        ),
        (some(sees_money && summary.pays_below_floor(), "Hourly pay is below the floor.".to_owned()), ""),
        (some(flagged > 0, format!("{} with flags", words::count_noun(flagged, "session"))), "people?flag=any"),
        (said(NoticeKind::Standstill), ""),
        (said(NoticeKind::Failures), "people"),
        (said(NoticeKind::Disk), ""),
        (some(!failing.is_empty(), format!("Notifications cannot be sent by {failing}: the log says why.")), ""),
    ];
    let notes = notes.into_iter().filter_map(|(words, page)| Some(Attention { words: words?, page }));
    Ok(Standing {
        intake: intake_word(summary.intake),
        slots: summary.slots,
        at_work: sessions.iter().filter(|seen| seen.state() == State::AtWork).count(),
        spent: summary.amount_spent().filter(|_| sees_money),
        notes: notes.collect(),
    })
}
