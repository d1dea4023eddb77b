use super::super::amounts_owed::hourly;
use super::*;

const PENNY: &str = "0.01";

fn exact(text: &str) -> Exact {
    Exact::decimal(text).unwrap()
}

fn some_amount(text: &str) -> Option<Amount> {
    Some(Amount::read(text).unwrap())
}

fn check(wages: &Wages, (currency, rates): (&str, &[&str]), (minutes, coin): (&str, &str), expected: (&str, &str)) {
    let rates: Vec<Rate> = rates.iter().map(|rate| Rate::read(rate).unwrap()).collect();
    let wage = fair_wage(wages, currency, &rates).unwrap();
    let paid = amount(wage.per_hour, exact(minutes), Coin { value: exact(coin) }).unwrap();
    assert_eq!(
        (wage.per_hour.to_shortest_decimal().as_str(), paid.to_shortest_decimal().as_str()),
        expected,
        "{:#?}",
        wage.steps
    );
}

#[test]
fn the_fluency_study_paid_thirty_euros_in_vouchers() {
    let wages = Wages { lab_minimum: some_amount("12.79 EUR"), floor: some_amount("12.62 EUR"), ..Wages::default() };
    check(&wages, ("EUR", &[]), ("120", PENNY), ("12.79", "25.58"));
    check(&wages, ("EUR", &[]), ("120", "10"), ("12.79", "30"));
    // The floor in pounds, at a rate that gives what the paper prints.
    let pounds = Wages { floor: some_amount("10.90 GBP"), ..wages };
    check(&pounds, ("EUR", &["GBP/EUR = 1.1578 on 2023-10-13"]), ("120", "10"), ("12.79", "30"));
    // The median list took 7 minutes, so 70 for ten lists.
    assert_eq!(hourly(exact("30"), exact("70")).unwrap().to_decimal(2), "25.71");
}

#[test]
fn the_ranking_study_paid_six_pounds() {
    let wages = Wages { floor: some_amount("12"), ..Wages::default() };
    check(&wages, ("GBP", &[]), ("30", PENNY), ("12", "6"));
}

#[test]
fn the_paraphrase_study_paid_one_pound_sixty() {
    let wages = Wages { floor: some_amount("12 GBP"), original: some_amount("10.50 USD"), ..Wages::default() };
    check(&wages, ("GBP", &[]), ("8", PENNY), ("12", "1.6"));
    check(&wages, ("USD", &["GBP/USD = 1.26183 on 2024-02-01"]), ("8", PENNY), ("15.14196", "2.02"));
    assert_eq!(hourly(exact("3.50"), exact("20")).unwrap().to_decimal(2), "10.50");
    // 7 minutes and 12 seconds: the paper prints 13.30.
    assert_eq!(hourly(exact("1.60"), exact("7.2")).unwrap().to_decimal(2), "13.33");
}

#[test]
fn the_toxicity_study_fell_below_the_floor_by_converting_twice() {
    let floor = Wages { floor: some_amount("12 GBP"), ..Wages::default() };
    check(&floor, ("GBP", &[]), ("128", PENNY), ("12", "25.6"));
    // Out at one day's rate and rounded to cents, back at another's: 11.78 an hour.
    let out = fair_wage(&floor, "EUR", &[Rate::read("EUR/GBP = 0.8721 on 2024-01-01").unwrap()]).unwrap();
    let euros = out.per_hour.rounded_up_to(exact(PENNY)).unwrap();
    assert_eq!(euros.to_shortest_decimal(), "13.76");
    let back = euros.times(exact("0.8561")).unwrap();
    assert_eq!(back.to_decimal(2), "11.78");
    // Rounded once, the paper's own wage pays 25.14; rounded for every pair, it paid 25.28.
    let wages = Wages { floor: some_amount("11.78 GBP"), ..Wages::default() };
    check(&wages, ("GBP", &[]), ("128", PENNY), ("11.78", "25.14"));
    let pair = amount(exact("11.78"), exact("4"), Coin { value: exact(PENNY) }).unwrap();
    assert_eq!(pair.times(exact("32")).unwrap().to_shortest_decimal(), "25.28");
}

#[test]
fn the_best_worst_study_paid_thirty_four_cents_a_pair() {
    // By the platform's clock, from accepting to submitting, and by the span of the clicks.
    assert_eq!(hourly(exact("0.34"), exact("49.425")).unwrap().to_decimal(2), "0.41");
    assert_eq!(
        hourly(exact("0.34"), Exact::decimal("45.5").unwrap().divided_by(exact("60")).unwrap()).unwrap().to_decimal(2),
        "26.90"
    );
}

#[test]
fn a_generous_original_raises_the_wage_and_a_mean_one_does_not_lower_it() {
    let wages = |original: &str| Wages {
        lab_minimum: some_amount("10"),
        original: some_amount(original),
        original_minimum: some_amount("8 USD"),
        floor: some_amount("11"),
        ..Wages::default()
    };
    check(&wages("12 USD"), ("EUR", &[]), ("60", PENNY), ("15", "15"));
    check(&wages("4 USD"), ("EUR", &[]), ("60", PENNY), ("11", "11"));
    let steps = fair_wage(&wages("12 USD"), "EUR", &[]).unwrap().steps;
    assert_eq!(steps.iter().map(|step| step.name).collect::<Vec<_>>().len(), 6);
}

#[test]
fn what_cannot_be_computed_is_said() {
    assert_eq!(fair_wage(&Wages::default(), "GBP", &[]), Err(PayError::NoWage));
    let zero = Wages { lab_minimum: some_amount("0"), ..Wages::default() };
    assert_eq!(fair_wage(&zero, "GBP", &[]), Err(PayError::NotPositive("the fair wage")));
    let foreign = Wages { floor: some_amount("12 GBP"), ..Wages::default() };
    assert!(fair_wage(&foreign, "EUR", &[]).unwrap_err().to_string().contains("without a rate"));
    assert!(amount(exact("12"), Exact::ZERO, Coin { value: exact(PENNY) }).is_err());
    let no_minimum = Wages {
        lab_minimum: some_amount("1"),
        original: some_amount("4"),
        original_minimum: some_amount("0"),
        ..Wages::default()
    };
    assert!(fair_wage(&no_minimum, "GBP", &[]).is_err());
}
