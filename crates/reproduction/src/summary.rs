//! What a reproduction found about the claims, in one sentence.

use analysis::Verdict;

use crate::claims::{ClaimAcross, ClaimInRun};

/// `R: of 3 claims, 2 are supported (C1, C2) and 1 is inconclusive (C3); in line with O on 2 of 3`, one sentence for each
/// experiment after the first. Claims that are out of scope are not counted. Two experiments are in line on a claim when they have
/// the same verdict, or the same direction where one of them could not be tested. Experiments that came to the same share a sentence.
#[must_use]
pub fn sum_up(claims: &[ClaimAcross]) -> Vec<String> {
    let experiments = claims.first().map_or(0, |claim| claim.runs.len());
    let mut said: Vec<(String, Vec<String>)> = Vec::new();
    for (name, sentence) in (1..experiments).filter_map(|e| sentence(claims, e)) {
        match said.iter_mut().find(|(known, _)| *known == sentence) {
            Some((_, names)) => names.push(name),
            None => said.push((sentence, vec![name])),
        }
    }
    said.iter().map(|(sentence, names)| format!("{}: {sentence}", join(names))).collect()
}

/// A run's name in a sentence.
#[must_use]
pub fn in_sentence(run: &str) -> &str {
    match run {
        "original" => "the original",
        "reproduction" => "the reproduction",
        run => run,
    }
}

impl ClaimAcross {
    /// The run whose reasons are worth a sentence: the last of those after the first that was tested, or else the last.
    #[must_use]
    pub fn most_telling(&self) -> Option<&ClaimInRun> {
        let tested = |run: &&ClaimInRun| {
            matches!(run.verdict, Verdict::Supported | Verdict::Inconclusive | Verdict::Contradicted)
        };
        self.runs.iter().skip(1).rfind(tested).or(self.runs.last())
    }
}

/// `C1: supported in 4 and inconclusive in 2 of 6 runs after O`, one sentence for each claim: shorter where runs are many.
#[must_use]
pub fn sum_up_claims(claims: &[ClaimAcross]) -> Vec<String> {
    let in_scope =
        claims.iter().filter(|claim| claim.runs.iter().skip(1).any(|run| run.verdict != Verdict::OutOfScope));
    let sentence = |claim: &ClaimAcross| {
        let later = || claim.runs.iter().skip(1);
        let best_first = Verdict::ALL.into_iter().rev().filter_map(|verdict| {
            let count = later().filter(|run| run.verdict == verdict).count();
            (count > 0).then(|| format!("{} in {count}", verdict.word()))
        });
        let (found, first) = (join(&best_first.collect::<Vec<String>>()), in_sentence(&claim.runs[0].experiment));
        format!("{}: {found} of {} runs after {first}", claim.id, later().count())
    };
    in_scope.map(sentence).collect()
}

/// The experiment, and what it found.
fn sentence(claims: &[ClaimAcross], e: usize) -> Option<(String, String)> {
    let in_scope: Vec<&ClaimAcross> =
        claims.iter().filter(|claim| claim.runs[e].verdict != Verdict::OutOfScope).collect();
    let first = in_scope.first()?;
    let best_first = Verdict::ALL.into_iter().rev().filter_map(|verdict| {
        let ids: Vec<&str> =
            in_scope.iter().filter(|claim| claim.runs[e].verdict == verdict).map(|claim| claim.id.as_str()).collect();
        let verb = if ids.len() == 1 { "is" } else { "are" };
        (!ids.is_empty()).then(|| format!("{} {verb} {} ({})", ids.len(), verdict.word(), ids.join(", ")))
    });
    let original = in_scope.iter().filter(|claim| is_decided(claim.runs[0].verdict));
    let same = original.clone().filter(|claim| is_in_line(claim.runs[0].verdict, claim.runs[e].verdict)).count();
    let compared = match original.count() {
        0 => String::new(),
        known => format!("; in line with {} on {same} of {known}", in_sentence(&first.runs[0].experiment)),
    };
    let count = in_scope.len();
    let claims = if count == 1 { "claim" } else { "claims" };
    let found = join(&best_first.collect::<Vec<String>>());
    Some((first.runs[e].experiment.clone(), format!("of {count} {claims}, {found}{compared}")))
}

