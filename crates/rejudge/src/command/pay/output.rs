//! Fair payment, as text and as JSON.

use pay::{Exact, Settlement};
use serde_json::{Value, json};

use super::Payment;
use crate::terminal_table;

impl Payment {
    fn money(&self, value: Exact) -> String {
        format!("{} {}", self.currency, value.to_decimal(self.decimals))
    }

    pub(super) fn show(&self) {
        let mut table = terminal_table::table();
        table.set_header(["step", "value", "because"]);
        for step in &self.wage.steps {
            table.add_row([step.name, &step.value.to_shortest_decimal(), &step.said]);
        }
        println!("{table}");
        let minutes = self.minutes.to_shortest_decimal();
        println!("fair amount: {} for {minutes} minutes, rounded up", self.money(self.fair));
        if self.paid == self.fair {
            println!("expected:    {} per hour", self.money(self.expected));
        } else {
            let verdict = if self.expected < self.wage.per_hour { "below" } else { "not below" };
            let expected = self.money(self.expected);
            println!("paid:        {}, which is {expected} per hour, {verdict} the fair wage", self.money(self.paid));
        }
        if let Some(settlement) = &self.settlement {
            self.show_settlement(settlement);
        }
    }

    fn show_settlement(&self, settlement: &Settlement) {
        let mut table = terminal_table::table();
        table.set_header(["person", "lists", "minutes", "paid", "per hour", "owed"]);
        for person in &settlement.people {
            table.add_row([
                person.id.clone(),
                person.lists.to_string(),
                person.minutes.to_decimal(1),
                person.paid.to_decimal(self.decimals),
                person.per_hour.to_decimal(self.decimals),
                person.owed.to_decimal(self.decimals),
            ]);
        }
        println!("{table}");
        let (median, rate) = (settlement.median_minutes.to_decimal(1), self.money(settlement.median_per_hour));
        println!("real:        {rate} per hour at the median of {median} minutes for a list");
        println!("owed:        {} to participants who earned less than the fair wage", self.money(settlement.total));
        println!("             or {} to everyone per list, based on the median", self.money(settlement.owed_by_median));
    }

    pub(super) fn to_json(&self) -> Value {
        let money = |value: Exact| value.to_decimal(self.decimals);
        let steps: Vec<Value> = self
            .wage
            .steps
            .iter()
            .map(|step| json!({ "name": step.name, "value": step.value.to_shortest_decimal(), "because": step.said }))
            .collect();
        let settlement = self.settlement.as_ref().map(|settlement| {
            let people: Vec<Value> = settlement
                .people
                .iter()
                .map(|person| {
                    json!({
                        "person": person.id,
                        "lists": person.lists,
                        "minutes": person.minutes.to_shortest_decimal(),
                        "paid": money(person.paid),
                        "per_hour": money(person.per_hour),
                        "owed": money(person.owed),
                    })
                })
                .collect();
            json!({
                "people": people,
                "median_minutes": settlement.median_minutes.to_shortest_decimal(),
                "median_per_hour": money(settlement.median_per_hour),
                "owed_by_median": money(settlement.owed_by_median),
                "owed": money(settlement.total),
            })
        });
        json!({
            "format": 1,
            "currency": self.currency,
            "steps": steps,
            "fair_wage": self.wage.per_hour.to_shortest_decimal(),
            "minutes": self.minutes.to_shortest_decimal(),
            "fair_amount": money(self.fair),
            "paid": money(self.paid),
            "expected_per_hour": money(self.expected),
            "below_fair_wage": self.expected < self.wage.per_hour,
            "settlement": settlement,
        })
    }
}
