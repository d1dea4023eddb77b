//! How long a thousand runs take: three systems and 100 items, so 300 outputs, or 300 items, so 900; each judged by two
//! people, decided by Student's t and by the mixed model with people and items crossed.
//!
//! `cargo run --release -p simulation --example runs -- studies/fluency`

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::time::Instant;

use simulation::{Design, RaterModel, Runs, Setup};
use study::OnDisk;
use study::claim::Rule;
use study::file::TestName;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("which study?")?;
    let study = study::check(&OnDisk(folder.into())).study.ok_or("the study is not sound")?;
    let (t, mixed) = (("Student's t", TestName::StudentT), ("mixed model", TestName::MixedModel));
    for (items, (words, test)) in [(100, t), (100, mixed), (300, t), (300, mixed)] {
        let mut sized = Design { items, completions: 2 }.apply_to(&study);
        for claim in &mut sized.claims {
            if let Rule::Significant { test: by, .. } = &mut claim.rule {
                *by = test;
            }
        }
        let raters = RaterModel::from_claims(&sized);
        let setup = Setup::new(sized)?;
        let began = Instant::now();
        let simulated = setup.simulate(&raters, Runs { seed: 1, runs: 1000 }, &|| {});
        let seconds = began.elapsed().as_secs_f64();
        let judgements = setup.judgements();
        println!("{} runs of {judgements} judgements, {words}: {seconds:.2} s", simulated.runs);
    }
    Ok(())
}
