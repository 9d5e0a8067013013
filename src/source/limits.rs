//! Every bound of the language in one place: the defaults, and the maxima that no flag can raise.
//! Data only; whoever refuses something says so with a diagnostic and never clamps in silence.

/// How much a text, a run or a report may take.
///
/// The defaults suit a person at a terminal. A host may lower them; flags may raise them up to [`Limits::HARD`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep brackets may be nested.
    pub nesting: usize,
    /// How many bytes one file may have.
    pub file_bytes: usize,
    /// How many bytes all files of one program may have together.
    pub total_bytes: usize,
    /// How many imports may lead from the first file to the last.
    pub import_depth: usize,
    /// How many files one program may be made of.
    pub files: usize,
    /// How many steps of evaluation a run may take.
    pub steps: u64,
    /// How many rounds a run may last.
    pub rounds: u32,
    /// How many events a run may record.
    pub events: u32,
    /// How often one die may explode.
    pub explosions: u32,
    /// How many dice one roll may throw.
    pub dice: u32,
    /// How many sides a die may have.
    pub sides: u32,
    /// How many diagnostics of one file are shown before the rest is only counted.
    pub shown: usize,
}

impl Limits {
    /// What holds unless someone asks for something else.
    pub const DEFAULT: Limits = Limits {
        nesting: 64,
        file_bytes: 4 << 20,
        total_bytes: 16 << 20,
        import_depth: 32,
        files: 256,
        steps: 1_000_000,
        rounds: 1_000,
        events: 100_000,
        explosions: 100,
        dice: 10_000,
        sides: 1_000_000,
        shown: 50,
    };

    /// What nobody can exceed. The code is tested to be safe up to here.
    pub const HARD: Limits = Limits {
        nesting: 256,
        file_bytes: 64 << 20,
        total_bytes: 256 << 20,
        import_depth: 256,
        files: 4_096,
        steps: 1_000_000_000,
        rounds: 100_000,
        events: 10_000_000,
        explosions: 10_000,
        dice: 1_000_000,
        sides: i32::MAX as u32,
        shown: 10_000,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}
