//! Bonuses are written down before they are paid, and none is sent twice.

use jiff::Timestamp;
use session::SessionId;
use store::{Bonus, BonusState, Store};

use crate::place::{Place, on_both};

on_both!(
    a_bonus_is_sent_once,
    what_was_only_planned_gives_way,
    several_at_once_pay_once,
    what_was_paid_is_paid_in_a_copy_too,
);

fn bonus(session: u8, why: &str) -> Bonus {
    Bonus { session: SessionId([session; 16]), why: why.to_owned(), coins: 150, currency: "GBP".to_owned() }
}

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

async fn states(store: &Store) -> Vec<BonusState> {
    store.bonuses("a").await.unwrap().into_iter().map(|record| record.state).collect()
}

async fn a_bonus_is_sent_once(place: Place) {
    let store = Store::open(place.address()).await.unwrap();
    let both = [bonus(1, "lost"), bonus(2, "floor")];
    let batch = store.plan_bonuses("a", &both, "ada", now()).await.unwrap().unwrap();
    assert!(store.send_bonuses("a", &batch, 2, now()).await.unwrap());
    assert!(!store.send_bonuses("a", &batch, 2, now()).await.unwrap(), "sent twice");
    assert_eq!(states(&store).await, [BonusState::InDoubt; 2]);
    // Neither alone nor among others is it planned again; nothing of the others is kept then.
    for again in [vec![bonus(1, "lost")], vec![bonus(3, "lost"), bonus(2, "floor")]] {
        assert_eq!(store.plan_bonuses("a", &again, "ada", now()).await.unwrap(), None);
    }
    store.bonuses_paid("a", &batch, now()).await.unwrap();
    store.bonuses_not_paid("a", &batch).await.unwrap();
    assert_eq!(states(&store).await, [BonusState::Paid; 2], "what is paid stays paid");
    assert_eq!(store.plan_bonuses("a", &both[..1], "ada", now()).await.unwrap(), None);
    // Another reason, another session and another study are others.
    assert!(store.plan_bonuses("a", &[bonus(1, "floor"), bonus(3, "lost")], "ada", now()).await.unwrap().is_some());
    assert!(store.plan_bonuses("b", &both, "ada", now()).await.unwrap().is_some());
}

async fn what_was_only_planned_gives_way(place: Place) {
    let store = Store::open(place.address()).await.unwrap();
    let both = [bonus(1, "lost"), bonus(2, "lost")];
    let first = store.plan_bonuses("a", &both, "ada", now()).await.unwrap().unwrap();
    let second = store.plan_bonuses("a", &both[..1], "bob", now()).await.unwrap().unwrap();
    assert!(!store.send_bonuses("a", &first, 2, now()).await.unwrap(), "a part of it is someone else's now");
    assert!(store.send_bonuses("a", &second, 1, now()).await.unwrap());
    store.bonuses_not_paid("a", &second).await.unwrap();
    assert_eq!(states(&store).await, [BonusState::Planned]);
}

async fn several_at_once_pay_once(place: Place) {
    let store = Store::open(place.address()).await.unwrap();
    let tries = (0..8).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            let planned = store.plan_bonuses("a", &[bonus(1, "lost")], "ada", now()).await.unwrap();
            match planned {
                Some(batch) => store.send_bonuses("a", &batch, 1, now()).await.unwrap(),
                None => false,
            }
        })
    });
    let mut sent = 0;
    for one in tries.collect::<Vec<_>>() {
        sent += usize::from(one.await.unwrap());
    }
    assert_eq!(sent, 1);
}

async fn what_was_paid_is_paid_in_a_copy_too(place: Place) {
    let store = Store::open(place.address()).await.unwrap();
    let batch = store.plan_bonuses("a", &[bonus(1, "lost")], "ada", now()).await.unwrap().unwrap();
    assert!(store.send_bonuses("a", &batch, 1, now()).await.unwrap());
    store.bonuses_paid("a", &batch, now()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy");
    store.backup(&file).await.unwrap();
    let copy = place.restore_copy(&file).await;
    assert_eq!(copy.bonuses("a").await.unwrap(), store.bonuses("a").await.unwrap());
    assert_eq!(copy.plan_bonuses("a", &[bonus(1, "lost")], "ada", now()).await.unwrap(), None, "paid twice");
}
