//! Which slot someone gets.

use proptest::prelude::*;
use session::testing::Sample;
use session::{Author, Command, History, Slot, SlotBoard, StudyCommand, StudyEvent, Use, choose};

use crate::table::words;
use crate::world::{World, id};

fn slot_of(world: &World, session: u8) -> Option<Slot> {
    world.session(id(session)).assignment.as_ref().map(|assignment| assignment.slot)
}

fn enter(world: &mut World, person: u8) -> Option<(u32, u32)> {
    world.arrive(id(person), person);
    world.act(id(person), Command::Consent);
    slot_of(world, person).map(|slot| (slot.list, slot.number))
}

#[test]
fn slots_go_to_the_list_that_needs_them_most() {
    let mut world = World::new(Sample::only_list(&[]));
    let given: Vec<_> = (1..=4).map(|person| enter(&mut world, person).unwrap()).collect();
    assert_eq!(given, [(0, 0), (1, 0), (2, 0), (0, 1)]);
    world.act(id(2), Command::Return);
    assert_eq!(enter(&mut world, 5), Some((1, 0)), "a slot given back is given out again, as it was drawn");
    for person in 6..=10 {
        assert!(enter(&mut world, person).is_some());
    }
    assert_eq!(enter(&mut world, 11), None, "three lists have nine slots");
}

#[test]
fn the_next_wave_waits_for_the_last_one_to_be_finished_everywhere() {
    let mut world = World::new(Sample::only_list(&[("completions = 3", "completions = 3\nwave = 1")]));
    for person in 1..=3 {
        assert_eq!(enter(&mut world, person), Some((u32::from(person) - 1, 0)));
    }
    assert_eq!(enter(&mut world, 4), None);
    world.walk(id(1), |_| false);
    world.walk(id(2), |_| false);
    assert_eq!(words(&world.act(id(4), Command::Resume)), "refused: full");
    world.walk(id(3), |_| false);
    assert_eq!(words(&world.act(id(4), Command::Resume)), "page 0");
    assert_eq!(slot_of(&world, 4), Some(Slot { list: 0, number: 1 }));
}

#[test]
fn extra_slots_are_given_out_too() {
    let mut world = World::new(Sample::only_list(&[("completions = 3", "completions = 1")]));
    for person in 1..=3 {
        assert!(enter(&mut world, person).is_some());
    }
    assert_eq!(enter(&mut world, 4), None);
    let by = || Author::Researcher("ada".to_owned());
    assert!(world.study(StudyCommand::AddSlots { list: Some(1), count: 1, by: by() }));
    assert!(!world.study(StudyCommand::AddSlots { list: Some(9), count: 1, by: by() }));
    assert_eq!(words(&world.act(id(4), Command::Resume)), "page 0");
    assert_eq!(slot_of(&world, 4), Some(Slot { list: 1, number: 1 }));
    assert_eq!(enter(&mut world, 5), None);
}

#[test]
fn nobody_gets_a_second_list_unless_the_study_allows_it_nor_one_that_repeats_an_item() {
    let lists = [("time_limit", "lists_each = 1\ntime_limit")];
    let mut world = World::new(Sample::only_list(&lists));
    enter(&mut world, 1);
    world.walk(id(1), |_| false);
    assert_eq!(words(&world.arrive(id(2), 1)), "refused: already took part");

    // Six items with two outputs each, two pages to a list: six lists, of which three share no item.
    let three = [("time_limit", "lists_each = 3\ntime_limit"), ("questions = 4", "questions = 2")];
    let mut world = World::new(Sample::only_list(&three));
    let mut done: Vec<u32> = Vec::new();
    for session in 1..=3 {
        world.arrive(id(session), 1);
        world.act(id(session), Command::Consent);
        let list = slot_of(&world, session).unwrap().list;
        assert!(
            done.iter().all(|before| world.sample.plan.compatible(*before as usize, list as usize)),
            "{done:?} {list}"
        );
        done.push(list);
        world.walk(id(session), |_| false);
    }
    assert_eq!(words(&world.arrive(id(4), 1)), "refused: already took part");
}

/// The slot that looking at every list would find.
fn looked_for(board: &SlotBoard) -> Option<Slot> {
    let wave = board.wave().zip(WAVE);
    let wanted = |list: u32| u64::from(board.wanted_count(list));
    let taken = |list: u32| u64::from(board.held_count(list) + board.finished_count(list));
    let mut best: Option<Slot> = None;
    for list in 0..board.lists() {
        let released =
            wave.map_or(u32::MAX, |(wave, size)| (wave + 1).saturating_mul(size)).min(board.wanted_count(list));
        let free = (0..released).map(|number| Slot { list, number }).find(|slot| board.get(*slot).is_none());
        let better = |than: Slot| taken(list) * wanted(than.list) < taken(than.list) * wanted(list);
        if let Some(free) = free.filter(|_| best.is_none_or(better)) {
            best = Some(free);
        }
    }
    best
}

const WAVE: Option<u32> = Some(2);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_slot_given_is_the_one_that_looking_at_every_list_finds(
        changes in prop::collection::vec((0u32..4, 0u32..6, 0u32..4), 1..60),
        waves in any::<bool>(),
    ) {
        let by_waves = [("completions = 3", "completions = 3\nwave = 2")];
        let sample = Sample::only_list(if waves { &by_waves } else { &[] });
        let mut board = SlotBoard::new(&sample.study, &sample.plan);
        for (list, number, what) in changes {
            let used = [None, Some(Use::Held), Some(Use::Finished)];
            match used.get(what as usize) {
                Some(used) if number < board.wanted_count(list) => board.set(Slot { list, number }, *used),
                Some(_) => {}
                None => {
                    let by = Author::Researcher("ada".to_owned());
                    board.apply(&StudyEvent::SlotsAdded { list: list.checked_sub(1), count: 1, by });
                }
            }
            let found = choose(&sample.study, &sample.plan, &board, &History::default());
            prop_assert_eq!(found.ok(), looked_for(&board));
        }
    }
}
