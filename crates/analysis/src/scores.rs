//! The score of every system on one criterion, and how its judgements are distributed.

use std::collections::BTreeMap;

use stats::decide::decide_shares;
use stats::effect::Summary;
use stats::resample::{Groups, Plan, Replicates, Stream};
use stats::{Estimate, Interval, Note, PValue};
use study::file::TestName;
use study::response::{Choice, Response};

use crate::Statistic;
use crate::comparisons::{self, Pair, PairResult};
use crate::rows::{CriterionRows, possible_scores, score_name};
use crate::setting::Setting;
use crate::sheet::Sheet;

/// The score of each system with the interval of the deciding model, which knows that answers on one item, of one output
/// or by one person are not independent; of choices between two, whose scores the model does not have, with an interval
/// from drawing items and participants again (Owen 2007). Beside it the standard deviation and how often each value was
/// given.
pub(crate) fn add_statistics(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    if let Response::Choice(choice) = &judged.criterion.response {
        return options(sheet, judged, choice, setting);
    }
    let Some(statistic) = score_name(&judged.criterion.response) else { return };
    let pairs = comparisons::all_pairs(&judged.systems());
    let intervals = replicates(judged, &pairs, setting.plan);
    for system in judged.systems() {
        let values = judged.values_of(system);
        let n = values.len();
        let mean = values.iter().sum::<f64>() / n as f64;
        let mut score = Estimate::from(mean);
        let method = if let Some(interval) = model_interval(judged, system, mean, setting.level) {
            score = score.interval(Some(interval));
            "mean over judgements; interval of the linear mixed model".to_owned()
        } else if let Some(replicates) = &intervals.replicates
            && values.iter().any(|value| value.total_cmp(&values[0]).is_ne())
        {
            // Samples of answers that are all the same tell nothing: who won always may lose the next time.
            score = score.interval(replicates[system].percentile(setting.level).ok()).note(intervals.note.clone());
            format!("mean over judgements; {}", intervals.over)
        } else {
            "mean over judgements".to_owned()
        };
        sheet.add(statistic, [judged.id(system)], score, n, &method);
        if let Ok(summary) = Summary::from_values(&values) {
            sheet.add(Statistic::Sd, [judged.id(system)], summary.sd, n, "standard deviation with n − 1");
        }
    }
    if let Some(replicates) = intervals.replicates {
        differences(sheet, judged, setting, &pairs, &replicates[judged.dataset.systems.len()..]);
    }
    distributions(sheet, judged);
}

/// The interval of the deciding model, around the score and as far as there can be scores. Of ballots the model knows how far a system is from the mean of
/// all, which is on the scale of ranks and of best-worst scores.
pub(crate) fn model_interval(rows: &CriterionRows<'_>, system: usize, score: f64, level: f64) -> Option<Interval> {
    match &rows.criterion.response {
        Response::Rating(_)
        | Response::Slider(_)
        | Response::Count(_)
        | Response::Spans(_)
        | Response::Ranking(_)
        | Response::BestWorst(_) => {}
        Response::Pairwise(_) | Response::Choice(_) | Response::Text(_) => return None,
    }
    let around = rows.decision().ok()?.interval_of_plain_mean(system, score, level).ok()?;
    Some(around.clamp(possible_scores(rows.criterion, rows.dataset.systems.len())))
}

/// The score of each system, without interval.
pub(crate) fn means(sheet: &mut Sheet, judged: &CriterionRows<'_>) {
    let Some(statistic) = score_name(&judged.criterion.response) else { return };
    for system in judged.systems() {
        let values = judged.values_of(system);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        sheet.add(statistic, [judged.id(system)], mean, values.len(), "mean over judgements");
    }
}

