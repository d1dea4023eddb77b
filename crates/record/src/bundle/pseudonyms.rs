//! Names for participants that say nothing.

use dataset::Dataset;

/// Calls participants `P1`, `P2`, … in the order in which they are known, with zeros so that they sort; whatever a platform or a
/// table called them is gone.
pub fn use_pseudonyms(dataset: &mut Dataset) {
    let digits = dataset.participants.len().to_string().len();
    for (at, name) in dataset.participants.iter_mut().enumerate() {
        *name = format!("P{:0digits$}", at + 1);
    }
}
