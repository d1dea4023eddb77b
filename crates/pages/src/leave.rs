//! Leaving early, and taking back what was answered: what each means, and whether it is meant.

use askama::Template;
use study::file::Platform;

use super::frame::Frame;
use super::{Ending, Guide, Pages, Place, RenderError, Retention};

/// A way out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Departure {
    /// The place is given back; what was answered is kept.
    GiveBack,
    /// Everything answered is erased.
    Withdraw,
}

/// How far someone has come who thinks of leaving: what leaving means depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeavePoint {
    /// They have not agreed to anything yet.
    BeforeConsent,
    /// They have agreed, and there may be answers.
    UnderWay,
    /// It is over for them, and they were shown no code.
    Over,
    /// It is over for them, and they were shown a code.
    OverWithCode,
}

/// Where the ways out lead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeaveLinks {
    /// To where it is asked whether the place is to be given back.
    pub give_back: String,
    /// To where it is asked whether the answers are to be erased.
    pub withdraw: String,
}

#[derive(Template)]
#[template(path = "leave.html")]
struct Leave<'a> {
    frame: Frame<'a>,
    ways: Vec<Way<'a>>,
}

struct Way<'a> {
    name: String,
    facts: Vec<String>,
    address: &'a str,
}

#[derive(Template)]
#[template(path = "confirm.html")]
struct Confirm<'a> {
    frame: Frame<'a>,
    facts: Vec<String>,
    class: &'static str,
    yes: String,
    no: String,
}

impl Pages {
    /// The ways to leave before the end, with what each means. The way back into the study is the place's.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn leave(&self, place: &Place, reached: LeavePoint, to: &LeaveLinks) -> Result<String, RenderError> {
        let way = |departure: Departure, address| Way {
            name: self.words.say(departure.name()),
            facts: self.leaving_means(departure, reached),
            address,
        };
        let mut ways = vec![way(Departure::GiveBack, &to.give_back)];
        match reached {
            LeavePoint::BeforeConsent => {}
            LeavePoint::UnderWay | LeavePoint::Over | LeavePoint::OverWithCode => {
                ways.push(way(Departure::Withdraw, &to.withdraw));
            }
        }
        Leave { frame: self.frame(place, self.words.say("leave"), Guide::None), ways }.render()
    }

    /// Asks whether it is meant.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn confirm(&self, place: &Place, departure: Departure, reached: LeavePoint) -> Result<String, RenderError> {
        let (title, class, yes) = match departure {
            Departure::GiveBack => ("return-title", "primary", "return-yes"),
            Departure::Withdraw => ("withdraw-title", "grave", "withdraw-yes"),
        };
        let no = match reached {
            LeavePoint::BeforeConsent | LeavePoint::UnderWay => "leave-stay",
            LeavePoint::Over | LeavePoint::OverWithCode => "withdraw-no",
        };
        Confirm {
            frame: self.frame(place, self.words.say(title), Guide::None),
            facts: self.leaving_means(departure, reached),
            class,
            yes: self.words.say(yes),
            no: self.words.say(no),
        }
        .render()
    }

    /// What follows from it, in the order in which people ask.
    fn leaving_means(&self, departure: Departure, reached: LeavePoint) -> Vec<String> {
        let mut facts = match departure {
            Departure::GiveBack => vec!["return-place"],
            Departure::Withdraw => vec!["withdraw-answers", Retention::Withdrawal.key()],
        };
        match (departure, reached) {
            (Departure::GiveBack, LeavePoint::UnderWay) => facts.push("return-answers"),
            (Departure::Withdraw, LeavePoint::UnderWay) => facts.push("return-place"),
            (_, LeavePoint::OverWithCode) => facts.push("withdraw-code"),
            (_, LeavePoint::BeforeConsent | LeavePoint::Over) => {}
        }
        if reached == LeavePoint::UnderWay {
            let codes = self.study.participants.codes.is_some();
            facts.extend(codes.then_some("leave-no-code"));
            facts.extend((codes || self.study.payment.is_some()).then_some("leave-payment"));
        }
        facts.into_iter().map(|fact| self.words.say(fact)).collect()
    }

    /// What is left to do on the platform, which does not hear of it from us; empty for nothing.
    pub(super) fn to_do_there(&self, ending: Ending, code: &str) -> String {
        let words = match ending {
            Ending::Returned => "return-there",
            Ending::Declined if code.is_empty() => "return-there",
            Ending::Withdrawn => "withdraw-there",
            Ending::Declined
            | Ending::Finished
            | Ending::ScreenedOut
            | Ending::FailedCheck
            | Ending::FailedTraining
            | Ending::TooLate
            | Ending::Full
            | Ending::Paused
            | Ending::Closed
            | Ending::AlreadyTookPart
            | Ending::AlreadyBegun
            | Ending::UnverifiedLink
            | Ending::CannotVerify
            | Ending::NotFound
            | Ending::TooManyRequests
            | Ending::Stale
            | Ending::BadRequest
            | Ending::Fault => return String::new(),
        };
        let platform = self.platform();
        if platform.is_empty() { String::new() } else { self.words.with_value(words, "platform", platform) }
    }

    /// The name of the platform that people come from; empty without one.
    pub(super) fn platform(&self) -> &'static str {
        match self.study.participants.from {
            Platform::Prolific => "Prolific",
            Platform::Mturk => "Mechanical Turk",
            Platform::Invited | Platform::Open => "",
        }
    }
}

impl Departure {
    fn name(self) -> &'static str {
        match self {
            Departure::GiveBack => "return-choice",
            Departure::Withdraw => "withdraw-choice",
        }
    }
}
