//! Tests of what is private in `src/document/speak/words.rs`, which takes them in.

use super::*;

#[test]
fn names_go_with_their_subjects() {
    assert_eq!(manner("in_melee"), Manner::Is("in melee".into()));
    assert_eq!(manner("surprised"), Manner::Is("surprised".into()));
    assert_eq!(
        manner("can_fight"),
        Manner::Helped("can".into(), "fight".into())
    );
    assert_eq!(
        manner("takes_time"),
        Manner::Does("takes".into(), "time".into())
    );
    assert_eq!(manner("run_by_gm"), Manner::Is("run by gm".into()));
    assert_eq!(manner("squire"), Manner::Other("squire".into()));
    assert_eq!(
        manner("morale_due"),
        Manner::Part("morale".into(), "due".into())
    );
    assert_eq!(
        manner("torch_in_hand"),
        Manner::Part("torch".into(), "in hand".into())
    );
}

#[test]
fn a_thing_is_no_quality() {
    assert_eq!(manner("broken_rib"), Manner::Other("broken rib".into()));
    assert_eq!(manner("bound_by_oath"), Manner::Is("bound by oath".into()));
    assert_eq!(manner("never_unarmed"), Manner::Is("never unarmed".into()));
    assert_eq!(manner("no_pursuit"), Manner::Lacks("pursuit".into()));
    assert_eq!(manner("hireling"), Manner::Other("hireling".into()));
    assert_eq!(manner("go_first"), Manner::Other("go first".into()));
    assert_eq!(
        manner("off_arm_lame"),
        Manner::Part("off arm".into(), "lame".into())
    );
}