/// The difference of every two scores, from the same replicates. The p-value is twice the smaller
/// share of replicates on either side of zero, never below one in the number of replicates
/// (Davison and Hinkley 1997, §4.4).
fn differences(
    sheet: &mut Sheet,
    judged: &CriterionRows<'_>,
    setting: &Setting,
    pairs: &[Pair],
    replicates: &[Replicates],
) {
    let mean = |system: usize| {
        let values = judged.values_of(system);
        (values.iter().sum::<f64>() / values.len() as f64, values.len())
    };
    let compared = pairs.iter().zip(replicates).map(|(pair, replicates)| {
        let ((a, n), (b, m)) = (mean(pair.0), mean(pair.1));
        let all = replicates.values.len() as f64;
        let share = |side: &dyn Fn(f64) -> bool| replicates.values.iter().filter(|x| side(**x)).count() as f64;
        let tail = share(&|x| x <= 0.0).min(share(&|x| x >= 0.0));
        let p = PValue::new((2.0 * (tail + 1.0) / (all + 1.0)).min(1.0));
        let estimate = Estimate::from(a - b)
            .interval(replicates.percentile(setting.level).ok())
            .p((all > 0.0).then_some(p))
            .note(replicates.note());
        PairResult { pair: *pair, estimate, n: n + m }
    });
    let compared = compared.collect();
    comparisons::add_family(sheet, judged, setting, TestName::Bootstrap, compared);
}

struct Intervals {
    replicates: Option<Vec<Replicates>>,
    over: &'static str,
    note: Option<Note>,
}

/// The scores of all systems in every replicate, and behind them the differences of the pairs. A judgement enters as often as its item times its
/// participant was drawn, so that no sample is ever written out.
fn replicates(judged: &CriterionRows<'_>, pairs: &[Pair], plan: Plan) -> Intervals {
    let (items, people) = (Groups::from_labels(&judged.item), Groups::from_labels(&judged.participant));
    let (over, note) = match (items.len(), people.len()) {
        (0 | 1, 0 | 1) => return Intervals { replicates: None, over: "", note: None },
        (0 | 1, _) => ("percentile bootstrap over participants", "one item was judged: the interval is over people"),
        (_, 0 | 1) => ("percentile bootstrap over items", "one person answered: the interval is over items"),
        (_, _) => ("percentile bootstrap over items and participants", ""),
    };
    let systems = judged.dataset.systems.len();
    let times = |groups: &Groups, counts: &mut Vec<u32>, stream: &mut Stream| {
        if groups.len() > 1 {
            stream.multiplicities(counts);
        }
    };
    let workspace = || (vec![1u32; items.len()], vec![1u32; people.len()], vec![0u32; systems], vec![0.0f64; systems]);
    let replicates =
        plan.run_many(systems + pairs.len(), workspace, |(of_item, of_person, count, sum), stream, row| {
            times(&items, of_item, stream);
            times(&people, of_person, stream);
            count.fill(0);
            sum.fill(0.0);
            let rows = judged.value.iter().zip(&judged.system).zip(items.of_row().iter().zip(people.of_row()));
            for ((value, system), (item, person)) in rows {
                let weight = of_item[*item as usize] * of_person[*person as usize];
                count[*system as usize] += weight;
                sum[*system as usize] += f64::from(weight) * value;
            }
            for system in 0..systems {
                row[system] = sum[system] / f64::from(count[system]);
            }
            for (place, (first, second)) in pairs.iter().enumerate() {
                row[systems + place] = row[*first] - row[*second];
            }
            Some(())
        });
    let note = (!note.is_empty()).then(|| Note::Said(note.to_owned()));
    Intervals { replicates: Some(replicates), over, note }
}

/// `count[error, svm, grammar]` and `share[error, svm, grammar]`: how often each option was chosen for
/// an output of a system, with the interval of the deciding model on 0 and 1. Where several may be chosen the
/// shares of a system add up to more than one.
fn options(sheet: &mut Sheet, judged: &CriterionRows<'_>, choice: &Choice, setting: &Setting) {
    for option in choice.options.iter().map(|option| option.id()) {
        let chosen = judged.choosing(option);
        let shares = decide_shares(&chosen.as_scores());
        let resampled = shares.is_err().then(|| replicates(&chosen, &[], setting.plan));
        for system in chosen.systems() {
            let values = chosen.values_of(system);
            let (count, n) = (values.iter().sum::<f64>(), values.len());
            let labels = [judged.id(system), option];
            sheet.add(Statistic::Count, labels, count, n, "count");
            let mut share = Estimate::from(count / n as f64);
            let mut method = "share of the judgements of the system".to_owned();
            let known = shares.as_ref().ok().and_then(|shares| shares.share(system, setting.level).ok());
            if let Some(interval) = known.and_then(|known| known.interval) {
                share = share.interval(Some(interval));
                method = format!("{method}; {BY_MODEL}");
            } else if let Some(Intervals { replicates: Some(replicates), over, note }) = &resampled
                && share.value > 0.0
                && share.value < 1.0
            {
                share = share.interval(replicates[system].percentile(setting.level).ok()).note(note.clone());
                method = format!("{method}; {over}");
            }
            sheet.add(Statistic::Share, labels, share, n, &method);
        }
    }
}

