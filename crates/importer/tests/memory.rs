//! An import takes at most three times the memory of its file, the file included. What is asked of the allocator is counted, so
//! that the answer is the same on every machine.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use importer::{ImportMapping, Input, read};

struct CountingAllocator;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

#[expect(unsafe_code, reason = "only an allocator sees every request; it hands each on as it came")]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the request is that of the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the request is that of the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// What an import may take whatever its file: names, the study, buffers for writing.
const ANY_FILE: usize = 60_000;

/// Imports a file as the command does, and refuses when it takes more than so many tenths of the file.
fn check(name: &str, text: String, (lines, tenths): (&[&str], usize)) {
    let wanted = lines.iter().fold(ImportMapping::default(), |wanted, line| wanted.with_line(line).unwrap());
    let size = text.len();
    let before = NOW.load(Ordering::Relaxed) - text.capacity();
    MOST.store(NOW.load(Ordering::Relaxed), Ordering::Relaxed);
    let files = vec![Input { name: name.to_owned(), bytes: text.into_bytes() }];
    let found = read(&files, None, &wanted).unwrap();
    drop(files);
    let imported = found.interpret().unwrap();
    imported.write_items(std::io::sink()).unwrap();
    imported.write_judgements(std::io::sink()).unwrap();
    let taken = MOST.load(Ordering::Relaxed) - before;
    assert!(
        taken <= size * tenths / 10 + ANY_FILE,
        "{name}: {taken} bytes for a file of {size}, {:.1} times",
        taken as f64 / size as f64
    );
}

fn short_rows(rows: usize) -> String {
    let mut text = String::from("rater,item,system,rating\n");
    for row in 0..rows {
        let system = ["a", "b", "c", "d", "e"][row % 5];
        writeln!(text, "r{},{},{system},{}", row % 97, row % 973, row * 7 % 5 + 1).unwrap();
    }
    text.shrink_to_fit();
    text
}

/// Rows with an id of their own in each, which are never alike.
fn numbered_rows(rows: usize) -> String {
    let mut text = String::from("submission,rater,item,system,rating\n");
    for row in 0..rows {
        writeln!(text, "{},r{},{},{},{}", row * 7919, row % 97, row % 973, ["a", "b"][row % 2], row * 7 % 5 + 1)
            .unwrap();
    }
    text.shrink_to_fit();
    text
}

fn votes(count: usize) -> String {
    let mut text = String::new();
    let said = |what: &str, number: usize| format!("{what} {number} says as much as {} words ", number * 31).repeat(10);
    for number in 0..count {
        let turn = |role: &str, said: &str| format!("{{\"role\":\"{role}\",\"content\":\"{said}\"}}");
        let prompt = turn("user", &said("prompt", number));
        let (one, two) = (turn("assistant", &said("one", number)), turn("assistant", &said("two", number)));
        writeln!(
            text,
            "{{\"question_id\":\"{number:032x}\",\"model_a\":\"m{}\",\"model_b\":\"m{}\",\"winner\":\"model_a\",\"judge\":\"j{}\",\
             \"conversation_a\":[{prompt},{one}],\"conversation_b\":[{prompt},{two}]}}",
            number % 7,
            number % 7 + 1,
            number % 50
        )
        .unwrap();
    }
    text.shrink_to_fit();
    text
}

fn form(people: usize, questions: usize) -> String {
    let mut text = String::from("participant");
    (1..=questions).for_each(|question| write!(text, ",Q{question}").unwrap());
    text.push('\n');
    for person in 0..people {
        write!(text, "p{person}").unwrap();
        (0..questions).for_each(|question| write!(text, ",{}", (person * 7 + question * 3) % 5 + 1).unwrap());
        text.push('\n');
    }
    text.shrink_to_fit();
    text
}

/// Each as little as it takes, so that any copy of a file's cells that comes to it is noticed.
#[test]
fn an_import_takes_at_most_three_times_its_file() {
    check("short.csv", short_rows(40_000), (&[], 28));
    check("numbered.csv", numbered_rows(40_000), (&[], 28));
    check("votes.jsonl", votes(1000), (&[], 19));
    let items = &["import.columns = \"items\"", "import.one_system = \"ours\""];
    check("form.csv", form(2000, 100), (items, 26));
    let criteria = &["import.columns = \"criteria\"", "import.one_system = \"ours\"", "import.one_item = \"it\""];
    check("form.csv", form(2000, 100), (criteria, 27));
}
