//! What one session shows: order, sides and checks, drawn from the seed.

use study::file::{Order, PartOrder, Sides};

use crate::equitable::{self, Side};
use crate::plan::{Plan, Positions};
use crate::seeded_rng::SeededRng;

/// What one participant sees, from first to last. A pure function of plan, list and session number, so
/// that it can be recorded and is the same when drawn again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presentation {
    /// The pages and checks in the order shown.
    pub steps: Vec<Step>,
}

/// One page as shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A page of the list.
    Page {
        /// Its number in the list.
        page: u32,
        /// The systems in the order shown, first or left-most first.
        outputs: Vec<u16>,
    },
    /// A check.
    Check {
        /// Its number in [`study::Study::checks`].
        check: u32,
        /// The outputs in the order shown, as numbers in the order written.
        outputs: Vec<u16>,
    },
}

impl Plan {
    /// What the session with this number sees of a list; nothing when there is no such list.
    ///
    /// Give the number of the slot among the completions of the list, from 0: then someone who replaces
    /// another sees what the other saw, and what is balanced over the completions of a list stays so.
    #[must_use]
    pub fn draw(&self, list: usize, session: u32) -> Presentation {
        let order = self.order(list, session);
        let sides = self.sides(list, session);
        let mut checks = self.checks_of(list, session, &order).into_iter().peekable();
        let mut steps = Vec::with_capacity(order.len());
        for (shown, page) in order.into_iter().enumerate() {
            let outputs = sides[page as usize].clone();
            steps.push(Step::Page { page, outputs });
            while let Some((_, check)) = checks.next_if(|(after, _)| *after == shown + 1) {
                steps.push(check);
            }
        }
        Presentation { steps }
    }

