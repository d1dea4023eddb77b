//! `rejudge pay`: what participants should be paid, and what they are still owed.

mod balance;
mod output;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use pay::{
    Amount, Coin, Exact, FairWage, PayError, Person, Rate, Settlement, Wages, amount, fair_wage, hourly, settle,
};
use table::Table;

use crate::folder::Folder;
use crate::outcome::{BadInput, BadUsage, Outcome};

/// Compute fair payment: hourly wage, amount per list, and what is still owed
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge pay studies/meaning-pairs
  rejudge pay --currency GBP --floor 12.00 --minutes 8
  rejudge pay --currency EUR --lab-minimum 12.79 --floor '10.90 GBP' --rate 'GBP/EUR = 1.1578 on 2023-10-13' --minutes 120 --coin 10
  rejudge pay studies/meaning-pairs --times times.csv --person participant --time seconds --time-in seconds
  rejudge pay studies/meaning-pairs --submissions prolific_export.csv

Amounts are exact decimals and are rounded up once, at the end. The exit code is 1 if the payment is below the \
fair wage for the estimated time.")]
pub(crate) struct Arguments {
    /// A study folder with `[payment]`; without it, give --currency and --minutes
    study: Option<PathBuf>,
    /// Currency of the payment, an ISO 4217 code
    #[arg(long)]
    currency: Option<String>,
    /// Estimated minutes for one list (not the time limit)
    #[arg(long)]
    minutes: Option<String>,
    /// The project's hourly minimum
    #[arg(long, value_name = "AMOUNT")]
    floor: Option<String>,
    /// Hourly minimum wage where the lab is
    #[arg(long, value_name = "AMOUNT")]
    lab_minimum: Option<String>,
    /// Hourly minimum wage where the participants are; omit for crowd platforms
    #[arg(long, value_name = "AMOUNT")]
    participant_minimum: Option<String>,
    /// What the original study paid per hour
    #[arg(long, value_name = "AMOUNT")]
    original_wage: Option<String>,
    /// Hourly minimum wage where and when the original was run
    #[arg(long, value_name = "AMOUNT")]
    original_minimum: Option<String>,
    /// A dated exchange rate, such as `GBP/EUR = 1.1578 on 2023-10-13`; may be given several times
    #[arg(long = "rate", value_name = "RATE")]
    rates: Vec<String>,
    /// Smallest amount that can be paid, such as 10 for vouchers [default: the currency's smallest coin]
    #[arg(long, value_name = "AMOUNT")]
    coin: Option<String>,
    /// What is or was paid for one list [default: the fair amount]
    #[arg(long, value_name = "AMOUNT")]
    paid: Option<String>,
    /// Times people took: .csv, .tsv, .jsonl, .parquet or .xlsx, one row for each list done, or judgements exported
    /// by this program
    #[arg(long, value_name = "FILE")]
    times: Option<PathBuf>,
    /// Column with the person
    #[arg(long, default_value = "participant", value_name = "COLUMN")]
    person: String,
    /// Column with the time [default: minutes; for an export of this program its session times]
    #[arg(long, value_name = "COLUMN")]
    time: Option<String>,
    /// Unit of the times [default: minutes]
    #[arg(long, value_name = "UNIT")]
    time_in: Option<TimeIn>,
    #[command(flatten)]
    statement: balance::Statement,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TimeIn {
    Minutes,
    Seconds,
}

/// The column of our own export with the seconds of the whole session.
const SESSION_SECS: &str = "session_secs";

/// Everything that was computed.
struct Payment {
    currency: String,
    decimals: usize,
    wage: FairWage,
    minutes: Exact,
    fair: Exact,
    paid: Exact,
    expected: Exact,
    settlement: Option<Settlement>,
}

/// What the study says, where there is one.
#[derive(Default)]
struct StudyPay {
    currency: Option<String>,
    minutes: Option<String>,
    floor: Option<String>,
    paid: Option<String>,
}

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if self.statement.is_given() {
            let study = self.study.as_deref().ok_or_else(|| BadUsage("name the study folder".to_owned()))?;
            return self.statement.show(study);
        }
        let stated = match &self.study {
            Some(path) => match read_study_pay(path)? {
                Some(stated) => stated,
                None => return Ok(Outcome::ProblemsFound),
            },
            None => StudyPay::default(),
        };
        let payment = self.compute(stated)?;
        if self.json {
            println!("{}", serde_json::to_string_pretty(&payment.to_json())?);
        } else {
            payment.show();
        }
        Ok(if payment.expected < payment.wage.per_hour { Outcome::ProblemsFound } else { Outcome::Done })
    }

    fn compute(&self, stated: StudyPay) -> anyhow::Result<Payment> {
        let needed = |flag: &str| BadUsage(format!("give `{flag}`, or a study with a [payment] section"));
        let currency = self.currency.clone().or(stated.currency).ok_or_else(|| needed("--currency"))?;
        let minutes = self.minutes.clone().or(stated.minutes).ok_or_else(|| needed("--minutes"))?;
        let minutes =
            Exact::decimal(&minutes).ok_or_else(|| BadInput(format!("`{minutes}` is not a number of minutes")))?;
        let rates = self.rates.iter().map(|rate| Rate::read(rate)).collect::<Result<Vec<_>, _>>().map_err(bad)?;
        let floor = self.floor.clone().or(stated.floor);
        let wages = Wages {
            lab_minimum: read(self.lab_minimum.as_deref())?,
            participant_minimum: read(self.participant_minimum.as_deref())?,
            original: read(self.original_wage.as_deref())?,
            original_minimum: read(self.original_minimum.as_deref())?,
            floor: read(floor.as_deref())?,
        };
        let decimals = plan::currency_decimals(&currency);
        let smallest =
            Coin { value: Exact::ONE.divided_by(Exact::from_integer(10i64.pow(decimals as u32))).map_err(bad)? };
        let coin = match read(self.coin.as_deref())? {
            Some(coin) => Coin { value: coin.convert(&currency, &rates).map_err(bad)?.0 },
            None => smallest,
        };
        let wage = fair_wage(&wages, &currency, &rates).map_err(bad)?;
        let fair = amount(wage.per_hour, minutes, coin).map_err(bad)?;
        let paid = match read(self.paid.clone().or(stated.paid).as_deref())? {
            Some(paid) => paid.convert(&currency, &rates).map_err(bad)?.0,
            None => fair,
        };
        let expected = hourly(paid, minutes).map_err(bad)?;
        let settlement = match &self.times {
            Some(path) => Some(settle(&self.people(path)?, paid, wage.per_hour, smallest).map_err(bad)?),
            None => None,
        };
        Ok(Payment { currency, decimals, wage, minutes, fair, paid, expected, settlement })
    }

    fn people(&self, path: &Path) -> anyhow::Result<Vec<Person>> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|e| BadInput(format!("`{name}` cannot be read: {e}")))?;
        let table = Table::read(&name, &bytes).map_err(|e| BadInput(e.to_string()))?;
        let column = |wanted: &str| {
            let names: Vec<&str> = table.columns().iter().map(table::Column::name).collect();
            table
                .column(wanted)
                .ok_or_else(|| BadInput(format!("`{name}` has no column `{wanted}`; it has {}", names.join(", "))))
        };
        // Our own export has a row for every judgement: those of one session are one list done, with one time.
        let session = ["list", "attempt"].map(|column| table.column(column));
        let exported = session.iter().all(Option::is_some) && table.column(SESSION_SECS).is_some();
        let (time, time_in) = match (&self.time, self.time_in) {
            (None, None) if exported => (SESSION_SECS, TimeIn::Seconds),
            (time, unit) => (time.as_deref().unwrap_or("minutes"), unit.unwrap_or(TimeIn::Minutes)),
        };
        let (ids, times) = (column(&self.person)?, column(time)?);
        let mut people = Vec::new();
        let mut seen: HashMap<(&str, [Option<&str>; 2]), Option<&str>> = HashMap::new();
        for row in 0..table.len() {
            let at = || format!("row {} of `{name}`", table.row_number(row));
            let id = ids.get(row).ok_or_else(|| BadInput(format!("{} does not say who", at())))?;
            if exported && time == SESSION_SECS {
                let key = (id, session.map(|column| column.and_then(|column| column.get(row))));
                match seen.insert(key, times.get(row)) {
                    None => {}
                    Some(before) if before == times.get(row) => continue,
                    Some(_) => return Err(BadInput(format!("{}: the session has two different times", at())).into()),
                }
            }
            let time = times.get(row).ok_or_else(|| BadInput(format!("{} does not say how long", at())))?;
            let time = Exact::decimal(time).ok_or_else(|| BadInput(format!("{}: `{time}` is not a time", at())))?;
            let minutes = match time_in {
                TimeIn::Minutes => time,
                TimeIn::Seconds => time.divided_by(Exact::from_integer(60)).map_err(bad)?,
            };
            people.push(Person { id: id.to_owned(), minutes });
        }
        Ok(people)
    }
}

fn read_study_pay(path: &Path) -> anyhow::Result<Option<StudyPay>> {
    let folder = Folder::from_path(path)?;
    let Some(study) = folder.sound_study() else { return Ok(None) };
    let Some(payment) = study.payment else {
        return Err(BadInput(format!("{} has no [payment] section", folder.display_path())).into());
    };
    // The shortest decimal that gives the same number is what was written.
    Ok(Some(StudyPay {
        currency: Some(payment.currency),
        minutes: Some(payment.estimated_minutes.to_string()),
        floor: payment.floor_per_hour.map(|floor| floor.to_string()),
        paid: payment.amount.map(|amount| amount.to_string()),
    }))
}

fn read(text: Option<&str>) -> anyhow::Result<Option<Amount>> {
    Ok(text.map(Amount::read).transpose().map_err(bad)?)
}

#[expect(clippy::needless_pass_by_value, reason = "the shape of map_err")]
fn bad(error: PayError) -> BadInput {
    BadInput(error.to_string())
}
