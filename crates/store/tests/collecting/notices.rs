//! What researchers were told, on both databases.

use jiff::SignedDuration;

use crate::place::{Place, on_both, start};

on_both![what_is_the_matter_is_told_once, what_did_not_get_there_is_told_again, what_comes_back_later_is_told_again];

const WAY: (&str, &str) = ("standstill", "mail");

fn minutes(count: i64) -> jiff::Timestamp {
    start() + SignedDuration::from_mins(count)
}

async fn what_is_the_matter_is_told_once(place: Place) {
    let store = place.store().await;
    let claims = (0..8).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { store.claim_notice("fluency", WAY, start()).await.unwrap() })
    });
    let claims: Vec<_> = claims.collect();
    let mut mine = 0;
    for claim in claims {
        mine += usize::from(claim.await.unwrap());
    }
    assert_eq!(mine, 1, "of all who ask at once, one is to tell");
    store.mark_notice_delivered("fluency", WAY).await.unwrap();
    assert!(!store.claim_notice("fluency", WAY, minutes(60 * 24 * 30)).await.unwrap());
    assert!(store.claim_notice("fluency", ("standstill", "webhook"), start()).await.unwrap(), "by another way");
    assert!(store.claim_notice("other", WAY, start()).await.unwrap(), "in another study");
    let known = store.notices("fluency").await.unwrap();
    let rows: Vec<_> = known.iter().map(|it| (it.way.as_str(), it.delivered, it.over)).collect();
    assert_eq!(rows, [("mail", true, false), ("webhook", false, false)]);
}

async fn what_did_not_get_there_is_told_again(place: Place) {
    let store = place.store().await;
    assert!(store.claim_notice("fluency", WAY, start()).await.unwrap());
    assert!(!store.claim_notice("fluency", WAY, minutes(9)).await.unwrap(), "somebody may be at it");
    assert!(store.claim_notice("fluency", WAY, minutes(10)).await.unwrap());
    assert!(!store.claim_notice("fluency", WAY, minutes(19)).await.unwrap());
}

async fn what_comes_back_later_is_told_again(place: Place) {
    let store = place.store().await;
    assert!(store.claim_notice("fluency", WAY, start()).await.unwrap());
    store.mark_notice_delivered("fluency", WAY).await.unwrap();
    store.notice_over("fluency", "standstill", minutes(5)).await.unwrap();
    assert!(!store.claim_notice("fluency", WAY, minutes(50)).await.unwrap(), "it is the same");
    assert!(!store.notices("fluency").await.unwrap()[0].over);
    store.notice_over("fluency", "standstill", minutes(60)).await.unwrap();
    store.notice_over("fluency", "standstill", minutes(90)).await.unwrap();
    assert!(store.claim_notice("fluency", WAY, minutes(120)).await.unwrap(), "it was over for an hour");
}
