//! What pages saw that no person does, in counts alone. Browsers tell it, so it is a hint: whoever wants to can leave it out.

use session::Timing;

use super::{Flag, Kind, PAGES_LEAST};

/// In how many pages something was seen that no person does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Odd {
    /// Pages of which the browser sent how they were used.
    pub pages: usize,
    /// Of these, sent though nobody touched them.
    pub untouched: usize,
    /// Of these, on which the mouse was pressed elsewhere without having moved there.
    pub jumped: usize,
    /// Texts that came without anybody having been in their field.
    pub unfocused: usize,
    /// Of these, on which the field was filled that nobody sees.
    pub trapped: usize,
}

impl Odd {
    /// One more time that a page was sent.
    pub(crate) fn add(&mut self, timing: &Timing) {
        let any = |count: Option<u32>| usize::from(count.is_some_and(|count| count > 0));
        // A program that fills in the field and sends no times at all is caught by it, too.
        self.pages += usize::from(timing.shown_ms.is_some() || timing.trapped.is_some());
        self.untouched += any(timing.untouched);
        self.jumped += any(timing.jumps);
        self.unfocused += timing.unfocused.map_or(0, |count| count as usize);
        self.trapped += any(timing.trapped);
    }

    pub(crate) fn plus(self, other: Odd) -> Odd {
        Odd {
            pages: self.pages + other.pages,
            untouched: self.untouched + other.untouched,
            jumped: self.jumped + other.jumped,
            unfocused: self.unfocused + other.unfocused,
            trapped: self.trapped + other.trapped,
        }
    }

    pub(super) fn untouched_flag(self) -> Option<Flag> {
        (self.untouched >= 2 && 2 * self.untouched >= self.pages).then(|| Flag {
            kind: Kind::Untouched,
            found: format!("{} of {} pages", self.untouched, self.pages),
            threshold: "half of at least 2".to_owned(),
        })
    }

    pub(super) fn pointer_jumps(self) -> Option<Flag> {
        (self.pages >= PAGES_LEAST && 2 * self.jumped >= self.pages).then(|| Flag {
            kind: Kind::PointerJumps,
            found: format!("{} of {} pages", self.jumped, self.pages),
            threshold: format!("half of at least {PAGES_LEAST}"),
        })
    }

    pub(super) fn text_without_focus(self) -> Option<Flag> {
        (self.unfocused > 0).then(|| Flag {
            kind: Kind::TextWithoutFocus,
            found: format!("{} texts", self.unfocused),
            threshold: "one or more".to_owned(),
        })
    }

    pub(super) fn hidden_field(self) -> Option<Flag> {
        (self.trapped > 0).then(|| Flag {
            kind: Kind::HiddenField,
            found: format!("{} of {} pages", self.trapped, self.pages),
            threshold: "one or more".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_person_does_is_flagged_once_there_is_enough_of_it() {
        let shown = Timing { shown_ms: Some(9000), ..Timing::default() };
        let flagged = |pages: &[Timing]| {
            let mut odd = Odd::default();
            pages.iter().for_each(|timing| odd.add(timing));
            let flags = [odd.untouched_flag(), odd.pointer_jumps(), odd.text_without_focus(), odd.hidden_field()];
            flags.into_iter().flatten().map(|flag| flag.kind).collect::<Vec<_>>()
        };
        let untouched = Timing { untouched: Some(1), ..shown };
        let jumped = Timing { jumps: Some(2), ..shown };
        assert_eq!(flagged(&[shown; 6]), []);
        assert_eq!(flagged(&[untouched]), [], "one page is not enough");
        assert_eq!(flagged(&[untouched, untouched, shown, shown]), [Kind::Untouched]);
        assert_eq!(flagged(&[untouched, untouched, shown, shown, shown]), []);
        assert_eq!(flagged(&[jumped; 4]), []);
        assert_eq!(flagged(&[jumped, jumped, jumped, shown, shown]), [Kind::PointerJumps]);
        assert_eq!(flagged(&[Timing { unfocused: Some(1), ..shown }]), [Kind::TextWithoutFocus]);
        let trapped = Timing { trapped: Some(1), ..Timing::default() };
        assert_eq!(flagged(&[trapped]), [Kind::HiddenField], "also without times");
    }
}