/// The same verdict, or the same direction where one was not tested.
fn is_in_line(one: Verdict, other: Verdict) -> bool {
    let both = |a, b| [one, other] == [a, b] || [one, other] == [b, a];
    one == other || both(Verdict::Supported, Verdict::AsClaimed) || both(Verdict::Contradicted, Verdict::Opposite)
}

fn is_decided(verdict: Verdict) -> bool {
    !matches!(verdict, Verdict::NotComputed | Verdict::OutOfScope)
}

/// `a, b and c`; the parts may have commas themselves, so that semicolons would be heavier than needed.
fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::ClaimInRun;

    fn claim(id: &str, verdicts: impl IntoIterator<Item = Verdict>) -> ClaimAcross {
        let run = |(name, verdict): (&str, Verdict)| ClaimInRun {
            experiment: name.to_owned(),
            verdict,
            basis: "",
            because: Vec::new(),
        };
        ClaimAcross {
            id: id.to_owned(),
            text: String::new(),
            runs: ["O", "R", "S", "T"].into_iter().zip(verdicts).map(run).collect(),
        }
    }

    #[test]
    fn a_reproduction_is_summed_up_in_one_sentence() {
        let claims = [
            claim("C1", [Verdict::Supported, Verdict::Supported]),
            claim("C2", [Verdict::Supported, Verdict::Inconclusive]),
            claim("C3", [Verdict::NotComputed, Verdict::Supported]),
            claim("C4", [Verdict::OutOfScope, Verdict::OutOfScope]),
        ];
        let expected = "R: of 3 claims, 2 are supported (C1, C3) and 1 is inconclusive (C2); in line with O on 1 of 2";
        assert_eq!(sum_up(&claims), [expected]);
        assert!(sum_up(&claims[3..]).is_empty());
        assert!(sum_up(&[]).is_empty());
    }

    #[test]
    fn experiments_that_came_to_the_same_share_a_sentence() {
        let claims = [claim("C1", [Verdict::Supported, Verdict::Supported, Verdict::Inconclusive, Verdict::Supported])];
        let expected = [
            "R and T: of 1 claim, 1 is supported (C1); in line with O on 1 of 1",
            "S: of 1 claim, 1 is inconclusive (C1); in line with O on 0 of 1",
        ];
        assert_eq!(sum_up(&claims), expected);
    }

    #[test]
    fn an_original_that_could_not_be_tested_is_in_line_where_it_points_the_same_way() {
        let claims = [
            claim("C1", [Verdict::AsClaimed, Verdict::Supported]),
            claim("C2", [Verdict::Opposite, Verdict::Supported]),
            claim("C3", [Verdict::AsClaimed, Verdict::Inconclusive]),
        ];
        let expected = "R: of 3 claims, 2 are supported (C1, C2) and 1 is inconclusive (C3); in line with O on 1 of 3";
        assert_eq!(sum_up(&claims), [expected]);
    }

    #[test]
    fn what_was_tested_tells_more_than_what_came_last() {
        let tested = claim("C1", [Verdict::Supported, Verdict::Supported, Verdict::AsClaimed]);
        assert_eq!(tested.most_telling().unwrap().experiment, "R");
        let untested = claim("C1", [Verdict::Supported, Verdict::Opposite]);
        assert_eq!(untested.most_telling().unwrap().experiment, "R");
    }

    #[test]
    fn many_runs_are_summed_up_claim_by_claim() {
        let claims = [
            claim("C1", [Verdict::Supported, Verdict::Supported, Verdict::Inconclusive, Verdict::Supported]),
            claim("C2", [Verdict::OutOfScope; 4]),
        ];
        assert_eq!(sum_up_claims(&claims), ["C1: supported in 2 and inconclusive in 1 of 3 runs after O"]);
    }
}