    /// The pages of a list in the order of a session.
    fn order(&self, list: usize, session: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.pages(list).len() as u32).collect();
        if !self.by_parts() {
            self.order_pages(&mut order, &[list as u64], session);
            return order;
        }
        let parts = self.part_order(list, session).into_iter();
        parts
            .flat_map(|part| {
                let mut of_part: Vec<u32> =
                    order.iter().copied().filter(|page| self.part(list, *page) == part).collect();
                self.order_pages(&mut of_part, &[list as u64, u64::from(part)], session);
                of_part
            })
            .collect()
    }

    /// Whether the pages of each part stand together.
    fn by_parts(&self) -> bool {
        self.parts.len() > 1 && self.drawing.parts != PartOrder::Interleaved
    }

    /// The number of the part that a step of a list belongs to, in [`Plan::parts`].
    #[must_use]
    pub fn part_of(&self, list: usize, step: &Step) -> u16 {
        match step {
            Step::Page { page, .. } => self.part(list, *page),
            Step::Check { check, .. } => self.checks.get(*check as usize).map_or(0, |check| check.part),
        }
    }

    /// The part of a page of a list.
    fn part(&self, list: usize, page: u32) -> u16 {
        self.pages(list).get(page as usize).map_or(0, |page| page.part)
    }

    /// The parts in the order of a session. Shuffled, one order is drawn for as many sessions as there are parts, and each of
    /// them begins a part further on; the next list begins a part further on too.
    fn part_order(&self, list: usize, session: u32) -> Vec<u16> {
        let mut parts: Vec<u16> = (0..self.parts.len() as u16).collect();
        if self.drawing.parts == PartOrder::Shuffled {
            let round = session as usize / parts.len();
            SeededRng::new(self.seed, "parts", &[round as u64]).shuffle(&mut parts);
            let first = (list + session as usize) % parts.len();
            parts.rotate_left(first);
        }
        parts
    }

    /// Puts pages into the order of a session; the numbers tell the list, and the part where parts stand together.
    fn order_pages(&self, order: &mut [u32], numbers: &[u64], session: u32) {
        let (pages, completions) = (order.len(), self.completions.max(1));
        let drawn = |turn: u32| {
            let numbers: Vec<u64> =
                numbers[..1].iter().copied().chain([turn.into()]).chain(numbers[1..].iter().copied()).collect();
            SeededRng::new(self.seed, "order", &numbers)
        };
        match (self.drawing.order, self.drawing.positions) {
            (Order::Fixed, Positions::Drawn | Positions::Rotated) => {}
            (Order::Random, Positions::Drawn) => {
                drawn(session).shuffle(order);
            }
            // One order for all completions of a list, each beginning an equal step further on: a
            // cyclic Latin square thinned to as many rows as there are completions.
            (Order::Random, Positions::Rotated) => {
                let round = session / completions;
                drawn(round).shuffle(order);
                let turn = (session % completions) as usize * pages / completions as usize;
                order.rotate_left(turn);
            }
        }
    }

    /// For each page of a list, its systems in the order shown.
    fn sides(&self, list: usize, session: u32) -> Vec<Vec<u16>> {
        let pages = self.pages(list);
        let mut shown: Vec<Vec<u16>> = pages.iter().map(|page| self.outputs(*page).to_vec()).collect();
        match self.drawing.sides {
            Sides::Fixed => {}
            Sides::Random => {
                let mut rng = SeededRng::new(self.seed, "sides", &[list as u64, session.into()]);
                shown.iter_mut().for_each(|outputs| rng.shuffle(outputs));
            }
            Sides::Balanced => {
                let mut sizes: Vec<usize> = shown.iter().map(Vec::len).filter(|size| *size > 1).collect();
                sizes.sort_unstable();
                sizes.dedup();
                for size in sizes {
                    self.balanced_sides(list, session, size, &mut shown);
                }
            }
        }
        shown
    }

    /// Orders the outputs of the pages that show `size` of them: each system stands in each position
    /// equally often, up to one, within the list and within the pages of one set. Then everything moves
    /// on by one position per session, so that over `size` sessions each output of each page has stood
    /// in each position once; with two outputs, every second session is the mirror of the one before.
    fn balanced_sides(&self, list: usize, session: u32, size: usize, shown: &mut [Vec<u16>]) {
        let pages = self.pages(list);
        let of_size: Vec<usize> = (0..pages.len()).filter(|page| shown[*page].len() == size).collect();
        let round = u64::from(session) / size as u64;
        let turn = session as usize % size;
        let mut rng = SeededRng::new(self.seed, "sides", &[list as u64, size as u64, round]);
        let mut position = Vec::new();
        let [mut page_of, mut system_of, mut set_of] = [Vec::new(), Vec::new(), Vec::new()];
        for page in &of_size {
            let mut drawn: Vec<u32> = (0..size as u32).collect();
            rng.shuffle(&mut drawn);
            position.extend(drawn);
            for system in self.outputs(pages[*page]) {
                page_of.push(*page as u32);
                system_of.push(u32::from(*system));
                set_of.push(pages[*page].set);
            }
        }
        let edges = position.len();
        let (by_page, by_system) = (Side::new(edges, vec![page_of]), Side::new(edges, vec![system_of, set_of]));
        equitable::balance(&by_page, &by_system, &mut position, size as u32, &mut rng);
        for (page, positions) in of_size.iter().zip(position.chunks(size)) {
            for (system, position) in self.outputs(pages[*page]).iter().zip(positions) {
                shown[*page][(*position as usize + turn) % size] = *system;
            }
        }
    }

    /// The checks of a list, each with the number of pages before it, given the order of the pages. Where parts stand together,
    /// the checks of each stand among its own pages.
    fn checks_of(&self, list: usize, session: u32, order: &[u32]) -> Vec<(usize, Step)> {
        let checks: Vec<(usize, u32)> =
            self.lists.get(list).map_or(&[][..], |list| &list.checks).iter().copied().enumerate().collect();
        if !self.by_parts() {
            return self.placed_checks((list, session), checks, order.len(), &[]);
        }
        let (mut placed, mut before) = (Vec::new(), 0);
        for run in order.chunk_by(|a, b| self.part(list, *a) == self.part(list, *b)) {
            let part = self.part(list, run[0]);
            let of_part =
                checks.iter().copied().filter(|(_, check)| self.checks[*check as usize].part == part).collect();
            let in_run = self.placed_checks((list, session), of_part, run.len(), &[part.into()]);
            placed.extend(in_run.into_iter().map(|(after, check)| (before + after, check)));
            before += run.len();
        }
        placed
    }

    /// Checks among pages, each with the number of pages before it: never none, so that nothing begins
    /// with a check, and never two the same, so that checks are apart.
    fn placed_checks(
        &self,
        (list, session): (usize, u32),
        mut checks: Vec<(usize, u32)>,
        pages: usize,
        part: &[u64],
    ) -> Vec<(usize, Step)> {
        let drawn_as = match self.drawing.order {
            Order::Fixed => 0,
            Order::Random => session,
        };
        let numbers: Vec<u64> = [list as u64, drawn_as.into()].into_iter().chain(part.iter().copied()).collect();
        let mut rng = SeededRng::new(self.seed, "checks", &numbers);
        if self.drawing.order == Order::Random {
            rng.shuffle(&mut checks);
        }
        // Not after the last page either, where there is room.
        let places = if pages > checks.len() { pages - 1 } else { pages };
        let count = checks.len();
        // The places between pages are cut into as many equal parts as there are checks.
        let start = |i: usize| i * places / count;
        let after = |i: usize, rng: &mut SeededRng| 1 + start(i) + rng.draw_below(start(i + 1) - start(i));
        let places: Vec<usize> = (0..count).map(|i| after(i, &mut rng)).collect();
        let step = |(number, check): (usize, u32)| {
            let turn = list * count + number + session as usize;
            Step::Check { check, outputs: self.check_sides(check, turn, (list, session)) }
        };
        places.into_iter().zip(checks.into_iter().map(step)).collect()
    }

    /// The outputs of a check in the order shown. When balanced, the output that is the right answer
    /// moves on by one position from check to check and from session to session.
    fn check_sides(&self, check: u32, turn: usize, (list, session): (usize, u32)) -> Vec<u16> {
        let Some(about) = self.checks.get(check as usize) else { return Vec::new() };
        let mut outputs: Vec<u16> = (0..about.outputs).collect();
        if self.drawing.sides == Sides::Fixed || outputs.len() < 2 {
            return outputs;
        }
        SeededRng::new(self.seed, "sides of checks", &[list as u64, session.into(), check.into()])
            .shuffle(&mut outputs);
        if let (Sides::Balanced, Some(right)) = (self.drawing.sides, about.right)
            && let Some(at) = outputs.iter().position(|output| *output == right)
        {
            let wanted = turn % outputs.len();
            outputs.swap(at, wanted);
        }
        outputs
    }
}
