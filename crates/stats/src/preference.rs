//! Which of two outputs people prefer, and by how much.
//!
//! Votes on the same item, or by the same rater, are not independent. Every share has an interval from
//! samples of whole items, whole raters, or both; where votes have neither, single votes are drawn and a
//! note says so.

mod net;
mod ranking;
mod scores;
mod votes;

pub use net::{Shares, net_preference};
pub use ranking::average_rank;
pub use scores::{PairScores, PositionBias, SystemScores, pair_scores, position_bias, system_scores};
pub use votes::{Choice, Vote, Votes};