const BY_MODEL: &str = "Wilson's interval with the effective number of judgements from the linear mixed model";

/// `count[fluency, svm, 4]` and `share[fluency, svm, 4]`: how often a system got each value. Values
/// that are not few, as a slider's, are left out; their quantiles say more.
fn distributions(sheet: &mut Sheet, judged: &CriterionRows<'_>) {
    const FEW: usize = 25;
    let mut values: BTreeMap<u64, f64> = BTreeMap::new();
    let key = |value: f64| value.to_bits() ^ if value < 0.0 { u64::MAX } else { 1 << 63 };
    for value in &judged.value {
        values.insert(key(*value), *value);
        if values.len() > FEW {
            return quantiles(sheet, judged);
        }
    }
    for system in judged.systems() {
        let mut counts: BTreeMap<u64, usize> = values.keys().map(|value| (*value, 0)).collect();
        let of = judged.values_of(system);
        for value in &of {
            *counts.entry(key(*value)).or_default() += 1;
        }
        for (bits, count) in counts {
            let labels = [judged.id(system).to_owned(), values[&bits].to_string()];
            sheet.count(Statistic::Count, labels.clone(), count, of.len());
            let share = count as f64 / of.len() as f64;
            sheet.add(Statistic::Share, labels, share, of.len(), "share of the judgements of the system");
        }
    }
}

