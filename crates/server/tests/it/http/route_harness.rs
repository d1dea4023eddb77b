//! The real routes over a real database, without a network between: bytes go in, and what must always hold is looked at.
//! The fuzz target in `fuzz/` sends its bodies here, too.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::connect_info::MockConnectInfo;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{Method, Request};
use jiff::Timestamp;
use live::LiveStudy;
use server::{Settings, routes};
use session::SessionEvent;
use store::{Collector, Cursor, LoggedEvent, Store};
use study::{InMemory, Study};
use tempfile::TempDir;
use tower::ServiceExt as _;

/// Nearly the same text everywhere, so that an answer about one is an answer about all.
const TEXT: &str = "Zwölf 🦊 liefen and “one” sat.";
const TEXT_AS_SHOWN: &str = "Zwölf 🦊 liefen and “one” sat.xx";

/// All nine response kinds, by how many texts they are about; one page at a time, and all on one page.
const STUDIES: [(&str, &str); 3] = [
    (
        "one",
        r#"
systems = { a = "A" }
criteria = [
  { id = "c0", question = "?", better = "higher", response = { kind = "rating", points = 5, minimum = 1 } },
  { id = "c1", question = "?", better = "higher", response = { kind = "slider", minimum = -1, maximum = 1, step = 0.5 } },
  { id = "c2", question = "?", better = "higher", response = { kind = "choice", several = true, allow_none = true, options = ["x", "y"] } },
  { id = "c3", question = "?", better = "lower", response = { kind = "spans", categories = [{ id = "x", label = "X" }, { id = "y", label = "Y" }], severities = [{ id = "s", label = "S", weight = 1 }] } },
  { id = "c4", question = "?", better = "higher", response = { kind = "count", maximum = 20 } },
  { id = "c5", question = "?", better = "higher", response = { kind = "text", maximum = 40 } },
]
screening = [{ id = "s", question = "?", options = ["Yes", "No"], accept = ["Yes"] }]
closing = [{ id = "e", question = "?", response = { kind = "text", maximum = 40 } }]
training = { file = "training.csv", attempts = 3 }
lists = { questions = 12, completions = 1000000 }
"#,
    ),
    (
        "two",
        r#"
systems = { a = "A", b = "B" }
criteria = [{ id = "c0", question = "?", better = "higher", response = { kind = "pairwise", ties = true } }]
lists = { questions = 2, completions = 1000000 }
"#,
    ),
    (
        "many",
        r#"
systems = { a = "A", b = "B", c = "C" }
criteria = [
  { id = "c0", question = "?", better = "lower", response = { kind = "ranking", ties = true } },
  { id = "c1", question = "?", better = "higher", response = { kind = "best-worst" } },
]
lists = { questions = 4, completions = 1000000, pages = "all" }
"#,
    ),
];

/// Every address of a session that takes a body; where answers go, more often.
const PAGES: [&str; 21] = [
    "save",
    "step/0",
    "step/1",
    "all",
    "save",
    "step/0",
    "save",
    "all",
    "training/1/0",
    "training/2/0",
    "consent",
    "screening",
    "closing",
    "comment",
    "information",
    "instructions",
    "on",
    "another",
    "more-time",
    "return",
    "withdraw",
];

/// What leads on, as far as it is asked for.
const ON: [(&str, &str); 4] = [
    ("consent", "consent=yes"),
    ("screening", "screening.s=Yes"),
    ("instructions", ""),
    ("training/1/0", "q0.0.value=5"),
];

/// After so many bodies a session makes room for one that has come less far.
const BODIES: u32 = 24;

pub(crate) struct RouteHarness {
    routes: Router,
    store: Store,
    /// Where someone stands at each study.
    someone: Vec<Someone>,
    people: u32,
    /// Answers that were kept.
    pub(crate) kept: u32,
    _folder: TempDir,
}

struct Someone {
    study: Arc<Study>,
    session: String,
    bodies: u32,
    seen: Cursor,
}

