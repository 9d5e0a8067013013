//! Unit tests of what is private. They stand in the source files that this program compiles once more, so that the library is built without them.
//!
//! A room holds these files beside all that the library makes public of it. `tests/house/unit_tests.rs` holds the list of files to being complete.
#![allow(dead_code, unused_imports)]

use affray::{machine, ruleset, snapshot, syntax};

#[path = "../../src/suggest/mod.rs"]
mod suggest;

#[path = "../../src/check"]
mod check {
    mod coverage;
    mod cycles;

    mod scenario {
        mod natural;
    }
}

#[cfg(feature = "cli")]
#[path = "../../src/cli"]
mod cli {
    mod color;
    mod crash;

    mod snapshots {
        mod render;
    }
}

#[path = "../../src/diagnostic"]
mod diagnostic {
    pub use affray::diagnostic::*;

    #[cfg(feature = "native")]
    mod render;
}

#[path = "../../src/diff"]
mod diff {
    mod structure;
}

#[path = "../../src/document"]
mod document {
    mod speak {
        mod words;
    }
}

#[path = "../../src/line"]
mod line {
    mod rows;
}

#[path = "../../src/load"]
mod load {
    pub use affray::load::UnknownSetting;

    #[cfg(feature = "native")]
    mod bases;
    mod builtin;
    mod path;
}

#[cfg(feature = "lsp")]
#[path = "../../src/lsp"]
mod lsp {
    mod board;
    mod interrupt;
    mod places;
    mod shift;
    mod wire;
}

#[path = "../../src/odds"]
mod odds {
    pub use affray::odds::*;

    mod render {
        mod csv;
    }

    mod symmetry {
        mod orbits;
    }
}

#[path = "../../src/source"]
mod source {
    pub use affray::source::*;

    mod markdown;
}

#[path = "../../src/view"]
mod view {
    pub use affray::view::*;

    mod outline {
        pub use affray::view::outline::*;

        mod letters;
    }

    mod picture {
        mod text;
    }

    mod recap;
    mod wrap;
}