fn quantiles(sheet: &mut Sheet, judged: &CriterionRows<'_>) {
    for system in judged.systems() {
        let mut values = judged.values_of(system);
        values.sort_unstable_by(f64::total_cmp);
        for percent in [0, 10, 25, 50, 75, 90, 100] {
            let value = stats::resample::quantile(&values, f64::from(percent) / 100.0);
            let labels = [judged.id(system).to_owned(), percent.to_string()];
            let method = "quantile, definition 7 of Hyndman and Fan (1996)";
            sheet.add(Statistic::Quantile, labels, value, values.len(), method);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, Statistic};
    use dataset::Mapping;
    use table::Table;

    fn analyse_table(name: &str, mapping: &str, rows: &str) -> crate::Results {
        let table = Table::read(name, rows.as_bytes()).unwrap();
        let dataset = dataset::from_table(&table, &Mapping::read(mapping).unwrap(), None).unwrap();
        crate::run(None, &dataset, Options { seed: 1, replicates: 50, level: 0.95 })
    }

    /// Three people who rate the outputs of two systems: of `good` nearly all at the top.
    fn ratings() -> String {
        let mut rows = "rater,item,system,rating\n".to_owned();
        for item in 0..6 {
            for person in 0..3 {
                let good = if (item, person) == (0, 0) { 4 } else { 5 };
                rows.push_str(&format!(
                    "p{person},i{item},good,{good}\np{person},i{item},other,{}\n",
                    1 + (item + person) % 4
                ));
            }
        }
        rows
    }

    #[test]
    fn intervals_of_scores_end_where_the_scale_ends() {
        let scale = "[[criteria]]\nid = \"rating\"\nresponse = { kind = \"rating\", points = 5 }\n";
        let high = |mapping: &str| {
            let results = analyse_table("ratings.csv", mapping, &ratings());
            let known = results.about.criteria[0].scale;
            let interval = results.get(Statistic::Mean, "rating", &["good"]).unwrap().estimate.interval.unwrap();
            let difference = results.get(Statistic::DIFFERENCE, "rating", &["good", "other"]).unwrap();
            assert!(difference.estimate.interval.unwrap().high <= 4.0 || known.is_none());
            (known, interval.high)
        };
        assert_eq!(high(&format!("value = \"rating\"\n{scale}")), (Some((1.0, 5.0)), 5.0));
        // The highest answer found is not the end of the scale, and two runs are not compared by it.
        let (known, beyond) = high("");
        assert!(known.is_none() && beyond > 5.0, "{known:?} {beyond}");
    }

    #[test]
    fn a_net_preference_and_its_interval_are_possible() {
        let mut rows = "rater,item,system_a,system_b,choice\n".to_owned();
        for item in 0..8 {
            for person in 0..4 {
                let of_rest = if (item + person) % 3 == 0 { "b" } else { "a" };
                rows.push_str(&format!(
                    "p{person},i{item},x,y,a\np{person},i{item},x,z,a\np{person},i{item},z,y,{of_rest}\n"
                ));
            }
        }
        let results = analyse_table("votes.csv", "choice_by = \"side\"", &rows);
        let net = &results.get(Statistic::DIFFERENCE, "preference", &["x", "y"]).unwrap().estimate;
        let interval = net.interval.unwrap();
        assert!(net.value <= 1.0 && interval.high <= 1.0 && interval.low < 1.0, "{net:?}");
        let always = results.get(Statistic::WinPercent, "preference", &["x"]).unwrap();
        assert!(always.estimate.interval.is_none(), "who won always may lose the next time: {always:?}");
    }

    /// An option that nobody chose for a system may yet be chosen.
    #[test]
    fn a_share_of_nothing_has_an_interval_and_so_has_its_difference() {
        let mut rows = "rater,item,system,label\n".to_owned();
        for item in 0..12 {
            for person in 0..4 {
                let second = if (item, person % 2) == (3, 1) { "toxic" } else { "fine" };
                rows.push_str(&format!("p{person},i{item},a,fine\np{person},i{item},b,{second}\n"));
            }
        }
        let results = analyse_table("labels.csv", "value = \"label\"", &rows);
        let share = &results.get(Statistic::Share, "label", &["a", "toxic"]).unwrap().estimate;
        let interval = share.interval.unwrap();
        assert!(
            share.value == 0.0 && interval.low == 0.0 && interval.high > 0.03 && interval.high < 0.5,
            "{interval:?}"
        );
        let difference = &results.get(Statistic::OptionDifference, "label", &["a", "b", "toxic"]).unwrap().estimate;
        let interval = difference.interval.unwrap();
        let short = difference.value - interval.low;
        let long = interval.high - difference.value;
        assert!(short > long, "the arm towards more is the longer one: {difference:?}");
        assert_eq!(interval.low > 0.0 || interval.high < 0.0, difference.p.unwrap().value() < 0.05);
    }

    #[test]
    fn each_option_has_its_share_of_the_judgements_of_a_system() {
        let mapping = r#"
            participant = "who"
            item = "text"
            system = "model"
            value = "fault"
            [[criteria]]
            id = "fault"
            response = { kind = "choice", options = ["none", "grammar", "facts"] }
        "#;
        let mut rows = "who,text,model,fault\n".to_owned();
        for (item, person) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let second = if item == 0 { "grammar" } else { "facts" };
            rows.push_str(&format!("p{person},i{item},a,none\np{person},i{item},b,{second}\n"));
        }
        let table = Table::read("faults.csv", rows.as_bytes()).unwrap();
        let dataset = dataset::from_table(&table, &Mapping::read(mapping).unwrap(), None).unwrap();
        let results = crate::run(None, &dataset, Options { seed: 1, replicates: 50, level: 0.95 });
        for (system, option, expected) in [
            ("a", "none", 1.0),
            ("a", "grammar", 0.0),
            ("a", "facts", 0.0),
            ("b", "none", 0.0),
            ("b", "grammar", 0.5),
            ("b", "facts", 0.5),
        ] {
            let share = &results.get(Statistic::Share, "fault", &[system, option]).unwrap().estimate;
            assert!((share.value - expected).abs() < 1e-12, "{system} {option}: {}", share.value);
            // Where all answers are the same there is nothing to say how far that holds.
            assert_eq!(share.interval.is_some(), option != "none", "{system} {option}");
            assert!(share.interval.is_none_or(|it| it.low <= expected && expected <= it.high), "{:?}", share.interval);
        }
    }
}
