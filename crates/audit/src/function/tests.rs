use super::*;

fn check(name: &str, arguments: &[&[f64]], convention: usize, expected: f64) {
    let arguments: Vec<Vec<f64>> = arguments.iter().map(|list| list.to_vec()).collect();
    let found = (find_function(name).unwrap().conventions[convention].compute)(&arguments).unwrap();
    assert!((found - expected).abs() < 1e-6 * (1.0 + expected.abs()), "{name} {convention}: {found}, not {expected}");
}

#[test]
fn functions_give_what_is_known() {
    check("cv_star", &[&[1.0], &[3.71], &[3.12]], 0, 24.357_479_162);
    check("cv_star", &[&[1.0], &[3.71], &[3.12]], 1, 17.224_981_604);
    check("cv_star", &[&[1.0], &[4.834_024_896_265_56, 4.460_580_912_863_071, 4.566_115_702_479_339]], 2, 6.000_443_73);
    check("spearman", &[&[1.0, 5.0, 3.0, 2.0, 3.0], &[2.0, 1.0, 5.0, 4.0, 3.0]], 0, -0.205_195_67);
    check("spearman_p", &[&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]], 0, 1.0 / 3.0);
    check("spearman_p", &[&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]], 1, 0.0);
    check("p_f", &[&[4.026_636_537_934_811], &[4.0], &[95.0]], 0, 0.004_635_381_551_664);
    check("average_rank", &[&[430.0, 255.0, 230.0, 65.0]], 0, 1.928_571_428_57);
    check("cohen_d", &[&[3.71], &[0.59], &[200.0], &[3.20], &[1.06], &[200.0]], 0, 0.594_532_402);
    check("smallest_d", &[&[200.0], &[200.0], &[0.05]], 0, 0.196_594_232);
    let eta = 0.167_002_398_081_534_78;
    check("anova_power", &[&[eta], &[4.0], &[1200.0], &[0.05]], 0, 1.0);
    check("anova_power", &[&[eta], &[4.0], &[1200.0], &[0.05]], 3, 0.669_519_155);
    check("anova_n", &[&[eta], &[4.0], &[0.8], &[0.05]], 0, 59.0);
    check("anova_n", &[&[eta], &[4.0], &[0.8], &[0.05]], 1, 395.0);
    check("round_up", &[&[12.0 * 8.0 / 60.0], &[0.01]], 0, 1.60);
}

#[test]
fn nothing_panics_on_odd_arguments() {
    let odd: [&[f64]; 5] = [&[], &[0.0], &[-1.0], &[1.0, 2.0], &[f64::MAX]];
    for function in FUNCTIONS {
        for value in odd {
            let least = *function.takes.start();
            let arguments: Vec<Vec<f64>> = (0..least).map(|_| value.to_vec()).collect();
            for convention in function.conventions {
                let _ = (convention.compute)(&arguments);
            }
        }
    }
}
