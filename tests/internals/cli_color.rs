//! Tests of what is private in `src/cli/color.rs`, which takes them in.

use super::*;

#[test]
fn the_flag_comes_first_then_the_surroundings_in_their_order() {
    let bare = Surroundings::default();
    let terminal = Surroundings {
        terminal: true,
        ..bare
    };
    let all = Surroundings {
        no_color: true,
        force: true,
        dumb: true,
        terminal: true,
    };
    assert!(colored(ColorWish::Always, all));
    assert!(!colored(ColorWish::Never, terminal));
    assert!(!colored(ColorWish::Auto, all));
    assert!(colored(
        ColorWish::Auto,
        Surroundings {
            no_color: false,
            ..all
        }
    ));
    assert!(colored(
        ColorWish::Auto,
        Surroundings {
            force: true,
            ..bare
        }
    ));
    assert!(!colored(
        ColorWish::Auto,
        Surroundings {
            dumb: true,
            ..terminal
        }
    ));
    assert!(colored(ColorWish::Auto, terminal));
    assert!(!colored(ColorWish::Auto, bare));
}
