//! What a reproduction found about the claims, in one sentence.

use analysis::Verdict;

use crate::claims::{ClaimAcross, ClaimInRun};

/// `R: C1 and C2 are supported and C3 is inconclusive; in line with O on C1 and C2, undecided on C3`, one sentence for each experiment after
/// the first. Claims that are out of scope are left out. Experiments that came to the same share a sentence.
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

/// `C1 and C2 are supported and C3 is inconclusive`, or `both claims are supported`: what became of each claim, the best first. Those
/// that are out of scope are left out; nothing where no other is.
#[must_use]
pub fn sum_up_verdicts(verdicts: &[(&str, Verdict)]) -> Option<String> {
    let in_scope: Vec<_> = verdicts.iter().filter(|(_, verdict)| *verdict != Verdict::OutOfScope).collect();
    let (_, first) = in_scope.first()?;
    if in_scope.len() > 1 && in_scope.iter().all(|(_, verdict)| verdict == first) {
        return Some(match (*first, in_scope.len()) {
            (Verdict::NotComputed, 2) => "neither claim could be computed".to_owned(),
            (Verdict::NotComputed, all) => format!("none of {all} claims could be computed"),
            (verdict, all) => format!("{} {}", all_of(all), came_to(verdict, all)),
        });
    }
    let best_first = Verdict::ALL.into_iter().rev().filter_map(|verdict| {
        let ids: Vec<String> =
            in_scope.iter().filter(|(_, other)| *other == verdict).map(|(id, _)| (*id).to_owned()).collect();
        (!ids.is_empty()).then(|| format!("{} {}", join(&ids), came_to(verdict, ids.len())))
    });
    Some(join_clauses(&best_first.collect::<Vec<String>>()))
}

fn all_of(count: usize) -> String {
    if count == 2 { "both claims".to_owned() } else { format!("all {count} claims") }
}

/// What became of claims, after their names.
fn came_to(verdict: Verdict, claims: usize) -> &'static str {
    match (verdict, claims > 1) {
        (Verdict::Supported, false) => "is supported",
        (Verdict::Supported, true) => "are supported",
        (Verdict::AsClaimed, false) => "points as claimed (direction only, not tested)",
        (Verdict::AsClaimed, true) => "point as claimed (direction only, not tested)",
        (Verdict::Inconclusive, false) => "is inconclusive",
        (Verdict::Inconclusive, true) => "are inconclusive",
        (Verdict::NotAsClaimed, false) => "does not point as claimed (direction only, not tested)",
        (Verdict::NotAsClaimed, true) => "do not point as claimed (direction only, not tested)",
        (Verdict::Contradicted, false) => "is contradicted",
        (Verdict::Contradicted, true) => "are contradicted",
        (Verdict::NotComputed, _) => "could not be computed",
        (Verdict::OutOfScope, false) => "is out of scope",
        (Verdict::OutOfScope, true) => "are out of scope",
    }
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
    let verdicts: Vec<(&str, Verdict)> =
        claims.iter().map(|claim| (claim.id.as_str(), claim.runs[e].verdict)).collect();
    let found = sum_up_verdicts(&verdicts)?;
    let having = |line: Line| -> Vec<String> {
        let found = claims.iter().filter(|it| find_line(it.runs[0].verdict, it.runs[e].verdict) == Some(line));
        found.map(|claim| claim.id.clone()).collect()
    };
    let in_scope = verdicts.iter().filter(|(_, verdict)| *verdict != Verdict::OutOfScope).count();
    let named = |line: Line, ids: &[String]| {
        let all = line == Line::Same && ids.len() > 1 && ids.len() == in_scope;
        if all { all_of(in_scope) } else { join(ids) }
    };
    let first = in_sentence(&claims.first()?.runs[0].experiment);
    let said = [
        (Line::Same, format!("in line with {first} on")),
        (Line::Other, format!("not in line with {first} on")),
        (Line::OpenInOne, format!("undecided whether in line with {first} on")),
        (Line::OpenInBoth, "undecided in both on".to_owned()),
    ];
    let mut compared = String::new();
    for (line, words) in said {
        let ids = having(line);
        // What follows the first is shorter.
        let words = match (line, compared.is_empty()) {
            _ if ids.is_empty() => continue,
            (_, true) => format!("; {words}"),
            (Line::Same | Line::Other, false) => ", not on".to_owned(),
            (Line::OpenInOne, false) => ", undecided on".to_owned(),
            (Line::OpenInBoth, false) => format!(", {words}"),
        };
        compared.push_str(&format!("{words} {}", named(line, &ids)));
    }
    Some((claims.first()?.runs[e].experiment.clone(), format!("{found}{compared}")))
}

/// Whether two experiments are in line on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// They have the same verdict, or the same direction where one of them was not tested.
    Same,
    /// They have different ones.
    Other,
    /// One of them is inconclusive: it could not tell, so nothing is decided about being in line.
    OpenInOne,
    /// Both are: neither could tell, which is no agreement.
    OpenInBoth,
}

