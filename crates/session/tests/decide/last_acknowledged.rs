//! The last thing that a person saw acknowledged is what counts: every order of what two tabs do to one page.

use session::testing::Sample;
use session::{Command, PageAnswers, Refusal, Reply, Session, SessionState};
use study::response::Answer;

use crate::world::{World, id};

/// What can happen. A tab loads the page, types and saves, and submits; what it sends arrives when it does, and may
/// arrive once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Move {
    Load(usize),
    SendSave(usize),
    SendSubmit(usize),
    Arrive(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sending {
    Save,
    Submit,
}

impl Sending {
    /// How often it may arrive: browsers send a submission once more by themselves.
    fn times(self) -> u32 {
        match self {
            Sending::Save => 1,
            Sending::Submit => 2,
        }
    }
}

/// Something sent: from a page loaded when so many submissions had been acknowledged, with this point of the scale.
#[derive(Debug, Clone)]
struct SentPage {
    sending: Sending,
    page: PageAnswers,
    point: i64,
    loaded_after: usize,
    arrived: u32,
}

/// What counts by the simple rule: a submission when it arrives; a save unless the page was submitted since it was loaded.
#[derive(Debug, Clone, Default)]
struct Rule {
    counts: Option<i64>,
    submissions: usize,
}

impl Rule {
    /// Whether it is taken.
    fn arrive(&mut self, sent: &SentPage) -> bool {
        if sent.sending == Sending::Submit {
            let repeated = sent.arrived > 0 && self.counts == Some(sent.point);
            self.submissions += usize::from(!repeated);
        } else if sent.loaded_after < self.submissions {
            return false;
        }
        self.counts = Some(sent.point);
        true
    }
}

#[derive(Clone)]
struct Tab {
    /// The page it shows, and how many submissions had been acknowledged when it was loaded.
    page: Option<(PageAnswers, usize)>,
    loads: u32,
    saves: u32,
    submits: u32,
}

#[derive(Clone)]
struct ModelState {
    world: World,
    tabs: [Tab; 2],
    sent: Vec<SentPage>,
    rule: Rule,
    path: Vec<Move>,
}

impl ModelState {
    fn session(&self) -> &Session {
        &self.world.sessions[&id(1)]
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (number, tab) in self.tabs.iter().enumerate() {
            if tab.loads < 2 {
                moves.push(Move::Load(number));
            }
            if tab.page.is_some() && tab.saves == 0 {
                moves.push(Move::SendSave(number));
            }
            if tab.page.is_some() && tab.submits == 0 {
                moves.push(Move::SendSubmit(number));
            }
        }
        let waiting = self.sent.iter().enumerate().filter(|(_, sent)| sent.arrived < sent.sending.times());
        moves.extend(waiting.map(|(number, _)| Move::Arrive(number)));
        moves
    }

    fn send(&mut self, tab: usize, sending: Sending) {
        let point = self.sent.len() as i64 + 1;
        let Some((page, loaded_after)) = self.tabs[tab].page.clone() else { return };
        let answers =
            page.answers.into_iter().map(|given| session::CriterionAnswer { answer: Answer::Rating(point), ..given });
        let page = PageAnswers { answers: answers.collect(), ..page };
        self.sent.push(SentPage { sending, page, point, loaded_after, arrived: 0 });
    }

    fn play(&mut self, this: Move) {
        self.path.push(this);
        match this {
            Move::Load(tab) => {
                let page = self.world.sample.page(self.session(), 0, (1, 1));
                self.tabs[tab].page = Some((page, self.rule.submissions));
                self.tabs[tab].loads += 1;
            }
            Move::SendSave(tab) => {
                self.tabs[tab].saves += 1;
                self.send(tab, Sending::Save);
            }
            Move::SendSubmit(tab) => {
                self.tabs[tab].submits += 1;
                self.send(tab, Sending::Submit);
            }
            Move::Arrive(number) => self.arrive(number),
        }
    }

    fn arrive(&mut self, number: usize) {
        let sent = self.sent[number].clone();
        let pages = vec![sent.page.clone()];
        let command = match sent.sending {
            Sending::Save => Command::Save(pages),
            Sending::Submit => Command::Submit(pages),
        };
        let reply = self.world.act(id(1), command);
        let taken = self.rule.arrive(&sent);
        self.sent[number].arrived += 1;
        assert_eq!(reply == Reply::Refused(Refusal::Superseded), !taken, "{:?}", self.path);
        let counts = self.session().answers.get(&(0, self.world.sample.criterion())).cloned();
        assert_eq!(counts, self.rule.counts.map(Answer::Rating), "{:?}", self.path);
    }
}

fn every_order(state: &ModelState, depth: u32, orders: &mut u64) {
    *orders += 1;
    if depth == 0 {
        return;
    }
    for next in state.moves() {
        let mut after = state.clone();
        after.play(next);
        every_order(&after, depth - 1, orders);
    }
}

#[test]
fn a_late_save_never_overwrites_what_was_submitted_whatever_the_order() {
    let mut world = World::new(Sample::only_list(&[]));
    world.arrive(id(1), 1);
    world.act(id(1), Command::Consent);
    assert_eq!(world.sessions[&id(1)].state(&world.sample.study), SessionState::Step(0));
    let tab = || Tab { page: None, loads: 0, saves: 0, submits: 0 };
    let start = ModelState { world, tabs: [tab(), tab()], sent: Vec::new(), rule: Rule::default(), path: Vec::new() };
    let mut orders = 0;
    every_order(&start, 7, &mut orders);
    assert!(orders > 10_000, "{orders}");
}
