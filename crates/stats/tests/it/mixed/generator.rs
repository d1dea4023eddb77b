//! The small generator that the R scripts of `reference/mixed/` share with these tests.

/// The multiplicative generator of Park & Miller (1988), exact in doubles.
pub(crate) struct Draw {
    state: f64,
}

impl Draw {
    /// The generator at a state, with its first steps taken.
    pub(crate) fn new(state: f64) -> Draw {
        let mut draw = Draw { state };
        for _ in 0..10 {
            draw.uniform();
        }
        draw
    }

    pub(crate) fn uniform(&mut self) -> f64 {
        self.state = (16807.0 * self.state) % 2_147_483_647.0;
        self.state / 2_147_483_647.0
    }

    pub(crate) fn normal(&mut self) -> f64 {
        let mut sum = 0.0;
        for _ in 0..12 {
            sum += self.uniform();
        }
        sum - 6.0
    }

    pub(crate) fn whole_number(&mut self, k: f64) -> f64 {
        (self.uniform() * k).floor()
    }

    pub(crate) fn effects(&mut self, count: f64, sd: f64) -> Vec<f64> {
        (0..count as usize).map(|_| self.normal() * sd).collect()
    }
}