/// Whether two verdicts on a claim are in line; nothing where one of them is none.
#[must_use]
pub fn find_line(one: Verdict, other: Verdict) -> Option<Line> {
    let both = |a, b| [one, other] == [a, b] || [one, other] == [b, a];
    let open = [one, other].into_iter().filter(|it| *it == Verdict::Inconclusive).count();
    let same = one == other
        || both(Verdict::Supported, Verdict::AsClaimed)
        || both(Verdict::Contradicted, Verdict::NotAsClaimed);
    match open {
        _ if [one, other].iter().any(|it| matches!(it, Verdict::NotComputed | Verdict::OutOfScope)) => None,
        0 if same => Some(Line::Same),
        0 => Some(Line::Other),
        1 => Some(Line::OpenInOne),
        _ => Some(Line::OpenInBoth),
    }
}

/// `C1 and C2 are supported, C3 is inconclusive`: clauses that have an `and` of their own.
fn join_clauses(parts: &[String]) -> String {
    match parts {
        [one, other] if ![one, other].iter().any(|it| it.contains(" and ")) => format!("{one} and {other}"),
        parts => parts.join(", "),
    }
}

/// `a, b and c`; the parts may have commas themselves, so that semicolons would be heavier than needed.
pub(crate) fn join(parts: &[String]) -> String {
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
            power: Vec::new(),
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
        let expected = "R: C1 and C3 are supported, C2 is inconclusive; in line with O on C1, undecided on C2";
        assert_eq!(sum_up(&claims), [expected]);
        assert!(sum_up(&claims[3..]).is_empty());
        assert!(sum_up(&[]).is_empty());
    }

    #[test]
    fn claims_that_all_came_to_the_same_are_not_listed() {
        let both = [claim("C1", [Verdict::AsClaimed; 2]), claim("C2", [Verdict::AsClaimed; 2])];
        let expected = "R: both claims point as claimed (direction only, not tested); in line with O on both claims";
        assert_eq!(sum_up(&both), [expected]);
        let verdicts = [("C1", Verdict::Inconclusive), ("C2", Verdict::Inconclusive), ("C3", Verdict::Inconclusive)];
        assert_eq!(sum_up_verdicts(&verdicts).as_deref(), Some("all 3 claims are inconclusive"));
        let verdicts = [("C1", Verdict::Supported), ("C2", Verdict::NotAsClaimed), ("C3", Verdict::OutOfScope)];
        let expected = "C1 is supported and C2 does not point as claimed (direction only, not tested)";
        assert_eq!(sum_up_verdicts(&verdicts).as_deref(), Some(expected));
        assert_eq!(sum_up_verdicts(&verdicts[2..]), None);
        // What could not be computed is neither in line nor out of line.
        let none = [Verdict::Supported, Verdict::NotComputed];
        assert_eq!(sum_up(&[claim("C1", none), claim("C2", none)]), ["R: neither claim could be computed"]);
    }

    #[test]
    fn experiments_that_came_to_the_same_share_a_sentence() {
        let claims = [claim("C1", [Verdict::Supported, Verdict::Supported, Verdict::Inconclusive, Verdict::Supported])];
        let expected = [
            "R and T: C1 is supported; in line with O on C1",
            "S: C1 is inconclusive; undecided whether in line with O on C1",
        ];
        assert_eq!(sum_up(&claims), expected);
    }

    #[test]
    fn an_original_that_could_not_be_tested_is_in_line_where_it_points_the_same_way() {
        let claims = [
            claim("C1", [Verdict::AsClaimed, Verdict::Supported]),
            claim("C2", [Verdict::NotAsClaimed, Verdict::Supported]),
            claim("C3", [Verdict::AsClaimed, Verdict::Inconclusive]),
        ];
        let expected =
            "R: C1 and C2 are supported, C3 is inconclusive; in line with O on C1, not on C2, undecided on C3";
        assert_eq!(sum_up(&claims), [expected]);
    }

    #[test]
    fn two_inconclusive_runs_do_not_agree() {
        let both = || claim("C1", [Verdict::Inconclusive; 2]);
        assert_eq!(sum_up(&[both()]), ["R: C1 is inconclusive; undecided in both on C1"]);
        let claims = [
            both(),
            claim("C2", [Verdict::Inconclusive; 2]),
            claim("C3", [Verdict::Supported, Verdict::Inconclusive]),
            claim("C4", [Verdict::Supported, Verdict::Contradicted]),
        ];
        let expected = "R: C1, C2 and C3 are inconclusive, C4 is contradicted; not in line with O on C4, undecided on C3, \
                        undecided in both on C1 and C2";
        assert_eq!(sum_up(&claims), [expected]);
        let expected = "R: both claims are inconclusive; undecided in both on C1 and C2";
        assert_eq!(sum_up(&claims[..2]), [expected]);
    }

    #[test]
    fn what_was_tested_tells_more_than_what_came_last() {
        let tested = claim("C1", [Verdict::Supported, Verdict::Supported, Verdict::AsClaimed]);
        assert_eq!(tested.most_telling().unwrap().experiment, "R");
        let untested = claim("C1", [Verdict::Supported, Verdict::NotAsClaimed]);
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
