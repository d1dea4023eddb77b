//! How far people come, and where they leave.

use jiff::{SignedDuration, Timestamp};
use live::ledger::SessionView;
use session::{Outcome, Session};
use study::Study;

/// With more pages than this, several share a line.
const LINES: u32 = 20;

/// Whoever has no slot, and did nothing for longer than this, has left without a word. A slot ends by itself.
const PATIENCE: SignedDuration = SignedDuration::from_hours(1);

/// How far people come.
pub(super) struct Funnel {
    pub(super) lines: Vec<Line>,
}

/// One step of the way.
pub(super) struct Line {
    pub(super) name: String,
    /// How many came so far, or farther.
    pub(super) reached: usize,
    /// How many of them ended here, or went away, without having finished.
    pub(super) left: usize,
    /// How many are here now.
    pub(super) here: usize,
    /// Of all who came, in thousandths of the width of a bar.
    pub(super) share: f64,
}

/// The steps of the way before the list, in order: what each is called, and whether someone has passed it.
type Gate = (&'static str, fn(&Study, &Session) -> bool);

fn gates(study: &Study) -> Vec<Gate> {
    let mut gates: Vec<Gate> = vec![("Agreed to take part", |_, session| session.consented)];
    if !study.screening.is_empty() {
        gates.push(("Passed the screening", |_, session| session.screened == Some(true)));
    }
    gates.push(("Got a slot", |_, session| session.assignment.is_some()));
    if !study.texts.instructions.trim().is_empty() {
        gates.push(("Read the instructions", |_, session| session.instructions_read));
    }
    if !study.training.is_empty() {
        gates.push(("Passed the training", |study, session| session.training_passed(study)));
    }
    gates
}

impl Funnel {
    pub(super) fn from_sessions(study: &Study, sessions: &[SessionView], now: Timestamp) -> Funnel {
        let gates = gates(study);
        let pages = sessions.iter().filter_map(|seen| Some(seen.session.assignment.as_ref()?.steps)).max().unwrap_or(0);
        let each = pages.div_ceil(LINES).max(1);
        let groups = pages.div_ceil(each) as usize;
        let mut lines = vec!["Came".to_owned()];
        lines.extend(gates.iter().map(|(name, _)| (*name).to_owned()));
        lines.extend((0..pages).step_by(each as usize).map(|from| page_name(from, (from + each).min(pages))));
        lines.push("Finished".to_owned());
        let mut lines: Vec<Line> =
            lines.into_iter().map(|name| Line { name, reached: 0, left: 0, here: 0, share: 0.0 }).collect();
        for seen in sessions {
            let place = place(study, &gates, &seen.session, each, groups);
            lines[..=place].iter_mut().for_each(|line| line.reached += 1);
            match seen.session.outcome {
                Some(Outcome::Finished) => {}
                None if is_here(&seen.session, now) => lines[place].here += 1,
                None | Some(_) => lines[place].left += 1,
            }
        }
        for line in &mut lines {
            line.share = 1000.0 * line.reached as f64 / sessions.len().max(1) as f64;
        }
        Funnel { lines }
    }
}

fn is_here(session: &Session, now: Timestamp) -> bool {
    let quiet = session.last_at.is_none_or(|last| now.duration_since(last) > PATIENCE);
    session.assignment.is_some() || !quiet
}

fn page_name(from: u32, to: u32) -> String {
    if to == from + 1 { format!("Sent page {to}") } else { format!("Sent page {} to {to}", from + 1) }
}

/// The last line that someone has reached.
fn place(study: &Study, gates: &[Gate], session: &Session, each: u32, groups: usize) -> usize {
    if session.outcome == Some(Outcome::Finished) {
        return gates.len() + groups + 1;
    }
    let passed = gates.iter().take_while(|(_, passed)| passed(study, session)).count();
    if passed < gates.len() {
        return passed;
    }
    let steps = session.assignment.as_ref().map_or(0, |assignment| assignment.steps);
    let sent = session.submitted.len() as u32;
    // A shorter list is done when all of it is.
    passed + if sent >= steps && steps > 0 { groups } else { (sent / each) as usize }
}
