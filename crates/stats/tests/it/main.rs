//! The statistics against their reference tables, published numbers and what must hold of them.

mod agreement;
mod clmm;
mod correlation;
mod decide;
mod describe;
mod dist;
mod effect;
mod equivalence;
mod golden_agreement;
mod golden_rest;
mod hypothesis;
mod hypothesis_golden;
mod hypothesis_properties;
mod meta;
mod mixed;
mod power;
mod precision;
mod precision_golden;
mod preference;
mod replication;
mod residual;
mod strength;
