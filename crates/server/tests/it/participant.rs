//! Someone with a browser that has no script: reads pages, fills in what they ask, sends it.

use reqwest::{Response, StatusCode};
use study::response::{Answer, Preference, Response as Kind};

use crate::test_server::TestServer;

/// A field of a form.
pub(crate) fn field(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// Someone with a browser.
pub(crate) struct Participant<'a> {
    served: &'a TestServer,
    /// The address in the browser's bar.
    pub(crate) at: String,
    pub(crate) page: String,
    pub(crate) status: StatusCode,
    /// Every place they were asked to send something to, without the session.
    pub(crate) places: Vec<String>,
}

impl<'a> Participant<'a> {
    /// Follows a link, as far as it leads.
    pub(crate) async fn follow(served: &'a TestServer, link: &str) -> Participant<'a> {
        let mut someone = Participant {
            served,
            at: link.to_owned(),
            page: String::new(),
            status: StatusCode::OK,
            places: Vec::new(),
        };
        someone.open(link).await;
        someone
    }

    /// Someone from Prolific who has done what comes before the list.
    pub(crate) async fn at_the_list(served: &'a TestServer) -> Participant<'a> {
        let link = format!("{}?PROLIFIC_PID=ada&SESSION_ID=sada", served.entrance());
        let mut someone = Participant::follow(served, &link).await;
        while !someone.step_address().unwrap().starts_with("step/") {
            someone.go_on().await;
        }
        someone
    }

    /// Opens an address and follows redirections.
    pub(crate) async fn open(&mut self, address: &str) {
        let reply = self.served.client.get(self.full(address)).send().await.unwrap();
        self.at = self.full(address);
        self.take(reply).await;
    }

    async fn take(&mut self, reply: Response) {
        let mut reply = reply;
        for _ in 0..5 {
            let Some(location) = reply.headers().get("location").map(|value| value.to_str().unwrap().to_owned()) else {
                break;
            };
            assert_eq!(reply.status(), StatusCode::SEE_OTHER);
            self.at = self.full(&location);
            reply = self.served.client.get(&self.at).send().await.unwrap();
        }
        self.status = reply.status();
        self.page = reply.text().await.unwrap();
    }

    fn full(&self, address: &str) -> String {
        if address.starts_with("http") { address.to_owned() } else { format!("{}{address}", self.served.url) }
    }

    /// Where the page's form is sent.
    pub(crate) fn action(&self) -> Option<String> {
        let (_, form) = self.page.split_once("<form method=\"post\" action=\"")?;
        Some(form.split_once('"')?.0.replace("&#38;", "&"))
    }

    /// What the form's address says about what is asked: `step/3`.
    pub(crate) fn step_address(&self) -> Option<String> {
        let action = self.action().filter(|action| action.starts_with('/'))?;
        let path = action.split('?').next()?;
        Some(path.splitn(5, '/').nth(4).unwrap_or_default().to_owned())
    }

    /// The address of the session.
    pub(crate) fn session(&self) -> String {
        let parts: Vec<&str> = self.at.splitn(7, '/').collect();
        parts[..6].join("/") + "/"
    }

    /// Sends the page's form with these fields.
    pub(crate) async fn send(&mut self, fields: &[(String, String)]) {
        let action = self.full(&self.action().unwrap());
        let reply = self.served.client.post(&action).form(fields).send().await.unwrap();
        self.take(reply).await;
    }

    /// Does what the page asks, in the way that leads on.
    pub(crate) async fn go_on(&mut self) {
        let asked = self.step_address().unwrap();
        self.places.push(asked.clone());
        let parts: Vec<&str> = asked.split('/').collect();
        let fields = match parts[..] {
            ["break", _] => Vec::new(),
            ["" | "information" | "instructions" | "on" | "review"] => Vec::new(),
            ["consent"] => vec![field("consent", "yes")],
            ["screening"] => vec![field("screening.native", "Yes")],
            ["training", _, question] => self.right_training_answer(question.parse().unwrap()),
            ["step", step] => self.right_answers(step.parse().unwrap()),
            ["closing"] => vec![field("q0.0.value", "2"), field("comment", "Well asked.")],
            ["comment"] => vec![field("comment", "Well asked.")],
            _ => panic!("the page asks for {asked}"),
        };
        for (name, _) in fields.iter().filter(|(name, _)| name.starts_with('q')) {
            assert!(self.page.contains(&format!("name=\"{name}\"")), "the page has no field {name}:\n{}", self.page);
        }
        self.send(&fields).await;
    }

    /// Goes on until nothing more is asked.
    pub(crate) async fn finish(&mut self) {
        for _ in 0..500 {
            assert!(self.status.is_success(), "{} at {}:\n{}", self.status, self.at, self.page);
            if matches!(self.step_address().as_deref(), None | Some("another")) {
                return;
            }
            self.go_on().await;
        }
        panic!("the way has no end; last at {}", self.at);
    }

    fn right_training_answer(&self, question: usize) -> Vec<(String, String)> {
        let asked = &self.served.study.training[question];
        let kind = &self.served.study.criteria[asked.criterion].response;
        let right = candidates(kind, asked.outputs.len())
            .into_iter()
            .find(|answer| kind.passes(&asked.answer, asked.outputs.len(), answer).unwrap());
        fields(question as u32, asked.criterion, &right.unwrap())
    }

    /// Answers to every question of the page; to a check, the right one.
    fn right_answers(&self, step: u32) -> Vec<(String, String)> {
        let study = &self.served.study;
        for check in &study.checks {
            let seen: Option<Vec<usize>> = check.outputs.iter().map(|text| self.page.find(&escaped(text))).collect();
            let Some(seen) = seen else { continue };
            let mut order: Vec<usize> = (0..seen.len()).collect();
            order.sort_by_key(|written| seen[*written]);
            let kind = &study.criteria[check.criterion].response;
            let right = candidates(kind, seen.len())
                .into_iter()
                .find(|answer| kind.passes(&check.answer, seen.len(), &answer.reordered(&order)).unwrap());
            return fields(step, check.criterion, &right.unwrap());
        }
        let mut all = Vec::new();
        for (number, criterion) in study.criteria.iter().enumerate() {
            if self.page.contains(&format!("name=\"q{step}.{number}.")) {
                let outputs = study.parts[0].design.set_size.max(2) as usize;
                let candidates = candidates(&criterion.response, outputs);
                all.extend(fields(step, number, &candidates[step as usize % candidates.len()]));
            }
        }
        all
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&#38;").replace('<', "&#60;").replace('>', "&#62;").replace('"', "&#34;").replace('\'', "&#39;")
}

fn fields(step: u32, criterion: usize, answer: &Answer) -> Vec<(String, String)> {
    answer.to_form().iter().map(|(name, value)| (format!("q{step}.{criterion}.{name}"), value.to_owned())).collect()
}

/// Every answer there is to a question that shows so many outputs.
fn candidates(kind: &Kind, outputs: usize) -> Vec<Answer> {
    match kind {
        Kind::Rating(rating) => (rating.lowest()..=rating.highest()).map(Answer::Rating).collect(),
        Kind::Pairwise(_) => {
            vec![Answer::Pairwise(Preference::First), Answer::Pairwise(Preference::Second)]
        }
        Kind::BestWorst(_) => (0..outputs)
            .flat_map(|best| (0..outputs).map(move |worst| Answer::BestWorst { best, worst }))
            .filter(|answer| !matches!(answer, Answer::BestWorst { best, worst } if best == worst))
            .collect(),
        Kind::Ranking(_) => permutations(outputs).into_iter().map(Answer::Ranking).collect(),
        Kind::Slider(_) | Kind::Choice(_) | Kind::Spans(_) | Kind::Count(_) | Kind::Text(_) => {
            panic!("no worked study asks this")
        }
    }
}

fn permutations(count: usize) -> Vec<Vec<u32>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(count - 1);
    let insert = |rest: &Vec<u32>, at: usize| {
        let mut longer = rest.clone();
        longer.insert(at, count as u32);
        longer
    };
    shorter.iter().flat_map(|rest| (0..count).map(move |at| insert(rest, at))).collect()
}
