//! The score of every system on one criterion, and how its judgements are distributed.

use std::collections::BTreeMap;

use stats::effect::Summary;
use stats::resample::{Groups, Plan, Replicates, Stream};
use stats::{Estimate, Interval, Note, PValue};
use study::file::TestName;
use study::response::{Choice, Response};

use crate::Statistic;
use crate::comparisons::{self, Compared, Pair};
use crate::rows::{CriterionRows, score_name};
use crate::setting::Setting;
use crate::sheet::Sheet;

/// The score of each system with the interval of the deciding model, which knows that answers on one item, of one output
/// or by one person are not independent; of choices between two, whose scores the model does not have, with an interval
/// from drawing items and participants again (Owen 2007). Beside it the standard deviation and how often each value was
/// given.
pub(crate) fn put(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
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
        } else if let Some(replicates) = &intervals.replicates {
            score = score.interval(replicates[system].percentile(setting.level).ok()).note(intervals.note.clone());
            format!("mean over judgements; {}", intervals.over)
        } else {
            "mean over judgements".to_owned()
        };
        sheet.put(statistic, [judged.id(system)], score, n, &method);
        if let Ok(summary) = Summary::of(&values) {
            sheet.put(Statistic::Sd, [judged.id(system)], summary.sd, n, "standard deviation with n − 1");
        }
    }
    if let Some(replicates) = intervals.replicates {
        differences(sheet, judged, setting, &pairs, &replicates[judged.dataset.systems.len()..]);
    }
    distributions(sheet, judged);
}

/// The interval of the deciding model, around the score. Of ballots the model knows how far a system is from the mean of
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
    let mean = rows.decision().ok()?.mean(system, level).ok()?;
    let interval = mean.interval?;
    let shift = score - mean.value;
    Some(Interval { low: interval.low + shift, high: interval.high + shift, ..interval })
}

/// The score of each system, without interval.
pub(crate) fn means(sheet: &mut Sheet, judged: &CriterionRows<'_>) {
    let Some(statistic) = score_name(&judged.criterion.response) else { return };
    for system in judged.systems() {
        let values = judged.values_of(system);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        sheet.put(statistic, [judged.id(system)], mean, values.len(), "mean over judgements");
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
        Compared { pair: *pair, estimate, n: n + m }
    });
    let compared = compared.collect();
    comparisons::put_family(sheet, judged, setting, TestName::Bootstrap, compared);
}

struct Intervals {
    replicates: Option<Vec<Replicates>>,
    over: &'static str,
    note: Option<Note>,
}

/// The scores of all systems in every replicate, and behind them the differences of the pairs. A judgement enters as often as its item times its
/// participant was drawn, so that no sample is ever written out.
fn replicates(judged: &CriterionRows<'_>, pairs: &[Pair], plan: Plan) -> Intervals {
    let (items, people) = (Groups::by(&judged.item), Groups::by(&judged.participant));
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
/// an output of a system, with an interval made like that of a score. Where several may be chosen the
/// shares of a system add up to more than one.
fn options(sheet: &mut Sheet, judged: &CriterionRows<'_>, choice: &Choice, setting: &Setting) {
    for option in choice.options.iter().map(|option| option.id()) {
        let chosen = judged.choosing(option);
        let intervals = replicates(&chosen, &[], setting.plan);
        for system in chosen.systems() {
            let values = chosen.values_of(system);
            let (count, n) = (values.iter().sum::<f64>(), values.len());
            let labels = [judged.id(system), option];
            sheet.put(Statistic::Count, labels, count, n, "count");
            let mut share = Estimate::from(count / n as f64);
            let mut method = "share of the judgements of the system".to_owned();
            if let Some(replicates) = &intervals.replicates {
                share = share.interval(replicates[system].percentile(setting.level).ok()).note(intervals.note.clone());
                method = format!("{method}; {}", intervals.over);
            }
            sheet.put(Statistic::Share, labels, share, n, &method);
        }
    }
}

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
            sheet.put(Statistic::Share, labels, share, of.len(), "share of the judgements of the system");
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
            sheet.put(Statistic::Quantile, labels, value, values.len(), method);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, Statistic};
    use dataset::Mapping;
    use table::Table;

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
            let interval = share.interval.unwrap();
            assert!(interval.low <= expected && expected <= interval.high, "{interval:?}");
        }
    }
}
