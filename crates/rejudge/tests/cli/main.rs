//! The commands, through the real program.

mod analyse;
mod audit_and_pay;
mod book;
mod compare;
mod docs;
mod follow_ups;
mod import;
mod latex;
mod parts;
mod preview;
mod record;
mod record_personal;
mod rehearse;
mod stats;
mod stats_agreement;
mod stats_effects;
mod stats_latent;
mod stats_meta;
mod stats_mixed;
mod stats_strength;
mod stats_unitised;
mod study_commands;
mod terminal;
mod worked_analyses;
