//! Systems compared on criteria: `hrq > lbow, sep_ae on meaning by 0.1`.

use std::ops::Range;

use super::{ClaimError, Parser};
use crate::claim::Condition;
use crate::claim::words::Sign;
use crate::file::Better;

/// How two systems compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Above,
    Below,
    Same,
    Better,
    Worse,
}

/// One side of a comparison, before `all others` is known.
enum Side {
    Named(Vec<usize>),
    AllOthers(Range<usize>),
}

impl Parser<'_> {
    pub(super) fn comparison(&mut self) -> Result<Condition, ClaimError> {
        let from = self.next;
        let mut sides = vec![self.side()?];
        let mut relation = None;
        loop {
            let at = self.next_range();
            match (self.relation()?, relation) {
                (None, Some(_)) => break,
                (None, None) => {
                    let help = "compare systems as in `a > b on fluency`";
                    let wanted = "`>`, `<`, `=`, `better than` or `worse than`";
                    return Err(ClaimError { help: Some(help.to_owned()), ..self.unexpected_error(wanted) });
                }
                (Some(found), Some(before)) if found != before => {
                    return Err(self.error(at, "the comparison changes direction", "join two comparisons with `and`"));
                }
                (Some(found), _) => relation = Some(found),
            }
            sides.push(self.side()?);
        }
        let sides = self.resolve(sides, self.range_from(from))?;
        let criteria = self.criteria()?;
        let Some(relation) = relation else { return Err(self.unexpected_error("a comparison")) };
        if relation == Relation::Same {
            self.build_equivalence(&sides, &criteria)
        } else {
            self.parse_ordering(&sides, relation, &criteria)
        }
    }

    fn relation(&mut self) -> Result<Option<Relation>, ClaimError> {
        let at = self.next_range();
        // `a is better than b` reads naturally; the `is` says nothing.
        if self.is_word(1, "better") || self.is_word(1, "worse") {
            let _ = self.take_words(&["is"]);
        }
        let relation = if self.take(&Sign::Above).is_some() {
            Relation::Above
        } else if self.take(&Sign::Below).is_some() {
            Relation::Below
        } else if self.take(&Sign::Same).is_some() {
            Relation::Same
        } else if self.take_words(&["better", "than"]).is_some() {
            Relation::Better
        } else if self.take_words(&["worse", "than"]).is_some() {
            Relation::Worse
        } else if matches!(self.peek(), Some(Sign::AtLeast | Sign::AtMost)) {
            let help = "write `>` or `<`; for equivalence within a margin, use `=` with `within`";
            return Err(self.error(at, "systems are compared with `>`, `<` or `=`", help));
        } else {
            return Ok(None);
        };
        Ok(Some(relation))
    }

    fn side(&mut self) -> Result<Side, ClaimError> {
        let at = self.next;
        if self.take_words(&["all", "others"]).is_some() {
            return Ok(Side::AllOthers(self.range_from(at)));
        }
        let known: Vec<&str> = self.names.systems.iter().map(String::as_str).collect();
        let mut named = vec![self.name("system", &known)?];
        while self.take(&Sign::Comma).is_some() {
            named.push(self.name("system", &known)?);
        }
        Ok(Side::Named(named))
    }

    /// Replaces `all others` by the systems not named, and sees to it that none is named twice.
    fn resolve(&self, sides: Vec<Side>, range: Range<usize>) -> Result<Vec<Vec<usize>>, ClaimError> {
        let mut named: Vec<usize> = Vec::new();
        for side in &sides {
            if let Side::Named(systems) = side {
                named.extend(systems);
            }
        }
        let mut sorted = named.clone();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let message = format!("`{}` is compared with itself", self.names.systems[twice[0]]);
            return Err(self.error(range, message, "name each system once in a comparison"));
        }
        let mut others = (0..self.names.systems.len()).filter(|system| !named.contains(system)).collect::<Vec<_>>();
        let mut resolved = Vec::new();
        for side in sides {
            match side {
                Side::Named(systems) => resolved.push(systems),
                Side::AllOthers(at) if others.is_empty() => {
                    return Err(self.error(
                        at,
                        "there are no other systems",
                        "name the systems, and `all others` once",
                    ));
                }
                Side::AllOthers(_) => resolved.push(std::mem::take(&mut others)),
            }
        }
        Ok(resolved)
    }

    fn parse_ordering(
        &mut self,
        sides: &[Vec<usize>],
        relation: Relation,
        criteria: &[usize],
    ) -> Result<Condition, ClaimError> {
        if self.is_word(0, "within") {
            let help = "`within` belongs to `=`; say by how much with `by`";
            return Err(self.error(self.next_range(), "an ordering has no `within`", help));
        }
        let by = if self.take_words(&["by"]).is_some() { Some(self.margin()?) } else { None };
        let mut conditions = Vec::new();
        for &criterion in criteria {
            let upwards = self.is_upwards(relation, criterion)?;
            for pair in sides.windows(2) {
                let (above, below) = if upwards { (&pair[0], &pair[1]) } else { (&pair[1], &pair[0]) };
                let one = |system: &usize| Condition::Above { system: *system, others: below.clone(), criterion, by };
                conditions.extend(above.iter().map(one));
            }
        }
        Ok(Condition::all(conditions))
    }

    /// Whether the left side of the relation has the higher score.
    fn is_upwards(&self, relation: Relation, criterion: usize) -> Result<bool, ClaimError> {
        let (id, better) = &self.names.criteria[criterion];
        match (relation, better) {
            (Relation::Above, _) | (Relation::Better, Better::Higher) | (Relation::Worse, Better::Lower) => Ok(true),
            (Relation::Below, _) | (Relation::Better, Better::Lower) | (Relation::Worse, Better::Higher) => Ok(false),
            (Relation::Better | Relation::Worse, Better::Neither) => {
                let help =
                    format!("add `better = \"higher\"` or `\"lower\"` to `{id}`, or compare its scores with `>`");
                Err(self.error(0..self.text.len(), format!("neither end of `{id}` is better"), help))
            }
            (Relation::Same, _) => Ok(true),
        }
    }

    fn build_equivalence(&mut self, sides: &[Vec<usize>], criteria: &[usize]) -> Result<Condition, ClaimError> {
        if self.take_words(&["within"]).is_none() {
            let help = "equivalence needs a margin fixed in advance: `a = b on fluency within 0.05`";
            return Err(ClaimError { help: Some(help.to_owned()), ..self.unexpected_error("`within` and a margin") });
        }
        let within = self.margin()?;
        let systems = sides.concat();
        let mut conditions = Vec::new();
        for &criterion in criteria {
            for (i, &one) in systems.iter().enumerate() {
                let pair = |&other: &usize| Condition::Same { systems: (one, other), criterion, within };
                conditions.extend(systems[i + 1..].iter().map(pair));
            }
        }
        Ok(Condition::all(conditions))
    }
}
