//! `rejudge prolific draft STUDY`: the study as Prolific will offer it, and what it costs.

use clap::Args;
use live::link;
use prolific::{Draft, LinkSigning};
use study::file::Platform;

use super::Consent;
use super::desk::{There, refusal_error};
use crate::count_noun::count_noun;
use crate::outcome::{BadInput, Outcome};
use crate::terminal_table;

/// Show the draft and its cost; once confirmed, create it on Prolific, where you publish it yourself
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    there: There,
    /// The URL at which participants reach the server, such as `https://study.example.org`
    #[arg(long, value_name = "URL")]
    public_url: String,
    #[command(flatten)]
    consent: Consent,
}

impl Arguments {
    pub(super) async fn run(self) -> anyhow::Result<Outcome> {
        let Some((named, prolific)) = self.there.open()? else { return Ok(Outcome::ProblemsFound) };
        let plan = plan::make(&named.study).map_err(|error| BadInput(error.to_string()))?;
        let here = self.public_url.trim_end_matches('/');
        let address = link(here, &named.name, Platform::Prolific);
        let draft = Draft::from_study(&named.study, &plan, &named.name, address)
            .map_err(|error| BadInput(error.to_string()))?;
        show(&draft);
        if let Some(id) = &named.study.participants.prolific_study {
            println!("\nThe study already names one there (`prolific_study = \"{id}\"`), so no other is created.");
            return Ok(Outcome::Done);
        }
        if !self.consent.ask_consent("\nCreate this draft on Prolific? Nobody sees it until you publish it there.")? {
            return Ok(Outcome::Done);
        }
        let made = prolific.create(&draft).await.map_err(refusal_error)?;
        println!("\nCreated. Nothing is paid and nobody sees it until you publish it on Prolific.");
        println!("Add to [participants] in study.toml, so that other commands and the server know it:");
        println!("  prolific_study = \"{}\"", made.id);
        Ok(Outcome::Done)
    }
}

fn show(draft: &Draft) {
    let mut table = terminal_table::table();
    table.set_header(["on Prolific", ""]);
    let either = |all: Vec<String>| if all.is_empty() { "none: everyone".to_owned() } else { all.join("\n") };
    let devices = draft.devices().join(", ");
    let minutes = match draft.maximum_minutes {
        Some(most) => format!("{}, {most} at most", count_noun(draft.minutes as usize, "minute", "minutes")),
        None => count_noun(draft.minutes as usize, "minute", "minutes"),
    };
    let signed = match draft.signed {
        LinkSigning::Yes => "signed by Prolific",
        LinkSigning::No => "not signed; `verify = true` in [participants] keeps made-up ids out",
    };
    for (what, said) in [
        ("title", draft.name.clone()),
        ("for researchers", draft.internal_name.clone()),
        ("description", draft.description.clone()),
        ("link", draft.link.clone()),
        ("links are", signed.to_owned()),
        ("places", draft.places.to_string()),
        ("time", minutes),
        ("reward", draft.reward.to_string()),
        ("devices", devices),
        ("filters", either(draft.filters())),
    ] {
        table.add_row([what.to_owned(), said]);
    }
    for rule in &draft.codes {
        table.add_row([format!("code {}", rule.code), format!("{}: {}", rule.who, rule.action)]);
    }
    println!("{table}");
    let cost = draft.cost();
    println!("rewards      {} for {} places of {}", cost.rewards, draft.places, draft.reward);
    if let Some(screen_outs) = &cost.screen_outs {
        println!("screened out {screen_outs} at most");
    }
    match &cost.fee {
        Some(fee) => println!("fee          {fee}"),
        None => println!("fee          not stated; add `platform_fee` to [payment]"),
    }
    if let Some(vat) = &cost.vat {
        println!("tax on fee   {vat}");
    }
    let without = if cost.fee.is_some() { "" } else { ", without the fee" };
    println!("in all       {}{without}", cost.total);
    if let Some(most) = draft.most_places.filter(|most| *most > draft.places) {
        println!(
            "at most      {}{without}, when the server adds places until there are {most}",
            draft.cost_of(most).total
        );
    }
}
