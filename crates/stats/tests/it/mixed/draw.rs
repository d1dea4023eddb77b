//! The random designs of `reference/mixed/random.R`, drawn from the same generator.

use stats::mixed::{Column, Frame};

use super::generator::Draw;

/// A random design with its weights.
pub(crate) struct Case {
    pub(crate) frame: Frame,
    pub(crate) weights: Vec<f64>,
    pub(crate) sum_y: f64,
}

pub(crate) fn case(index: u32) -> Case {
    let mut draw = Draw::new(f64::from(index) * 7919.0 + 1.0);
    let (n, m, l) = (40.0 + draw.whole_number(160.0), 4.0 + draw.whole_number(8.0), 5.0 + draw.whole_number(15.0));
    let (sd_g, sd_h, sd_s) = (draw.whole_number(4.0) * 0.4, draw.whole_number(4.0) * 0.4, draw.whole_number(3.0) * 0.3);
    let g_effect = draw.effects(m, sd_g);
    let s_effect = draw.effects(m, sd_s);
    let h_effect = draw.effects(l, sd_h);
    let mut factors: [Vec<String>; 4] = Default::default();
    let (mut xs, mut weights, mut ys) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..n as usize {
        let (g, h, k) = (draw.whole_number(m), draw.whole_number(l), draw.whole_number(3.0));
        let x = draw.whole_number(21.0) / 10.0 - 1.0;
        let s = draw.whole_number(3.0);
        weights.push(0.5 + draw.uniform());
        let of_system = [0.0, 0.5, -0.3][s as usize];
        ys.push(
            2.0 + of_system
                + 0.4 * x
                + g_effect[g as usize]
                + s_effect[g as usize] * x
                + h_effect[h as usize]
                + 0.7 * draw.normal(),
        );
        xs.push(x);
        for (factor, value) in factors.iter_mut().zip([g, h, k, s]) {
            factor.push(value.to_string());
        }
    }
    let sum_y = ys.iter().sum();
    let mut frame =
        Frame::default().with_column("y", Column::Numeric(ys)).unwrap().with_column("x", Column::Numeric(xs)).unwrap();
    for (name, cells) in ["g", "h", "k", "system"].into_iter().zip(&factors) {
        frame = frame.with_column(name, Column::factor(cells)).unwrap();
    }
    Case { frame, weights, sum_y }
}
