//! Simulated raters before every worked study.

use session::{PageQuestions, Subject};
use simulation::{Attention, Leaving, Population, RaterModel};
use study::Study;
use study::response::Answer;

use crate::worked_studies;

/// Every page that the first completion of every list asks.
fn pages(study: &Study) -> Vec<(PageQuestions<'_>, (u32, u32))> {
    let plan = plan::make(study).unwrap();
    let mut pages = Vec::new();
    for list in 0..plan.lists().len() {
        let presentation = plan.draw(list, 0);
        let steps = presentation.steps.len() as u32;
        for step in 0..steps {
            pages.push((
                PageQuestions::of_step(study, &plan, list as u32, &presentation.steps[step as usize]).unwrap(),
                (step, steps),
            ));
        }
    }
    pages
}

fn passes(study: &Study, asked: &PageQuestions<'_>, answer: &Answer) -> bool {
    let Subject::Check { check, order } = &asked.subject else { return true };
    let question = &study.checks[*check];
    let response = &study.criteria[question.criterion].response;
    response.passes(&question.answer, order.len(), &answer.reordered(order)).unwrap()
}

#[test]
fn everyone_answers_every_question_in_a_way_the_page_accepts_and_the_same_when_asked_again() {
    for study in worked_studies::studies() {
        let raters = RaterModel::with_defaults(&study);
        let (population, again) = (Population::new(&study, &raters, 5), Population::new(&study, &raters, 5));
        let mut different = false;
        for (asked, place) in pages(&study) {
            for number in 0..4 {
                let (rater, same) = (population.rater(number), again.rater(number));
                for criterion in &asked.criteria {
                    let answer = rater.answer(&asked, *criterion, place).unwrap();
                    let response = &study.criteria[*criterion].response;
                    assert_eq!(response.read(&answer.to_form(), &asked.outputs), Ok(answer.clone()));
                    assert_eq!(same.answer(&asked, *criterion, place), Some(answer.clone()));
                    different |= population.rater(number + 100).answer(&asked, *criterion, place) != Some(answer);
                }
            }
        }
        assert!(different, "everyone answers alike in {}", study.about.title);
    }
}

#[test]
fn people_who_look_pass_the_checks_but_for_slips_and_others_mostly_fail_them() {
    let study = worked_studies::study("meaning-pairs");
    let mut raters = RaterModel::with_defaults(&study);
    raters.behaviour.inattentive = 0.5;
    raters.behaviour.slips = 0.1;
    let population = Population::new(&study, &raters, 1);
    let checks: Vec<_> = pages(&study).into_iter().filter(|it| matches!(it.0.subject, Subject::Check { .. })).collect();
    let (mut looking, mut others) = ((0, 0), (0, 0));
    for number in 0..400 {
        let rater = population.rater(number);
        let (passed, all) = if rater.traits.attention == Attention::Attentive { &mut looking } else { &mut others };
        for (asked, place) in &checks {
            let answer = rater.answer(asked, asked.criteria[0], *place).unwrap();
            *passed += i32::from(passes(&study, asked, &answer));
            *all += 1;
        }
    }
    let share = |(passed, all): (i32, i32)| f64::from(passed) / f64::from(all);
    assert!((share(looking) - 0.9).abs() < 0.03, "{looking:?}");
    assert!((share(others) - 0.5).abs() < 0.06, "{others:?}");
}

#[test]
fn someone_who_always_gives_the_same_answer_does() {
    let study = worked_studies::study("fluency");
    let mut raters = RaterModel::with_defaults(&study);
    (raters.behaviour.inattentive, raters.behaviour.same_answer) = (1.0, 1.0);
    let population = Population::new(&study, &raters, 1);
    for number in 0..5 {
        let given: Vec<_> =
            pages(&study).iter().map(|(asked, place)| population.rater(number).answer(asked, 0, *place)).collect();
        assert!(given.windows(2).all(|two| two[0] == two[1]), "{given:?}");
    }
}