impl RouteHarness {
    pub(crate) async fn open() -> RouteHarness {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("answers.sqlite")).await.unwrap();
        let (mut running, mut someone) = (Vec::new(), Vec::new());
        for (name, design) in STUDIES {
            let files = files(design);
            let checked = study::check(&files);
            let study = Arc::new(checked.study.unwrap_or_else(|| panic!("{name}: {:?}", checked.diagnostics)));
            let plan = Arc::new(plan::make(&study).unwrap());
            let collector = Collector::open(&store, name, study.clone(), plan, now()).await.unwrap();
            running.push(LiveStudy::new(collector, Arc::new(files)));
            someone.push(Someone { study, session: String::new(), bodies: BODIES, seen: Cursor::default() });
        }
        let routes = routes(Settings::local(Arc::new(now)), running)
            .layer(MockConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))));
        RouteHarness { routes, store, someone, people: 0, kept: 0, _folder: folder }
    }

    /// Posts what follows the first byte to the address that the first byte names. Whatever it is, the server has
    /// no fault, what it keeps is an answer to what was asked, and the session has a page to show.
    pub(crate) async fn post_bytes(&mut self, bytes: &[u8]) {
        let Some((which, body)) = bytes.split_first() else { return };
        let at = usize::from(*which) / PAGES.len() % STUDIES.len();
        let page = PAGES[usize::from(*which) % PAGES.len()];
        if self.someone[at].bodies >= BODIES {
            self.let_in(at).await;
        }
        self.someone[at].bodies += 1;
        let address = self.someone[at].session.clone();
        let (status, _, _) = self.send(Method::POST, &format!("{address}{page}"), body).await;
        let said = || format!("{}{page}: {:?}", STUDIES[at].0, String::from_utf8_lossy(body));
        assert!(status < 500, "{status} for {}", said());
        self.compare_with_log(at, &said()).await;
        let (status, _, shown) = self.send(Method::GET, &address, b"").await;
        assert!(status < 400, "{status} after {}", said());
        if shown.contains("class=\"ending") {
            self.someone[at].bodies = BODIES;
        }
    }

    /// Someone new: half of them have come as far as the list, the others less far.
    async fn let_in(&mut self, at: usize) {
        self.people += 1;
        let entrance = format!("/s/{}/?PROLIFIC_PID=p{}", STUDIES[at].0, self.people);
        let (_, session, page) = self.send(Method::GET, &entrance, b"").await;
        assert!(!session.is_empty(), "{page}");
        for (page, body) in &ON[..ON.len().min(self.people as usize % (2 * ON.len()))] {
            self.send(Method::POST, &format!("{session}{page}"), body.as_bytes()).await;
        }
        (self.someone[at].session, self.someone[at].bodies) = (session, 0);
    }

    /// Whatever was kept since the last look is an answer.
    async fn compare_with_log(&mut self, at: usize, said: &str) {
        let someone = &mut self.someone[at];
        let (happened, seen) = self.store.events_since(STUDIES[at].0, someone.seen, 1000).await.unwrap();
        someone.seen = seen;
        for event in happened.into_iter().filter_map(LoggedEvent::into_session).map(|logged| logged.event) {
            let (criterion, answer) = if let SessionEvent::Answered { criterion, answer, .. } = &event {
                (criterion, answer)
            } else if let SessionEvent::TrainingAnswered { answer, .. } = &event {
                (&someone.study.criteria[0].id, answer)
            } else {
                continue;
            };
            let asked = someone.study.criteria.iter().find(|asked| asked.id == *criterion).unwrap();
            let shown = vec![TEXT_AS_SHOWN; someone.study.parts[0].design.set_size as usize];
            assert_eq!(asked.response.read(&answer.to_form(), &shown).as_ref(), Ok(answer), "{said}");
            self.kept += 1;
        }
    }

    async fn send(&self, method: Method, address: &str, body: &[u8]) -> (u16, String, String) {
        let request = Request::builder().method(method).uri(address);
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        let reply = self.routes.clone().oneshot(request.body(Body::from(body.to_vec())).unwrap()).await.unwrap();
        let (status, to) = (reply.status().as_u16(), reply.headers().get(LOCATION));
        let to = to.map(|to| to.to_str().unwrap().to_owned()).unwrap_or_default();
        let page = to_bytes(reply.into_body(), 4 << 20).await.unwrap();
        (status, to, String::from_utf8(page.to_vec()).unwrap())
    }
}

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

fn files(design: &str) -> InMemory {
    let systems = ["a", "b", "c"];
    let cells =
        |first: &str| systems.iter().fold(first.to_owned(), |row, system| format!("{row},{TEXT}{system}{first}"));
    let study = format!(
        "study = {{ title = \"T\", language = \"en\", seed = 1 }}\nitems = {{ file = \"items.csv\", id = \"item\" }}\n\
         participants = {{ from = \"prolific\", comment = true }}\n{design}"
    );
    let texts = [
        ("study.toml", study),
        ("items.csv", format!("item,a,b,c\n{}\n{}\n", cells("1"), cells("2"))),
        ("training.csv", format!("check,text,criterion,answer\nt,{TEXT},c0,5\n")),
        ("consent.md", "Agree?".to_owned()),
    ];
    InMemory(texts.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect::<BTreeMap<_, _>>())
}
