//! What people and programs see of a run: names in place of ids, the transcript, pictures, the recap, the journal as JSON.
//!
//! Pure functions of ruleset, scenario and journal. Nothing here reads a file, knows a terminal or chooses a colour, and nothing here changes
//! what it shows. Text from outside passes through [`Clean`](crate::source::Clean) on its way.

mod contributions;
mod fault;
mod faulty_part;
mod history;
mod influences;
pub mod json;
mod last_change;
mod moments;
mod names;
pub mod outline;
mod past;
mod peek;
pub mod picture;
pub mod recap;
mod secrecy;
pub use secrecy::KnownToPlayers;
mod story;
mod transcript;
mod types;
mod units;
mod wrap;

pub use fault::{ActNaming, Stood, fault_diagnostic};
pub(crate) use fault::{about_records, some};
pub use history::History;
pub use last_change::CellChange;
pub use moments::{PhaseNumbers, last_moment, moments};
pub use names::Names;
pub use story::Story;
pub use transcript::phrases::{answered, asked, roll};
pub use transcript::{
    TranscriptStyle, transcript, transcript_for_players, transcript_for_readers,
    transcript_without_values,
};
pub(crate) use wrap::{push_line, push_within};
