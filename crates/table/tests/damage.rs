//! A damaged file is said to be damaged, and nothing else is printed. Alone in its program, because it listens to panics.

use std::panic::{catch_unwind, set_hook};
use std::sync::atomic::{AtomicUsize, Ordering};

use table::Table;

static PRINTED: AtomicUsize = AtomicUsize::new(0);

#[test]
fn a_list_that_is_none_is_damage_and_no_panic_is_printed() {
    set_hook(Box::new(|_| {
        PRINTED.fetch_add(1, Ordering::Relaxed);
    }));
    let mut bytes = include_bytes!("data/nested.parquet").to_vec();
    // In the schema, what a list holds is repeated (2, written as 4). Once (0), it is no list, and the library panics.
    let schema = bytes.windows(8).position(|it| it == b"\x35\x04\x18\x04list").unwrap();
    bytes[schema + 1] = 0;
    let problem = "`nested.parquet` cannot be read: it is damaged; write it again with the program that made it, or save it as .csv";
    assert_eq!(Table::read("nested.parquet", &bytes).unwrap_err().to_string(), problem);
    assert_eq!(PRINTED.load(Ordering::Relaxed), 0);
    // Any other panic is printed as before.
    let _ = catch_unwind(|| panic!("printed"));
    assert_eq!(PRINTED.load(Ordering::Relaxed), 1);
}