#[test]
fn shares_and_times_come_out_as_put_in() {
    let study = worked_studies::study("toxicity-pairs");
    let mut raters = RaterModel::with_defaults(&study);
    let behaviour = &mut raters.behaviour;
    (behaviour.inattentive, behaviour.leaving, behaviour.coming_back, behaviour.giving_back) = (0.2, 0.3, 0.25, 0.5);
    (behaviour.seconds, behaviour.pauses, behaviour.pause_minutes) = (20.0, 0.1, 2.0);
    let population = Population::new(&study, &raters, 9);
    let people: Vec<_> = (0..4000).map(|number| population.rater(number)).collect();
    let near = |found: f64, put: f64, within: f64, what: &str| {
        assert!((found - put).abs() < within, "{what}: {found} where {put} was put in");
    };
    let share = |count: usize, all: usize| count as f64 / all as f64;
    let looking: Vec<_> = people.iter().filter(|it| it.traits.attention == Attention::Attentive).collect();
    near(share(looking.len(), 4000), 0.8, 0.03, "attentive");
    let gone: Vec<_> = people.iter().filter_map(|it| it.departure(0, 16)).collect();
    near(share(gone.len(), 4000), 0.3, 0.03, "leaving");
    near(share(gone.iter().filter(|it| it.how == Leaving::GivesBack).count(), gone.len()), 0.5, 0.06, "giving back");
    let back = gone.iter().filter(|it| matches!(it.how, Leaving::ComesBack { .. })).count();
    near(share(back, gone.len()), 0.25, 0.05, "coming back");
    let mut late: Vec<f64> = looking.iter().map(|it| it.time_on(0, 60).active_secs).collect();
    late.sort_by(f64::total_cmp);
    near(late[late.len() / 2], 20.0, 1.2, "median seconds");
    let away: Vec<f64> = people.iter().map(|it| it.time_on(0, 3).away_secs).filter(|secs| *secs > 0.0).collect();
    near(share(away.len(), 4000), 0.1, 0.02, "pauses");
    near(away.iter().sum::<f64>() / away.len() as f64, 120.0, 25.0, "seconds of a pause");
}

#[test]
fn two_outputs_of_one_item_on_the_same_page_of_two_lists_are_judged_each_by_itself() {
    let study = worked_studies::study("fluency");
    let mut raters = RaterModel::with_defaults(&study);
    (raters.criteria[0].items_sd, raters.criteria[0].outputs_sd) = (0.0, 0.0);
    let population = Population::new(&study, &raters, 1);
    let given = |number: u64, item: usize, system: u16| {
        let subject = Subject::Item { item, systems: vec![system] };
        let asked = PageQuestions { subject, criteria: vec![0], shown: &[], outputs: vec!["a text"] };
        population.rater(number).answer(&asked, 0, (3, 6)).unwrap()
    };
    let pairs = (0..20).flat_map(|number| (0..20).map(move |item| (number, item)));
    let equal = pairs.filter(|(number, item)| given(*number, *item, 0) == given(*number, *item, 1)).count();
    assert!(equal < 300, "{equal} of 400 pairs of answers are equal");
}

#[test]
fn raters_have_a_taste_for_systems_that_is_the_same_on_every_item() {
    let study = worked_studies::study("fluency");
    let mut model = RaterModel::with_defaults(&study);
    let on = &mut model.criteria[0];
    (on.items_sd, on.outputs_sd, on.leniency_sd, on.noise, on.taste_sd) = (0.0, 0.0, 0.0, 0.01, 1.0);
    model.behaviour.inattentive = 0.0;
    let population = Population::new(&study, &model, 1);
    let given = |number: u64, item: usize, system: u16| {
        let subject = Subject::Item { item, systems: vec![system] };
        let asked = PageQuestions { subject, criteria: vec![0], shown: &[], outputs: vec!["a text"] };
        population.rater(number).answer(&asked, 0, (30, 60)).unwrap()
    };
    let differ = |number: u64| given(number, 0, 0) != given(number, 0, 1);
    let same_again = |number: u64| (1..10).filter(|item| given(number, *item, 0) == given(number, 0, 0)).count();
    assert!((0..40).filter(|number| differ(*number)).count() > 20, "raters like all systems alike");
    assert!((0..40).map(same_again).sum::<usize>() > 300, "a rater's taste changes from item to item");
}

#[test]
fn people_say_that_they_cannot_judge_where_they_may_and_answer_the_rest_as_before() {
    let mut study = worked_studies::study("meaning-pairs");
    assert!(RaterModel::with_defaults(&study).behaviour.cannot_judge <= 0.0, "nobody may say so here");
    let before = RaterModel::with_defaults(&study);
    let reasons = vec!["I know too little".to_owned(), "Both are broken".to_owned()];
    let allowed = {
        study.criteria[0].cannot_judge.clone_from(&reasons);
        let mut raters = RaterModel::with_defaults(&study);
        assert!((raters.behaviour.cannot_judge - 0.02).abs() < 1e-12);
        raters.behaviour.cannot_judge = 0.3;
        raters
    };
    let (plain, may) = (Population::new(&study, &before, 5), Population::new(&study, &allowed, 5));
    let (mut unable, mut all) = (Vec::new(), 0);
    for (asked, place) in pages(&study).into_iter().filter(|(asked, _)| matches!(asked.subject, Subject::Item { .. })) {
        for number in 0..8 {
            let answer = may.rater(number).answer(&asked, 0, place).unwrap();
            all += 1;
            if let Answer::Unable(reason) = answer {
                unable.push(reason);
            } else {
                assert_eq!(plain.rater(number).answer(&asked, 0, place), Some(answer), "the others answer as they did");
            }
        }
    }
    let share = unable.len() as f64 / f64::from(all);
    assert!((share - 0.3).abs() < 0.08, "{share} of {all}");
    assert!(reasons.iter().all(|reason| unable.contains(reason)));
}
